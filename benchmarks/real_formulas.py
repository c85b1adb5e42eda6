# SPDX-License-Identifier: BSD-3-Clause
"""The formulas of benchmarks/real for arrays of PyTorch or JAX, with levels along one axis."""


class Arrays:
    """Arrays of a library `m` whose levels are along `axis`; `way` says how tridiagonal systems are solved."""

    def __init__(self, m, axis, grid, way="reduction", jax=None, float_type="float64"):
        self.m, self.axis, self.way, self.jax, self.compiled = m, axis, way, jax, None
        self.float_type = float_type
        self.zc, self.zf = grid["z_centers"], grid["z_faces"]
        self.n = self.zc.shape[axis]
        self.dc = self.cut(self.zf, 1, None) - self.cut(self.zf, 0, -1)
        inner = self.cut(self.zc, 1, None) - self.cut(self.zc, 0, -1)
        self.df = self.join(self.cut(self.dc, 0, 1), inner, self.cut(self.dc, self.n - 1, None))

    def cut(self, x, first, last):
        rows = [slice(None)] * 2
        rows[self.axis] = slice(first, last)
        return x[tuple(rows)]

    def level(self, x, k):
        return self.cut(x, k, k + 1)

    def join(self, *parts):
        return self.m.cat(parts, self.axis) if hasattr(self.m, "cat") else self.m.concatenate(parts, self.axis)

    def most(self, x, y):
        """The larger of an array and a number or an array."""
        return self.m.clamp(x, min=y) if self.is_torch and isinstance(y, float) else self.m.maximum(x, y)

    def least(self, x, y):
        return self.m.clamp(x, max=y) if self.is_torch and isinstance(y, float) else self.m.minimum(x, y)

    @property
    def is_torch(self):
        return self.jax is None

    def zero(self, x):
        return self.m.zeros_like(self.cut(x, 0, 1))

    def mean(self, x):
        """At faces; at the ends the cell's value."""
        inside = (self.cut(x, 1, None) + self.cut(x, 0, -1)) / 2
        return self.join(self.cut(x, 0, 1), inside, self.cut(x, self.n - 1, None))

    def slope(self, x):
        """Gradient at faces, 0 at the ends."""
        inside = (self.cut(x, 1, None) - self.cut(x, 0, -1)) / self.cut(self.df, 1, -1)
        return self.join(self.zero(x), inside, self.zero(x))

    def divergence(self, flux):
        return (self.cut(flux, 1, None) - self.cut(flux, 0, -1)) / self.dc

    def closed(self, flux):
        """Divergence with nothing through the ends."""
        return self.divergence(self.join(self.zero(flux), self.cut(flux, 1, -1), self.zero(flux)))

    def up(self, x, by=1):
        """The value so many levels higher, 0 beyond the top."""
        return self.join(self.cut(x, by, None), self.m.zeros_like(self.cut(x, 0, by)))

    def down(self, x, by=1):
        return self.join(self.m.zeros_like(self.cut(x, 0, by)), self.cut(x, 0, -by))

    def solve(self, lower, diagonal, upper, *right):
        return getattr(self, "solve_by_" + self.way)(lower, diagonal, upper, right)

    def solve_by_reduction(self, lower, diagonal, upper, right):
        """Parallel cyclic reduction: every row is freed from its neighbours, twice as far away each time."""
        if self.is_torch and self.compiled is not None:
            return self.reduced_outside(lower, diagonal, upper, right)
        by = 1
        a, c, d = lower / diagonal, upper / diagonal, [r / diagonal for r in right]
        while by < diagonal.shape[self.axis]:
            a, c, d = self.reduced(a, c, d, by)
            by *= 2
        return d

    def reduced(self, a, c, d, by):
        factor = 1 / (1 - a * self.down(c, by) - c * self.up(a, by))
        d = [(r - a * self.down(r, by) - c * self.up(r, by)) * factor for r in d]
        return -a * self.down(a, by) * factor, -c * self.up(c, by) * factor, d

    def compile_steps(self, compiled):
        """For torch.compile, which writes the steps into each other, three times as much code each time: every step is
        compiled for itself, outside of what calls it."""
        import torch
        self.compiled = compiled
        steps = {}

        def first(lower, diagonal, upper, right):
            return lower / diagonal, upper / diagonal, [r / diagonal for r in right]

        begin = compiled(first)

        def outside(lower, diagonal, upper, right):
            a, c, d = begin(lower, diagonal, upper, right)
            by = 1
            while by < diagonal.shape[self.axis]:
                if by not in steps:
                    steps[by] = compiled(lambda a, c, d, by=by: self.reduced(a, c, d, by))
                a, c, d = steps[by](a, c, d)
                by *= 2
            return d

        self.reduced_outside = torch.compiler.disable(outside, recursive=False)

    def solve_by_elimination(self, lower, diagonal, upper, right):
        """Thomas's algorithm, level after level."""
        n = diagonal.shape[self.axis]
        uppers, values = [], []
        for k in range(n):
            a, b, c = self.level(lower, k), self.level(diagonal, k), self.level(upper, k)
            d = [self.level(r, k) for r in right]
            if k > 0:
                factor = 1 / (b - a * uppers[-1])
                d = [(r - a * last) * factor for r, last in zip(d, values[-1])]
            else:
                factor = 1 / b
                d = [r * factor for r in d]
            uppers.append(c * factor)
            values.append(d)
        for k in reversed(range(n - 1)):
            values[k] = [r - uppers[k] * above for r, above in zip(values[k], values[k + 1])]
        return [self.join(*[row[i] for row in values]) for i in range(len(right))]

    def solve_by_scan(self, lower, diagonal, upper, right):
        """Thomas's algorithm by jax.lax.scan."""
        jnp, lax = self.m, self.jax.lax
        rows = [jnp.moveaxis(x, self.axis, 0) for x in self.m.broadcast_arrays(lower, diagonal, upper, *right)]

        def eliminate(carry, row):
            above, last = carry
            a, b, c, *d = row
            factor = 1 / (b - a * above)
            now = (c * factor, tuple((r - a * x) * factor for r, x in zip(d, last)))
            return now, now

        start = jnp.zeros_like(rows[0][0])
        _, (uppers, values) = lax.scan(eliminate, (start, tuple(start for _ in right)), tuple(rows), unroll=8)

        def substitute(above, row):
            c, d = row
            now = tuple(r - c * x for r, x in zip(d, above))
            return now, now

        _, solved = lax.scan(substitute, tuple(start for _ in right), (uppers, values), reverse=True, unroll=8)
        return [jnp.moveaxis(x, 0, self.axis) for x in solved]

    def solve_by_library(self, lower, diagonal, upper, right):
        """jax.lax.linalg.tridiagonal_solve."""
        jnp = self.m
        turned = [jnp.moveaxis(x, self.axis, 1) for x in jnp.broadcast_arrays(lower, diagonal, upper, *right)]
        solved = self.jax.lax.linalg.tridiagonal_solve(*turned[:3], jnp.stack(turned[3:], axis=-1))
        return [jnp.moveaxis(solved[..., i], 1, self.axis) for i in range(len(right))]


