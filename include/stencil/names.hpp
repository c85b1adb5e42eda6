// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include <stencil/config.hpp>

namespace stencil {

/// The text of a name, kept to the end of the program: expressions point to it and may outlive the field. Null where
/// the name is empty. Equal names share their text.
STENCIL_SELDOM inline const char* lasting_name(const std::string& name) {
  if (name.empty()) return nullptr;
  static std::mutex mutex;
  // Never freed: fields may be static. In order, and in C's words, because a set or a vector takes every program longer
  // to compile.
  struct Name {
    char* text;
  };
  static Name* names = nullptr;
  static std::size_t count = 0;
  const std::lock_guard<std::mutex> lock(mutex);
  std::size_t first = 0;
  for (std::size_t end = count; first < end;) {
    const std::size_t middle = first + (end - first) / 2;
    const int order = std::strcmp(names[middle].text, name.c_str());
    if (order == 0) return names[middle].text;
    (order < 0 ? first : end) = order < 0 ? middle + 1 : middle;
  }
  char* const kept = static_cast<char*>(std::malloc(name.size() + 1));
  // Room for a power of two names.
  const bool full = (count & (count - 1)) == 0;
  void* const more = full ? std::realloc(names, (count == 0 ? 1 : 2 * count) * sizeof(Name)) : names;
  if (more != nullptr) names = static_cast<Name*>(more);
  if (kept == nullptr || more == nullptr) {
    std::free(kept);
    throw std::bad_alloc();
  }
  std::memcpy(kept, name.c_str(), name.size() + 1);
  std::memmove(names + first + 1, names + first, (count - first) * sizeof(Name));
  names[first].text = kept;
  ++count;
  return kept;
}

}  // namespace stencil
