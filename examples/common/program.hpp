// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "outcome.hpp"

namespace example {

/// The main function of an example that has no options of its own but --backend and --picture. `on_cpu` and `on_cuda`
/// run it; the latter is null where the program is compiled without CUDA.
///
/// Returns 0; 1 where a number is not what it is to be; 2 where the user must mend the command line or the place of the
/// picture.
int program(int argc, char** argv, const char* name, const char* sentence, Outcome (*on_cpu)(), Outcome (*on_cuda)());

}  // namespace example
