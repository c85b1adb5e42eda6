// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include <stencil/assign/grid_of_values.hpp>
#include <stencil/column/beyond_levels.hpp>
#include <stencil/nodes/dense_product.hpp>

/// What at_height and at_level have in common where each level has a place of its own.
namespace stencil {

namespace detail::between_levels {
template <class X, class Z, class Beyond>
struct Children {
  using type = ChildList<X, Z, Beyond>;
  using space = typename CommonSpaceOf<typename X::space, typename Z::space, typename Beyond::space>::type;
};
template <class X, class Z, class Beyond>
  requires(!IsNode<Beyond>)
struct Children<X, Z, Beyond> {
  using type = ChildList<X, Z>;
  using space = typename CommonSpaceOf<typename X::space, typename Z::space>::type;
};
}  // namespace detail::between_levels

/// The values of an expression that a height, or the number of a level, at each level leads to. How: at_height by a way
/// of interpolation, or at_level.
template <class How, class X, class Z, class Beyond>
struct STENCIL_LAZY LookedUpNode {
  struct stencil_node {};
  struct stencil_whole_column {};
  using value_type = typename X::value_type;
  using location = typename Z::location;
  using space = typename detail::between_levels::Children<X, Z, Beyond>::space;
  using children = typename detail::between_levels::Children<X, Z, Beyond>::type;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  static constexpr const char* name = How::name;

  X arg;
  Z place;
  Beyond beyond;
  BetweenGrids grids;

  template <int I, class N>
  static constexpr auto& child(N& node) {
    if constexpr (I == 2) {
      return node.beyond;
    } else {
      return child_of_two<I>(node.arg, node.place);
    }
  }
  template <class NewX, class NewZ>
  auto rebuilt(const NewX& x, const NewZ& z) const {
    return LookedUpNode<How, NewX, NewZ, Beyond>{x, z, beyond, grids};
  }
  template <class NewX, class NewZ, class NewBeyond>
  auto rebuilt(const NewX& x, const NewZ& z, const NewBeyond& otherwise) const {
    return LookedUpNode<How, NewX, NewZ, NewBeyond>{x, z, otherwise, grids};
  }
  template <class Text>
  std::string text(const Text& of) const {
    std::string arguments = name + of.children(*this);
    const auto add = [&](const std::string& more) { arguments.insert(arguments.size() - 1, ", " + more); };
    if (How::way != nullptr) add(How::way);
    if (std::is_same_v<Beyond, NearestLevel>) add("nearest level");
    return arguments;
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At&) const {
    static_assert(!std::is_same_v<At, At>,
                  "stencil: at_height or at_level at levels stands in the value of a boundary condition or in a mask, "
                  "where no column can be waited for; assign it to a field and use that field there");
    return {};
  }

  /// Each value of x is read several times, each place once.
  template <class Backend, int I>
  static constexpr bool reads_values_often = I == 0;
  template <class Into, class Values, class Places, class Columns>
  auto column_of(const Into& into, const Values& x, const Places& z, const Columns& from) const {
    return typename How::template Column<Into, Values, Places, Beyond>{into, x, z, beyond, from};
  }
  template <class Into, class Values, class Places, class Otherwise, class Columns>
  auto column_of(const Into& into, const Values& x, const Places& z, const Otherwise& otherwise,
                 const Columns& from) const {
    return typename How::template Column<Into, Values, Places, Otherwise>{into, x, z, otherwise, from};
  }
};

namespace detail::between_levels {
/// The grid of an expression's fields, null where it has none.
template <class N>
KeptObject<ColumnGridData> grid_of_fields(const N& node) {
  const ColumnGridData* grid = grid_of_values(node);
  return grid == nullptr ? KeptObject<ColumnGridData>{} : KeptObject<ColumnGridData>{grid->shared_from_this()};
}

/// Whether values T can be such beyond the levels.
template <class T, class Value>
constexpr bool is_value_beyond() {
  if constexpr (IsOperand<Value>) {
    using N = node_of<Value>;
    return std::is_same_v<typename N::location, Surface> && std::is_constructible_v<T, typename N::value_type>;
  } else {
    return !is_vec<Value>;
  }
}

/// The node of x at a place for each level.
template <class How, class X, class Z, class Value>
auto looked_up(const X& x, const Z& z, const Value& otherwise) {
  using NX = node_of<X>;
  const auto made = [&](const auto& beyond) {
    using Beyond = std::remove_cvref_t<decltype(beyond)>;
    return LookedUpNode<How, NX, node_of<Z>, Beyond>{
        as_node(x), as_node(z), beyond, {grid_of_fields(as_node(x)), grid_of_fields(as_node(z))}};
  };
  constexpr bool fits = is_value_beyond<typename NX::value_type, Value>();
  static_assert(fits,
                "stencil: what at_height and at_level give beyond the levels is a number, a value per column of the "
                "type of x, or nearest_level");
  if constexpr (!fits) {
    return;
  } else if constexpr (IsOperand<Value>) {
    return made(as_node(otherwise));
  } else if constexpr (IsLiteral<Value>) {
    return made(as_node(static_cast<double>(otherwise)));
  } else {
    return made(otherwise);
  }
}
}  // namespace detail::between_levels

/// What at_height and at_level take for the values beyond the levels.
template <class Value>
concept IsBeyondLevels =
    IsOperand<Value> || IsLiteral<Value> || std::is_same_v<std::remove_cvref_t<Value>, NearestLevel>;

}  // namespace stencil
