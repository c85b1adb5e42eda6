// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/expression/arguments.hpp>

/// Several values as one, for arguments and results of column functions.
namespace stencil {

/// N values of one type inside a column function: what a std::array of fields is there. It has what a loop needs, on
/// the host and on a device: q[i], q.size(), `for (auto& x : q)`.
template <class T, std::size_t N>
struct ValueArray {
  struct stencil_array {};
  T value[N];  ///< the values, by index

  template <class Index>
    requires std::is_integral_v<Index>
  STENCIL_FUNCTION constexpr T& operator[](Index i) {
    return value[checked(i)];
  }
  template <class Index>
    requires std::is_integral_v<Index>
  STENCIL_FUNCTION constexpr const T& operator[](Index i) const {
    return value[checked(i)];
  }
  STENCIL_FUNCTION static constexpr int size() { return static_cast<int>(N); }  ///< the number of values
  STENCIL_FUNCTION constexpr T* begin() { return value; }                       ///< where a loop begins
  STENCIL_FUNCTION constexpr T* end() { return value + N; }                     ///< where a loop ends
  STENCIL_FUNCTION constexpr const T* begin() const { return value; }           ///< where a loop begins
  STENCIL_FUNCTION constexpr const T* end() const { return value + N; }         ///< where a loop ends

  /// Value number I, for `auto [x, y] = q`.
  template <std::size_t I>
  STENCIL_FUNCTION constexpr const T& get() const& {
    return value[I];
  }
  template <std::size_t I>
  STENCIL_FUNCTION constexpr T& get() & {
    return value[I];
  }
  template <std::size_t I>
  STENCIL_FUNCTION constexpr T get() && {
    return value[I];
  }

 private:
  /// In the dry run that goes before each assignment, on the host, an index that is not there is refused.
  template <class Index>
  STENCIL_FUNCTION constexpr Index checked(Index i) const {
    if constexpr (requires { value[0].lane->refuse(""); }) {
      if (static_cast<std::size_t>(i) >= N) {  // those below zero too
        value[0].lane->refuse(
            "a column function asks an array for a value that it does not have; the first is number 0");
        return 0;
      }
    }
    return i;
  }
};

/// Values of any types as one, made by together(a, b, ...): `auto [a, b] = both` takes them apart.
template <class... Values>
struct TogetherValues {
  NodeArguments<Values...> values;  ///< in order

  /// Value number I.
  template <std::size_t I>
  STENCIL_FUNCTION constexpr const auto& get() const& {
    return argument_at<static_cast<int>(I)>(values);
  }
  template <std::size_t I>
  STENCIL_FUNCTION constexpr auto& get() & {
    return argument_at<static_cast<int>(I)>(values);
  }
  template <std::size_t I>
  STENCIL_FUNCTION constexpr auto get() && {
    return argument_at<static_cast<int>(I)>(values);
  }
};

}  // namespace stencil

/// @cond
template <class T, std::size_t N>
struct std::tuple_size<stencil::ValueArray<T, N>> : std::integral_constant<std::size_t, N> {};
template <std::size_t I, class T, std::size_t N>
struct std::tuple_element<I, stencil::ValueArray<T, N>> {
  using type = T;
};
template <class... Values>
struct std::tuple_size<stencil::TogetherValues<Values...>> : std::integral_constant<std::size_t, sizeof...(Values)> {};
template <std::size_t I, class... Values>
struct std::tuple_element<I, stencil::TogetherValues<Values...>> {
  using type =
      std::remove_cvref_t<decltype(std::declval<const stencil::TogetherValues<Values...>&>().template get<I>())>;
};
/// @endcond
