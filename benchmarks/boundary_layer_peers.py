#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The boundary-layer column by PyTorch (torch.compile) and by JAX (jit), with levels or columns as neighbours.

  cuda_boundary_layer 63 86400 column.bin     writes one column and its results, as cpu_boundary_layer does
  boundary_layer_peers.py column.bin [COLUMNS [gpu | cpu]] [--only WORD,...] [--patience SECONDS] [--go FILE]

Checks the diffusivity, the tendency of heat, both, and the four and nine results against those in the file, then prints
milliseconds of each, the best of five rounds of twenty calls, and in brackets the seconds of the first call, which
compiles. On a CPU by one thread, and nanoseconds for each level of each column. --only torch,levels,float64 measures
no other library, layout or type; what does not compile in --patience SECONDS is left out. With --go all are compiled,
then it makes FILE.ready and waits for FILE, so that many can be compiled at a time and measured one after another.
"""
import argparse
import functools
import os
import signal
import struct
import sys
import time

try:
    import numpy as np
except ImportError:  # said once the command line has been read, so that --help needs nothing
    np = None

# In the order of the file, and how many rows more than levels they have.
FIELDS = {"z": 0, "zf": 1, "rho": 0, "e": 0, "u": 0, "v": 0, "q1": 0, "q2": 0, "w": 1, "rho_t": 0, "e_t": 0, "u_t": 0,
          "v_t": 0, "q1_t": 0, "q2_t": 0, "p": 0, "k": 1, "w_t": 1}
HEAT_FLUX, STRESS, MOISTURE_FLUX = 10.0, 0.05, 1e-4
GRAVITY, GAS, HEAT_CAPACITY, SURFACE_PRESSURE, TIME_STEP = 9.81, 287.0, 1004.0, 1e5, 1.0


def read(path):
    data = open(path, "rb").read()
    levels = struct.unpack("i", data[:4])[0]
    values, place = {}, 4
    for name, extra in FIELDS.items():
        values[name] = np.frombuffer(data, np.float64, levels + extra, place)
        place += 8 * (levels + extra)
    return levels, values


class Formula:
    """The column for arrays of a library `m`, whose levels are along `axis`."""

    def __init__(self, m, axis, levels, grid):
        self.m, self.axis, self.levels = m, axis, levels
        self.dz, self.dzf, self.zf = grid

    def cut(self, x, first, last):
        rows = [slice(None)] * 2
        rows[self.axis] = slice(first, last)
        return x[tuple(rows)]

    def join(self, *parts):
        return self.m.cat(parts, self.axis) if hasattr(self.m, "cat") else self.m.concatenate(parts, self.axis)

    def zero(self, x):
        return self.m.zeros_like(self.cut(x, 0, 1))

    def to_faces(self, x):
        inside = (self.cut(x, 1, None) + self.cut(x, 0, -1)) / 2
        return self.join(self.cut(x, 0, 1), inside, self.cut(x, self.levels - 1, None))

    def gradient(self, x):
        inside = (self.cut(x, 1, None) - self.cut(x, 0, -1)) / self.cut(self.dzf, 1, -1)
        return self.join(self.zero(x), inside, self.zero(x))

    def divergence(self, flux, at_bottom=0.0):
        inside = self.cut(flux, 1, -1)
        all_faces = self.join(self.zero(flux) + at_bottom, inside, self.zero(flux))
        return (self.cut(all_faces, 1, None) - self.cut(all_faces, 0, -1)) / self.dz

    def upwind(self, w, x):
        n, cut = self.levels, self.cut

        def first_order(wind, below, above):
            return ((wind + abs(wind)) * below + (wind - abs(wind)) * above) / 2

        wind = cut(w, 2, n - 1)
        below, above, far_below, far_above = cut(x, 1, n - 2), cut(x, 2, n - 1), cut(x, 0, n - 3), cut(x, 3, n)
        inside = (wind * (7 * (above + below) - (far_above + far_below)) -
                  abs(wind) * (3 * (above - below) - (far_above - far_below))) / 12
        # A wind from the end carries its neighbour, one towards it what three cells give.
        low, high = cut(w, 1, 2), cut(w, n - 1, n)
        inner_low = (4 * cut(x, 0, 1) + 10 * cut(x, 1, 2) - 2 * cut(x, 2, 3)) / 12
        inner_high = (4 * cut(x, n - 1, n) + 10 * cut(x, n - 2, n - 1) - 2 * cut(x, n - 3, n - 2)) / 12
        end_low = first_order(cut(w, 0, 1), cut(x, 0, 1), cut(x, 0, 1))
        end_high = first_order(cut(w, n, n + 1), cut(x, n - 1, n), cut(x, n - 1, n))
        return self.join(end_low, first_order(low, cut(x, 0, 1), inner_low), inside,
                         first_order(high, inner_high, cut(x, n - 1, n)), end_high)

    def limited(self, w, x):
        """The flux at inner faces from a line in the upwind cell; those of the ends are not used."""
        n, cut, m = self.levels, self.cut, self.m
        wind = cut(w, 1, n)
        below, above = cut(x, 0, n - 1), cut(x, 1, n)
        far_below = self.join(cut(x, 0, 1), cut(x, 0, n - 2))
        far_above = self.join(cut(x, 2, n), cut(x, n - 1, n))
        up = wind > 0
        value = m.where(up, below, above)
        lower, upper = value - m.where(up, far_below, below), m.where(up, above, far_above) - value
        same = lower * upper > 0
        slope = m.where(same, 2 * lower * upper / m.where(same, lower + upper, 0 * lower + 1), 0 * lower)
        to_face = slope * ((1 - abs(wind) * TIME_STEP / cut(self.dzf, 1, -1)) / 2)
        flux = wind * (value + m.where(up, to_face, -to_face))
        return self.join(self.zero(x), flux, self.zero(x))

    def mixing(self, rho_f, theta, du, dv, dtheta):
        m = self.m
        shear = du * du + dv * dv + 1e-10
        ri = 9.81 / self.to_faces(theta) * dtheta / shear
        stable = 1 + 5 * ri
        factor = m.where(ri > 0, 1 / (stable * stable), m.sqrt(1 - 16 * m.where(ri < 0, ri, 0 * ri)))
        wall = 0.4 * self.zf
        length = wall / (1 + wall / 150.0)
        return length * length * m.sqrt(shear) * factor * rho_f

    def diffusivity(self, rho, e, u, v, w, q1, q2):
        theta, rho_f = e / rho, self.to_faces(rho)
        return (self.mixing(rho_f, theta, self.gradient(u), self.gradient(v), self.gradient(theta)) / rho_f,)

    def flow(self, rho, e, u, v, w):
        theta, rho_f = e / rho, self.to_faces(rho)
        du, dv, dtheta = self.gradient(u), self.gradient(v), self.gradient(theta)
        return theta, rho_f * w, du, dv, dtheta, self.mixing(rho_f, theta, du, dv, dtheta)

    def heating(self, rho, e, u, v, w, q1, q2):
        theta, mass_flux, du, dv, dtheta, k = self.flow(rho, e, u, v, w)
        return (self.divergence(k * dtheta, -HEAT_FLUX) - self.divergence(self.upwind(mass_flux, theta)),)

    def two(self, rho, e, u, v, w, q1, q2):
        theta, mass_flux, du, dv, dtheta, k = self.flow(rho, e, u, v, w)
        heating = self.divergence(k * dtheta, -HEAT_FLUX) - self.divergence(self.upwind(mass_flux, theta))
        return k / self.to_faces(rho), heating

    def tendencies(self, rho, e, u, v, w):
        theta, mass_flux, du, dv, dtheta, k = self.flow(rho, e, u, v, w)
        convergence = -self.divergence(mass_flux)

        def acceleration(x, dx):
            spread = self.divergence(k * dx, -STRESS) - self.divergence(self.upwind(mass_flux, x))
            return (spread - x * convergence) / rho

        heating = self.divergence(k * dtheta, -HEAT_FLUX) - self.divergence(self.upwind(mass_flux, theta))
        four = convergence, heating, acceleration(u, du) + 1e-4 * v, acceleration(v, dv) - 1e-4 * u
        return mass_flux, k, four

    def four(self, rho, e, u, v, w, q1, q2):
        return self.tendencies(rho, e, u, v, w)[2]

    def nine(self, rho, e, u, v, w, q1, q2):
        m, cut = self.m, self.cut
        mass_flux, k, four = self.tendencies(rho, e, u, v, w)
        rho_f = self.to_faces(rho)
        q1_t = self.divergence(k * self.gradient(q1), -MOISTURE_FLUX) - self.divergence(self.limited(mass_flux, q1))
        q2_t = self.divergence(k * self.gradient(q2)) - self.divergence(self.limited(mass_flux, q2))
        p = SURFACE_PRESSURE * m.exp(HEAT_CAPACITY / (HEAT_CAPACITY - GAS) * m.log(GAS / SURFACE_PRESSURE * e))
        w_c = (cut(w, 0, -1) + cut(w, 1, None)) / 2
        energy = 0.5 * (w_c * w_c)
        slope = (cut(energy, 1, None) - cut(energy, 0, -1)) / cut(self.dzf, 1, -1)
        slope = self.join(cut(slope, 0, 1), slope, cut(slope, self.levels - 2, None))
        w_t = -(self.gradient(p) / rho_f) - GRAVITY - slope
        return *four, q1_t, q2_t, p, k / rho_f, w_t


CASES = {"diffusivity": ("k",), "heating": ("e_t",), "two": ("k", "e_t"), "four": ("rho_t", "e_t", "u_t", "v_t"),
         "nine": ("rho_t", "e_t", "u_t", "v_t", "q1_t", "q2_t", "p", "k", "w_t")}
INPUTS = ("rho", "e", "u", "v", "w", "q1", "q2")


def milliseconds(call, wait):
    wait(call())
    best = 1e30
    for _ in range(5):
        wait(call())
        begin = time.perf_counter()
        for _ in range(20):
            last = call()
        wait(last)
        best = min(best, (time.perf_counter() - begin) / 20)
    return 1e3 * best


class Form:
    """All cases with levels (axis 1) or columns (axis 0) as neighbours, in float64 or float32."""

    def __init__(self, library, columns, levels, values, axis, real, deadline):
        self.library, self.points, self.axis, self.real = library, levels * columns, axis, real
        grid = np.diff(values["zf"]), np.concatenate([[1], np.diff(values["z"]), [1]]), values["zf"]

        def laid_out(x, wide):
            x = np.broadcast_to(x.astype(real), (columns if wide else 1, len(x)))
            return library.array(np.ascontiguousarray(x if axis == 1 else x.T))

        self.inputs = [laid_out(values[name], True) for name in INPUTS]
        formula = Formula(library.module, axis, levels, [laid_out(x, False) for x in grid])
        self.calls, self.first = {}, {}
        for case in CASES:
            begin = time.perf_counter()
            signal.alarm(max(1, int(deadline - begin)))
            try:
                self.compile(case, getattr(formula, case), values)
                self.first[case] = time.perf_counter() - begin
            except Exception as error:  # what a library cannot do in this time is left out, and said so
                print(f"# {self.label} {case}: {type(error).__name__} {str(error)[:200]}", flush=True)
            signal.alarm(0)

    @property
    def label(self):
        return f"{self.library.name:6} {'columns' if self.axis == 0 else 'levels':7} {self.real.__name__}"

    def compile(self, case, formula, values):
        call = self.library.compiled(formula)
        computed = call(*self.inputs)
        self.library.wait(computed)
        for got, name in zip(computed, CASES[case], strict=True):
            got = np.asarray(self.library.host(got), dtype=np.float64)
            got = got[0] if self.axis == 1 else got[:, 0]
            error = np.max(np.abs(got - values[name])) / np.max(np.abs(values[name]))
            if not error <= (1e-10 if self.real == np.float64 else 1e-2):
                sys.exit(f"{self.library.name}: {name} differs by {error}")
        self.calls[case] = call

    def print_times(self, of_point):
        line = f"{self.label}:"
        for case, call in self.calls.items():
            best = milliseconds(functools.partial(call, *self.inputs), self.library.wait)
            line += f" {case} {1e6 * best / self.points if of_point else best:.4f} ({self.first[case]:.1f} s)"
        print(line, "ns" if of_point else "ms", flush=True)


class Torch:
    name = "torch"

    def __init__(self, on_cpu):
        import torch
        self.module, self.on_cpu = torch, on_cpu
        torch._dynamo.config.cache_size_limit = 64
        torch._dynamo.config.recompile_limit = 64
        if on_cpu:
            torch.set_num_threads(1)

    def array(self, x):
        made = self.module.from_numpy(x.copy())
        return made if self.on_cpu else made.cuda()

    def compiled(self, f):
        return self.module.compile(f, dynamic=False)

    def host(self, x):
        return x.cpu().numpy()

    def wait(self, _):
        if not self.on_cpu:
            self.module.cuda.synchronize()


class Jax:
    name = "jax"

    def __init__(self, on_cpu):
        if on_cpu:
            os.environ["JAX_PLATFORMS"] = "cpu"
            os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        import jax
        jax.config.update("jax_enable_x64", True)
        self.jax, self.module = jax, jax.numpy

    def array(self, x):
        return self.module.asarray(x)

    def compiled(self, f):
        return self.jax.jit(f)

    def host(self, x):
        return x

    def wait(self, results):
        self.jax.block_until_ready(results)


def too_long(*_):
    raise TimeoutError("took too long to compile")


def chosen(words, name, all_of_kind):
    """Whether --only asks for it, or for none of its kind."""
    return name in words or not any(other in words for other in all_of_kind)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("columns", type=int, nargs="?", default=86400)
    parser.add_argument("device", choices=("gpu", "cpu"), nargs="?", default="gpu")
    parser.add_argument("--only", default="", metavar="WORD,...")
    parser.add_argument("--go", metavar="FILE")
    parser.add_argument("--patience", type=float, default=1e6, metavar="SECONDS")
    options = parser.parse_args()
    words = [word for word in options.only.split(",") if word]
    for word in words:
        if word not in ("torch", "jax", "levels", "columns", "float64", "float32"):
            parser.error(f"--only does not know '{word}'")

    if np is None:
        sys.exit("boundary_layer_peers.py: numpy is needed, and PyTorch or JAX")
    try:
        levels, values = read(options.file)
    except OSError as error:
        sys.exit(f"boundary_layer_peers.py: {error}")
    on_cpu = options.device == "cpu"
    signal.signal(signal.SIGALRM, too_long)
    deadline = time.perf_counter() + options.patience
    forms = []
    for library in (Torch, Jax):
        if not chosen(words, library.name, ("torch", "jax")):
            continue
        try:
            made = library(on_cpu)
        except ImportError as missing:
            print(f"{library.name}: left out, {missing}")
            continue
        for axis, order in ((1, "levels"), (0, "columns")):
            for real in (np.float64, np.float32):
                if chosen(words, order, ("levels", "columns")) and chosen(words, real.__name__, ("float64", "float32")):
                    forms.append(Form(made, options.columns, levels, values, axis, real, deadline))
                    if options.go is None:
                        forms.pop().print_times(on_cpu)
    if options.go is not None:
        open(options.go + ".ready", "w").close()
        while not os.path.exists(options.go):
            time.sleep(0.05)
    for form in forms:
        form.print_times(on_cpu)


if __name__ == "__main__":
    main()
