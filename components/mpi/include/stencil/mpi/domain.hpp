// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <stencil/column/changing_grid.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/grid.hpp>
#include <stencil/grid_count.hpp>
#include <stencil/mpi/communicator.hpp>
#include <stencil/mpi/owners.hpp>

namespace stencil::mpi {

/// Which rank has which columns of a whole. Columns are numbered from 0 over all ranks; every rank has at least one.
/// All ranks of the communicator make a domain together, and call together what says so. Copies share their data.
class Domain {
 public:
  /// Contiguous blocks in the order of the ranks, of which no two differ by more than one column. ShapeError on all
  /// ranks where there are more ranks than columns, or where they ask for different numbers.
  Domain(MPI_Comm communicator, std::convertible_to<std::size_t> auto total)
      : comm_(std::make_shared<const Communicator>(communicator)) {
    const std::size_t total_columns = GridCount<std::size_t>(total);
    on_all_ranks([&] { require_one_total(total_columns); });
    const auto ranks = static_cast<std::size_t>(comm_->ranks());
    std::vector<std::size_t> starts(ranks + 1);
    for (std::size_t r = 0; r <= ranks; ++r) starts[r] = total_columns / ranks * r + std::min(r, total_columns % ranks);
    owners_ = std::make_shared<const Owners>(std::move(starts));
  }

  /// The columns that this rank is to have, in its own order. Together the lists of all ranks name each number from 0
  /// to their sum once; ShapeError on all ranks where they do not. Every rank holds the runs of consecutive numbers of
  /// all lists: two words for each.
  Domain(MPI_Comm communicator, std::span<const std::size_t> own_columns)
      : comm_(std::make_shared<const Communicator>(communicator)) {
    std::vector<int> counts;
    const auto runs = comm_->all_words(Owners::runs_of(own_columns), counts);
    on_all_ranks([&] { owners_ = std::make_shared<const Owners>(runs, counts); });
  }

  /// The communicator of the domain's own messages, a duplicate of the one it was made with.
  MPI_Comm communicator() const { return comm_->get(); }
  /// The number of this process, from 0.
  int rank() const { return comm_->rank(); }
  /// How many processes there are.
  int ranks() const { return comm_->ranks(); }
  /// The columns of all ranks.
  std::size_t total() const { return owners_->total(); }
  /// The columns of this rank.
  std::size_t count() const { return owners_->count(rank()); }
  /// The number of this rank's first column.
  std::size_t first() const { return column(0); }
  /// The number, over all ranks, of this rank's column `index`. ShapeError where there is none.
  std::size_t column(std::size_t index) const {
    if (index >= count()) {
      throw ShapeError("mpi::Domain: column " + std::to_string(index) + " of rank " + std::to_string(rank()) +
                       " is asked for, which has " + std::to_string(count()));
    }
    return owners_->column(rank(), index);
  }
  /// The rank that has a column, and at which index there. ShapeError where there is no such column.
  int owner(std::size_t of_column) const { return place(of_column).rank; }
  Place place(std::size_t of_column) const {
    if (of_column >= total()) {
      throw ShapeError("mpi::Domain: column " + std::to_string(of_column) + " is asked for, but there are " +
                       std::to_string(total()));
    }
    return owners_->place(of_column);
  }
  /// Whether ranks have contiguous columns in the order of the ranks.
  bool contiguous() const { return owners_->contiguous(); }

  /// The grid of this rank's columns: as many as it has of a grid with the same heights in every column, or its own of
  /// a grid of all columns with heights per column, or a grid of its columns as it is. Heights that change do so in the
  /// grid that it returns, too. ShapeError for any other grid.
  ColumnGrid grid(const ColumnGrid& whole) const {
    if (!whole.heights_per_column()) return whole.with_columns(count());
    if (contiguous() && count() == total() && whole.columns() == total()) return whole;
    if (whole.columns() != total()) {
      if (whole.columns() == count()) return whole;
      throw ShapeError("mpi::Domain: a grid of " + std::to_string(whole.columns()) +
                       " columns with heights of their own is neither one of all " + std::to_string(total()) +
                       " columns nor one of the " + std::to_string(count()) + " of rank " + std::to_string(rank()));
    }
    std::vector<double> faces;
    for (std::size_t i = 0; i < count(); ++i) {
      const auto z = whole.z_faces(column(i));
      faces.insert(faces.end(), z.begin(), z.end());
    }
    return whole.heights_change() ? detail::changing::grid_at<backend::Cpu>(faces, count())
                                  : ColumnGrid::from_faces_per_column(faces, count());
  }

  /// The same columns in the same order, dealt so that the weights of the ranks are as even as whole columns allow: a
  /// column goes where its middle lies. A weight is the cost of a column of this rank, a number that is not negative,
  /// in any unit. All ranks call it. ShapeError for weights that are none or not count() of them.
  Domain balanced(std::span<const double> weights) const;
  template <class Weights>
    requires requires(const Weights& w) { w.to_host(); }
  Domain balanced(const Weights& weights) const {
    const auto host = weights.to_host();
    return balanced(std::vector<double>(host.begin(), host.end()));
  }

  /// redistribute(field..., weights): makes this domain balanced(weights), and moves the columns of the fields, of
  /// values at centers, at faces and per column, to where they belong; fields get a grid of their new columns, with
  /// their heights. One all-to-all. All ranks call it, with as many fields in the same order.
  template <class... FieldsThenWeights>
  void redistribute(FieldsThenWeights&&... fields_then_weights);

  /// What messages go through.
  const Communicator& messages() const { return *comm_; }

 private:
  Domain(std::shared_ptr<const Communicator> comm, Owners owners)
      : comm_(std::move(comm)), owners_(std::make_shared<const Owners>(std::move(owners))) {}

  /// What is refused on all ranks or on none frees their communicator, as no exception of one alone can.
  template <class F>
  void on_all_ranks(const F& f) {
    try {
      f();
    } catch (const ShapeError&) {
      comm_.reset();
      throw;
    }
  }
  void require_one_total(std::size_t total) const {
    std::int64_t both[] = {static_cast<std::int64_t>(total), -static_cast<std::int64_t>(total)};
    comm_->largest(both);
    if (both[0] != -both[1]) {
      throw ShapeError("mpi::Domain: one rank asks for " + std::to_string(-both[1]) + " columns and another for " +
                       std::to_string(both[0]));
    }
    if (total < static_cast<std::size_t>(comm_->ranks())) {
      throw ShapeError("mpi::Domain: " + std::to_string(total) + " columns cannot be dealt to " +
                       std::to_string(comm_->ranks()) + " ranks, each of which needs one; start fewer");
    }
  }

  std::shared_ptr<const Communicator> comm_;
  std::shared_ptr<const Owners> owners_;
};

}  // namespace stencil::mpi
