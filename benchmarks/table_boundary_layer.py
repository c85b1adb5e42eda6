#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tables of the boundary-layer column: times of column functions, their registers, and PyTorch and JAX beside them.

  table_boundary_layer.py PROGRAM [--levels N...] [--columns N...] [--no-peers]

PROGRAM is cuda_boundary_layer. Runs it and boundary_layer_peers.py for every number of levels and columns, and prints a
table of milliseconds for each: "0.091 70 (80)" is a time, the registers of a thread and those that explain predicts;
"0.253 (5.2 s)" is a time and what the first call took, with compilation. The last rows say how many times as fast the
column functions are as the better of the peers, whatever their layout.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CASES = ("diffusivity", "heating", "2 results", "4 results", "9 results")
PEER_CASES = ("diffusivity", "heating", "two", "four", "nine")


def run(command):
    environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment)
    if done.returncode != 0:
        print(f"table_boundary_layer: {' '.join(map(str, command))} failed", file=sys.stderr)
    return done.stdout.splitlines()


def ours(lines):
    """Rows of a table, and times by type and layout."""
    rows, times = [], {}
    for line in lines:
        head = re.match(r"(levels|columns) contiguous +(float\d+) ", line)
        if not head:
            continue
        found = [re.search(rf" {case} ([\d.]+) ms (\d+) \((\d+)\) registers(?: and (\d+))?", line) for case in CASES]
        times[head[2], head[1]] = [float(f[1]) for f in found]
        cells = [f"{float(f[1]):.3g} {f[2]} ({f[3]})" + (f", {f[4]} bytes spilled" if f[4] else "") for f in found]
        rows.append(f"| {head[2]}, {head[1]} contiguous | " + " | ".join(cells) + " |")
    return rows, times


def peers(lines):
    rows, times = [], {}
    for line in lines:
        head = re.match(r"(torch|jax) +(levels|columns) +(float\d+):", line)
        if not head:
            if line:
                print(line, file=sys.stderr)
            continue
        found = [re.search(rf" {case} ([\d.]+) \(([\d.]+) s\)", line) for case in PEER_CASES]
        for best, f in zip(times.setdefault(head[3], [[] for _ in CASES]), found):
            if f:
                best.append(float(f[1]))
        cells = [f"{float(f[1]):.3g} ({f[2]} s)" if f else "" for f in found]
        rows.append(f"| {head[3]}, {head[1]}, {head[2]} neighbours | " + " | ".join(cells) + " |")
    return rows, times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--levels", type=int, nargs="+", default=[63, 64, 137])
    parser.add_argument("--columns", type=int, nargs="+", default=[86400, 1 << 20])
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    script = pathlib.Path(__file__).resolve().parent / "boundary_layer_peers.py"
    for levels in options.levels:
        for columns in options.columns:
            with tempfile.TemporaryDirectory() as folder:
                file = f"{folder}/column.bin"
                rows, times = ours(run([options.program, str(levels), str(columns), file]))
                if not options.no_peers:
                    more, best = peers(run([sys.executable, str(script), file, str(columns)]))
                    rows += sorted(more)
                    for (real, layout), mine in times.items():
                        if real in best:
                            cells = [f"{min(theirs) / t:.2f}" if theirs else "" for theirs, t in zip(best[real], mine)]
                            rows.append(f"| {real}, {layout} contiguous, to the better peer | " + " | ".join(cells) + " |")
            print(f"| {levels} x {columns} [ms] | " + " | ".join(CASES) + " |\n" + "|---" * (len(CASES) + 1) + "|")
            print("\n".join(rows) + "\n", flush=True)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(f"table_boundary_layer.py: {error}")
