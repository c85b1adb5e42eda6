// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace example {

/// Throws UserError unless standard output has taken all that was printed: a full disk takes less.
void flush_standard_output();

/// The exit code after the help was printed: 0, or 2, after a line on standard error, if it could not be written.
int code_after_help(const char* program);

}  // namespace example
