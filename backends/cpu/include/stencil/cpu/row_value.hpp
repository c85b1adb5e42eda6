// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/cpu/row_needs.hpp>
#include <stencil/cpu/strip_cursor.hpp>

/// Column values of one row, for lanes that go along columns row by row.
namespace stencil::cpu {

/// The numbers of which W fill a vector register.
template <int W>
using FillingNumber = std::conditional_t<W* static_cast<int>(sizeof(double)) <= simd::native_bytes, double, float>;

/// W values of T, in a vector register if T is a number. A truth is a word of ones or zeros, as wide as the numbers
/// that it is mostly compared of and chooses among: words of another width would be converted for each choice.
template <class T, int W>
using held = std::conditional_t<std::is_same_v<T, bool>, Mask<mask_word<FillingNumber<W>>, W>, wide_of<T, W>>;
/// The same in memory, for truths as strips have them.
template <class T, int W>
using held_in_memory = std::conditional_t<std::is_same_v<T, bool>, Mask<stored<bool>, W>, held<T, W>>;

template <class T, int W>
decltype(auto) to_memory(const held<T, W>& vector) {
  if constexpr (std::is_same_v<T, bool>) {
    return mask_for<float, W>(vector);  // words as wide as those of strips
  } else {
    return (vector);
  }
}
template <class T, int W>
decltype(auto) from_memory(const held_in_memory<T, W>& vector) {
  if constexpr (std::is_same_v<T, bool>) {
    return mask_for<FillingNumber<W>, W>(vector);
  } else {
    return (vector);
  }
}

/// Whether rows of it lie in memory as those of strips do.
template <class T, int W>
inline constexpr bool lies_as_strip =
    sizeof(held_in_memory<T, W>) == W * sizeof(stored<T>) && (is_split<T, W> || !is_composite<T>);

/// Copies part by part: as a whole g++ would take what has several vectors through the stack.
template <class X>
constexpr void copy_parts(X& to, const X& from) {
  if constexpr (is_band_row<X>) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (copy_parts(to.entry[I], from.entry[I]), ...);
    }(std::make_integer_sequence<int, X::size>{});
  } else if constexpr (is_dual<X>) {
    copy_parts(to.value, from.value);
    copy_parts(to.slope, from.slope);
  } else if constexpr (requires { to.numbers; }) {
    each_number([](auto& a, const auto& b) { a.v = b.v; }, to.numbers, from.numbers);
  } else if constexpr (requires { to.v; }) {
    to.v = from.v;
  } else {
    to = from;
  }
}

/// A value at the row at which a lane is, or `behind` rows before it. Members one by one, as in RowFacts: with a base
/// class or a member that is copied as a whole g++ would keep the vector in memory.
template <class T, int W>
struct RowOf {
  held<T, W> vector{};
  int behind = 0;
  int pass = 0;
  int unit = RowUnits::nowhere;
  int number = 0;
  bool is_field = false;
  const T* lowest = nullptr;  ///< of a field, its lowest row in the first of the columns
  std::ptrdiff_t stride = 0;  ///< of a field, from one level to the next

  // constexpr, because formulas are probed at compile time with values as those of their conditions.
  constexpr RowOf() = default;
  constexpr RowOf(const RowOf& other) { copy(other); }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): nothing is owned
  constexpr RowOf& operator=(const RowOf& other) {
    copy(other);
    return *this;
  }
  constexpr ~RowOf() = default;
  RowFacts facts() const { return {behind, pass, number}; }

 private:
  constexpr void copy(const RowOf& other) {
    copy_parts(vector, other.vector);
    behind = other.behind;
    pass = other.pass;
    unit = other.unit;
    number = other.number;
    is_field = other.is_field;
    lowest = other.lowest;
    stride = other.stride;
  }
};

/// Rows from Low to High around an operation's own, as a formula's node.
template <class T, class Where, int W, int Low, int High>
struct RowWindow {
  struct stencil_node {};
  using value_type = T;
  using location = Where;
  using space = AnySpace;
  held<T, W> rows[High - Low + 1];

  template <class At>
  auto value(const At&) const {
    if constexpr (std::is_same_v<Where, Surface>) {
      return rows[0];
    } else {
      return rows[At::shift - Low];
    }
  }
};

/// The same where it lies: as a copy compilers would take it through the stack.
template <class Window>
struct WindowRef {
  struct stencil_node {};
  using value_type = typename Window::value_type;
  using location = typename Window::location;
  using space = AnySpace;
  const Window* window;
  template <class At>
  auto value(const At& at) const {
    return window->value(at);
  }
};
template <class T, class Where, int W, int Low, int High>
WindowRef<RowWindow<T, Where, W, Low, High>> as_operand(const RowWindow<T, Where, W, Low, High>& window) {
  return {&window};
}
template <class N>
const N& as_operand(const N& node) {
  return node;
}

/// What a formula gives, as it is held.
template <class T, int W, class At, class V>
void put_held(held<T, W>& to, [[maybe_unused]] const At& at, const V& value) {
  if constexpr (std::is_same_v<T, bool>) {
    to = mask_for<FillingNumber<W>, W>(value);
#if defined(__x86_64__) && !defined(__SSE4_1__) && !defined(__clang__) && defined(__GNUC__) && __GNUC__ < 13
    // Without SSE4.1 g++ 12 ends with an internal error, "in gimple_expand_vec_cond_expr", where comparisons of two
    // branches meet in a variable. It does not look into this one.
    asm("" : "+x"(to.v));
#endif
  } else if constexpr (std::is_same_v<V, held<T, W>>) {
    copy_parts(to, value);
  } else {
    copy_parts(to, at.template cast<T>(value));
  }
}
template <class T, int W>
auto load_held(const T* p, std::ptrdiff_t stride) {
  if constexpr (std::is_same_v<T, bool>) {
    return mask_for<FillingNumber<W>, W>(gather<W>(p, stride, W));
  } else if constexpr (in_vectors<T>) {
    return stride == 1 ? cpu::load<W>(p) : gather<W>(p, stride, W);
  } else {
    return gather<W>(p, stride, W);
  }
}
/// The first `count` of such values, and the last of them in the other places.
template <class T, int W>
held<T, W> load_held(const T* p, std::ptrdiff_t stride, int count) {
  if constexpr (std::is_same_v<T, bool>) {
    return mask_for<FillingNumber<W>, W>(gather<W>(p, stride, count));
  } else {
    return gather<W>(p, stride, count);
  }
}

/// One column's value of such a vector.
template <class T, class Held>
stored<T> element_kept(const Held& vector, int l) {
  if constexpr (std::is_same_v<T, bool>) {
    return static_cast<stored<T>>(vector.v[l]);
  } else {
    return element(vector, l);
  }
}

}  // namespace stencil::cpu
