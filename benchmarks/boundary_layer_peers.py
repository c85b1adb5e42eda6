#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The boundary-layer column by PyTorch (torch.compile) and by JAX (jit), with levels or columns as neighbours.

  cuda_boundary_layer 63 86400 column.bin     writes one column and its results, as cpu_boundary_layer does
  boundary_layer_peers.py column.bin [COLUMNS [gpu | cpu]]

Checks the diffusivity, the tendency of heat, both, and the four and nine results against those in the file, then prints
milliseconds of each, the best of five rounds of twenty calls, and in brackets the seconds of the first call, which
compiles. On a CPU by one thread, and nanoseconds for each level of each column.
"""
import functools
import os
import struct
import sys
import time

import numpy as np

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


def measure(library, columns, levels, values, of_point):
    grid_of = (np.diff(values["zf"]), np.concatenate([[1], np.diff(values["z"]), [1]]), values["zf"])
    for axis, order in ((1, "levels"), (0, "columns")):
        for real in (np.float64, np.float32):
            def laid_out(x, wide):
                x = np.broadcast_to(x.astype(real), (columns if wide else 1, len(x)))
                return np.ascontiguousarray(x if axis == 1 else x.T)
            grid = [library.array(laid_out(x, False)) for x in grid_of]
            inputs = [library.array(laid_out(values[name], True)) for name in INPUTS]
            formula = Formula(library.module, axis, levels, grid)
            line = f"{library.name:6} {order:7} {real.__name__}:"
            for case, results in CASES.items():
                call = library.compiled(getattr(formula, case))
                begin = time.perf_counter()
                computed = call(*inputs)
                library.wait(computed)
                first = time.perf_counter() - begin
                for got, name in zip(computed, results):
                    got = np.asarray(library.host(got), dtype=np.float64)
                    got = got[0] if axis == 1 else got[:, 0]
                    error = np.max(np.abs(got - values[name])) / np.max(np.abs(values[name]))
                    if error > (1e-10 if real == np.float64 else 1e-2):
                        sys.exit(f"{library.name}: {name} differs by {error}")
                best = milliseconds(functools.partial(call, *inputs), library.wait)
                line += f" {case} {1e6 * best / (levels * columns) if of_point else best:.4f} ({first:.1f} s)"
            print(line, "ns" if of_point else "ms", flush=True)


class Torch:
    name = "torch"

    def __init__(self, on_cpu):
        import torch
        self.module, self.on_cpu = torch, on_cpu
        torch._dynamo.config.cache_size_limit = 64
        if on_cpu:
            torch.set_num_threads(1)

    def array(self, x):
        made = self.module.from_numpy(x.copy())
        return made if self.on_cpu else made.cuda()

    def compiled(self, f):
        return self.module.compile(f)

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


def main():
    levels, values = read(sys.argv[1])
    columns = int(sys.argv[2]) if len(sys.argv) > 2 else 86400
    on_cpu = len(sys.argv) > 3 and sys.argv[3] == "cpu"
    for library in (Torch, Jax):
        try:
            made = library(on_cpu)
        except ImportError as missing:
            print(f"{library.name}: left out, {missing}")
            continue
        measure(made, columns, levels, values, on_cpu)


if __name__ == "__main__":
    main()
