// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>

#include <stencil/columnwise/value.hpp>
#include <stencil/expression/scalar.hpp>
#include <stencil/expression/stencil_broadcasted.hpp>

namespace stencil {

/// A sub-expression that is evaluated once per assignment wherever copies of this node appear in it.
template <class E>
struct Shared {
  struct stencil_node {};
  using value_type = typename E::value_type;
  using location = typename E::location;
  using space = typename E::space;

  E arg;
  Work work;
  std::uint64_t id;  ///< equal in all copies of one call of shared()

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    if constexpr (At::plan::template stores<Shared, 0>) {
      return at.template tile<0, value_type>(work);
    } else {
      return arg.value(at);
    }
  }
};

/// A number that no other call gets: one counter for expressions of every type.
inline std::uint64_t next_shared_id() {
  static std::atomic<std::uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

/// Marks an expression to be evaluated once wherever the result is used in one assign or evaluate. A value in a column
/// function is computed once anyway.
template <Operand E>
STENCIL_FUNCTION auto shared(E&& e) {
  refuse_temporaries<E>();
  if constexpr (column_functions::IsColumnValue<E>) {
    return e;
  } else {
    const auto node = as_node(e);
    return Shared<std::remove_const_t<decltype(node)>>{node, {}, next_shared_id()};
  }
}

}  // namespace stencil
