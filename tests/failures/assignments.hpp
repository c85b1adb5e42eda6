// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

/// One of every kind of work that the library does, to be interrupted, or done by several threads at a time.
namespace failures {

using namespace stencil;
using Across = CenterField<float, backend::Cpu, layout::ColumnsContiguous>;

/// What is only read. 3200 columns are enough for two threads to share.
struct Inputs {
  ColumnGrid grid;
  CenterField<double> a{grid, "a"};
  Across b{grid, "b"};
  SurfaceField<int> lowest{grid, "the lowest active levels"};
  explicit Inputs(std::size_t columns, int levels = 20) : grid(ColumnGrid::uniform(levels, 0.0, 10.0, columns)) {
    a.fill([](double z, std::size_t column) { return 2 + std::sin(z + static_cast<double>(column)); });
    b.fill([](double, std::size_t column) { return column < 3000 ? 1.0F : 9.0F; });
    lowest.fill([](std::size_t column) { return column % 7 == 6 ? 3 : 0; });
  }
  /// Puts values into one cell of each and returns what was there.
  std::pair<double, float> mark(std::size_t column, std::pair<double, float> values) const {
    return {std::exchange(a(7, column), values.first), std::exchange(b(7, column), values.second)};
  }
};
/// What is written.
struct Outputs {
  CenterField<double> x;
  FaceField<double> faces;
  SurfaceField<double> surface;
  Across across;
  double number = -1;
  explicit Outputs(const Inputs& in) : x(in.grid), faces(in.grid), surface(in.grid), across(in.grid) { begin(); }
  /// The values before an assignment.
  void begin() {
    x = 1.0 + heights(Center{});
    faces = -3.0;
    surface = -5.0;
    across = 7.0F;
    number = -1;
  }
  /// All values, one after the other.
  std::vector<double> values() const {
    std::vector<double> all = x.to_host();
    const auto add = [&all](const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    add(faces.to_host());
    add(surface.to_host());
    add(across.to_host());
    all.push_back(number);
    return all;
  }
};

/// A function of a user's, which throws above a limit that no value of the above is near to.
struct Guarded {
  template <class T>
  T operator()(T value) const {
    if (value > 100) throw std::domain_error("above the limit");
    return value;
  }
};
inline constexpr auto guarded = pointwise(Guarded{});

/// Columns contiguous go row by row in optimised code, and those that fill no vector by strips.
struct Several {
  STENCIL_FUNCTION auto operator()(auto b) const {
    const auto c = guarded(b) + above(b), d = c * c - below(c);
    return results(above(d) * b + below(below(d)) - 0.5 * c * d);
  }
};

/// In optimised code row by row up to the first sum, and then by strips.
struct SumsOfSums {
  STENCIL_FUNCTION auto operator()(auto b) const {
    const auto c = guarded(b) + above(b), d = above(exp(c) / (1.0 + c * c)) / (2.0 + below(c) * c);
    const auto e = sqrt(above(d) * d + 1.0) + exp(d) / (1.0 + d * below(d));
    const auto f = e - column_max(d);
    return results(d + column_max(f * f));
  }
};

/// The second result is more levels behind the field than strips have in a step where columns are many.
struct Behind {
  STENCIL_FUNCTION auto operator()(auto b) const {
    const auto two = above(above(2.0 * b)), four = above(above(two + b)), six = above(above(four + b));
    return results(guarded(b) + 1.0, above(above(six + b)) - b);
  }
};

/// The last columns need more passes than the others.
struct Repeated {
  STENCIL_FUNCTION auto operator()(auto b) const {
    const auto pass = [&](auto q) {
      const auto next = 0.5 * (q + b * b / q);
      return results(next, column_max(abs(next - q)) < 1e-3);
    };
    const auto [root, passes, done] = repeat_until(pass, 50, guarded(b));
    return results(root + 1.0 * passes);
  }
};

inline auto diffusion(const CenterField<double>& x) {
  return DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(GradientC2F()(x));
}

struct Assignment {
  const char* name;
  void (*run)(const Inputs&, Outputs&);
  bool calls_the_function = true;
  bool in_threads = true;
};
inline std::span<const Assignment> assignments() {
  static constexpr Assignment all[] = {
#if !defined(STENCIL_TEST_STRIPS)  // with these all would be compiled twice, the same
      {"a point function", [](const Inputs& in, Outputs& out) { out.x = 2.0 * guarded(in.a) + 1.0; }},
      {"operators in place", [](const Inputs& in, Outputs& out) { out.x = guarded(in.a) + diffusion(out.x); }},
      {"tiles", [](const Inputs& in, Outputs& out) { out.x = InterpolateF2C()(GradientC2F()(exp(guarded(in.a)))); }},
      {"columns as neighbours", [](const Inputs& in, Outputs& out) { out.across = guarded(in.b) + heights(Center{}); }},
#endif
      {"a column function", [](const Inputs& in, Outputs& out) { out.across = columnwise(Several{})(in.b); }},
      {"a column function with sums of sums",
       [](const Inputs& in, Outputs& out) { out.across = columnwise(SumsOfSums{})(in.b); }},
      {"a column function with results far apart",
       [](const Inputs& in, Outputs& out) { fields(out.across, out.x) = columnwise(Behind{})(in.b); }},
      {"a column function with a loop",
       [](const Inputs& in, Outputs& out) { out.across = columnwise(Repeated{})(in.b); }},
      {"a column function in active levels",
       [](const Inputs& in, Outputs& out) {
         assign(out.across, columnwise(Several{})(in.b),
                active_levels(in.lowest, static_cast<int>(in.grid.levels()) - 1));
       }},
#if !defined(STENCIL_TEST_STRIPS)
      {"the same memory in another order",
       [](const Inputs& in, Outputs& out) {
         const auto levels = static_cast<std::ptrdiff_t>(in.grid.levels());
         out.x = guarded(wrap_center(out.x.data() + levels - 1, std::ptrdiff_t{-1}, levels, in.grid));
       }},
      {"two destinations",
       [](const Inputs& in, Outputs& out) {
         evaluate(into(out.x, guarded(in.a) * 2.0), into(out.surface, column_sum(in.a)));
       },
       true},
      {"a reduction", [](const Inputs& in, Outputs& out) { out.surface = column_integral(guarded(in.a)); }},
      {"a running integral",
       [](const Inputs& in, Outputs& out) { out.faces = cumulative_integral(guarded(in.a), bottom(0.0)); }},
      {"a sum of all", [](const Inputs& in, Outputs& out) { out.number = global_sum(guarded(in.a)); }},
      {"sorting a field", [](const Inputs& in, Outputs& out) { out.x = column_sort(in.a); }, false},
      {"sorting an expression", [](const Inputs& in, Outputs& out) { out.x = column_sort(guarded(in.a)); }},
      {"a linear system",
       [](const Inputs& in, Outputs& out) {
         out.x = solve(identity() - 0.1 * jacobian(diffusion(out.x), wrt(out.x)), guarded(in.a));
       }},
      {"a nonlinear system",
       [](const Inputs& in, Outputs& out) { newton(out.x, out.x * out.x + 0.5 * (out.x - guarded(in.a))); }},
      {"a search for NaN", [](const Inputs& in, Outputs& out) { assign(out.x, 2.0 * guarded(in.a), check_values); }},
      {"a quantile", [](const Inputs& in, Outputs& out) { out.number = level_quantile(in.a, 0.5).at(3); }, false},
      {"a field of its own",
       [](const Inputs& in, Outputs& out) {
         const CenterField<double> copy(in.a);
         const Across turned(in.grid, "a name too long to lie inside a string");
         out.number = copy(0, 1) + static_cast<double>(turned.to_host().size());
       },
       false, false},
      {"a grid of its own",
       [](const Inputs&, Outputs& out) {
         FaceField<float> z(ColumnGrid::stretched(30, 0.0, 1000.0, 5.0, 3));
         z = 1.0F * heights(Face{});
         out.number = static_cast<double>(z(3, 2));
       },
       false, false},
      {"a text",
       [](const Inputs& in, Outputs& out) {
         out.number = static_cast<double>(explain(out.x, in.a + diffusion(in.a)).text().size());
       },
       false, false},
#endif
  };
  return all;
}

/// Its results when nothing fails.
inline std::vector<double> expected_of(const Assignment& assignment, const Inputs& in) {
  Outputs out(in);
  assignment.run(in, out);
  return out.values();
}

}  // namespace failures
