#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes a table and a picture of what cuda_columns measured.

    cmake --build build/cuda --target cuda_columns && build/cuda/benchmarks/cuda_columns --csv measured.csv
    benchmarks/table_cuda.py measured.csv [--markdown FILE] [--picture FILE.svg]

The table goes to standard output unless a file is named. All figures are ratios of rates: a way's to the triad's, and in
the column "to hand" the register strategy's to the kernel written by hand. W3, a solve, has a table of its own, beside
cuSPARSE where that was there; the picture leaves it out.
"""
import argparse
import csv
import sys
from html import escape

WAYS = ["hand", "registers", "shared", "pointwise"]
COLOURS = {"hand": "#777777", "registers": "#1b7837", "shared": "#2166ac", "pointwise": "#b2601a"}


def read(file_name):
    """The rows of each case by way, in the order of the file."""
    cases = {}
    with open(file_name, newline="") as file:
        for row in csv.DictReader(file):
            name = f"{row['work']}/{row['precision']}/{row['layout']}/{row['levels']}x{row['columns']}"
            cases.setdefault(name, {})[row["way"]] = row
    return cases


def table(cases):
    header = ["case", "triad GB/s", *WAYS, "to hand", "form by hand"]
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    for name, ways in cases.items():
        cells = [name, ways["triad"]["gb_per_s"]]
        cells += [f"{float(ways[way]['to_triad']):.2f}" for way in WAYS]
        cells += [f"{float(ways['registers']['to_hand']):.2f}", ways["hand"]["form"]]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def solve_table(cases):
    if not cases:
        return ""
    lines = ["", "| case | triad GB/s | solve | a thread per column | cuSPARSE | solve to cuSPARSE |", "|" + "---|" * 6]
    for name, ways in cases.items():
        cells = [name, ways["triad"]["gb_per_s"]]
        cells += [f"{float(ways[way]['to_triad']):.2f}" if way in ways else "" for way in ("solve", "thread", "cusparse")]
        if "cusparse" in ways:
            cells.append(f"{float(ways['cusparse']['milliseconds']) / float(ways['solve']['milliseconds']):.1f}")
        else:
            cells.append("")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def picture(cases):
    """Horizontal bars, a group for each case; the line at 1 is the triad."""
    left, unit, bar, gap, top = 210, 400, 8, 10, 46
    group = len(WAYS) * bar + gap
    longest = max([1.0] + [float(ways[way]["to_triad"]) for ways in cases.values() for way in WAYS])
    width = left + round(unit * (longest + 0.1))
    height = top + group * len(cases) + 10
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             f'font-family="sans-serif" font-size="11">', f'<rect width="{width}" height="{height}" fill="white"/>']
    x = left
    for way in WAYS:
        parts.append(f'<rect x="{x}" y="8" width="10" height="10" fill="{COLOURS[way]}"/>')
        parts.append(f'<text x="{x + 14}" y="17">{way}</text>')
        x += 90
    for tenths in range(0, int(longest * 10) + 1, 2):
        x = left + unit * tenths / 10
        colour = "#000000" if tenths == 10 else "#cccccc"
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top - 6}" y2="{height - 8}" stroke="{colour}"/>')
        parts.append(f'<text x="{x:.1f}" y="{top - 10}" text-anchor="middle">{tenths / 10:.1f}</text>')
    for i, (name, ways) in enumerate(cases.items()):
        y = top + group * i
        parts.append(f'<text x="{left - 6}" y="{y + 2 * bar + 4}" text-anchor="end">{escape(name)}</text>')
        for j, way in enumerate(WAYS):
            ratio = float(ways[way]["to_triad"])
            parts.append(f'<rect x="{left}" y="{y + j * bar}" width="{unit * ratio:.1f}" height="{bar - 1}" '
                         f'fill="{COLOURS[way]}"><title>{escape(name)} {way} {ratio:.2f}</title></rect>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv")
    parser.add_argument("--markdown", help="write the table to this file")
    parser.add_argument("--picture", help="draw the ratios to the triad into this SVG file")
    options = parser.parse_args()

    # A run that was stopped leaves its last case unfinished.
    all_cases = read(options.csv)
    cases = {name: ways for name, ways in all_cases.items() if {"triad", *WAYS} <= ways.keys()}
    solves = {name: ways for name, ways in all_cases.items() if {"triad", "solve", "thread"} <= ways.keys()}
    if not cases and not solves:
        print(f"table_cuda: {options.csv} has no complete case", file=sys.stderr)
        return 1
    if options.markdown:
        with open(options.markdown, "w") as file:
            file.write(table(cases) + solve_table(solves))
    else:
        print(table(cases) + solve_table(solves), end="")
    if options.picture and cases:
        with open(options.picture, "w") as file:
            file.write(picture(cases))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        sys.exit(f"table_cuda.py: {error}")
    except KeyError as error:
        sys.exit(f"table_cuda.py: no table of cuda_columns; a column is missing: {error}")
