# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# For scripts to read: sets `allocator` to a library that compilers may be started with, or to nothing where it is not
# installed or does not work.
allocator=$(PATH="$PATH:/sbin" ldconfig -p 2>/dev/null | awk '$1 ~ /^libmimalloc\.so\.[23]$/ && !found { print $NF; found = 1 }') || true
if [ -n "$allocator" ] && [ -n "$(env LD_PRELOAD="$allocator" true 2>&1)" ]; then allocator=; fi
