// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cairo.h>

#include <string>
#include <utility>
#include <vector>

#include "outcome.hpp"

namespace example {

struct Color {
  double red;
  double green;
  double blue;
};

/// The values along one axis, widened to whole ticks. NaN and infinities are ignored, and on a logarithmic axis numbers
/// that are not positive. An axis without values goes from 0 to 1, or from 1 to 10; one of a single value has it in the
/// middle.
class Axis {
 public:
  explicit Axis(std::string label, Scale scale = Scale::linear) : label_(std::move(label)), scale_(scale) {}
  void include(const std::vector<double>& values);
  void include(double value);
  /// Chooses ticks; after this the axis is fixed.
  void settle();

  const std::string& label() const { return label_; }
  double low() const { return ticks_.front().value; }
  double high() const { return ticks_.back().value; }
  struct Tick {
    double value;
    std::string label;
  };
  /// From low to high, a dozen at most.
  const std::vector<Tick>& ticks() const { return ticks_; }
  /// Whether the value can be drawn.
  bool shows(double value) const;
  /// Where a value lies, from 0 at low to 1 at high; values far outside are moved closer.
  double fraction(double value) const;

 private:
  void settle_linear();
  void settle_logarithmic();
  double place(double value) const;

  std::string label_;
  Scale scale_;
  bool empty_ = true;
  double low_ = 0.0;  ///< and high, as places: logarithms on a logarithmic axis
  double high_ = 1.0;
  std::vector<Tick> ticks_;
};

/// A diagram in a rectangle [pixels] of a cairo picture. Labels of the axes stand beside them, outside of the
/// rectangle: some 70 pixels to the left, 40 below, and 20 more for each line of the legend.
class Panel {
 public:
  struct Frame {
    double left;
    double top;
    double width;
    double height;
  };
  Panel(cairo_t* cairo, Frame frame, Axis x, Axis y, const std::string& title);

  void line(const std::vector<double>& x, const std::vector<double>& y, Color color, double width, bool dashed = false);
  void dots(const std::vector<double>& x, const std::vector<double>& y, Color color, double radius);
  /// Fills between two curves over x.
  void band(const std::vector<double>& x, const std::vector<double>& low, const std::vector<double>& high, Color color);
  enum class Look { line, dashed, dots, band };
  struct Entry {
    std::string label;
    Color color;
    Look look = Look::line;
  };
  /// Names what is drawn, each with a sample of it, in lines as wide as the diagram below it.
  void legend(const std::vector<Entry>& entries);

 private:
  void draw_axes(const std::string& title);
  void draw_sample(const Entry& entry, double x, double y);
  bool shows(double x, double y) const { return x_.shows(x) && y_.shows(y); }
  double pixel_x(double value) const { return frame_.left + frame_.width * x_.fraction(value); }
  double pixel_y(double value) const { return frame_.top + frame_.height * (1.0 - y_.fraction(value)); }

  cairo_t* cairo_;
  Frame frame_;
  Axis x_;
  Axis y_;
};

}  // namespace example
