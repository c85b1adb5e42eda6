// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace example {

/// Whether this process was started by mpirun, mpiexec or a batch system's launcher: alone it needs no MPI.
bool started_with_others();

}  // namespace example
