// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stencil/stencil.hpp>
#include <string>
#include <vector>

namespace {

using namespace stencil;

const auto zero_flux = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));

struct Fields {
  ColumnGrid grid = ColumnGrid::uniform(8, 0.0, 1.0, 3);
  CenterField<double> a{grid, "a"}, b{grid, "b"}, div{grid, "div"};
  FaceField<double> k{grid, "k"};
  SurfaceField<double> flux{grid, "flux"};

  auto w2() const { return zero_flux(k * GradientC2F()(zero_flux(exp(InterpolateC2F()(a)) * GradientC2F()(a * b)))); }
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}
bool contains(const std::string& text, const std::string& part) { return count(text, part) > 0; }

/// Statements of DOT text end in a semicolon or a brace, quotes and braces are closed, every edge leads between nodes.
void require_dot(const std::string& dot) {
  int open = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < dot.size(); ++i) {
    if (dot[i] == '"' && (i == 0 || dot[i - 1] != '\\')) quoted = !quoted;
    if (!quoted) open += dot[i] == '{' ? 1 : dot[i] == '}' ? -1 : 0;
    REQUIRE(open >= 0);
  }
  REQUIRE(open == 0);
  REQUIRE_FALSE(quoted);
  std::istringstream lines(dot);
  std::vector<std::string> nodes;
  for (std::string line; std::getline(lines, line);) {
    REQUIRE_FALSE(line.empty());
    REQUIRE((line.back() == ';' || line.back() == '{' || line.back() == '}'));
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (!second.empty() && second[0] == '[' && first != "node") nodes.push_back(first);
    if (second == "->") {
      if (third.back() == ';') third.pop_back();
      CAPTURE(line);
      REQUIRE(std::count(nodes.begin(), nodes.end(), first) == 1);
      REQUIRE((third.rfind("destination", 0) == 0 || std::count(nodes.begin(), nodes.end(), third) == 1));
    }
  }
  if (std::system("command -v dot >/dev/null 2>&1") != 0) return;  // NOLINT(cert-env33-c): a fixed command
  // Tests run side by side.
  const auto name = "stencil_drawing_" + std::to_string(::getpid()) + ".dot";
  const std::string file = (std::filesystem::temp_directory_path() / name).string();
  std::ofstream(file) << dot;
  REQUIRE(std::system(("dot -Tsvg '" + file + "' >/dev/null").c_str()) == 0);  // NOLINT(cert-env33-c)
  std::filesystem::remove(file);
}

struct Element {
  std::string name, text;
  std::string attributes;
  int depth = 0;
  double number(const std::string& attribute) const {
    const std::size_t at = attributes.find(" " + attribute + "=\"");
    REQUIRE(at != std::string::npos);
    return std::stod(attributes.substr(at + attribute.size() + 3));
  }
};
/// The elements of an SVG in the order of their beginnings; every tag must be closed.
std::vector<Element> elements_of(const std::string& svg) {
  std::vector<Element> all;
  std::vector<std::size_t> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    REQUIRE(end != std::string::npos);
    const std::string tag = svg.substr(at + 1, end - at - 1);
    if (tag[0] == '/') {
      REQUIRE_FALSE(open.empty());
      REQUIRE(all[open.back()].name == tag.substr(1));
      open.pop_back();
      continue;
    }
    Element e;
    e.name = tag.substr(0, tag.find_first_of(" /"));
    e.attributes = tag.substr(e.name.size());
    e.depth = static_cast<int>(open.size());
    e.text = svg.substr(end + 1, svg.find('<', end) - end - 1);
    for (std::size_t mark = e.text.find('&'); mark != std::string::npos; mark = e.text.find('&', mark + 1))
      e.text.replace(mark, e.text.find(';', mark) - mark + 1, "?");  // one letter
    all.push_back(e);
    if (tag.back() != '/') open.push_back(all.size() - 1);
  }
  REQUIRE(open.empty());
  return all;
}

