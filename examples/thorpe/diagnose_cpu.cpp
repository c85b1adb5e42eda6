// SPDX-License-Identifier: BSD-3-Clause
#include "diagnose.hpp"

thorpe::Outcome thorpe::block_on_cpu(int cells) { return block<stencil::backend::Cpu>(cells); }
thorpe::Outcome thorpe::ensemble_on_cpu(std::size_t columns) { return ensemble<stencil::backend::Cpu>(columns); }
