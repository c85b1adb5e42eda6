#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""COSMO's vertical advection by numba on one thread of a CPU, in the form of npbench (weather_stencils/vadv): sweeps over
levels, of all columns at a time; and as loops over columns. Seconds, as lines of JSON.

  cpu_real_vertical_advection --write FOLDER
  real_numba.py FOLDER COLUMNS...
"""
import json
import sys
import time

import real_peers

real_peers.look_at_command_line(__doc__, 1)
try:
    import numba
except ImportError as error:
    sys.exit(f"real_numba.py: {error}")
import numpy as np  # noqa: E402

RATE = 3.0 / 20


@numba.njit(fastmath=True)
def sweeps(u, u_pos, push, more, w, w_next, out):
    """Arrays with levels first: whole levels at a time."""
    n = u.shape[0]
    upper = np.empty_like(u)
    for k in range(n):
        right = RATE * u_pos[k] + push[k] + more[k]
        diagonal = np.full(u.shape[1], RATE)
        above = np.zeros(u.shape[1])
        if k > 0:
            below = -0.125 * (w[k] + w_next[k])
            right -= below * (u[k - 1] - u[k])
            diagonal -= below
        if k < n - 1:
            above = 0.125 * (w[k + 1] + w_next[k + 1])
            right -= above * (u[k + 1] - u[k])
            diagonal -= above
        if k > 0:
            diagonal -= below * upper[k - 1]
            right -= below * out[k - 1]
        upper[k] = above / diagonal
        out[k] = right / diagonal
    value = out[n - 1].copy()
    out[n - 1] = RATE * (value - u_pos[n - 1])
    for k in range(n - 2, -1, -1):
        value = out[k] - upper[k] * value
        out[k] = RATE * (value - u_pos[k])


@numba.njit(fastmath=True)
def loops(u, u_pos, push, more, w, w_next, out):
    """Arrays with columns first: one column after another."""
    n = u.shape[1]
    upper = np.empty(n)
    for c in range(u.shape[0]):
        upper_below, right_below = 0.0, 0.0
        for k in range(n):
            below = -0.125 * (w[c, k] + w_next[c, k]) if k > 0 else 0.0
            above = 0.125 * (w[c, k + 1] + w_next[c, k + 1]) if k < n - 1 else 0.0
            right = RATE * u_pos[c, k] + push[c, k] + more[c, k]
            if k > 0:
                right -= below * (u[c, k - 1] - u[c, k])
            if k < n - 1:
                right -= above * (u[c, k + 1] - u[c, k])
            factor = 1 / (RATE - below - above - below * upper_below)
            upper_below = above * factor
            right_below = (right - below * right_below) * factor
            upper[k] = upper_below
            out[c, k] = right_below
        value = 0.0
        for k in range(n - 1, -1, -1):
            value = out[c, k] - upper[k] * value
            out[c, k] = RATE * (value - u_pos[c, k])


def main():
    sizes = real_peers.sizes_of(sys.argv[2:])
    try:
        data = real_peers.read(sys.argv[1], "vertical_advection")
    except OSError as error:
        sys.exit(f"real_numba.py: {error}")
    expected = data["result"][0][1]
    for columns in sizes:
        times = -(-columns // expected.shape[0])
        for call, how, turned in ((loops, "levels contiguous", False), (sweeps, "columns contiguous", True)):
            arrays = [np.tile(x, (times, 1))[:columns] for _, x in data["argument"]]
            arrays = [np.ascontiguousarray(x.T if turned else x) for x in arrays]
            out = np.empty_like(arrays[0])
            call(*arrays, out)
            got = (out.T if turned else out)[:expected.shape[0]]
            off = np.max(np.abs(got - expected[:len(got)])) / np.max(np.abs(expected))
            best = 1e30
            for _ in range(30):
                begin = time.perf_counter()
                call(*arrays, out)
                best = min(best, time.perf_counter() - begin)
            print(json.dumps({"case": "vertical_advection", "type": "float64", "who": "numba", "how": how, "columns": columns,
                              "seconds": best, "off": off}), flush=True)


if __name__ == "__main__":
    main()
