// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/column/bins.hpp>
#include <stencil/column/global.hpp>
#include <stencil/column/operand_memory.hpp>
#include <stencil/finite.hpp>
#include <stencil/where_used.hpp>

namespace stencil {

/// How many values lie between ascending edges. n edges make n - 1 bins; bin i has edges[i] <= x < edges[i + 1], and
/// the last one its upper edge too.
struct Histogram {
  std::vector<double> edges;          ///< as given
  std::vector<std::uint64_t> counts;  ///< of each bin
  std::vector<double> sums;           ///< of the weights in each bin; empty without weights
  std::uint64_t below = 0;            ///< values less than the first edge
  std::uint64_t above = 0;            ///< values greater than the last edge
  std::uint64_t nan = 0;              ///< values that are no numbers
};

/// How many points have one value in a bin and another in another: bin i of x and j of y is number
/// i * (y_edges.size() - 1) + j.
struct JointHistogram {
  std::vector<double> x_edges;        ///< as given
  std::vector<double> y_edges;        ///< as given
  std::vector<std::uint64_t> counts;  ///< of each bin
  std::vector<double> sums;           ///< of the weights; empty without weights
  std::uint64_t outside = 0;          ///< points of two numbers of which one is beyond its edges, or both
  std::uint64_t nan = 0;              ///< points where one value is a NaN, or both
};

namespace detail::binning {

/// Weights as whole numbers need the largest; a weight that is none makes all sums NaN.
template <class Backend, class Over, class W>
double largest_weight(const Over& over, const W& weights) {
  if constexpr (std::is_same_v<W, Absent>) {
    return 0;
  } else if constexpr (std::is_same_v<std::remove_const_t<typename W::value_type>, bool>) {
    return 1;  // of a condition
  } else {
    const auto sizes = abs(weights);
    using T = typename node_of<decltype(sizes)>::value_type;
    return static_cast<double>(
        detail::global::extreme<Backend>(over, detail::folding::LargerOrNaN{}, detail::folding::below_all<T>(), sizes));
  }
}

template <class L>
auto values_of(const L& leaf) {
  if constexpr (std::is_same_v<L, Absent>) {
    return Absent{};
  } else {
    return ColumnMemory<const typename L::value_type>{leaf.data, leaf.strides.level(), leaf.strides.column()};
  }
}
/// f(leaf of the values of an expression), or f(Absent) for one that is not given.
template <class Backend, class E, class L, class F>
auto with_optional(const L& first, const E& e, const F& f) {
  if constexpr (std::is_same_v<E, Absent>) {
    return f(Absent{});
  } else {
    return detail::statistics::with_field_beside<Backend>(first, e, f);
  }
}

/// The sums of a tally as numbers; NaN if a weight is not finite.
struct Sums {
  Units units;
  bool finite = true;
  double operator()(const Fixed& sum) const { return finite ? units.sum(sum) : detail::not_a_number<double>; }
};

/// Adds the tallies of all processes that `over` stands for.
template <class Over, class Counts>
void join(const Over& over, Counts& tally) {
  where_used<std::vector<std::int64_t>, Over> words(tally.counts.begin(), tally.counts.end());
  for (const auto& sum : tally.sums) words.insert(words.end(), {sum.high, sum.low});
  over.add(words);
  std::size_t i = 0;
  for (auto& count : tally.counts) count = static_cast<std::uint64_t>(words[i++]);
  for (auto& sum : tally.sums) {
    sum.high = words[i++];
    sum.low = words[i++];
  }
}

/// f(tally, sums) with the counts in bins over the columns that `over` stands for.
template <class Backend, class Over, class X, class Y, class W, class F>
auto tally(const Over& over, const X& x, const Y& y, const W& weights, const std::vector<double>& x_edges,
           const std::vector<double>& y_edges, const F& f) {
  return detail::statistics::with_field<Backend>(x, [&](const auto& first) {
    return with_optional<Backend>(first, y, [&](const auto& second) {
      return with_optional<Backend>(first, weights, [&](const auto& third) {
        const ColumnMemoryShape shape = detail::statistics::shape_that_counts(first);
        const std::size_t columns = over.columns(static_cast<std::size_t>(shape.columns));
        const double largest = largest_weight<Backend>(over, third);
        Sums sums;
        sums.finite = is_finite(largest);
        if (sums.finite) sums.units = Units(largest, static_cast<double>(columns) * shape.rows);
        const auto bins = [](const std::vector<double>& edges) {
          return edges.empty() ? Edges{} : Edges{edges.data(), static_cast<int>(edges.size()) - 1};
        };
        const auto a = values_of(first);
        const auto b = values_of(second);
        const auto c = values_of(third);
        using Counted =
            Task<std::remove_const_t<decltype(a)>, std::remove_const_t<decltype(b)>, std::remove_const_t<decltype(c)>>;
        const Counted task{a, b, c, bins(x_edges), bins(y_edges), sums.units, shape};
        auto counted = Backend::count(task);
        join(over, counted);
        return f(counted, sums);
      });
    });
  });
}

template <class Asked, class Over, class X, class W>
Histogram histogram(const Over& over, const X& x, std::span<const double> edges, const W& weights) {
  where_used<Histogram, Over> result;
  result.edges.assign(edges.begin(), edges.end());
  require_edges(result.edges);
  if constexpr (detail::statistics::is_number<X>() && detail::global::has_field<Asked, X>()) {
    const auto take = [&](const auto& t, const Sums& sums) {
      const std::size_t bins = edges.size() - 1;
      result.counts.assign(t.counts.begin(), t.counts.begin() + static_cast<std::ptrdiff_t>(bins));
      if (!t.sums.empty()) {
        for (std::size_t i = 0; i < bins; ++i) result.sums.push_back(sums(t.sums[i]));
      }
      result.below = t.counts[bins];
      result.above = t.counts[bins + 1];
      result.nan = t.counts[bins + 2];
    };
    tally<detail::global::backend_for<Asked, X>>(over, x, Absent{}, weights, result.edges, {}, take);
  }
  return result;
}

template <class Asked, class Over, class X, class Y, class W>
JointHistogram joint(const Over& over, const X& x, std::span<const double> x_edges, const Y& y,
                     std::span<const double> y_edges, const W& weights) {
  where_used<JointHistogram, Over> result;
  result.x_edges.assign(x_edges.begin(), x_edges.end());
  result.y_edges.assign(y_edges.begin(), y_edges.end());
  require_edges(result.x_edges);
  require_edges(result.y_edges);
  if ((x_edges.size() + 2) * (y_edges.size() + 2) > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw ShapeError("joint_histogram: " + std::to_string(x_edges.size() - 1) + " times " +
                     std::to_string(y_edges.size() - 1) + " bins are more than 2^31");
  }
  if constexpr (detail::statistics::is_number<X>() && detail::statistics::is_number<Y>() &&
                detail::global::has_field<Asked, X>()) {
    const auto take = [&](const auto& t, const Sums& sums) {
      const std::size_t nx = x_edges.size() - 1;
      const std::size_t ny = y_edges.size() - 1;
      for (std::size_t i = 0; i < nx + 3; ++i) {
        for (std::size_t j = 0; j < ny + 3; ++j) {
          const std::size_t slot = i * (ny + 3) + j;
          if (i < nx && j < ny) {
            result.counts.push_back(t.counts[slot]);
            if (!t.sums.empty()) result.sums.push_back(sums(t.sums[slot]));
          } else {
            (i == nx + 2 || j == ny + 2 ? result.nan : result.outside) += t.counts[slot];
          }
        }
      }
    };
    tally<detail::global::backend_for<Asked, X>>(over, x, y, weights, result.x_edges, result.y_edges, take);
  }
  return result;
}

/// Edges in a container or in braces.
struct Given {
  std::span<const double> numbers;
  Given(std::initializer_list<double> braces) : numbers(braces.begin(), braces.size()) {}
  template <class Numbers>
    requires std::is_convertible_v<const Numbers&, std::span<const double>>
  Given(const Numbers& container) : numbers(container) {}
};

template <class Weight>
constexpr bool is_weight() {
  static_assert(IsOperand<Weight>,
                "stencil: the weight of a histogram is a field or an expression; multiply the counts by a number");
  return IsOperand<Weight>;
}

}  // namespace detail::binning

/// Counts the values of an expression of numbers, in all columns, in bins. Counts are exact. Takes memory for what is
/// no field, and waits for the backend, which `histogram<Backend>(...)` names where the operands' memory has several.
/// ShapeError unless there are at least 2 edges and they ascend. On a ring every face counts once.
template <class Backend = void, IsOperand E>
Histogram histogram(const E& e, std::span<const double> edges) {
  return detail::binning::histogram<Backend>(SingleProcess{}, e, edges, detail::binning::Absent{});
}
/// Also with weights, numbers at the same location or one per column: sums of the weights in each bin, which have the
/// same bits in any order of summation, on any backend. Of 2^32 weights each is kept to 2^-58 of the largest, of fewer
/// to less. A weight that is not finite makes all sums NaN.
template <class Backend = void, IsOperand E, class Weight>
Histogram histogram(const E& e, std::span<const double> edges, const Weight& weights) {
  if constexpr (detail::binning::is_weight<Weight>()) {
    return detail::binning::histogram<Backend>(SingleProcess{}, e, edges, weights);
  } else {
    return {};  // so that no other error follows
  }
}

/// The same with edges in braces, `histogram(x, {270.0, 280.0, 290.0})`.
template <class Backend = void, IsOperand E, class... Weight>
Histogram histogram(const E& e, std::initializer_list<double> edges, const Weight&... weights) {
  return histogram<Backend>(e, std::span<const double>(edges.begin(), edges.size()), weights...);
}

/// @{
/// Compile-time errors for a number of bins, which says nothing of where they are, for a field, and for neither.
template <class Backend = void, IsOperand E>
Histogram histogram(const E&) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: histogram takes the edges of its bins, ascending: histogram(x, {270.0, 280.0, 290.0}), or a "
                "vector of them");
  return {};
}
template <class Backend = void, IsOperand E, class Count, class... Weight>
  requires(IsOperand<Count> || IsLiteral<Count>)