struct Box {
  double left, top, right, bottom;
  bool overlaps(const Box& o) const { return left < o.right && o.left < right && top < o.bottom && o.top < bottom; }
  bool holds(const Box& o) const { return left <= o.left && o.right <= right && top <= o.top && o.bottom <= bottom; }
};
Box box_of(const Element& e) {
  if (e.name == "rect") {
    const double x = e.number("x"), y = e.number("y");
    return {x, y, x + e.number("width"), y + e.number("height")};
  }
  // A monospaced letter is 0.602 of the font's size wide.
  const double size = e.number("font-size"), x = e.number("x"), y = e.number("y");
  return {x, y - 0.8 * size, x + 0.602 * size * static_cast<double>(e.text.size()), y + 0.2 * size};
}

/// No box lies on another, words and cells lie in their boxes and not on each other, all lie in the picture.
void require_layout(const std::string& svg) {
  const auto elements = elements_of(svg);
  const Box picture{0, 0, elements[0].number("width"), elements[0].number("height")};
  std::vector<Box> steps, others;
  Box step{};
  std::vector<Box> inside;
  for (const Element& e : elements) {
    if (e.name != "rect" && e.name != "text") continue;
    if (contains(e.attributes, "100%")) continue;
    const Box b = box_of(e);
    CAPTURE(e.text, e.attributes);
    REQUIRE(picture.holds(b));
    if (e.depth == 1) {
      others.push_back(b);
    } else if (contains(e.attributes, "rx=")) {
      step = b;
      for (const Box& other : steps) REQUIRE_FALSE(step.overlaps(other));
      for (const Box& other : others) REQUIRE_FALSE(step.overlaps(other));
      steps.push_back(step);
      inside.clear();
    } else {
      REQUIRE(step.holds(b));
      for (const Box& other : inside) REQUIRE_FALSE(b.overlaps(other));
      inside.push_back(b);
    }
  }
  REQUIRE_FALSE(steps.empty());
}

}  // namespace

TEST_CASE("draw gives W2 as Graphviz text, with levels, tiles, reads and the destination", "[draw]") {
  const Fields x;
  const ExpressionDrawing drawing = draw(x.div, x.w2());
  std::ostringstream out;
  out << drawing;
  const std::string dot = out.str();
  CHECK(dot == drawing.dot());
  require_dot(dot);
  // Three fields, three products, exp, a mean, two gradients, two divergences; the destination.
  CHECK(count(dot, "label=\"a\\ncenter\"") == 1);
  CHECK(count(dot, "shape=cylinder") == 4);
  CHECK(count(dot, "shape=box") == 4);
  CHECK(count(dot, "shape=ellipse") == 5);
  CHECK(count(dot, "subgraph cluster_") == 6);  // memory and five levels
  CHECK(count(dot, " -> ") == 13);
  CHECK(count(dot, "label=\"-1/2 +1/2\"") == 5);
  CHECK(contains(dot, "DivergenceF2C\\ncenter\\nbottom SetValue\\ntop SetValue"));
  CHECK(contains(dot, "destination0 [label=\"div\""));
}

TEST_CASE("draw gives W2 as a picture of steps, without overlaps", "[draw]") {
  const Fields x;
  const std::string svg = draw(x.div, x.w2()).svg();
  require_layout(svg);
  CHECK(svg == draw(x.div, x.w2()).svg());
  CHECK(count(svg, "class=\"step\"") == 8);  // a, b, k, four tiles and the destination
  CHECK(count(svg, "class=\"barrier\"") == 4);
  CHECK(count(svg, "class=\"center\"") == 6 * 5);  // a, b, a * b, the inner divergence, the destination
  CHECK(count(svg, "class=\"face\"") == 7 * 3);
  CHECK(contains(svg, "tile 3 = k * GradientC2F(tile 2)"));
  CHECK(contains(svg, "div = DivergenceF2C(tile 3)"));
  CHECK(contains(svg, "read by 2 steps"));  // a
  // From the destination's cell to the two faces of its tile, half a cell to the left and to the right.
  std::vector<double> reads;
  for (const Element& e : elements_of(svg)) {
    if (e.name == "line" && !contains(e.attributes, "barrier") && e.number("y1") < 70)
      reads.push_back(e.number("x2") - e.number("x1"));
  }
  CHECK(reads == std::vector<double>{-12, 12});
}

