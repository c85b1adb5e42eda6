# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# For scripts to read: `moved FOLDER`, in the root of a checkout, is true where the build folder was configured for a checkout in
# another place: this one was moved or copied since, or a container sees it elsewhere. CMake refuses such a folder unless it is
# given --fresh.
moved() {
  local configured
  configured=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt" 2>/dev/null) || return 1
  [ -n "$configured" ] && ! [ "$configured" -ef . ]
}
