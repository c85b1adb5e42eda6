// SPDX-License-Identifier: BSD-3-Clause
// The least that an outside program can do: it shows that targets lead to the headers, and which.
#include <cstdio>
#include <stencil/version.hpp>

int main() {
  std::printf("stencil %d.%d.%d\n", stencil::version_major, stencil::version_minor, stencil::version_patch);
}
