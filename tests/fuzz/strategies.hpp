// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <stencil/emulation/emulation.hpp>
#include <type_traits>

#include "catalogue/library.hpp"

namespace fuzz {

using LevelsFirst = stencil::layout::LevelsContiguous;
using ColumnsFirst = stencil::layout::ColumnsContiguous;

/// A strategy is a number type, a memory, a layout, and how an expression gets into its destination. This one assigns
/// on the CPU.
template <class ScalarType, class LayoutType>
struct Assignment {
  using Scalar = ScalarType;
  using Backend = stencil::backend::Cpu;
  using Layout = LayoutType;

  static const char* name() { return Layout::name; }
  /// Strategies that are slow to start may leave out cases.
  static bool takes(int /*levels*/, std::size_t /*columns*/) { return true; }

  static void run(auto& destination, const auto& expression) { destination = expression; }
};

/// On the CPU with the plan's choice overruled.
template <class ScalarType, class LayoutType, class Plan>
struct Planned : Assignment<ScalarType, LayoutType> {
  static const char* name() { return Plan::name; }
  static void run(auto& destination, const auto& expression) {
    stencil::assign(destination, expression, stencil::with(Plan{}));
  }
};

/// By an emulated thread block. Every evaluation starts threads, so it takes one number of columns, which leaves the
/// last block short, and one column in tiles of some levels.
template <class ScalarType, class LayoutType>
struct Block : Assignment<ScalarType, LayoutType> {
  using Backend = stencil::backend::Emulation;
  static const char* name() { return "emulated block"; }
  static bool takes(int levels, std::size_t columns) { return columns == 3 || (columns == 1 && levels > 1); }
  static void run(auto& destination, const auto& expression) {
    stencil::emulation::Block<> block;
    if (destination.columns() == 1) block.rows = destination.levels() < 8 ? 2 : 13;
    stencil::assign(destination, expression, stencil::with(block));
  }
};

/// By emulated lanes that hold rows in registers; what needs no lanes, a value per column, goes the CPU's way.
template <class ScalarType, class LayoutType, int Held>
struct Team : Assignment<ScalarType, LayoutType> {
  using Backend = stencil::backend::Emulation;
  static const char* name() { return "emulated lanes"; }
  static bool takes(int /*levels*/, std::size_t columns) { return columns == 3; }
  static void run(auto& destination, const auto& expression) {
    using Node = std::remove_const_t<decltype(stencil::into(destination, expression).expression)>;
    using Target = std::remove_cvref_t<decltype(destination.target())>;
    if constexpr (stencil::detail::registers::fits<Node> &&
                  !std::is_same_v<typename Target::location, stencil::Surface>) {
      stencil::assign(destination, expression, stencil::with(stencil::emulation::Lanes<Held>{}));
    } else {
      destination = expression;
    }
  }
};

/// The values of a column function's arguments under the names of the inputs.
template <class Centers, class Faces, class Surface>
struct ValuesOfLibrary : catalogue::Shorthand<catalogue::LibraryLanguage> {
  Centers a, b;
  Faces f, g;
  Surface s;
  ValuesOfLibrary(Centers of_a, Centers of_b, Faces of_f, Faces of_g, Surface of_s)
      : catalogue::Shorthand<catalogue::LibraryLanguage>(catalogue::LibraryLanguage{}),
        a(of_a),
        b(of_b),
        f(of_f),
        g(of_g),
        s(of_s) {}
};
/// An expression with values at centers as a column function: its names are variables, computed once. The second result
/// is its mean at faces.
template <class Expression>
struct Function {
  Expression expression;
  template <class Centers, class Faces, class Surface>
  auto operator()(Centers a, Centers b, Faces f, Faces g, Surface s) const {
    const auto x = expression(ValuesOfLibrary<Centers, Faces, Surface>(a, b, f, g, s));
    return stencil::results(x, stencil::InterpolateC2F()(x));
  }
};

/// On the CPU as a column function.
template <class ScalarType, class LayoutType>
struct Called : Assignment<ScalarType, LayoutType> {
  static constexpr bool calls_functions = true;
  static const char* name() { return "column function"; }
  static void run(auto& destination, const auto& in, const auto& expression) {
    run(destination, in, expression, stencil::policy());
  }
  template <class Expression>
  static void run(auto& destination, const auto& in, const Expression& expression, const auto& how) {
    std::remove_cvref_t<decltype(in.f)> at_faces(destination.grid()), expected(destination.grid());
    stencil::assign(stencil::fields(destination, at_faces),
                    stencil::columnwise(Function<Expression>{expression})(in.a, in.b, in.f, in.g, in.s), how);
    expected = stencil::InterpolateC2F()(destination);
    const bool second_result_is_mean_of_first = at_faces.to_host() == expected.to_host();
    CHECK(second_result_is_mean_of_first);
  }
};
/// The same by emulated lanes, of which the highest may hold the face on top too.
template <class ScalarType, class LayoutType, int Held>
struct CalledByLanes : Team<ScalarType, LayoutType, Held> {
  static constexpr bool calls_functions = true;
  static const char* name() { return "column function by lanes"; }
  static void run(auto& destination, const auto& in, const auto& expression) {
    Called<ScalarType, LayoutType>::run(destination, in, expression,
                                        stencil::with(stencil::emulation::CappedLanes<Held>{}));
  }
};

/// Strategies that are held to the oracle and, within one number type, to each other's bits.
template <class... Strategy>
struct Strategies {
  static void each(auto visit) { (visit(Strategy{}), ...); }
};

/// What every expression written by hand is put through. Emulated blocks where the sanitizer of threads looks at them,
/// with lanes of two rows besides. Elsewhere half of the files have double with levels contiguous and float with
/// columns contiguous, half the other two pairings, which halves the compile time; FUZZ_PAIRING is 0, 1, or absent for
/// all. FUZZ_LANES_ELSEWHERE: the build with the sanitizer of threads has this file's expressions by lanes.
#if defined(FUZZ_ONLY_BLOCKS)
using Thorough = Strategies<Block<double, LevelsFirst>, Team<double, LevelsFirst, 2>>;
#elif !defined(FUZZ_PAIRING)
using Thorough =
    Strategies<Assignment<double, LevelsFirst>, Assignment<double, ColumnsFirst>, Assignment<float, LevelsFirst>,
               Planned<float, ColumnsFirst, stencil::cpu::StoreAll>, Team<float, ColumnsFirst, 4>>;
#elif defined(FUZZ_LANES_ELSEWHERE) && FUZZ_PAIRING == 0
using Thorough = Strategies<Assignment<double, LevelsFirst>, Planned<float, ColumnsFirst, stencil::cpu::StoreAll>>;
#elif defined(FUZZ_LANES_ELSEWHERE)
using Thorough = Strategies<Assignment<float, LevelsFirst>, Planned<double, ColumnsFirst, stencil::cpu::StoreAll>>;
#elif FUZZ_PAIRING == 0
using Thorough = Strategies<Assignment<double, LevelsFirst>, Planned<float, ColumnsFirst, stencil::cpu::StoreAll>,
                            Team<float, ColumnsFirst, 4>>;
#else
using Thorough = Strategies<Assignment<float, LevelsFirst>, Planned<double, ColumnsFirst, stencil::cpu::StoreAll>,
                            Team<float, ColumnsFirst, 4>>;
#endif

/// What column functions are put through.
using Functions =
    Strategies<Called<double, LevelsFirst>, Called<float, ColumnsFirst>, CalledByLanes<double, LevelsFirst, 4>>;

/// What some of them are put through where columns with levels contiguous go by vectors of levels, which take three
/// times as long to compile.
using VectorsOfLevels = Strategies<Called<double, LevelsFirst>>;

/// What column functions with operations along whole columns are put through: row by row where that can be, else by
/// strips, and by lanes.
using WholeColumns = Strategies<Called<double, ColumnsFirst>, CalledByLanes<double, LevelsFirst, 4>>;

/// What the many expressions made by composition are put through.
#ifdef FUZZ_ONLY_BLOCKS
using Quick = Thorough;
#else
using Quick = Strategies<Planned<double, LevelsFirst, stencil::cpu::StoreAll>,
                         Planned<double, ColumnsFirst, stencil::cpu::Recompute>, Assignment<float, ColumnsFirst>>;
#endif

}  // namespace fuzz
