// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <limits>
#include <vector>

#include "checks.hpp"

using namespace stencil;

namespace checks_of_ranks {

namespace {

struct State {
  CenterField<double> a;
  FaceField<float, backend::Cpu, layout::ColumnsContiguous> f;
  SurfaceField<int> s;

  explicit State(const mpi::Domain& domain, const ColumnGrid& whole)
      : a(domain.grid(whole), "a"), f(a.grid()), s(domain.grid(ColumnGrid::uniform(1, 0.0, 1.0))) {
    const auto own = [&](std::size_t i) { return domain.column(i); };
    scatter(a, own);
    scatter(f, own);
    scatter(s, own);
  }
};

/// As if it had been made there.
void require_at_home(const State& moved, const mpi::Domain& domain, const ColumnGrid& whole) {
  const State expected(domain, whole);
  require(moved.a.grid() == expected.a.grid(), "heights go along");
  require(moved.a.to_host() == expected.a.to_host(), "values at centers go along");
  require(moved.f.to_host() == expected.f.to_host(), "values at faces go along, in any layout");
  require(moved.s.to_host() == expected.s.to_host(), "values per column go along");
  require(moved.f.grid().shared_data() == moved.a.grid().shared_data(), "fields of one grid have one grid");
  require(moved.a.name() == "a", "a field keeps its name");
}

void there_and_back(mpi::Domain domain, const ColumnGrid& whole) {
  State state(domain, whole);
  SurfaceField<double> cost(state.a.grid());
  // Day and night: the columns of one half cost nine times as much.
  cost.fill([&](std::size_t i) { return domain.column(i) < domain.total() / 2 ? 9.0 : 1.0; });
  const mpi::Domain before = domain;
  domain.redistribute(state.a, state.f, state.s, cost, cost);
  require(domain.total() == before.total(), "no column is lost");
  require_at_home(state, domain, whole);
  const double share = global_sum(domain, cost) / domain.ranks();
  const double mine = global_sum(cost);
  require(std::abs(mine - share) <= 9, "the load is even to one column");
  mpi::move_columns(domain, before, state.a, state.f, state.s);
  require_at_home(state, before, whole);
}

}  // namespace

void columns_move(MPI_Comm world) {
  const std::size_t total = 203;
  const auto even = ColumnGrid::uniform(4, 0.0, 0.7);
  std::vector<double> faces;
  for (std::size_t c = 0; c < total; ++c) {
    for (int k = 0; k < 4; ++k) faces.push_back(k + 0.01 * static_cast<double>(c));
  }
  const auto uneven = ColumnGrid::from_faces_per_column(faces, total);
  const mpi::Domain blocks(world, total);
  std::vector<std::size_t> turned;  // the same numbers from the other end
  for (std::size_t i = 0; i < blocks.count(); ++i) turned.push_back(total - 1 - blocks.column(i));
  const mpi::Domain lists(world, turned);
  for (const auto& domain : {blocks, lists}) {
    there_and_back(domain, even);
    there_and_back(domain, uneven);
  }
  State state(blocks, uneven);
  mpi::move_columns(blocks, lists, state.a, state.f, state.s);
  require_at_home(state, lists, uneven);

  // Heights that change go along as they are, and can be set where they come to.
  const auto own = blocks.grid(uneven).with_changing_heights();
  set_heights<backend::Cpu>(own, 2 * heights(Face{}));
  CenterField<double> a(own, "a");
  a.fill([](double z) { return z; });
  mpi::move_columns(blocks, lists, a);
  require(a.grid().heights_change() && a.grid().columns() == lists.count(), "heights that change still do");
  for (std::size_t i = 0; i < lists.count(); ++i) {
    require(a.grid().z_faces(i)[2] == 2 * uneven.z_faces(lists.column(i))[2], "heights go along as they were set");
    require(a(1, i) == a.grid().z_centers(i)[1], "values go along with heights that change");
  }
  set_heights<backend::Cpu>(a.grid(), 3 * heights(Face{}));
  require(a.grid().z_faces()[2] == 6 * uneven.z_faces(lists.column(0))[2], "heights are set where columns came to");

  // Cells without thickness, too.
  const auto flat = blocks.grid(uneven).with_changing_heights();
  set_heights<backend::Cpu>(flat, max(heights(Face{}), 1.5));
  CenterField<double> b(flat, "b");
  b = spacing(Center{});
  mpi::move_columns(blocks, lists, b);
  CenterField<double> thickness(b.grid());
  thickness = spacing(Center{});
  require(b.to_host() == thickness.to_host(), "cells without thickness go along");

  // Two grids whose heights differ in the last column alone, so that they are equal on other ranks.
  auto rough = faces;
  rough.back() += 0.5;
  const auto other = ColumnGrid::from_faces_per_column(rough, total);
  CenterField<double> smooth_field(blocks.grid(uneven)), rough_field(blocks.grid(other));
  smooth_field.fill([](double z) { return z; });
  rough_field.fill([](double z) { return -z; });
  mpi::move_columns(blocks, lists, smooth_field, rough_field, smooth_field);  // one of them twice
  for (std::size_t i = 0; i < lists.count(); ++i) {
    require(smooth_field(2, i) == uneven.z_centers(lists.column(i))[2], "values of one grid go along");
    require(rough_field(2, i) == -other.z_centers(lists.column(i))[2], "values of the other grid do, too");
    require(rough_field.grid().z_centers(i)[2] == other.z_centers(lists.column(i))[2], "and its heights");
  }

  // However the weights lie, every rank keeps a column.
  std::vector<double> cost(blocks.count(), 0.0);
  const auto ranks = static_cast<std::size_t>(blocks.ranks());
  const std::size_t even_count = blocks.balanced(cost).count();
  require(even_count == total / ranks || even_count == total / ranks + 1, "no cost, equal blocks");
  // Numbers whose unit would be beyond double.
  cost.assign(blocks.count(), 1e-320);
  const std::size_t of_tiny_costs = blocks.balanced(cost).count();
  require(of_tiny_costs == total / ranks || of_tiny_costs == total / ranks + 1, "tiny costs, equal blocks");
  cost.assign(blocks.count(), 0.0);

  // The costs before a rank are its share of all to half of the cost of the column at its beginning.
  const auto cost_of = [](std::size_t c) { return static_cast<double>(1 + 5 * c % 7); };
  double of_all = 0;
  for (std::size_t c = 0; c < total; ++c) of_all += cost_of(c);
  for (std::size_t i = 0; i < blocks.count(); ++i) cost[i] = cost_of(blocks.column(i));
  const mpi::Domain balanced = blocks.balanced(cost);
  const std::size_t first = balanced.first();
  double before = 0;
  for (std::size_t c = 0; c < first; ++c) before += cost_of(c);
  if (first > 0) {
    const double off = before - of_all * static_cast<double>(balanced.rank()) / static_cast<double>(ranks);
    require(off <= cost_of(first - 1) / 2 + 1e-9 && -off <= cost_of(first) / 2 + 1e-9, "ranks have equal shares");
  }
  cost.assign(blocks.count(), 0.0);
  if (blocks.rank() == blocks.ranks() - 1) cost.back() = 1e300;
  require(blocks.balanced(cost).count() >= 1, "every rank keeps a column");
  cost.assign(blocks.count(), 0.0);
  if (blocks.rank() == 0) cost.front() = 1e300;
  require(blocks.balanced(cost).count() >= 1, "every rank keeps a column, the first too");
  cost.front() = -1;
  require_refused([&] { static_cast<void>(blocks.balanced(cost)); }, "a cost is finite and not negative");
  cost.pop_back();
  require_refused([&] { static_cast<void>(blocks.balanced(cost)); }, "weights for the");
  const CenterField<double> elsewhere(ColumnGrid::uniform(5, 0.0, 1.0, blocks.count() + 1), "elsewhere");
  auto copy = elsewhere;
  require_refused([&] { mpi::move_columns(blocks, lists, copy); }, "\"elsewhere\"");
  const mpi::Domain more(world, total + 1);
  require_refused([&] { mpi::move_columns(blocks, more, state.a); }, "do not have the same columns and ranks");
}

}  // namespace checks_of_ranks
