// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/column/sums_of_rows.hpp>
#include <stencil/wrap.hpp>

namespace stencil::detail::newton_method {

/// Room for the values of a field of type F while a policy's stream carries something out. They are not initialised, so
/// that nothing waits for a device to zero them.
template <class F, class P>
class Room {
  using T = typename F::value_type;
  using Backend = typename F::backend;
  using Layout = typename F::layout_type;

 public:
  using Values = WrappedArray<T, typename F::location, Backend, Layout>;

  Room(const ColumnGrid& grid, const P& policy) : Room(grid, grid.size(typename F::location{}), policy) {}
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() = default;

  const Values& values() const { return values_; }

 private:
  Room(const ColumnGrid& grid, int rows, const P& policy)
      : memory_(Backend::scratch(static_cast<std::size_t>(rows) * grid.columns() * sizeof(T), policy)),
        values_(summing::begin_of<T>(memory_), Layout::dense(rows, static_cast<std::ptrdiff_t>(grid.columns())), grid) {
  }
  decltype(Backend::scratch(std::size_t{}, std::declval<const P&>())) memory_;
  Values values_;
};

/// use(room for the values of a field of type F), zero where the policy writes none.
template <class F, class P, class Use>
decltype(auto) with_room(const ColumnGrid& grid, const P& policy, const Use& use) {
  if constexpr (std::is_same_v<P, AssignmentPolicy<>>) {
    return use(Room<F, P>(grid, policy).values());
  } else {
    return use(F(grid));
  }
}

}  // namespace stencil::detail::newton_method
