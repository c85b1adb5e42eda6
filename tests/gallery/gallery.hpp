// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "common/outcome.hpp"

// In gallery.cu; the physics of the examples stays out of sight of the test framework.
namespace advection_diffusion {
example::Outcome run_on_cuda();
}
namespace ekman {
example::Outcome run_on_cuda();
}
namespace heat {
example::Outcome run_on_cuda();
}
namespace hydrostatic {
example::Outcome run_on_cuda();
}
namespace wave {
example::Outcome run_on_cuda();
}
