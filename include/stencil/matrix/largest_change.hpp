// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include <stencil/assign/assign.hpp>
#include <stencil/column/global.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>
#include <stencil/host_copies.hpp>
#include <stencil/matrix/convergence.hpp>

/// How large values and their changes are, for iterations. Found where the fields are; the host gets one number, and
/// all of a field only to say where something failed.
namespace stencil::detail::newton_method {

/// A field for values of another one or of a wrapped array.
template <class F, class L = typename std::remove_cvref_t<F>::layout_type>
using Copy = Field<typename std::remove_cvref_t<F>::value_type, typename std::remove_cvref_t<F>::location,
                   typename std::remove_cvref_t<F>::backend,
                   std::conditional_t<std::is_same_v<L, layout::Strided>, layout::LevelsContiguous, L>>;

/// The magnitude of the largest component; not finite if one of them is not.
struct Magnitude {
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(T value) const {
    return value < 0 ? -value : value;
  }
  template <class T, std::size_t N>
  STENCIL_FUNCTION constexpr T operator()(const Vec<T, N>& value) const {
    T most = 0;
    for (const T& component : value.component) {
      const T size = (*this)(component);
      if (!(size <= most)) most = size;
      if (!is_finite(most)) break;
    }
    return most;
  }
};
/// The magnitude of each value, as an expression.
template <class E>
auto magnitudes(const E& x) {
  if constexpr (is_vec<typename E::value_type>) {
    return pointwise(Magnitude{})(x);
  } else {
    return abs(x);
  }
}

/// The largest magnitude of a field's values, or NaN if there is one, and where it is.
struct Largest {
  double value = 0;
  std::size_t column = 0;
  int level = 0;
};
/// The largest magnitude in every column. Copies all of the field to the host, so only for messages.
template <class F>
std::vector<Largest> largest_of_columns(const F& field) {
  const auto host = field.to_host();
  const auto levels = static_cast<std::size_t>(field.levels());
  std::vector<Largest> most(field.columns());
  for (std::size_t i = 0; i < host.size(); ++i) {
    Largest& column = most[i / levels];
    const auto size = static_cast<double>(Magnitude{}(host[i]));
    if (i % levels == 0) column.column = i / levels;
    if ((is_finite(size) && size <= column.value) || !is_finite(column.value)) continue;
    column.value = size;
    column.level = static_cast<int>(i % levels);
  }
  return most;
}
/// The largest of all columns; the first NaN if there is one.
STENCIL_WHERE_CALLED
inline Largest largest(const std::vector<Largest>& columns) {
  Largest most = columns.front();
  for (const Largest& column : columns) {
    if (!is_finite(most.value)) break;
    if (!is_finite(column.value) || column.value > most.value) most = column;
  }
  return most;
}
/// Whether all values of a field are numbers.
template <class F>
bool is_finite_everywhere(const F& field) {
  return is_finite(static_cast<double>(global_max(magnitudes(field))));
}
/// The largest value of a field, the first that is no number if there is one. Copies as largest_of_columns does.
template <class F>
Largest largest(const F& field) {
  return largest(largest_of_columns(field));
}

using host_copies::wait_for;

/// Copies all of a field, on a policy's queue.
template <class To, class From, class P>
void copy(To& to, const From& from, const P& how) {
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(how.queue)>, NoQueue>) {
    to = from;
  } else {
    assign(to, from, policy().on(how.queue));
  }
}
/// use(values of x that a policy writes of a field like F): elsewhere they are zero.
template <class F, class E, class P, class Use>
auto with_written(const ColumnGrid& grid, const E& x, const P& how, const Use& use) {
  if constexpr (std::is_same_v<P, AssignmentPolicy<>>) {
    return use(x);
  } else {
    F written(grid);
    assign(written, x, how);
    wait_for<typename F::backend>(how);
    return use(written);
  }
}
/// The largest magnitude of x in every column, in what a policy writes of a field like F.
template <class F, class E, class P>
void find_largest(SurfaceField<double, typename F::backend>& most, const E& x, const P& how) {
  with_written<F>(most.grid(), x, how, [&](const auto& written) { most = column_max(magnitudes(written)); });
}

/// The ratio of a column's change to the change with which it has converged; 0 once that has been so, NaN for a change
/// or a value that is no number. As long as it is above 0 the column takes part in the iteration.
template <class T>
struct Excess {
  functions::AllowedChange<T> allowed_change;
  STENCIL_FUNCTION double operator()(double excess, double change, double before, double now, double start) const {
    constexpr double most = std::numeric_limits<double>::max(), none = detail::not_a_number<double>;
    if (excess == 0) return 0;
    if (!is_finite(change) || !is_finite(now)) return none;
    const double allowed = allowed_change(change, before, now, start);
    return change <= allowed ? 0 : allowed > 0 ? change / allowed : most;
  }
};
/// The column that is furthest from what its values allow.
STENCIL_WHERE_CALLED
inline Largest furthest(const std::vector<Largest>& change, const std::vector<double>& excess) {
  return change[static_cast<std::size_t>(std::max_element(excess.begin(), excess.end()) - excess.begin())];
}
/// The largest value of a field in the columns with some excess.
template <class F>
Largest largest(const F& field, const std::vector<double>& excess) {
  auto columns = largest_of_columns(field);
  for (Largest& column : columns)
    if (excess[column.column] == 0) column.value = 0;
  return largest(columns);
}

}  // namespace stencil::detail::newton_method
