// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <stencil/expression/concepts.hpp>
#include <stencil/expression/values.hpp>

namespace stencil {

namespace detail::bands {
/// The row whose entry at offset `halves`, an integral constant, is f(halves). It is not a loop over the entries,
/// because g++ would then keep the array on the stack.
template <class Row, class F>
STENCIL_FUNCTION constexpr Row row_of(const F& f) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return Row{{f(std::integral_constant<int, Row::low + 2 * I>{})...}};
  }(std::make_integer_sequence<int, Row::size>{});
}
}  // namespace detail::bands

/// One row of a band matrix: the entries of the columns `Low`, `Low + 2`, ..., `High` half levels away from the row.
/// Even offsets lead to the row's own location, odd ones from centers to faces or back. An entry may be a number, a
/// Matrix or, in vector code, several numbers. Entries of columns that do not exist are zero and never used.
template <class T, int Low, int High>
struct BandRow {
  static_assert(Low <= High && (High - Low) % 2 == 0,
                "stencil: a BandRow<T, low, high> has low <= high, an even distance apart");
  using entry_type = T;
  static constexpr int low = Low;                    ///< offset of the first entry, in half levels
  static constexpr int high = High;                  ///< offset of the last entry, in half levels
  static constexpr int size = (High - Low) / 2 + 1;  ///< entries

  T entry[size];  ///< from low to high, a level apart

  /// The entry `Halves` half levels away; zero outside the band.
  template <int Halves>
  STENCIL_FUNCTION constexpr T at() const {
    if constexpr (Halves >= Low && Halves <= High && (Halves - Low) % 2 == 0) {
      return entry[(Halves - Low) / 2];
    } else {
      return T{};
    }
  }

  /// The same row with room for a wider band, or with entries of another type.
  template <class U, int WiderLow, int WiderHigh>
    requires(WiderLow <= Low && WiderHigh >= High && (Low - WiderLow) % 2 == 0 &&
             !std::is_same_v<BandRow, BandRow<U, WiderLow, WiderHigh>>)
  STENCIL_FUNCTION constexpr operator BandRow<U, WiderLow, WiderHigh>() const {  // NOLINT(google-explicit-constructor)
    return detail::bands::row_of<BandRow<U, WiderLow, WiderHigh>>([&](auto halves) {
      if constexpr (halves >= Low && halves <= High) {
        return static_cast<U>(entry[(halves - Low) / 2]);
      } else {
        return U{};
      }
    });
  }

  STENCIL_FUNCTION constexpr BandRow operator-() const {
    return detail::bands::row_of<BandRow>([&](auto halves) { return T(-entry[(halves - Low) / 2]); });
  }
};

/// A row of the identity matrix, in any precision.
struct IdentityRow {
  static constexpr const char* name = "identity()";
};

template <class T, int Low, int High>
inline constexpr bool is_band_row<BandRow<T, Low, High>> = true;

template <>
inline constexpr bool is_matrix_row<IdentityRow> = true;

template <class T, int Low, int High>
struct ScalarOf<BandRow<T, Low, High>> : ScalarOf<T> {};
template <>
struct ScalarOf<IdentityRow> {
  using type = double;
};
template <class T, int Low, int High>
inline constexpr bool is_composite<BandRow<T, Low, High>> = true;
template <>
inline constexpr bool is_composite<IdentityRow> = true;

namespace detail::bands {
constexpr int lower(int a, int b) { return a < b ? a : b; }
constexpr int upper(int a, int b) { return a < b ? b : a; }

/// The type of a row with the entries of both.
template <class A, class B, class T>
struct Union {
  static_assert((A::low - B::low) % 2 == 0,
                "stencil: matrices that lead to different locations (centers and faces) cannot be combined");
  using type = BandRow<T, lower(A::low, B::low), upper(A::high, B::high)>;
};

/// A factor of a row: a number, or a vector of numbers in vector code.
template <class S>
concept Scale = !is_composite<S> && !IsOperand<S>;

/// Whether a factor is a floating-point number, or a vector of them.
template <class S>
inline constexpr bool is_real = std::is_floating_point_v<S>;
template <class S>
  requires requires { requires std::is_floating_point_v<typename S::number>; }
inline constexpr bool is_real<S> = true;

/// The number type of a floating-point number or of a vector of them.
template <class S>
struct ElementOf {
  using type = S;
};
template <class S>
  requires requires { typename S::number; }
struct ElementOf<S> {
  using type = typename S::number;
};

/// The reciprocal of a divisor, to divide several numbers by it. The reciprocal of a subnormal number may overflow, and
/// then 0 / divisor would be 0 * infinity, a NaN. Therefore both dividend and divisor are multiplied by a power of two
/// in this case, which is exact.
template <class Real>
class Reciprocal {
 public:
  STENCIL_FUNCTION explicit constexpr Reciprocal(const Real& divisor)
      : factor_(where(divisor < smallest && divisor > -smallest, Real(up), Real(1))),
        inverse_(Real(1) / (divisor * factor_)) {}
  STENCIL_FUNCTION constexpr Real times(const Real& x) const { return x * factor_ * inverse_; }

