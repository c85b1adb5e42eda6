// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/expression/scalar.hpp>

/// Whether an expression can be assigned to a destination, by type.
namespace stencil {

/// Something that can be assigned to: a field or a wrapped array.
template <class F>
concept IsWritable = IsReadable<F> && requires { typename std::remove_cvref_t<F>::backend; };

namespace detail::assignment {

/// Whether a destination of this type, with its const, is a field that is const. Views that are const do not own the
/// values that they change.
template <class Destination>
inline constexpr bool is_const_field = std::is_const_v<Destination> && requires { typename Destination::owns_values; };
/// A compile-time error for such a destination.
template <class Destination, bool IsConst>
constexpr void refuse_const_field() {
  static_assert(!IsConst,
                "stencil: a const field cannot be changed; give a field that is not const for the destination");
}

/// A compile-time error for numbers in braces.
template <class Number>
constexpr void refuse_braces() {
  static_assert(!std::is_same_v<Number, Number>,
                "stencil: numbers in braces are the levels of a new field, CenterField<double> a(grid, {1.0, 2.0}); "
                "give a field that is there its values by a.fill(f), a.from_host(values) or a(level, column) = x");
}

/// Whether E can be assigned; a compile-time error if not.
template <class E>
constexpr bool is_expression() {
  constexpr bool fits = IsOperand<E> || IsLiteral<E>, is_report = requires { E::of_a_field_changed_in_place; };
  static_assert(!is_report,
                "stencil: newton(x, ...) and implicit_step(x, ...) of a field change that field, and return a report; "
                "inside a column function they give the value");
  static_assert(fits || is_report,
                "stencil: a field takes an expression, a field, a number or a Vec; apply an operator, as in "
                "DivergenceF2C()(flux), and give an array by from_host(array) or as wrap_center(array, grid)");
  return fits;
}

/// Whether an expression can be assigned to a destination: one truth value for each condition, and `all`.
template <class Destination, class Expression>
struct Fit {
  using From = typename Expression::location;
  using To = typename Destination::location;
  using Space = typename CommonSpace<typename Destination::space, typename Expression::space>::type;
  static constexpr bool location =
      std::is_same_v<From, To> || std::is_same_v<From, AnyLocation> || std::is_same_v<From, Surface>;
  static constexpr bool space = !std::is_same_v<Space, ClashingSpaces>;
  static constexpr bool value =
      std::is_convertible_v<typename Expression::value_type, typename Destination::value_type>;
  static constexpr bool writable = !std::is_const_v<std::remove_pointer_t<decltype(Destination::data)>>;
  static constexpr bool all = location && space && value && writable;
};

template <class Destination, class Expression>
constexpr void require_fit() {
  using F = Fit<Destination, Expression>;
  constexpr bool per_column = std::is_same_v<typename F::To, Surface>;
  static_assert(F::location || !per_column,
                "stencil: the expression has values at the levels of a column, but the destination has one per column; "
                "take one level, at_level(x, 0), or what belongs to the whole column, such as column_integral(x)");
  static_assert(F::location || per_column || !std::is_same_v<typename F::From, Center>,
                "stencil: the expression has values at centers, but the destination does not; assign it to a "
                "CenterField or bring it over with InterpolateC2F");
  static_assert(F::location || per_column || !std::is_same_v<typename F::From, Face>,
                "stencil: the expression has values at faces, but the destination does not; assign it to a FaceField "
                "or bring it over with InterpolateF2C");
  static_assert(F::space,
                "stencil: the destination and the expression live in different memories (host and device); give all "
                "fields the same backend");
  constexpr bool number_of_matrix =
      is_matrix_row<typename Expression::value_type> && !is_matrix_row<typename Destination::value_type>;
  static_assert(F::value || !number_of_matrix,
                "stencil: a Jacobian is a matrix, whose rows no field of numbers can hold; solve with it, as in "
                "solve(identity() - dt * jacobian(e, wrt(x)), b), take its product with a field, jvp(e, wrt(x), dx), "
                "or its diagonal, diagonal_of(jacobian(e, wrt(x)))");
  static_assert(F::value || number_of_matrix,
                "stencil: the expression's value type does not convert to the destination's (a number into a Vec "
                "field, or the reverse, or a Vec of another precision)");
  static_assert(F::writable,
                "stencil: the destination is a view of const values; wrap a pointer to non-const to write through it");
}

template <class Mask, class Destination>
struct MaskFit {
  static constexpr bool location =
      std::is_same_v<typename CommonLocation<typename Mask::location, typename Destination::location>::type,
                     typename Destination::location>;
  static constexpr bool space = share_memory_space<typename Mask::space, typename Destination::space>;
  static constexpr bool value = std::is_convertible_v<typename Mask::value_type, bool>;
  static constexpr bool all = location && space && value;
};
template <class Destination>
struct MaskFit<NoMask, Destination> {
  static constexpr bool location = true;
  static constexpr bool space = true;
  static constexpr bool value = true;
  static constexpr bool all = true;
};

template <class Mask, class Destination>
constexpr void require_mask_fits() {
  using F = MaskFit<Mask, Destination>;
  static_assert(F::location,
                "stencil: a mask has one value per column (a SurfaceField) or lives at the destination's own location");
  static_assert(F::space,
                "stencil: the mask and the destination live in different memories (host and device); give all fields "
                "the same backend");
  static_assert(F::value, "stencil: a mask is a condition or a field of numbers, true where not zero");
}

}  // namespace detail::assignment

}  // namespace stencil
