// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <stencil/column/bins.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/field.hpp>
#include <stencil/host_copies.hpp>
#include <stencil/mpi/domain.hpp>
#include <stencil/mpi/over_ranks.hpp>

namespace stencil::mpi {

namespace moving {

/// Who sends which column to whom: between every two ranks columns go in the order of their numbers, so that both know
/// it without a message.
class Route {
 public:
  Route(const Domain& from, const Domain& to) {
    const auto ranks = static_cast<std::size_t>(from.ranks());
    sends_.resize(ranks);
    receives_.resize(ranks);
    leaving_ = in_order(from, to, sends_);
    coming_ = in_order(to, from, receives_);
  }
  /// The columns of this rank in the order in which they are sent, and in which those that come take their places.
  const std::vector<std::size_t>& leaving() const { return leaving_; }
  const std::vector<std::size_t>& coming() const { return coming_; }
  const std::vector<int>& sends() const { return sends_; }
  const std::vector<int>& receives() const { return receives_; }

 private:
  static std::vector<std::size_t> in_order(const Domain& mine, const Domain& other, std::vector<int>& counts) {
    struct Entry {
      int rank;
      std::size_t column;
      std::size_t index;
    };
    std::vector<Entry> entries;
    entries.reserve(mine.count());
    for (std::size_t i = 0; i < mine.count(); ++i) {
      const std::size_t column = mine.column(i);
      entries.push_back({other.owner(column), column, i});
      ++counts[static_cast<std::size_t>(entries.back().rank)];
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return std::tie(a.rank, a.column) < std::tie(b.rank, b.column); });
    std::vector<std::size_t> indices;
    indices.reserve(entries.size());
    for (const Entry& e : entries) indices.push_back(e.index);
    return indices;
  }

  std::vector<std::size_t> leaving_, coming_;
  std::vector<int> sends_, receives_;
};

/// The grids of the fields that move, each once, and what becomes of them. Grids are one if they share their data:
/// equal heights of this rank's columns may differ on another rank, and all send records of one length.
class Grids {
 public:
  void meet(const ColumnGrid& grid) {
    if (find(grid) == nullptr) pairs_.emplace_back(grid, grid);
  }
  /// The grid itself where a field was given twice, and has moved.
  const ColumnGrid& moved(const ColumnGrid& grid) {
    const Pair* const pair = find(grid);
    return pair == nullptr ? grid : pair->second;
  }
  auto begin() { return pairs_.begin(); }
  auto end() { return pairs_.end(); }

 private:
  using Pair = std::pair<ColumnGrid, ColumnGrid>;
  Pair* find(const ColumnGrid& grid) {
    const auto at = std::find_if(pairs_.begin(), pairs_.end(),
                                 [&](const Pair& p) { return p.first.shared_data() == grid.shared_data(); });
    return at == pairs_.end() ? nullptr : &*at;
  }
  std::vector<Pair> pairs_;
};

template <class F>
std::size_t bytes_per_column(const F& field) {
  return static_cast<std::size_t>(field.levels()) * sizeof(typename F::value_type);
}
/// Copies the rows of columns, levels contiguous, into or out of records.
template <class Values>
void pack(const Values& values, const std::vector<std::size_t>& order, std::vector<char>& records, std::size_t record,
          std::size_t at, std::size_t bytes) {
  const char* const from = reinterpret_cast<const char*>(values.data());
  for (std::size_t i = 0; i < order.size(); ++i) std::memcpy(&records[i * record + at], from + order[i] * bytes, bytes);
}
template <class T>
void unpack(std::vector<T>& values, const std::vector<std::size_t>& order, const std::vector<char>& records,
            std::size_t record, std::size_t at, std::size_t bytes) {
  char* const to = reinterpret_cast<char*>(values.data());
  for (std::size_t i = 0; i < order.size(); ++i) std::memcpy(to + order[i] * bytes, &records[i * record + at], bytes);
}

template <class F>
void require_columns(const Domain& domain, const F& field) {
  static_assert(
      requires { typename F::owns_values; },
      "stencil: redistribute moves fields that own their values, because the number of columns changes; the last "
      "argument is the weights");
  if (field.columns() != domain.count()) {
    throw ShapeError("redistribute: " + detail::checks::describe(field.node()) + " has " +
                     std::to_string(field.columns()) + " columns, but rank " + std::to_string(domain.rank()) +
                     " of the domain has " + std::to_string(domain.count()));
  }
}

}  // namespace moving

