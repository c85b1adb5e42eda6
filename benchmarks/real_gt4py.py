#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Five columns of benchmarks/real by GT4Py's Cartesian stencils, on a CPU or a GPU: seconds of each, as lines of JSON.

  cpu_real_icon_w --write FOLDER                                         arguments and results of a few columns
  real_gt4py.py FOLDER CASE COLUMNS... [--backends gt:gpu,...] [--float32]

Without --backends all of GT4Py's compiled ones for a GPU if cupy sees one, else for a CPU: one thread of it with
OMP_NUM_THREADS=1. Stencils are frozen: a call checks nothing. What a backend cannot compile is left out, and said so.
"""
import json
import sys
import time

import real_peers

real_peers.look_at_command_line(__doc__, 3)
try:
    import gt4py.storage as storage
    from gt4py.cartesian import gtscript
    from gt4py.cartesian.gtscript import BACKWARD, FORWARD, PARALLEL, computation, interval  # noqa: F401
except ImportError as error:
    sys.exit(f"real_gt4py.py: {error}")
try:
    import cupy
    on_gpu = cupy.cuda.runtime.getDeviceCount() > 0
except Exception:  # without the package, without a driver or without a GPU
    cupy, on_gpu = None, False
import numpy as np  # noqa: E402

Real = np.float32 if "--float32" in sys.argv else np.float64
Cells = gtscript.Field[Real]  # of faces too, which are one level more
Heights = gtscript.Field[gtscript.K, Real]
Ground = gtscript.Field[gtscript.IJ, Real]


def vertical_advection(u: Cells, u_pos: Cells, push: Cells, more: Cells, w: Cells, w_next: Cells, out: Cells):
    with computation(FORWARD):
        with interval(0, 1):
            above = 0.125 * (w[0, 0, 1] + w_next[0, 0, 1])
            right = 0.15 * u_pos + push + more - above * (u[0, 0, 1] - u)
            factor = 1.0 / (0.15 - above)
            upper = above * factor
            out = right * factor
        with interval(1, -1):
            below = -0.125 * (w + w_next)
            above = 0.125 * (w[0, 0, 1] + w_next[0, 0, 1])
            right = 0.15 * u_pos + push + more - below * (u[0, 0, -1] - u) - above * (u[0, 0, 1] - u)
            factor = 1.0 / (0.15 - below - above - below * upper[0, 0, -1])
            upper = above * factor
            out = (right - below * out[0, 0, -1]) * factor
        with interval(-1, None):
            below = -0.125 * (w + w_next)
            right = 0.15 * u_pos + push + more - below * (u[0, 0, -1] - u)
            factor = 1.0 / (0.15 - below - below * upper[0, 0, -1])
            out = (right - below * out[0, 0, -1]) * factor
    with computation(BACKWARD):
        with interval(-1, None):
            value = out
            out = 0.15 * (value - u_pos)
        with interval(0, -1):
            value = out - upper * value[0, 0, 1]
            out = 0.15 * (value - u_pos)


def diffusion_1(mixing: Cells, rho: Cells, q: Cells, dc: Heights, df: Heights, x: Cells):
    with computation(FORWARD):
        with interval(0, 1):
            top = 0.5 * (rho + rho[0, 0, 1]) * mixing[0, 0, 1] / df[1]
            above = 300.0 / (rho * dc) * top
            factor = 1.0 / (1.0 + above)
            upper = above * factor
            x = q * factor
        with interval(1, -1):
            top = 0.5 * (rho + rho[0, 0, 1]) * mixing[0, 0, 1] / df[1]
            weight = 300.0 / (rho * dc)
            below = weight * top[0, 0, -1]
            above = weight * top
            factor = 1.0 / (1.0 + below + above - below * upper[0, 0, -1])
            upper = above * factor
            x = (q + below * x[0, 0, -1]) * factor
        with interval(-1, None):
            below = 300.0 / (rho * dc) * top[0, 0, -1]
            factor = 1.0 / (1.0 + below - below * upper[0, 0, -1])
            x = (q + below * x[0, 0, -1]) * factor
    with computation(BACKWARD), interval(0, -1):
        x = x + upper * x[0, 0, 1]


def icon_w(w_e: Cells, w_ground: Ground, v: Ground, exner_e: Cells, exner: Cells, rho_e: Cells, rho: Cells, theta: Cells,
           zf: Heights, dc: Heights, df: Heights, w: Cells, rho_new: Cells, exner_new: Cells, theta_new: Cells):
    # dt = 6 s; R = 287.04, cp = 1004.64, cv = 717.6 J/kg/K. The domain is that of faces, one more than cells.
    with computation(PARALLEL):
        with interval(0, 1):
            beta = 6.0 * 287.04 / 717.6 * exner / (rho * theta)
            mass = 0.0
            heat = 0.0
        with interval(1, -1):
            beta = 6.0 * 287.04 / 717.6 * exner / (rho * theta)
            mass = v * 0.5 * (rho[0, 0, -1] + rho)
            heat = mass * 0.5 * (theta[0, 0, -1] + theta)
        with interval(-1, None):
            mass = 0.0
            heat = 0.0
    with computation(FORWARD):
        with interval(0, 1):
            upper = 0.0
            solved = w_ground
        with interval(1, -1):
            gamma = 6.0 * 1004.64 * v * 0.5 * (theta[0, 0, -1] + theta) / df
            low = gamma * beta[0, 0, -1] / dc[-1]
            high = gamma * beta / dc
            # heat vanishes at both ends, where w is given
            lower = -low * heat[0, 0, -1]
            factor = 1.0 / (1.0 + (low + high) * heat - lower * upper[0, 0, -1])
            upper = -high * heat[0, 0, 1] * factor
            solved = (w_e - gamma * (exner_e - exner_e[0, 0, -1]) - lower * solved[0, 0, -1]) * factor
        with interval(-1, None):
            solved = 0.0
    with computation(BACKWARD):
        with interval(-1, None):
            w = 0.0
        with interval(1, -1):
            solved = solved - upper * solved[0, 0, 1]
            w = solved / (1.0 + 6.0 * 0.05 * (zf - 12000.0) / 1000.0) if zf > 12000.0 else solved
        with interval(0, 1):
            w = solved
    with computation(PARALLEL), interval(0, -1):
        rho_new = rho_e - 6.0 * (mass[0, 0, 1] * w[0, 0, 1] - mass * w) / dc
        exner_new = exner_e - beta * (heat[0, 0, 1] * w[0, 0, 1] - heat * w) / dc
        theta_new = rho * theta * (1.0 + 717.6 / 287.04 * (exner_new / exner - 1.0)) / rho_new


@gtscript.function
def fallen(rho_f, dc, w, q):
    """Out of a cell through its lower face, and into it from the one above."""
    return (rho_f[0, 0, 1] * w[0, 0, 1] * q[0, 0, 1] - rho_f * w * q) / dc


@gtscript.function
def fallen_from_top(rho_f, dc, w, q):
    return -rho_f * w * q / dc


def sedimentation(rho: Cells, temperature: Cells, liquid: Cells, ice: Cells, rain: Cells, snow: Cells, n_liquid: Cells,
                  n_rain: Cells, rime: Cells, rime_volume: Cells, w_liquid: Cells, w_ice: Cells, w_rain: Cells,
                  w_snow: Cells, w_n: Cells, zc: Heights, dc: Heights, df: Heights, d_liquid: Cells, d_ice: Cells,
                  d_rain: Cells, d_snow: Cells, d_n_liquid: Cells, d_n_rain: Cells, d_rime: Cells, d_rime_volume: Cells,
                  d_water: Cells, d_energy: Cells):
    with computation(PARALLEL):
        with interval(0, 1):
            rho_f = rho
        with interval(1, None):
            rho_f = 0.5 * (rho[0, 0, -1] * dc[-1] + rho * dc) / df
    with computation(PARALLEL), interval(...):
        of_water = 4181.0 * (temperature - 273.16) + 9.81 * zc
        of_ice = 2100.0 * (temperature - 273.16) + 9.81 * zc
        h_liquid = liquid * of_water
        h_ice = ice * of_ice
        h_rain = rain * of_water
        h_snow = snow * of_ice
    with computation(PARALLEL):
        with interval(0, -1):
            d_liquid = fallen(rho_f, dc, w_liquid, liquid)
            d_ice = fallen(rho_f, dc, w_ice, ice)
            d_rain = fallen(rho_f, dc, w_rain, rain)
            d_snow = fallen(rho_f, dc, w_snow, snow)
            d_n_liquid = fallen(rho_f, dc, w_liquid, n_liquid)
            d_n_rain = fallen(rho_f, dc, w_n, n_rain)
            d_rime = fallen(rho_f, dc, w_ice, rime)
            d_rime_volume = fallen(rho_f, dc, w_ice, rime_volume)
            d_energy = (fallen(rho_f, dc, w_liquid, h_liquid) + fallen(rho_f, dc, w_ice, h_ice) +
                        fallen(rho_f, dc, w_rain, h_rain) + fallen(rho_f, dc, w_snow, h_snow))
        with interval(-1, None):
            d_liquid = fallen_from_top(rho_f, dc, w_liquid, liquid)
            d_ice = fallen_from_top(rho_f, dc, w_ice, ice)
            d_rain = fallen_from_top(rho_f, dc, w_rain, rain)
            d_snow = fallen_from_top(rho_f, dc, w_snow, snow)
            d_n_liquid = fallen_from_top(rho_f, dc, w_liquid, n_liquid)
            d_n_rain = fallen_from_top(rho_f, dc, w_n, n_rain)
            d_rime = fallen_from_top(rho_f, dc, w_ice, rime)
            d_rime_volume = fallen_from_top(rho_f, dc, w_ice, rime_volume)
            d_energy = (fallen_from_top(rho_f, dc, w_liquid, h_liquid) + fallen_from_top(rho_f, dc, w_ice, h_ice) +
                        fallen_from_top(rho_f, dc, w_rain, h_rain) + fallen_from_top(rho_f, dc, w_snow, h_snow))
    with computation(PARALLEL), interval(...):
        d_water = d_liquid + d_ice + d_rain + d_snow


@gtscript.function
def upwind(up, x):
    return ((up + abs(up)) * x[0, 0, -1] + (up - abs(up)) * x) / 2.0


@gtscript.function
def limited_line(x):
    mean = 0.5 * (x[0, 0, 1] - x[0, 0, -1])
    lowest = min(x, min(x[0, 0, -1], x[0, 0, 1]))
    highest = max(x, max(x[0, 0, -1], x[0, 0, 1]))
    size = min(abs(mean), min(2.0 * (x - lowest), 2.0 * (highest - x)))
    return -size if mean < 0.0 else size


@gtscript.function
def limited(up, x, line, df):
    to_face = 0.5 * (1.0 - abs(up) * 60.0 / df)
    return up * (x[0, 0, -1] + line[0, 0, -1] * to_face if up > 0.0 else x - line * to_face)


def mass_fluxes(rho: Cells, w: Cells, a1: Cells, w1: Cells, h1: Cells, q1: Cells, c1: Cells, a2: Cells, w2: Cells,
                h2: Cells, q2: Cells, c2: Cells, h: Cells, q: Cells, c: Cells, dc: Heights, df: Heights, energy: Cells,
                water: Cells, density: Cells, tracer: Cells):
    with computation(PARALLEL), interval(...):
        eh1 = (h1 - h) * a1
        eh2 = (h2 - h) * a2
        eq1 = (q1 - q) * a1
        eq2 = (q2 - q) * a2
        ec1 = (c1 - c) * a1
        ec2 = (c2 - c) * a2
    with computation(PARALLEL):
        with interval(0, 1):
            line1 = 0.0
            line2 = 0.0
        with interval(1, -1):
            line1 = limited_line(ec1)
            line2 = limited_line(ec2)
        with interval(-1, None):
            line1 = 0.0
            line2 = 0.0
    with computation(PARALLEL):
        with interval(0, 1):
            flux_h = 0.0
            flux_q = 0.0
            flux_c = 0.0
        with interval(1, None):
            rho_f = 0.5 * (rho[0, 0, -1] * dc[-1] + rho * dc) / df
            up1 = w1 - w
            up2 = w2 - w
            flux_h = rho_f * (upwind(up1, eh1) + upwind(up2, eh2))
            flux_q = rho_f * (upwind(up1, eq1) + upwind(up2, eq2))
            flux_c = rho_f * (limited(up1, ec1, line1, df) + limited(up2, ec2, line2, df))
    with computation(PARALLEL):
        with interval(0, -1):
            energy = (flux_h - flux_h[0, 0, 1]) / dc
            water = (flux_q - flux_q[0, 0, 1]) / dc
            tracer = (flux_c - flux_c[0, 0, 1]) / dc
        with interval(-1, None):
            energy = flux_h / dc
            water = flux_q / dc
            tracer = flux_c / dc
    with computation(PARALLEL), interval(...):
        density = q * water


CASES = {f.__name__: f for f in (vertical_advection, diffusion_1, icon_w, sedimentation, mass_fluxes)}
ON_CPU = ("gt:cpu_kfirst", "gt:cpu_ifirst", "dace:cpu", "dace:cpu_kfirst")
ON_GPU = ("gt:gpu", "dace:gpu")


def plane(columns):
    """Two factors, as near to each other as can be."""
    few = max(i for i in range(1, int(columns**0.5) + 1) if columns % i == 0)
    return columns // few, few


def array(backend, values, columns, sizes):
    """An array of GT4Py that repeats the given columns; sizes: those of the horizontal plane."""
    full = np.resize(values, (columns, values.shape[1])).astype(Real).reshape(*sizes, -1)
    if values.shape[1] == 1:
        return storage.from_array(full[:, :, 0], Real, backend=backend, dimensions=("I", "J"))
    return storage.from_array(full, Real, backend=backend)


def frozen(case, backend, data, columns):
    """A call without arguments, and the arrays of its results."""
    sizes = plane(columns)
    options, flags = {}, []
    if "gpu" in backend:
        options["device_sync"] = False  # calls are not waited for one by one
    elif backend.startswith(("gt:", "dace:")):
        flags += ["-march=native", "-ffast-math"]  # as our loops by hand are compiled
    if backend.startswith("dace:"):
        flags.append("-std=c++20")  # DaCe 2.0 needs it, and is given C++17
    if flags:
        options["extra_opt_flags"] = " ".join(flags)
    definition = CASES[case]
    stencil = gtscript.stencil(backend, definition, **options)
    names = list(definition.__annotations__)
    arguments = [array(backend, x, columns, sizes) for _, x in data["argument"]]
    zc, zf = data["grid"]["z_centers"][0], data["grid"]["z_faces"][0]
    # At the ends half a cell; no stencil here reads them.
    heights = {"zc": zc, "zf": zf, "dc": np.diff(zf), "df": np.diff(np.concatenate(([zf[0]], zc, [zf[-1]])))}
    grid = [storage.from_array(heights[name].astype(Real), Real, backend=backend, dimensions=("K", ))
            for name in names if name in heights]
    results = [array(backend, np.zeros_like(x), columns, sizes) for _, x in data["result"]]
    operands = dict(zip(names, arguments + grid + results))
    rows = max(x.shape[1] for _, x in data["result"])
    fast = stencil.freeze(origin={name: (0, ) * operand.ndim for name, operand in operands.items()}, domain=(*sizes, rows))
    return (lambda: fast(**operands)), results


def off(results, data, columns):
    """The largest difference from what is expected, as a part of the largest value."""
    largest = 0.0
    for got, (_, expected) in zip(results, data["result"]):
        kinds = min(columns, expected.shape[0])
        got = (cupy.asnumpy(got) if "cupy" in type(got).__module__ else np.asarray(got)).reshape(columns, -1)[:kinds]
        here = np.max(np.abs(got.astype(np.float64) - expected[:kinds])) / (np.max(np.abs(expected)) or 1.0)
        largest = here if not here <= largest else largest
    return float(largest)


def seconds(call, wait):
    call(), call(), wait()
    begin = time.perf_counter()
    call(), wait()
    calls = max(1, min(50, int(0.02 / max(time.perf_counter() - begin, 1e-6))))
    rounds = []
    for _ in range(9):
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        wait()
        rounds.append((time.perf_counter() - begin) / calls)
    return min(rounds)


def main():
    folder, case = sys.argv[1:3]
    if case not in CASES:
        real_peers.refuse(case, "case: " + ", ".join(CASES))
    sizes = real_peers.sizes_of(sys.argv[3:])
    backends = ON_GPU if on_gpu else ON_CPU
    if "--backends" in sys.argv:
        backends = (sys.argv[sys.argv.index("--backends") + 1:] or [""])[0].split(",")
    try:
        data = real_peers.read(folder, case)
    except OSError as error:
        sys.exit(f"real_gt4py.py: {error}")
    for backend in backends:
        gpu = "gpu" in backend
        wait = cupy.cuda.runtime.deviceSynchronize if gpu and cupy else lambda: None
        for columns in sizes:
            try:
                begin = time.perf_counter()
                call, results = frozen(case, backend, data, columns)
                call(), wait()
                print(f"# {case} {backend} {columns}: {time.perf_counter() - begin:.1f} s to compile", flush=True)
                strides = results[0].strides
                how = "levels" if strides[2] == min(strides) else "columns"
                print(json.dumps({"case": case, "type": np.dtype(Real).name, "who": "GT4Py", "how": f"{how} contiguous, {backend}",
                                  "columns": columns, "seconds": seconds(call, wait),
                                  "off": off(results, data, columns)}), flush=True)
            except Exception as error:  # what a backend cannot do
                print(f"# {case} {backend} {columns}: {type(error).__name__} {str(error)[:300]}", flush=True)


if __name__ == "__main__":
    main()
