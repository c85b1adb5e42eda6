// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <stencil/inspect/steps.hpp>
#include <stencil/where_used.hpp>

/// The picture of an expression's steps as SVG text.
namespace stencil::plan {

namespace svg {

/// The width of a letter [pixels]. Letters of monospaced fonts are 0.602 times their size wide, 7.2 for 12 pixels.
inline constexpr double letter = 7.5;
inline constexpr double line_height = 16;
inline constexpr double half_level = 12;
inline constexpr int cells = 6;
inline constexpr double row_width = 2 * cells * half_level + half_level;
inline constexpr double padding = 8;
inline constexpr double gap = 24;
inline constexpr double between_rows = 58;
inline constexpr double left = 92;
inline constexpr std::size_t longest_line = 44;

/// A template, so that only programs that draw compile it.
template <class Steps>
class Picture {
  using Text = where_used<std::string, Steps>;
  using Index = where_used<std::size_t, Steps>;
  using Length = where_used<double, Steps>;
  using Step = typename Steps::Step;
  using Read = typename Steps::Read;

 public:
  explicit Picture(const Steps& steps) : steps_(steps.steps), are_depths_(steps.rows == steps.barriers + 2) {
    for (const Step& s : steps_) boxes_.push_back(box_for(s));
    rows_.resize(static_cast<std::size_t>(steps.rows));
    for (std::size_t i = 0; i < steps_.size(); ++i) rows_[static_cast<std::size_t>(steps_[i].row)].push_back(i);
    place();
  }

  Text text(const Text& title) const {
    Text s = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width_) + "\" height=\"" + number(height_) +
             "\" viewBox=\"0 0 " + number(width_) + " " + number(height_) +
             "\" font-family=\"monospace\" font-size=\"12\">\n<title>" + escaped(title) + "</title>\n";
    s += "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    for (std::size_t row = 0; row < rows_.size(); ++row) s += level(row);
    for (std::size_t i = 0; i < steps_.size(); ++i) s += edges(i);
    for (std::size_t i = 0; i < steps_.size(); ++i) s += box(i);
    return s + "</svg>\n";
  }

 private:
  struct Box {
    std::vector<Text> lines;
    std::size_t small_from = 0;  ///< the first line in small print
    double x = 0, y = 0, width = 0, height = 0, text_width = 0;
    double cells_left() const { return x + padding + text_width + padding + half_level / 2; }
  };

  static Text number(double x) {
    const auto tenths = static_cast<long>(x * 10 + (x < 0 ? -0.5 : 0.5));
    const Text sign = tenths < 0 ? "-" : "";
    const long size = tenths < 0 ? -tenths : tenths;
    return sign + std::to_string(size / 10) + (size % 10 == 0 ? "" : "." + std::to_string(size % 10));
  }
  static Text escaped(const Text& text) {
    Text s;
    for (const char c : text) {
      s += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : Text(1, c);
    }
    return s;
  }
  /// A text as lines of at most `longest_line` letters, broken after blanks and brackets if there are any.
  static std::vector<Text> broken(Text text) {
    std::vector<Text> lines;
    while (text.size() > longest_line) {
      std::size_t cut = text.find_last_of(' ', longest_line - 1);
      if (cut == Text::npos || cut < longest_line / 3) cut = text.find_last_of('(', longest_line - 1);
      if (cut == Text::npos || cut < longest_line / 3) cut = longest_line - 1;
      while ((static_cast<unsigned char>(text[cut + 1]) & 0xC0U) == 0x80U) --cut;  // within a letter of UTF-8
      lines.push_back(text.substr(0, cut + 1));
      text = "  " + text.substr(cut + 1);
    }
    lines.push_back(text);
    return lines;
  }