/// Moves the columns of fields from where one domain has them to where another has them. The domains are of the same
/// ranks and have the same columns. Fields, at centers, at faces and per column, of any type and backend, get a grid of
/// their new columns; where columns have heights of their own, these go along. The values are the same to the bit. One
/// all-to-all, through the memory of the host. All ranks call it, with as many fields in the same order. ShapeError for
/// fields that are not of `from`.
template <class... Fields>
void move_columns(const Domain& from, const Domain& to, Fields&... fields) {
  if (from.total() != to.total() || from.ranks() != to.ranks())
    throw ShapeError("mpi::move_columns: the domains do not have the same columns and ranks");
  (moving::require_columns(from, fields), ...);
  const moving::Route route(from, to);
  moving::Grids grids;
  (grids.meet(fields.grid()), ...);

  std::size_t record = (std::size_t{0} + ... + moving::bytes_per_column(fields));
  for (const auto& [grid, moved] : grids)
    if (grid.heights_per_column()) record += grid.z_faces().size_bytes();

  std::vector<char> leaving(from.count() * record);
  std::size_t at = 0;
  const auto send = [&]<class F>(const F& field) {
    const auto values = detail::host_copies::to_plain<typename F::backend>(field.node());
    moving::pack(values, route.leaving(), leaving, record, at, moving::bytes_per_column(field));
    at += moving::bytes_per_column(field);
  };
  (send(fields), ...);
  for (const auto& [grid, moved] : grids) {
    if (!grid.heights_per_column()) continue;
    const std::span<const double> faces(grid.z_faces().data(), grid.columns() * grid.z_faces().size());
    moving::pack(faces, route.leaving(), leaving, record, at, grid.z_faces().size_bytes());
    at += grid.z_faces().size_bytes();
  }

  const std::vector<char> coming = from.messages().exchange(leaving, record, route.sends(), route.receives());

  at = (std::size_t{0} + ... + moving::bytes_per_column(fields));
  for (auto& [grid, moved] : grids) {
    if (grid.heights_per_column()) {
      std::vector<double> faces(to.count() * grid.z_faces().size());
      moving::unpack(faces, route.coming(), coming, record, at, grid.z_faces().size_bytes());
      at += grid.z_faces().size_bytes();
      moved = grid.heights_change() ? detail::changing::grid_at<backend::Cpu>(faces, to.count())
                                    : ColumnGrid::from_faces_per_column(faces, to.count());
    } else {
      moved = grid.with_columns(to.count());
    }
  }
  at = 0;
  const auto receive = [&]<class F>(F& field) {
    const std::size_t bytes = moving::bytes_per_column(field);
    std::vector<detail::host_copies::Plain<typename F::value_type>> values(static_cast<std::size_t>(field.levels()) *
                                                                           to.count());
    moving::unpack(values, route.coming(), coming, record, at, bytes);
    at += bytes;
    field.resize(grids.moved(field.grid()));
    detail::host_copies::from_plain<typename F::backend>(field.node(), values);
  };
  (receive(fields), ...);
}

inline Domain Domain::balanced(std::span<const double> weights) const {
  if (weights.size() != count()) {
    throw ShapeError("mpi::Domain::balanced: " + std::to_string(weights.size()) + " weights for the " +
                     std::to_string(count()) + " columns of rank " + std::to_string(rank()));
  }
  double largest = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const bool weighs = is_finite(weights[i]) && weights[i] >= 0;
    if (!weighs) {
      throw ShapeError("mpi::Domain::balanced: the weight of column " + std::to_string(column(i)) + " is " +
                       detail::messages::digits_of(weights[i]) + ", but a cost is finite and not negative");
    }
    largest = std::max(largest, weights[i]);
  }
  largest = OverRanks(*this).extreme(detail::folding::LargerOrNaN{}, largest);
  // Whole numbers, so that all ranks find the same sums.
  const detail::binning::Units units(largest > 0 ? largest : 1.0, static_cast<double>(total()));
  std::vector<std::int64_t> whole;
  std::int64_t mine = 0;
  for (const double w : weights) {
    whole.push_back(largest > 0 ? units.fixed(w).high : 1);
    mine += whole.back();
  }
  std::int64_t before = comm_->sum_before(mine);
  std::int64_t all[] = {mine};
  comm_->sum(all);

  // A column goes to the last rank whose share of the sum begins at its middle or before.
  const auto ranks = static_cast<std::int64_t>(comm_->ranks());
  const auto share_begins = [&](std::int64_t r) { return all[0] / ranks * r + all[0] % ranks * r / ranks; };
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks));
  std::int64_t r = 0;
  for (const std::int64_t w : whole) {
    while (r + 1 < ranks && share_begins(r + 1) <= before + w / 2) ++r;
    ++counts[static_cast<std::size_t>(r)];
    before += w;
  }
  comm_->sum(counts);
  std::vector<std::size_t> cuts{0};
  std::size_t end = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    end += static_cast<std::size_t>(counts[i]);
    // Every rank keeps a column, however little it weighs.
    cuts.push_back(std::clamp(end, cuts.back() + 1, total() - (counts.size() - 1 - i)));
  }
  return {comm_, owners_->cut(cuts)};
}

template <class... FieldsThenWeights>
void Domain::redistribute(FieldsThenWeights&&... fields_then_weights) {
  constexpr std::size_t fields = sizeof...(FieldsThenWeights) - 1;
  const auto all = std::forward_as_tuple(fields_then_weights...);
  Domain to = balanced(std::get<fields>(all));
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    move_columns(*this, to, std::get<I>(all)...);
  }(std::make_index_sequence<fields>{});
  *this = std::move(to);
}

}  // namespace stencil::mpi
