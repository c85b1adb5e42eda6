// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace stencil {

/// The implementation of in_groups.
template <int Size, int count, class Fields, class F>
void call_in_groups(Fields& all, const F& f) {
  constexpr int groups = (count + Size - 1) / Size;
  constexpr auto first_of = [](int group) { return static_cast<int>(static_cast<long>(group) * count / groups); };
  const auto call = [&]<int... I>(auto first, std::integer_sequence<int, I...>) {
    f(std::get<static_cast<std::size_t>(decltype(first)::value + I)>(all)...);
  };
  [&]<int... Group>(std::integer_sequence<int, Group...>) {
    (call(std::integral_constant<int, first_of(Group)>{},
          std::make_integer_sequence<int, first_of(Group + 1) - first_of(Group)>{}),
     ...);
  }(std::make_integer_sequence<int, groups>{});
}

/// f(x...) for the elements of a std::array, or of a std::tuple or std::tie, in order and at most Size at a time: the
/// fields that one column function after the other takes.
/// `in_groups<8>(tracers, [&](auto&... q) { fields(q...) = mixing(k, q...); });`
/// Groups differ by at most one element in size, so that f is compiled for two sizes.
template <int Size, class Fields, class F>
void in_groups(Fields& all, const F& f) {
  static_assert(Size >= 1, "stencil: in_groups<8>(fields, f) takes at least one field at a time");
  constexpr bool counted = requires { std::tuple_size<Fields>::value; };
  static_assert(
      counted,
      "stencil: in_groups takes a std::array, a std::tuple or a std::tie of fields, whose number the compiler "
      "knows; keep the fields in a std::array");
  if constexpr (counted) call_in_groups<Size, static_cast<int>(std::tuple_size<Fields>::value)>(all, f);
}

}  // namespace stencil
