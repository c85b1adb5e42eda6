// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cases.hpp"
#include "catalogue/shorthand.hpp"
#include "oracle/language.hpp"

namespace fuzz {

/// What an expression finds when the oracle speaks: one column's operators and inputs.
struct OracleColumn : catalogue::Shorthand<oracle::Language> {
  OracleColumn(const Case& grid, std::size_t column);

  oracle::Centers a, b;
  oracle::Faces f, g;
  oracle::Number s;
};

/// All columns of a case, made once.
const std::vector<OracleColumn>& oracle_columns(const Case& grid);

/// The right values of one expression on one case: levels contiguous, `rows` of them in each column.
struct Reference {
  std::size_t rows = 0;
  std::vector<oracle::Number> values;
};

template <class Expression>
Reference reference(const Case& grid, const Expression& expression) {
  Reference result;
  for (const OracleColumn& column : oracle_columns(grid)) {
    const auto profile = expression(column);
    result.rows = profile.values.size();
    result.values.insert(result.values.end(), profile.values.begin(), profile.values.end());
  }
  return result;
}

}  // namespace fuzz
