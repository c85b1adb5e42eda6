// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace example {

/// Throws UserError unless standard output has taken all that was printed: a full disk takes less.
void flush_standard_output();

}  // namespace example
