// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include <stencil/stencil.hpp>

/// Derivatives where values that have one stand beside values that have none, or beside such of another precision.
namespace {

using namespace stencil;

template <class Layout>
struct Inputs {
  ColumnGrid grid;
  CenterField<double, backend::Cpu, Layout> a, da, computed, up, down;
  FaceField<double, backend::Cpu, Layout> f;
  CenterField<float, backend::Cpu, Layout> narrow;
  SurfaceField<double> s, ds, sum, sum_up, sum_down;
  explicit Inputs(int levels, std::size_t columns = 9)
      : grid(ColumnGrid::stretched(levels, 0.0, 0.5 * levels, 0.4, columns)),
        a(grid),
        da(grid),
        computed(grid),
        up(grid),
        down(grid),
        f(grid),
        narrow(grid),
        s(grid),
        ds(grid),
        sum(grid),
        sum_up(grid),
        sum_down(grid) {
    a.fill([](double z, std::size_t c) { return 1.2 + std::sin(z + static_cast<double>(c)); });
    da.fill([](double z, std::size_t c) { return std::cos(2 * z - static_cast<double>(c)); });
    f.fill([](double z, std::size_t c) { return 0.7 + 0.5 * std::cos(z * static_cast<double>(c)); });
    narrow.fill([](double z, std::size_t c) {
      return static_cast<float>(0.4 + 0.3 * std::sin(z) * static_cast<double>(c % 3));
    });
    s.fill([](std::size_t c) { return 0.3 + 0.1 * static_cast<double>(c); });
    ds.fill([](std::size_t c) { return 1.0 - 0.2 * static_cast<double>(c); });
  }
};

/// The largest error of the derivatives of both results of a function, along `direction`, by central differences.
/// call(x): the function of x and the other inputs.
template <class I, class X, class Direction, class Call>
double off(I& in, X& x, const Direction& direction, const Call& call) {
  constexpr double h = 1e-5;
  fields(in.computed, in.sum) = jvp(call(x), wrt(x), direction);
  const X up(x + h * direction), down(x - h * direction);
  fields(in.up, in.sum_up) = call(up);
  fields(in.down, in.sum_down) = call(down);
  in.up = abs(in.computed - (in.up - in.down) / (2 * h));
  in.sum_up = abs(in.sum - (in.sum_up - in.sum_down) / (2 * h));
  const auto levels = in.up.to_host(), columns = in.sum_up.to_host();
  return std::max(*std::max_element(levels.begin(), levels.end()), *std::max_element(columns.begin(), columns.end()));
}
/// The same by a, and by s where `by_s`, in both layouts, with one level and with more.
template <class F>
void require_derivatives(const F& function, bool by_s = true) {
  const auto in_layout = [&]<class Layout>(Layout) {
    for (const int levels : {1, 2, 19}) {
      Inputs<Layout> in(levels);
      CAPTURE(levels);
      CHECK(off(in, in.a, in.da, [&](const auto& a) { return columnwise(function)(a, in.f, in.narrow, in.s); }) < 1e-8);
      if (by_s)
        CHECK(off(in, in.s, in.ds, [&](const auto& s) { return columnwise(function)(in.a, in.f, in.narrow, s); }) <
              1e-8);
    }
  };
  in_layout(layout::LevelsContiguous{});
  in_layout(layout::ColumnsContiguous{});
}

/// Sequential operations on values of which only the last depends on s.
struct InOrder {
  STENCIL_FUNCTION auto operator()(auto a, auto f, auto, auto s) const {
    const auto op = sequential([](auto state, auto x, auto y) { return 0.6 * state + 0.3 * x * y; });
    const auto so_far = column_accumulate(op, 0.25, as_is, from_top, a, a * s);
    return results(so_far, column_reduce(op, at_level(a, 0), as_is, from_bottom, f, InterpolateC2F()(a) + s));
  }
};
/// Arrays of a value that depends on a, or s, and one that does not.
struct Arrays {
  STENCIL_FUNCTION auto operator()(auto a, auto f, auto, auto s) const {
    const auto q = array_of(InterpolateF2C()(f), a * a, InterpolateF2C()(f) * s);
    const auto scaled =
        each([&](auto x, auto by) { return by * x / (1.0 + q[0] * q[0]); }, q, array_of(1.0, 0.5, 0.25));
    const auto marched = march(
        from_bottom, 0.0,
        [](auto& sum, auto x) {
          sum = 0.5 * sum + x[0] * x[1];
          return sum * x[2];
        },
        q);
    return results(sum_of(scaled) + marched, column_sum(sum_of(q)));
  }
};
template <class T>
struct Parcel {
  T heat, water;
};
/// A march whose state, and what its step returns, are structs of numbers with derivatives.
struct Structs {
  STENCIL_FUNCTION auto operator()(auto a, auto, auto, auto s) const {
    const auto x = a * s;
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    const auto step = [](auto& p, auto y) {
      p.heat = 0.5 * p.heat + y;
      p.water = 0.5 * p.water + 0.2 * p.heat * y;
    };
    const auto [heat, water] = march_state(from_top, make<Parcel<T>>(at_level(x, 0), 0.0), step, x);
    const auto [twice, squared] =
        march(from_bottom, 0.0 * s, [](auto&, auto y) { return Parcel<decltype(y + y)>{y + y, y * y}; }, x);
    return results(twice - squared, heat * water);
  }
};
/// Values of float32 without derivatives beside such of float64, where vectors of them are converted.
struct Precisions {
  STENCIL_FUNCTION auto operator()(auto a, auto f, auto narrow, auto s) const {
    const auto chosen = where(a > 1.3, a * a, narrow);
    const auto smoothed = solve(band(narrow, 3.0 + a * a, 0.3), chosen);
    const auto carried = RightBiased3rdOrderC2F(bottom(SetValue(s)), top(Extrapolate{}))(smoothed);
    const auto back = LeftBiased3rdOrderF2C()(LeftBiased3rdOrderC2F(bottom(SetValue(0.5F * s)))(smoothed));
    return results(back + InterpolateF2C()(carried * f), column_sum(narrow * chosen));
  }
};
/// What is differentiated twice: by x alone, or by s in a condition too.
struct Twice {
  STENCIL_FUNCTION auto operator()(auto x, auto s) const {
    const auto slope = GradientC2F(bottom(SetValue(s * s)))(x * x + 0.0 * s);
    return results(InterpolateF2C()(slope * slope), s * s * column_sum(x * x));
  }
};
/// Values of float32 that have derivatives beside such of float64.
struct NarrowSlopes {
  STENCIL_FUNCTION auto operator()(auto narrow, auto a) const {
    const auto chosen = where(a > 1.3, narrow * narrow, a);
    const auto ahead = RightBiased3rdOrderC2F(top(Extrapolate{}))(chosen * a);
    return results(InterpolateF2C()(ahead) + max(narrow, a), column_sum(solve(band(0.3, 3.0 + a * narrow, a), narrow)));
  }
};
/// Passes that compute in float64 what began in float32, one value without derivatives although it began with some.
struct WiderPasses {
  STENCIL_FUNCTION auto operator()(auto narrow, auto a) const {
    auto [swept, total, left, passes, done] = repeat_until(
        [&](auto x, auto sum, auto) {
          const auto next = march(
              from_top, 0.0,
              [](auto& state, auto y) {
                state = 0.5 * state + 0.75 * y * y;
                return state;
              },
              x);
          return results(next, 0.5 * sum + column_sum(next), 0.25 * a, column_max(next) < 0.2);
        },
        4, narrow, at_level(narrow, 0), narrow);
    return results(swept + left, total);
  }
};

}  // namespace

