// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <stencil/stencil.hpp>

/// What a race between a column function and the same formula by hand needs. A case of a race is a struct with
///
///   name, grid(columns), arguments(make), results(make), function(), by_hand(raw, block),
///   scratch: how many arrays of levels + 1 values a column takes by hand,
///   parts: of how many parts, such as cells, each can be computed by hand for itself
namespace race {

using namespace stencil;

/// What the fields of a race are of.
#if defined(REAL_FLOAT32)
using Real = float;
inline constexpr const char* type_name = "float32";
#else
using Real = double;
inline constexpr const char* type_name = "float64";
#endif
/// A number of a formula by hand.
consteval Real operator""_r(long double x) { return static_cast<Real>(x); }

#if !defined(REAL_LEVELS)
#define REAL_LEVELS 64
#endif
inline constexpr int most_levels = REAL_LEVELS;
/// How many columns differ: after these they repeat.
inline constexpr std::size_t kinds = 16;

/// Arrays of a case in the order of its arguments and results.
template <class T>
struct RawOf {
  const T* in[32];
  T* out[32];
  const T *z_centers, *z_faces, *dz_centers, *dz_faces;
  int levels;
  std::ptrdiff_t columns;
};
using Raw = RawOf<Real>;

/// Neighbouring columns that one loop by hand is for: lanes of a vector register, or one thread of a GPU with Width 1.
/// Across: equal levels of columns are neighbours in memory.
template <bool Across, int Width>
struct Block {
  static constexpr bool across = Across;
  static constexpr int width = Width;
  std::ptrdiff_t columns, first;
  int levels, begin, end;  ///< the parts that are wanted
  int count;
  Real* memory;  ///< of scratch arrays
  std::ptrdiff_t step, array_step;

  STENCIL_FUNCTION constexpr int lanes() const { return Width == 1 ? 1 : count; }
  /// Where row k of the first column lies.
  STENCIL_FUNCTION std::ptrdiff_t cell(int k) const { return Across ? k * columns + first : first * levels + k; }
  STENCIL_FUNCTION std::ptrdiff_t face(int k) const { return Across ? k * columns + first : first * (levels + 1) + k; }
  STENCIL_FUNCTION Real* scratch(int array, int k) const { return memory + array * array_step + k * step; }
};

// Loops over the lanes of a block b; loops whose turns are known; loops over rows, none of which needs another.
#if defined(__CUDACC__)
#define EACH_LANE(l) for (int l = 0; l < b.lanes(); ++l)
#define ROWS_APART
#else
#define EACH_LANE(l) _Pragma("omp simd") for (int l = 0; l < b.lanes(); ++l)
#define ROWS_APART _Pragma("omp simd")
#endif
#if defined(__CUDACC__) || defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

/// The value for a location and a name of rows, one after another for `kinds` columns.
struct Pattern {
  std::string name;
  char location;  ///< c, f or s
  bool is_result;
};

/// Makes the fields of a case on a grid and notes their arrays. Arguments are rounded to the type of the race, whatever
/// the type of the fields.
template <class Backend, class Layout, class T = Real>
struct Make {
  ColumnGrid grid;
  RawOf<T> raw{};
  std::vector<Pattern> made{};
  std::vector<std::vector<T>> patterns{};  ///< of arguments, in host memory
  int arguments = 0, results = 0;

  explicit Make(const ColumnGrid& on) : grid(on) {
    raw.levels = grid.levels();
    raw.columns = static_cast<std::ptrdiff_t>(grid.columns());
  }

  template <class F>
  auto centers(const char* name, const F& f) {
    return argument<CenterField<T, Backend, Layout>>(
        name, 'c', [&](std::size_t row, std::size_t column) { return f(grid.z_centers(0)[row], column); });
  }
  template <class F>
  auto faces(const char* name, const F& f) {
    return argument<FaceField<T, Backend, Layout>>(
        name, 'f', [&](std::size_t row, std::size_t column) { return f(grid.z_faces(0)[row], column); });
  }
  template <class F>
  auto surface(const char* name, const F& f) {
    return argument<SurfaceField<T, Backend>>(name, 's', [&](std::size_t, std::size_t column) { return f(column); });
  }
  auto at_centers(const char* name) { return result<CenterField<T, Backend, Layout>>(name, 'c'); }
  auto at_faces(const char* name) { return result<FaceField<T, Backend, Layout>>(name, 'f'); }
  auto at_surface(const char* name) { return result<SurfaceField<T, Backend>>(name, 's'); }

  std::size_t rows(char location) const {
    return location == 's' ? 1 : static_cast<std::size_t>(grid.levels()) + (location == 'f' ? 1 : 0);
  }

 private:
  template <class Field>
  Field result(const char* name, char location) {
    Field field(grid);
    raw.out[results++] = as_node(field).data;
    made.push_back({name, location, true});
    return field;
  }
  template <class Field, class F>
  Field argument(const char* name, char location, const F& f) {
    const std::size_t count = rows(location);
    std::vector<T> pattern;
    for (std::size_t c = 0; c < kinds; ++c)
      for (std::size_t k = 0; k < count; ++k) pattern.push_back(static_cast<T>(static_cast<Real>(f(k, c))));
    Field field(grid);
    repeat_columns(pattern, count, grid.columns(), as_node(field).data, Layout::columns_contiguous, Backend{});
    raw.in[arguments++] = as_node(field).data;
    made.push_back({name, location, false});
    patterns.push_back(std::move(pattern));
    return field;
  }
};

/// A case's column function with its fields.
template <class Case, class Backend, class Layout, class T = Real>
struct Ours {
  Make<Backend, Layout, T> make;
  decltype(Case::arguments(std::declval<Make<Backend, Layout, T>&>())) arguments;
  decltype(Case::results(std::declval<Make<Backend, Layout, T>&>())) results;

  explicit Ours(std::size_t columns)
      : make(Case::grid(columns)), arguments(Case::arguments(make)), results(Case::results(make)) {}

  template <class P>
  void operator()(const P& how) {
    if constexpr (requires { Case::run(arguments, results, how); }) {
      Case::run(arguments, results, how);
    } else {
      const auto tendencies = call(arguments);
      std::apply([&](auto&... y) { assign(fields(y...), tendencies, how); }, results);
    }
  }
  /// The column function of a tuple of arguments.
  template <class All>
  static auto call(const All& all) {
    if constexpr (requires { Case::call(all); }) {
      return Case::call(all);
    } else {
      return std::apply([](const auto&... x) { return columnwise(Case::function())(x...); }, all);
    }
  }
  /// Bytes of all arguments and results.
  double bytes() const {
    double all = 0;
    for (const auto& one : make.made)
      all += static_cast<double>(make.rows(one.location)) * static_cast<double>(make.grid.columns());
    return all * sizeof(T);
  }
};

/// A line of JSON for a time.
inline void print_time(const char* name, const char* who, const char* how, std::size_t columns, double seconds,
                       double bytes, double off) {
  std::printf(
      "{\"case\": \"%s\", \"type\": \"%s\", \"who\": \"%s\", \"how\": \"%s\", \"columns\": %zu, \"seconds\": %.4e, "
      "\"bytes\": %.4e, "
      "\"off\": %.1e}\n",
      name, type_name, who, how, columns, seconds, bytes, off);
  std::fflush(stdout);
}

}  // namespace race
