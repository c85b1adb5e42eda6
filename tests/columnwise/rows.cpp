// SPDX-License-Identifier: BSD-3-Clause
// Column functions row by row, beside the same with levels contiguous, where they go by strips. Built with
// STENCIL_CPU_ROWS=2 or 3: all that can be goes row by row, with 3 as far as columns are contiguous.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "rows.hpp"

namespace {

using namespace stencil;
using rows_test::Fields, rows_test::require_alike;

#if !defined(STENCIL_TEST_SAMPLE)
/// The passes in which a job is carried out, by its explanation; 0 where it goes by strips.
int passes_of(const std::string& team) {
  if (team.find("each row") == std::string::npos) return 0;
  const auto at = team.find(" passes");
  return at == std::string::npos ? 1 : team[at - 1] - '0';
}
#endif

/// Rows of 8 and 96 columns, which are whole vectors, bypass caches from this size on.
[[maybe_unused]] const bool bypasses_caches = setenv("STENCIL_STREAMING_BYTES", "3000", 1) == 0;

template <class T, class F>
void require_alike(const F& assign_to) {
  for (const int levels : {1, 2, 3, 4, 5, 9, 33}) {
    for (const std::size_t columns : {1UL, 3UL, 8UL, 21UL, 96UL}) require_alike<T>(assign_to, levels, columns);
  }
}
/// A matrix and a right side that read far: rows of the solve come late.
struct Late {
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto k, auto flux) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto laplacian = [&](auto x) { return DivergenceF2C()(k * slope(x)); };
    const auto fourth = laplacian(laplacian(laplacian(q))) + above(above(above(s)));
    const auto matrix = identity() - 0.01 * jacobian(laplacian, s);
    const auto x = solve(matrix, fourth + flux);
    return results(x, laplacian(laplacian(x)) - fourth);
  }
};
/// One solve after another, and sums between them: more passes than a function may have.
struct Twice {
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto k) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto matrix = identity() - 0.1 * jacobian([&](auto y) { return DivergenceF2C()(k * slope(y)); }, q);
    const auto x = solve(matrix, s);
    return results(x, solve(matrix, x * q) - x);
  }
};
struct FourPasses {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto a = q - column_sum(q), b = a * a - column_max(a * a), c = b - column_min(b);
    return results(a, c);
  }
};
struct SumAndRest {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    const auto total = column_integral(q * s);
    const auto running = cumulative_integral(q, bottom(0.0));
    return results(total + at_level(q, -1) - at_level(s, 0), q - total, InterpolateF2C()(running) * s);
  }
};
/// A result of the first pass, in a field that the second one reads.
struct Overwrites {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const { return results(q + s, q - column_sum(s)); }
};
/// Values per column in destinations with levels.
struct Spread {
  STENCIL_FUNCTION auto operator()(auto flux, auto k) const { return results(flux * flux, flux, 2.0 * k); }
};
/// With float32, values of float64 between.
struct Wider {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    const auto wide = where(above(q) > q, 1.5, -0.5) * above(below(s));
    return results(where(above(wide) > 0.2, s, q), where(wide > column_sum(below(wide)), q, above(s)));
  }
};
/// A function of the user that takes no zero; only the first pass needs its values.
struct NotZero {
  template <class T>
  STENCIL_FUNCTION T operator()(T x) const {
    if (x == T{}) throw std::domain_error("zero");
    return x;
  }
};
struct OfNonzero {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    const auto other = pointwise(NotZero{})(above(q));
    return results(s * column_sum(other * other), s);
  }
};
/// The second pass reads what the first one got from such a function; nobody reads what it would give of sums.
struct KeptAndUnread {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    const auto kept = pointwise(NotZero{})(above(s));
    const auto unread = pointwise(NotZero{})(above(s) * column_max(s));
    static_cast<void>(unread);
    return results(kept * column_sum(q) + s / above(s), s);
  }
};
struct Neighbours {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    return results(above(s) + below(below(q)), where(q > s, above(q), below(s)));
  }
};
/// Without operations on whole columns, so that with levels contiguous vectors are of levels: neighbours farther away
/// than a vector of float64 is long, values per column at some cost and in conditions, the grid, truths, and a function
/// of the user of values that are late.
struct OfLevels {
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto k, auto flux) const {
    const auto slope = GradientC2F(bottom(SetGradient(flux)), top(SetGradient(0.0)));
    const auto costly = exp(-flux) / (2.0 + flux * flux);
    const auto far = above(above(above(above(above(s))))) - below(below(below(below(below(below(s))))));
    const auto carried = Upwind3rdOrderBiasedProductC2F()(k - 2.0, q) * costly;
    const auto own = pointwise(NotZero{})(s * above(s)) + pointwise(NotZero{})(below(below(s)));
    const auto x =
        where(far > 0.1 && !(above(q) > q), own, DivergenceF2C(bottom(SetValue(costly)))(carried * slope(s)));
    return results(x, far * heights(Center{}) / spacing(Center{}) + costly, slope(x) - InterpolateC2F()(far) * carried);
  }
};

