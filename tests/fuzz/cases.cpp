// SPDX-License-Identifier: BSD-3-Clause
#include "cases.hpp"

#include <limits>

namespace fuzz {
namespace {

// splitmix64: its finaliser alone turns neighbouring keys into unrelated ones.
double uniform_number(std::uint64_t key) {
  key += 0x9e3779b97f4a7c15ULL;
  key = (key ^ (key >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  key = (key ^ (key >> 27U)) * 0x94d049bb133111ebULL;
  key ^= key >> 31U;
  return static_cast<double>(key >> 44U) * 0x1p-20;
}

std::uint64_t key_of(std::size_t stream, std::size_t column, std::size_t level) {
  return (static_cast<std::uint64_t>(stream) << 48U) ^ (static_cast<std::uint64_t>(column) << 24U) ^ level;
}

}  // namespace

std::size_t Case::index() const {
  for (std::size_t i = 0; i < all_cases().size(); ++i)
    if (all_cases()[i].kind == kind && all_cases()[i].levels == levels) return i;
  return all_cases().size();
}

const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> list;
    for (GridKind kind : grid_kinds)
      for (int levels : level_counts) list.push_back({kind, levels});
    return list;
  }();
  return cases;
}

std::vector<double> face_heights(const Case& grid, std::size_t column) {
  std::vector<double> faces{bottom_height};
  double thickness = 0.03125;
  for (int i = 0; i < grid.levels; ++i) {
    if (grid.kind == GridKind::stretched) thickness *= 1.0625;
    if (grid.kind == GridKind::per_column)
      thickness = 0.03125 * (1 + uniform_number(key_of(9, column, static_cast<std::size_t>(i))));
    faces.push_back(faces.back() + thickness);
  }
  return faces;
}

oracle::Mesh mesh(const Case& grid, std::size_t column) {
  if (grid.kind == GridKind::uniform || grid.periodic())
    return oracle::Mesh::uniform(static_cast<std::size_t>(grid.levels), bottom_height, top_height, grid.periodic());
  const std::vector<double> faces = face_heights(grid, column);
  return {std::vector<long double>(faces.begin(), faces.end()), false};
}

double input_value(Input which, std::size_t column, std::size_t level) {
  const double number = uniform_number(key_of(static_cast<std::size_t>(which), column, level));
  return which == Input::a || which == Input::g ? 0.5 + 1.5 * number : 2 * number - 1;
}

std::vector<double> input_values(const Case& grid, Input which, std::size_t columns, bool at_faces) {
  const std::size_t levels = static_cast<std::size_t>(grid.levels);
  const std::size_t rows = which == Input::s ? 1 : levels + (at_faces ? 1 : 0);
  std::vector<double> values;
  for (std::size_t column = 0; column < columns; ++column)
    for (std::size_t level = 0; level < rows; ++level)
      values.push_back(grid.periodic() && at_faces && level == levels ? std::numeric_limits<double>::quiet_NaN()
                                                                      : input_value(which, column, level));
  return values;
}

}  // namespace fuzz
