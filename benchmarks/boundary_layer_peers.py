#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The boundary-layer column by PyTorch (torch.compile) and by JAX (jit), with levels or columns as neighbours.

  cuda_boundary_layer 63 86400 column.bin     writes one column and its results
  boundary_layer_peers.py column.bin [COLUMNS]

Checks the diffusivity, the tendency of heat and the four tendencies against the results in the file, then prints
milliseconds of each, the best of five rounds of twenty calls.
"""
import functools
import struct
import sys
import time

import numpy as np

FIELDS = {"z": 0, "zf": 1, "rho": 0, "e": 0, "u": 0, "v": 0, "w": 1, "k": 1, "e_t": 0, "rho_t": 0, "u_t": 0, "v_t": 0}
HEAT_FLUX, STRESS = 10.0, 0.05


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

    def mixing(self, rho_f, theta, du, dv, dtheta):
        m = self.m
        shear = du * du + dv * dv + 1e-10
        ri = 9.81 / self.to_faces(theta) * dtheta / shear
        stable = 1 + 5 * ri
        factor = m.where(ri > 0, 1 / (stable * stable), m.sqrt(1 - 16 * m.where(ri < 0, ri, 0 * ri)))
        wall = 0.4 * self.zf
        length = wall / (1 + wall / 150.0)
        return length * length * m.sqrt(shear) * factor * rho_f

    def diffusivity(self, rho, e, u, v, w):
        theta, rho_f = e / rho, self.to_faces(rho)
        return (self.mixing(rho_f, theta, self.gradient(u), self.gradient(v), self.gradient(theta)) / rho_f,)

    def flow(self, rho, e, u, v, w):
        theta, rho_f = e / rho, self.to_faces(rho)
        du, dv, dtheta = self.gradient(u), self.gradient(v), self.gradient(theta)
        return theta, rho_f * w, du, dv, dtheta, self.mixing(rho_f, theta, du, dv, dtheta)

    def heating(self, rho, e, u, v, w):
        theta, mass_flux, du, dv, dtheta, k = self.flow(rho, e, u, v, w)
        return (self.divergence(k * dtheta, -HEAT_FLUX) - self.divergence(self.upwind(mass_flux, theta)),)

    def four(self, rho, e, u, v, w):
        theta, mass_flux, du, dv, dtheta, k = self.flow(rho, e, u, v, w)
        convergence = -self.divergence(mass_flux)

        def acceleration(x, dx):
            spread = self.divergence(k * dx, -STRESS) - self.divergence(self.upwind(mass_flux, x))
            return (spread - x * convergence) / rho

        heating = self.divergence(k * dtheta, -HEAT_FLUX) - self.divergence(self.upwind(mass_flux, theta))
        return convergence, heating, acceleration(u, du) + 1e-4 * v, acceleration(v, dv) - 1e-4 * u


CASES = {"diffusivity": ("k",), "heating": ("e_t",), "four": ("rho_t", "e_t", "u_t", "v_t")}
INPUTS = ("rho", "e", "u", "v", "w")


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


def measure(library, columns, levels, values):
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
                for got, name in zip(call(*inputs), results):
                    got = np.asarray(library.host(got), dtype=np.float64)
                    got = got[0] if axis == 1 else got[:, 0]
                    error = np.max(np.abs(got - values[name])) / np.max(np.abs(values[name]))
                    if error > (1e-10 if real == np.float64 else 1e-2):
                        sys.exit(f"{library.name}: {name} differs by {error}")
                line += f" {case} {milliseconds(functools.partial(call, *inputs), library.wait):.4f}"
            print(line, "ms", flush=True)


class Torch:
    name = "torch"

    def __init__(self):
        import torch
        self.module = torch
        torch._dynamo.config.cache_size_limit = 64

    def array(self, x):
        return self.module.from_numpy(x.copy()).cuda()

    def compiled(self, f):
        return self.module.compile(f)

    def host(self, x):
        return x.cpu().numpy()

    def wait(self, _):
        self.module.cuda.synchronize()


class Jax:
    name = "jax"

    def __init__(self):
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
    for library in (Torch, Jax):
        try:
            made = library()
        except ImportError as missing:
            print(f"{library.name}: left out, {missing}")
            continue
        measure(made, columns, levels, values)


if __name__ == "__main__":
    main()
