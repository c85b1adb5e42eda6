// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/assign/assign.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/expression/no_number.hpp>

namespace stencil {

/// A part of a field that may stand on either side of an assignment: what component<I>(u) and at_level(a, k) are of
/// fields that can be written. It refers to the field's memory, as an expression does.
template <class Node, class Target, class Backend>
class FieldPart {
 public:
  using value_type = typename Node::value_type;
  using location = typename Node::location;
  using backend = Backend;

  constexpr FieldPart(const Node& node, const Target& target) : node_(node), target_(target) {}
  constexpr FieldPart(const FieldPart&) = default;
  ~FieldPart() = default;

  /// What stands for it in an expression.
  constexpr const Node& node() const { return node_; }
  /// The view that assignments write through. ShapeError where the column has no such level.
  const Target& target() const {
    if constexpr (requires { node_.level; }) {
      if (target_.grid != nullptr) detail::checks::require_level(node_, *target_.grid);
    }
    return target_;
  }

  const FieldPart& operator=(const FieldPart& other) const {
    assign(*this, other);
    return *this;
  }
  template <class E>
  const FieldPart& operator=(const E& e) const {
    if constexpr (detail::assignment::is_expression<E>()) assign(*this, e);
    return *this;
  }

  STENCIL_IS_NO_NUMBER

 private:
  Node node_;
  Target target_;
};

namespace detail::parts {

/// A field or wrapped array with a name, which can be written.
template <class F>
concept WritableField = IsWritable<F> && !std::is_const_v<F> && plan::IsMemory<node_of<F>>::value;

/// The view of component I of Vecs of N.
template <int I, class T, std::size_t N, class Where, class Layout, class Space>
constexpr auto component_of(const FieldLeaf<Vec<T, N>, Where, Layout, Space>& whole) {
  constexpr auto n = static_cast<std::ptrdiff_t>(N);
  T* const first = whole.data == nullptr ? nullptr : &whole.data->component[I];
  if constexpr (std::is_same_v<Where, Surface>) {
    using L = FieldLeaf<T, Surface, layout::LevelsContiguous, Space>;
    return L{first, {n * whole.strides.column()}, whole.grid, whole.name};
  } else {
    using Strides = std::conditional_t<Layout::across, layout::StridedAcross, layout::Strided>;
    using L = FieldLeaf<T, Where, Strides, Space>;
    return L{first, Strides{n * whole.strides.level(), n * whole.strides.column()}, whole.grid, whole.name};
  }
}

/// The view of one level, counted from the lowest or, below zero, from the highest.
template <class T, class Where, class Layout, class Space>
constexpr auto level_of(const FieldLeaf<T, Where, Layout, Space>& whole, int level) {
  using L = FieldLeaf<T, Surface, layout::LevelsContiguous, Space>;
  if (whole.data == nullptr) return L{nullptr, {}, whole.grid, whole.name};
  std::ptrdiff_t k = row_of_level(level, whole.rows());
  if (std::is_same_v<Where, Face> && whole.grid->periodic && k == whole.grid->levels) k = 0;  // one face of a ring
  const bool there = k >= 0 && k < whole.rows();
  return L{whole.data + (there ? k * whole.strides.level() : 0), {whole.strides.column()}, whole.grid, whole.name};
}

template <class Backend, class Node, class Target>
constexpr FieldPart<Node, Target, Backend> part(const Node& node, const Target& target) {
  return {node, target};
}

}  // namespace detail::parts

/// Component I of a field of Vecs, to read and to write: component<0>(wind) = u.
template <int I, detail::parts::WritableField F>
  requires is_vec<typename node_of<F>::value_type>
constexpr auto component(F& field) {
  if constexpr (has_component<I, typename node_of<F>::value_type>()) {
    const auto& leaf = field.target();
    return detail::parts::part<typename F::backend>(broadcasted(functions::TakeComponent<I>{}, leaf),
                                                    detail::parts::component_of<I>(leaf));
  }
}

/// One level of a field at centers or faces, to read and to write: at_level(theta, 0) = surface_temperature.
template <detail::parts::WritableField F>
  requires(!std::is_same_v<typename node_of<F>::location, Surface>)
constexpr auto at_level(F& field, int level) {
  const auto& leaf = field.target();
  return detail::parts::part<typename F::backend>(AtLevelNode<std::remove_cvref_t<decltype(leaf)>>{leaf, level},
                                                  detail::parts::level_of(leaf, level));
}

/// @{
/// field = field + expression, and the like: `theta += dt * tendency`, also of wrapped arrays and parts of fields.
#define STENCIL_COMPOUND(symbol)                                                                                      \
  template <IsWritable F, class E>                                                                                    \
  constexpr F&& operator symbol##=(F && field, const E & e) {                                                         \
    constexpr bool writable =                                                                                         \
        !(std::is_const_v<std::remove_reference_t<F>> && requires { typename std::remove_cvref_t<F>::owns_values; }); \
    static_assert(writable, "stencil: a const field cannot be changed");                                              \
    if constexpr (writable && detail::assignment::is_expression<E>()) assign(field, field symbol e);                  \
    return static_cast<F&&>(field);                                                                                   \
  }
STENCIL_COMPOUND(+)
STENCIL_COMPOUND(-)
STENCIL_COMPOUND(*)
STENCIL_COMPOUND(/)
/// @}
#undef STENCIL_COMPOUND

}  // namespace stencil
