// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/assign/check.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/error.hpp>
#include <stencil/lifetimes.hpp>

/// How sorted columns are assigned: keys, and the values that are permuted with them, are first evaluated into memory
/// if they are not fields; then a backend sorts memory. A backend has sort_columns, permute_columns and scratch.
namespace stencil {

struct KeyItself;
struct RowsOfKey;

namespace detail::sorting {

template <class Key, class Carried>
struct CarriedValue {
  using type = typename Carried::value_type;
};
template <class Key>
struct CarriedValue<Key, KeyItself> {
  using type = typename Key::value_type;
};
template <class Key>
struct CarriedValue<Key, RowsOfKey> {
  using type = int;
};
template <class Key, class Carried>
struct CarriedSpace {
  using type = typename CommonSpace<typename Key::space, typename Carried::space>::type;
};
template <class Key>
struct CarriedSpace<Key, KeyItself> {
  using type = typename Key::space;
};
template <class Key>
struct CarriedSpace<Key, RowsOfKey> {
  using type = typename Key::space;
};

/// A leaf over scratch, shaped as a destination.
template <class T, class D>
using StandIn =
    FieldLeaf<T, typename D::location,
              std::conditional_t<D::layout::columns_contiguous, layout::ColumnsContiguous, layout::LevelsContiguous>,
              typename D::space>;
template <class T, class D>
StandIn<T, D> stand_in(void* memory, const D& like) {
  using Layout = typename StandIn<T, D>::layout;
  const ColumnMemoryShape shape = shape_of(like);
  detail::lifetimes::Freed::all().remove(memory, sizeof(T) * static_cast<std::size_t>(shape.rows * shape.columns));
  return {static_cast<T*>(memory), Layout::dense(shape.rows, shape.columns), like.grid, nullptr};
}
template <class Backend, class T, class D, class P>
auto scratch_for(const D& like, const P& policy) {
  const ColumnMemoryShape shape = shape_of(like);
  return Backend::scratch(bytes_of<T>(static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns)),
                          policy);
}

template <class Backend, class D, class Node, class Mask, class P>
void assign_node(const D& destination, const Node& node, const Mask& mask, const P& policy) {
  auto outputs = make_outputs(AssignmentOutput<D, Node, Mask>{destination, node, mask, {}});
  Backend::run(outputs, policy);
}

/// Whether writing one leaf leaves the values of the other as they are.
template <class A, class B>
bool apart(const A& written, const B& read) {
  const detail::checks::Extent w = detail::checks::extent(written);
  const detail::checks::Extent r = detail::checks::extent(read);
  return w.begin >= r.end || r.begin >= w.end;
}
/// A field at the location of a destination can be read where it is.
template <class Node, class D>
inline constexpr bool in_memory = false;
template <class T, class Where, class Layout, class Space, class D>
inline constexpr bool in_memory<FieldLeaf<T, Where, Layout, Space>, D> = std::is_same_v<Where, typename D::location>;

/// f(memory) with the values of a node at the rows of a destination: where they are, if `usable` says so, or in
/// scratch.
template <class Backend, class Node, class D, class P, class Usable, class F>
void with_values(const Node& node, const D& like, const P& policy, const Usable& usable, const F& f) {
  using T = typename Node::value_type;
  if constexpr (in_memory<Node, D>) {
    if (usable(node)) return f(ColumnMemory<const T>{node.data, node.strides.level(), node.strides.column()});
  }
  const auto memory = scratch_for<Backend, T>(like, policy);
  const auto values = stand_in<T>(memory.get(), like);
  assign_node<Backend>(values, node, NoMask{}, policy);
  f(memory_of(values).read_only());
}

/// One destination, without its mask: `write(leaf)` writes to it, or to a temporary field of the value type that can be
/// written, which is then assigned to the destination.
template <class Backend, class T, class Out, class P, class Write>
void write_home(const Out& out, const P& policy, const Write& write) {
  using D = typename Out::destination_type;
  if constexpr (std::is_same_v<T, typename Out::value_type> && std::is_same_v<decltype(Out::mask), NoMask>) {
    write(out.destination);
  } else {
    const auto memory = scratch_for<Backend, T>(out.destination, policy);
    const StandIn<T, D> values = stand_in<T>(memory.get(), out.destination);
    write(values);
    assign_node<Backend>(out.destination, values, out.mask, policy);
  }
}

/// The memory from which a key can be sorted without a copy: a field of the same type whose memory is the destination's
/// or does not overlap it; else null.
template <class T, class Key, class D>
ColumnMemory<const T> memory_of_key(const Key& key, const D& to) {
  if constexpr (in_memory<Key, D> && std::is_same_v<typename Key::value_type, T>) {
    const bool in_place = static_cast<const void*>(to.data) == key.data && detail::checks::same_strides(to, key);
    if (in_place || apart(to, key)) return {key.data, key.strides.level(), key.strides.column()};
  }
  return {};
}

template <class Backend, class Out, class P>
void by_value(const Out& out, const P& policy) {
  using T = typename Out::value_type;
  const auto& key = out.expression.arg;
  write_home<Backend, T>(out, policy, [&](const auto& to) {
    const ColumnMemoryShape shape = shape_of(to);
    const auto sort = [&](const ColumnMemory<const T>& from) {
      Backend::sort_columns(from, memory_of(to), ColumnMemory<int>{}, shape, out.expression.is_descending, policy);
    };
    const ColumnMemory<const T> as_it_lies = memory_of_key<T>(key, to);
    if (as_it_lies.data != nullptr) return sort(as_it_lies);
    Backend::template reserve_for_sorting<T>(shape, memory_of(to).across());
    assign_node<Backend>(to, key, NoMask{}, policy);
    sort(memory_of(to).read_only());
  });
}

template <class Backend, class Out, class P>
void permutation(const Out& out, const P& policy) {
  using Key = std::remove_cv_t<decltype(Out::expression_type::arg)>;
  using T = typename Key::value_type;
  write_home<Backend, int>(out, policy, [&](const auto& to) {
    with_values<Backend>(
        out.expression.arg, out.destination, policy, [&](const auto& leaf) { return apart(to, leaf); },
        [&](const ColumnMemory<const T>& keys) {
          Backend::sort_columns(keys, ColumnMemory<T>{}, memory_of(to), shape_of(to), out.expression.is_descending,
                                policy);
        });
  });
}

/// No key has been sorted yet.
struct NoOrder {
  static constexpr int key = 0;
  static constexpr bool is_descending = false;
  static constexpr std::nullptr_t rows = nullptr;
};
template <class Key>
struct KnownOrder {
  const Key& key;
  bool is_descending;
  ColumnMemory<const int> rows;
};
/// Keys of one type whose bytes are equal are equal; where padding differs they are sorted again, which does no harm.
template <class Known, class Key>
bool is_known(const Known& known, const Key& key, bool descending) {
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(known.key)>, Key>) {
    const auto* const a = reinterpret_cast<const unsigned char*>(&known.key);
    const auto* const b = reinterpret_cast<const unsigned char*>(&key);
    return known.is_descending == descending && std::memcmp(a, b, sizeof(Key)) == 0;
  } else {
    return false;
  }
}

