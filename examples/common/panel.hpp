// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cairo.h>

#include <string>
#include <utility>
#include <vector>

namespace example {

struct Color {
  double red;
  double green;
  double blue;
};

/// The values along one axis, widened to whole ticks. What is no number, or infinite, counts for nothing; an axis of
/// nothing else goes from 0 to 1, one of a single value has it in the middle. Logarithms are the caller's: a value of 0
/// then has none and is left out.
class Axis {
 public:
  explicit Axis(std::string label) : label_(std::move(label)) {}
  void include(const std::vector<double>& values);
  void include(double value);
  /// Chooses ticks; after this the axis is fixed.
  void settle();

  const std::string& label() const { return label_; }
  double low() const { return low_; }
  double high() const { return high_; }
  struct Tick {
    double value;
    std::string label;
  };
  /// From low to high, a dozen at most.
  std::vector<Tick> ticks() const;
  /// Where a value lies, from 0 at low to 1 at high; what is far away is brought near.
  double fraction(double value) const;

 private:
  std::string label_;
  bool empty_ = true;
  double low_ = 0.0;
  double high_ = 1.0;
  double tick_ = 1.0;
  double first_ = 0.0;  ///< and last, in ticks
  double last_ = 1.0;
};

/// A diagram in a rectangle [pixels] of a cairo picture.
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
  /// Names the curves in their colours, in one line below the diagram.
  void legend(const std::vector<std::string>& labels, const std::vector<Color>& colors);

 private:
  void draw_axes(const std::string& title);
  double pixel_x(double value) const { return frame_.left + frame_.width * x_.fraction(value); }
  double pixel_y(double value) const { return frame_.top + frame_.height * (1.0 - y_.fraction(value)); }

  cairo_t* cairo_;
  Frame frame_;
  Axis x_;
  Axis y_;
};

}  // namespace example
