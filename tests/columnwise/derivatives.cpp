// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

/// The turbulence of a boundary layer: a diffusivity at faces and the heating that it gives at centers.
struct Turbulence {
  STENCIL_FUNCTION auto operator()(auto rho, auto e, auto u, auto heat_flux) const {
    const auto grad = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto theta = e / rho;
    const auto du = grad(u), dtheta = grad(theta);  // one of them does not depend on what is differentiated by
    const auto shear2 = du * du + 1e-3;
    const auto ri = 9.81 / InterpolateC2F()(theta) * dtheta / shear2;
    const auto stability =
        where(ri > 0.0, 1.0 / ((1.0 + 5.0 * ri) * (1.0 + 5.0 * ri)), sqrt(1.0 - 16.0 * min(ri, 0.0)));
    const auto length = heights(Face{}) / (1.0 + heights(Face{}) / 40.0);
    const auto k = length * length * sqrt(shear2) * stability;
    const auto flux = DivergenceF2C(bottom(SetValue(-heat_flux)), top(SetValue(0.0)));
    return results(k, flux(InterpolateC2F()(rho) * k * dtheta));
  }
};

using Row = std::vector<long double>;
struct Column {
  Row rho, e, u, z;  ///< z: of faces
  long double heat_flux;
};
/// The same in plain loops: k, and the heating.
std::vector<Row> turbulence(const Column& c) {
  const std::size_t cells = c.e.size();
  Row k(cells + 1), flux(cells + 1, 0), heating(cells);
  for (std::size_t i = 0; i <= cells; ++i) {
    const bool end = i == 0 || i == cells;
    const std::size_t below = i == 0 ? 0 : i - 1, above = i == cells ? cells - 1 : i;
    const auto middle = [&](std::size_t j) { return (c.z[j] + c.z[j + 1]) / 2; };
    const long double dz = end ? 1 : middle(above) - middle(below);
    const long double low = c.e[below] / c.rho[below], high = c.e[above] / c.rho[above];
    const long double slope = (high - low) / dz, du = (c.u[above] - c.u[below]) / dz;
    const long double shear2 = du * du + 1e-3L, ri = 9.81L / ((low + high) / 2) * slope / shear2;
    const long double stability = ri > 0 ? 1 / ((1 + 5 * ri) * (1 + 5 * ri)) : std::sqrt(1 - 16 * ri);
    const long double length = c.z[i] / (1 + c.z[i] / 40);
    k[i] = length * length * std::sqrt(shear2) * stability;
    flux[i] = i == 0 ? -c.heat_flux : end ? 0 : (c.rho[below] + c.rho[above]) / 2 * k[i] * slope;
  }
  for (std::size_t i = 0; i < cells; ++i) heating[i] = (flux[i + 1] - flux[i]) / (c.z[i + 1] - c.z[i]);
  return {k, heating};
}
/// Their derivatives along a direction of one of the arguments, by differences of fourth order.
std::vector<Row> slopes(const Column& column, Row Column::* argument, const Row& direction) {
  const auto moved = [&](long double step) {
    Column c = column;
    for (std::size_t i = 0; i < direction.size(); ++i) (c.*argument)[i] += step * direction[i];
    return turbulence(c);
  };
  const long double h = argument == &Column::rho ? 0x1p-21L : 0x1p-14L;
  const auto one = moved(h), minus_one = moved(-h), two = moved(2 * h), minus_two = moved(-2 * h);
  std::vector<Row> all = one;
  for (std::size_t r = 0; r < all.size(); ++r) {
    for (std::size_t i = 0; i < all[r].size(); ++i)
      all[r][i] = (8 * (one[r][i] - minus_one[r][i]) - (two[r][i] - minus_two[r][i])) / (12 * h);
  }
  return all;
}

struct Derivatives {
  static constexpr int levels = 11, columns = 5;
  using Centers = CenterField<double>;
  using Faces = FaceField<double>;
  ColumnGrid grid = ColumnGrid::stretched(levels, 0.0, 300.0, 20.0, columns);
  Centers rho{grid}, e{grid}, u{grid}, along{grid};
  SurfaceField<double> heat_flux{grid};

