// SPDX-License-Identifier: BSD-3-Clause
#include "by_hand.hpp"

using namespace by_hand;

namespace {

const oracle::Centers x = centers({1, 3, 2, 6});
const oracle::Faces y = faces({1, 3, 2, 6, 4});
const oracle::Faces around = faces({1, 3, 2, 6, 1});  // of a ring, whose last face is the first

void require(oracle::Number got, long double expected) { CHECK(got.value == expected); }

}  // namespace

TEST_CASE("the oracle integrates over a column, and up to each face") {
  const auto& L = stretched;
  require(L.column_integral(x), 37);
  require(ring.column_integral(x), 24);
  by_hand::require(L.running_integral(x, 0.5, L.from_bottom), {0.5L, 1.5L, 7.5L, 13.5L, 37.5L});
  by_hand::require(L.running_integral(x, 0.5, L.from_top), {37.5L, 36.5L, 30.5L, 24.5L, 0.5L});
}

TEST_CASE("the oracle finds the first level, the last face of a ring being none") {
  const auto& L = stretched;
  require(L.first_value(y > 2.5, y * 2.0, L.from_bottom, 0.25), 6);
  require(L.at_first_level(y > 2.5, y * 2.0, L.from_top, 0.25), 8);
  require(L.first_value(y > 7.0, y, L.from_top, 0.25), 0.25L);
  require(ring.first_value(around < 1.5, around + 1.0, ring.from_top, 0.25), 2);
  require(ring.first_value(around > 5.0, around, ring.from_top, 0.25), 6);
  CHECK(L.first_value(y / 3.0 > 1.0, y, L.from_bottom, 0.25).doubtful);
}

TEST_CASE("the oracle marches level after level") {
  const auto& L = stretched;
  by_hand::require(L.running_sum(x, 0.5, L.from_bottom), {1.5L, 4.5L, 6.5L, 12.5L});
  by_hand::require(L.running_sum(y, 0.5, L.from_top), {16.5L, 15.5L, 12.5L, 10.5L, 4.5L});
  const auto step = [](auto& state, auto u, auto v) {
    state = state / 2 + u;
    return state - v;
  };
  by_hand::require(L.march(L.from_top, 4.0, step, x, 1.0), {3, 5, 5, 7});
}

TEST_CASE("the oracle solves band systems, around a ring too") {
  const auto rows = [](double value) { return centers({value, value, value, value}); };
  // Of the right sides that these solutions give.
  by_hand::require(stretched.solved(rows(1), rows(4), rows(2), centers({10, 17, 23, 26})), {1, 3, 2, 6});
  by_hand::require(ring.solved(rows(1), rows(4), rows(2), centers({16, 17, 23, 28})), {1, 3, 2, 6});
  by_hand::require(stretched.solved(rows(1), rows(0), rows(8), rows(0), rows(2), centers({12, 36, 17, 51})),
                   {1, 3, 2, 6});
  const auto around_faces = faces({1, 1, 1, 1, 1});
  by_hand::require(ring.solved(around_faces, 4.0 * around_faces, 2.0 * around_faces, faces({16, 17, 23, 28, 16})),
                   {1, 3, 2, 6, 1});
  by_hand::require(single_ring.solved(centers({1}), centers({4}), centers({2}), centers({21})), {3});
}

TEST_CASE("the oracle diffuses: nothing goes through the ends, and what changes is the flux") {
  const oracle::Faces k = faces({9, 3, 5, 7, 9});
  for (const auto* L : {&stretched, &ring}) {
    const auto z = L->diffused(0.5, k, x);
    const auto no_flux = L->set_gradient(0.0);
    const auto change = L->divergence_f2c()(k * L->gradient_c2f(L->bottom(no_flux), L->top(no_flux))(z));
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(std::fabs((z.values[i] - 0.5 * change.values[i] - x.values[i]).value) < 1e-17L);
  }
}