SOLVES = True  # a case that has a tridiagonal system


def vertical_advection(f, u, u_pos, push, more, w, w_next):
    rate = 3.0 / 20
    mean_w = 0.5 * (w + w_next)
    inner = f.cut(mean_w, 1, -1)
    at_faces = f.join(f.zero(inner), inner, f.zero(inner))

    def carried(x):
        step = f.cut(x, 1, None) - f.cut(x, 0, -1)
        flux = inner * step
        return 0.5 * (f.join(f.zero(flux), flux) + f.join(flux, f.zero(flux)))

    below, above = f.cut(at_faces, 0, -1), f.cut(at_faces, 1, None)
    x, = f.solve(-0.25 * below, rate + 0.25 * (below - above), 0.25 * above,
                 rate * u_pos + push + more - 0.5 * carried(u))
    return rate * (x - u_pos),


def diffusion(f, k, rho, *tracers):
    dt = 300.0
    inner = f.cut(f.mean(rho) * k, 1, -1) / f.cut(f.df, 1, -1)
    at_faces = f.join(f.zero(inner), inner, f.zero(inner))
    weight = dt / (rho * f.dc)
    lower, upper = -weight * f.cut(at_faces, 0, -1), -weight * f.cut(at_faces, 1, None)
    return tuple(f.solve(lower, 1 - lower - upper, upper, *tracers))


