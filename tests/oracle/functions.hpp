// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

// Of a whole column one number.
inline Number column_sum(const Centers& x) {
  Number sum{};
  for (const Number& value : x.values) sum = sum + value;
  return sum;
}
inline Number column_max(const Centers& x) {
  Number largest = x.values.front();
  for (const Number& value : x.values) largest = max(largest, value);
  return largest;
}
inline Number column_min(const Centers& x) { return -column_max(-x); }
inline Number at_level(const Centers& x, int level) { return level < 0 ? x.values.back() : x.values.front(); }

template <class Condition, class X, class Y>
  requires any_profile<Condition, X, Y>
auto where(const Condition& condition, const X& x, const Y& y) {
  return map([](Decision holds, Number u, Number v) { return where(holds, u, v); }, condition, x, y);
}

}  // namespace oracle