 private:
  using Number = typename ElementOf<Real>::type;
  static constexpr Number smallest = std::numeric_limits<Number>::min();  // that is not subnormal
  static constexpr Number up = static_cast<Number>(std::uint64_t(1) << std::numeric_limits<Number>::digits);

  Real factor_;
  Real inverse_;
};

/// A term of a sum that is not there: x + Nothing is x.
struct Nothing {
  template <class X>
  STENCIL_FUNCTION friend constexpr X operator+(Nothing, const X& x) {
    return x;
  }
  template <class X>
    requires(!std::is_same_v<X, Nothing>)
  STENCIL_FUNCTION friend constexpr X operator+(const X& x, Nothing) {
    return x;
  }
};

/// The row of f(entry) for every entry of a row; f(x) for an x that is not a row.
template <class F, class X>
STENCIL_FUNCTION constexpr auto map(const F& f, const X& x) {
  return f(x);
}
template <class F, class T, int Low, int High>
STENCIL_FUNCTION constexpr auto map(const F& f, const BandRow<T, Low, High>& a) {
  return row_of<BandRow<decltype(f(a.entry[0])), Low, High>>(
      [&](auto halves) { return f(a.entry[(halves - Low) / 2]); });
}
/// f(entry of a, entry of b) for all entries; f(a, b) if these are not rows.
template <class F, class A, class B>
STENCIL_FUNCTION constexpr void for_each(const F& f, A& a, const B& b) {
  f(a, b);
}
template <class F, class T, class U, int Low, int High>
STENCIL_FUNCTION constexpr void for_each(const F& f, BandRow<T, Low, High>& a, const BandRow<U, Low, High>& b) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (f(a.entry[I], b.entry[I]), ...);
  }(std::make_integer_sequence<int, (High - Low) / 2 + 1>{});
}

/// A factor beside a row of type Beside: an integer is converted to the row's number type.
template <class Beside, class S>
STENCIL_FUNCTION constexpr auto scale(const S& s) {
  if constexpr (std::is_integral_v<S> && std::is_floating_point_v<Beside>) {
    return static_cast<Beside>(s);
  } else {
    return s;
  }
}
}  // namespace detail::bands

template <class T, class U, int LowA, int HighA, int LowB, int HighB>
STENCIL_FUNCTION constexpr auto operator+(const BandRow<T, LowA, HighA>& a, const BandRow<U, LowB, HighB>& b) {
  using Sum = decltype(a.entry[0] + b.entry[0]);
  using Row = typename detail::bands::Union<BandRow<T, LowA, HighA>, BandRow<U, LowB, HighB>, Sum>::type;
  return detail::bands::row_of<Row>([&](auto halves) {  // without additions of zero
    constexpr bool in_a = halves >= LowA && halves <= HighA, in_b = halves >= LowB && halves <= HighB;
    if constexpr (in_a && in_b) {
      return Sum(Sum(a.entry[(halves - LowA) / 2]) + b.entry[(halves - LowB) / 2]);
    } else if constexpr (in_a) {
      return Sum(a.entry[(halves - LowA) / 2]);
    } else if constexpr (in_b) {
      return Sum(b.entry[(halves - LowB) / 2]);
    } else {
      return Sum{};
    }
  });
}
template <class T, class U, int LowA, int HighA, int LowB, int HighB>
STENCIL_FUNCTION constexpr auto operator-(const BandRow<T, LowA, HighA>& a, const BandRow<U, LowB, HighB>& b) {
  return a + (-b);
}
template <class S, class T, int Low, int High>
  requires detail::bands::Scale<S>
