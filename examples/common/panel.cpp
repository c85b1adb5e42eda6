// SPDX-License-Identifier: BSD-3-Clause
#include "panel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

namespace example {
namespace {

constexpr double font_size = 13.0;
constexpr double full_turn = 6.283185307179586;

constexpr double farthest = 1e150;  // products of such numbers are still numbers

enum class Anchor { left, middle, right };

void text(cairo_t* cairo, double x, double y, const std::string& content, Anchor anchor) {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, content.c_str(), &extents);
  const double shift = anchor == Anchor::left ? 0.0 : anchor == Anchor::middle ? 0.5 : 1.0;
  cairo_move_to(cairo, x - shift * extents.x_advance, y);
  cairo_show_text(cairo, content.c_str());
}

}  // namespace

void Axis::include(double value) {
  if (!std::isfinite(value)) return;
  value = std::clamp(value, -farthest, farthest);
  low_ = empty_ ? value : std::min(low_, value);
  high_ = empty_ ? value : std::max(high_, value);
  empty_ = false;
}

void Axis::include(const std::vector<double>& values) {
  for (const double value : values) include(value);
}

void Axis::settle() {
  // What is constant but for its last bits is constant: ticks within them would be no different numbers.
  const double size = std::max(std::abs(low_), std::abs(high_));
  if (!(high_ - low_ > 1e-9 * size) || high_ - low_ < 1.0 / farthest) {
    const double margin = std::max(0.1 * size, 1e-3);
    low_ -= margin;
    high_ += margin;
  }
  // 1, 2 or 5 times a power of ten, for four to nine ticks.
  const double wanted = (high_ - low_) / 5.0;
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  const double digit = wanted / power;
  tick_ = power * (digit < 1.5 ? 1.0 : digit < 3.5 ? 2.0 : digit < 7.5 ? 5.0 : 10.0);
  first_ = std::floor(low_ / tick_ + 1e-9);
  last_ = std::ceil(high_ / tick_ - 1e-9);
  low_ = first_ * tick_;
  high_ = last_ * tick_;
}

std::vector<Axis::Tick> Axis::ticks() const {
  const int count = static_cast<int>(last_ - first_) + 1;
  const double largest = std::max(std::abs(low_), std::abs(high_));
  std::vector<Tick> all;
  for (int i = 0; i < count; ++i) {
    const double value = (first_ + i) * tick_ + 0.0;  // adding zero takes the sign from -0
    char label[64];
    if (largest >= 1e7 || tick_ < 1e-5) {
      // As many digits as tell a tick from the next.
      const int digits = static_cast<int>(std::ceil(std::log10(largest / tick_) - 1e-9)) + 1;
      std::snprintf(label, sizeof label, "%.*g", digits, value);
    } else {
      const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(tick_) - 1e-9)));
      std::snprintf(label, sizeof label, "%.*f", decimals, value);
    }
    all.push_back({value, label});
  }
  return all;
}

double Axis::fraction(double value) const { return std::clamp((value - low_) / (high_ - low_), -10.0, 10.0); }

Panel::Panel(cairo_t* cairo, Frame frame, Axis x, Axis y, const std::string& title)
    : cairo_(cairo), frame_(frame), x_(std::move(x)), y_(std::move(y)) {
  x_.settle();
  y_.settle();
  draw_axes(title);
}

