// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

namespace oracle {

/// A long double together with how far the same formula may be off in a working precision: a running first-order error
/// analysis in which every operation adds half an eps of its result.
struct Number {
  long double value = 0;
  long double error = 0;  ///< in eps of the working precision
  bool doubtful = false;  ///< hangs on a comparison that rounding may turn

  Number() = default;
  Number(double exact) : value(exact) {}
  Number(long double value_, long double error_, bool doubtful_) : value(value_), error(error_), doubtful(doubtful_) {}
};

/// Whether a branch was taken since this was last set that rounding may turn.
inline thread_local bool branched_in_doubt = false;

/// The outcome of a comparison. The step of a march may branch on it.
struct Decision {
  bool holds = false;
  bool doubtful = false;
  explicit operator bool() const {
    branched_in_doubt = branched_in_doubt || doubtful;
    return holds;
  }
};
inline Decision operator&&(Decision x, Decision y) { return {x.holds && y.holds, x.doubtful || y.doubtful}; }
inline Decision operator||(Decision x, Decision y) { return {x.holds || y.holds, x.doubtful || y.doubtful}; }

/// A result of `value` whose operands brought `inherited` error and whose own evaluation costs `own` eps.
inline Number rounded(long double value, long double inherited, bool doubtful, long double own = 0.5L) {
  return {value, inherited + own * std::fabs(value), doubtful};
}

inline Number operator-(Number x) { return {-x.value, x.error, x.doubtful}; }

/// Adding nothing and multiplying by one cost nothing, so that what only moves values is held to the last bit.
inline bool exactly(Number x, long double value) { return x.value == value && x.error == 0 && !x.doubtful; }

inline Number operator+(Number x, Number y) {
  if (exactly(x, 0)) return y;
  if (exactly(y, 0)) return x;
  return rounded(x.value + y.value, x.error + y.error, x.doubtful || y.doubtful);
}

inline Number operator-(Number x, Number y) { return x + (-y); }

inline Number operator*(Number x, Number y) {
  if (exactly(x, 1)) return y;
  if (exactly(y, 1)) return x;
  const long double inherited = std::fabs(x.value) * y.error + std::fabs(y.value) * x.error;
  return rounded(x.value * y.value, inherited, x.doubtful || y.doubtful);
}

inline Number operator/(Number x, Number y) {
  const long double ratio = x.value / y.value;
  const long double inherited = (x.error + std::fabs(ratio) * y.error) / std::fabs(y.value);
  return rounded(ratio, inherited, x.doubtful || y.doubtful);
}

// Of min and max either operand may be the one chosen, and both are then close: no doubt, the larger error.
inline Number min(Number x, Number y) {
  return {std::min(x.value, y.value), std::max(x.error, y.error), x.doubtful || y.doubtful};
}

inline Number max(Number x, Number y) { return -min(-x, -y); }

inline Number abs(Number x) { return {std::fabs(x.value), x.error, x.doubtful}; }

inline Number sqrt(Number x) {
  const long double root = std::sqrt(x.value);
  return rounded(root, x.error == 0 ? 0 : x.error / (2 * root), x.doubtful);
}

// The library may take these from a vector-math library of the few-ulp class; pow composes two of them.
inline constexpr long double function_ulps = 4;

inline Number exp(Number x) {
  const long double power = std::exp(x.value);
  return rounded(power, power * x.error, x.doubtful, function_ulps);
}

inline Number log(Number x) {
  return rounded(std::log(x.value), x.error / std::fabs(x.value), x.doubtful, function_ulps);
}

inline Number sin(Number x) {
  return rounded(std::sin(x.value), std::fabs(std::cos(x.value)) * x.error, x.doubtful, function_ulps);
}

inline Number cos(Number x) {
  return rounded(std::cos(x.value), std::fabs(std::sin(x.value)) * x.error, x.doubtful, function_ulps);
}

inline Number tanh(Number x) {
  const long double slope = 1 - std::tanh(x.value) * std::tanh(x.value);
  return rounded(std::tanh(x.value), slope * x.error, x.doubtful, function_ulps);
}

inline Number pow(Number x, Number y) {
  const long double power = std::pow(x.value, y.value);
  const long double relative = std::fabs(y.value / x.value) * x.error + std::fabs(std::log(x.value)) * y.error;
  return rounded(power, std::fabs(power) * relative, x.doubtful || y.doubtful, 2 * function_ulps);
}

/// Two numbers are too close to call when single precision could order them the other way.
inline bool close_call(Number x, Number y) {
  constexpr long double single_eps = 0x1p-23L;
  return x.doubtful || y.doubtful || std::fabs(x.value - y.value) < 8 * single_eps * (x.error + y.error);
}

inline Decision operator<(Number x, Number y) { return {x.value < y.value, close_call(x, y)}; }
inline Decision operator>(Number x, Number y) { return {x.value > y.value, close_call(x, y)}; }
inline Decision operator<=(Number x, Number y) { return {x.value <= y.value, close_call(x, y)}; }
inline Decision operator>=(Number x, Number y) { return {x.value >= y.value, close_call(x, y)}; }

/// A doubtful choice between equals is none.
inline Number where(Decision condition, Number x, Number y) {
  if (condition.doubtful && x.value == y.value) return {x.value, std::max(x.error, y.error), x.doubtful || y.doubtful};
  Number chosen = condition.holds ? x : y;
  chosen.doubtful = chosen.doubtful || condition.doubtful;
  return chosen;
}

}  // namespace oracle