def icon_w(f, w_e, w_ground, v, exner_e, exner, rho_e, rho, theta):
    dt, damping, damped_from, gas, cp = 6.0, 0.05, 12e3, 287.04, 1004.64
    cv = cp - gas
    beta = dt * gas / cv * exner / (rho * theta)
    theta_f = f.mean(theta)
    mass = v * f.mean(rho)
    mass = f.join(f.zero(mass), f.cut(mass, 1, None))
    heat = mass * theta_f
    gamma = dt * cp * v * f.cut(theta_f, 1, -1) / f.cut(f.df, 1, -1)
    of_cell = beta / f.dc
    low, high = gamma * f.cut(of_cell, 0, -1), gamma * f.cut(of_cell, 1, None)
    one, none = f.zero(heat) + 1, f.zero(heat)
    lower = f.join(none, -low * f.cut(heat, 0, -2), none)
    diagonal = f.join(one, 1 + (low + high) * f.cut(heat, 1, -1), one)
    upper = f.join(none, -high * f.cut(heat, 2, None), none)
    right = f.join(none + w_ground, f.cut(w_e, 1, -1) - gamma * (f.cut(exner_e, 1, None) - f.cut(exner_e, 0, -1)), none)
    solved, = f.solve(lower, diagonal, upper, right)
    damped = f.m.where(f.zf > damped_from, 1 / (1 + dt * damping * (f.zf - damped_from) / 1000), f.m.ones_like(f.zf))
    w = solved * damped
    rho_new = rho_e - dt * f.divergence(mass * w)
    exner_new = exner_e - beta * f.divergence(heat * w)
    return w, rho_new, exner_new, rho * theta * (1 + cv / gas * (exner_new / exner - 1)) / rho_new


def face_diffusivities(f, theta, q, u, v, tke, cloud, dry_theta, dry_q, moist_theta, moist_q, u_star, obukhov):
    m, mean, slope, most, least = f.m, f.mean, f.slope, f.most, f.least
    d_theta, d_q, du, dv = slope(theta), slope(q), slope(u), slope(v)
    dz, z, clouds = f.df, f.zf, mean(cloud)
    n2 = (clouds * (mean(moist_theta) * d_theta + mean(moist_q) * d_q) + (1 - clouds) *
          (mean(dry_theta) * d_theta + mean(dry_q) * d_q))
    k = most(mean(tke), 1e-8)
    velocity, jump = m.sqrt(k), most(n2 * dz, 0.0)
    n2_effective = n2 + jump * jump / (0.63 * k)
    s2 = du * du + dv * dv + 1e-10
    ri = n2_effective / s2
    x = 0.74 + 53.0 / 13.0 * ri
    pr = least(most((x + m.sqrt(most(x * x - 4 * 0.74 * ri, 0.0))) / 2, 0.1), 10.0)
    unstable = least((1 - 100 * least(z / obukhov, 0.0))**0.2, 1 / 0.4)
    at_surface = m.sqrt(most(f.level(tke, 0), 1e-8)) / u_star
    wall = 0.4 * z / most(at_surface * 0.14, 1e-6) * m.where(obukhov < 0, unstable, m.ones_like(unstable))
    produced, dissipated = 0.14 * (2 * s2 - n2 / pr) * velocity, 0.22 * k * velocity
    longest = 1e4 + 0 * k
    balanced = least(m.where(produced > 1e-10, m.sqrt(dissipated / most(produced, 1e-10)), longest), 1e4)
    buoyant = least(m.where(n2_effective > 1e-10, m.sqrt(0.63 * k / most(n2_effective, 1e-10)), longest), 1e4)
    smallest = m.minimum(wall, m.minimum(balanced, buoyant))
    width = most(smallest * 0.1 / 0.2784645427610738, 1.0)
    of_wall, of_balanced, of_buoyant = (m.exp((smallest - y) / width) for y in (wall, balanced, buoyant))
    length = (wall * of_wall + balanced * of_balanced + buoyant * of_buoyant) / (of_wall + of_balanced + of_buoyant)
    k_u, bulk = 0.14 * length * velocity, most(n2, 0.0) * dz * dz / (0.63 * k)
    return n2, k_u, k_u / pr, 0.5 * 0.2 * velocity / most(bulk, 1.0) * dz