  static Box box_for(const Step& s) {
    Box b;
    b.lines = broken(s.formula.empty() ? s.title : s.title + " = " + s.formula);
    if (s.readers > 1) b.lines.push_back("read by " + std::to_string(s.readers) + " steps");
    b.small_from = b.lines.size();
    for (std::size_t begin = 0; begin < s.ends.size();) {
      const std::size_t end = std::min(s.ends.find('\n', begin), s.ends.size());
      for (const Text& line : broken(s.ends.substr(begin, end - begin))) b.lines.push_back(line);
      begin = end + 1;
    }
    std::size_t letters = 0;
    for (const Text& line : b.lines) letters = std::max(letters, line.size());
    b.text_width = static_cast<double>(letters) * letter;
    const double cells_width = s.location == "anywhere" ? 0 : s.location == "surface" ? 3 * half_level : row_width;
    b.width = padding + b.text_width + padding + (cells_width > 0 ? cells_width + padding : 0);
    b.height = std::max(line_height * static_cast<double>(b.lines.size()), 22.0) + 2 * padding;
    return b;
  }

  double row_length(const std::vector<Index>& row) const {
    double length = row.empty() ? 0 : -gap;
    for (const std::size_t i : row) length += boxes_[i].width + gap;
    return length;
  }
  /// Places the boxes: rows from the bottom upward, boxes in a row below their readers where there is room.
  void place() {
    double widest = 0;
    for (const auto& row : rows_) widest = std::max(widest, row_length(row));
    double y = 16;
    row_top_.resize(rows_.size());
    row_height_.resize(rows_.size());
    for (std::size_t r = rows_.size(); r-- > 0;) {
      auto& row = rows_[r];
      std::vector<std::pair<Length, Index>> order;
      for (const std::size_t i : row) order.emplace_back(wanted_place(i), i);
      std::sort(order.begin(), order.end());
      double tallest = 0;
      double x = left + widest - row_length(row);  // rows are aligned on the right
      for (std::size_t k = 0; k < row.size(); ++k) {
        row[k] = order[k].second;
        Box& b = boxes_[row[k]];
        b.x = x;
        x += b.width + gap;
        tallest = std::max(tallest, b.height);
      }
      row_top_[r] = y;
      row_height_[r] = tallest;
      for (const std::size_t i : row) boxes_[i].y = y + (tallest - boxes_[i].height) / 2;
      y += tallest + between_rows;
    }
    height_ = y - between_rows + 16;
    width_ = left + widest + 16;
  }
  double wanted_place(std::size_t i) const {
    double sum = 0;
    int readers = 0;
    for (std::size_t r = 0; r < steps_.size(); ++r) {
      for (const Read& read : steps_[r].reads) {
        if (static_cast<std::size_t>(read.step) != i || steps_[r].row <= steps_[i].row) continue;
        sum += boxes_[r].x + boxes_[r].width / 2;
        ++readers;
      }
    }
    return readers == 0 ? 0 : sum / readers;
  }

  Text name_of(std::size_t row) const {
    if (row == 0) return "memory";
    if (are_depths_) return "level " + std::to_string(row - 1);
    return row + 1 == rows_.size() ? "results" : "values";
  }
  Text level(std::size_t row) const {
    const double middle = row_top_[row] + row_height_[row] / 2;
    Text s = words(10, middle + 4, name_of(row), "#555555", 12);
    if (row >= 2 && are_depths_) {
      const double y = row_top_[row] + row_height_[row] + between_rows / 2;
      s += "<line x1=\"0\" y1=\"" + number(y) + "\" x2=\"" + number(width_) + "\" y2=\"" + number(y) +
           "\" stroke=\"#b03030\" stroke-width=\"1.5\" stroke-dasharray=\"7 4\" class=\"barrier\"/>\n" +
           words(10, y - 5, "barrier", "#b03030", 11);
    }
    return s;
  }
  static Text words(double x, double y, const Text& text, const char* colour, int size) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" font-size=\"" + std::to_string(size) + "\" fill=\"" +
           colour + "\" xml:space=\"preserve\">" + escaped(text) + "</text>\n";
  }

