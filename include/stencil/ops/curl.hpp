// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/functions.hpp>
#include <stencil/expression/operator.hpp>

namespace stencil {

/// A horizontal vector turned by 90 degrees to the left: (-v, u).
struct QuarterTurn {
  static constexpr const char* name = "turned";
  template <class T>
  STENCIL_FUNCTION constexpr auto operator()(const T& wind) const {
    if constexpr (std::is_same_v<T, OperationProbe>) {
      return OperationProbe{wind.operations + 1};
    } else {
      constexpr bool horizontal = is_horizontal(std::type_identity<T>{});
      static_assert(horizontal, "stencil: CurlC2F takes a Vec of two components, the horizontal wind");
      if constexpr (horizontal && requires { typename T::number_type; }) {  // a wind with derivatives
        return cross(scalar_of<T>(1), wind);
      } else if constexpr (horizontal) {
        return T{{-wind[1], wind[0]}};
      }
    }
  }

 private:
  template <class T>
  static constexpr bool is_horizontal(std::type_identity<Vec<T, 2>>) {
    return true;
  }
  template <class T>
  static constexpr bool is_horizontal(std::type_identity<T>) {
    if constexpr (requires { typename T::number_type; }) {
      return is_horizontal(std::type_identity<typename T::number_type>{});
    } else {
      return false;
    }
  }
};

/// The horizontal components of the curl of a wind (u, v) at centers, without horizontal derivatives, at faces:
/// (-(v+ - v-), u+ - u-) / df [argument / m]; second order on any smooth grid. The argument is a Vec of two components.
/// Conditions: SetValue(x): x is the wind at the face; the difference is 2 (in - x) at the bottom, 2 (x - in) at the
/// top. SetCurl(c): c. Extrapolate and closure: the next face's curl; in a column of one cell the other end's curl by
/// its condition, or 0 if that has none.
template <class... Conditions>
struct CurlC2F : Operator<CurlC2F<Conditions...>, Conditions...> {
  using CurlC2F::Operator::Operator;
  static constexpr const char* name = "CurlC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;
  static constexpr bool extrapolate_takes_next_row = true;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G g) {
    return turned(x(half) - x(-half)) * g.inverse_dz();
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> outside, X x, G g, E end) {
    return turned(end.upward(2 * (x(end.inward(half)) - outside.value))) * g.inverse_dz();
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetCurl<V> curl, X, G, E) {
    return curl.value;
  }

 private:
  template <class X>
  STENCIL_FUNCTION static constexpr auto turned(const X& wind) {
    return functions::User<QuarterTurn>{}(wind);  // which calls it for each element of a vector
  }
};
template <class... C>
CurlC2F(C...) -> CurlC2F<C...>;

}  // namespace stencil