def sedimentation(f, rho, temperature, liquid, ice, rain, snow, n_liquid, n_rain, rime, rime_volume, w_liquid, w_ice,
                  w_rain, w_snow, w_n):
    rho_f = f.mean(rho * f.dc) / f.df
    rho_f = f.join(f.level(rho, 0), f.cut(rho_f, 1, -1))  # of the faces below cells
    phi, warm = 9.81 * f.zc, temperature - 273.16

    def falls(w, q):
        flux = -rho_f * w * q
        return -f.divergence(f.join(flux, f.zero(flux)))

    of_water, of_ice = 4181.0 * warm + phi, 2100.0 * warm + phi
    li, ic, ra, sn = falls(w_liquid, liquid), falls(w_ice, ice), falls(w_rain, rain), falls(w_snow, snow)
    energy = (falls(w_liquid, liquid * of_water) + falls(w_ice, ice * of_ice) + falls(w_rain, rain * of_water) +
              falls(w_snow, snow * of_ice))
    return (li, ic, ra, sn, falls(w_liquid, n_liquid), falls(w_n, n_rain), falls(w_ice, rime),
            falls(w_ice, rime_volume), li + ic + ra + sn, energy)


def dycoms_longwave(f, rho, q_total, q_liquid):
    m = f.m
    off = abs(q_total - 8e-3)
    nearest = m.argmin(off, f.axis, keepdim=True) if f.is_torch else m.argmin(off, f.axis, keepdims=True)
    if f.is_torch:
        z_i, rho_i = m.gather(f.zc.expand_as(rho), f.axis, nearest), m.gather(rho, f.axis, nearest)
    else:
        z_i = m.take_along_axis(m.broadcast_to(f.zc, rho.shape), nearest, f.axis)
        rho_i = m.take_along_axis(rho, nearest, f.axis)
    water = rho * q_liquid * f.dc
    below = m.cumsum(water, f.axis)
    below = f.join(f.zero(below), below)
    path = f.cut(below, f.n, f.n + 1)
    over = f.most(f.zf - z_i, 0.0)
    third = m.pow(over, 1 / 3) if f.is_torch else m.cbrt(over)
    thin = rho_i * 1015.0 * 3.75e-6 * third * (over / 4 + z_i)
    flux = 70.0 * m.exp(-85.0 * (path - below)) + 22.0 * m.exp(-85.0 * below) + thin
    return flux, -f.divergence(flux), z_i, path


def mass_fluxes(f, rho, w, a1, w1, h1, q1, c1, a2, w2, h2, q2, c2, h, q, c):
    m, n, cut, dt = f.m, f.n, f.cut, 60.0
    rho_f = cut(f.mean(rho * f.dc) / f.df, 1, -1)

    def upwind(up, x):
        return ((up + abs(up)) * cut(x, 0, -1) + (up - abs(up)) * cut(x, 1, None)) / 2

    def limited(up, x):
        behind, ahead = x[:, :-2] if f.axis == 1 else x[:-2], x[:, 2:] if f.axis == 1 else x[2:]
        value = cut(x, 1, -1)
        mean = 0.5 * (ahead - behind)
        lowest = m.minimum(value, m.minimum(behind, ahead))
        highest = m.maximum(value, m.maximum(behind, ahead))
        size = m.minimum(abs(mean), m.minimum(2 * (value - lowest), 2 * (highest - value)))
        line = m.where(mean < 0, -size, size)
        line = f.join(f.zero(x), line, f.zero(x))
        to_face = 0.5 * (1 - abs(up) * dt / cut(f.df, 1, -1))
        return up * m.where(up > 0, cut(x, 0, -1) + cut(line, 0, -1) * to_face, cut(x, 1, None) - cut(line, 1, None) * to_face)

    def both(scheme, x1, x2, mean):
        up1, up2 = cut(w1 - w, 1, -1), cut(w2 - w, 1, -1)
        flux = rho_f * (scheme(up1, (x1 - mean) * a1) + scheme(up2, (x2 - mean) * a2))
        return -f.divergence(f.join(f.zero(flux), flux, f.zero(flux)))

    water = both(upwind, q1, q2, q)
    return both(upwind, h1, h2, h), water, q * water, both(limited, c1, c2, c)


