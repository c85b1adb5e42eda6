// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <map>
#include <type_traits>
#include <utility>

#include "inputs.hpp"
#include "strategies.hpp"
#include "verdict.hpp"

namespace fuzz {

/// The inputs of a case in one strategy's memory, made once and never written again.
template <class Strategy>
const auto& library_columns(const Case& grid, std::size_t columns) {
  using Fields =
      catalogue::LibraryColumns<typename Strategy::Scalar, typename Strategy::Backend, typename Strategy::Layout>;
  static std::map<std::pair<std::size_t, std::size_t>, Fields> made;
  const auto key = std::pair(grid.index(), columns);
  if (const auto found = made.find(key); found != made.end()) return found->second;
  Fields& fields = made.emplace(key, make_grid(grid, columns)).first->second;
  load(fields.a, grid, Input::a, false);
  load(fields.b, grid, Input::b, false);
  load(fields.f, grid, Input::f, true);
  load(fields.g, grid, Input::g, true);
  load(fields.s, grid, Input::s, false);
  return fields;
}

/// Evaluates on one strategy into a destination full of NaN, so that a level nobody writes shows.
template <class Strategy, bool at_faces, class Expression>
std::vector<double> evaluate(const Case& grid, std::size_t columns, const Expression& expression) {
  using Scalar = typename Strategy::Scalar;
  using Center = stencil::CenterField<Scalar, typename Strategy::Backend, typename Strategy::Layout>;
  using Face = stencil::FaceField<Scalar, typename Strategy::Backend, typename Strategy::Layout>;
  const auto& fields = library_columns<Strategy>(grid, columns);
  std::conditional_t<at_faces, Face, Center> destination(fields.a.grid());
  destination.fill(std::numeric_limits<Scalar>::quiet_NaN());
  if constexpr (requires { Strategy::calls_functions; }) {
    Strategy::run(destination, fields, expression);
  } else {
    Strategy::run(destination, expression(fields));
  }
  const std::vector<Scalar> host = destination.to_host();
  return {host.begin(), host.end()};
}

#if defined(FUZZ_JACOBIANS)
template <class Expression>
void fuzz_jacobian(const char* name, const Expression& expression);

template <class List = Thorough, class Expression>
void fuzz(const char* name, const Expression& expression, Agreement = Agreement::same_bits, Grids = Grids::all) {
  fuzz_jacobian(name, expression);
}
#else
/// Holds one expression to the oracle, on every grid, size and strategy. `expression` is a generic function of L, the
/// language with its inputs: OracleColumn or catalogue::LibraryColumns.
template <class List = Thorough, class Expression>
void fuzz(const char* name, const Expression& expression, Agreement agreement = Agreement::same_bits,
          Grids grids = Grids::all) {
  using Profile = decltype(expression(std::declval<const OracleColumn&>()));
  constexpr bool at_faces = std::is_same_v<Profile, oracle::Faces>;
  double judged = 0, cases = 0;
  for (const Case& grid : all_cases()) {
    if (grid.periodic() && grids == Grids::with_ends) continue;
    ++cases;
    const Reference expected = reference(grid, expression);
    judged += judged_share(expected);
    for (std::size_t columns : column_counts) {
      if (columns > grid.most_columns()) continue;
      std::vector<double> first_double, first_float;
      List::each([&]<class Strategy>(Strategy) {
        if (!Strategy::takes(grid.levels, columns)) return;
        using Scalar = typename Strategy::Scalar;
        constexpr bool single = std::is_same_v<Scalar, float>;
        const Provenance from{name, Strategy::name(), single ? "float" : "double", grid, columns};
        const std::vector<double> got = evaluate<Strategy, at_faces>(grid, columns, expression);
        const std::string report = compare_with_oracle(from, got, expected, std::numeric_limits<Scalar>::epsilon());
        if (!report.empty()) FAIL_CHECK(report);
        std::vector<double>& first = single ? first_float : first_double;
        if (first.empty()) first = got;
        if (agreement == Agreement::within_error) return;
        const std::string difference = compare_bits(from, got, first, expected.rows);
        if (!difference.empty()) FAIL_CHECK(difference);
      });
    }
  }
  // Ties do occur on grids of one cell, where derivatives vanish.
  CHECK(judged / cases > 0.95);
}

#endif

/// A visitor of the catalogue that holds its expressions to the oracle.
template <class List = Thorough>
struct Held {
  template <class Expression>
  void operator()(const char* name, const Expression& expression) const {
    fuzz<List>(name, expression);
  }
  /// With exp, log, pow, sin, cos or tanh, whose last bits may differ.
  template <class Expression>
  void rounded(const char* name, const Expression& expression) const {
    fuzz<List>(name, expression, Agreement::within_error);
  }
};

}  // namespace fuzz

#if defined(FUZZ_JACOBIANS)
#include "jacobian.hpp"
#endif
