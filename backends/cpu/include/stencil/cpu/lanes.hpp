// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <stencil/column/compensated.hpp>
#include <stencil/cpu/simd.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/matrix/dual.hpp>

/// W values at once: `Pack` has floats or doubles in vector registers, `Lanes` is an array for all other value types.
/// Rows of band matrices, dual numbers and compensated sums become structs of packs.
namespace stencil::cpu {

/// One truth value for each element: a word of ones or of zeros, as wide as the numbers that were compared.
template <class I, int W>
struct Mask {
  simd::vector<I, W> v;
  bool operator[](int l) const { return v[l] != 0; }
  Mask operator!() const { return {~v}; }
};

template <class T, int W>
struct Pack {
  using number = T;
  using vector = simd::vector<T, W>;
  vector v;

  Pack() : v{} {}
  explicit Pack(const vector& x) : v(x) {}
  template <class S>
    requires std::is_arithmetic_v<S>
  Pack(S x) : v(static_cast<T>(x) - vector{}) {}  // NOLINT(google-explicit-constructor): numbers in formulas
  template <class S>
    requires(!std::is_same_v<S, T>)
  explicit Pack(Pack<S, W> x) : v(__builtin_convertvector(x.v, vector)) {}
  T operator[](int l) const { return v[l]; }
  Pack operator-() const { return Pack(-v); }
};

/// W values of a type without vector registers (Vec, bool, integers, the user's own).
template <class T, int W>
struct Lanes {
  T value[W];
  // nvcc 13.0 warns of its call without a place, so that no pragma suppresses it.
  STENCIL_FUNCTION Lanes() : value{} {}
  Lanes(const T& x) {  // NOLINT(google-explicit-constructor): numbers in formulas
    for (T& v : value) v = x;
  }
  const T& operator[](int l) const { return value[l]; }
};

template <class X>
inline constexpr int width = 0;
template <class T, int W>
inline constexpr int width<Pack<T, W>> = W;
template <class T, int W>
inline constexpr int width<Lanes<T, W>> = W;
template <class I, int W>
inline constexpr int width<Mask<I, W>> = W;
template <class T, int Low, int High>
inline constexpr int width<BandRow<T, Low, High>> = width<T>;
template <class T, class Slope>
inline constexpr int width<Dual<T, Slope>> = width<T>;
template <class T>
inline constexpr int width<global::CompensatedOf<T>> = width<T>;
template <class X>
concept Wide = width<std::remove_cvref_t<X>> > 0;

/// Whether values of T are held in vector registers. nvcc also compiles this for the device, where it refuses vectors
/// in functions for host and device; that code never runs.
template <class T>
inline constexpr bool in_vectors =
#if defined(__CUDA_ARCH__)
    false;
#else
    std::is_same_v<T, float> || std::is_same_v<T, double>;
#endif

/// The type that holds W values of T. Composites are made of packs, so that their arithmetic uses vectors too.
template <class T, int W>
struct LanesOf {
  using type = std::conditional_t<in_vectors<T>, Pack<std::conditional_t<in_vectors<T>, T, double>, W>, Lanes<T, W>>;
};
template <class T, int W>
using lanes_of = typename LanesOf<T, W>::type;
template <class T, int Low, int High, int W>
struct LanesOf<BandRow<T, Low, High>, W> {
  using type = BandRow<lanes_of<T, W>, Low, High>;
};
template <class T, class Slope, int W>
struct LanesOf<Dual<T, Slope>, W> {
  using type = Dual<lanes_of<T, W>, lanes_of<Slope, W>>;
};
template <class T, int W>
struct LanesOf<global::CompensatedOf<T>, W> {
  using type = global::CompensatedOf<lanes_of<T, W>>;
};

/// Element l of a vector; a single value stands for all elements.
template <class X>
inline decltype(auto) lane(const X& x, int l) {
  if constexpr (Wide<X>) {
    return x[l];
  } else {
    return (x);
  }
}
template <class T, int Low, int High>
inline auto lane(const BandRow<T, Low, High>& x, int l) {
  BandRow<std::remove_cvref_t<decltype(lane(x.entry[0], l))>, Low, High> r{};
  for (int i = 0; i < x.size; ++i) r.entry[i] = lane(x.entry[i], l);
  return r;
}
template <class T, class Slope>
inline auto lane(const Dual<T, Slope>& x, int l) {
  using Value = std::remove_cvref_t<decltype(lane(x.value, l))>;
  return Dual<Value, std::remove_cvref_t<decltype(lane(x.slope, l))>>(lane(x.value, l), lane(x.slope, l));
}
template <class T>
inline auto lane(const global::CompensatedOf<T>& x, int l) {
  return global::CompensatedOf<std::remove_cvref_t<decltype(lane(x.sum, l))>>(lane(x.sum, l), lane(x.errors, l));
}

/// Writes element l.
template <class T, int W>
inline void set_lane(Pack<T, W>& wide, int l, T x) {
  wide.v[l] = x;
}
template <class T, int W>
inline void set_lane(Lanes<T, W>& wide, int l, const T& x) {
  wide.value[l] = x;
}
template <class Pack, class T, int Low, int High>
inline void set_lane(BandRow<Pack, Low, High>& wide, int l, const BandRow<T, Low, High>& x) {
  for (int i = 0; i < x.size; ++i) set_lane(wide.entry[i], l, x.entry[i]);
}
template <class Pack, class Slopes, class T, class Slope>
inline void set_lane(Dual<Pack, Slopes>& wide, int l, const Dual<T, Slope>& x) {
  set_lane(wide.value, l, x.value);
  set_lane(wide.slope, l, x.slope);
}
template <class Pack, class T>
inline void set_lane(global::CompensatedOf<Pack>& wide, int l, const global::CompensatedOf<T>& x) {
  set_lane(wide.sum, l, x.sum);
  set_lane(wide.errors, l, x.errors);
}

/// Operands of arithmetic on packs. Composites have operators of their own.
template <class... X>
concept WideOperands = (Wide<X> || ...) && !(is_composite<std::remove_cvref_t<X>> || ...);

/// Calls f for each element: for functions of users, and value types without vector arithmetic.
template <class F, class... X>
  requires(Wide<X> || ...)
inline auto call_lanewise(const F& f, const X&... x) {
  constexpr int W = [] {
    int w = 0;
    ((w = width<X> > w ? width<X> : w), ...);
    return w;
  }();
  using R = std::remove_cvref_t<decltype(f(lane(x, 0)...))>;
  lanes_of<R, W> r;
  for (int l = 0; l < W; ++l) set_lane(r, l, f(lane(x, l)...));
  return r;
}

}  // namespace stencil::cpu
