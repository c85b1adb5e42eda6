// SPDX-License-Identifier: BSD-3-Clause
#include "by_hand.hpp"

using namespace by_hand;

namespace {

const oracle::Centers x = centers({1, 2, 4, 8});
const oracle::Faces y = faces({1, 3, 2, 6, 4});
const oracle::Condition five = oracle::Language::set_value(5.0);

}  // namespace

TEST_CASE("the oracle interpolates by distance and by weights") {
  const auto& L = stretched;
  require(L.linear_interpolate_c2f()(x), {2 / 3.0L, 4 / 3.0L, 2.8L, 40 / 7.0L, 72 / 7.0L});
  require(L.linear_interpolate_c2f(L.bottom(five), L.top(L.set_gradient(2.0)))(x), {5, 4 / 3.0L, 2.8L, 40 / 7.0L, 12});
  require(single.linear_interpolate_c2f()(centers({3})), {3, 3});
  require(ring.linear_interpolate_c2f()(x), {4.5L, 1.5L, 3, 6, 4.5L});
  require(L.weighted_interpolate_c2f(L.bottom(five))(centers({1, 3, 1, 3}), x), {5, 1.75L, 2.5L, 7, 8});
  require(L.weighted_interpolate_f2c()(faces({1, 3, 1, 3, 1}), y), {2.5L, 2.75L, 5, 5.5L});
}

TEST_CASE("the oracle's tendencies follow the wind") {
  const auto& L = stretched;
  const oracle::Faces w = faces({1, -1, 2, 0, -3});
  const oracle::Centers v = centers({1, -2, 3, -4});
  require(L.upwind_biased_gradient()(v, x), {2 / 3.0L, 0.8L, 0.8L, 8 / 7.0L});
  require(L.upwind_biased_gradient()(faces({1, 1, -1, 1, 1}), y), {2, 2, 4 / 3.0L, 4 / 3.0L, -0.5L});
  require(L.advection_c2c()(w, x), {-2 / 3.0L, (1.6L - 2 / 3.0L) / 2, 0.8L, 0});
  require(L.advection_c2c(L.bottom(five), L.top(five))(w, x),
          {(-8 - 2 / 3.0L) / 2, (1.6L - 2 / 3.0L) / 2, 0.8L, 2.25L});
  require(L.advection_f2f()(w, y), {2, -1 / 3.0L, 1.2L, 0, 1.5L});
  require(L.flux_correction_c2c()(w, x), {2 / 3.0L, 1.6L - 2 / 3.0L, -1.6L, 0});
  require(L.flux_correction_f2f()(v, y), {2, -3, 5, -6, 2});
  require(single.advection_c2c()(faces({1, 2}), centers({3})), {0});
}

TEST_CASE("the oracle's third-order product leans against the wind") {
  const auto& L = stretched;
  const oracle::Centers z = centers({6, 12, 36, 0});
  const auto first = L.first_order_one_sided();
  require(L.upwind_3rd_order_biased_product_c2f()(faces({2, 1, 1, 1, 3}), z), {12, 6, 21, 28, 0});
  require(L.upwind_3rd_order_biased_product_c2f(L.bottom(five))(faces({2, -1, -1, -1, 3}), z), {10, -6, -34, -28, 0});
  require(L.upwind_3rd_order_biased_product_c2f(L.bottom(first))(faces({2, 1, 1, 1, 3}), z), {12, 6, 21, 28, 0});
  require(L.upwind_3rd_order_biased_product_c2f(L.top(first))(faces({2, 1, 1, -1, 3}), z), {12, 6, 21, 0, 0});
  require(ring.upwind_3rd_order_biased_product_c2f()(faces({1, 1, 1, 1, 1}), z), {-4, 9, 21, 28, -4});
}
