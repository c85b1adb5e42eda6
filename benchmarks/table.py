#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a benchmark program and prints ratios: expression to hand-written kernel and to the better triad.

    benchmarks/table.py build/cpu/benchmarks/cpu_columns [--threads N] [--filter REGEX] [--repetitions N]
        [--cpu-time] [--csv FILE]

All ways of a case run interleaved in one process; the median of the repetitions counts.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
from collections import defaultdict


def run(program, threads, pattern, repetitions, seconds):
    command = [program, f"--benchmark_filter={pattern}", f"--benchmark_repetitions={repetitions}", f"--benchmark_min_time={seconds}",
               "--benchmark_enable_random_interleaving=true", "--benchmark_format=json"]
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    said = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    try:
        return json.loads(said)["benchmarks"]
    except (ValueError, KeyError, TypeError):
        sys.exit(f"table.py: {program} does not print the JSON of a benchmark; give one, such as build/cpu/benchmarks/cpu_columns, and a "
                 "--filter that chooses some of its cases")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--filter", default=".*")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.05, help="per repetition")
    parser.add_argument("--cpu-time", action="store_true", help="count time on the processor: for one thread on a machine with other work")
    parser.add_argument("--csv", help="also write the table to this file")
    options = parser.parse_args()

    benchmarks = run(options.program, options.threads, options.filter, options.repetitions, options.seconds)
    cases = defaultdict(dict)
    for b in benchmarks:
        if b.get("aggregate_name") == "median" and "/" in b["run_name"].replace("/real_time", "") and "bytes_per_second" in b:
            case, way = b["run_name"].replace("/real_time", "").rsplit("/", 1)
            waited = b["real_time"] / b["cpu_time"] if options.cpu_time else 1
            cases[case][way] = b["bytes_per_second"] / 1e9 * waited
    rows = []
    for case, ways in cases.items():
        if {"expression", "hand", "triad", "triad_streamed"} <= ways.keys():
            triad = max(ways["triad"], ways["triad_streamed"])
            rows.append([case, options.threads] + [f"{x:.1f}" for x in (ways["expression"], ways["hand"], triad)] +
                        [f"{ways['expression'] / ways['hand']:.2f}", f"{ways['expression'] / triad:.2f}"])
    if not rows:
        sys.exit(f"table.py: no case of {options.program} is timed as expression, hand, triad and triad_streamed; another --filter may "
                 "choose some")
    header = ["case", "threads", "expression GB/s", "hand GB/s", "triad GB/s", "to hand", "to triad"]
    print("| " + " | ".join(header) + " |\n|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(str(x) for x in row) + " |")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file).writerows([header] + rows)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"table.py: {error}")
