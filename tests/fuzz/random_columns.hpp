// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <stencil/emulation/emulation.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "cases.hpp"
#include "inputs.hpp"
#include "oracle_of_columns.hpp"
#include "strategies.hpp"
#include "verdict.hpp"

/// Random functions with operations on whole columns, by every executor that takes them.
namespace fuzz {

/// Columns of a number of levels, alike or with heights of their own.
struct Columns {
  int levels;
  std::size_t count;
  bool alike;
  Case grid() const { return {GridKind::per_column, levels}; }
  std::vector<double> faces(std::size_t column) const { return face_heights(grid(), alike ? 0 : column); }
  /// A level of the column's own, or one that it has not.
  int level(std::size_t column) const {
    return static_cast<int>((column * 37 + 11) % static_cast<std::size_t>(levels + 3)) - 1;
  }
  /// The active levels, of every fifth column none.
  int first(std::size_t column) const { return static_cast<int>(column) % 4 * levels / 6; }
  int last(std::size_t column) const {
    return column % 5 == 3 ? first(column) - 1 : levels - 1 - static_cast<int>(column) % 3 * levels / 5;
  }
  std::string name() const {
    return std::to_string(levels) + " levels, " + std::to_string(count) + " columns" + (alike ? "" : " of own heights");
  }
};

/// The arguments and the results of a function.
template <class Traits, class Backend, class Layout>
struct ColumnFields {
  template <class T>
  using Centers = stencil::CenterField<T, Backend, Layout>;
  template <class T>
  using Faces = stencil::FaceField<T, Backend, Layout>;
  using Out = typename Traits::Out;
  stencil::ColumnGrid grid;
  Centers<typename Traits::A> a;
  Centers<typename Traits::B> b;
  Faces<typename Traits::F> f;
  Faces<typename Traits::G> g;
  stencil::SurfaceField<typename Traits::S, Backend> s;
  stencil::SurfaceField<typename Traits::T, Backend> t;
  stencil::SurfaceField<int, Backend> k, first, last;
  std::vector<Centers<Out>> centers;
  std::vector<Faces<Out>> faces;
  std::vector<stencil::SurfaceField<Out, Backend>> surface;

  explicit ColumnFields(const Columns& c)
      : grid(grid_of(c)), a(grid), b(grid), f(grid), g(grid), s(grid), t(grid), k(grid), first(grid), last(grid) {
    load(a, c.grid(), Input::a, false);
    load(b, c.grid(), Input::b, false);
    load(f, c.grid(), Input::f, true);
    load(g, c.grid(), Input::g, true);
    load(s, c.grid(), Input::s, false);
    t.fill([](std::size_t i) { return static_cast<typename Traits::T>(input_value(Input::s, i, 1)); });
    k.fill([&](std::size_t i) { return c.level(i); });
    first.fill([&](std::size_t i) { return c.first(i); });
    last.fill([&](std::size_t i) { return c.last(i); });
    for (std::size_t i = 0; i < Traits::results; ++i) {
      centers.emplace_back(grid), faces.emplace_back(grid), surface.emplace_back(grid);
      centers.back() = Out(-7), faces.back() = Out(-7), surface.back() = Out(-7);
    }
  }
  static stencil::ColumnGrid grid_of(const Columns& c) {
    return c.alike ? stencil::ColumnGrid::from_faces(c.faces(0), c.count) : make_grid(c.grid(), c.count);
  }
};
using AllValues = std::vector<std::vector<double>>;
inline std::vector<double> values_of(const auto& field) {
  const auto host = field.to_host();
  return {host.begin(), host.end()};
}

/// The results of a function as a strategy carries it out.
template <class Traits, class Backend, class Layout, class Strategy>
AllValues carried_out(const Columns& c, const Strategy& strategy) {
  ColumnFields<Traits, Backend, Layout> x(c);
  const auto run = [&](const auto& how) {
    if constexpr (Traits::masked) {
      Traits::run(x, how.where(x.s > 0.0));
    } else {
      Traits::run(x, how);
    }
  };
  if constexpr (Traits::active) {
    run(stencil::active_levels(x.first, x.last).with(strategy));
  } else if constexpr (std::is_same_v<Strategy, stencil::DefaultStrategy>) {
    run(stencil::policy());
  } else {
    run(stencil::with(strategy));
  }
  return Traits::got(x);
}

/// What one column of the oracle's has as arguments: the active levels alone.
struct OracleArguments {
  oracle::Centers a, b;
  oracle::Faces f, g;
  oracle::Number s, t, k;
  OracleArguments(const Columns& c, std::size_t column, int low, int high)
      : a(part<oracle::Location::center>(Input::a, column, low, high)),
        b(part<oracle::Location::center>(Input::b, column, low, high)),
        f(part<oracle::Location::face>(Input::f, column, low, high + 1)),
        g(part<oracle::Location::face>(Input::g, column, low, high + 1)),
        s(input_value(Input::s, column, 0)),
        t(input_value(Input::s, column, 1)),
        k(static_cast<double>(c.level(column))) {}
  template <oracle::Location where>
  static oracle::Profile<where> part(Input which, std::size_t column, int low, int high) {
    oracle::Profile<where> result;
    for (int i = low; i <= high; ++i)
      result.values.emplace_back(input_value(which, column, static_cast<std::size_t>(i)));
    return result;
  }
};

/// How many functions each executor took, so that a fuzz that tests nothing is seen.
struct Tally {
  std::map<std::string, std::map<std::string, bool>> functions;
  double judged = 0, all = 0;
  bool took(const char* executor) const { return functions.contains(executor); }
};

/// The values of the oracle beside those of the library, in the columns that no close comparison decides.
template <class Traits>
void hold_to_oracle(const Columns& c, const AllValues& got, Tally& tally) {
  for (std::size_t column = 0; column < c.count; ++column) {
    const int low = Traits::active ? c.first(column) : 0, high = Traits::active ? c.last(column) : c.levels - 1;
    if (low > high || (Traits::masked && !(input_value(Input::s, column, 0) > 0.0))) continue;
    const std::vector<double> z = c.faces(column);
    const OracleOfColumns L(oracle::Mesh({z.begin() + low, z.begin() + high + 2}, false));
    oracle::branched_in_doubt = false;
    const auto expected = Traits::of_oracle(L, OracleArguments(c, column, low, high));
    ++tally.all;
    if (oracle::branched_in_doubt) continue;
    ++tally.judged;
    std::size_t result = 0;
    const auto hold = [&](const std::vector<oracle::Number>& right, int begin) {
      const std::vector<double>& values = got[result];
      const std::size_t rows = values.size() / c.count;
      for (std::size_t i = 0; i < right.size(); ++i) {
        if (right[i].doubtful) continue;
        const double value = values[column * rows + i + static_cast<std::size_t>(begin)];
        const long double off = std::fabs(value - right[i].value);
        const long double allowed = Traits::epsilon * (2 * right[i].error + std::fabs(right[i].value));
        INFO(Traits::name << ", " << c.name() << ", result " << result << ", column " << column << ", row " << i);
        if (!(off <= allowed)) FAIL_CHECK(value << " is not " << static_cast<double>(right[i].value));
      }
      ++result;
    };
    const auto each = [&](const auto& one) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, oracle::Number>) {
        hold({one}, 0);
      } else {
        hold(one.values, low);
      }
    };
    std::apply([&](const auto&... one) { (each(one), ...); }, expected);
  }
}