  Derivatives() {
    rho.fill([](double z) { return 1.2 - 1e-4 * z; });
    e.fill([](double z, std::size_t c) {  // unstable layers among stable ones
      return 300 + 0.02 * z + 0.4 * std::sin(0.05 * z + static_cast<double>(c));
    });
    u.fill([](double z, std::size_t c) { return 8 * z / (z + 50 + static_cast<double>(c)); });
    along.fill([](double z, std::size_t c) { return std::cos(0.03 * z + static_cast<double>(2 * c)); });
    heat_flux.fill([](std::size_t c) { return 0.01 * static_cast<double>(c); });
  }
  auto call() const { return columnwise(Turbulence{})(rho, e, u, heat_flux); }

  /// The largest difference from the derivatives of plain loops, relative to the largest of these.
  double off(const Faces& dk, const Centers& dheating, Row Column::* argument = &Column::e) const {
    long double worst = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      Column column{{}, {}, {}, {}, heat_flux(c)};
      Row direction;
      for (int i = 0; i < levels; ++i) {
        column.rho.push_back(rho(i, c)), column.e.push_back(e(i, c)), column.u.push_back(u(i, c));
        direction.push_back(along(i, c));
      }
      for (const double z : grid.z_faces(c)) column.z.push_back(z);
      const auto expected = slopes(column, argument, direction);
      const auto compare = [&](const Row& right, const auto& field) {
        long double most = 0, difference = 0;
        for (std::size_t i = 0; i < right.size(); ++i) {
          most = std::max(most, std::fabs(right[i]));
          difference = std::max(difference, std::fabs(right[i] - field(static_cast<int>(i), c)));
        }
        worst = std::max(worst, difference / most);
      };
      compare(expected[0], dk), compare(expected[1], dheating);
    }
    return static_cast<double>(worst);
  }
};

