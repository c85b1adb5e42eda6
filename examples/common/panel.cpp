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

constexpr double band_opacity = 0.25;
constexpr double sample_width = 22.0;

constexpr double farthest = 1e150;  // products of such numbers are still numbers

enum class Anchor { left, middle, right };

double width_of(cairo_t* cairo, const std::string& content) {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, content.c_str(), &extents);
  return extents.x_advance;
}

void text(cairo_t* cairo, double x, double y, const std::string& content, Anchor anchor) {
  const double shift = anchor == Anchor::left ? 0.0 : anchor == Anchor::middle ? 0.5 : 1.0;
  cairo_move_to(cairo, x - shift * width_of(cairo, content), y);
  cairo_show_text(cairo, content.c_str());
}

}  // namespace

bool Axis::shows(double value) const { return std::isfinite(value) && (scale_ == Scale::linear || value > 0.0); }

double Axis::place(double value) const { return scale_ == Scale::linear ? value : std::log10(value); }

void Axis::include(double value) {
  if (!shows(value)) return;
  value = place(std::clamp(value, -farthest, farthest));
  low_ = empty_ ? value : std::min(low_, value);
  high_ = empty_ ? value : std::max(high_, value);
  empty_ = false;
}

void Axis::include(const std::vector<double>& values) {
  for (const double value : values) include(value);
}

void Axis::settle() {
  ticks_.clear();
  if (scale_ == Scale::linear) {
    settle_linear();
  } else {
    settle_logarithmic();
  }
}

void Axis::settle_linear() {
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
  const double tick = power * (digit < 1.5 ? 1.0 : digit < 3.5 ? 2.0 : digit < 7.5 ? 5.0 : 10.0);
  const double first = std::floor(low_ / tick + 1e-9), last = std::ceil(high_ / tick - 1e-9);
  low_ = first * tick;
  high_ = last * tick;
  const double largest = std::max(std::abs(low_), std::abs(high_));
  for (int i = 0; i <= static_cast<int>(last - first); ++i) {
    const double value = (first + i) * tick + 0.0;  // adding zero takes the sign from -0
    char label[64];
    if (largest >= 1e7 || tick < 1e-5) {
      // As many digits as tell a tick from the next.
      const int digits = static_cast<int>(std::ceil(std::log10(largest / tick) - 1e-9)) + 1;
      std::snprintf(label, sizeof label, "%.*g", digits, value);
    } else {
      const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)));
      std::snprintf(label, sizeof label, "%.*f", decimals, value);
    }
    ticks_.push_back({value, label});
  }
}

void Axis::settle_logarithmic() {
  low_ = std::floor(low_ + 1e-9);
  high_ = std::max(std::ceil(high_ - 1e-9), low_ + 1.0);
  // Powers of ten, every second or third of them where they are many; with 2 and 5 times them where they are few.
  const int decades = static_cast<int>(high_ - low_), every = (decades + 7) / 8;
  const int steps = (decades + every - 1) / every;
  const double last = low_ + every * steps;
  high_ = last;
  for (double power = low_; power < last + 0.5; power += every) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor > 1.0 && (decades > 2 || power > last - 0.5)) continue;
      char label[32];
      std::snprintf(label, sizeof label, "%g", factor * std::pow(10.0, power));
      ticks_.push_back({factor * std::pow(10.0, power), label});
    }
  }
}

double Axis::fraction(double value) const { return std::clamp((place(value) - low_) / (high_ - low_), -10.0, 10.0); }

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
  double widest = 0.0;
  for (const auto& [value, label] : y_.ticks()) {
    cairo_set_source_rgb(cairo_, 0.88, 0.88, 0.88);
    cairo_move_to(cairo_, frame_.left, pixel_y(value));
    cairo_line_to(cairo_, frame_.left + frame_.width, pixel_y(value));
    cairo_stroke(cairo_);
    cairo_set_source_rgb(cairo_, 0.2, 0.2, 0.2);
    text(cairo_, frame_.left - 6.0, pixel_y(value) + 0.35 * font_size, label, Anchor::right);
    widest = std::max(widest, width_of(cairo_, label));
  }
  cairo_rectangle(cairo_, frame_.left, frame_.top, frame_.width, frame_.height);
  cairo_stroke(cairo_);
  text(cairo_, frame_.left + 0.5 * frame_.width, bottom + 2.9 * font_size, x_.label(), Anchor::middle);
  text(cairo_, frame_.left, frame_.top - 0.6 * font_size, title, Anchor::left);
  cairo_save(cairo_);
  cairo_translate(cairo_, frame_.left - widest - 6.0 - 0.6 * font_size, frame_.top + 0.5 * frame_.height);
  cairo_rotate(cairo_, -0.25 * full_turn);
  text(cairo_, 0.0, 0.0, y_.label(), Anchor::middle);
  cairo_restore(cairo_);
}