TEST_CASE("draw shows conditions, wide stencils, whole columns and systems", "[draw]") {
  Fields x;
  const auto g = GradientC2F(bottom(SetGradient(x.flux)))(exp(x.a));
  const ExpressionDrawing both = draw(into(x.div, zero_flux(g)), into(x.k, g * g));
  require_dot(both.dot());
  require_layout(both.svg());
  CHECK(contains(both.dot(), "label=\"condition\""));
  CHECK(contains(both.svg(), "read by 3 steps"));

  const ExpressionDrawing wide =
      draw(x.div, x.a - 0.5 * zero_flux(Upwind3rdOrderBiasedProductC2F()(x.k, x.a)) + where(x.a > x.b, x.a, -x.b));
  require_dot(wide.dot());
  require_layout(wide.svg());
  CHECK(contains(wide.dot(), "label=\"-1 1/2 -1/2 +1/2 +1 1/2\""));

  const ExpressionDrawing column = draw(x.flux, column_sum(zero_flux(GradientC2F()(x.a))) + x.flux);
  require_dot(column.dot());
  require_layout(column.svg());

  const ExpressionDrawing system =
      draw(x.div, solve(identity() - 0.1 * jacobian(GradientF2C()(GradientC2F()(x.a)), wrt(x.a)), x.b));
  require_dot(system.dot());
  require_layout(system.svg());
  CHECK(contains(system.dot(), "identity()"));

  const ExpressionDrawing running = draw(x.k, cumulative_integral(x.a * x.b, bottom(0.0)));
  require_layout(running.svg());
  CHECK_FALSE(contains(running.svg(), "barrier"));
}

TEST_CASE("A picture of a column function has each value that is used several times once", "[draw]") {
  Fields x;
  const auto f = columnwise([](auto a, auto k) {
    const auto product = named(a * a, "product");
    const auto slope = GradientC2F()(product);
    const auto root = sqrt(product);
    return results(DivergenceF2C()(k * slope * slope) + root, root);
  });
  CenterField<double> root(x.a.grid(), "root");
  const std::string svg = draw(fields(x.div, root), f(x.a, x.k)).svg();
  require_layout(svg);
  for (const char* step :
       {">product = a * a<", ">value 0 = GradientC2F(product)<", ">value 1 = sqrt(product)<", ">root = value 1<"})
    CHECK(count(svg, step) == 1);
  CHECK(contains(svg, ">div = DivergenceF2C(((k * value 0) * value"));
  CHECK(contains(svg, ">values<"));
  CHECK_FALSE(contains(svg, "barrier"));

  // Written out it would have 2^60 letters.
  const auto doubled = columnwise([](auto a) {
    const auto twice = [](auto y) { return y * y + y; };
    const auto ten_times = [=](auto y) {
      return twice(twice(twice(twice(twice(twice(twice(twice(twice(twice(y))))))))));
    };
    return results(ten_times(ten_times(ten_times(a))));
  });
  CHECK(draw(x.div, doubled(x.a)).svg().size() < 60000);
}

TEST_CASE("A picture breaks no letter of UTF-8", "[draw]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 800.0, 2);
  std::string name = "x";
  for (int i = 0; i < 60; ++i) name += "\u03b8";  // two bytes each
  const CenterField<double> theta(grid, name);
  const std::string svg = draw(2.0 * theta).svg();
  for (std::size_t i = 1; i < svg.size(); ++i) {
    const auto follows = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    REQUIRE(follows(svg[i]) == (static_cast<unsigned char>(svg[i - 1]) >= 0xC0U));
  }
}

TEST_CASE("draw needs types and names only", "[draw]") {
  using View = FieldLeaf<double, Center, layout::LevelsContiguous, AnySpace>;
  View q, r;
  q.name = "q";
  r.name = "say \"r\" < 1";
  const ExpressionDrawing drawing = draw(GradientC2F()(q * r) * GradientC2F()(q));
  require_dot(drawing.dot());
  require_layout(drawing.svg());
  CHECK(count(drawing.dot(), "shape=cylinder") == 3);  // q once, r, and the result
  CHECK(contains(drawing.svg(), "say &quot;r&quot; &lt; 1"));
}

TEST_CASE("The picture in docs/shared-memory.md is that of the expression", "[draw]") {
  const Fields x;
  std::ifstream file(STENCIL_DOCS "/w2.svg");
  const std::string shown{std::istreambuf_iterator<char>(file), {}};
  INFO("examples/explain --draw docs/w2.svg writes it anew");
  CHECK((shown == draw(x.div, x.w2()).svg()));
}
