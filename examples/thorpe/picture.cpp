// SPDX-License-Identifier: BSD-3-Clause
#include "picture.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/canvas.hpp"
#include "common/panel.hpp"

namespace thorpe {
namespace {

using example::Axis;
using example::Color;
using example::Panel;

constexpr Color blue{0.12, 0.35, 0.65};
constexpr Color orange{0.80, 0.40, 0.05};

struct Curve {
  const std::vector<double>& values;
  const char* label;
  Color color;
};

void draw_profiles(const example::Canvas& canvas, double left, const std::string& title, const std::string& quantity,
                   const std::vector<double>& z, const std::vector<Curve>& curves) {
  Axis value(quantity), height("height [m]");
  height.include(z);
  std::vector<Panel::Entry> legend;
  for (const Curve& curve : curves) {
    value.include(curve.values);
    legend.push_back({curve.label, curve.color});
  }
  Panel panel(canvas.cairo(), {left, 75, 290, 330}, value, height, title);
  for (const Curve& curve : curves) panel.line(curve.values, z, curve.color, 1.5);
  panel.legend(legend);
}

/// The steps of a histogram as a curve.
void draw_histogram(const example::Canvas& canvas, double left, const Outcome& o) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < o.counts.size(); ++i) {
    for (const std::size_t edge : {i, i + 1}) {
      x.push_back(std::pow(10.0, o.edges[edge]));
      y.push_back(1e-3 * static_cast<double>(o.counts[i]));
    }
  }
  Axis value("K [m2/s]", example::Scale::logarithmic), count("thousands");
  value.include(x);
  count.include(0.0);
  count.include(y);
  Panel panel(canvas.cairo(), {left, 75, 290, 330}, value, count, "overturning cells");
  panel.line(x, y, blue, 1.5);
}

}  // namespace

void draw_picture(const example::UnfinishedFile& file, const Outcome& o) {
  const example::Canvas canvas(1500, 490, "Overturns of an ensemble of ocean columns");
  draw_profiles(canvas, 80, "a column", "density above 1000 [kg/m3]", o.z,
                {{o.density, "met", blue}, {o.sorted, "sorted", orange}});
  draw_profiles(canvas, 445, "its displacements", "displacement, scale [m]", o.z,
                {{o.displacement, "displacement", blue}, {o.thorpe_scale, "Thorpe scale", orange}});
  draw_profiles(canvas, 810, "the ensemble", "K [m2/s]", o.z,
                {{o.mean, "mean", blue}, {o.ninth_decile, "ninth decile", orange}});
  draw_histogram(canvas, 1175, o);
  canvas.write(file);
}

}  // namespace thorpe
