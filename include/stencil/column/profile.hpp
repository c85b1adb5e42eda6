// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <stencil/column/global.hpp>
#include <stencil/column/operand_memory.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/error.hpp>
#include <stencil/finite.hpp>
#include <stencil/wrap.hpp>

/// Profiles of an ensemble of columns: for each level a number made of the values of all columns there. Values per
/// column are an ensemble of one level. Each call waits for the backend and takes memory for what is no field.
namespace stencil {

namespace statistics {

/// Number, sum, and sum of squared deviations from the mean of some values.
struct Moments {
  double count;
  double sum;
  double squares;
};
/// Chan, Golub and LeVeque (1979).
struct JoinMoments {
  STENCIL_FUNCTION constexpr Moments operator()(const Moments& a, const Moments& b) const {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const double difference = b.sum / b.count - a.sum / a.count;
    const double count = a.count + b.count;
    return {count, a.sum + b.sum, a.squares + b.squares + difference * difference * (a.count * b.count / count)};
  }
};

/// Columns whose moments are taken together, in two passes; then they are joined as column_reduce joins.
inline constexpr std::ptrdiff_t columns_together = 256;

/// The moments of one level in one group of columns.
template <class T>
struct MomentsOfGroup {
  ColumnMemory<const T> values;
  ColumnShape shape;
  Moments* results;

  template <class Columns>
  STENCIL_FUNCTION void operator()(const Columns&, std::ptrdiff_t i) const {
    const std::ptrdiff_t row = i % shape.rows;
    const std::ptrdiff_t first = i / shape.rows * columns_together;
    const std::ptrdiff_t end = first + columns_together < shape.columns ? first + columns_together : shape.columns;
    const auto count = static_cast<double>(end - first);
    double sum = 0;
    for (std::ptrdiff_t c = first; c < end; ++c) sum += static_cast<double>(values(row, c));
    const double mean = sum / count;
    double squares = 0;
    double rest = 0;  // zero but for the rounding of the mean
    for (std::ptrdiff_t c = first; c < end; ++c) {
      const double deviation = static_cast<double>(values(row, c)) - mean;
      squares += deviation * deviation;
      rest += deviation;
    }
    results[i] = {count, sum, squares - rest * rest / count};
  }
};

template <class Asked, class E>
std::vector<Moments> moments(const E& e) {
  if constexpr (is_number<E>()) {
    using Backend = global::backend_for<Asked, E>;
    return with_field<Backend>(e, [](const auto& leaf) {
      using T = typename std::remove_cvref_t<decltype(leaf)>::value_type;
      const ColumnShape shape = shape_of(leaf);
      const std::ptrdiff_t groups = (shape.columns + columns_together - 1) / columns_together;
      const SurfaceField<Moments, Backend> parts(
          ColumnGrid::uniform(1, 0.0, 1.0, static_cast<std::size_t>(groups * shape.rows)));
      Backend::each_column(
          parts.grid().data(),
          MomentsOfGroup<T>{{leaf.data, leaf.strides.level(), leaf.strides.column()}, shape, parts.data()}, policy());
      // The groups of a level, as the rows of a column of another grid.
      const auto levels = ColumnGrid::uniform(static_cast<int>(groups), 0.0, 1.0, static_cast<std::size_t>(shape.rows));
      const auto grouped = wrap_center<Backend>(parts.data(), shape.rows, 1, levels);
      const SurfaceField<Moments, Backend> joined(
          column_reduce(JoinMoments{}, Moments{0, 0, 0}, as_is, from_bottom, grouped));
      return joined.to_host();
    });
  } else {
    return {};
  }
}

template <class F>
std::vector<double> profile_of(const std::vector<Moments>& all, const F& f) {
  std::vector<double> profile;
  profile.reserve(all.size());
  for (const Moments& m : all) profile.push_back(f(m));
  return profile;
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

}  // namespace statistics

/// The mean of an expression over all columns at each level, result[level]: N values for centers, N + 1 for faces, 1
/// for values per column. A NaN in one column makes the level's mean a NaN. Taken in float64, columns grouped in one
/// fixed way, so that any backend and any number of workers give the same bits where no contraction is allowed.
template <class Backend = void, Operand E>
std::vector<double> level_mean(const E& e) {
  return statistics::profile_of(statistics::moments<Backend>(e),
                                [](const statistics::Moments& m) { return m.sum / m.count; });
}
/// The variance over all columns at each level: mean of the squared deviations from the mean, divided by the number of
/// columns. As level_mean.
template <class Backend = void, Operand E>
std::vector<double> level_variance(const E& e) {
  return statistics::profile_of(statistics::moments<Backend>(e),
                                [](const statistics::Moments& m) { return m.squares / m.count; });
}

/// Quantiles over all columns at each level, result[i][level] for the probability q[i] in [0, 1]: of n sorted values
/// x_0 ... x_(n-1) the one at (n - 1) q, between neighbours linearly (number 7 of Hyndman and Fan 1996, the usual one
/// of numpy and R). A NaN in one column makes the level's quantiles NaN. ShapeError for a q that is none.
template <class Backend = void, Operand E>
std::vector<std::vector<double>> level_quantile(const E& e, std::span<const double> q) {
  for (const double probability : q) {
    if (probability >= 0 && probability <= 1) continue;
    throw ShapeError("level_quantile takes probabilities from 0 to 1, but " + std::to_string(probability) +
                     " was given");
  }
  std::vector<std::vector<double>> result(q.size());
  if constexpr (statistics::is_number<E>()) {
    using Used = global::backend_for<Backend, E>;
    statistics::with_field<Used>(e, [&](const auto& leaf) {
      using T = typename std::remove_cvref_t<decltype(leaf)>::value_type;
      const ColumnShape shape = shape_of(leaf);
      std::vector<std::ptrdiff_t> ranks{shape.columns - 1};  // where a NaN would be
      for (const double probability : q) {
        const std::ptrdiff_t below = statistics::rank_of(probability, shape.columns).below;
        ranks.push_back(below);
        ranks.push_back(std::min(below + 1, shape.columns - 1));
      }
      std::sort(ranks.begin(), ranks.end());
      ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
      const std::vector<T> values =
          Used::ranked(ColumnMemory<const T>{leaf.data, leaf.strides.level(), leaf.strides.column()}, shape, ranks);
      for (std::size_t row = 0; row < static_cast<std::size_t>(shape.rows); ++row) {
        const auto value = [&](std::ptrdiff_t rank) {
          const auto at = std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin();
          return static_cast<double>(values[row * ranks.size() + static_cast<std::size_t>(at)]);
        };
        const double last = value(shape.columns - 1);
        for (std::size_t i = 0; i < q.size(); ++i) {
          const statistics::Rank at = statistics::rank_of(q[i], shape.columns);
          const double high = value(std::min(at.below + 1, shape.columns - 1));
          result[i].push_back(is_nan(last) ? last : statistics::between(value(at.below), high, at.fraction));
        }
      }
      return 0;
    });
  }
  return result;
}
/// One quantile: result[level].
template <class Backend = void, Operand E>
std::vector<double> level_quantile(const E& e, double q) {
  return level_quantile<Backend>(e, std::array{q})[0];
}

}  // namespace stencil