void Panel::draw_axes(const std::string& title) {
  const double bottom = frame_.top + frame_.height;
  cairo_set_font_size(cairo_, font_size);
  cairo_set_line_width(cairo_, 1.0);
  for (const auto& [value, label] : x_.ticks()) {
    cairo_set_source_rgb(cairo_, 0.88, 0.88, 0.88);
    cairo_move_to(cairo_, pixel_x(value), frame_.top);
    cairo_line_to(cairo_, pixel_x(value), bottom);
    cairo_stroke(cairo_);
    cairo_set_source_rgb(cairo_, 0.2, 0.2, 0.2);
    text(cairo_, pixel_x(value), bottom + 1.4 * font_size, label, Anchor::middle);
  }
  for (const auto& [value, label] : y_.ticks()) {
    cairo_set_source_rgb(cairo_, 0.88, 0.88, 0.88);
    cairo_move_to(cairo_, frame_.left, pixel_y(value));
    cairo_line_to(cairo_, frame_.left + frame_.width, pixel_y(value));
    cairo_stroke(cairo_);
    cairo_set_source_rgb(cairo_, 0.2, 0.2, 0.2);
    text(cairo_, frame_.left - 6.0, pixel_y(value) + 0.35 * font_size, label, Anchor::right);
  }
  cairo_rectangle(cairo_, frame_.left, frame_.top, frame_.width, frame_.height);
  cairo_stroke(cairo_);
  text(cairo_, frame_.left + 0.5 * frame_.width, bottom + 2.9 * font_size, x_.label(), Anchor::middle);
  text(cairo_, frame_.left, frame_.top - 0.6 * font_size, title.empty() ? y_.label() : title, Anchor::left);
  if (!title.empty()) text(cairo_, frame_.left + frame_.width, frame_.top - 0.6 * font_size, y_.label(), Anchor::right);
}

void Panel::line(const std::vector<double>& x, const std::vector<double>& y, Color color, double width, bool dashed) {
  const double dash[] = {6.0, 4.0};
  cairo_set_dash(cairo_, dash, dashed ? 2 : 0, 0.0);
  cairo_set_source_rgb(cairo_, color.red, color.green, color.blue);
  cairo_set_line_width(cairo_, width);
  cairo_new_path(cairo_);  // text leaves a point behind
  bool joined = false;     // a value that is no number is a gap
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool shown = std::isfinite(x[i]) && std::isfinite(y[i]);
    if (shown && joined) cairo_line_to(cairo_, pixel_x(x[i]), pixel_y(y[i]));
    if (shown && !joined) cairo_move_to(cairo_, pixel_x(x[i]), pixel_y(y[i]));
    joined = shown;
  }
  cairo_stroke(cairo_);
  cairo_set_dash(cairo_, nullptr, 0, 0.0);
}

void Panel::dots(const std::vector<double>& x, const std::vector<double>& y, Color color, double radius) {
  cairo_set_source_rgb(cairo_, color.red, color.green, color.blue);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    cairo_new_path(cairo_);
    cairo_arc(cairo_, pixel_x(x[i]), pixel_y(y[i]), radius, 0.0, full_turn);
    cairo_fill(cairo_);
  }
}

void Panel::band(const std::vector<double>& x, const std::vector<double>& low, const std::vector<double>& high,
                 Color color) {
  cairo_set_source_rgba(cairo_, color.red, color.green, color.blue, 0.25);
  cairo_new_path(cairo_);
  const auto shown = [&](std::size_t i) {
    return std::isfinite(x[i]) && std::isfinite(low[i]) && std::isfinite(high[i]);
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (shown(i)) cairo_line_to(cairo_, pixel_x(x[i]), pixel_y(low[i]));
  }
  for (std::size_t i = x.size(); i-- > 0;) {
    if (shown(i)) cairo_line_to(cairo_, pixel_x(x[i]), pixel_y(high[i]));
  }
  cairo_close_path(cairo_);
  cairo_fill(cairo_);
}

void Panel::legend(const std::vector<std::string>& labels, const std::vector<Color>& colors) {
  double x = frame_.left;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    cairo_set_source_rgb(cairo_, colors[i].red, colors[i].green, colors[i].blue);
    text(cairo_, x, frame_.top + frame_.height + 4.6 * font_size, labels[i], Anchor::left);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, labels[i].c_str(), &extents);
    x += extents.x_advance + 1.2 * font_size;
  }
}

}  // namespace example
