// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/grid.hpp>
#include <stencil/netcdf/dimensions.hpp>
#include <stencil/netcdf/file.hpp>
#include <stencil/netcdf/values.hpp>

namespace stencil::netcdf {

/// Columns of a file that has `total` of them, and which columns of a field they are.
struct ColumnsToRead {
  std::size_t first;
  std::size_t count;
  std::size_t total;
  bool known;                                  ///< whether it is said which of the field's they are
  std::span<const std::size_t> of_field = {};  ///< none where they are its columns in its order
};

/// Part of a variable: one time, where it has times.
inline Part part_at(const OpenFile& file, const Dimensions& shape, const std::string& name, std::size_t record) {
  Part part = Part::whole(shape);
  if (has_time(shape)) {
    if (record >= shape.front().length) file.reject("variable '" + name + "' has no values at any such time");
    part.start[0] = record;
    part.count[0] = 1;
  }
  return part;
}
inline std::vector<double> numbers_at(const OpenFile& file, int id, const std::string& name, const Part& part) {
  return read_numbers<double>(file, id, name, part, file.count(part.count, "variable '" + name + "'"));
}

/// Heights in a file of the levels of a dimension.
struct HeightsInFile {
  int id;
  std::string name;
  Dimensions shape;  ///< (level) where columns share them, else (column, level), after time if there are times
  bool shared;
};
inline std::optional<HeightsInFile> find_heights(const OpenFile& file, const Dimensions& column_and_level) {
  const std::string& level = column_and_level[1].name;
  for (const std::string& name : {level, std::string(names::height<Center>), std::string(names::height<Face>)}) {
    const auto id = file.find(name);
    if (!id) continue;
    const Dimensions shape = file.dimensions(*id);
    const std::size_t timed = has_time(shape) ? 1 : 0;
    if (shape.size() == timed + 1 && name == level && shape[timed].name == level)
      return HeightsInFile{*id, name, shape, true};
    if (shape.size() == timed + 2 && shape[timed].name == column_and_level[0].name && shape[timed + 1].name == level)
      return HeightsInFile{*id, name, shape, false};
  }
  return std::nullopt;
}

/// Where the file says how high its levels are, they must be those of the grid, to a millionth of a cell, in every
/// column that is read, whether columns share heights there or here. What is written once has no heights where these
/// are of each time.
template <class Location>
void require_heights(const OpenFile& file, const ColumnGrid& grid, const Dimensions& column_and_level,
                     const std::string& variable, bool timed, std::size_t record, const ColumnsToRead& which) {
  const bool own = grid.heights_per_column();
  if (own && !which.known) return;
  const auto found = find_heights(file, column_and_level);
  if (!found || (!timed && has_time(found->shape))) return;
  Part part = part_at(file, found->shape, found->name, record);
  if (!found->shared) {
    part.start[part.start.size() - 2] = which.first;
    part.count[part.count.size() - 2] = which.count;
  }
  const std::vector<double> z = numbers_at(file, found->id, found->name, part);
  const auto levels = static_cast<std::size_t>(grid.size(Location{}));
  for (std::size_t c = 0; c < (own || !found->shared ? which.count : 1); ++c) {
    const std::size_t column = !own ? 0 : which.of_field.empty() ? c : which.of_field[c];
    const auto [there, spacing] = [&] {
      if constexpr (std::is_same_v<Location, Face>) {
        return std::pair(grid.z_faces(column), grid.dz_faces(column));
      } else {
        return std::pair(grid.z_centers(column), grid.dz_centers(column));
      }
    }();
    for (std::size_t k = 0; k < levels; ++k) {
      const double in_file = z[found->shared ? k : c * levels + k];
      if (std::abs(in_file - there[k]) <= 1e-6 * spacing[k]) continue;
      file.reject("variable '" + variable + "' has level " + std::to_string(k) + " at " +
                  detail::messages::digits_of(in_file) + " " + file.text(found->id, "units").value_or("m") +
                  ", but the " + Location::name + " levels of the field have theirs at " +
                  detail::messages::digits_of(there[k]) + " m");
    }
  }
}

}  // namespace stencil::netcdf
