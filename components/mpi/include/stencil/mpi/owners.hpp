// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <stencil/error.hpp>

namespace stencil::mpi {

/// Where a column is.
struct Place {
  int rank;           ///< the process that has it
  std::size_t index;  ///< its number there
};

/// The table of who has which column: the same on every rank, in runs of consecutive numbers. No messages.
class Owners {
 public:
  /// Rank r has the columns from starts[r] to before starts[r + 1].
  explicit Owners(std::vector<std::size_t> starts) : starts_(std::move(starts)) {}

  /// As words of runs, counts[r] of them for rank r. ShapeError unless every rank has a column, and each number from 0
  /// occurs once.
  Owners(const std::vector<std::uint64_t>& words, const std::vector<int>& counts) : starts_{0} {
    std::size_t next = 0;
    for (std::size_t r = 0; r < counts.size(); ++r) {
      first_run_.push_back(runs_.size());
      std::size_t index = 0;
      for (int i = 0; i < counts[r]; i += 2, next += 2) {
        runs_.push_back({words[next], words[next + 1], {static_cast<int>(r), index}});
        index += words[next + 1];
      }
      if (index == 0)
        throw ShapeError("mpi::Domain: rank " + std::to_string(r) + " has no column, but every rank needs one");
      starts_.push_back(starts_.back() + index);
    }
    first_run_.push_back(runs_.size());
    ascending_.resize(runs_.size());
    for (std::size_t i = 0; i < runs_.size(); ++i) ascending_[i] = i;
    std::sort(ascending_.begin(), ascending_.end(), [&](auto a, auto b) { return runs_[a].first < runs_[b].first; });
    std::size_t expected = 0;
    for (const std::size_t i : ascending_) {
      const Run& run = runs_[i];
      if (run.first != expected) {
        throw ShapeError("mpi::Domain: of " + std::to_string(total()) + " columns " +
                         (run.first > expected ? "no rank has column " + std::to_string(expected)
                                               : "column " + std::to_string(run.first) + " is named twice"));
      }
      expected += run.count;
    }
  }

  /// First and number of each run of consecutive numbers in a list.
  static std::vector<std::uint64_t> runs_of(std::span<const std::size_t> columns) {
    std::vector<std::uint64_t> words;
    for (const std::size_t c : columns) {
      if (!words.empty() && c == words[words.size() - 2] + words.back()) {
        ++words.back();
      } else {
        words.insert(words.end(), {c, 1});
      }
    }
    return words;
  }

  int ranks() const { return static_cast<int>(starts_.size()) - 1; }
  std::size_t total() const { return starts_.back(); }
  std::size_t count(int rank) const { return start(rank + 1) - start(rank); }
  bool contiguous() const { return runs_.empty(); }
  std::size_t column(int rank, std::size_t index) const {
    if (contiguous()) return start(rank) + index;
    const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(first_run_[static_cast<std::size_t>(rank)]);
    const auto end = runs_.begin() + static_cast<std::ptrdiff_t>(first_run_[static_cast<std::size_t>(rank) + 1]);
    const auto run = std::upper_bound(begin, end, index, [](auto i, const Run& r) { return i < r.at.index; }) - 1;
    return run->first + (index - run->at.index);
  }
  Place place(std::size_t column) const {
    if (contiguous()) {
      const auto after = std::upper_bound(starts_.begin(), starts_.end(), column);
      return {static_cast<int>(after - starts_.begin()) - 1, column - *(after - 1)};
    }
    const auto after = std::upper_bound(ascending_.begin(), ascending_.end(), column,
                                        [&](auto c, auto i) { return c < runs_[i].first; });
    const Run& run = runs_[*(after - 1)];
    return {run.at.rank, run.at.index + (column - run.first)};
  }

  /// The same columns in the order of ranks and of their columns, cut elsewhere: rank r gets those at the positions
  /// from starts[r] to before starts[r + 1].
  Owners cut(const std::vector<std::size_t>& starts) const {
    if (contiguous()) return Owners(starts);
    std::vector<std::uint64_t> words;
    std::vector<int> counts(starts.size() - 1);
    std::size_t position = 0, rank = 0;
    for (Run run : runs_) {
      while (run.count > 0) {
        while (position == starts[rank + 1]) ++rank;
        const std::size_t taken = std::min(run.count, starts[rank + 1] - position);
        words.insert(words.end(), {run.first, taken});
        counts[rank] += 2;
        position += taken;
        run.first += taken;
        run.count -= taken;
      }
    }
    return {words, counts};
  }
  /// The position of a rank's first column in the order of ranks.
  std::size_t start(int rank) const { return starts_[static_cast<std::size_t>(rank)]; }

 private:
  struct Run {
    std::size_t first;
    std::size_t count;
    Place at;
  };
  std::vector<std::size_t> starts_;
  std::vector<Run> runs_;               // of all ranks, in their order; empty where columns are contiguous
  std::vector<std::size_t> first_run_;  // of each rank
  std::vector<std::size_t> ascending_;  // runs by their first column
};

}  // namespace stencil::mpi
