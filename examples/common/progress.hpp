// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace example {

/// The line of a terminal of so many columns, which it never fills: the bar shrinks and goes, then the words. Times are
/// in seconds, `fraction` is done.
std::string progress_line(std::size_t columns, double fraction, double duration, double elapsed, double remaining);

/// Tells on standard error how far a run is: a bar where that is a terminal, a plain line every tenth otherwise.
class Progress {
 public:
  explicit Progress(double duration);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The model has reached `time` [s] of its duration.
  void reach(double time);

 private:
  void draw_bar(double fraction, double elapsed, double remaining);
  void print_line(double fraction, double elapsed, double remaining);

  double duration_;
  bool terminal_;
  bool bar_open_ = false;
  int tenths_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point drawn_{};
};

}  // namespace example