template <class Field, class Other>
double product(const Field& x, const Other& y) {
  const auto a = x.to_host(), b = y.to_host();
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

TEST_CASE("A column function of several results has the derivatives of each", "[columnwise]") {
  const Derivatives d;
  Derivatives::Faces dk(d.grid), by_k(d.grid), weights(d.grid);
  Derivatives::Centers dheating(d.grid), by_heating(d.grid), back(d.grid), other(d.grid);
  fields(dk, dheating) = jvp(d.call(), wrt(d.e), d.along);
  CHECK(d.off(dk, dheating) < 1e-11);
  by_k = jvp(result<0>(d.call()), wrt(d.e), d.along);
  CHECK(by_k.to_host() == dk.to_host());

  const auto of_k = jacobian(result<0>(d.call()), wrt(d.e));
  const auto of_heating = jacobian(result<1>(d.call()), wrt(d.e));
  by_k = of_k * d.along, by_heating = of_heating * d.along;
  CHECK(d.off(by_k, by_heating) < 1e-11);

  // <J x, y> = <x, transpose(J) y>
  weights.fill([](double z, std::size_t c) { return std::sin(0.1 * z + static_cast<double>(c)); });
  other.fill([](double z, std::size_t c) { return std::cos(0.2 * z - static_cast<double>(c)); });
  back = transpose(of_k) * weights;
  CHECK(std::abs(product(dk, weights) - product(d.along, back)) <
        1e-12 * std::sqrt(product(dk, dk) * product(weights, weights)));
  back = transpose(of_heating) * other;
  CHECK(std::abs(product(dheating, other) - product(d.along, back)) <
        1e-12 * std::sqrt(product(dheating, dheating) * product(other, other)));
}

TEST_CASE("A column function has Jacobians by each of its arguments at levels", "[columnwise]") {
  const Derivatives d;
  Derivatives::Faces by_k(d.grid);
  Derivatives::Centers by_heating(d.grid);
  const auto check = [&](const auto& field, Row Column::* argument) {
    fields(by_k, by_heating) = jvp(d.call(), wrt(field), d.along);
    CHECK(d.off(by_k, by_heating, argument) < 1e-10);
    by_heating = jacobian(result<1>(d.call()), wrt(field)) * d.along;
    CHECK(d.off(by_k, by_heating, argument) < 1e-10);
  };
  check(d.u, &Column::u);
  check(d.rho, &Column::rho);
}

namespace {
/// Takes one result of a function, and of a march.
struct Taken {
  STENCIL_FUNCTION auto operator()(auto rho, auto e, auto u, auto heat_flux) const {
    const auto heating = result<1>(columnwise(Turbulence{})(rho, e, u, heat_flux));
    const auto fallen = march(
        from_top, 0.0,
        [](auto& sum, auto x) {
          sum += x;
          return results(sum, 2 * sum);
        },
        heating);
    return results(heating, result<1>(fallen));
  }
};
}  // namespace

TEST_CASE("One result of a column function is a node like any other", "[columnwise]") {
  const Derivatives d;
  FaceField<double> k(d.grid);
  CenterField<double> heating(d.grid), computed(d.grid), expected(d.grid), sum(d.grid);
  fields(k, heating) = d.call();
  expected = 0.5 * heating + InterpolateF2C()(k);
  computed = 0.5 * result<1>(d.call()) + InterpolateF2C()(result<0>(d.call()));
  CHECK(computed.to_host() == expected.to_host());
  fields(computed, sum) = columnwise(Taken{})(d.rho, d.e, d.u, d.heat_flux);
  CHECK(computed.to_host() == heating.to_host());
  CHECK(sum(10, 3) == 2 * heating(10, 3));
  CHECK(plan::formula(result<1>(d.call())) == "result<1>(columnwise(center, center, center, surface))");
}

namespace {
/// A solve whose matrix depends on x in every way in which its rows meet values, and x at a height.
struct SolveByItsMatrix {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto diffusion = band(1.0, 0.3 * x - 2.0, 1.0) / (1.0 + column_max(x));
    const auto matrix = identity() + diagonal(x * x) + x * band(0.05, 0.1 * x, -0.05) - diffusion;
    return results(solve(matrix, sin(x)), at_height(x, 30.0, 0.5), at_height(x, 1e6, 0.5));
  }
};
/// The same in plain loops; the values per column follow those of the levels.
Row solve_by_its_matrix(const Row& x, const Row& z) {
  const std::size_t n = x.size();
  const long double largest = *std::max_element(x.begin(), x.end());
  Row upper(n), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    const long double off = 1 / (1 + largest), low = 0.05L * x[i] - off;
    long double pivot = 1 + x[i] * x[i] + 0.1L * x[i] * x[i] - (0.3L * x[i] - 2) * off;
    right[i] = std::sin(x[i]);
    if (i > 0) pivot -= low * upper[i - 1], right[i] -= low * right[i - 1];
    upper[i] = (-0.05L * x[i] - off) / pivot;
    right[i] /= pivot;
  }
  for (std::size_t i = n - 1; i > 0; --i) right[i - 1] -= upper[i - 1] * right[i];
  std::size_t high = 1;
  const auto middle = [&](std::size_t i) { return (z[i] + z[i + 1]) / 2; };
  while (middle(high) < 30) ++high;
  right.push_back(x[high - 1] + (30 - middle(high - 1)) * (x[high] - x[high - 1]) / (middle(high) - middle(high - 1)));
  right.push_back(0.5L);
  return right;
}
}  // namespace

TEST_CASE("A solve has the derivative by what its matrix is made of", "[columnwise]") {
  const Derivatives d;
  CenterField<double> x(d.grid), dy(d.grid);
  SurfaceField<double> at_30(d.grid), beyond(d.grid);
  x.fill([](double z, std::size_t c) { return 1 + 0.4 * std::sin(0.05 * z + static_cast<double>(c)); });
  fields(dy, at_30, beyond) = jvp(columnwise(SolveByItsMatrix{})(x), wrt(x), d.along);
  const long double h = 0x1p-16L;
  for (std::size_t c = 0; c < Derivatives::columns; ++c) {
    const auto moved = [&](long double step) {
      Row values, z;
      for (int i = 0; i < Derivatives::levels; ++i) values.push_back(x(i, c) + step * h * d.along(i, c));
      for (const double face : d.grid.z_faces(c)) z.push_back(face);
      return solve_by_its_matrix(values, z);
    };
    const auto plus_one = moved(1), minus_one = moved(-1), two = moved(2), minus_two = moved(-2);
    for (std::size_t i = 0; i < plus_one.size(); ++i) {
      const long double expected = (8 * (plus_one[i] - minus_one[i]) - (two[i] - minus_two[i])) / (12 * h);
      const double computed = i < Derivatives::levels    ? dy(static_cast<int>(i), c)
                              : i == Derivatives::levels ? at_30(c)
                                                         : beyond(c);
      CAPTURE(c, i);
      CHECK(std::fabs(static_cast<double>(computed - expected)) < 1e-11);
    }
  }
}

