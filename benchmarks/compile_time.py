#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How long compilers take for a file with one assignment, and how that grows with the expression.

  benchmarks/compile_time.py [--compiler COMPILER]... [--case NAME]... [--repeat N] [--markdown FILE]

COMPILER is a command such as "g++ -O3 -march=native" or "nvcc -O3 -arch=sm_90"; g++ -O2 unless given. Times are of the
processor (user and system), the least of N runs, so that other work on the machine counts little.
"""
import argparse
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def nested(operators):
    """Divergences of f times gradients, one inside the other, so many operators in all."""
    expression = "a * b"
    for _ in range(operators // 2):
        expression = f"DivergenceF2C()(f * GradientC2F()({expression}))"
    return f"div = {expression};" if operators % 2 == 0 else f"w = f * GradientC2F()({expression});"


CASES = {
    "the headers alone": None,
    "the line on top": "div = DivergenceF2C()(f * GradientC2F()(a * b));",
    **{f"{n} nested operators": nested(n) for n in (3, 6, 12, 24)},
}
PROGRAM = """#include <stencil/{header}.hpp>
using namespace stencil;
using Backend = backend::{backend};
int main() {{
  const auto grid = ColumnGrid::uniform(64, 0.0, 30e3, 100);
  CenterField<double, Backend> a(grid), b(grid), div(grid);
  FaceField<double, Backend> f(grid), w(grid);
  {statement}
}}
"""


def source(statement, device):
    header, backend = ("cuda", "Cuda") if device else ("stencil", "Cpu")
    if statement is None:
        return f"#include <stencil/{header}.hpp>\n"
    return PROGRAM.format(header=header, backend=backend, statement=statement)


def seconds(compiler, statement, repeat):
    """The least processor time of the compiler and all it starts."""
    command = shlex.split(compiler)
    device = "nvcc" in command[0]
    includes = [f"-I{ROOT}/{folder}" for folder in
                ("include", "backends/cpu/include", *(["backends/cuda/include"] if device else []))]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / ("case.cu" if device else "case.cpp")
        file.write_text(source(statement, device))
        least = float("inf")
        for _ in range(repeat):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([*command, "-std=c++20", *includes, "-c", file, "-o", f"{folder}/case.o"], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--case", action="append", choices=list(CASES))
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--markdown", type=pathlib.Path)
    options = parser.parse_args()
    compilers = options.compiler or ["g++ -O2"]
    lines = ["| case | " + " | ".join(f"`{c}` [s]" for c in compilers) + " |", "|---" * (len(compilers) + 1) + "|"]
    for name in options.case or CASES:
        cells = [f"{seconds(c, CASES[name], options.repeat):.1f}" for c in compilers]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
        print(name + ": " + ", ".join(cells), file=sys.stderr, flush=True)
    table = "\n".join(lines) + "\n"
    if options.markdown:
        options.markdown.write_text(table)
    print(table, end="")


if __name__ == "__main__":
    main()
