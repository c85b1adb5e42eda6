// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/inspect/describe.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace stencil;
using plan::Symbol;

namespace {

Symbol a() { return Symbol::named("a"); }
Symbol b() { return Symbol::named("b"); }
Symbol c() { return Symbol::named("c"); }

}  // namespace

TEST_CASE("A symbol prints sums, products and quotients with the brackets that they need", "[describe]") {
  REQUIRE((a() + b() - c()).text() == "a + b - c");
  REQUIRE((a() - (b() - c())).text() == "a - (b - c)");
  REQUIRE((a() * (b() + c())).text() == "a (b + c)");
  REQUIRE(((a() + b()) / (2 * c())).text() == "(a + b) / (2 c)");
  REQUIRE((a() / b() / c()).text() == "a / (c b)");
  REQUIRE((a() * (1 / b())).text() == "a / b");
  REQUIRE((a() / b() * c()).text() == "a c / b");
  REQUIRE((a() * (b() / c()) / 2).text() == "a b / (2 c)");
  REQUIRE((a() / b() - c() / 2).text() == "a / b - c / 2");
  REQUIRE((a() - b() * (b() - c())).text() == "a - b (b - c)");
}

TEST_CASE("A symbol leaves out what changes nothing and keeps signs", "[describe]") {
  REQUIRE((Symbol{} + a()).text() == "a");
  REQUIRE((a() - Symbol{}).text() == "a");
  REQUIRE((Symbol{} - a()).text() == "-a");
  REQUIRE((1 * a() / 1).text() == "a");
  REQUIRE((0 * a() + Symbol{1} / 2).text() == "1 / 2");
  REQUIRE((Symbol{6} / 3 + 1).text() == "3");
  REQUIRE((-(a() - b())).text() == "b - a");
  REQUIRE((-(2 * (a() - b()))).text() == "2 (b - a)");
  REQUIRE((-(2 * (a() - b()) / c())).text() == "2 (b - a) / c");
  REQUIRE((-(a() + b())).text() == "-(a + b)");
  REQUIRE((-(-a())).text() == "a");
  REQUIRE((a() - -b()).text() == "a + b");
  REQUIRE((a() + -b()).text() == "a - b");
  REQUIRE((-a() * b()).text() == "-a b");
  REQUIRE((c() - (-a()) / b()).text() == "c + a / b");
  REQUIRE((a() * -(b() / c())).text() == "-a b / c");
}

TEST_CASE("A symbol prints functions, conditions and functions of the user's", "[describe]") {
  REQUIRE(max(Symbol{}, min(a() + 1, b())).text() == "max(0, min(a + 1, b))");
  REQUIRE(where(a() > 0 && !(b() == c()), a(), b()).text() == "where((a > 0) and not(b = c), a, b)");
  REQUIRE(where(a() > 0, b(), b()).text() == "b");
  REQUIRE((abs(a()) + sqrt(b())).text() == "abs(a) + sqrt(b)");
  REQUIRE(formula_text(CurlC2F()) == "turned(x+ - x-) / df");
}

TEST_CASE("Arguments without a name given have the usual one", "[describe]") {
  REQUIRE(formula_text(AdvectionC2C(), {{"q"}, {}}) == "(q+ (x+ - x) / df+ + q- (x - x-) / df-) / 2");
}

TEST_CASE("describe gives the formula, the drawing and the ends of an operator as it stands", "[describe]") {
  REQUIRE(describe(GradientC2F(bottom(SetValue(1.0)))) ==
          "GradientC2F: (x+ - x-) / df\n"
          " center k      o     x+\n"
          " face k     ---#---  df, result\n"
          " center k-1    o     x-\n"
          " bottom face, SetValue: 2 (x+ - v) / df\n"
          " top face, closure: the value in the next row\n");
  REQUIRE(describe(DivergenceF2C(top(SetValue(1.0)))) ==
          "DivergenceF2C: (x+ - x-) / dc\n"
          " face k+1   ---o---  x+\n"
          " center k      #     dc, result\n"
          " face k     ---o---  x-\n"
          " top center, SetValue: (v - x-) / dc\n");
  REQUIRE(describe(AdvectionC2C(bottom(SetValue(1.0)))) ==
          "AdvectionC2C: (w+ (x+ - x) / df+ + w- (x - x-) / df-) / 2\n"
          " center k+1    o     x+\n"
          " face k+1   ---o---  w+, df+\n"
          " center k      #     x, result\n"
          " face k     ---o---  w-, df-\n"
          " center k-1    o     x-\n"
          " bottom center, SetValue: (w- 2 (x - v) / df- + w+ (x+ - x) / df+) / 2\n"
          " top center, closure: w- (x - x-) / df-\n"
          " the only cell: w- 2 (x - v) / df-\n");
}

TEST_CASE("Rows near an end are described where a formula or a replaced value reaches them", "[describe]") {
  const auto wide = end_texts<Side::top>(RightBiased3rdOrderF2C(), SetValue(1.0));
  REQUIRE(wide.size() == 2);
  REQUIRE(wide[0].place == "top center");
  REQUIRE(wide[0].value == "(x- + v) / 2");
  REQUIRE(wide[1].place == "top center - 1");
  REQUIRE(wide[1].value == "(10 x+ + 4 x- - 2 v) / 12");
  REQUIRE(wide[1].reads == "x-, x+");
  const auto flux = end_texts<Side::bottom>(GradientC2F(), SetFlux(3, 5, 1.0),
                                            {{"T"}, {{3, Symbol::named("a")}, {5, Symbol::named("b")}}});
  REQUIRE(flux.size() == 1);
  REQUIRE(flux[0].value == "(v - a T+) / (b - a df / 2)");
  REQUIRE(end_texts<Side::bottom>(SetBoundary(), SetValue(1.0))[0].value == "v");
  REQUIRE(end_texts<Side::bottom>(WENO5ProductC2F(), Extrapolate{}).size() == 3);
}
