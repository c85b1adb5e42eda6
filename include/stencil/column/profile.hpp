// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/column/global.hpp>
#include <stencil/column/operand_memory.hpp>
#include <stencil/column/sums_of_rows.hpp>
#include <stencil/error.hpp>
#include <stencil/finite.hpp>
#include <stencil/where_used.hpp>

/// Profiles of an ensemble of columns: for each level a number made of the values of all columns there. Values per
/// column are an ensemble of one level. Each call waits for the backend and takes memory for what is no field.
namespace stencil {

namespace detail::statistics {

/// The values of a row, for its mean.
template <class T>
struct OfValues {
  static constexpr int sums = 1;
  static constexpr int streams = 1;
  ColumnMemory<const T> values;
  STENCIL_FUNCTION bool across() const { return values.across(); }
  STENCIL_FUNCTION detail::summing::Numbers<1> operator()(std::ptrdiff_t row, std::ptrdiff_t column) const {
    return {{static_cast<double>(values(row, column))}};
  }
};
/// Squares of their deviations from the mean, and the deviations: their sum is zero but for the rounding of the mean.
template <class T>
struct OfDeviations {
  static constexpr int sums = 2;
  static constexpr int streams = 2;
  ColumnMemory<const T> values;
  const double* means;  ///< times the scale
  double scale;         ///< of deviations, a power of two
  STENCIL_FUNCTION bool across() const { return values.across(); }
  STENCIL_FUNCTION detail::summing::Numbers<2> operator()(std::ptrdiff_t row, std::ptrdiff_t column) const {
    const double deviation = scale * static_cast<double>(values(row, column)) - means[row];
    return {{deviation * deviation, deviation}};
  }
};

/// Values of the rows of `leaf`, with that of the bottom face on top of a ring: they are one face, and what memory has
/// on top may be old.
template <class Leaf>
auto as_of_ring(const Leaf& leaf, std::vector<double> of_rows) {
  if (std::is_same_v<typename Leaf::location, Face> && leaf.grid->periodic) of_rows.back() = of_rows.front();
  return of_rows;
}
template <class Leaf>
auto as_of_ring(const Leaf& leaf, std::vector<std::vector<double>> quantiles) {
  for (auto& of_rows : quantiles) of_rows = as_of_ring(leaf, std::move(of_rows));
  return quantiles;
}

/// rounded(sum) of each sum over the columns that `over` stands for; as detail::summing::sums_of_rows.
template <class Backend, class Over, class Read, class Rounded>
std::vector<double> sums_of_rows(const Over& over, const Read& read, ColumnMemoryShape shape, const Rounded& rounded) {
  auto sums = detail::summing::sums_of_rows<Backend>(read, shape);
  over.add(ReproducibleSum::data(sums));
  where_used<std::vector<double>, Backend> result;
  result.reserve(sums.size());
  for (const auto& sum : sums) result.push_back(rounded(sum));
  return result;
}

template <class Backend, class Over, class Leaf>
std::vector<double> means(const Over& over, const Leaf& leaf) {
  using T = typename Leaf::value_type;
  const ColumnMemoryShape shape = shape_of(leaf);
  const auto columns = static_cast<double>(over.columns(leaf.grid->columns));
  return sums_of_rows<Backend>(over, OfValues<T>{memory_of(leaf).read_only()}, shape,
                               [columns](const ReproducibleSum& sum) { return sum.mean(columns); });
}
/// The variances times the square of a power of two, by which deviations are multiplied first.
template <class Backend, class Over, class Leaf, class Means>
std::vector<double> scaled_variances(const Over& over, const Leaf& leaf, Means means, double scale) {
  using T = typename Leaf::value_type;
  const ColumnMemoryShape shape = shape_of(leaf);
  const auto columns = static_cast<double>(over.columns(leaf.grid->columns));
  for (double& mean : means) mean *= scale;
  const auto memory = detail::summing::memory_for<Backend, double>(shape.rows);
  auto* const scaled = detail::summing::begin_of<double>(memory);
  Backend::copy_from_host(scaled, means.data(), means.size());
  const auto sums = sums_of_rows<Backend>(over, OfDeviations<T>{memory_of(leaf).read_only(), scaled, scale}, shape,
                                          [](const ReproducibleSum& sum) { return sum.value(); });
  where_used<std::vector<double>, Backend> result;
  for (std::size_t i = 0; i < sums.size(); i += 2)
    result.push_back((sums[i] - sums[i + 1] * sums[i + 1] / columns) / columns);
  return result;
}
template <class Backend, class Over, class Leaf>
std::vector<double> variances(const Over& over, const Leaf& leaf) {
  const auto mean = means<Backend>(over, leaf);
  auto result = scaled_variances<Backend>(over, leaf, mean, 1);
  const auto overflows = [&](std::size_t i) { return is_finite(mean[i]) && !is_finite(result[i]); };
  bool any = false;
  for (std::size_t i = 0; i < mean.size(); ++i) any = any || overflows(i);
  if (!any) return result;
  // A square, or the sum of them, is beyond the range of float64, and the variance need not be. Of deviations times
  // this number no square overflows, and what underflows is nothing beside a square that did.
  constexpr int down = 520;
  const auto scaled = scaled_variances<Backend>(over, leaf, mean, std::ldexp(1.0, -down));
  for (std::size_t i = 0; i < mean.size(); ++i) {
    if (overflows(i)) result[i] = std::ldexp(scaled[i], 2 * down);
  }
  return result;
}
/// One of the two, of an expression.
template <class Asked, class Over, class E>
std::vector<double> level_mean(const Over& over, const E& e) {
  if constexpr (is_number<E>() && detail::global::has_field<Asked, E>()) {
    using Backend = detail::global::backend_for<Asked, E>;
    return with_field<Backend>(e, [&](const auto& leaf) { return as_of_ring(leaf, means<Backend>(over, leaf)); });
  } else {
    return {};
  }
}
template <class Asked, class Over, class E>
std::vector<double> level_variance(const Over& over, const E& e) {
  if constexpr (is_number<E>() && detail::global::has_field<Asked, E>()) {
    using Backend = detail::global::backend_for<Asked, E>;
    return with_field<Backend>(e, [&](const auto& leaf) { return as_of_ring(leaf, variances<Backend>(over, leaf)); });
  } else {
    return {};
  }
}

template <class E>
constexpr bool has_order() {
  constexpr bool numbers = !std::is_same_v<typename node_of<E>::value_type, bool>;
  static_assert(numbers,
                "stencil: level_quantile is of numbers; the share of columns where a condition holds is level_mean(x > "
                "1.0)");
  return numbers && is_number<E>();
}
/// Where a quantile lies among n sorted values: between two neighbours.
struct Rank {
  std::ptrdiff_t below;
  double fraction;
};
inline Rank rank_of(double q, std::ptrdiff_t n) {
  const double position = q * static_cast<double>(n - 1);
  const auto below = std::min(static_cast<std::ptrdiff_t>(position), n - 1);
  return {below, position - static_cast<double>(below)};
}
inline double between(double low, double high, double fraction) {
  if (fraction == 0 || low == high) return low;
  // Beside an infinity, or where the difference would become one, the weighted mean has a value.
  return is_finite(high - low) ? low + fraction * (high - low) : (1 - fraction) * low + fraction * high;
}

/// ShapeError for a probability that is none.
template <class Probabilities>
void require_probabilities(const Probabilities& q) {
  for (const auto probability : q) {
    if (probability >= 0 && probability <= 1) continue;
    throw ShapeError("level_quantile takes probabilities from 0 to 1, but " + detail::messages::digits_of(probability) +
                     " was given");
  }
}
/// The places among n sorted values that quantiles need, ascending, and the last one: a NaN would be there.
template <class Probabilities>
auto places_of(const Probabilities& q, std::ptrdiff_t n) {
  where_used<std::vector<std::ptrdiff_t>, Probabilities> places{n - 1};
  for (const auto probability : q) {
    const std::ptrdiff_t below = rank_of(probability, n).below;
    places.push_back(below);
    places.push_back(std::min(below + 1, n - 1));
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}
/// result[i][row] for q[i], from values[row * places.size() + p], that of places[p] among n.
template <class Values, class Places>
auto quantiles_from(const Values& values, const Places& places, std::span<const double> q, std::ptrdiff_t n) {
  where_used<std::vector<std::vector<double>>, Values> result(q.size());
  for (std::size_t first = 0; first < values.size(); first += places.size()) {
    const auto value = [&](std::ptrdiff_t place) {
      const auto at = std::lower_bound(places.begin(), places.end(), place) - places.begin();
      return static_cast<double>(detail::global::one_of_equals(values[first + static_cast<std::size_t>(at)]));
    };
    const double last = value(n - 1);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Rank at = rank_of(q[i], n);
      const double high = value(std::min(at.below + 1, n - 1));
      result[i].push_back(is_nan(last) ? last : between(value(at.below), high, at.fraction));
    }
  }
  return result;
}

}  // namespace detail::statistics

/// The mean of an expression over all columns at each level, result[level]: N values for centers, N + 1 for faces, 1
/// for values per column, with the bottom face of a ring on top of it as well. A NaN in one column makes the level's
/// mean a NaN. The exact sum of the values as numbers of float64, rounded once and divided by their number: the same
/// bits whatever the order of the columns.
template <class Backend = void, IsOperand E>
std::vector<double> level_mean(const E& e) {
  return detail::statistics::level_mean<Backend>(SingleProcess{}, e);
}
/// The variance over all columns at each level: mean of the squared deviations from the mean, divided by the number of
/// columns. As level_mean.
template <class Backend = void, IsOperand E>
std::vector<double> level_variance(const E& e) {
  return detail::statistics::level_variance<Backend>(SingleProcess{}, e);
}

/// Quantiles over all columns at each level, result[i][level] for the probability q[i] in [0, 1]: of n sorted values
/// x_0 ... x_(n-1) the one at (n - 1) q, between neighbours linearly (number 7 of Hyndman and Fan 1996, the usual one
/// of numpy and R). A NaN in one column makes the level's quantiles NaN. ShapeError for a q that is none.
template <class Backend = void, IsOperand E>
std::vector<std::vector<double>> level_quantile(const E& e, std::span<const double> q) {
  detail::statistics::require_probabilities(q);
  if constexpr (detail::statistics::has_order<E>() && detail::global::has_field<Backend, E>()) {
    using Used = detail::global::backend_for<Backend, E>;
    return detail::statistics::with_field<Used>(e, [&](const auto& leaf) {
      const ColumnMemoryShape shape = shape_of(leaf);
      const auto places = detail::statistics::places_of(q, shape.columns);
      const auto values = Used::ranked(memory_of(leaf).read_only(), shape, places);
      return detail::statistics::as_of_ring(leaf, detail::statistics::quantiles_from(values, places, q, shape.columns));
    });
  } else {
    return {};
  }
}
/// The same in braces: `level_quantile(x, {0.1, 0.5, 0.9})`.
template <class Backend = void, IsOperand E>
std::vector<std::vector<double>> level_quantile(const E& e, std::initializer_list<double> q) {
  return level_quantile<Backend>(e, std::span<const double>(q.begin(), q.size()));
}
/// One quantile: result[level].
template <class Backend = void, IsOperand E>
std::vector<double> level_quantile(const E& e, double q) {
  return level_quantile<Backend>(e, std::array{q})[0];
}

/// @{
/// Compile-time errors for a number in place of an expression, and for a quantile without its probability.
template <class Backend = void, IsLiteral Number>
std::vector<double> level_mean(const Number&) {
  static_assert(!std::is_same_v<Number, Number>,
                "stencil: level_mean, level_variance and level_quantile take an expression with fields in it: "
                "level_mean(x), level_quantile(x, 0.5)");
  return {};
}
template <class Backend = void, IsLiteral Number>
std::vector<double> level_variance(const Number& number) {
  return level_mean(number);
}
template <class Backend = void, class E>
  requires(IsOperand<E> || IsLiteral<E>)
std::vector<double> level_quantile(const E&) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: level_quantile takes an expression and a probability, or several: level_quantile(x, 0.5), "
                "level_quantile(x, {0.1, 0.9})");
  return {};
}
/// @}

}  // namespace stencil
