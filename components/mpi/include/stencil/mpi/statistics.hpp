// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include <stencil/column/global.hpp>
#include <stencil/column/histogram.hpp>
#include <stencil/column/profile.hpp>
#include <stencil/mpi/domain.hpp>
#include <stencil/mpi/order_statistics.hpp>
#include <stencil/mpi/over_ranks.hpp>

/// Numbers of the columns of all ranks, under the names that they have for the columns of one process. Expressions have
/// this rank's columns. All ranks call them, in the same order; the results are the same bits on all ranks, for any
/// number of ranks, and as one process with all columns gives. ShapeError for an expression that has other columns than
/// the domain's own; on one rank it is to end all of them (mpi::run), which wait for this one.
namespace stencil::mpi {

/// The sum over all columns of all ranks; as stencil::global_sum. One allreduce of 71 words of 64 bits.
template <class Backend = void, IsOperand E>
double global_sum(const Domain& domain, const E& e) {
  return detail::global::sum<Backend>(OverRanks(domain), detail::global::Lifted{}, e);
}
template <class Backend = void, IsOperand E, IsOperand Weight>
double global_sum(const Domain& domain, const E& e, const Weight& weight) {
  return detail::global::sum<Backend>(OverRanks(domain), detail::global::Lifted{}, e, weight);
}

/// The Euclidean norm over all columns of all ranks; as stencil::global_norm.
template <class Backend = void, IsOperand E>
double global_norm(const Domain& domain, const E& e) {
  return std::sqrt(detail::global::sum<Backend>(OverRanks(domain), detail::global::LiftedSquare{}, e));
}
template <class Backend = void, IsOperand E, IsOperand Weight>
double global_norm(const Domain& domain, const E& e, const Weight& weight) {
  return std::sqrt(detail::global::sum<Backend>(OverRanks(domain), detail::global::LiftedSquare{}, e, weight));
}

/// The smallest value of all columns of all ranks, a NaN where one of them is. One allreduce of 2 words.
template <class Backend = void, IsOperand E>
auto global_min(const Domain& domain, const E& e) {
  using T = typename node_of<E>::value_type;
  return detail::global::extreme<Backend>(OverRanks(domain), detail::folding::SmallerOrNaN{},
                                          detail::folding::above_all<T>(), e);
}
/// The largest value of all columns of all ranks, a NaN where one of them is. One allreduce of 2 words.
template <class Backend = void, IsOperand E>
auto global_max(const Domain& domain, const E& e) {
  using T = typename node_of<E>::value_type;
  return detail::global::extreme<Backend>(OverRanks(domain), detail::folding::LargerOrNaN{},
                                          detail::folding::below_all<T>(), e);
}

/// The smallest of a number that each rank has, such as a time step; a NaN where one of them is. One allreduce of 2
/// words.
template <class Number>
  requires std::is_arithmetic_v<Number>
Number global_min(const Domain& domain, Number here) {
  return OverRanks(domain).extreme(detail::folding::SmallerOrNaN{}, here);
}
/// The largest of a number that each rank has, such as a time step; a NaN where one of them is. One allreduce of 2
/// words.
template <class Number>
  requires std::is_arithmetic_v<Number>
Number global_max(const Domain& domain, Number here) {
  return OverRanks(domain).extreme(detail::folding::LargerOrNaN{}, here);
}

/// Counts of all columns of all ranks; as stencil::histogram. One allreduce of a word for each bin, of three with
/// weights. The edges are the same on all ranks, in a container or in braces.
template <class Backend = void, IsOperand E>
Histogram histogram(const Domain& domain, const E& e, const detail::binning::Given& edges) {
  return detail::binning::histogram<Backend>(OverRanks(domain), e, edges.numbers, detail::binning::Absent{});
}
template <class Backend = void, IsOperand E, IsOperand Weight>
Histogram histogram(const Domain& domain, const E& e, const detail::binning::Given& edges, const Weight& weights) {
  return detail::binning::histogram<Backend>(OverRanks(domain), e, edges.numbers, weights);
}
/// Counts of pairs of all columns of all ranks; as stencil::joint_histogram.
template <class Backend = void, IsOperand X, IsOperand Y>
JointHistogram joint_histogram(const Domain& domain, const X& x, const detail::binning::Given& x_edges, const Y& y,
                               const detail::binning::Given& y_edges) {
  return detail::binning::joint<Backend>(OverRanks(domain), x, x_edges.numbers, y, y_edges.numbers,
                                         detail::binning::Absent{});
}
template <class Backend = void, IsOperand X, IsOperand Y, IsOperand Weight>
JointHistogram joint_histogram(const Domain& domain, const X& x, const detail::binning::Given& x_edges, const Y& y,
                               const detail::binning::Given& y_edges, const Weight& weights) {
  return detail::binning::joint<Backend>(OverRanks(domain), x, x_edges.numbers, y, y_edges.numbers, weights);
}

/// The mean over all columns of all ranks at each level; as stencil::level_mean. One allreduce of 72 words for a level.
template <class Backend = void, IsOperand E>
std::vector<double> level_mean(const Domain& domain, const E& e) {
  return detail::statistics::level_mean<Backend>(OverRanks(domain), e);
}
/// The variance over all columns of all ranks at each level; as stencil::level_variance.
template <class Backend = void, IsOperand E>
std::vector<double> level_variance(const Domain& domain, const E& e) {
  return detail::statistics::level_variance<Backend>(OverRanks(domain), e);
}

/// Quantiles over all columns of all ranks at each level, result[i][level]; as stencil::level_quantile. Each rank sorts
/// its own columns on the host; the values wanted, two for a quantile and the largest, are found among them by
/// counting, in 16 allreduces of 15 words for a level and a value.
template <class Backend = void, IsOperand E>
std::vector<std::vector<double>> level_quantile(const Domain& domain, const E& e, std::span<const double> q) {
  detail::statistics::require_probabilities(q);
  if constexpr (detail::statistics::has_order<E>() && detail::global::has_field<Backend, E>()) {
    using Used = detail::global::backend_for<Backend, E>;
    return detail::statistics::with_field<Used>(e, [&](const auto& leaf) {
      const auto columns = static_cast<std::ptrdiff_t>(OverRanks(domain).columns(leaf.grid->columns));
      const auto places = detail::statistics::places_of(q, columns);
      const auto values = OrderStatistics(domain, sorted_levels<Used>(leaf)).at(places);
      return detail::statistics::as_of_ring(leaf, detail::statistics::quantiles_from(values, places, q, columns));
    });
  } else {
    return {};
  }
}
/// The same in braces: `level_quantile(domain, x, {0.1, 0.5, 0.9})`.
template <class Backend = void, IsOperand E>
std::vector<std::vector<double>> level_quantile(const Domain& domain, const E& e, std::initializer_list<double> q) {
  return level_quantile<Backend>(domain, e, std::span<const double>(q.begin(), q.size()));
}
/// One quantile: result[level].
template <class Backend = void, IsOperand E>
std::vector<double> level_quantile(const Domain& domain, const E& e, double q) {
  return level_quantile<Backend>(domain, e, std::array{q})[0];
}

}  // namespace stencil::mpi
