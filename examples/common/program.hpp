// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "outcome.hpp"

namespace example {

/// The main function of an example that has no options of its own but --backend and --picture. `on_cpu` and `on_cuda`
/// run it; the latter is null where the program is compiled without CUDA.
///
/// Returns 0 on success, 1 if a checked number is out of its range, 2 if the command line is wrong or the picture
/// cannot be written.
int program(int argc, char** argv, const char* name, const char* sentence, Outcome (*on_cpu)(), Outcome (*on_cuda)());

}  // namespace example