TEST_CASE("A value of numbers is taken apart as one value", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 5.0, 2);
  CenterField<double> x(grid), out(grid);
  x.fill([](double z) { return z; });
  out = columnwise([](auto y) {
    const auto [total] = column_sum(y);
    const auto [running] = march(from_bottom, 0.0, [](auto& sum, auto v) { return sum += v; }, y);
    return results(running - total);
  })(x);
  double sum = 0;
  for (int level = 0; level < 5; ++level) CHECK(out(level, 1) == (sum += level + 0.5) - 12.5);
}

namespace {
/// Systems of blocks, and of centers and faces, whose matrices depend on x.
struct Systems {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto f) const {
    const auto grad = operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
    const auto div = operator_matrix(DivergenceF2C(no_flux));
    const auto own = band(0.3 * x, 4.0 + x * x, 0.2 * y);
    const auto two = solve(blocks<2>(own, diagonal(0.2 * x), 0.3, band(0.1 * y, 3.0 + y, 0.1)), vec(x * y, y));
    const auto lu = factorize(blocks<3>(own, diagonal(0.2 * x), 0.3, band(0.1 * y, 3.0 + y, 0.1), identity(), 0.0, 0.5,
                                        2.0, identity() + y * own));
    const auto [three, others] = lu.solve(vec(x, y, x * y), vec(y, y, y));
    const auto [p, w] = solve_staggered(own, (0.1 * y) * div, (0.1 * f) * grad, identity(), x, f);
    const auto [v, q] = solve_arrowhead(band(0.1 * f, 3.0 + f, 0.2 * f), f * f,
                                        tip((0.1 * f) * grad, (0.1 * x) * div, 2.0 + x * x, x * y));
    return results(component<0>(two) + component<1>(two), component<2>(three) + component<0>(others), p + q, w * v);
  }
};
}  // namespace

TEST_CASE("Solves of blocks, of centers and faces and of arrowheads have derivatives", "[columnwise]") {
  for (const int levels : {1, 2, 3, 9, 20}) {
    const auto grid = ColumnGrid::stretched(levels, 0.0, levels, 0.8, 9);
    using Centers = Field<double, Center, backend::Cpu, layout::ColumnsContiguous>;
    using Faces = Field<double, Face, backend::Cpu, layout::ColumnsContiguous>;
    Centers x(grid), y(grid), along(grid), blocks(grid), more(grid), centers(grid);
    Faces f(grid), faces(grid);
    x.fill([](double z, std::size_t c) { return std::sin(z + static_cast<double>(c)); });
    y.fill([](double z, std::size_t c) { return 0.5 + 0.4 * std::cos(2 * z + static_cast<double>(c)); });
    f.fill([](double z, std::size_t c) { return 0.5 + 0.4 * std::sin(3 * z - static_cast<double>(c)); });
    along.fill([](double z, std::size_t c) { return std::cos(3 * z + static_cast<double>(c)); });
    const auto values = [&] {
      std::vector<double> all = blocks.to_host();
      for (const auto& some : {more.to_host(), centers.to_host(), faces.to_host()})
        all.insert(all.end(), some.begin(), some.end());
      return all;
    };
    const auto systems = columnwise(Systems{});
    const auto at = x;
    const double h = 0x1p-10;
    std::vector<double> moved[4];
    for (int i = 0; i < 4; ++i) {
      x = at + (i < 2 ? i - 2 : i - 1) * h * along;
      fields(blocks, more, centers, faces) = systems(x, y, f);
      moved[i] = values();
    }
    x = at;
    fields(blocks, more, centers, faces) = jvp(systems(x, y, f), wrt(x), along);
    const auto slopes = values();
    double difference = 0;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const double expected = (8 * (moved[2][i] - moved[1][i]) - (moved[3][i] - moved[0][i])) / (12 * h);
      difference = std::max(difference, std::fabs(slopes[i] - expected) / (1 + std::fabs(expected)));
      CHECK(std::isfinite(slopes[i]));
    }
    INFO(levels << " levels");
    CHECK(difference < 1e-8);
  }
}