  /// The row whose reads are drawn, in half levels from the lowest face.
  static int followed(const Text& location) { return location == "face" ? cells : cells + 1; }
  double place_of(const Box& b, int half) const { return b.cells_left() + half * half_level; }
  static const char* colour_of(const Step& s) { return s.readers > 1 ? "#c77700" : "#2060a0"; }

  Text edges(std::size_t reader) const {
    Text s;
    const Box& from = boxes_[reader];
    for (const Read& read : steps_[reader].reads) {
      const Step& source = steps_[static_cast<std::size_t>(read.step)];
      const Box& to = boxes_[static_cast<std::size_t>(read.step)];
      const bool rows = source.location == "center" || source.location == "face";
      const bool own_rows = steps_[reader].location == "center" || steps_[reader].location == "face";
      std::vector<Length> ends;
      if (!rows) ends.push_back(place_of(to, 1));
      if (rows && read.halves.empty()) ends = {place_of(to, 1), place_of(to, 2 * cells - 1)};
      for (const int half : read.halves) {
        const int place = followed(steps_[reader].location) + half;
        if (rows && place >= 0 && place <= 2 * cells) ends.push_back(place_of(to, place));
      }
      for (const double x : ends) {
        s += "<line x1=\"" + number(place_of(from, own_rows ? followed(steps_[reader].location) : 1)) + "\" y1=\"" +
             number(from.y + from.height) + "\" x2=\"" + number(x) + "\" y2=\"" + number(to.y) + "\" stroke=\"" +
             colour_of(source) + "\" stroke-width=\"1.3\"/>\n";
      }
    }
    return s;
  }

  Text box(std::size_t i) const {
    const Step& step = steps_[i];
    const Box& b = boxes_[i];
    const bool last = step.row == static_cast<int>(rows_.size()) - 1;
    Text s = "<g class=\"step\">\n<rect x=\"" + number(b.x) + "\" y=\"" + number(b.y) + "\" width=\"" +
             number(b.width) + "\" height=\"" + number(b.height) + "\" rx=\"4\" fill=\"" +
             (step.field ? "#f3f3f3"
              : last     ? "#e6f2e6"
                         : "#eaf1fa") +
             "\" fill-opacity=\"0.85\" stroke=\"" + (step.readers > 1 ? "#c77700" : "#808080") +
             "\" stroke-width=\"1.2\"/>\n";
    double y = b.y + (b.height - line_height * static_cast<double>(b.lines.size())) / 2 + 12;
    for (std::size_t line = 0; line < b.lines.size(); ++line, y += line_height) {
      s += words(b.x + padding, y, b.lines[line], line < b.small_from ? "black" : "#606060",
                 line < b.small_from ? 12 : 11);
    }
    if (step.location != "anywhere") s += cells_of(step, b);
    return s + "</g>\n";
  }
  /// Centers as squares, faces as bars between them, one value per column as one square.
  static Text cells_of(const Step& step, const Box& b) {
    const bool faces = step.location == "face";
    const int count = step.location == "surface" ? 1 : faces ? cells + 1 : cells;
    const double wide = faces ? 8 : 2 * half_level - 4;
    Text s;
    for (int k = 0; k < count; ++k) {
      const double middle = b.cells_left() + half_level * (faces ? 2 * k : 2 * k + 1);
      s += "<rect x=\"" + number(middle - wide / 2) + "\" y=\"" + number(b.y + b.height / 2 - 10) + "\" width=\"" +
           number(wide) + "\" height=\"20\" fill=\"white\" stroke=\"#404040\" class=\"" + step.location + "\"/>\n";
    }
    return s;
  }

  const std::vector<Step>& steps_;
  bool are_depths_;  // rows, with barriers between them
  std::vector<Box> boxes_;
  std::vector<std::vector<Index>> rows_;
  std::vector<Length> row_top_, row_height_;
  double width_ = 0, height_ = 0;
};

}  // namespace svg

/// A picture of steps, the same text for the same steps.
template <class Steps>
std::string svg_of(const Steps& steps, const std::string& title) {
  return svg::Picture<Steps>(steps).text(title);
}

}  // namespace stencil::plan
