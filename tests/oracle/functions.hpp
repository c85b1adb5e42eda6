// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "profile.hpp"

namespace oracle {

template <any_profile X>
auto operator-(const X& x) {
  return map([](Number u) { return -u; }, x);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator+(const X& x, const Y& y) {
  return map([](Number u, Number v) { return u + v; }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator-(const X& x, const Y& y) {
  return map([](Number u, Number v) { return u - v; }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator*(const X& x, const Y& y) {
  return map([](Number u, Number v) { return u * v; }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator/(const X& x, const Y& y) {
  return map([](Number u, Number v) { return u / v; }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator<(const X& x, const Y& y) {
  return map([](Number u, Number v) { return u < v; }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator>(const X& x, const Y& y) {
  return map([](Number u, Number v) { return u > v; }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator<=(const X& x, const Y& y) {
  return map([](Number u, Number v) { return u <= v; }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator>=(const X& x, const Y& y) {
  return map([](Number u, Number v) { return u >= v; }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto min(const X& x, const Y& y) {
  return map([](Number u, Number v) { return min(u, v); }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto max(const X& x, const Y& y) {
  return map([](Number u, Number v) { return max(u, v); }, x, y);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto pow(const X& x, const Y& y) {
  return map([](Number u, Number v) { return pow(u, v); }, x, y);
}

template <any_profile X>
auto abs(const X& x) {
  return map([](Number u) { return abs(u); }, x);
}

template <any_profile X>
auto sqrt(const X& x) {
  return map([](Number u) { return sqrt(u); }, x);
}

template <any_profile X>
auto exp(const X& x) {
  return map([](Number u) { return exp(u); }, x);
}

template <any_profile X>
auto log(const X& x) {
  return map([](Number u) { return log(u); }, x);
}

template <any_profile X>
auto sin(const X& x) {
  return map([](Number u) { return sin(u); }, x);
}

template <any_profile X>
auto cos(const X& x) {
  return map([](Number u) { return cos(u); }, x);
}

template <any_profile X>
auto tanh(const X& x) {
  return map([](Number u) { return tanh(u); }, x);
}

template <class X, class Y>
  requires any_profile<X, Y>
auto operator&&(const X& x, const Y& y) {
  return map([](Decision u, Decision v) { return u && v; }, x, y);
}

// Of a whole column one number.
template <Location where>
Number column_sum(const Profile<where>& x) {
  Number sum{};
  for (const Number& value : x.values) sum = sum + value;
  return sum;
}
/// How often a condition holds.
template <Location where>
Number column_sum(const Profile<where, Decision>& condition) {
  Number sum{};
  for (const Decision& one : condition.values) {
    sum.value += one.holds ? 1 : 0;
    sum.doubtful = sum.doubtful || one.doubtful;
  }
  return sum;
}
template <Location where>
Number column_max(const Profile<where>& x) {
  Number largest = x.values.front();
  for (const Number& value : x.values) largest = max(largest, value);
  return largest;
}
template <Location where>
Number column_min(const Profile<where>& x) {
  return -column_max(-x);
}
template <Location where>
Number at_level(const Profile<where>& x, int level) {
  return level < 0 ? x.values.back() : x.values.front();
}
/// The value at a level of the column's own, or `otherwise`.
template <Location where>
Number at_level(const Profile<where>& x, Number level, Number otherwise) {
  const auto rows = static_cast<long double>(x.values.size());
  const bool inside = level.value >= 0 && level.value < rows;
  Number value = inside ? x.values[static_cast<std::size_t>(level.value)] : otherwise;
  value.doubtful = value.doubtful || level.doubtful;
  return value;
}

template <class Condition, class X, class Y>
  requires any_profile<Condition, X, Y>
auto where(const Condition& condition, const X& x, const Y& y) {
  return map([](Decision holds, Number u, Number v) { return where(holds, u, v); }, condition, x, y);
}

}  // namespace oracle