TEST_CASE("An unknown with one value per column may stand in a boundary condition alone", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 9);
  CenterField<double> x(grid);
  SurfaceField<double> start(grid), found(grid);
  x.fill([](double z) { return z * z; });
  start.fill(3.0);
  // What flows in at the bottom, u^3, is 8.
  found = columnwise([](auto y, auto from) {
    const auto residual = [&](auto u) {
      const auto slope = GradientC2F(bottom(SetGradient(u * u * u)), top(SetGradient(0.0)));
      return column_sum(DivergenceF2C()(slope(y))) + 8.0;
    };
    const auto [u, iterations, converged] = newton(residual, from);
    return results(where(converged, u, 0.0));
  })(x, start);
  for (std::size_t c = 0; c < grid.columns(); ++c) CHECK(std::abs(found(c) - 2) < 1e-12);
}

namespace {

/// Nonlinear diffusion whose derivatives of powers are too costly to be computed where they are read.
struct StepOfDiffusion {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto diffused = [](auto y) {
      const auto conductivity = pow(1.0 + pow(InterpolateC2F()(y), 1.5), 0.8);
      return DivergenceF2C(no_flux)(conductivity * GradientC2F()(y));
    };
    return results(solve(identity() - 0.1 * jacobian(diffused, x), x + 0.1 * diffused(x)));
  }
};

}  // namespace

TEST_CASE("Rows of derivatives of a column alone have the bits of the same beside others", "[columnwise]") {
  for (const int levels : {1, 2, 7, 40}) {
    CAPTURE(levels);
    const auto solved = [&](std::size_t columns) {
      CenterField<double> x(ColumnGrid::uniform(levels, 0.0, 1.0 * levels, columns)), next(x.grid());
      x.fill([](double z, std::size_t c) { return 1.5 + std::sin(z + static_cast<double>(c)); });
      next = columnwise(StepOfDiffusion{})(x);
      return next;
    };
    const auto alone = solved(1), beside = solved(33);
    for (int k = 0; k < levels; ++k) CHECK(alone(k, 0) == beside(k, 0));
  }
}

namespace {

/// Decays by x^2 in passes. What they begin as, a number and a value per column, depends on x only after one pass and
/// two.
struct Decays {
  double rate = 0.1;

  STENCIL_FUNCTION auto operator()(auto x, auto start) const {
    auto [left, lost, before, passes, done] = repeat_until(
        [&](auto y, auto so_far, auto earlier) {
          const auto now = y - rate * y * y;
          return results(now, so_far + column_sum(y - now), earlier + so_far, column_max(now) < 0.5);
        },
        40, x, 0.0, start);
    return results(left, lost, before + 0.0 * passes);
  }
};

}  // namespace

