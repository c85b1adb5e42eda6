// SPDX-License-Identifier: BSD-3-Clause
#include "figure.hpp"

#include <iterator>
#include <string>
#include <vector>

#include "canvas.hpp"
#include "panel.hpp"

namespace example {
namespace {

constexpr Color colors[] = {
    {0.12, 0.35, 0.65}, {0.80, 0.40, 0.05}, {0.10, 0.55, 0.25}, {0.60, 0.15, 0.45}, {0.10, 0.10, 0.10}};

void draw_diagram(cairo_t* cairo, const Diagram& diagram, Panel::Frame frame) {
  Axis x(diagram.x_label, diagram.x_scale), y(diagram.y_label, diagram.y_scale);
  for (const Curve& curve : diagram.curves) {
    x.include(curve.x);
    y.include(curve.y);
    y.include(curve.upper);
  }
  Panel panel(cairo, frame, x, y, diagram.title);
  std::vector<Panel::Entry> legend;
  for (const Curve& curve : diagram.curves) {
    const Color color = colors[curve.color % std::size(colors)];
    if (curve.look == Curve::Look::band) {
      panel.band(curve.x, curve.y, curve.upper, color);
    } else if (curve.look == Curve::Look::dots) {
      panel.dots(curve.x, curve.y, color, 2.6);
    } else {
      panel.line(curve.x, curve.y, color, 1.8, curve.look == Curve::Look::dashed);
    }
    if (curve.label.empty()) continue;
    legend.push_back({curve.label, color,
                      curve.look == Curve::Look::band     ? Panel::Look::band
                      : curve.look == Curve::Look::dots   ? Panel::Look::dots
                      : curve.look == Curve::Look::dashed ? Panel::Look::dashed
                                                          : Panel::Look::line});
  }
  panel.legend(legend);
}

}  // namespace

void draw(const Outcome& outcome, const UnfinishedFile& file) {
  constexpr double width = 330, height = 290, margin = 75;
  const auto count = static_cast<double>(outcome.diagrams.size());
  const Canvas canvas(static_cast<int>(count * (width + margin) + 35), 470, outcome.title);
  double left = margin;
  for (const Diagram& diagram : outcome.diagrams) {
    draw_diagram(canvas.cairo(), diagram, {left, 75, width, height});
    left += width + margin;
  }
  canvas.write(file);
}

}  // namespace example
