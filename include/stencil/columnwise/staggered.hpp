// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/columnwise/neighbours.hpp>
#include <stencil/columnwise/solve.hpp>

/// Systems of centers and faces inside column functions.
namespace stencil {

namespace functions {

/// Four band rows of such a system as a row of 2 x 2 blocks, at a face: the first unknown is the face's, the second
/// that of the center above it. The block of the highest face has no center: its second unknown is coupled to nothing.
struct JoinStaggered {
  static constexpr const char* name = "centers and faces";
  int levels;
  bool ring;  ///< then every face has a center above it, and no column of the matrix is outside

  template <class T, class Row>
  STENCIL_FUNCTION static constexpr auto plain(const Row& row) {
    if constexpr (std::is_same_v<Row, IdentityRow>) {
      return BandRow<T, 0, 0>{{T(1)}};
    } else {
      return row;
    }
  }
  template <class A, class B, class C, class D>
  STENCIL_FUNCTION constexpr auto operator()(const A& a, const B& b, const C& c, const D& d, int row) const {
    using T = std::common_type_t<scalar_of<B>, scalar_of<C>>;
    return joined<T>(plain<T>(a), b, c, plain<T>(d), row);
  }
  /// The same of vectors P of numbers, and of the numbers of their rows. By constants, so that g++ keeps blocks in
  /// registers.
  template <class A, class P, int LowB, int HighB, int LowC, int HighC, class D, class Rows>
    requires requires(const Matrix<P, 2>& block) { packed(block); }
  auto of_vectors(const A& a, const BandRow<P, LowB, HighB>& b, const BandRow<P, LowC, HighC>& c, const D& d,
                  const Rows& row) const {
    return vectors_joined(plain<P>(a), b, c, plain<P>(d), row);
  }

 private:
  /// The rows of blocks of such rows of numbers. Of a center's row a face half a level below is the block's own, of a
  /// face's row a center half a level above.
  template <class Block, class A, class B, class C, class D>
  STENCIL_FUNCTION static constexpr auto row_of_blocks() {
    using namespace detail::bands;
    constexpr int low = lower(lower(A::low / 2, D::low / 2), lower((B::low + 1) / 2, (C::low - 1) / 2));
    constexpr int high = upper(upper(A::high / 2, D::high / 2), upper((B::high + 1) / 2, (C::high - 1) / 2));
    return std::type_identity<BandRow<Block, 2 * lower(low, 0), 2 * upper(high, 0)>>{};
  }
  template <class A, class B, class C, class D, class Rows>
  auto vectors_joined(const A& a, const B& b, const C& c, const D& d, const Rows& row) const {
    using P = std::remove_cvref_t<decltype(b.entry[0])>;
    using Block = decltype(packed(Matrix<P, 2>{}));
    const auto has_center = row < levels;
    return detail::bands::row_of<typename decltype(row_of_blocks<Block, A, B, C, D>())::type>([&](auto halves) {
      constexpr int at = halves / 2;
      const auto entry = [&]<int First, class Band>(std::integral_constant<int, First>, const Band& band, int columns) {
        constexpr int n = at - First;
        if constexpr (n < 0 || n >= Band::size) {
          return P(0);
        } else {
          const auto x = static_cast<P>(band.entry[n]);
          return ring ? x : where(row + at >= 0 && row + at < columns, x, P(0));
        }
      };
      const auto of_center = [&](const P& x, int otherwise) { return ring ? x : where(has_center, x, P(otherwise)); };
      using std::integral_constant;
      Matrix<P, 2> block;
      block.entry[0][0] = entry(integral_constant<int, D::low / 2>{}, d, levels + 1);
      block.entry[0][1] = entry(integral_constant<int, (C::low - 1) / 2>{}, c, levels);
      block.entry[1][0] = of_center(entry(integral_constant<int, (B::low + 1) / 2>{}, b, levels + 1), 0);
      block.entry[1][1] = of_center(entry(integral_constant<int, A::low / 2>{}, a, levels), at == 0 ? 1 : 0);
      return packed(block);
    });
  }
  /// A number of type T, with derivatives where the entries of a row have some.
  template <class T, class Row>
  STENCIL_FUNCTION static constexpr auto entry_beside(const Row& row) {
    if constexpr (has_duals<Row>) {
      return row.entry[0];
    } else {
      return T{};
    }
  }
  template <class T, class A, class B, class C, class D>
  STENCIL_FUNCTION constexpr auto joined(const A& a, const B& b, const C& c, const D& d, int row) const {
    using Entry = std::remove_cvref_t<decltype(entry_beside<T>(a) + entry_beside<T>(b) + entry_beside<T>(c) +
                                               entry_beside<T>(d))>;
    typename decltype(row_of_blocks<Matrix<Entry, 2>, A, B, C, D>())::type r{};
    const auto put = [&](const auto& band, int first, int i, int j, int columns) {
      for (int n = 0; n < band.size; ++n) {
        const int at = first + n;
        if (ring || (row + at >= 0 && row + at < columns))
          r.entry[at - r.low / 2].entry[i][j] = static_cast<Entry>(band.entry[n]);
      }
    };
    put(d, D::low / 2, 0, 0, levels + 1);
    put(c, (C::low - 1) / 2, 0, 1, levels);
    if (ring || row < levels) {
      put(a, A::low / 2, 1, 1, levels);
      put(b, (B::low + 1) / 2, 1, 0, levels + 1);
    } else {
      r.entry[-r.low / 2].entry[1][1] = Entry(T(1));
    }
    return r;
  }
};

}  // namespace functions

namespace column_functions {

/// A center's value at the face below it, and back.
template <class V>
STENCIL_FUNCTION constexpr auto at_face_below(const V& value) {
  if constexpr (std::is_same_v<typename V::location, Center>) {
    return NeighbourValue<true, Center, Face>()(value);
  } else {
    return value;  // the same at all levels
  }
}
template <class V>
STENCIL_FUNCTION constexpr auto at_center_above(const V& value) {
  return NeighbourValue<false, Face, Center>()(value);
}

/// Factors of a system of centers and faces. Made by factorize_staggered.
template <class Factors>
struct StaggeredFactors {
  Factors factors;

