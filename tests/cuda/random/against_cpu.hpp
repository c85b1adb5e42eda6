// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <stencil/cuda.hpp>
#include <vector>

#include "catalogue/library.hpp"
#include "fuzz/inputs.hpp"
#include "tests.hpp"

/// Column functions on a GPU against the CPU.
namespace fuzz::device {

using LevelsFirst = stencil::layout::LevelsContiguous;
using ColumnsFirst = stencil::layout::ColumnsContiguous;

/// What the text of a function calls L: the library's language, and the values of the function's arguments.
template <class A, class B, class F, class G, class S>
struct Values : catalogue::Shorthand<catalogue::LibraryLanguage> {
  STENCIL_FUNCTION Values(const A& a_, const B& b_, const F& f_, const G& g_, const S& s_)
      : catalogue::Shorthand<catalogue::LibraryLanguage>(catalogue::LibraryLanguage{}),
        a(a_),
        b(b_),
        f(f_),
        g(g_),
        s(s_) {}
  A a;
  B b;
  F f;
  G g;
  S s;
};

/// The results of a function.
template <class T>
struct Results {
  std::vector<T> centers, faces;
};

/// The destinations hold NaN before, so that a level nobody writes shows.
template <class T, class Backend, class Layout, class Function>
Results<T> run(const stencil::ColumnGrid& grid, const Case& kind, const Function& function) {
  stencil::CenterField<T, Backend, Layout> a(grid), b(grid), centers(grid);
  stencil::FaceField<T, Backend, Layout> f(grid), g(grid), faces(grid);
  stencil::SurfaceField<T, Backend> s(grid);
  load(a, kind, Input::a, false);
  load(b, kind, Input::b, false);
  load(f, kind, Input::f, true);
  load(g, kind, Input::g, true);
  load(s, kind, Input::s, false);
  centers.fill(std::numeric_limits<T>::quiet_NaN());
  faces.fill(std::numeric_limits<T>::quiet_NaN());
  fields(centers, faces) = stencil::columnwise(function)(a, b, f, g, s);
  return {centers.to_host(), faces.to_host()};
}

/// How far values are apart, of the larger of one and the expected value; 0 where they are the same or neither is a
/// number, infinity where one alone is none.
template <class T>
double apart(T value, T expected) {
  if (value == expected || (std::isnan(value) && std::isnan(expected))) return 0;
  const double difference = std::abs(static_cast<double>(value) - static_cast<double>(expected));
  const double error = difference / std::fmax(1, std::abs(static_cast<double>(expected)));
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

/// The number of values that differ: at all, or in a function whose operations round in other ways, by more than a few
/// roundings, which its lines pile up.
template <class T>
int differing(const char* where, const std::vector<T>& values, const std::vector<T>& expected, bool exact) {
  const double tolerance = exact ? 0 : 2000 * static_cast<double>(std::numeric_limits<T>::epsilon());
  int count = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (apart(values[i], expected[i]) <= tolerance) continue;
    if (count++ == 0)
      std::printf("    %s, value %zu: %.17g, on the CPU %.17g\n", where, i, static_cast<double>(values[i]),
                  static_cast<double>(expected[i]));
  }
  return count;
}

/// Compares a function on all grids and in all sizes; Exact and WithEnds are what the function's operations allow.
template <class Function, class T, class Layout, bool Exact, bool WithEnds>
Count compare() {
  const bool few = std::getenv("STENCIL_TEST_FEW") != nullptr;
  Count count;
  for (const GridKind kind : grid_kinds) {
    if (WithEnds && kind == GridKind::periodic) continue;
    for (const int levels : {1, 2, 3, 5, 31, 63, 64, 65, 137, 300}) {
      for (const std::size_t columns : {std::size_t{1}, std::size_t{33}, std::size_t{33000}}) {
        if (columns > 1000 && levels != 64) continue;
        if (few && (columns > 33 || (levels != 2 && levels != 65 && levels != 137))) continue;
        for (const bool changes : {false, true}) {
          if (changes && (kind != GridKind::per_column || levels > 137)) continue;
          const Case one{kind, levels};
          stencil::ColumnGrid grid = make_grid(one, columns);
          if (changes) grid = grid.with_changing_heights();
          ++count.compared;
          try {
            const auto expected = run<T, stencil::backend::Cpu, Layout>(grid, one, Function{});
            const auto found = run<T, stencil::backend::Cuda, Layout>(grid, one, Function{});
            if (differing("centers", found.centers, expected.centers, Exact) +
                    differing("faces", found.faces, expected.faces, Exact) ==
                0)
              continue;
          } catch (const std::exception& error) {
            std::printf("    threw: %s\n", error.what());
          }
          ++count.differ;
          std::printf("    ... %s, %d levels, %zu columns, %s%s\n", grid_names[static_cast<std::size_t>(kind)], levels,
                      columns, Layout::name, changes ? ", heights that change" : "");
        }
      }
    }
  }
  return count;
}

}  // namespace fuzz::device