TEST_CASE("A pass may give derivatives to values that begin without", "[columnwise]") {
  for (const bool ring : {false, true}) {
    const auto grid = ring ? ColumnGrid::periodic(5, 0.0, 1.0, 3) : ColumnGrid::uniform(5, 0.0, 1.0, 3);
    CenterField<double> x(grid), dx(grid), left(grid);
    SurfaceField<double> start(grid), lost(grid), before(grid);
    x.fill([](double z, std::size_t column) { return 0.7 + z + 0.2 * static_cast<double>(column); });
    dx.fill([](double z) { return 1.0 - z * z; });
    start.fill(3.0);
    const auto decays = columnwise(Decays{});
    fields(left, lost, before) = jvp(decays(x, start), wrt(x), dx);
    for (std::size_t column = 0; column < 3; ++column) {
      std::vector<double> y, slope;
      for (int k = 0; k < 5; ++k) y.push_back(x(k, column)), slope.push_back(dx(k, column));
      double lost_slope = 0, before_slope = 0;
      while (true) {
        before_slope += lost_slope;
        for (std::size_t k = 0; k < y.size(); ++k) {
          lost_slope += 0.2 * y[k] * slope[k];
          slope[k] -= 0.2 * y[k] * slope[k];
          y[k] -= 0.1 * y[k] * y[k];
        }
        if (*std::max_element(y.begin(), y.end()) < 0.5) break;
      }
      for (int k = 0; k < 5; ++k) CHECK(std::abs(left(k, column) - slope[static_cast<std::size_t>(k)]) < 1e-13);
      CHECK(std::abs(lost(column) - lost_slope) < 1e-12);
      CHECK(std::abs(before(column) - before_slope) < 1e-11);
    }
  }
}

namespace {

/// Functions of two values of which either may have derivatives.
struct OfTwo {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const {
    const auto of = [&](auto q) {
      return hypot(1.0 + q * q, q * y) + atan2(q * y, 1.0 + q * q) + copysign(q * q, q - y) + pow(1.0 + q * q, 2.0 * q);
    };
    return results(jacobian(of, x) * y, of(x));
  }
};

/// Rows of several values, the first of which is not differentiated, and may have less precision.
struct OfTwoInARow {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto start) const {
    const auto fading = sequential([](auto s, auto u, auto v) { return 0.5 * s + u * v; });
    return results(column_reduce(fading, 0.0, as_is, from_top, x, y),
                   column_reduce(fading, start, as_is, from_top, x, y),
                   column_accumulate(fading, start, as_is, from_bottom, x, y));
  }
};

/// Values of float beside those of double.
struct OfBothPrecisions {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto f) const {
    const auto carried = UpwindBiasedProductC2F()(f, x + y) * InterpolateC2F()(y) + FCTBorisBook(0.25)(f, x * y);
    const auto curved = WENO5ProductC2F(0.01)(f, x) + WENO5ProductC2F(0.01)(f, y);
    const auto solved = solve(band(0.1 * x, 5.0 + x * y, -0.1 * y), x) + solve(band(0.2, 5.0 + y, -0.1 * x), y);
    const auto points = exp(x + y) + max(x, 0.5 * y) + where(y > 1.0, x, y) + clamp(x, -0.2, 1.0 + y);
    return results(points + sqrt(5.0 + (x - y)) + solved, carried + curved, column_max(points));
  }
};

}  // namespace

TEST_CASE("Functions of two values inside a Jacobian have derivatives", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 9);
  CenterField<double> x(grid), y(grid), product(grid), value(grid), slope(grid);
  x.fill([](double z, std::size_t c) { return std::sin(5 * z + static_cast<double>(c)); });
  y.fill([](double z, std::size_t c) { return 0.3 + std::cos(3 * z + static_cast<double>(c)); });
  fields(product, value) = columnwise(OfTwo{})(x, y);
  slope =
      jvp(hypot(1.0 + x * x, x * y) + atan2(x * y, 1.0 + x * x) + copysign(x * x, x - y) + pow(1.0 + x * x, 2.0 * x),
          wrt(x), y);
  for (std::size_t c = 0; c < 9; ++c) {
    for (int k = 0; k < 7; ++k) CHECK(std::abs(product(k, c) - slope(k, c)) < 1e-13 * (1 + std::abs(slope(k, c))));
  }
}

