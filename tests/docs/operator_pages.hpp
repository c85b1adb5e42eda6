// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace operator_pages {

/// A part of a page that comes from the code.
struct Block {
  std::string page;  ///< the file in docs/operators, without .md
  std::string name;  ///< as in the marks around it
  std::string type;  ///< the struct it describes; empty for tables
  std::string text;
};

/// What the code says of every operator, and the tables of all operators and of all conditions.
std::vector<Block> blocks();

}  // namespace operator_pages