/// Sorts the key of each output and evaluates the values to be permuted; writes after that has been done for all.
template <class Backend, class P, class Known, class Usable, class Write>
void order_each(const P&, const Known&, const Usable&, const Write& write) {
  write();
}
template <class Backend, class P, class Known, class Usable, class Write, class Out, class... Rest>
void order_each(const P& policy, const Known& known, const Usable& usable, const Write& write, const Out& out,
                const Rest&... rest) {
  using Key = std::remove_cv_t<decltype(Out::expression_type::arg)>;
  using Carried = std::remove_cv_t<decltype(Out::expression_type::carried)>;
  const auto& node = out.expression;
  const auto with_order = [&](const ColumnMemory<const int>& rows) {
    const auto next = [&](const auto& write_this) {
      order_each<Backend>(
          policy, KnownOrder<Key>{node.arg, node.is_descending, rows}, usable, [&] { write(), write_this(); }, rest...);
    };
    const auto permute = [&]<class T>(const ColumnMemory<const T>& from) {
      next([&, from] {
        write_home<Backend, T>(out, policy, [&](const auto& to) {
          Backend::permute_columns(from, rows, memory_of(to), shape_of(to), policy);
        });
      });
    };
    if constexpr (std::is_same_v<Carried, RowsOfKey>) {
      next([&, rows] {
        using Rows =
            FieldLeaf<const int, typename Out::location, layout::Strided, typename Out::destination_type::space>;
        const Rows leaf{rows.data, {rows.level, rows.column}, out.destination.grid, nullptr};
        assign_node<Backend>(out.destination, leaf, out.mask, policy);
      });
    } else if constexpr (std::is_same_v<Carried, KeyItself>) {
      with_values<Backend>(node.arg, out.destination, policy, usable, permute);
    } else {
      with_values<Backend>(node.carried, out.destination, policy, usable, permute);
    }
  };
  if (is_known(known, node.arg, node.is_descending)) {
    if constexpr (!std::is_same_v<Known, NoOrder>) with_order(known.rows);
    return;
  }
  const auto memory = scratch_for<Backend, int>(out.destination, policy);
  const auto order = stand_in<int>(memory.get(), out.destination);
  with_values<Backend>(
      node.arg, out.destination, policy, [](const auto&) { return true; },
      [&]<class T>(const ColumnMemory<const T>& keys) {
        Backend::sort_columns(keys, ColumnMemory<T>{}, memory_of(order), shape_of(order), node.is_descending, policy);
      });
  with_order(memory_of(order).read_only());
}