TEST_CASE("A row of several values gives a state the derivatives and the precision of all", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 9);
  CenterField<double> x(grid), wide(grid), y(grid), along(grid), running(grid), of_slope(grid);
  CenterField<float> narrow(grid);
  SurfaceField<double> start(grid), zeros(grid), sum(grid), other(grid), expected(grid);
  SurfaceField<float> narrow_start(grid);
  x.fill([](double z, std::size_t c) { return std::sin(5 * z + static_cast<double>(c)); });
  y.fill([](double z) { return std::cos(3 * z); });
  along.fill([](double z) { return 1 - z * z; });
  start = 0.25, narrow_start = 0.25F, zeros = 0.0;
  const auto row = columnwise(OfTwoInARow{});
  // It is linear in y, and where it starts is no part of the derivative.
  fields(sum, other, running) = jvp(row(x, y, start), wrt(y), along);
  fields(expected, other, of_slope) = row(x, along, zeros);
  CHECK(sum.to_host() == expected.to_host());
  CHECK(running.to_host() == of_slope.to_host());
  fields(sum, other, running) = jvp(row(x, y, start), wrt(y), along);
  CHECK(other.to_host() == expected.to_host());

  narrow = x, wide = narrow;
  fields(sum, other, running) = row(narrow, y, narrow_start);
  fields(expected, zeros, of_slope) = row(wide, y, start);
  CHECK(sum.to_host() == expected.to_host());
  CHECK(other.to_host() == zeros.to_host());
  CHECK(running.to_host() == of_slope.to_host());
  const auto fading = sequential([](auto s, auto u, auto v) { return 0.5 * s + u * v; });
  sum = column_reduce(fading, 0.0, as_is, from_top, narrow, y);
  CHECK(sum.to_host() == expected.to_host());
}

TEST_CASE("Derivatives by a field of one precision go through values of the other", "[columnwise]") {
  for (const bool ring : {false, true}) {
    const auto grid = ring ? ColumnGrid::periodic(6, 0.0, 6.0, 17) : ColumnGrid::uniform(6, 0.0, 6.0, 17);
    CenterField<double> y(grid), wide(grid), along(grid), slope(grid), expected(grid), product(grid);
    CenterField<float> x(grid), narrow_along(grid), narrow_y(grid);
    FaceField<double> f(grid), carried(grid), expected_carried(grid);
    SurfaceField<double> most(grid), expected_most(grid);
    x.fill([](double z, std::size_t c) { return static_cast<float>(std::sin(z + static_cast<double>(c))); });
    narrow_y.fill(
        [](double z, std::size_t c) { return static_cast<float>(1.3 + std::cos(3 * z + static_cast<double>(c))); });
    narrow_along.fill([](double z) { return static_cast<float>(std::cos(2 * z)); });
    f.fill([](double z, std::size_t c) { return std::sin(2 * z - static_cast<double>(c)); });
    wide = x, along = narrow_along, y = narrow_y;
    const auto both = columnwise(OfBothPrecisions{});
    const auto compare = [&] {
      for (std::size_t c = 0; c < 17; ++c) {
        for (int k = 0; k < 6; ++k) {
          CHECK(std::abs(slope(k, c) - expected(k, c)) < 1e-5);
          CHECK(std::abs(carried(k, c) - expected_carried(k, c)) < 1e-5);
        }
        CHECK(std::abs(most(c) - expected_most(c)) < 1e-5);
      }
    };
    fields(expected, expected_carried, expected_most) = jvp(both(wide, y, f), wrt(wide), along);
    fields(slope, carried, most) = jvp(both(x, y, f), wrt(x), narrow_along);
    compare();
    fields(slope, carried, most) = jvp(both(wide, narrow_y, f), wrt(wide), along);
    compare();
    // Beside a double a float has derivatives in double.
    slope = jvp(exp(x + y) / 3.0, wrt(x), narrow_along);
    expected = jvp(exp(wide + y) / 3.0, wrt(wide), along);
    product = jacobian(exp(x + y) / 3.0, wrt(x)) * narrow_along;
    CHECK(slope.to_host() == expected.to_host());
    for (std::size_t c = 0; c < 17; ++c)
      for (int k = 0; k < 6; ++k)
        CHECK(std::abs(product(k, c) - expected(k, c)) < 1e-14 * (1 + std::abs(expected(k, c))));
  }
}

namespace {

/// Diffusion whose gradient has its closures at the ends, which read three cells. Conditions: of the divergence.
struct Diffusion {
  template <class K, class Y, class... Conditions>
  STENCIL_FUNCTION static auto of(const K& k, const Y& y, const Conditions&... conditions) {
    return DivergenceF2C(conditions...)(k * GradientC2F()(y));
  }
};
/// The change by the Jacobian of diffusion. Diagonals: how far it is to reach, in half levels.
template <class Formula, int Diagonals>
struct ChangeBy {
  Formula formula;

