// SPDX-License-Identifier: BSD-3-Clause
#include "ranks.hpp"

#include <algorithm>
#include <cstdlib>

namespace example {

bool started_with_others() {
  // Open MPI; MPICH and its kin; PMIx, which srun speaks too.
  const auto variables = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
  return std::any_of(variables.begin(), variables.end(), [](const char* name) { return std::getenv(name) != nullptr; });
}

}  // namespace example
