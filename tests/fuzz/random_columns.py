#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a test source with random column functions whose operations on whole columns take each other's results.

    random_columns.py SEED FILE NUMBER...

Seed and number give a function. By number, modulo five: marches one way and levels of fields (0); the same beside
sums, searches, levels per column and running values (1 and 3); anything, in both directions, with a mask, active levels or
passes (2); operators alone, for threads that take pieces of columns (4). Arguments are of one precision or of both, and some
are results too. Values stay near one.
"""
import random
import re
import sys

NUMBERS = ["0.25", "-0.375", "0.5", "0.125", "-0.0625", "1.0"]
ARGUMENTS = "abfgstk"
# Beside strips or rows with levels contiguous: more of them for every function would take twice as long to compile.
EXECUTORS = {"sweep": ["threads", "readers"], "passes": ["readers", "lanes"], "any": ["blocks"], "pieces": ["pieces"]}
OPERANDS = {"C": "ab", "F": "fg", "S": "st", "I": "k"}


class Function:
    def __init__(self, seed, number):
        self.r = r = random.Random(seed * 1000 + number)
        self.lines = []
        self.names = {where: list(names) for where, names in OPERANDS.items()}
        self.uses = {}
        self.kind = ["sweep", "passes", "any", "passes", "pieces"][number % 5]
        ways = ["from_top", "from_bottom"]
        self.ways = ways if self.kind == "any" else [r.choice(ways)]
        self.masked = self.kind == "any" and r.random() < 0.4
        self.active = self.kind == "any" and not self.masked
        self.types = r.choice(["dddddd", "ffffff", "".join(r.choice("df") for _ in range(6))])
        makers = [(self.pointwise, 4), (self.of_grid, 1), (self.to_faces, 2), (self.to_centers, 2), (self.neighbour, 1), (self.by_level, 1),
                  (self.surface, 1), (self.level_of_field, 1), (self.march, 2)]
        if self.kind == "pieces":
            makers = makers[:-2]
        elif self.kind != "sweep":
            makers += [(self.whole, 6), (self.running, 1)]
        if self.kind == "any":
            makers += [(self.passes, 1)]
        for maker in r.choices([m for m, _ in makers], [w for _, w in makers], k=r.randint(6, 8)):
            maker()
        if self.kind in ("sweep", "passes") and "march" not in "".join(self.lines):
            self.march()
        self.give_results()

    # Names.

    def take(self, where):
        """A name, the latest most often; none more than five times."""
        usable = [n for n in self.names[where] if n in ARGUMENTS or self.uses.get(n, 0) < 5]
        n = usable[-1 - min(int(self.r.expovariate(0.5)), len(usable) - 1)]
        self.uses[n] = self.uses.get(n, 0) + 1
        return n

    def number(self):
        """A value per column or a number."""
        return self.take("S") if self.r.random() < 0.6 else self.r.choice(NUMBERS)

    def new(self, where):
        name = where.lower() + str(sum(len(names) for names in self.names.values()))
        self.names[where].append(name)
        return name

    def say(self, where, text):
        self.lines.append(f"const auto {self.new(where)} = {text};")

    def level(self):
        return self.r.choice("CCF")

    def way(self):
        return "L." + self.r.choice(["from_top", "from_bottom"])

    def choose(self, texts, **makers):
        """One of some texts, with names where it has letters."""
        text = self.r.choice(texts)
        return text.format(**{letter: make() for letter, make in makers.items() if "{" + letter + "}" in text})

    # Values at levels.

    def pointwise(self):
        where = self.level()
        text = self.choose(["{x} + 0.5 * {y}", "{x} - 0.75 * {y}", "0.5 * {x} * {y}", "max({x}, 0.5 * {y})",
                            "min({x}, 0.25 + {y})", "abs({x}) - 0.5 * {y}", "{x} / (1.5 + abs({y}))", "sqrt(0.5 + {x} * {x}) - {y}", "{x} * {s} + 0.25 * {y}",
                            "{x} / (1.25 + abs({s}))", "{x} - {s}", "where({x} > {s}, {x}, 0.5 * {y})", "where({x} > 0.25, {x} - {s}, {y})",
                            "where({x} > {s} && {y} < 0.5, {x}, {y} - {s})"],
                           x=lambda: self.take(where), y=lambda: self.take(where), s=lambda: self.take("S"))
        self.say(where, text)

    def of_grid(self):
        where, text = self.r.choice([("C", "0.25 * L.center_heights() * {x}"), ("F", "{x} + L.face_heights()"), ("C", "{x} - L.center_spacing()"),
                                     ("F", "where(L.highest_face(), {s} + 0.0 * {x}, {x})"), ("C", "where(L.lowest_center(), {s} + 0.0 * {x}, {x})"),
                                     ("F", "{x} + 0.015625 * L.face_index()")])
        x = self.take(where)
        self.say(where, text.format(x=x, s=self.take("S") if "{s}" in text else ""))

    def by_level(self):
        """Levels of the column's own beside those at hand."""
        where = self.level()
        index = "L.center_index()" if where == "C" else "L.face_index()"
        x = self.take(where)
        self.say(where, f"where({index} {self.r.choice(['>', '<='])} {self.take('I')}, {x}, {self.take('S')} - 0.25 * {x})")

    def end(self, side):
        return f"L.at_{side}({self.number()})"

    def to_faces(self):
        x = self.take("C")
        ends = ", ".join(self.end(side) for side in ("bottom", "top") if self.r.random() < 0.5)
        self.say("F", self.choose(["L.interpolate_c2f({e})({x})", "L.left_biased_c2f({l})({x})", "L.right_biased_c2f({h})({x})",
                                   "0.5 * L.upwind_biased_product_c2f({e})({w}, {x})",
                                   "0.25 * L.face_spacing() * L.gradient_c2f(L.bottom(L.set_gradient({s})), {h})({x})"],
                                  e=lambda: ends, l=lambda: self.end("bottom"), h=lambda: self.end("top"), w=lambda: self.take("F"), x=lambda: x,
                                  s=self.number))

    def to_centers(self):
        ends = ", ".join(self.end(side) for side in ("bottom", "top") if self.r.random() < 0.5)
        self.say("C", self.choose(["L.interpolate_f2c()({x})", "0.25 * L.center_spacing() * L.divergence_f2c({e})({x})"],
                                  e=lambda: ends, x=lambda: self.take("F")))

    def neighbour(self):
        where = self.level()
        side, end = self.r.choice([("above", "top"), ("below", "bottom")])
        beyond = f", {self.end(end)}" if self.r.random() < 0.4 else ""
        self.say(where, f"L.{side}({self.take(where)}{beyond})")

    # Values per column.

    def surface(self):
        self.say("S", self.choose(["{s} + 0.5 * {t}", "{s} / (1.5 + abs({t}))", "max({s}, 0.25 * {t})", "where({s} > 0.25, {t}, {s})",
                                   "0.5 * {s} * {t} + 0.125", "0.0625 * {k} + {s}"],
                                  s=lambda: self.take("S"), t=lambda: self.take("S"), k=lambda: self.take("I")))

    def level_of_field(self):
        x = self.r.choice("abfg")
        self.uses[x] = self.uses.get(x, 0) + 1
        self.say("S", f"at_level({x}, {self.r.choice(['0', '-1'])})")

    def whole(self):
        where = self.level()
        condition = f"{self.take(where)} {self.r.choice('<>')} {self.number()}"
        if self.r.random() < 0.2:
            self.lines.append(f"const auto [{self.new('S')}, {self.new('S')}] = L.pair_at_level({self.take(where)}, {self.take(where)}, "
                              f"{self.take('I')}, 0.5);")
            return
        step = self.step_of_fold()
        result, text = self.r.choice([
            ("S", "0.0625 * column_sum({x})"), ("S", "column_min({x})"), ("S", "column_max({x})"), ("S", "at_level({x}, 0)"), ("S", "at_level({x}, -1)"),
            ("S", "0.25 * L.column_integral({c})"), ("S", "L.first_height({q}, {way}, {o})"), ("S", "L.crossing({x}, {n}, {way}, {o})"),
            ("S", "L.at_height({x}, {z}, {o})"), ("S", "at_level({x}, {k}, {o})"), ("S", "at_level({x}, {k}, {o})"),
            ("S", "L.first_value({q}, {x}, {way}, {o})"), ("S", "L.largest({x}, {n}, {way})"), ("S", "L.lines({x}, {way})"),
            ("S", "L.in_order({step}, {n}, {way}, {x})"), ("I", "L.first_level({q}, {way})"), ("I", "L.first_level({q}, {way})"), ("I", "column_sum({q})")])
        makers = {"x": lambda: self.take(where), "c": lambda: self.take("C"), "q": lambda: condition, "o": self.number, "n": self.number,
                  "k": lambda: self.take("I"), "way": self.way, "step": lambda: step,
                  "z": lambda: self.r.choice(["-0.25", f"0.5 * {self.take('S')}"])}
        self.say(result, text.format(**{letter: make() for letter, make in makers.items() if "{" + letter + "}" in text}))

    def step_of_fold(self):
        return f"[](auto v, auto x) {{ return {self.r.choice(['0.5 * v + x', 'v > x ? 0.75 * v : 0.5 * (v + x)', '0.25 * v - x'])}; }}"

    def running(self):
        if self.r.random() < 0.5:
            self.say("F", f"L.running_integral({self.take('C')}, {self.number()}, {self.way()})")
            return
        where = self.level()
        self.say(where, f"L.running({self.step_of_fold()}, {self.number()}, {self.way()}, {self.take(where)})")

    # Marches and passes.

    def march(self):
        r = self.r
        where = self.level()
        third = r.choice(["", "", "S", "I", "spacing"])
        spacing = "L.center_spacing()" if where == "C" else "L.face_spacing()"
        values = [self.take(where), self.take(where)] + ([] if not third else [spacing] if third == "spacing" else [self.take(third)])
        w = {"": "0.5", "I": "(w > 2.5 ? 0.5 : 0.25)"}.get(third, "w")
        kind = r.randrange(5)
        if kind < 2:
            start = r.choice(["0.0", "0.5", self.take("S")])
            body = r.choice([f"v = 0.5 * v + x; const auto r = v - {w} * y;", f"const auto r = v + {w} * x; v = 0.5 * y;",
                             "if (x > v) v = x; else v = 0.75 * v + 0.25 * y; const auto r = 0.5 * v;",
                             f"for (int i = 0; i < 3 && v < x; ++i) v = v + 0.5; const auto r = v * {w} - y;",
                             f"for (int i = 0; i < 3 && {w} > 0.25 * i; ++i) v = 0.5 * v + 0.25 * x; const auto r = v + y;"])
            outs, ends, states = ["r"], ["0.5 * v"], 1
        elif kind == 2:
            start = r.choice([f"L.pair({self.take('S')}, {self.number()})", "L.given_pair()"])
            body = r.choice([f"v.m = 0.75 * v.m + (y > 0.25 ? {w} * x : 0.5 * x); "
                             "for (int i = 0; i < 2 && v.d < x; ++i) v.d = v.d + 0.5; const auto r = v.m;",
                             "const auto r = v.d - v.m; v.d = v.m; v.m = 0.5 * x + 0.25 * y;",
                             f"v.m = v.m > x ? 0.5 * v.m : 0.5 * v.m + x; v.d = 0.5 * v.d + {w} * v.m; const auto r = v.d + y;"])
            outs, ends, states = ["r", "0.5 * v.d"], ["v.m", "v.d - 0.5 * v.m"], 2
        elif kind == 3:
            start = "L.window()"
            body = (f"const auto r = 0.25 * (v.value[0] + v.value[1] + v.value[2]) - y; "
                    f"v.value[v.steps % 3] = x + {w} * y; ++v.steps;")
            outs, ends, states = ["r", "0.5 * v.value[1]"], ["v.value[0]", "v.value[2] - v.value[1]"], 0
        else:
            start = "L.given_vec()"
            body = f"v[0] = 0.5 * v[0] + x; v[1] = 0.5 * v[1] - {w} * y; const auto r = v[0] + 0.5 * v[1];"
            outs, ends, states = ["r", "1.0 * v[1]"], ["v[0] - v[1]", "1.0 * v[1]"], 0
        call = r.choice(["march", "march", "march_to_end", "march_to_end", "march_state" if states else "march"])
        outs, ends = outs[:r.randint(1, len(outs))], ends[:r.randint(1, len(ends))]
        if call == "march_to_end" and r.random() < 0.3:
            outs = []  # what is left at the end alone
        if call == "march_state":
            outs, ends = [], ["v"] * states

        def together(texts):
            return texts[0] if len(texts) == 1 else f"of_step({', '.join(texts)})"

        given = "" if call == "march_state" or not outs else f" return {together(outs)};"
        parameters = "auto x, auto y" + (", auto w" if third else "")
        step = f"[]([[maybe_unused]] auto& v, [[maybe_unused]] {parameters.replace(', ', ', [[maybe_unused]] ')}) {{ {body}{given} }}"
        step = step.replace("const auto r", "[[maybe_unused]] const auto r")
        end = f", [](const auto& v) {{ return {together(ends)}; }}" if call == "march_to_end" else ""
        names = [self.new(where) for _ in outs] + ([self.new("S") for _ in ends] if call != "march" else [])
        target = names[0] if len(names) == 1 else f"[{', '.join(names)}]"
        self.lines.append(f"const auto {target} = L.{call}(L.{r.choice(self.ways)}, {start}, {step}{end}, {', '.join(values)});")

    def passes(self):
        if "L.passes" in "".join(self.lines):
            self.surface()
            return  # one of them takes long to compile
        where = self.level()
        x, s = self.take(where), self.take("S")
        step = "[](auto& v, auto x, auto n) { const auto before = v; v = 0.5 * v + 0.25 * x; return n > 1.5 ? v : before; }"
        text = self.r.choice([f"L.march({self.way()}, 0.0 * left, {step}, q, left)", "0.5 * q - 0.25 * column_max(q)", "0.5 * L.above(q) + 0.25 * q",
                              f"q + 0.125 * at_level(q, L.first_level(q > 0.25, {self.way()}), 0.5)"])
        names = [self.new(where), self.new("S"), self.new("I")]
        self.lines.append(f"const auto [{', '.join(names)}, done{names[2]}] = L.passes([&](auto q, auto left) {{ const auto next = {text}; "
                          f"return L.results(next, left - 1.0, left <= 1.0); }}, 3, {x}, 1.75 + {s});")

    # Results.

    def give_results(self):
        r = self.r
        self.results, self.destinations = [], []
        kinds = {"C": "centers", "F": "faces", "S": "surface"}

        def give(where, text):
            own = [x for x in OPERANDS[where] if f"x.{x}" not in self.destinations]
            to = f"x.{r.choice(own)}" if own and r.random() < 0.35 else f"x.{kinds[where]}[{len(self.results)}]"
            self.results.append(text)
            self.destinations.append(to)

        for n in self.names["I"][1:]:
            if not self.uses.get(n):
                self.lines.append(f"const auto number_{n} = 0.0625 * {n};")
                self.names["S"].append(f"number_{n}")
        wheres = "CF" if self.kind == "pieces" else "CFS"
        for where in wheres:
            left = [n for n in self.names[where] if n not in ARGUMENTS and not self.uses.get(n)]
            if left:
                give(where, " + ".join(left))
        where = r.choice(wheres)
        give(where, r.choice(self.names[where]))

    def text(self, number):
        body = "\n".join("    [[maybe_unused]] " + line for line in self.lines)
        everything = body + " ".join(self.results)
        used = [x for x in ARGUMENTS if re.search(rf"\b{x}\b", everything)]
        types = {letter: {"d": "double", "f": "float"}[t] for letter, t in zip("abfgst", self.types)}
        out = "float" if self.types == "ffffff" else "double"
        epsilon = "float" if "f" in self.types else "double"
        flags = {"masked": self.masked, "active": self.active} | {e: e in EXECUTORS[self.kind] for e in ("threads", "readers", "lanes", "blocks", "pieces")}
        return f"""
template <class Language>
struct Function{number} {{
  Language L;
  auto operator()({', '.join('auto ' + x for x in used)}) const {{
{body}
    return L.results({', '.join(self.results)});
  }}
}};
struct Traits{number} {{
{''.join(f"  using {x.upper()} = {t};{chr(10)}" for x, t in types.items())}  using Out = {out};
  static constexpr const char* name = "function {number}";
  static constexpr std::size_t results = {len(self.results)};
  static constexpr long double epsilon = std::numeric_limits<{epsilon}>::epsilon();
  static constexpr bool {', '.join(f'{flag} = {str(value).lower()}' for flag, value in flags.items())};
  static void run(auto& x, const auto& how) {{
    assign(stencil::fields({', '.join(self.destinations)}), stencil::columnwise(Function{number}<LibraryOfColumns>{{}})({', '.join('x.' + x for x in used)}), how);
  }}
  static AllValues got(const auto& x) {{ return {{{', '.join(f'values_of({to})' for to in self.destinations)}}}; }}
  static auto of_oracle(const OracleOfColumns& L, const auto& x) {{ return Function{number}<OracleOfColumns>{{L}}({', '.join('x.' + x for x in used)}); }}
}};
"""


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    seed, path, numbers = int(sys.argv[1]), sys.argv[2], [int(n) for n in sys.argv[3:]]
    functions = {n: Function(seed, n) for n in numbers}
    taken = [e for f in functions.values() for e in EXECUTORS[f.kind]]
    with open(path, "w", encoding="utf-8") as file:
        file.write("// SPDX-License-Identifier: BSD-3-Clause\n"
                   f"// Made by random_columns.py with seed {seed}.\n"
                   '#include "fuzz/random_columns.hpp"\n\nnamespace fuzz {\nnamespace {\n' + "".join(f.text(n) for n, f in functions.items()) +
                   f'\n}}  // namespace\n\nTEST_CASE("fuzz: random functions with operations on whole columns, seed {seed}") {{\n  Tally tally;\n' +
                   "".join(f"  fuzz_columns<Traits{n}>(tally);\n" for n in numbers) +
                   "".join(f'  CHECK(tally.took("{executor}"));\n' for executor in dict.fromkeys(taken)) +
                   f'  CHECK(tally.judged > 0.5 * tally.all);\n}}\n\n}}  // namespace fuzz\n')


if __name__ == "__main__":
    main()
