// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/cpu/wide.hpp>
#include <stencil/expression/arguments.hpp>

/// W values between memory and vectors. In memory the numbers of a Vec or of a small matrix lie side by side, in
/// vectors the same number of neighbouring values does.
namespace stencil::cpu {

/// Numbers of a value that are turned in registers at most: each takes a shuffle for each other one.
inline constexpr std::size_t most_turned = 4;

#if !defined(__CUDACC__)  // nvcc's reader of host code does not know the vector built-in
namespace turning {
/// Where the elements of a vector come from: of vector `of` in a list element `element`.
struct Place {
  int of;
  int element;
};
/// The vector whose element l comes from place Where{}(l) among some vectors.
template <class Where, int W, int... L, class V, int Count>
inline V chosen_from(const V (&all)[Count], std::integer_sequence<int, L...>) {
  constexpr Where where{};
  V chosen = all[0];
  if constexpr (Count > 1) {
    chosen = __builtin_shufflevector(all[0], all[1],
                                     (where(L).of == 0   ? where(L).element
                                      : where(L).of == 1 ? W + where(L).element
                                                         : 0)...);
    const auto take = [&]<int K>(std::integral_constant<int, K>) {
      chosen = __builtin_shufflevector(chosen, all[K], (where(L).of == K ? W + where(L).element : L)...);
    };
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (take(std::integral_constant<int, K + 2>{}), ...);
    }(std::make_integer_sequence<int, Count - 2>{});
  }
  return chosen;
}
/// Number I of each of W values whose Count numbers lie side by side in as many vectors.
template <int Count, int W, int I>
struct FromValues {
  constexpr Place operator()(int l) const { return {(l * Count + I) / W, (l * Count + I) % W}; }
};
/// Vector I of these, of vectors that have one number of each value.
template <int Count, int W, int I>
struct FromNumbers {
  constexpr Place operator()(int l) const { return {(I * W + l) % Count, (I * W + l) / Count}; }
};
/// Count vectors, number I of them by By<Count, W, I>.
template <template <int, int, int> class By, int W, class V, int Count>
inline void turn_numbers(const V (&from)[Count], V (&to)[Count]) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((to[I] = chosen_from<By<Count, W, I>, W>(from, std::make_integer_sequence<int, W>{})), ...);
  }(std::make_integer_sequence<int, Count>{});
}
// Three numbers of four values: by half of the shuffles, of which two cross the halves of a register.
template <template <int, int, int> class By, int W, class V>
  requires(W == 4)
inline void turn_numbers(const V (&from)[3], V (&to)[3]) {
  const auto [a, b, c] = from;
  if constexpr (std::is_same_v<By<3, W, 0>, FromValues<3, W, 0>>) {
    const V x_y = __builtin_shufflevector(a, b, 0, 1, 6, 7), z_x = __builtin_shufflevector(a, c, 2, 3, 4, 5),
            y_z = __builtin_shufflevector(b, c, 0, 1, 6, 7);
    to[0] = __builtin_shufflevector(x_y, z_x, 0, 5, 2, 7);
    to[1] = __builtin_shufflevector(x_y, y_z, 1, 4, 3, 6);
    to[2] = __builtin_shufflevector(z_x, y_z, 0, 5, 2, 7);
  } else {
    const V x_y = __builtin_shufflevector(a, b, 0, 4, 2, 6), z_x = __builtin_shufflevector(c, a, 0, 5, 2, 7),
            y_z = __builtin_shufflevector(b, c, 1, 5, 3, 7);
    to[0] = __builtin_shufflevector(x_y, z_x, 0, 1, 4, 5);
    to[1] = __builtin_shufflevector(y_z, x_y, 0, 1, 6, 7);
    to[2] = __builtin_shufflevector(z_x, y_z, 2, 3, 6, 7);
  }
}
}  // namespace turning

/// Whether values are turned in registers on their way from and to memory.
template <class V>
inline constexpr bool is_turned = false;
template <class V>
  requires ManyNumbers<V>::in_vectors
inline constexpr bool is_turned<V> = sizeof(V) / sizeof(scalar_of<V>) <= most_turned;