/// Operands of heights and numbers alone, at some cost: a mixing length, a sponge, a decay; one of them is read as a
/// field of its own location and as one of the other, one is a condition, one has a function of the user.
struct OfHeights {
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto k) const {
    const auto wall = 0.4 * heights(Face{});
    const auto length = wall / (1.0 + wall / 150.0);
    const auto decay = exp(-heights(Center{}) / 3.0);
    const auto sponge = where(heights(Center{}) / 2.0 > 1.5, heights(Center{}) / 7.0, 0.0);
    const auto own = pointwise(NotZero{})(heights(Center{}) / 3.0);
    return results(q * decay + s / (1.0 + sponge) * own, where(heights(Center{}) / 2.0 > 1.5, q, decay * s),
                   length * length * InterpolateC2F()(q * decay) + RightBiasedC2F()(decay) * k);
  }
};
/// What arithmetic alone gives, so that loops by hand have the same bits.
struct MixingLength {
  STENCIL_FUNCTION auto operator()(auto q, auto k) const {
    const auto wall = 0.4 * heights(Face{});
    return results(q / (2.0 + heights(Center{}) / 3.0), k * (wall / (1.0 + wall / 150.0)));
  }
};
/// Single levels of the grid, also in a condition: they are known at once, without another pass.
struct OfGridLevels {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    const auto first = at_level(heights(Face{}), 1);
    const auto last = at_level(spacing(Center{}) + heights(Center{}), -1);
    const auto slope = GradientC2F(bottom(SetGradient(first)), top(SetGradient(0.0)));
    return results(q * first + last, DivergenceF2C()(slope(s) * last), slope(q));
  }
};
template <class Layout>
void require_grid_levels(const ColumnGrid& grid, int levels, std::size_t columns) {
  Fields<Layout, double> f(grid, levels, columns);
  fields(f.x, f.y, f.f) = columnwise(OfGridLevels{})(f.q, f.s);
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    const auto faces = grid.z_faces(c), centers = grid.z_centers(c);
    const double last = faces.back() - faces[faces.size() - 2] + centers.back();
    for (int i = 0; i < levels; ++i) wrong += std::abs(f.x(i, c) - (f.q(i, c) * faces[1] + last)) < 1e-12 ? 0 : 1;
    wrong += f.f(0, c) == faces[1] ? 0 : 1;
  }
  CHECK(wrong == 0);
}
template <class Layout>
void require_mixing_length(const ColumnGrid& grid, int levels, std::size_t columns) {
  Fields<Layout, double> f(grid, levels, columns);
  fields(f.x, f.f) = columnwise(MixingLength{})(f.q, f.k);
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    const auto faces = grid.z_faces(c), centers = grid.z_centers(c);
    for (int i = 0; i <= levels; ++i) {
      const double wall = 0.4 * faces[static_cast<std::size_t>(i)];
      wrong += f.f(i, c) == f.k(i, c) * (wall / (1 + wall / 150)) ? 0 : 1;
      if (i < levels) wrong += f.x(i, c) == f.q(i, c) / (2 + centers[static_cast<std::size_t>(i)] / 3) ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

// Each function in one precision: nothing asks for it but vectors, which hold twice as many of the one as of the other.
#if !defined(STENCIL_TEST_SAMPLE)
TEST_CASE("rows: solves of what is read from afar") {
  require_alike<double>([](auto& f) { fields(f.x, f.y) = columnwise(Late{})(f.q, f.s, f.k, f.flux); });
  Fields<layout::ColumnsContiguous, double> f(20, 100);
  CHECK(passes_of(explain(fields(f.x, f.y), columnwise(Late{})(f.q, f.s, f.k, f.flux)).mapping.team) == 2);
}
#endif
TEST_CASE("rows: a second pass for solves and sums") {
  require_alike<float>([](auto& x) { fields(x.sum, x.x, x.y) = columnwise(SumAndRest{})(x.q, x.s); });
#if !defined(STENCIL_TEST_SAMPLE)
  Fields<layout::ColumnsContiguous, float> some(20, 100);
  CHECK(passes_of(explain(fields(some.sum, some.x, some.y), columnwise(SumAndRest{})(some.q, some.s)).mapping.team) ==
        2);
  require_alike<float>([](auto& x) { fields(x.x, x.y) = columnwise(FourPasses{})(x.q); });
  CHECK(passes_of(explain(fields(some.x, some.y), columnwise(FourPasses{})(some.q)).mapping.team) == 0);  // too many
  require_alike<double>([](auto& f) { fields(f.x, f.y) = columnwise(Twice{})(f.q, f.s, f.k); });
  Fields<layout::ColumnsContiguous, double> twice(20, 100);
  CHECK(passes_of(explain(fields(twice.x, twice.y), columnwise(Twice{})(twice.q, twice.s, twice.k)).mapping.team) == 0);
#endif
}
#if !defined(STENCIL_TEST_SAMPLE)
TEST_CASE("rows: a user's function is called for no values but the columns'") {
  require_alike<double>([](auto& f) { fields(f.x, f.y) = columnwise(OfNonzero{})(f.q, f.s); });
  Fields<layout::ColumnsContiguous, double> f(20, 100);
  CHECK(passes_of(explain(fields(f.x, f.y), columnwise(OfNonzero{})(f.q, f.s)).mapping.team) == 2);
  require_alike<double>([](auto& g) { fields(g.x, g.y) = columnwise(KeptAndUnread{})(g.q, g.s); });
  CHECK(passes_of(explain(fields(f.x, f.y), columnwise(KeptAndUnread{})(f.q, f.s)).mapping.team) == 2);
}
#endif
TEST_CASE("rows: destinations that are arguments") {
  require_alike<float>([](auto& f) { fields(f.s, f.q) = columnwise(Neighbours{})(f.q, f.s); });
#if !defined(STENCIL_TEST_SAMPLE)
  Fields<layout::ColumnsContiguous, float> some(20, 100);
  CHECK(passes_of(explain(fields(some.s, some.q), columnwise(Neighbours{})(some.q, some.s)).mapping.team) == 1);
  require_alike<float>([](auto& f) { fields(f.q, f.s) = columnwise(Overwrites{})(f.q, f.s); });
  require_alike<double>([](auto& f) { fields(f.s, f.q) = columnwise(Twice{})(f.q, f.s, f.k); });
  require_alike<float>([](auto& f) { fields(f.sum, f.q, f.s) = columnwise(SumAndRest{})(f.q, f.s); });
  CHECK(passes_of(explain(fields(some.q, some.s), columnwise(Overwrites{})(some.q, some.s)).mapping.team) == 0);
  CHECK(passes_of(explain(fields(some.x, some.s), columnwise(Overwrites{})(some.q, some.s)).mapping.team) == 2);
#endif
}
#if !defined(STENCIL_TEST_SAMPLE)
TEST_CASE("rows: values per column go to all rows of a destination, and to no row above") {
  require_alike<double>([](auto& f) { fields(f.x, f.y, f.k) = columnwise(Spread{})(f.flux, f.k); });
  require_alike<double>(
      [](auto& f) { assign(fields(f.x, f.y, f.k), columnwise(Spread{})(f.flux, f.k), policy().where(f.flux > 0.2)); });
}
TEST_CASE("rows: a field in a condition of an argument") {
  require_alike<double>([](auto& f) {
    const auto slope = GradientC2F(bottom(SetGradient(f.flux)), top(SetGradient(0.0)));
    fields(f.x, f.y, f.k) = columnwise(Spread{})(f.flux, slope(f.q));
  });
}
#endif
TEST_CASE("rows: functions without operations on whole columns") {
  require_alike<double>([](auto& f) { fields(f.x, f.y, f.f) = columnwise(OfLevels{})(f.q, f.s, f.k, f.flux); });
  const auto team = [](std::size_t columns) {
    Fields<layout::LevelsContiguous, double> along(20, columns);
    const auto how =
        explain(fields(along.x, along.y, along.f), columnwise(OfLevels{})(along.q, along.s, along.k, along.flux));
    return how.mapping.team;
  };
  CHECK((team(100).find("each row of each") != std::string::npos) == (STENCIL_CPU_ROWS == 2));
  // Of more than four levels in a vector, each of these columns would be near both ends.
  if (cpu::simd::native_bytes == 32)
    CHECK((team(3).find("each vector of") != std::string::npos) == (STENCIL_CPU_ROWS == 2));
#if !defined(STENCIL_TEST_SAMPLE)
  require_alike<float>([](auto& f) { fields(f.q, f.s, f.k) = columnwise(OfLevels{})(f.q, f.s, f.k, f.flux); });
  require_alike<double>([](auto& f) {
    assign(fields(f.s, f.y, f.k), columnwise(OfLevels{})(f.q, f.s, f.k, f.flux), policy().where(f.flux > 0.2));
  });
#endif
}
TEST_CASE("rows: operands of heights alone") {
#if !defined(STENCIL_TEST_SAMPLE)
  const auto assign_to = [](auto& f) { fields(f.x, f.y, f.f) = columnwise(OfHeights{})(f.q, f.s, f.k); };
  require_alike<double>(assign_to);
  require_alike<float>(assign_to);
  require_alike<float>([](auto& f) { fields(f.x, f.y, f.f) = columnwise(OfGridLevels{})(f.q, f.s); });
  Fields<layout::ColumnsContiguous, double> some(20, 100);
  CHECK(passes_of(explain(fields(some.x, some.y, some.f), columnwise(OfGridLevels{})(some.q, some.s)).mapping.team) ==
        1);
#endif
  for (const int levels : {5, 33}) {
    const auto shared = ColumnGrid::stretched(levels, 0.0, 8.0, 0.05, 100);
    const auto changing = shared.with_changing_heights();
    SurfaceField<double, backend::Cpu> stretching(changing);
    for (std::size_t c = 0; c < 100; ++c) stretching(c) = 1 + 0.01 * static_cast<double>(c);
    for (const int turn : {0, 1}) {
      set_heights(changing, heights(Face{}) * stretching);
      for (const auto& grid : {shared, changing}) {
        CAPTURE(levels, turn, grid.heights_per_column());
#if !defined(STENCIL_TEST_SAMPLE)
        require_grid_levels<layout::ColumnsContiguous>(grid, levels, 100);
        require_grid_levels<layout::LevelsContiguous>(grid, levels, 100);
        require_mixing_length<layout::LevelsContiguous>(grid, levels, 100);
#endif
        require_mixing_length<layout::ColumnsContiguous>(grid, levels, 100);
      }
    }
  }
}
#if !defined(STENCIL_TEST_SAMPLE)
TEST_CASE("rows: float64 among float32") {
  require_alike<float>([](auto& f) { fields(f.x, f.y) = columnwise(Wider{})(f.q, f.s); });
}
TEST_CASE("rows: masks") {
  require_alike<double>(
      [](auto& f) { assign(fields(f.x, f.y), columnwise(Late{})(f.q, f.s, f.k, f.flux), policy().where(f.q > 0.1)); });
}
#endif

}  // namespace
