// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>
#include <set>
#include <string>

namespace stencil {

/// The text of a name, kept to the end of the program: expressions point to it and may outlive the field. Null where
/// the name is empty. Equal names share their text.
inline const char* lasting_name(const std::string& name) {
  if (name.empty()) return nullptr;
  static std::mutex mutex;
  static auto* const names = new std::set<std::string>;  // never destroyed: fields may be static
  const std::lock_guard<std::mutex> lock(mutex);
  return names->insert(name).first->c_str();
}

}  // namespace stencil
