// SPDX-License-Identifier: BSD-3-Clause
#include "by_hand.hpp"

using namespace by_hand;

namespace {

const oracle::Condition five = oracle::Language::set_value(5.0);

}  // namespace

TEST_CASE("the oracle's biased interpolations of third order lean to one side") {
  const auto& L = stretched;
  const oracle::Centers x = centers({6, 12, 36, 0});
  const oracle::Faces y = faces({6, 12, 36, 0, 24});
  require(L.left_biased_3rd_order_c2f()(x), {6, 9, 21, 28, -18});
  require(L.right_biased_3rd_order_c2f(L.top(five))(x), {3, 6, 34, 18, 5});
  require(L.left_biased_3rd_order_f2c()(y), {9, 21, 28, 2});
  require(L.right_biased_3rd_order_f2c()(y), {6, 34, 8, 12});
  require(single.left_biased_3rd_order_c2f()(centers({3})), {3, 3});
}

TEST_CASE("the oracle limits fluxes") {
  // Cells 1, 2, 3 and 4 thick.
  const auto& L = stretched;
  const oracle::Centers x = centers({1, 3, 4, 12});
  require(L.lin_van_leer_c2f(0)(faces({1, 1, 1, 1, 1}), x), {1, 1, 3.75L, 5, 12});
  require(L.lin_van_leer_c2f(0, L.top(five))(faces({-1, -1, -1, -1, -1}), x), {-1, -2.25L, -3, -12, -5});
  require(L.lin_van_leer_c2f(1.25)(faces({1, 1, 1, 1, 1}), x), {1, 1, 3.375L, 4.0L + 1 - 1 / 2.8L, 12});
  // r = 2 / 1 upward and 8 / 1 downward.
  require(L.tvd_limited_flux_c2f()(faces({1, 1, 3, 1, 1}), x, faces({1, 1, 1, 1, 1})), {0, 0, 5, 0, 0});
  require(L.tvd_limited_flux_c2f()(faces({1, 1, 3, 1, 1}), x, faces({1, 1, -1, 1, 1})), {0, 0, 6, 0, 0});
  // (12 - 4) 3 / 8 = 3 above, (3 - 1) 2 / 8 = 1/2 below.
  require(L.fct_boris_book(8)(faces({1, 1, 2, 1, 1}), x), {0, 0, 0.5L, 0, 0});
  require(L.fct_boris_book(8)(faces({1, 1, -2, 1, 1}), x), {0, 0, 0, 0, 0});
}
