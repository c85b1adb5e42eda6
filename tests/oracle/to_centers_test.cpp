// SPDX-License-Identifier: BSD-3-Clause
#include "by_hand.hpp"

using namespace by_hand;

namespace {

const oracle::Faces y = faces({1, 3, 2, 6, 4});
const oracle::Condition zero = oracle::Language::set_value(0.0);
const oracle::Condition extrapolate = oracle::Language::extrapolate();

}  // namespace

TEST_CASE("the oracle interpolates to centers") {
  const auto& L = stretched;
  require(L.interpolate_f2c()(y), {2, 2.5L, 4, 5});
  require(L.interpolate_f2c(L.bottom(zero), L.top(zero))(y), {1.5L, 2.5L, 4, 3});
  require(ring.interpolate_f2c(ring.bottom(zero))(y), {2, 2.5L, 4, 3.5L});
}

TEST_CASE("the oracle differentiates to centers") {
  const auto& L = stretched;
  require(L.gradient_f2c()(y), {2, -0.5L, 4 / 3.0L, -0.5L});
  require(L.divergence_f2c(L.bottom(zero), L.top(zero))(y), {3, -0.5L, 4 / 3.0L, -1.5L});
  require(L.divergence_f2c(L.bottom(extrapolate), L.top(extrapolate))(y), {-0.5L, -0.5L, 4 / 3.0L, 4 / 3.0L});
  require(L.divergence_f2c(L.bottom(L.set_divergence(9.0)))(y), {9, -0.5L, 4 / 3.0L, -0.5L});
  require(ring.divergence_f2c()(y), {1, -0.5L, 2, -2.5L});
}

TEST_CASE("the oracle's biased operators to centers read one face") {
  const auto& L = stretched;
  require(L.left_biased_f2c(L.bottom(zero))(y), {0, 3, 2, 6});
  require(L.right_biased_f2c(L.top(zero))(y), {3, 2, 6, 0});
}

TEST_CASE("the oracle finds the value above and the value below") {
  const auto& L = stretched;
  require(L.above(y), {3, 2, 6, 4, 4});
  require(L.below(y, L.bottom(zero)), {0, 1, 3, 2, 6});
  require(L.below(y, L.bottom(extrapolate)), {1, 1, 3, 2, 6});
  require(L.above(centers({1, 3, 2, 6}), L.top(zero)), {3, 2, 6, 0});
  require(ring.above(centers({1, 3, 2, 6}), ring.top(zero)), {3, 2, 6, 1});
  require(ring.below(faces({1, 3, 2, 6, 1})), {6, 1, 3, 2, 6});
  require(L.center_heights(), {0.5L, 2, 4.5L, 8});
}

TEST_CASE("the oracle of one cell keeps the plain formula where there is nothing to extrapolate from") {
  const auto& L = single;
  require(L.gradient_f2c(L.bottom(extrapolate), L.top(extrapolate))(faces({1, 5})), {2});
  require(L.gradient_f2c(L.bottom(extrapolate), L.top(zero))(faces({1, 5})), {-0.5L});
}

TEST_CASE("the oracle never reads what a condition replaces") {
  const auto& L = stretched;
  const oracle::Faces torn = faces({missing, 3, 2, 6, missing});
  require(L.divergence_f2c(L.bottom(zero), L.top(zero))(torn), {3, -0.5L, 4 / 3.0L, -1.5L});
  const auto inner = L.gradient_c2f(L.bottom(L.set_value(missing)), L.top(L.set_gradient(missing)));
  require(L.divergence_f2c(L.bottom(zero), L.top(zero))(inner(centers({0, 1.5, 4, 7.5}))), {1, 0, 0, -0.25L});
}

TEST_CASE("the oracle bounds what working precision may lose") {
  const auto quotient = oracle::Number(1.0) / oracle::Number(3.0);
  const long double in_double = 1.0 / 3.0;
  const long double eps = std::numeric_limits<double>::epsilon();
  CHECK(std::fabs(in_double - quotient.value) <= quotient.error * eps);
  CHECK(quotient.error <= 0.5L);
  CHECK((quotient * oracle::Number(3.0) > oracle::Number(1.0)).doubtful);
  CHECK_FALSE((oracle::Number(2.0) > oracle::Number(1.0)).doubtful);
}
