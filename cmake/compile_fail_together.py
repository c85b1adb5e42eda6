#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Gives g++ or clang several sources of stencil_add_compile_fail_tests as one, each in a namespace of its own, since reading the
headers is most of the time of each:

  compile_fail_together.py FILE SOURCE... -- COMMAND...

FILE is written and compiled by COMMAND. Of each source the first error that comes from it, where it stands or where it is
instantiated, must have its sentence. A template that two of them instantiate alike is an error of the first only, so a source
of which no such error is found is compiled alone by COMMAND, as compile_fail.cmake does, and that decides.
"""
import os
import pathlib
import re
import subprocess
import sys

split = sys.argv.index("--")
file, *sources = map(pathlib.Path, sys.argv[1:split])
command = sys.argv[split + 1:]
environment = os.environ | {"LC_ALL": "C"}
is_error = re.compile(r"(^|[^\n]*: )(fatal )?error: ")


def compiled(source, *options):
    return subprocess.run(command + [*options, str(source)], env=environment, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def sentence(source):
    return re.search(r"^// expect: (.*)", source.read_text(), re.M)[1]


def joined(of):
    """Their headers, and each in its namespace."""
    headers = {}
    for source in of:
        for name in re.findall(r'^#include (<.*>|".*")', source.read_text(), re.M):
            headers[name if name.startswith("<") else f'"{source.parent}/{name[1:-1]}"'] = None
    return "".join(f"#include {name}\n" for name in headers) + "".join(
        f'namespace {source.stem} {{\n#include "{source}"\n}}\n' for source in of)


def first_errors(output, of):
    """The first error of each source. g++ says before an error where it comes from, and nothing if that is where the one before
    came from; clang says it after."""
    paths = re.compile("|".join(re.escape(str(source)) for source in of))
    lines = output.splitlines()
    at = [i for i, line in enumerate(lines) if is_error.match(line)]
    from_before = not is_clang
    found, last = {}, None
    for number, i in enumerate(at):
        own = paths.findall(lines[i])
        if from_before:
            around = paths.findall("\n".join(lines[at[number - 1] + 1 if number else 0:i]))[::-1]
        else:
            around = paths.findall("\n".join(lines[i + 1:at[number + 1] if number + 1 < len(at) else len(lines)]))
        named = (own or around or [last])[0]
        last = named
        found.setdefault(named, lines[i])
    return found


is_clang = "clang" in subprocess.run([command[0], "--version"], text=True, capture_output=True).stdout
file.parent.mkdir(parents=True, exist_ok=True)
file.write_text(joined(sources))
result = compiled(file, *(["-ferror-limit=0"] if is_clang else ["-fmax-errors=0"]), "-ftemplate-backtrace-limit=0")
found = first_errors(result.stdout, sources)
alone = [source for source in sources if sentence(source) not in found.get(str(source), "")]
failures = 0
for source in alone:
    result = compiled(source, "-Wfatal-errors")
    error = next((line for line in result.stdout.splitlines() if is_error.match(line)), "")
    if result.returncode == 0 or sentence(source) not in error:
        failures += 1
        print(f"{source}\n  was to fail with\n    {sentence(source)}\n  but the first error is\n    {error or 'none'}\n{result.stdout}")
print(f"{len(sources)} sources, of which {len(alone)} were compiled alone: {' '.join(source.stem for source in alone)}")
sys.exit(failures != 0)