/// The bits of a strategy beside those of the CPU, if it takes the function.
template <class Traits, class Layout, class Strategy>
void hold_to_cpu(const Columns& c, const AllValues& expected, Tally& tally, const char* executor,
                 const Strategy& strategy) {
  using Default = std::is_same<Strategy, stencil::DefaultStrategy>;
  using Backend = std::conditional_t<Default::value, stencil::backend::Cpu, stencil::backend::Emulation>;
  AllValues got;
  try {
    got = carried_out<Traits, Backend, Layout>(c, strategy);
  } catch (const stencil::Error&) {
    return;  // a function that it refuses
  }
  tally.functions[executor][Traits::name] = true;
  const Provenance from{Traits::name, executor, "", c.grid(), c.count};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string different = compare_bits(from, got[i], expected[i], expected[i].size() / c.count);
    if (!different.empty()) FAIL_CHECK(c.name() << ", result " << i << ": " << different);
  }
}

/// One function on columns of all lengths. Lanes are host threads, so they take no long columns.
template <class Traits>
void fuzz_columns(Tally& tally) {
  using Strategy = stencil::DefaultStrategy;
  using stencil::emulation::CappedLanes, stencil::emulation::ColumnPerThread, stencil::emulation::ColumnPieces,
      stencil::emulation::SharedMemory;
  for (const int levels : {1, 2, 3, 17, 63, 64, 65, 137}) {
    for (const Columns& c : {Columns{levels, 1, true}, Columns{levels, 5, false}, Columns{levels, 35, true}}) {
      const AllValues cpu = carried_out<Traits, stencil::backend::Cpu, LevelsFirst>(c, Strategy{});
      hold_to_oracle<Traits>(c, cpu, tally);
      if (c.count > 5) continue;  // emulated threads take turns with real ones
      if constexpr (Traits::threads) hold_to_cpu<Traits, LevelsFirst>(c, cpu, tally, "threads", ColumnPerThread<2>{5});
      if constexpr (Traits::readers) hold_to_cpu<Traits, ColumnsFirst>(c, cpu, tally, "readers", ColumnPerThread<0>{});
      if constexpr (Traits::pieces) hold_to_cpu<Traits, ColumnsFirst>(c, cpu, tally, "pieces", ColumnPieces{3});
      if (levels > 17) continue;
      if constexpr (Traits::lanes) hold_to_cpu<Traits, LevelsFirst>(c, cpu, tally, "lanes", CappedLanes<4>{});
      if constexpr (Traits::blocks)
        hold_to_cpu<Traits, LevelsFirst>(c, cpu, tally, "blocks", SharedMemory<>{6, 2, false});
    }
  }
}

}  // namespace fuzz
