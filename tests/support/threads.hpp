// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace support {

/// Has evaluations run on this many threads as long as it lives, whatever the machine; on one without OpenMP.
class Threads {
 public:
#if defined(_OPENMP)
  explicit Threads(int count) : before_(omp_get_max_threads()) { omp_set_num_threads(count); }
  ~Threads() { omp_set_num_threads(before_); }

 private:
  int before_;

 public:
#else
  explicit Threads(int) {}
#endif
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
};

}  // namespace support
