#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A table and a picture of what cuda_real, cpu_real, real_peers.py, real_numba.py and real_gt4py.py measured.

  table_real.py FILE... [--type float32] [--contiguous levels] [--sizes 1000,86400] [--markdown FILE] [--picture FILE.svg]

Of every competitor the fastest form counts, and of this library the faster layout, or with --contiguous the layout with
levels or columns contiguous alone. Numbers say how many times as fast this library is; "of the triad" is the rate of a
case's arguments and results, each read or written once, as a part of the rate of a triad. What a later file has measured
stands in place of what an earlier one has.
"""
import argparse
import json
import math
import sys
from html import escape

NAMES = {
    "vertical_advection": "vertical advection (COSMO, npbench)",
    "icon_w": "implicit w, density, Exner (ICON)",
    "face_diffusivities": "face diffusivities (ClimaAtmos)",
    "sedimentation": "sedimentation of 8 species (ClimaAtmos)",
    "mass_fluxes": "mass fluxes of 2 updrafts (ClimaAtmos)",
    "diffusion_1": "implicit diffusion, 1 tracer (SHOC)",
    "diffusion_8": "implicit diffusion, 8 tracers",
    "diffusion_30": "implicit diffusion, 30 tracers",
    "homme_newton": "Newton steps of w and phi (HOMME)",
    "dycoms_longwave": "longwave fluxes (DYCOMS)",
    "catke": "CATKE (Oceananigans)",
    "kessler": "Kessler rain with substeps (DCMIP)",
    "ascent": "ascent of a parcel, its energy, shallow convection",
}
COLOURS = {"ours": "#1b7837", "by hand": "#777777", "torch.compile": "#b2601a", "jax.jit": "#2166ac", "numba": "#b2601a",
           "GT4Py": "#762a83"}
LARGEST_ERROR = {"float64": 1e-10, "float32": 1e-4}  # of float32 from what float64 makes of the same arguments


def read(names, float_type, contiguous=""):
    """The fastest form of who has measured a case, by case, number of columns and who; and the largest error."""
    best, triads, largest = {}, [], 0.0
    for name in names:
        of_file = {}
        for line in open(name, encoding="utf-8"):
            if not line.startswith("{"):
                continue
            try:
                row = json.loads(line)
            except ValueError:  # cut off, or not a number
                print(f"left out: {line.strip()}", file=sys.stderr)
                continue
            who = row.get("who")
            needed = ["who", "seconds"] + (["bytes"] if who in ("triad", "ours") else []) + (["how", "case", "columns"] if who != "triad" else [])
            missing = [key for key in needed if key not in row]
            if missing:
                print(f"table_real.py: a line of {name} has no '{missing[0]}': {line.strip()}", file=sys.stderr)
                sys.exit(2)
            if row["who"] == "triad":
                triads.append(row["bytes"] / row["seconds"])
                continue
            if row.get("type", "float64") != float_type or not row["how"].startswith(contiguous):
                continue
            if row.get("off", 0) is None or not row.get("off", 0) <= LARGEST_ERROR[float_type]:
                print(f"wrong results: {row}", file=sys.stderr)
                continue
            largest = max(largest, row.get("off", 0))
            key = row["case"], row["columns"], row["who"]
            if key not in of_file or row["seconds"] < of_file[key]["seconds"]:
                of_file[key] = row
        for (case, columns, who), row in of_file.items():
            best.setdefault(case, {}).setdefault(columns, {})[who] = row
    return best, sorted(triads)[len(triads) // 2] if triads else None, largest


def time_text(seconds):
    return f"{1e6 * seconds:.3g} µs" if seconds < 1e-3 else f"{1e3 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def table(best, triad, sizes):
    others = [who for who in COLOURS if who != "ours" and
              any(who in row for case in best.values() for size, row in case.items() if size in sizes)]
    cells = ["case"]
    for size in sizes:
        cells += [f"{size} columns"] + [f"to {who}" for who in others] + (["of the triad"] if triad and size >= 86400 else [])
    lines = ["| " + " | ".join(cells) + " |", "|" + "---|" * len(cells)]
    for case in (c for c in NAMES if c in best):
        cells = [NAMES[case]]
        for size in sizes:
            rows = best[case].get(size, {})
            ours = rows.get("ours")
            cells.append(f"{time_text(ours['seconds'])}, {ours['how'].split()[0]}" if ours else "")
            for who in others:
                cells.append(ratio_text(rows[who]["seconds"] / ours["seconds"]) if ours and who in rows else "")
            if triad and size >= 86400:
                cells.append(f"{ours['bytes'] / ours['seconds'] / triad:.2f}" if ours else "")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def raised(power):
    return str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def ratio_text(ratio):
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def picture(best):
    """A panel for each case: columns per second over the number of columns, both by powers of ten."""
    cases = [case for case in NAMES if case in best]
    wide, high, across, edge, space = 232, 150, 3, 44, 34
    rows = -(-len(cases) // across)
    width, height = across * (wide + edge) + 20, rows * (high + space) + 66
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="11">', f'<rect width="{width}" height="{height}" fill="white"/>']
    place = 14
    for who in ("ours", "by hand", "torch.compile", "jax.jit"):
        svg.append(f'<circle cx="{place}" cy="16" r="4" fill="{COLOURS[who]}"/>')
        svg.append(f'<text x="{place + 8}" y="20">{escape("this library" if who == "ours" else who)}</text>')
        place += 110
    svg.append(f'<text x="{place}" y="20">columns per second over number of columns</text>')
    for number, case in enumerate(cases):
        left, top = (number % across) * (wide + edge) + edge, (number // across) * (high + space) + 52
        rates = [size / row["seconds"] for size, by in best[case].items() for row in by.values()]
        low, top_power = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))

        def at(size, rate, left=left, top=top, low=low, top_power=top_power):
            return (left + wide * (math.log10(size) - 2) / 4,
                    top + high * (1 - (math.log10(rate) - low) / max(1, top_power - low)))

        svg.append(f'<text x="{left}" y="{top - 6}" font-weight="bold">{escape(NAMES[case])}</text>')
        svg.append(f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="none" stroke="#999"/>')
        for power in range(low, top_power + 1):
            y = at(100, 10.0**power)[1]
            svg.append(f'<line x1="{left}" x2="{left + wide}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            svg.append(f'<text x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">10{raised(power)}</text>')
        for power in range(2, 7):
            x = at(10.0**power, 10.0**low)[0]
            svg.append(f'<text x="{x:.1f}" y="{top + high + 13}" text-anchor="middle">10{raised(power)}</text>')
        for who in ("by hand", "torch.compile", "jax.jit", "ours"):
            points = [at(size, size / by[who]["seconds"]) for size, by in sorted(best[case].items()) if who in by]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            dashes = "" if who in ("ours", "by hand") else ' stroke-dasharray="3,3"'
            svg.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[who]}" stroke-width="1.6"{dashes}/>')
            svg += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{COLOURS[who]}"/>' for x, y in points]
    return "\n".join(svg + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--type", default="float64", choices=LARGEST_ERROR)
    parser.add_argument("--contiguous", default="", choices=("levels", "columns"))
    parser.add_argument("--sizes", default="1000,86400")
    parser.add_argument("--markdown")
    parser.add_argument("--picture")
    given = parser.parse_args()
    sizes = given.sizes.split(",")
    if not all(size.isdecimal() for size in sizes):
        print(f"table_real.py: --sizes takes numbers with commas between them, but '{given.sizes}' was given", file=sys.stderr)
        sys.exit(2)
    best, triad, largest = read(given.files, given.type, given.contiguous)
    if not best:
        parser.error(f"no times of {given.type} in {', '.join(given.files)}")
    print(f"{given.type}: results differ by {largest:.1g} of the largest value at most", file=sys.stderr)
    text = table(best, triad, [int(size) for size in sizes])
    if given.markdown:
        with open(given.markdown, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        print(text, end="")
    if given.picture:
        with open(given.picture, "w", encoding="utf-8") as file:
            file.write(picture(best))


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(f"table_real.py: {error}")