def catke(f, u, v, b, e, flux):
    m, most, least, mean, slope = f.m, f.most, f.least, f.mean, f.slope
    du, dv = slope(u), slope(v)
    s2, n2 = du * du + dv * dv, slope(b)
    n2_above = f.up(n2)
    velocity = m.sqrt(most(e, 0.0))
    w, w3 = mean(velocity), mean(velocity * velocity * velocity)
    down, depth = -f.zf, -f.level(f.zf, 0)
    wall = m.minimum(1.131 * down + 0 * w, 0.28 * (depth - down))
    stable = m.where(n2 > 0, m.minimum(wall, w / m.sqrt(most(n2, 1e-30))), wall)
    none = 0 * w
    ri = m.where(n2 == 0, none, n2 / most(s2, 1e-30))
    ramp = least(most((ri - 0.254) / 1.02, 0.0), 1.0)
    plume = most(1 - 0.505 * down * w * s2 / (flux + 1e-11), 0.0)
    loses = flux > 1e-11
    convecting, entraining = loses & (n2 < 0), loses & (n2 > 0) & (n2_above < 0)

    def diffusivity(high, low, unstable, convective, entrains):
        sigma = m.where(ri < 0, unstable + none, low + (high - low) * ramp)
        lifted = m.where(convecting, convective * w3 / (flux + 1e-11) * plume,
                         m.where(entraining, entrains * flux / (w * n2 + 1e-11), none))
        k = least(m.minimum(m.maximum(sigma * stable, lifted), depth + none) * w, 10.0)
        return m.where(m.isnan(k), none, k)

    k_u, k_c, k_e = (diffusivity(0.242, 0.361, 0.370, 3.705, 0.0), diffusivity(0.098, 0.369, 0.572, 4.793, 0.112),
                     diffusivity(0.548, 7.863, 1.447, 3.642, 0.0))

    def to_centers(x):
        return 0.5 * (f.cut(x, 1, None) + f.cut(x, 0, -1))

    shear, lift = to_centers(k_u * s2), to_centers(-k_c * n2)
    seconds = 600.0 / 3
    inner = f.cut(k_e, 1, -1) / f.cut(f.df, 1, -1)
    at_faces = seconds * f.join(f.zero(inner), inner, f.zero(inner))
    lower, upper = -f.cut(at_faces, 0, -1) / f.dc, -f.cut(at_faces, 1, None) / f.dc

    def substep(e):
        positive = most(e, 1e-9)
        sink = least(lift, 0.0) / positive - 0.5 * m.sqrt(positive) / depth
        return f.solve(lower, 1 - lower - upper - seconds * sink, upper, e + seconds * (shear + most(lift, 0.0)))[0]

    e = substep(e)  # not in a loop, which torch.compile would leave to Python
    e = substep(e)
    e = substep(e)
    return k_u, k_c, k_e, e


def ascent(f, t, q, p, mixing):
    m, cp, latent, g, gas = f.m, 1004.0, 2.5e6, 9.81, 287.0
    energy = cp * t + g * f.zc + latent * q
    kept = f.join(f.zero(energy), f.cut(m.exp(-mixing * f.dc), 1, None))

    def saturation(t, p):
        warm = 1 / (t - 29.65)
        e = 611.2 * m.exp(17.67 * (t - 273.15) * warm)
        dry = 1 / (p - 0.378 * e)
        humidity = 0.622 * e * dry
        return humidity, humidity * p * dry * (17.67 * (273.15 - 29.65)) * warm * warm

    def rise(parcel, row):
        h, q, t, p, z, kept = row
        energy, water = h + (parcel[0] - h) * kept, q + (parcel[1] - q) * kept
        rest = energy - g * z
        clear = (rest - latent * water) / cp
        cloudy = water > saturation(clear, p)[0]
        warm = t
        for _ in range(4):
            humidity, slope = saturation(warm, p)
            warm = warm - (cp * warm + latent * humidity - rest) / (cp + latent * slope)
        inside = m.where(cloudy, warm, clear)
        vapour = m.where(cloudy, saturation(warm, p)[0], water)
        around = t * (1 + 0.608 * q)
        buoyancy = g * (inside * (1 + 0.608 * vapour) - around) / around
        return (energy, water), (buoyancy, cloudy & (buoyancy > 0))

    rows = energy, q, t, p, f.zc + 0 * t, kept
    parcel = f.level(energy, 0), f.level(q, 0)
    if f.is_torch:
        found = []
        for k in range(f.n):
            parcel, here = rise(parcel, [f.level(x, k) for x in rows])
            found.append(here)
        buoyancy, rises = (f.join(*x) for x in zip(*found))
    else:
        along = [m.moveaxis(x, f.axis, 0) for x in rows]
        _, found = f.jax.lax.scan(rise, tuple(m.moveaxis(x, f.axis, 0)[0] for x in parcel), tuple(along))
        buoyancy, rises = (m.moveaxis(x, 0, f.axis) for x in found)

    def over(name, x):
        return getattr(m, "a" + name)(x, f.axis, keepdim=True) if f.is_torch else getattr(m, name)(x, axis=f.axis, keepdims=True)

    def integral(x):
        return m.sum(x * f.dc, f.axis, keepdim=True) if f.is_torch else m.sum(x * f.dc, axis=f.axis, keepdims=True)

    none = 0 * t
    level = m.cumsum(none + 1, f.axis) - 1
    least, most = over("min", m.where(rises, level, none + f.n)), over("max", m.where(rises, level, none - 1))
    inside = (level >= least) & (level <= most)
    given = integral(m.where(inside, f.most(buoyancy, 0.0), none))
    taken = -integral(m.where((level < least) & (least < f.n), f.least(buoyancy, 0.0), none))
    bottom = integral(m.where(level == least, f.zc / f.dc, none))
    depth = f.most(integral(m.where(level == most, f.zc / f.dc, none)) - bottom, 200.0)
    part = f.least(f.most((f.zc - bottom) / depth, 0.0), 1.0)
    warming = m.where(inside & (given > taken), given / 3600.0 / cp * 4.0 * part * (1.0 - part), none)
    drying, rho = m.where(inside, m.exp(-3.0 * part), none), p / (gas * t)
    scale = integral(rho * warming) * (cp / latent) / f.most(integral(rho * drying), 1e-30)
    return warming, -scale * drying, buoyancy, given, taken