  STENCIL_FUNCTION auto operator()(auto k, auto x, auto dx) const {
    const auto matrix = jacobian([&](auto y) { return formula(k, y); }, x);
    using OneRow = typename std::remove_cvref_t<decltype(matrix)>::value_type;
    static_assert(OneRow::low == -Diagonals && OneRow::high == Diagonals);
    return results(matrix * dx);
  }
};
template <int Diagonals, class Formula>
void check_reach(const Formula& formula) {
  for (const int levels : {1, 2, 3, 4, 5, 9, 40}) {
    const auto grid = ColumnGrid::stretched(levels, 0.0, 10.0, 5.0 / levels, 3);
    FaceField<double> k(grid);
    CenterField<double> x(grid), dx(grid), inside(grid), outside(grid);
    k.fill([](double z) { return 1.0 + 0.1 * z; });
    x.fill([](double z, std::size_t column) { return std::sin(z + static_cast<double>(column)); });
    dx.fill([](double z) { return std::cos(2 * z); });
    inside = columnwise(ChangeBy<Formula, Diagonals>{formula})(k, x, dx);
    outside = jvp(formula(k, x), wrt(x), dx);
    for (std::size_t column = 0; column < 3; ++column) {
      for (int level = 0; level < levels; ++level)
        CHECK(std::abs(inside(level, column) - outside(level, column)) <
              1e-12 * (1 + std::abs(outside(level, column))));
    }
  }
}

}  // namespace

TEST_CASE("A Jacobian in a function reaches no farther than what is read", "[columnwise]") {
  check_reach<2>([](const auto& k, const auto& y) { return Diffusion::of(k, y, no_flux); });
  // The closures of the gradient are read.
  check_reach<4>([](const auto& k, const auto& y) { return Diffusion::of(k, y); });
  check_reach<4>([](const auto& k, const auto& y) { return Diffusion::of(k, y, bottom(SetValue(1.0))); });
  check_reach<4>([](const auto& k, const auto& y) { return Diffusion::of(k, Diffusion::of(k, y, no_flux), no_flux); });
  // Operations at a level between, on values of different reach.
  check_reach<2>([](const auto& k, const auto& y) {
    const auto flux = k * GradientC2F()(y) * InterpolateC2F()(y);
    return y * y + DivergenceF2C(no_flux)(where(k > 1.5, flux, -flux));
  });
  check_reach<4>([](const auto& k, const auto& y) {
    const auto flux = k * GradientC2F()(y);
    return DivergenceF2C(no_flux)(flux) + InterpolateF2C()(flux);
  });
}

TEST_CASE("Heights in the precision of a value with derivatives have none themselves", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 8.0, 1);
  const CenterField<float> x(grid, {1.0F, 2.0F, 3.0F, 5.0F}), along(grid, {1.0F, -1.0F, 2.0F, 0.5F});
  CenterField<float> slope(grid), row(grid);
  SurfaceField<float> total(grid);
  const auto weigh = columnwise([](auto y) {
    using T = typename decltype(y)::value_type;
    const auto z = heights<T>(Center{});
    static_assert(std::is_same_v<typename decltype(z)::value_type, float>);
    const auto sum = march_state(from_bottom, T(0), [](auto& s, auto v, auto height) { s += v * height; }, y, z);
    return results(y * y * z * spacing<T>(Center{}), sum);
  });
  fields(slope, total) = jvp(weigh(x), wrt(x), along);
  row = jacobian(columnwise([](auto y) { return results(y * heights<typename decltype(y)::value_type>(Center{})); })(x),
                 wrt(x)) *
        along;
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    const float z = 2.0F * static_cast<float>(k) + 1.0F;
    CHECK(slope(k, 0) == 4.0F * x(k, 0) * along(k, 0) * z);
    CHECK(row(k, 0) == z * along(k, 0));
    sum += along(k, 0) * z;
  }
  CHECK(total(0) == sum);
}
