// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stencil {

/// The text of a name, kept to the end of the program: expressions point to it and may outlive the field. Null where
/// the name is empty. Equal names share their text.
[[gnu::noinline]] inline const char* lasting_name(const std::string& name) {
  if (name.empty()) return nullptr;
  static std::mutex mutex;
  // Never destroyed: fields may be static. In order; a set takes every program longer to compile.
  static auto* const names = new std::vector<std::unique_ptr<const std::string>>;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto at = std::lower_bound(names->begin(), names->end(), name,
                                   [](const auto& known, const std::string& other) { return *known < other; });
  if (at != names->end() && **at == name) return (*at)->c_str();
  return (*names->insert(at, std::make_unique<const std::string>(name)))->c_str();
}

}  // namespace stencil
