#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How long compilers take for a file with one assignment, and how that grows with the expression or, in a column
function, with the number of results.

  benchmarks/compile_time.py [--compiler COMPILER]... [--case NAME]... [--repeat N] [--markdown FILE]
  benchmarks/compile_time.py --count CLANG [--write]

COMPILER is a command such as "g++ -O3 -march=native" or "nvcc -O3 -arch=sm_90"; g++ -O2 unless given. Times are of the
processor (user and system), the least of N runs, so that other work on the machine counts little. With -ptx among nvcc's
options it is that of the front end and of the optimiser without ptxas.

--count: how many functions and classes of the library CLANG instantiates for some of the cases, which no other work on a
machine changes. It is compared with benchmarks/instantiations.txt, and fails where there are more by a fiftieth; --write
writes that file anew. The exit status is 77 where CLANG is of another version than the file.
"""
import argparse
import collections
import json
import pathlib
import re
import resource
import shlex
import shutil
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


def column_function(results):
    """The definition of a column function with so many results, each two lines more, and its assignment: transport and
    mixing of as many scalars with a diffusivity that they share."""
    numbers = range(results)
    lines = "".join(f"""    const auto mixed{i} = divergence(k * gradient(x{i}));
    const auto change{i} = (mixed{i} - divergence(upwind(mass_flux, x{i})) - x{i} * convergence) / rho;
""" for i in numbers)
    definition = f"""struct Tendencies {{
  template <class C, class F>
  STENCIL_FUNCTION auto operator()(C rho, C u, F w, {", ".join(f"C x{i}" for i in numbers)}) const {{
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto divergence = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto upwind = Upwind3rdOrderBiasedProductC2F(bottom(FirstOrderOneSided{{}}), top(FirstOrderOneSided{{}}));
    const auto rho_f = InterpolateC2F()(rho);
    const auto mass_flux = rho_f * w;
    const auto convergence = -divergence(mass_flux);
    const auto shear = gradient(u);
    const auto k = rho_f * sqrt(shear * shear + 1e-10);
{lines}    return results({", ".join(f"change{i}" for i in numbers)});
  }}
}};
"""
    arguments = ", ".join(f"x[{i}]" for i in numbers)
    assignment = f"fields({', '.join(f'y[{i}]' for i in numbers)}) = columnwise(Tendencies{{}})(a, b, f, {arguments});"
    return definition, f"std::vector<CenterField<double, Backend>> x({results}, a), y({results}, a);\n  {assignment}"


RESULTS = (1, 2, 4, 8, 16)
CASES = {
    "the headers alone": None,
    "the line on top": ("", "div = DivergenceF2C()(f * GradientC2F()(a * b));"),
    **{f"{n} nested operators": ("", nested(n)) for n in (3, 6, 12, 24)},
    **{f"a column function with {n} result{'' if n == 1 else 's'}": column_function(n) for n in RESULTS},
}
PROGRAM = """#include <stencil/{header}.hpp>
using namespace stencil;
using Backend = backend::{backend};
{definition}int main() {{
  const auto grid = ColumnGrid::uniform(64, 0.0, 30e3, 100);
  CenterField<double, Backend> a(grid), b(grid), div(grid);
  FaceField<double, Backend> f(grid), w(grid);
  {statement}
}}
"""


def source(case, device):
    header, backend = ("cuda", "Cuda") if device else ("stencil", "Cpu")
    if case is None:
        return f"#include <stencil/{header}.hpp>\n"
    definition, statement = case
    return PROGRAM.format(header=header, backend=backend, definition=definition, statement=statement)


def seconds(compiler, case, repeat):
    """The least processor time of the compiler and all it starts."""
    command = shlex.split(compiler)
    device = "nvcc" in command[0]
    includes = [f"-I{ROOT}/{folder}" for folder in
                ("include", "backends/cpu/include", *(["backends/cuda/include"] if device else []))]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / ("case.cu" if device else "case.cpp")
        file.write_text(source(case, device))
        made = [] if "-ptx" in command else ["-c"]
        least = float("inf")
        for _ in range(repeat):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([*command, "-std=c++20", *includes, *made, file, "-o", f"{folder}/case.o"], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


COUNTED = ("the line on top", "6 nested operators", "a column function with 4 results")
BOUNDS = pathlib.Path(__file__).resolve().parent / "instantiations.txt"


def instantiations(clang, case):
    """Functions and classes of the library, in the words of clang's -ftime-trace."""
    includes = [f"-I{ROOT}/{folder}" for folder in ("include", "backends/cpu/include")]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "case.cpp"
        file.write_text(source(case, False))
        subprocess.run([*shlex.split(clang), "-std=c++20", "-fsyntax-only", *includes, "-Xclang", f"-ftime-trace={file.with_suffix('.json')}",
                        "-Xclang", "-ftime-trace-granularity=0", file], check=True)
        events = json.loads(file.with_suffix(".json").read_text())["traceEvents"]
    return collections.Counter(event["name"] for event in events
                               if event["name"] in ("InstantiateFunction", "InstantiateClass")
                               and event["args"]["detail"].startswith("stencil::"))


def count(clang, write):
    """Prints and compares, or writes, the numbers of instantiations. Returns the exit status."""
    said = subprocess.run([*shlex.split(clang), "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"clang version (\d+)", said)
    if not found:
        stop(f"--count takes a clang, but '{clang}' is none")
    version = "clang " + found[1]
    known = dict(line.split(": ") for line in BOUNDS.read_text().splitlines() if not line.startswith("#")) if BOUNDS.exists() else {}
    if not write and known.get("counted by") != version:
        print(f"compile_time: {BOUNDS.name} was counted by {known.get('counted by')}, and this is {version}")
        return 77
    lines, status = [f"counted by: {version}"], 0
    for name in COUNTED:
        found = instantiations(clang, CASES[name])
        for what, event in (("functions", "InstantiateFunction"), ("classes", "InstantiateClass")):
            lines.append(f"{name}, {what}: {found[event]}")
            bound = int(known.get(f"{name}, {what}", 0))
            if not write and found[event] > bound + bound // 50:
                print(f"{name}: {found[event]} {what} are instantiated, where {BOUNDS.name} has {bound}: what a user compiles takes "
                      "longer now. Instantiate fewer, or accept them with benchmarks/compile_time.py --count " f"{clang} --write")
                status = 1
    print("\n".join(lines))
    if write:
        BOUNDS.write_text("# Functions and classes of the library that a file instantiates. Written by benchmarks/compile_time.py --count;\n"
                          "# CI fails where there are more by a fiftieth.\n" + "\n".join(lines) + "\n")
    return status


def stop(sentence):
    print(f"compile_time.py: {sentence}", file=sys.stderr)
    sys.exit(2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--case", action="append", choices=list(CASES))
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--markdown", type=pathlib.Path)
    parser.add_argument("--count", metavar="CLANG")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    for compiler in [options.count] if options.count else options.compiler or []:
        words = shlex.split(compiler)
        if not words or shutil.which(words[0]) is None:
            stop(f"there is no compiler '{compiler}'")
    if options.count:
        sys.exit(count(options.count, options.write))
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
    try:
        main()
    except subprocess.CalledProcessError as error:  # what the compiler says is above
        stop(f"'{error.cmd[0]}' ended with {error.returncode}")