/// W neighbouring values.
template <int W, class V>
inline Packs<V, W> load_turned(const V* p) {
  using Number = scalar_of<V>;
  using Vector = simd::vector<Number, W>;
  constexpr int count = sizeof(V) / sizeof(Number);
  Vector from[count], to[count];
  for (int k = 0; k < count; ++k) from[k] = simd::load<Vector>(reinterpret_cast<const Number*>(p) + k * W);
  turning::turn_numbers<turning::FromValues, W>(from, to);
  Packs<V, W> values;
  int k = 0;
  each_number([&](auto& number) { number.v = to[k++]; }, values.numbers);
  return values;
}
template <int W, class V>
inline void store_turned(V* p, const Packs<V, W>& values) {
  using Number = scalar_of<V>;
  using Vector = simd::vector<Number, W>;
  constexpr int count = sizeof(V) / sizeof(Number);
  Vector from[count], to[count];
  int k = 0;
  each_number([&](const auto& number) { from[k++] = number.v; }, values.numbers);
  turning::turn_numbers<turning::FromNumbers, W>(from, to);
  for (int i = 0; i < count; ++i) simd::store(reinterpret_cast<Number*>(p) + i * W, to[i]);
}
#else
template <class V>
inline constexpr bool is_turned = false;
template <int W, class V>
Packs<V, W> load_turned(const V* p);
template <int W, class V>
void store_turned(V* p, const Packs<V, W>& values);
#endif

/// `count` values that lie `stride` apart in memory, from `p` on, as the first elements of a vector of W. The others
/// repeat the last one. What is computed from those is thrown away, but they have to be values that a field has: zeros
/// might be divided by, and a user's function might refuse them.
template <int W, class T>
inline auto gather(const T* p, std::ptrdiff_t stride, int count) {
  using Value = std::remove_const_t<T>;
  wide_of<Value, W> r{};
  // The smaller of two numbers, which needs no branch. With branches elements are put into the vector one by one.
  const int last = count - 1;
  for (int l = 0; l < W; ++l) set_element(r, l, p[(l < last ? l : last) * stride]);
  return r;
}

/// The same with stride 1.
template <int W, class T>
inline auto load(const T* p, int count) {
  using Value = std::remove_const_t<T>;
  if constexpr (is_turned<Value>) {
    return count == W ? load_turned<W>(p) : gather<W>(p, 1, count);
  } else if constexpr (!in_vectors<Value>) {
    return gather<W>(p, 1, count);
  } else {
    using V = simd::vector<Value, W>;
    return Pack<Value, W>(count == W ? simd::load<V>(p) : simd::load_some<V>(p, count));
  }
}
template <int W, class T>
inline auto load(const T* p) {
  return load<W>(p, W);
}

/// @{
/// Writes a value; several values that an operation takes together one by one. As a whole g++ reads them from the stack
/// before they have arrived there, which takes twice as long as a search for what is written.
template <class T, class X>
inline void put_one(T& to, const X& from) {
  to = from;
}
template <class... X>
inline void put_one(NodeArguments<X...>& to, const NodeArguments<X...>& from) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (put_one(argument_at<I>(to), argument_at<I>(from)), ...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(X))>{});
}
/// @}

/// Writes elements [first, last) to memory, element 0 to `p` and the others `stride` apart. stream: bypass the caches;
/// p must be aligned to a vector.
template <class T, class Wide>
inline void put(T* p, std::ptrdiff_t stride, const Wide& value, int first, int last, bool stream = false) {
  constexpr int W = width<Wide>;
  if constexpr (is_turned<T>) {
    if (stride == 1 && first == 0 && last == W) return store_turned<W>(p, value);
  }
  if constexpr (!in_vectors<T>) {
    for (int l = first; l < last; ++l) put_one(p[l * stride], element(value, l));
  } else if (stride != 1) {
    for (int l = first; l < last; ++l) p[l * stride] = value[l];
  } else if (first == 0 && last == W) {
    if (stream) {
      simd::stream(p, value.v);
    } else {
      simd::store(p, value.v);
    }
  } else {
    simd::store_some(p, value.v, first, last);
  }
}

}  // namespace stencil::cpu
