#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The columns of benchmarks/real by PyTorch (torch.compile) and JAX (jit): seconds of each, as lines of JSON.

  cpu_real_kessler --write FOLDER                          arguments and results of a few columns
  real_peers.py FOLDER torch|jax CASE COLUMNS... [--float32] [--go FILE] [--patience SECONDS] [--each SECONDS]

Every form (levels or columns as neighbours, ways to solve tridiagonal systems) is compiled and its results are checked
against those in the folder, as many as --patience allows and none for longer than --each, 75 s unless given. With --go
it then makes FILE.ready and waits for FILE, so that many cases can be compiled at a time and measured one after
another. JAX's library, whose solver takes 0.1 s for 1000 columns of one system, is left out with more than 10 000.
"""
import functools
import gc
import json
import os
import signal
import sys
import time

try:
    import numpy as np
except ImportError:  # said once the command line has been read, so that --help needs nothing
    np = None

import real_formulas


def read(folder, case):
    numbers = np.fromfile(f"{folder}/{case}.bin")
    arrays, place = {"grid": {}, "argument": [], "result": []}, 0
    levels = None
    for line in open(f"{folder}/{case}.txt"):
        kind, name, location, columns = line.split()
        columns = int(columns)
        if levels is None:  # the first are the heights of centers, of which there is one fewer than of faces
            levels = next(n for n in range(1, 4096) if abs(numbers[n]) <= 1e-9 or numbers[n] < numbers[n - 1])
        rows = {"c": levels, "f": levels + 1, "s": 1}[location]
        values = numbers[place:place + rows * columns].reshape(columns, rows)
        place += rows * columns
        if kind == "grid":
            arrays["grid"][name] = values
        else:
            arrays[kind].append((name, values))
    return arrays


class Torch:
    name = "torch.compile"
    ways = ("reduction", "elimination")
    across_only = ways

    def __init__(self, float_type):
        import torch
        self.float_type = float_type
        self.torch = self.module = torch
        self.jax = None
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch._dynamo.config.cache_size_limit = 64
        torch._dynamo.config.recompile_limit = 64
        torch.set_grad_enabled(False)

    def array(self, x, times=1, axis=0):
        x = self.torch.from_numpy(np.ascontiguousarray(x, self.float_type)).to(self.device)
        return x.repeat((times, 1) if axis == 0 else (1, times)).contiguous()

    def compiled(self, f):
        return self.torch.compile(f, dynamic=False) if self.device == "cuda" or "--compile" in sys.argv else f

    def host(self, x):
        return x.cpu().numpy()

    def wait(self, _):
        if self.device == "cuda":
            self.torch.cuda.synchronize()

    def forget(self):
        gc.collect()
        if self.device == "cuda":
            self.torch.cuda.empty_cache()


class Jax:
    name = "jax.jit"
    ways = ("reduction", "scan", "library")
    across_only = ("scan",)
    most_for_library = 10_000  # columns

    def __init__(self, float_type):
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax
        jax.config.update("jax_enable_x64", float_type == "float64")
        self.float_type = float_type
        self.jax, self.module = jax, jax.numpy

    def array(self, x, times=1, axis=0):
        x = x.astype(self.float_type)
        return self.jax.device_put(self.module.tile(x, (times, 1) if axis == 0 else (1, times)))

    def compiled(self, f):
        return self.jax.jit(f)

    def host(self, x):
        return np.asarray(x)

    def wait(self, results):
        self.jax.block_until_ready(results)

    def forget(self):
        gc.collect()


class Form:
    """A case in one layout, with one way to solve, for one number of columns."""

    def __init__(self, library, case, data, axis, way, columns):
        self.library, self.case, self.data, self.axis, self.way, self.columns = library, case, data, axis, way, columns
        turned = (lambda x: x) if axis == 1 else np.transpose
        self.turned = turned
        grid = {name: library.array(turned(x)) for name, x in data["grid"].items()}
        f = real_formulas.Arrays(library.module, axis, grid, way, library.jax, library.float_type)
        if way == "reduction" and library.jax is None:
            f.compile_steps(library.compiled)
        if case in real_formulas.STEPS:
            self.call = real_formulas.repeated(f, library.compiled, real_formulas.STEPS[case](f))
        else:
            formula = functools.partial(real_formulas.CASES[case][0], f)
            self.call = library.compiled(lambda *x: formula(*x))

    def arguments(self):
        kinds = self.data["argument"][0][1].shape[0]
        times = -(-self.columns // kinds)
        full = [self.library.array(self.turned(x), times, 1 - self.axis) for _, x in self.data["argument"]]
        if self.columns % kinds:
            cut = (slice(0, self.columns), slice(None)) if self.axis == 1 else (slice(None), slice(0, self.columns))
            full = [x[cut] if self.library.jax else x[cut].contiguous() for x in full]
        return full

    def check(self):
        """Compiles; the largest difference of a result from what is expected, as a part of the largest value."""
        results = self.call(*self.arguments())
        off = 0.0
        for got, (name, expected) in zip(results, self.data["result"]):
            kinds = min(expected.shape[0], self.columns)
            got = got[:kinds] if self.axis == 1 else got[:, :kinds]
            got = self.turned(self.library.host(got)).astype(np.float64)
            scale = np.max(np.abs(expected)) or 1.0
            here = np.max(np.abs(np.broadcast_to(got, expected[:kinds].shape) - expected[:kinds])) / scale
            off = here if not here <= off else off
        if len(results) != len(self.data["result"]):
            raise ValueError("number of results")
        self.off = float(off)
        return self.off

    def seconds(self):
        arguments, wait, call = self.arguments(), self.library.wait, self.call
        wait(call(*arguments))
        wait(call(*arguments))
        begin = time.perf_counter()
        wait(call(*arguments))
        once = time.perf_counter() - begin
        calls = max(1, min(50, int(0.02 / max(once, 1e-6))))
        rounds = []
        for _ in range(5):
            begin = time.perf_counter()
            for _ in range(calls):
                last = call(*arguments)
            wait(last)
            rounds.append((time.perf_counter() - begin) / calls)
        return sorted(rounds)[2]


def too_long(*_):
    raise TimeoutError("took too long to compile")


def refuse(word, what):
    sys.exit(f"{os.path.basename(sys.argv[0])}: '{word}' is no {what}")


def look_at_command_line(usage, least):
    """Ends the program where it was asked for help, was given fewer than so many words, or lacks what it needs."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(usage)
        sys.exit()
    name = os.path.basename(sys.argv[0])
    if len(sys.argv) <= least:
        sys.exit(f"{name}: too few arguments; {name} --help lists them")
    if np is None:
        sys.exit(f"{name}: numpy is needed")