class Homme:
    """HOMME's Newton steps: what begins, one step of all columns, and what comes of it."""
    most = 12

    def __init__(self, f):
        self.f = f
        self.enough = 1e-2 if f.float_type == "float32" else 1e-9

    def start(self, w0, phi0, rho, theta):
        f, m = self.f, self.f.m
        largest = m.amax(abs(w0), f.axis, keepdim=True) if f.is_torch else m.max(abs(w0), axis=f.axis, keepdims=True)
        return w0, largest + 1.0

    def unfinished(self, state):
        return self.f.m.any(state[1] > self.enough)

    def step(self, state, w0, phi0, rho, theta):
        f, m = self.f, self.f.m
        largest = lambda x: m.amax(x, f.axis, keepdim=True) if f.is_torch else m.max(x, axis=f.axis, keepdims=True)
        w, last = state
        rise, p0, gas, kappa = 9.80616 * 20.0, 1e5, 287.04, 287.04 / 1004.64
        exponent = 1 / (1 - kappa)
        mass = 9.80616 * rho * f.dc
        phi = phi0 + rise * w
        thick = f.cut(phi, 1, None) - f.cut(phi, 0, -1)
        p = p0 * (gas / p0 * mass * theta / thick)**exponent
        stiff = exponent * rise * p / thick
        c = f.join(rise / (0.5 * (f.cut(mass, 1, None) + f.cut(mass, 0, -1))), 2 * rise / f.cut(mass, f.n - 1, None))
        drop = p - f.join(f.cut(p, 1, None), f.zero(p) + 1000.0)
        stiff_above = f.join(f.cut(stiff, 1, None), f.zero(stiff))
        away = w - w0
        residual = f.join(f.cut(away, 0, 1), f.cut(away, 1, None) - c * drop + rise)
        zero = f.zero(w)
        lower = f.join(zero, -c * stiff)
        diagonal = f.join(zero + 1, 1 + c * (stiff + stiff_above))
        upper = f.join(zero, -c * stiff_above)
        change, = f.solve(lower, diagonal, upper, residual)
        thinned = largest(rise * (f.cut(change, 1, None) - f.cut(change, 0, -1)) / thick)
        part = m.ones_like(last)
        for _ in range(4):
            part = m.where(part * thinned < 1, part, 0.5 * part)
        goes_on = last > self.enough
        biggest = largest(abs(part * change))
        return m.where(goes_on, w - part * change, w), m.where(goes_on, biggest, last)

    def finish(self, state, w0, phi0, rho, theta):
        w, last = state
        return w, phi0 + 9.80616 * 20.0 * w, self.f.m.where(last > self.enough, self.f.m.ones_like(last), 0 * last)


