// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "number.hpp"

namespace oracle {

enum class Location { center, face };

/// One column's values at one location; with Decision as value, the outcome of a comparison there.
template <Location where, class Value = Number>
struct Profile {
  std::vector<Value> values;
};

using Centers = Profile<Location::center>;
using Faces = Profile<Location::face>;

template <class Any>
struct is_profile : std::false_type {};
template <Location where, class Value>
struct is_profile<Profile<where, Value>> : std::true_type {};

template <class... Any>
concept any_profile = (is_profile<Any>::value || ...);

template <Location where, class Value>
Value at(const Profile<where, Value>& profile, std::size_t level) {
  return profile.values[level];
}
inline Number at(Number same_everywhere, std::size_t) { return same_everywhere; }

template <class Function, Location where, class Value, class... Rest>
auto map_like(const Profile<where, Value>& model, Function function, const Rest&... arguments) {
  using Result = decltype(function(at(arguments, 0)...));
  Profile<where, Result> result;
  for (std::size_t level = 0; level < model.values.size(); ++level)
    result.values.push_back(function(at(arguments, level)...));
  return result;
}

template <class First, class... Rest>
const auto& first_profile(const First& first, const Rest&... rest) {
  if constexpr (is_profile<First>::value)
    return first;
  else
    return first_profile(rest...);
}

template <Location where, class Any>
constexpr bool sits_at(const Any*) {
  return true;
}
template <Location where, Location other, class Value>
constexpr bool sits_at(const Profile<other, Value>*) {
  return where == other;
}
template <Location where, class Value, class... Arguments>
constexpr bool all_sit_at(const Profile<where, Value>*, const Arguments*... arguments) {
  return (sits_at<where>(arguments) && ...);
}

/// Applies a function of numbers at every level; scalars stand for themselves everywhere.
template <class Function, class... Arguments>
auto map(Function function, const Arguments&... arguments) {
  using Model = std::remove_cvref_t<decltype(first_profile(arguments...))>;
  static_assert(all_sit_at(static_cast<const Model*>(nullptr), static_cast<const Arguments*>(nullptr)...),
                "a formula mixes centers and faces");
  return map_like(first_profile(arguments...), function, arguments...);
}

}  // namespace oracle