/// f(output...) with a mask that the first destinations to be written leave as it is.
template <class Backend, class P, class F, class Out, class... Rest>
void with_own_mask(const P& policy, const F& f, const Out& out, const Rest&... rest) {
  using Mask = std::remove_cv_t<decltype(Out::mask)>;
  if constexpr (sizeof...(Rest) == 0 || std::is_same_v<Mask, NoMask>) {
    f(out, rest...);
  } else if constexpr (std::is_same_v<typename Mask::location, AnyLocation>) {
    f(out, rest...);
  } else {
    using T = typename Mask::value_type;
    FieldLeaf<T, typename Mask::location, layout::LevelsContiguous, typename Out::destination_type::space> values{};
    values.grid = out.destination.grid;
    const auto memory = scratch_for<Backend, T>(values, policy);
    values = stand_in<T>(memory.get(), values);
    assign_node<Backend>(values, out.mask, NoMask{}, policy);
    const auto masked = [&](const auto& one) {
      using O = std::remove_cvref_t<decltype(one)>;
      return AssignmentOutput<typename O::destination_type, typename O::expression_type, decltype(values)>{
          one.destination, one.expression, values, {}};
    };
    f(masked(out), masked(rest)...);
  }
}

/// Checks, then sorts. Nothing is written when it throws.
template <class Backend, class P, class Out, class... Rest>
void carry_out(const P& policy, const Out& out, const Rest&... rest) {
  static_assert(backend_parts::Sorts<Backend>,
                "stencil: this backend lacks a function that sorting needs; backend_parts::Sorts lists them in "
                "<stencil/column/column_memory.hpp>");
  const auto outputs = make_outputs(out, rest...);
  detail::checks::check<plan::StoreNothing>(outputs);
  using Location = typename Out::location;
  if (std::is_same_v<Location, Face> && out.destination.grid->periodic) {
    throw GridError(
        "column_sort: the top face of a ring is its bottom one, so that faces of a ring have no sorted "
        "order; sort values at centers");
  }
  using Carried = std::remove_cv_t<decltype(Out::expression_type::carried)>;
  if constexpr (sizeof...(Rest) == 0 && std::is_same_v<Carried, KeyItself>) {
    by_value<Backend>(out, policy);
  } else if constexpr (sizeof...(Rest) == 0 && std::is_same_v<Carried, RowsOfKey>) {
    permutation<Backend>(out, policy);
  } else {
    const auto usable = [&](const auto& leaf) {
      return apart(out.destination, leaf) && (apart(rest.destination, leaf) && ...);
    };
    with_own_mask<Backend>(
        policy, [&](const auto&... all) { order_each<Backend>(policy, NoOrder{}, usable, [] {}, all...); }, out,
        rest...);
  }
}

}  // namespace detail::sorting

}  // namespace stencil
