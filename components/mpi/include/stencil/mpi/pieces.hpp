// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <stencil/mpi/domain.hpp>

namespace stencil::mpi {

/// Values of all columns in the order of their numbers, brought to rank 0 one piece after the other. Pieces depend on
/// the number of rows alone, not on who has the columns. All ranks make it and call each() together.
template <class T>
class Pieces {
 public:
  Pieces(const Domain& domain, std::size_t rows)
      : domain_(domain), rows_(rows), piece_(std::max<std::size_t>(1, (std::size_t{1} << 18U) / rows)) {
    mine_.reserve(domain.count());
    for (std::size_t i = 0; i < domain.count(); ++i) mine_.emplace_back(domain.column(i), i);
    std::sort(mine_.begin(), mine_.end());
  }

  /// use(first column, how many, values[column * rows + row]) on rank 0 for each piece, of this rank's values in the
  /// same order.
  template <class Use>
  void each(const std::vector<T>& values, const Use& use) const {
    for (std::size_t first = 0; first < domain_.total(); first += piece_) {
      const std::size_t end = std::min(first + piece_, domain_.total());
      const std::vector<T> own = packed(values, first, end);
      if (domain_.rank() == 0) {
        use(first, end - first, together(own, first, end));
      } else if (!own.empty()) {
        require(MPI_Send(own.data(), bytes(own), MPI_BYTE, 0, tag, domain_.communicator()), "MPI_Send");
      }
    }
  }

 private:
  static constexpr int tag = 1;

  static int bytes(const std::vector<T>& values) { return static_cast<int>(values.size() * sizeof(T)); }
  /// This rank's part of a piece.
  std::vector<T> packed(const std::vector<T>& values, std::size_t first, std::size_t end) const {
    std::vector<T> part;
    for (auto at = std::lower_bound(mine_.begin(), mine_.end(), std::pair(first, std::size_t{0}));
         at != mine_.end() && at->first < end; ++at) {
      const auto from = values.begin() + static_cast<std::ptrdiff_t>(at->second * rows_);
      part.insert(part.end(), from, from + static_cast<std::ptrdiff_t>(rows_));
    }
    return part;
  }
  std::vector<T> together(const std::vector<T>& own, std::size_t first, std::size_t end) const {
    std::vector<std::vector<std::size_t>> columns(static_cast<std::size_t>(domain_.ranks()));
    for (std::size_t c = first; c < end; ++c) columns[static_cast<std::size_t>(domain_.owner(c))].push_back(c - first);
    std::vector<T> piece((end - first) * rows_);
    for (std::size_t r = 0; r < columns.size(); ++r) {
      if (columns[r].empty()) continue;
      std::vector<T> part = r == 0 ? own : std::vector<T>(columns[r].size() * rows_);
      if (r > 0) {
        require(MPI_Recv(part.data(), bytes(part), MPI_BYTE, static_cast<int>(r), tag, domain_.communicator(),
                         MPI_STATUS_IGNORE),
                "MPI_Recv");
      }
      for (std::size_t i = 0; i < columns[r].size(); ++i) {
        std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(i * rows_), rows_,
                    piece.begin() + static_cast<std::ptrdiff_t>(columns[r][i] * rows_));
      }
    }
    return piece;
  }

  const Domain& domain_;
  std::size_t rows_;
  std::size_t piece_;
  std::vector<std::pair<std::size_t, std::size_t>> mine_;  // number and index, ascending
};

}  // namespace stencil::mpi