Histogram histogram(const E& e, const Count&, const Weight&...) {
  return histogram(e);
}
/// @}

/// Counts the points where x is in one bin and y in another; both at one location. As histogram.
template <class Backend = void, IsOperand X, IsOperand Y>
JointHistogram joint_histogram(const X& x, const detail::binning::Given& x_edges, const Y& y,
                               const detail::binning::Given& y_edges) {
  return detail::binning::joint<Backend>(SingleProcess{}, x, x_edges.numbers, y, y_edges.numbers,
                                         detail::binning::Absent{});
}
template <class Backend = void, IsOperand X, IsOperand Y, class Weight>
JointHistogram joint_histogram(const X& x, const detail::binning::Given& x_edges, const Y& y,
                               const detail::binning::Given& y_edges, const Weight& weights) {
  if constexpr (detail::binning::is_weight<Weight>()) {
    return detail::binning::joint<Backend>(SingleProcess{}, x, x_edges.numbers, y, y_edges.numbers, weights);
  } else {
    return {};  // so that no other error follows
  }
}

/// A compile-time error for one expression.
template <class Backend = void, IsOperand X>
JointHistogram joint_histogram(const X&, const detail::binning::Given&) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: joint_histogram takes two expressions, each with the edges of its bins: joint_histogram(x, "
                "{270.0, 280.0}, y, {0.0, 1.0, 2.0})");
  return {};
}

}  // namespace stencil