void Panel::line(const std::vector<double>& x, const std::vector<double>& y, Color color, double width, bool dashed) {
  const double dash[] = {6.0, 4.0};
  cairo_set_dash(cairo_, dash, dashed ? 2 : 0, 0.0);
  cairo_set_source_rgb(cairo_, color.red, color.green, color.blue);
  cairo_set_line_width(cairo_, width);
  cairo_new_path(cairo_);  // text leaves a point behind
  bool joined = false;     // a value that is no number is a gap
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool shown = shows(x[i], y[i]);
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
    if (!shows(x[i], y[i])) continue;
    cairo_new_path(cairo_);
    cairo_arc(cairo_, pixel_x(x[i]), pixel_y(y[i]), radius, 0.0, full_turn);
    cairo_fill(cairo_);
  }
}

void Panel::band(const std::vector<double>& x, const std::vector<double>& low, const std::vector<double>& high,
                 Color color) {
  cairo_set_source_rgba(cairo_, color.red, color.green, color.blue, band_opacity);
  cairo_new_path(cairo_);
  const auto shown = [&](std::size_t i) { return shows(x[i], low[i]) && shows(x[i], high[i]); };
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (shown(i)) cairo_line_to(cairo_, pixel_x(x[i]), pixel_y(low[i]));
  }
  for (std::size_t i = x.size(); i-- > 0;) {
    if (shown(i)) cairo_line_to(cairo_, pixel_x(x[i]), pixel_y(high[i]));
  }
  cairo_close_path(cairo_);
  cairo_fill(cairo_);
}

void Panel::draw_sample(const Entry& entry, double x, double y) {
  const double dash[] = {6.0, 4.0};
  cairo_new_path(cairo_);
  cairo_set_source_rgba(cairo_, entry.color.red, entry.color.green, entry.color.blue,
                        entry.look == Look::band ? band_opacity : 1.0);
  if (entry.look == Look::band) {
    cairo_rectangle(cairo_, x, y - 5.0, sample_width, 10.0);
    cairo_fill(cairo_);
  } else if (entry.look == Look::dots) {
    cairo_arc(cairo_, x + 0.5 * sample_width, y, 2.6, 0.0, full_turn);
    cairo_fill(cairo_);
  } else {
    cairo_set_dash(cairo_, dash, entry.look == Look::dashed ? 2 : 0, 0.0);
    cairo_set_line_width(cairo_, 2.0);
    cairo_move_to(cairo_, x, y);
    cairo_line_to(cairo_, x + sample_width, y);
    cairo_stroke(cairo_);
    cairo_set_dash(cairo_, nullptr, 0, 0.0);
  }
}

void Panel::legend(const std::vector<Entry>& entries) {
  double x = frame_.left, y = frame_.top + frame_.height + (x_.label().empty() ? 3.2 : 4.8) * font_size;
  for (const Entry& entry : entries) {
    const double width = sample_width + 5.0 + width_of(cairo_, entry.label);
    if (x > frame_.left && x + width > frame_.left + frame_.width) {
      x = frame_.left;
      y += 1.5 * font_size;
    }
    draw_sample(entry, x, y - 0.35 * font_size);
    cairo_set_source_rgb(cairo_, 0.2, 0.2, 0.2);
    text(cairo_, x + sample_width + 5.0, y, entry.label, Anchor::left);
    x += width + 1.0 * font_size;
  }
}

}  // namespace example
