// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_tostring.hpp>
#include <catch2/matchers/catch_matchers_templated.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace support {

/// A field's values on the host, which a failing test does not print one and all.
template <class T>
struct Levels {
  std::vector<T> values;
  int rows;
};
template <class Field>
Levels<typename Field::value_type> levels_of(const Field& field) {
  return {field.to_host(), field.levels()};
}

/// How many floating-point numbers lie between two; two NaN are the same, a NaN is far from every number.
template <class T>
std::uint64_t ulp_distance(T a, T b) {
  using Word = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<std::uint64_t>::max();
  }
  const auto ordered = [](T x) {
    const auto word = std::bit_cast<Word>(x);
    return static_cast<std::int64_t>(word < 0 ? std::numeric_limits<Word>::min() - word : word);
  };
  const std::int64_t x = ordered(a), y = ordered(b);
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

/// How far a value may be from the expected one: units in the last place, or else eps of the precision, for values that
/// are differences of numbers of the size of one.
struct Tolerance {
  std::uint64_t ulps = 0;
  double eps = 0;
  Tolerance(std::uint64_t distance) : ulps(distance) {}  // NOLINT(google-explicit-constructor): a number of ulps
  static Tolerance of_one(double eps) {
    Tolerance result(0);
    result.eps = eps;
    return result;
  }
};

/// Matches levels that lie within some ulp of the expected ones; of the others it prints the five worst.
template <class T>
class LevelsMatch : public Catch::Matchers::MatcherGenericBase {
 public:
  LevelsMatch(std::vector<T> expected, Tolerance tolerance)
      : expected_(std::move(expected)),
        ulps_(tolerance.ulps),
        distance_(static_cast<T>(tolerance.eps) * std::numeric_limits<T>::epsilon()) {}

  bool match(const Levels<T>& got) const {
    misses_.clear();
    rows_ = static_cast<std::size_t>(got.rows);
    size_ = got.values.size();
    if (size_ != expected_.size()) return false;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::uint64_t off = got.values[i] == expected_[i] ? 0 : ulp_distance(got.values[i], expected_[i]);
      const bool close = std::abs(got.values[i] - expected_[i]) <= distance_;
      if (off > ulps_ && !close) misses_.push_back({i, got.values[i], off});
    }
    return misses_.empty();
  }

  std::string describe() const override {
    std::ostringstream text;
    if (size_ != expected_.size()) {
      text << "should be " << expected_.size() << " values, but there are " << size_;
      return text.str();
    }
    text << "should lie within " << ulps_ << " ulp";
    if (distance_ > 0) text << " or " << distance_;
    if (misses_.empty()) return text.str();
    auto worst = misses_;
    std::ranges::stable_sort(worst, [](const Miss& a, const Miss& b) { return a.off > b.off; });
    text << ", but " << worst.size() << " of " << size_
         << " values do not; the worst:" << std::setprecision(std::numeric_limits<T>::max_digits10);
    for (std::size_t i = 0; i < std::min<std::size_t>(worst.size(), 5); ++i) {
      text << "\n  column " << worst[i].index / rows_ << " level " << worst[i].index % rows_ << ": got "
           << worst[i].value << ", expected " << expected_[worst[i].index] << ", " << worst[i].off << " ulp apart";
    }
    return text.str();
  }

 private:
  struct Miss {
    std::size_t index;
    T value;
    std::uint64_t off;
  };
  std::vector<T> expected_;
  std::uint64_t ulps_;
  T distance_;
  mutable std::vector<Miss> misses_;
  mutable std::size_t rows_ = 1, size_ = 0;
};

/// The levels, column after column, within `ulps` units in the last place.
template <class T>
LevelsMatch<T> are(std::vector<T> expected, Tolerance tolerance = 0) {
  return {std::move(expected), tolerance};
}
template <class T>
LevelsMatch<T> are(const Levels<T>& expected, Tolerance tolerance = 0) {
  return {expected.values, tolerance};
}

}  // namespace support

template <class T>
struct Catch::StringMaker<support::Levels<T>> {
  static std::string convert(const support::Levels<T>& levels) {
    const auto rows = static_cast<std::size_t>(levels.rows);
    return std::to_string(rows) + " levels x " + std::to_string(levels.values.size() / rows) + " columns";
  }
};