TEST_CASE("Sequential operations have derivatives by any of their values", "[columnwise]") {
  require_derivatives(InOrder{});
}

TEST_CASE("Arrays may have values with derivatives beside others", "[columnwise]") { require_derivatives(Arrays{}); }

TEST_CASE("The numbers of a march's state may have derivatives", "[columnwise]") { require_derivatives(Structs{}); }

TEST_CASE("Derivatives go through values of two precisions", "[columnwise]") { require_derivatives(Precisions{}); }

TEST_CASE("Values of float32 have derivatives beside float64", "[columnwise]") {
  const auto in_layout = [&]<class Layout>(Layout, const auto& call) {
    Inputs<Layout> in(19), wide(19);
    CenterField<float, backend::Cpu, Layout> along(in.grid);
    along = in.da;
    wide.computed = in.narrow, wide.up = along;
    fields(in.computed, in.sum) = jvp(call(in.narrow, in.a), wrt(in.narrow), along);
    const auto& x = wide.computed;
    fields(wide.da, wide.sum) = jvp(call(x, in.a), wrt(x), wide.up);
    for (std::size_t c = 0; c < in.grid.columns(); ++c) {
      CHECK(std::abs(in.sum(c) - wide.sum(c)) < 1e-5 * (1 + std::abs(wide.sum(c))));
      for (int k = 0; k < 19; ++k) CHECK(std::abs(in.computed(k, c) - wide.da(k, c)) < 1e-5);
    }
  };
  in_layout(layout::LevelsContiguous{}, columnwise(NarrowSlopes{}));
  in_layout(layout::ColumnsContiguous{}, columnwise(NarrowSlopes{}));
  in_layout(layout::ColumnsContiguous{}, columnwise(WiderPasses{}));
}

TEST_CASE("A derivative along a direction has one by the same field", "[columnwise]") {
  Inputs<layout::LevelsContiguous> in(7);
  const auto twice = columnwise(Twice{});
  const auto along = in.a;  // not moved by the differences
  CHECK(off(in, in.a, in.da, [&](const auto& a) { return jvp(twice(a, in.s), wrt(a), along); }) < 1e-7);
  const auto other = in.s;
  CHECK(off(in, in.s, in.ds, [&](const auto& s) { return jvp(twice(in.a, s), wrt(s), other); }) < 1e-7);
  // What does not depend on the other field may stand beside it, in an expression and in a column function.
  in.computed = jvp(in.s * jvp(in.a * in.a, wrt(in.a), in.da), wrt(in.s), in.ds);
  fields(in.up, in.sum) = jvp(columnwise([](auto x, auto s) { return results(x * s, column_sum(x) * s); })(
                                  jvp(in.a * in.a, wrt(in.a), in.da), in.s),
                              wrt(in.s), in.ds);
  for (std::size_t c = 0; c < in.grid.columns(); ++c) {
    for (int k = 0; k < 7; ++k) {
      const double expected = 2 * in.a(k, c) * in.da(k, c) * in.ds(c);
      CHECK(std::abs(in.computed(k, c) - expected) < 1e-14);
      CHECK(std::abs(in.up(k, c) - expected) < 1e-14);
    }
  }
}
