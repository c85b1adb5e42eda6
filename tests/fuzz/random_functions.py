#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a test source with random column functions: lines with names, each used one to five times.

    random_functions.py SEED COUNT FILE [wide|along|vectors]
    random_functions.py SEED COUNT FOLDER device [wide|along]

The same seed gives the same functions. Differences are scaled so that values stay near one however deep they nest.
With `wide`, fluxes are those of the operators that read most neighbours, which take longest to compile: WENO, PPM and
Zalesak's limiter, and curls stand in place of differences to faces. Which of them occur depends on the seed.
With `along`, every other line is an operation along whole columns, whose result the next lines take: of even functions
running values and marches, which need columns with ends, of odd ones solves, and of both integrals and searches.
With `vectors`, they are the first of those without a word, for columns that go by vectors of levels.
With `device`, each stands in a file of its own in a folder, for a comparison of a GPU with the CPU.
"""
import random
import sys


def condition(r, kinds, s):
    """Conditions for both ends, for one, or none."""
    def one(side, kind):
        value = r.choice([s, "0.25", "-0.5"])
        made = {"value": f"L.set_value({value})", "gradient": f"L.set_gradient({value})",
                "divergence": f"L.set_divergence({value})", "extrapolate": "L.extrapolate()"}[kind]
        return f"L.{side}({made})"
    # A divergence at the bottom alone: of two for the only cell of a column one would win.
    at_top = [kind for kind in kinds if kind != "divergence"]
    ends = [one(side, r.choice(of_side)) for side, of_side in (("bottom", kinds), ("top", at_top)) if r.random() < 0.6]
    return ", ".join(ends)


def to_faces(r, x, s):
    kind = r.randrange(7)
    if kind == 0:
        return f"L.interpolate_c2f({condition(r, ['value', 'gradient', 'extrapolate'], s)})({x})"
    if kind == 1:
        return f"0.05 * L.gradient_c2f({condition(r, ['value', 'gradient', 'extrapolate'], s)})({x})"
    if kind == 2:
        return f"L.left_biased_c2f(L.bottom(L.set_value({r.choice([s, '0.5'])})))({x})"
    if kind == 3:
        return f"L.right_biased_c2f(L.top(L.set_value({r.choice([s, '0.5'])})))({x})"
    if kind == 4:
        return f"L.left_biased_3rd_order_c2f({condition(r, ['value'], s)})({x})"
    if kind == 5:
        return f"L.linear_interpolate_c2f({condition(r, ['value', 'gradient'], s)})({x})"
    return f"L.right_biased_3rd_order_c2f({condition(r, ['value'], s)})({x})"


def to_centers(r, x, s):
    kind = r.randrange(6)
    if kind == 0:
        return f"L.interpolate_f2c()({x})"
    if kind == 1:
        return f"0.05 * L.gradient_f2c({condition(r, ['value', 'extrapolate'], s)})({x})"
    if kind == 2:
        return f"L.left_biased_f2c()({x})"
    if kind == 3:
        return f"L.right_biased_f2c()({x})"
    if kind == 4:
        return f"L.{r.choice(['left', 'right'])}_biased_3rd_order_f2c()({x})"
    return f"0.05 * L.divergence_f2c({condition(r, ['value', 'divergence', 'extrapolate'], s)})({x})"


def wide_product(r, wind, x, s):
    """The same by one of the operators that read most neighbours."""
    ends = condition(r, ["value", "extrapolate"], s)
    ends = f", {ends}" if ends else ""
    return r.choice([f"L.weno5_product_c2f(1e-6{ends})({wind}, {x})", f"L.ppm_c2f(0.01{ends})({wind}, {x})",
                     f"L.fct_zalesak(0.01)({wind}, {x}, L.b)"])


def curl(r, x):
    return f"0.05 * L.{r.choice(['first', 'second'])}_of_curl_c2f()({x}, {x} * L.a)"


def product(r, wind, x, s):
    """A flux of a center value by a wind at faces."""
    kind = r.randrange(8)
    if kind == 0:
        return f"L.upwind_biased_product_c2f({condition(r, ['value', 'extrapolate'], s)})({wind}, {x})"
    if kind == 1:
        return f"L.upwind_3rd_order_biased_product_c2f()({wind}, {x})"
    if kind == 2:
        return f"L.lin_van_leer_c2f(0.01)({wind}, {x})"
    if kind == 3:
        return f"L.set_boundary(L.at_top(0.25))({wind}) * L.left_biased_c2f(L.at_bottom({s}))({x})"
    if kind == 4:
        return f"{wind} * L.weighted_interpolate_c2f(L.at_top({s}))(1.5 + L.b * L.b, {x})"
    if kind == 5:
        return f"0.5 * L.tvd_limited_flux_c2f()({wind}, {x}, L.f)"
    if kind == 6:
        return f"L.fct_boris_book(0.25)({wind}, {x})"
    return f"{wind} * L.interpolate_c2f()({x})"


def neighbour(r, x, s):
    """The value above or below."""
    side, end = r.choice([("above", "top"), ("below", "bottom")])
    beyond = r.choice(["", f", L.{end}(L.set_value({s}))", f", L.{end}(L.extrapolate())"])
    return f"L.{side}({x}{beyond})"


def rounded(r, x, y):
    """With functions whose last bits may differ."""
    return r.choice([f"exp(-abs({x})) + {y}", f"sin({x}) * {y}", f"tanh({x}) - 0.5 * {y}", f"log(2.0 + {x} * {x}) * {y}"])


def pointwise(r, x, y, s):
    return r.choice([f"{x} + {y}", f"sqrt(0.5 + {x} * {x}) - {y}", f"{x} - 0.5 * {y}", f"{x} * {y}", f"max({x}, {y})", f"min({x}, 0.5 + {y})",
                     f"abs({x}) + {y}", f"{x} / (2.0 + {y} * {y})", f"{x} * {s} + {y}",
                     f"where({x} > {r.choice([s, '0.25'])}, {x}, 0.5 * {y})"])


def whole(r, x):
    """One value of a column."""
    return r.choice([f"column_max({x})", f"column_min({x})", f"0.01 * column_sum({x})", f"at_level({x}, 0)",
                     f"at_level({x}, -1)"])


def along(number):
    """The operations along columns of a function: where the result lives, of values where, and a text of it."""
    way = "L.{way}"
    both = [("surface", "center", "0.2 * L.column_integral({x})"),
            ("surface", "center", f"L.first_value({{x}} > 0.4, {{y}}, {way}, {{s}})"),
            ("surface", "face", f"L.at_first_level({{x}} < 0.1, {{y}} * 0.5, {way}, {{s}})")]
    with_ends = [("face", "center", f"L.running_integral({{x}}, {{s}}, {way})"),
                 ("center", "center", f"0.1 * L.running_sum({{x}}, {{s}}, {way})"),
                 ("face", "face", f"0.1 * L.running_sum({{x}}, {{s}}, {way})")]
    march = "[](auto& state, auto u, auto v) {{ state = state / 2 + u; return state - v; }}"
    with_ends += [(where, where, f"0.5 * L.march({way}, {{s}}, {march}, {{x}}, {{y}})") for where in ("center", "face")]
    solves = [(where, where, "L.solved(0.3 * {x}, 3.0 + {x} * {x}, -0.4 * {y}, {z})") for where in ("center", "face")]
    solves += [("center", "center", "L.solved(0.2 * {x}, -0.3 * {y}, 4.0 + {x} * {x}, 0.3 * {x}, -0.2 * {y}, {z})"),
               ("center", "center", "L.diffused(0.01, 0.1 + {w} * {w}, {x})")]
    return both + (solves if number % 2 else with_ends)


def function(r, number, kind_of_file=""):
    """Its lines, what it returns, whether its last bits are the same everywhere, and whether columns must have ends."""
    wide, whole_columns = kind_of_file == "wide", along(number) if kind_of_file == "along" else []
    r.shuffle(whole_columns)
    del whole_columns[4:]  # more take long to compile
    names = {"center": ["L.a", "L.b"], "face": ["L.f", "L.g"], "surface": ["L.s"]}
    uses = {}
    lines = []

    def take(where):
        """A name, the latest most often; none more than five times."""
        usable = [n for n in names[where] if n == "L.s" or uses.get(n, 0) < 5]
        n = usable[-1 - min(int(r.expovariate(0.6)), len(usable) - 1)]
        uses[n] = uses.get(n, 0) + 1
        return n

    for i in range(2 * len(whole_columns) - 1 if whole_columns else r.randint(6, 10)):
        kind = r.randrange(8)
        s = take("surface")
        if whole_columns and i % 2 == 0:
            where, of, text = whole_columns[i // 2]
            text = text.format(s=s, way=r.choice(["from_bottom", "from_top"]),
                               **{letter: take("face" if letter == "w" else of) for letter in "xyzw" if f"{{{letter}}}" in text})
        elif kind == 0:
            where, text = "face", curl(r, take("center")) if wide else to_faces(r, take("center"), s)
        elif kind == 1:
            where, text = "center", to_centers(r, take("face"), s)
        elif kind == 2:
            where, text = "face", (wide_product if wide else product)(r, take("face"), take("center"), s)
        elif kind == 3 and r.random() < 0.3:
            operator, winds, where = r.choice([
                (f"advection_c2c(L.at_bottom({s}))", "face", "center"), ("advection_c2c()", "face", "center"),
                ("flux_correction_c2c()", "face", "center"), ("upwind_biased_gradient()", "center", "center"),
                ("advection_f2f()", "face", "face"), ("flux_correction_f2f()", "center", "face")])
            text = f"0.05 * L.{operator}({take(winds)}, {take(where)})"
        elif kind == 4 and r.random() < 0.6:
            where, text = "surface", whole(r, take("center"))
        elif kind == 5 and r.random() < 0.6:
            where = r.choice(["center", "face"])
            text = neighbour(r, take(where), s)
        elif kind == 6 and r.random() < 0.3:
            where, text = "center", f"0.5 * L.center_heights() * {take('center')}"
        elif kind == 6 and number % 2 == 1:  # in every other function, so that the bits of half of them are compared
            where = r.choice(["center", "face"])
            text = rounded(r, take(where), take(where))
        else:
            where = r.choice(["center", "face"])
            x = take(where)
            y = take(where)
            text = pointwise(r, x, y if y != x else f"{y} * 0.5", s)
        if s not in text:
            uses[s] -= 1
        name = f"x{i}"
        lines.append(f"    const auto {name} = {text};")
        names[where].append(name)
    left = [n for n in names["center"] if n.startswith("x") and n not in uses]
    left += [f"L.interpolate_f2c()({n})" for n in names["face"] if n.startswith("x") and n not in uses]
    left += [f"0.5 * L.b * {n}" for n in names["surface"] if n.startswith("x") and not uses.get(n)]
    result = " + ".join(left)
    text = "\n".join(lines + [result])
    ends = any(f in text for f in ["running_", "march("])
    bits = not any(f in text for f in ["exp(", "sin(", "tanh(", "log(", "solved(", "diffused("])
    return lines, result, bits, ends


def against_oracle(r, number, kind_of_file):
    """The call that holds a function to the oracle."""
    lines, result, bits, ends = function(r, number, kind_of_file)
    text = "\n".join(lines + [f"    return {result};"])
    agreement = "" if bits and not ends else f", Agreement::{'same_bits' if bits else 'within_error'}"
    grids = ", Grids::with_ends" if ends else ""
    strategies = {"along": "WholeColumns", "vectors": "VectorsOfLevels"}.get(kind_of_file, "Functions")
    return f'  fuzz<{strategies}>("random function {number}", [](const auto& L) {{\n{text}\n  }}{agreement}{grids});\n'


def on_device(r, number, kind_of_file, seed):
    """A file that compares a function on a GPU with the CPU, in one precision for each layout."""
    lines, result, bits, ends = function(r, number, kind_of_file)
    # On a ring a solve takes another strategy on a device.
    ends = ends or any(f in "".join(lines) for f in ["solved(", "diffused("])
    text = "\n".join(lines + [f"    const auto result = {result};"])
    first, second = ("double", "float") if number % 2 == 0 else ("float", "double")
    title = f"seed {seed}{kind_of_file and ', ' + kind_of_file}, function {number}"
    tests = "".join(
        f'const Registered in_{layout}("{title}, {number_type}, {layout} contiguous",\n'
        f"    compare<Function, {number_type}, {layout.capitalize()}First, {str(bits).lower()}, {str(ends).lower()}>);\n"
        for number_type, layout in ((first, "levels"), (second, "columns")))
    return ("// SPDX-License-Identifier: BSD-3-Clause\n"
            f"// Made by random_functions.py with seed {seed}.\n"
            '#include "cuda/random/against_cpu.hpp"\n\nnamespace fuzz::device {\nnamespace {\n\n'
            "struct Function {\n  template <class A, class B, class F, class G, class S>\n"
            "  STENCIL_FUNCTION auto operator()(A a, B b, F f, G g, S s) const {\n"
            f"    const Values<A, B, F, G, S> L(a, b, f, g, s);\n{text}\n"
            "    return stencil::results(result, L.interpolate_c2f()(result));\n  }\n};\n"
            f"{tests}\n}}  // namespace\n}}  // namespace fuzz::device\n")


def main():
    words = sys.argv[4:]
    device = words[:1] == ["device"]
    words = words[device:]
    if len(sys.argv) < 4 or words not in ([], ["wide"], ["along"], *([] if device else [["vectors"]])):
        sys.exit(__doc__)
    seed, count, path, kind = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], "".join(words)
    r = random.Random(seed)
    if device:
        for number in range(count):
            with open(f"{path}/{kind}{kind and '_'}{number}.cu", "w", encoding="utf-8") as file:
                file.write(on_device(r, number, kind, seed))
        return
    body = "".join(against_oracle(r, number, kind) for number in range(count))
    with open(path, "w", encoding="utf-8") as file:
        file.write("// SPDX-License-Identifier: BSD-3-Clause\n"
                   f"// Made by random_functions.py with seed {seed}.\n"
                   '#include "fuzz/fuzz.hpp"\n\nnamespace fuzz {\n\n'
                   f'TEST_CASE("fuzz: random column functions of seed {seed}{kind and ", " + kind}") {{\n{body}}}\n\n}}  // namespace fuzz\n')


if __name__ == "__main__":
    main()