class Kessler:
    """Kessler's substeps: what begins, one substep of all columns that need it, and what comes of it."""
    most = 12

    def __init__(self, f):
        self.f = f

    def speed(self, rho, rain):
        return 36.34 * (0.001 * rho * rain)**0.1364 * self.f.m.sqrt(self.f.level(rho, 0) / rho)

    def start(self, rho, pi, theta, vapour, cloud, rain):
        f, m = self.f, self.f.m
        courant = self.speed(rho, rain) * 60.0 / (0.8 * f.cut(f.df, 1, None))
        needed = m.amax(courant, f.axis, keepdim=True) if f.is_torch else m.max(courant, axis=f.axis, keepdims=True)
        needed = f.least(f.most(m.ceil(needed), 1.0), 12.0)
        return theta, vapour, cloud, rain, 0 * needed, needed, 0 * needed

    def unfinished(self, state):
        return self.f.m.any(state[6] < state[5])

    def step(self, state, rho, pi, *_):
        f, m, most = self.f, self.f.m, self.f.most
        th, v, c, r, ground, needed, done = state
        latent, cp = 2.5e6, 1003.0
        runs, seconds = done < needed, 60.0 / needed
        to_top = 3.8 / (pi**(cp / 287.0) * 1000.0)
        flux = rho * r * self.speed(rho, r)
        falls = seconds * (f.up(flux) - flux) / (rho * f.cut(f.df, 1, None))
        forms = c - (c - seconds * most(0.001 * (c - 0.001), 0.0)) / (1 + seconds * 2.2 * r**0.875)
        c1, r1, t = most(c - forms, 0.0), most(r + forms + falls, 0.0), pi * th
        saturated = to_top * m.exp(17.27 * (t - 273.0) / (t - 36.0))
        condenses = (v - saturated) / (1 + saturated * (4093.0 * latent / cp) / ((t - 36.0) * (t - 36.0)))
        density = 0.001 * rho * r1
        evaporation = (seconds * ((1.6 + 124.9 * density**0.2046) * density**0.525) /
                       (2.55e8 * to_top / (3.8 * saturated) + 5.4e5) * most(saturated - v, 0.0) /
                       (0.001 * rho * saturated))
        evaporates = m.minimum(m.minimum(evaporation, most(-condenses - c1, 0.0)), r1)
        to_cloud = m.maximum(condenses, -c1)
        return (m.where(runs, th + latent / (cp * pi) * (to_cloud - evaporates), th),
                m.where(runs, most(v - to_cloud + evaporates, 0.0), v), m.where(runs, c1 + to_cloud, c),
                m.where(runs, r1 - evaporates, r), m.where(runs, ground + seconds * f.level(flux, 0), ground), needed,
                done + 1)

    def finish(self, state, *_):
        return state[:6]


def repeated(f, compiled, steps):
    """Steps of all columns until every one has finished: a loop of JAX, or one of Python around a compiled step."""
    if f.is_torch:
        start, step, finish = compiled(steps.start), compiled(steps.step), compiled(steps.finish)
        unfinished = compiled(steps.unfinished)

        def call(*x):
            state = start(*x)
            for _ in range(steps.most):
                state = step(state, *x)
                if not bool(unfinished(state)):
                    break
            return finish(state, *x)

        return call

    def whole(*x):
        def goes_on(carry):
            return (carry[0] < steps.most) & steps.unfinished(carry[1])

        _, state = f.jax.lax.while_loop(goes_on, lambda carry: (carry[0] + 1, steps.step(carry[1], *x)),
                                        (0, steps.start(*x)))
        return steps.finish(state, *x)

    return compiled(whole)


STEPS = {"homme_newton": Homme, "kessler": Kessler}

CASES = {
    "vertical_advection": (vertical_advection, SOLVES),
    "icon_w": (icon_w, SOLVES),
    "face_diffusivities": (face_diffusivities, False),
    "sedimentation": (sedimentation, False),
    "mass_fluxes": (mass_fluxes, False),
    "diffusion_1": (diffusion, SOLVES),
    "diffusion_8": (diffusion, SOLVES),
    "diffusion_30": (diffusion, SOLVES),
    "homme_newton": (None, SOLVES),
    "dycoms_longwave": (dycoms_longwave, False),
    "catke": (catke, SOLVES),
    "kessler": (None, False),
    "ascent": (ascent, False),
}
