// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <stencil/cpu/simd.hpp>
#include <stencil/cpu/vector_math.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/matrix/dual.hpp>

/// W values at once: Pack for float and double in vector registers, Lanes for every other value type. Formulas see
/// numbers; all operators and functions go lane by lane.
namespace stencil::cpu {

/// One truth per lane, as wide as the numbers it was made from.
template <class I, int W>
struct Mask {
  simd::vector<I, W> v;
  bool operator[](int l) const { return v[l] != 0; }
  Mask operator!() const { return {~v}; }
};

/// Lane numbers 0, 1, ...
template <class I, int W>
inline simd::vector<I, W> lane_numbers() {
  simd::vector<I, W> v{};
  for (int l = 0; l < W; ++l) v[l] = static_cast<I>(l);
  return v;
}

template <class T, int W>
struct Pack {
  using number = T;
  using vector = simd::vector<T, W>;
  vector v;

  Pack() : v{} {}
  explicit Pack(vector x) : v(x) {}
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
  Lanes() : value{} {}
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
template <class X>
concept Wide = width<std::remove_cvref_t<X>> > 0;

/// Whether values of T travel in vector registers. nvcc reads host code a second time for the device, where it refuses
/// vectors in functions that both may call; nothing of what it reads there is run.
template <class T>
inline constexpr bool in_vectors =
#if defined(__CUDA_ARCH__)
    false;
#else
    std::is_same_v<T, float> || std::is_same_v<T, double>;
#endif

/// How W values of T travel. Composites are made of packs, so that their arithmetic is in vectors too.
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

/// Lane l of anything; a plain value is the same in every lane.
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

/// Writes lane l.
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

/// Operands of the arithmetic below; composites bring their own.
template <class... X>
concept WideOperands = (Wide<X> || ...) && !(is_composite<std::remove_cvref_t<X>> || ...);

/// f lane by lane, for user functions and value types without vector arithmetic.
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

template <class A, class B>
struct PairTraits {
  static constexpr bool vectors = false;
};
template <class T, int W>
struct PairTraits<Pack<T, W>, Pack<T, W>> {
  static constexpr bool vectors = true;
  using pack = Pack<T, W>;
};
template <int W>
struct PairTraits<Pack<float, W>, Pack<double, W>> : PairTraits<Pack<double, W>, Pack<double, W>> {};
template <int W>
struct PairTraits<Pack<double, W>, Pack<float, W>> : PairTraits<Pack<double, W>, Pack<double, W>> {};

/// The pack type in which two operands meet: numbers take the precision of the pack beside them.
template <class A, class B>
constexpr auto pair_traits() {
  if constexpr (std::is_arithmetic_v<A>) {
    return PairTraits<B, B>{};
  } else if constexpr (std::is_arithmetic_v<B>) {
    return PairTraits<A, A>{};
  } else {
    return PairTraits<A, B>{};
  }
}
template <class A, class B>
using Pair = decltype(pair_traits<A, B>());

#define STENCIL_PACK_BINARY(symbol, vector_result)                                         \
  template <class A, class B>                                                              \
    requires WideOperands<A, B>                                                            \
  inline auto operator symbol(const A& a, const B& b) {                                    \
    if constexpr (Pair<A, B>::vectors) {                                                   \
      using P = typename Pair<A, B>::pack;                                                 \
      const auto r = P(a).v symbol P(b).v;                                                 \
      return vector_result;                                                                \
    } else {                                                                               \
      return call_lanewise([](const auto& x, const auto& y) { return x symbol y; }, a, b); \
    }                                                                                      \
  }
STENCIL_PACK_BINARY(+, P(r))
STENCIL_PACK_BINARY(-, P(r))
STENCIL_PACK_BINARY(*, P(r))
STENCIL_PACK_BINARY(/, P(r))

template <class T>
using mask_word = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
template <class P>
struct MaskOf;
template <class T, int W>
struct MaskOf<Pack<T, W>> {
  using type = Mask<mask_word<T>, W>;
};
// GNU comparisons give vectors of `long`, which is int64_t here but another type by name.
#define STENCIL_MASK_RESULT \
  typename MaskOf<P>::type { std::bit_cast<decltype(MaskOf<P>::type::v)>(r) }
STENCIL_PACK_BINARY(<, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(<=, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(>, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(>=, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(==, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(!=, (STENCIL_MASK_RESULT))
#undef STENCIL_MASK_RESULT
#undef STENCIL_PACK_BINARY

template <class T, int W>
inline auto operator-(const Lanes<T, W>& a) {
  return call_lanewise([](const T& x) { return -x; }, a);
}
template <class T, int W>
inline auto operator!(const Lanes<T, W>& a) {
  return call_lanewise([](const T& x) { return !x; }, a);
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto operator&&(const A& a, const B& b) {
  if constexpr (std::is_same_v<A, B> && requires { a.v & b.v; }) {
    return A{a.v & b.v};
  } else {
    return call_lanewise([](const auto& x, const auto& y) { return static_cast<bool>(x) && static_cast<bool>(y); }, a,
                         b);
  }
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto operator||(const A& a, const B& b) {
  if constexpr (std::is_same_v<A, B> && requires { a.v | b.v; }) {
    return A{a.v | b.v};
  } else {
    return call_lanewise([](const auto& x, const auto& y) { return static_cast<bool>(x) || static_cast<bool>(y); }, a,
                         b);
  }
}

/// Any lane-wise condition as a mask for vectors of T.
template <class T, int W, class C>
inline Mask<mask_word<T>, W> mask_for(const C& condition) {
  using M = Mask<mask_word<T>, W>;
  if constexpr (std::is_same_v<C, M>) {
    return condition;
  } else if constexpr (requires { __builtin_convertvector(condition.v, decltype(M::v)); }) {
    if constexpr (std::is_same_v<C, Pack<T, W>>) {
      return condition != T{};
    } else {
      return M{__builtin_convertvector(condition.v, decltype(M::v))};
    }
  } else {
    M m{};
    for (int l = 0; l < W; ++l) m.v[l] = static_cast<bool>(lane(condition, l)) ? -1 : 0;
    return m;
  }
}

template <class C, class A, class B>
  requires WideOperands<C, A, B>
inline auto where(const C& condition, const A& a, const B& b) {
  if constexpr (Pair<A, B>::vectors) {
    using P = typename Pair<A, B>::pack;
    using T = typename P::number;
    return P(mask_for<T, width<P>>(condition).v ? P(a).v : P(b).v);
  } else if constexpr (std::is_floating_point_v<A> && std::is_floating_point_v<B>) {
    using P = Pack<std::common_type_t<A, B>, width<C>>;
    return P(mask_for<typename P::number, width<C>>(condition).v ? P(a).v : P(b).v);
  } else {
    return call_lanewise([](const auto& c, const auto& x, const auto& y) { return static_cast<bool>(c) ? x : y; },
                         condition, a, b);
  }
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto min(const A& a, const B& b) {
  if constexpr (Pair<A, B>::vectors) {
    using P = typename Pair<A, B>::pack;
    return where(P(a) < P(b), P(a), P(b));
  } else {
    return call_lanewise([](const auto& x, const auto& y) { return stencil::min(x, y); }, a, b);
  }
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto max(const A& a, const B& b) {
  if constexpr (Pair<A, B>::vectors) {
    using P = typename Pair<A, B>::pack;
    return where(P(a) > P(b), P(a), P(b));
  } else {
    return call_lanewise([](const auto& x, const auto& y) { return stencil::max(x, y); }, a, b);
  }
}
template <class T, int W>
inline Pack<T, W> abs(const Pack<T, W>& a) {
  using M = Mask<mask_word<T>, W>;
  const auto sign = std::bit_cast<decltype(M::v)>(Pack<T, W>(-T{}).v);
  return Pack<T, W>(std::bit_cast<typename Pack<T, W>::vector>(std::bit_cast<decltype(M::v)>(a.v) & ~sign));
}
template <class T, int W>
inline auto abs(const Lanes<T, W>& a) {
  return call_lanewise([](const auto& x) { return stencil::abs(x); }, a);
}

template <class T, int W>
inline Pack<T, W> sqrt(const Pack<T, W>& a) {
  return Pack<T, W>(simd::sqrt<T>(a.v));
}
template <class T, int W>
inline auto sqrt(const Lanes<T, W>& a) {
  return call_lanewise([](const auto& x) { return stencil::sqrt(x); }, a);
}
#define STENCIL_PACK_FUNCTION(name)                                          \
  template <class T, int W>                                                  \
  inline Pack<T, W> name(const Pack<T, W>& a) {                              \
    return Pack<T, W>(vector_math::name<T>(a.v));                            \
  }                                                                          \
  template <class T, int W>                                                  \
  inline auto name(const Lanes<T, W>& a) {                                   \
    return call_lanewise([](const auto& x) { return stencil::name(x); }, a); \
  }
STENCIL_PACK_FUNCTION(exp)
STENCIL_PACK_FUNCTION(log)
STENCIL_PACK_FUNCTION(sin)
STENCIL_PACK_FUNCTION(cos)
STENCIL_PACK_FUNCTION(tanh)
#undef STENCIL_PACK_FUNCTION
template <class A, class B>
  requires(Pair<A, B>::vectors)
inline auto pow(const A& a, const B& b) {
  using P = typename Pair<A, B>::pack;
  return P(vector_math::pow<typename P::number>(P(a).v, P(b).v));
}

template <class A, class B>
  requires(WideOperands<A, B> && !Pair<A, B>::vectors)
inline auto pow(const A& a, const B& b) {
  return call_lanewise([](const auto& x, const auto& y) { return stencil::pow(x, y); }, a, b);
}

/// A wide value in another precision.
template <class Real, class T, int W>
inline auto convert_number(const Pack<T, W>& x) {
  return Pack<Real, W>(x);
}
template <class Real, class T, int W>
inline auto convert_number(const Lanes<T, W>& x) {
  return call_lanewise([](const T& v) { return stencil::convert_number<Real>(v); }, x);
}

}  // namespace stencil::cpu
