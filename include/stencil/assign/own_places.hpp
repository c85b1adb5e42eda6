// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <stencil/assign/overlap.hpp>
#include <stencil/config.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/any_leaf.hpp>

/// Where the strides of a field put its values.
namespace stencil::detail::checks {

STENCIL_COLD inline std::string describe(const plan::AnyLeaf& leaf) {
  const char* const quote = leaf.name != nullptr ? "\"" : "";
  const bool has_grid = leaf.grid != nullptr, has_levels = has_grid && !leaf.kind->is_surface;
  using Piece = detail::messages::TextPiece;
  return detail::messages::joined({quote, leaf.name != nullptr ? leaf.name : "an unnamed field", quote, " (",
                                   leaf.kind->location, " field", has_levels ? ", " : "",
                                   has_levels ? Piece(leaf.rows()) : Piece(""), has_levels ? " levels" : "",
                                   !has_grid    ? ""
                                   : has_levels ? " x "
                                                : ", ",
                                   has_grid ? Piece(leaf.grid->columns) : Piece(""), has_grid ? " columns" : "",
                                   has_grid && leaf.grid->periodic ? ", periodic" : "", ", ", leaf.kind->layout, ")"});
}

/// Throws ShapeError if strides lead out of the range of addresses.
STENCIL_COLD inline void require_reach(const plan::AnyLeaf& leaf, const std::string& role) {
  __extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using)
  Wide low = 0;
  Wide high = 1;
  const auto reach = [&](std::ptrdiff_t stride, std::ptrdiff_t count) {
    (stride < 0 ? low : high) += static_cast<Wide>(stride) * (count - 1);
  };
  reach(leaf.strides.column(), static_cast<std::ptrdiff_t>(leaf.grid->columns));
  if (!leaf.kind->is_surface) reach(leaf.strides.level(), leaf.rows());
  const auto bytes = static_cast<Wide>(leaf.kind->bytes);
  const auto base = static_cast<Wide>(reinterpret_cast<std::uintptr_t>(leaf.data));
  const auto most = static_cast<Wide>(std::numeric_limits<std::ptrdiff_t>::max());
  if (base + low * bytes >= 0 && base + high * bytes - 1 <= std::numeric_limits<std::uintptr_t>::max() &&
      (high - low) * bytes <= most)
    return;
  detail::messages::raise<ShapeError>({role, ", ", detail::checks::describe(leaf), ", has strides of ",
                                       leaf.strides.level(), " values between levels and ", leaf.strides.column(),
                                       " between columns, which lead out of memory"});
}

/// Whether two values of a leaf lie in one place, as they do where a stride is 0.
inline bool has_values_in_one_place(const plan::AnyLeaf& leaf) {
  const auto size = [](std::ptrdiff_t stride) { return stride < 0 ? -stride : stride; };
  const std::ptrdiff_t rows = leaf.rows(), columns = static_cast<std::ptrdiff_t>(leaf.grid->columns);
  const std::ptrdiff_t level = rows > 1 ? size(leaf.strides.level()) : 1;
  const std::ptrdiff_t column = columns > 1 ? size(leaf.strides.column()) : 1;
  if (level == 0 || column == 0) return true;
  if (rows == 1 || columns == 1 || columns_are_apart(leaf, rows)) return false;
  // So many levels lead as far as so many columns, and no fewer do.
  std::ptrdiff_t common = level;
  for (std::ptrdiff_t rest = column; rest != 0;) {
    const std::ptrdiff_t next = common % rest;
    common = rest;
    rest = next;
  }
  return column / common < rows && level / common < columns;
}
/// ShapeError for such a leaf as a destination.
STENCIL_COLD inline void refuse_one_place(const plan::AnyLeaf& to) {
  detail::messages::raise<ShapeError>({"the destination, ", detail::checks::describe(to), ", has strides of ",
                                       to.strides.level(), " values between levels and ", to.strides.column(),
                                       " between columns, which put several values in one place; ",
                                       "give each value a place of its own, or assign to a field and use that"});
}

}  // namespace stencil::detail::checks
