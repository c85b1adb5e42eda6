// SPDX-License-Identifier: BSD-3-Clause
#include "progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

namespace example {
namespace {

std::string clock_text(double seconds) {
  const int whole = static_cast<int>(std::lround(std::clamp(seconds, 0.0, 2e9)));
  char text[32];
  if (whole >= 3600) {
    std::snprintf(text, sizeof text, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%d:%02d", whole / 60, whole % 60);
  }
  return text;
}

std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(std::size_t columns, double fraction, double duration, double elapsed, double remaining) {
  char text[128];
  std::snprintf(text, sizeof text, "%3.0f %%  %.2f h of %.2f h  elapsed %s  remaining %s ", 100.0 * fraction,
                fraction * duration / 3600.0, duration / 3600.0, clock_text(elapsed).c_str(),
                clock_text(remaining).c_str());
  const std::string words = text;
  // The last place of a line stays free: a terminal may begin another after it.
  const std::size_t room = columns > 1 ? columns - 1 : 1;
  constexpr std::size_t shortest = 5, longest = 40;
  if (room < words.size() + shortest + 3) return words.substr(0, room);
  const std::size_t width = std::min(longest, room - words.size() - 3);
  std::string bar(width, '.');
  const auto done = static_cast<std::size_t>(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(width));
  bar.replace(0, done, done, '#');
  return "[" + bar + "] " + words;
}

Progress::Progress(double duration) : duration_(duration), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  // An error message that follows an open bar starts on its own line.
  if (bar_open_) std::fputc('\n', stderr);
}

void Progress::reach(double time) {
  const auto now = std::chrono::steady_clock::now();
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const double fraction = duration_ > 0.0 ? time / duration_ : 1.0;
  const double remaining = fraction > 0.0 ? elapsed * (1.0 - fraction) / fraction : 0.0;
  if (!terminal_) {
    print_line(fraction, elapsed, remaining);
  } else if (fraction >= 1.0 || now - drawn_ > std::chrono::milliseconds(100)) {
    drawn_ = now;
    draw_bar(fraction, elapsed, remaining);
  }
}

void Progress::draw_bar(double fraction, double elapsed, double remaining) {
  std::fprintf(stderr, "\r%s", progress_line(terminal_columns(), fraction, duration_, elapsed, remaining).c_str());
  bar_open_ = fraction < 1.0;
  if (!bar_open_) std::fputc('\n', stderr);
  std::fflush(stderr);
}

void Progress::print_line(double fraction, double elapsed, double remaining) {
  const int tenths = static_cast<int>(10.0 * fraction + 1e-9);
  if (tenths <= tenths_) return;
  tenths_ = tenths;
  std::fprintf(stderr, "%3d %%  %.2f h of %.2f h  elapsed %s  remaining %s\n", 10 * tenths,
               fraction * duration_ / 3600.0, duration_ / 3600.0, clock_text(elapsed).c_str(),
               clock_text(remaining).c_str());
}

}  // namespace example