STENCIL_FUNCTION constexpr auto operator*(const S& s, const BandRow<T, Low, High>& a) {
  const auto factor = detail::bands::scale<T>(s);
  return detail::bands::map([&](const T& entry) { return factor * entry; }, a);
}
template <class S, class T, int Low, int High>
  requires detail::bands::Scale<S>
STENCIL_FUNCTION constexpr auto operator*(const BandRow<T, Low, High>& a, const S& s) {
  return s * a;
}
template <class S, class T, int Low, int High>
  requires detail::bands::Scale<S>
STENCIL_FUNCTION constexpr auto operator/(const BandRow<T, Low, High>& a, const S& s) {
  const auto divisor = detail::bands::scale<T>(s);
  using Entry = decltype(a.entry[0] / divisor);
  using Divisor = std::remove_const_t<decltype(divisor)>;
  if constexpr (High > Low && detail::bands::is_real<Divisor> &&
                detail::bands::is_real<Entry>) {  // one division for all
    const detail::bands::Reciprocal<Entry> inverse{Entry(divisor)};
    return detail::bands::map([&](const T& entry) { return inverse.times(Entry(entry)); }, a);
  } else {
    return detail::bands::map([&](const T& entry) { return entry / divisor; }, a);
  }
}
template <class Condition, class T, class U, int LowA, int HighA, int LowB, int HighB>
STENCIL_FUNCTION constexpr auto where(const Condition& condition, const BandRow<T, LowA, HighA>& a,
                                      const BandRow<U, LowB, HighB>& b) {
  static_assert(
      requires { where(condition, a.entry[0], b.entry[0]); },
      "stencil: where chooses between matrices of numbers, not of blocks; choose in each block: "
      "blocks<2>(where(c, identity(), A), where(c, 0.0 * B, B), where(c, 0.0 * C, C), where(c, identity(), D))");
  using Entry = decltype(where(condition, a.entry[0], b.entry[0]));
  using Row = typename detail::bands::Union<BandRow<T, LowA, HighA>, BandRow<U, LowB, HighB>, Entry>::type;
  const Row wide_a = a;
  const Row wide_b = b;
  return detail::bands::row_of<Row>(
      [&](auto halves) { return where(condition, wide_a.template at<halves>(), wide_b.template at<halves>()); });
}

/// A row of the identity matrix with entries like those of other rows.
template <class T>
STENCIL_FUNCTION constexpr BandRow<T, 0, 0> identity_row() {
  if constexpr (requires { T{1}; }) {
    return {{T{1}}};
  } else {  // vectors of small matrices
    using SmallMatrix = std::remove_cvref_t<decltype(std::declval<const T&>()[0])>;
    return {{T(SmallMatrix{1})}};
  }
}
template <class T, int Low, int High>
STENCIL_FUNCTION constexpr auto operator+(const BandRow<T, Low, High>& a, IdentityRow) {
  return a + identity_row<T>();
}
template <class T, int Low, int High>
STENCIL_FUNCTION constexpr auto operator+(IdentityRow, const BandRow<T, Low, High>& a) {
  return identity_row<T>() + a;
}
template <class T, int Low, int High>
STENCIL_FUNCTION constexpr auto operator-(const BandRow<T, Low, High>& a, IdentityRow) {
  return a - identity_row<T>();
}
template <class T, int Low, int High>
STENCIL_FUNCTION constexpr auto operator-(IdentityRow, const BandRow<T, Low, High>& a) {
  return identity_row<T>() - a;
}
template <class Condition, class T, int Low, int High>
STENCIL_FUNCTION constexpr auto where(const Condition& condition, IdentityRow, const BandRow<T, Low, High>& b) {
  return where(condition, identity_row<T>(), b);
}
template <class Condition, class T, int Low, int High>
STENCIL_FUNCTION constexpr auto where(const Condition& condition, const BandRow<T, Low, High>& a, IdentityRow) {
  return where(condition, a, identity_row<T>());
}
template <class S>
  requires detail::bands::Scale<S>
STENCIL_FUNCTION constexpr BandRow<S, 0, 0> operator*(const S& s, IdentityRow) {
  return {{s}};
}
template <class S>
  requires detail::bands::Scale<S>
STENCIL_FUNCTION constexpr BandRow<S, 0, 0> operator*(IdentityRow, const S& s) {
  return {{s}};
}
template <class T, int Low, int High>
STENCIL_FUNCTION constexpr BandRow<T, Low, High> operator*(IdentityRow, const BandRow<T, Low, High>& a) {
  return a;
}

}  // namespace stencil
