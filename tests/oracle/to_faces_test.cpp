// SPDX-License-Identifier: BSD-3-Clause
#include "by_hand.hpp"

using namespace by_hand;

namespace {

const oracle::Centers x = centers({1, 2, 4, 8});
const oracle::Condition five = oracle::Language::set_value(5.0);
const oracle::Condition extrapolate = oracle::Language::extrapolate();

}  // namespace

TEST_CASE("the oracle interpolates to faces") {
  const auto& L = stretched;
  require(L.interpolate_c2f()(x), {1, 1.5L, 3, 6, 8});
  require(L.interpolate_c2f(L.bottom(extrapolate), L.top(five))(x), {1, 1.5L, 3, 6, 5});
  const auto slope = L.set_gradient(2.0);
  require(L.interpolate_c2f(L.bottom(slope), L.top(slope))(x), {0, 1.5L, 3, 6, 12});
  require(ring.interpolate_c2f(ring.bottom(five))(x), {4.5L, 1.5L, 3, 6, 4.5L});
}

TEST_CASE("the oracle differentiates to faces") {
  const auto& L = stretched;
  require(L.gradient_c2f()(x), {2 / 3.0L, 2 / 3.0L, 0.8L, 8 / 7.0L, 8 / 7.0L});
  require(L.gradient_c2f(L.bottom(five), L.top(five))(x), {-8, 2 / 3.0L, 0.8L, 8 / 7.0L, -1.5L});
  require(L.gradient_c2f(L.bottom(L.set_gradient(7.0)))(x), {7, 2 / 3.0L, 0.8L, 8 / 7.0L, 8 / 7.0L});
  require(L.divergence_c2f(L.top(L.set_divergence(7.0)))(x), {2 / 3.0L, 2 / 3.0L, 0.8L, 8 / 7.0L, 7});
  require(ring.gradient_c2f(ring.top(five))(x), {-3.5L, 0.5L, 1, 2, -3.5L});
}

TEST_CASE("the oracle's biased operators look at one side") {
  const auto& L = stretched;
  require(L.left_biased_c2f()(x), {1, 1, 2, 4, 8});
  require(L.left_biased_c2f(L.bottom(five))(x), {5, 1, 2, 4, 8});
  require(L.right_biased_c2f()(x), {1, 2, 4, 8, 8});
  require(L.right_biased_c2f(L.top(five))(x), {1, 2, 4, 8, 5});
  require(ring.left_biased_c2f()(x), {8, 1, 2, 4, 8});
}

TEST_CASE("the oracle's upwind product follows the wind") {
  const auto& L = stretched;
  const oracle::Faces w = faces({1, -1, 2, 0, -3});
  require(L.upwind_biased_product_c2f()(w, x), {1, -2, 4, 0, -24});
  require(L.upwind_biased_product_c2f(L.bottom(five), L.top(five))(w, x), {5, -2, 4, 0, -15});
  require(ring.upwind_biased_product_c2f()(faces({1, -1, 2, 0, 1}), x), {8, -2, 4, 0, 8});
}

TEST_CASE("the oracle of one cell takes the other end's value, or a constant's gradient") {
  const auto& L = single;
  const oracle::Centers one = centers({3});
  require(L.gradient_c2f()(one), {0, 0});
  require(L.gradient_c2f(L.top(five))(one), {2, 2});
  require(L.gradient_c2f(L.bottom(five), L.top(five))(one), {-2, 2});
  require(L.interpolate_c2f(L.top(five))(one), {3, 5});
  require(single_ring.gradient_c2f()(one), {0, 0});
}

TEST_CASE("the oracle's SetBoundary replaces end faces") {
  const auto& L = stretched;
  const oracle::Faces y = faces({missing, 3, 2, 6, 4});
  require(L.set_boundary(L.bottom(five))(y), {5, 3, 2, 6, 4});
}
