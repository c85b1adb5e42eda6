// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

using namespace stencil;

/// Vecs and small matrices in vectors, one vector for each number, beside the same number by number.
namespace {

/// Numbers that all differ, and are exact in every type.
template <class V>
V value_of(int seed) {
  V value{};
  int next = 1 + 20 * seed;
  cpu::each_number([&next](auto& number) { number = static_cast<scalar_of<V>>(next++); }, value);
  return value;
}
template <class V>
bool same(V a, const V& b) {
  bool all = true;
  cpu::each_number([&all](auto& x, const auto& y) { all = all && x == y; }, a, b);
  return all;
}
/// W values in memory, with one before and one behind them.
template <class V, int W>
std::array<V, W + 2> values_of(int seed) {
  std::array<V, W + 2> all;
  for (int l = 0; l < W + 2; ++l) all[static_cast<std::size_t>(l)] = value_of<V>(seed + l);
  return all;
}
template <class V, int W>
cpu::wide_of<V, W> wide(int seed) {
  return cpu::load<W>(values_of<V, W>(seed).data() + 1);
}
template <class T>
inline constexpr int native = cpu::simd::native_bytes / static_cast<int>(sizeof(T));

/// Values of V, N numbers each, from memory and back, all of them and a part.
template <class V, int W>
void require_round_trip() {
  const auto from = values_of<V, W>(3);
  const auto loaded = cpu::load<W>(from.data() + 1);
  STATIC_REQUIRE(std::is_same_v<std::remove_const_t<decltype(loaded)>, cpu::wide_of<V, W>>);
  auto to = values_of<V, W>(40);
  cpu::put(to.data() + 1, 1, loaded, 0, W);
  auto part = values_of<V, W>(40);
  cpu::put(part.data() + 1, 1, loaded, 1, W);
  for (int l = -1; l <= W; ++l) {
    CAPTURE(l);
    const auto at = static_cast<std::size_t>(l + 1);
    if (l >= 0 && l < W) REQUIRE(same(cpu::element(loaded, l), from[at]));
    REQUIRE(same(to[at], l >= 0 && l < W ? from[at] : value_of<V>(40 + l + 1)));
    REQUIRE(same(part[at], l >= 1 && l < W ? from[at] : value_of<V>(40 + l + 1)));
  }
  const auto first = cpu::load<W>(from.data() + 1, 1);  // the others repeat it
  for (int l = 0; l < W; ++l) REQUIRE(same(cpu::element(first, l), from[1]));
}
template <class T, int W>
void require_all_round_trips() {
  require_round_trip<Vec<T, 1>, W>();
  require_round_trip<Vec<T, 2>, W>();
  require_round_trip<Vec<T, 3>, W>();
  require_round_trip<Vec<T, 4>, W>();
  require_round_trip<Vec<T, 5>, W>();
  require_round_trip<Matrix<T, 2>, W>();
  require_round_trip<Matrix<T, 3>, W>();
}

/// f of vectors has the numbers of f of each element.
template <int W, class F, class... V>
void require_by_element(const F& f, const V&... x) {
  const auto all = f(x...);
  for (int l = 0; l < W; ++l) {
    CAPTURE(l);
    const auto single = f(cpu::element(x, l)...);
    if constexpr (std::is_arithmetic_v<std::remove_const_t<decltype(single)>>) {
      REQUIRE(cpu::element(all, l) == single);
    } else {
      REQUIRE(same(cpu::element(all, l), single));
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("Vecs and matrices come from memory into vectors and go back", "[wide]", float, double, int) {
  require_all_round_trips<TestType, native<TestType>>();
  require_all_round_trips<TestType, 4>();
}

TEMPLATE_TEST_CASE("Arithmetic of Vecs in vectors is that of each", "[wide]", float, double) {
  static constexpr int W = native<TestType>;
  using V = Vec<TestType, 3>;
  const auto a = wide<V, W>(1), b = wide<V, W>(9);
  const cpu::wide_of<TestType, W> s = a.numbers[2];
  const V constant = value_of<V>(30);
  const auto by_element = [](const auto& f, const auto&... x) { require_by_element<W>(f, x...); };
  by_element([](const auto& x, const auto& y) { return x + y; }, a, b);
  by_element([](const auto& x, const auto& y) { return x - y; }, a, b);
  by_element([](const auto& x, const auto& y) { return x * y; }, a, b);
  by_element([](const auto& x, const auto& y) { return x / y; }, a, b);
  by_element([&](const auto& x) { return constant - x; }, a);
  by_element([&](const auto& x) { return x / constant; }, a);
  by_element([](const auto& x) { return -x; }, a);
  by_element([](const auto& x, const auto& y) { return y * x; }, a, s);
  by_element([](const auto& x, const auto& y) { return x * y; }, a, s);
  by_element([](const auto& x, const auto& y) { return x / y; }, a, s);
  by_element([](const auto& x) { return 3.5 * x; }, a);
  by_element([](const auto& x) { return x / 3; }, a);
  by_element([](const auto& x, const auto& y) { return dot(x, y); }, a, b);
  by_element([](const auto& x) { return norm(x); }, a);
  by_element([](const auto& x) { return abs(-x); }, a);
  by_element([](const auto& x, const auto& y, const auto& z) { return where(z > TestType(50), x, y); }, a, b, s);
  by_element([](const auto& x) { return functions::TakeComponent<1>{}(x); }, a);
  by_element([](const auto& x, const auto& y) { return functions::MakeVec{}(x, y, TestType(7)); }, s, s * s);
}

TEMPLATE_TEST_CASE("Arithmetic of blocks in vectors is that of each", "[wide]", float, double) {
  static constexpr int W = native<TestType>;
  const auto check = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
    using M = Matrix<TestType, N>;
    const auto a = wide<M, W>(1), b = wide<M, W>(9);
    const auto x = wide<Vec<TestType, N>, W>(5);
    const cpu::wide_of<TestType, W> s = x.numbers[0];
    const auto by_element = [](const auto& f, const auto&... y) { require_by_element<W>(f, y...); };
    by_element([](const auto& m, const auto& n) { return m + n; }, a, b);
    by_element([](const auto& m, const auto& n) { return m - n; }, a, b);
    by_element([](const auto& m, const auto& n) { return m * n; }, a, b);
    by_element([](const auto& m, const auto& y) { return m * y; }, a, x);
    by_element([](const auto& m, const auto& y) { return y * m; }, a, s);
    by_element([](const auto& m, const auto& y) { return m / y; }, a, s);
    by_element([](const auto& m) { return m + 2.0; }, a);
    by_element([](const auto& m) { return 2.0 + m * 3.0; }, a);
    by_element([](const auto& m) { return transposed(m); }, a);
    by_element([](const auto& m) { return inverse(m + 100.0); }, a);
  };
  check(std::integral_constant<std::size_t, 2>{});
  check(std::integral_constant<std::size_t, 3>{});
}