  /// The x at centers and the w at faces with A x + B w = f and C x + D w = g, as results.
  template <class F, class G>
    requires((IsOperand<F> || IsLiteral<F>) && (IsOperand<G> || IsLiteral<G>))
  STENCIL_FUNCTION constexpr auto solve(const F& f, const G& g) const {
    const auto& lane = lane_of(factors.rows);
    using Rows = decltype(factors.rows);
    using Number = ScalarNode<scalar_of<typename Rows::value_type>>;
    const auto centers = at_face_below(as_value(lane, as_node_beside<Number>(f)));
    const auto both = factors.solve(vec(as_value(lane, as_node_beside<Number>(g)), centers));
    return results(at_center_above(component<1>(both)), 1.0 * component<0>(both));
  }
};

/// Whether M is a matrix with rows at a location, by values at the other one.
template <class M, class Where>
constexpr bool is_matrix_across() {
  if constexpr (is_band_row<typename node_of<M>::value_type>) {
    return node_of<M>::value_type::low % 2 != 0 && std::is_same_v<typename node_of<M>::location, Where>;
  } else {
    return false;
  }
}

/// Whether matrices are the four of such a system, and one of them or of the right sides has values.
template <class A, class B, class C, class D, class... Right>
STENCIL_FUNCTION constexpr bool are_staggered() {
  constexpr bool fits = is_square_matrix_at<node_of<A>, Center>() && is_matrix_across<B, Center>() &&
                        is_matrix_across<C, Face>() && is_square_matrix_at<node_of<D>, Face>();
  static_assert(fits,
                "stencil: a system of centers and faces has four band matrices: A and B with rows at centers, by the "
                "centers and by the faces, C and D with rows at faces, likewise");
  constexpr bool has_values =
      IsColumnValue<A> || IsColumnValue<B> || IsColumnValue<C> || IsColumnValue<D> || (IsColumnValue<Right> || ...);
  constexpr bool factorizes = sizeof...(Right) == 0;
  static_assert(has_values || !fits || !factorizes,
                "stencil: factorize_staggered takes matrices of which one has values, inside a column function; four "
                "of operators and numbers alone are given to solve_staggered(A, B, C, D, f, g), or one gets a value: "
                "(1.0 + 0.0 * x) * operator_matrix(op)");
  static_assert(has_values || !fits || factorizes, "stencil: solve_staggered takes values, inside a column function");
  return fits && has_values;
}
/// Their factors, on the lane of whatever has a value.
template <class Lane, class A, class B, class C, class D>
STENCIL_FUNCTION constexpr auto staggered_factors(const Lane& lane, const A& a, const B& b, const C& c, const D& d) {
  const int levels = lane.template rows_of_column<Center>();
  const auto rows = broadcasted(functions::User<functions::JoinStaggered>{{levels, is_ring(lane)}},
                                at_face_below(as_node(a)), at_face_below(as_value(lane, as_node(b))),
                                as_value(lane, as_node(c)), as_node(d), RowNumberNode<Face>{});
  const auto factors = factorize(rows);
  return StaggeredFactors<std::remove_const_t<decltype(factors)>>{factors};
}

}  // namespace column_functions

/// Inside a column function: eliminates the system A x + B w = f at centers, C x + D w = g at faces, whose unknowns are
/// x at centers and w at faces, once for any number of right sides: `const auto lu = factorize_staggered(A, B, C, D);
/// auto [x, w] = lu.solve(f, g);`. A, B: matrices with rows at centers; C, D: at faces; as jacobian(f, x) gives them.
/// Elimination goes upward, faces and centers in turn, without pivoting; a zero pivot gives infinities or NaN. It is
/// in the precision of B and C, which that of the right sides must be.
template <IsOperand A, IsOperand B, IsOperand C, IsOperand D>
STENCIL_FUNCTION constexpr auto factorize_staggered(const A& a, const B& b, const C& c, const D& d) {
  using namespace column_functions;
  if constexpr (are_staggered<A, B, C, D>()) return staggered_factors(lane_of(a, b, c, d), a, b, c, d);
}

/// Inside a column function: the x at centers and the w at faces with A x + B w = f and C x + D w = g, as results:
/// `auto [x, w] = solve_staggered(A, B, C, D, f, g);`. As factorize_staggered.
template <IsOperand A, IsOperand B, IsOperand C, IsOperand D, class F, class G>
STENCIL_FUNCTION constexpr auto solve_staggered(const A& a, const B& b, const C& c, const D& d, const F& f,
                                                const G& g) {
  using namespace column_functions;
  if constexpr (are_staggered<A, B, C, D, F, G>())
    return staggered_factors(lane_of(a, b, c, d, f, g), a, b, c, d).solve(f, g);
}

}  // namespace stencil
