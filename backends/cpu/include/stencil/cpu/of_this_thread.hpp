// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stencil::cpu {

/// This thread's T, made where it is first asked for and kept until the thread ends. What assigns after that, such as
/// the destructor of a static object, gets one that is never destroyed.
template <class T>
T& of_this_thread() {
  thread_local bool ended = false;
  if (ended) {
    thread_local T* last = nullptr;
    if (last == nullptr) last = new T;
    return *last;
  }
  struct Own {
    T value;
    ~Own() { ended = true; }
  };
  thread_local Own own;
  return own.value;
}

}  // namespace stencil::cpu
