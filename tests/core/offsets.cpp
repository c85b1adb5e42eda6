// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/location.hpp>
#include <stencil/offset.hpp>

#include <catch2/catch_test_macros.hpp>

#include <type_traits>

using namespace stencil;

namespace {

template <class Location, int Halves, class Expected>
constexpr bool leads_to = std::is_same_v<location_at<Location, Halves>, Expected>;

static_assert(half.halves == 1 && one.halves == 2 && here.halves == 0);
static_assert((-half).halves == -1 && (half + one).halves == 3 && (half - one).halves == -1);
static_assert(std::is_same_v<decltype(half + half), std::remove_const_t<decltype(one)>>);

static_assert(leads_to<Center, 1, Face> && leads_to<Center, -1, Face> && leads_to<Center, 2, Center>);
static_assert(leads_to<Face, 1, Center> && leads_to<Face, -3, Center> && leads_to<Face, 0, Face>);
static_assert(leads_to<Surface, 1, Surface>);

// Face i lies below center i.
static_assert(index_shift<Center>(-1) == 0 && index_shift<Center>(1) == 1);
static_assert(index_shift<Face>(-1) == -1 && index_shift<Face>(1) == 0);
static_assert(index_shift<Center>(2) == 1 && index_shift<Face>(-2) == -1);
static_assert(index_shift<Center>(-3) == -1 && index_shift<Center>(3) == 2);
static_assert(index_shift<Face>(-3) == -2 && index_shift<Face>(3) == 1);

static_assert(rows_at<Center>(7) == 7 && rows_at<Face>(7) == 8 && rows_at<Surface>(7) == 1);

template <class A, class B>
using Common = typename CommonLocation<A, B>::type;
static_assert(std::is_same_v<Common<Center, AnyLocation>, Center> && std::is_same_v<Common<AnyLocation, Face>, Face>);
static_assert(std::is_same_v<Common<Surface, Face>, Face> && std::is_same_v<Common<Center, Surface>, Center>);
static_assert(std::is_void_v<Common<Center, Face>>);
static_assert(std::is_same_v<CommonLocationOf<AnyLocation, Surface, Center, AnyLocation>::type, Center>);

}  // namespace

TEST_CASE("A step up and down by half levels returns to the same index", "[offset]") {
  for (int halves = -6; halves <= 6; ++halves) {
    const bool to_faces = halves % 2 != 0;
    const int there = index_shift<Center>(halves);
    const int back = to_faces ? index_shift<Face>(-halves) : index_shift<Center>(-halves);
    REQUIRE(there + back == 0);
  }
}
