// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include <stencil/column/global.hpp>
#include <stencil/cpu/accumulate.hpp>
#include <stencil/cpu/active_rows.hpp>
#include <stencil/cpu/columnwise.hpp>
#include <stencil/cpu/dense.hpp>
#include <stencil/cpu/describe_columns.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/named_backends.hpp>
#include <stencil/cpu/solve.hpp>
#include <stencil/cpu/sort.hpp>
#include <stencil/cpu/statistics.hpp>
#include <stencil/field.hpp>
#include <stencil/wrap.hpp>

namespace stencil::backend {

/// The backend for host memory: vector instructions, and OpenMP threads where a field is large enough for them.
struct Cpu : cpu::OrdersInMemory<cpu::nothing_to_wait_for> {
  static constexpr const char* name = "Cpu";
  using space = HostSpace;
  static constexpr bool host_accessible = true;

  /// Zeroed memory, aligned to cache lines; each thread touches its part first.
  template <class T>
  static ValueBuffer<T> allocate(std::size_t count) {
    constexpr std::size_t line = 64;
    const std::size_t bytes = (bytes_of<T>(count) + line - 1) / line * line;
    auto* memory = static_cast<char*>(std::aligned_alloc(line, bytes == 0 ? line : bytes));
    if (memory == nullptr)
      detail::messages::raise<Error>({"out of memory: a field of ", bytes, " bytes could not be allocated"});
    cpu::for_chunks(static_cast<std::ptrdiff_t>(bytes), static_cast<std::ptrdiff_t>(bytes),
                    [&](std::ptrdiff_t first, std::ptrdiff_t last) {
                      std::memset(memory + first, 0, static_cast<std::size_t>(last - first));
                    });
    return ValueBuffer<T>(reinterpret_cast<T*>(memory),
                          ReleaseMemory{[](void* p, std::size_t, void*) { std::free(p); }});
  }
  /// Called when a field is made: other backends copy the grid's metric to their memory here.
  static void prepare(const ColumnGridData&) {}

  template <class T>
  static void copy_to_host(T* host, const T* memory, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) host[i] = memory[i];
  }
  template <class T>
  static void copy_from_host(T* memory, const T* host, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) memory[i] = host[i];
  }

  /// Returns when all assignments have been carried out; here they have been when they return.
  template <class P>
  static void wait(const P&) {}
  /// The sizes and the metric of a grid, as each_column passes them to its function.
  static EvaluatedColumns column_set(const ColumnGridData& grid) { return cpu::column_set<false>(grid); }
  /// Assigns an expression around the product of a matrix and `arg`, a column of grid `from` at location `at`.
  template <class Out, class Arg, class From, class P>
  static void multiply(const Out& output, const Arg& arg, From at, const ColumnGridData& from,
                       const SharedDenseMatrix& matrix, detail::checks::Staging staging, const P&) {
    cpu::multiply(output, arg, at, from, matrix, staging);
  }

  /// f(columns, column) for every column of a grid; of functions that can, for many neighbours at once
  /// (through_columns).
  template <class F, class P>
  static void each_column(const ColumnGridData& grid, const F& f, const P&) {
    const EvaluatedColumns columns = column_set(grid);
    const auto count = static_cast<std::ptrdiff_t>(grid.columns);
    cpu::for_chunks(count, count * grid.levels * static_cast<std::ptrdiff_t>(sizeof(double)),
                    [&](std::ptrdiff_t first, std::ptrdiff_t last) {
                      if constexpr (requires { f.are_alike(columns); }) {
                        constexpr int together = 32;
                        if (last - first >= together && f.are_alike(columns)) {
                          for (; first < last; first += together)
                            f.template side_by_side<together>(columns, std::min(first, last - together));
                        }
                      }
                      for (; first < last; ++first) f(columns, first);
                    });
  }

  /// f(i) for every i < count, which move `bytes` bytes in all.
  template <class F, class P>
  static void each(std::ptrdiff_t count, std::ptrdiff_t bytes, const F& f, const P&) {
    cpu::for_chunks(count, bytes, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      for (std::ptrdiff_t i = first; i < last; ++i) f(i);
    });
  }

  static constexpr bool rows_side_by_side = false;
  /// f(columns, column, row) for rows 0 to rows - 1 of every column, row by row in groups of neighbouring columns, so
  /// that memory is read along cache lines in both layouts.
  template <class F, class P>
  static void each_row(const ColumnGridData& grid, int rows, const F& f, const P&) {
    const EvaluatedColumns columns = column_set(grid);
    const auto count = static_cast<std::ptrdiff_t>(grid.columns);
    cpu::for_chunks(count, count * rows * static_cast<std::ptrdiff_t>(sizeof(double)),
                    [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
                      constexpr std::ptrdiff_t together = 16;
                      for (std::ptrdiff_t first = begin; first < end; first += together) {
                        const std::ptrdiff_t last = first + together < end ? first + together : end;
                        for (int row = 0; row < rows; ++row) {
                          for (std::ptrdiff_t column = first; column < last; ++column) f(columns, column, row);
                        }
                      }
                    });
  }

  /// Temporary memory of one assignment.
  template <class P>
  static ValueBuffer<char> scratch(std::size_t bytes, const P&) {
    return allocate<char>(bytes);
  }

  template <class P>
  static constexpr void require_no_queue() {
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(P::queue)>, NoQueue>,
                  "stencil: backend::Cpu has no streams; leave out on(...)");
  }

  template <class Job, class P>
  static void carry_out(const Job& job, const column_functions::Demands& demands, const P&) {
    require_no_queue<P>();
    cpu::carry_out(job, demands);
  }

  template <class Outputs, class P>
  static void run(Outputs& outputs, const P&) {
    require_no_queue<P>();
    using Plan = typename cpu::PlanOf<decltype(P::strategy)>::type;
    cpu::launch<Plan>(outputs);
  }
  /// Carries out outputs in the active levels of each column, if each is a formula without neighbours.
  template <class Outputs, class Range, class P>
    requires cpu::goes_along_active_rows<Outputs> && cpu::has_levels_of_int<Range>
  static void run_in_levels(const Outputs& outputs, const Range& range, const P&) {
    require_no_queue<P>();
    cpu::launch_active_rows(outputs, range);
  }
  template <class Outputs, class P>
  static void solve(Outputs& outputs, const P&) {
    require_no_queue<P>();
    // Not used, but refuses the strategies of other backends.
    using Plan [[maybe_unused]] = typename cpu::PlanOf<decltype(P::strategy)>::type;
    cpu::launch_solve(outputs);
  }
  template <class Outputs, class P>
  static void accumulate(Outputs& outputs, const P&) {
    require_no_queue<P>();
    cpu::launch_accumulation<typename cpu::PlanOf<decltype(P::strategy)>::type>(outputs);
  }
  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P&, Explanation& x) {
    cpu::explain<std::remove_cv_t<decltype(P::strategy)>>(outputs, x);
  }
  template <class Job, class P, class Explanation>
  static void describe_columns(const Job& job, const column_functions::Demands& demands, const P&, Explanation& x) {
    cpu::describe_columns(job, demands, x);
  }
  template <class Outputs, class P, class Explanation>
  static void explain_accumulation(const Outputs& outputs, const P&, Explanation& x) {
    cpu::explain_accumulation<typename cpu::PlanOf<std::remove_cv_t<decltype(P::strategy)>>::type>(outputs, x);
  }
};

}  // namespace stencil::backend

namespace stencil {
template <>
struct BackendOf<HostSpace> {
  using type = backend::Cpu;
};
}  // namespace stencil