def sizes_of(words):
    """The numbers of columns before the first option."""
    sizes = []
    for word in words:
        if word.startswith("--"):
            break
        if not word.isdecimal() or int(word) < 1:
            refuse(word, "whole number from 1 on")
        sizes.append(int(word))
    return sizes


def seconds_of(option, otherwise):
    if option not in sys.argv:
        return otherwise
    word = (sys.argv[sys.argv.index(option) + 1:] or [""])[0]
    try:
        return float(word)
    except ValueError:
        return refuse(word, f"number of seconds for {option}")


def main():
    look_at_command_line(__doc__, 3)
    signal.signal(signal.SIGALRM, too_long)
    folder, which, case = sys.argv[1:4]
    if which not in ("torch", "jax"):
        refuse(which, "library: torch or jax")
    if case not in real_formulas.CASES:
        refuse(case, "case: " + ", ".join(real_formulas.CASES))
    go = sys.argv[sys.argv.index("--go") + 1] if "--go" in sys.argv else None
    patience = seconds_of("--patience", 1e9)
    each = seconds_of("--each", 75)
    sizes = sizes_of(sys.argv[4:])
    float_type = "float32" if "--float32" in sys.argv else "float64"
    try:
        library = {"torch": Torch, "jax": Jax}[which](float_type)
        data = read(folder, case)
    except (ImportError, OSError) as error:
        sys.exit(f"real_peers.py: {error}")
    ways = library.ways if real_formulas.CASES[case][1] else ("none",)
    forms = []
    begin = time.perf_counter()
    wanted = [(way, columns, axis) for way in ways for columns in sizes for axis in (1, 0)
              # Some ways only where columns are contiguous; the library's solver wants levels to be.
              if not (way in library.across_only and axis == 1)
              and not (way == "library" and (axis == 0 or columns > library.most_for_library))]
    for way, columns, axis in wanted:
        label = f"{case} {library.name} {way} axis {axis} {columns}"
        started = time.perf_counter()
        left = patience - (started - begin)
        if left < 2:
            print(f"# {label}: no time left", flush=True)
            continue
        signal.alarm(int(min(each, left)))
        try:
            form = Form(library, case, data, axis, way, columns)
            off = form.check()
            print(f"# {label}: off {off:.1e}, {time.perf_counter() - started:.1f} s to compile", flush=True)
            forms.append(form)
        except Exception as error:  # a form that a library cannot do is left out, and said so
            print(f"# {label}: {type(error).__name__} {str(error)[:300]}", flush=True)
        signal.alarm(0)
        library.forget()
    print(f"# {case} {library.name}: {time.perf_counter() - begin:.1f} s to compile all", flush=True)
    if go is not None:
        open(go + ".ready", "w").close()
        while not os.path.exists(go):
            time.sleep(0.05)
    for form in forms:
        try:
            seconds = form.seconds()
            how = f"{'levels' if form.axis == 1 else 'columns'} contiguous" + ("" if form.way == "none" else ", " + form.way)
            print(json.dumps({"case": case, "type": float_type, "who": library.name, "how": how, "columns": form.columns,
                              "seconds": seconds, "off": form.off}), flush=True)
        except Exception as error:
            print(f"# {case} {library.name}: {type(error).__name__} {str(error)[:300]}", flush=True)
        library.forget()


if __name__ == "__main__":
    main()
