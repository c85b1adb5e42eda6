// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <cstddef>
#include <vector>

#include "catalogue/every_operator.hpp"
#include "catalogue/library.hpp"

/// The results of the catalogue's lists of all operators, for backends to be compared.
namespace every_operator {

inline stencil::ColumnGrid grid_of(int levels, std::size_t columns, bool ring) {
  return ring ? stencil::ColumnGrid::periodic(levels, 0.0, 1.0, columns)
              : stencil::ColumnGrid::stretched(levels, 0.0, 1.0, 0.7 / levels, columns);
}

/// Fields on one grid, filled with multiples of 1/8, so that few bits are lost, and the results of expressions over
/// them, one after the other.
template <class Backend, class T, class Layout, class How>
class Results : public catalogue::LibraryColumns<T, Backend, Layout> {
 public:
  Results(const stencil::ColumnGrid& grid, const How& how)
      : catalogue::LibraryColumns<T, Backend, Layout>(grid), wind(grid), grid_(grid), how_(how) {
    this->a.fill([](double z, std::size_t column) { return number(z, column, 7); });
    this->b.fill([](double z, std::size_t column) { return number(z, column, 11) - 1; });
    this->f.fill([](double z, std::size_t column) { return number(z, column, 13) - 1; });
    this->g.fill([](double z, std::size_t column) { return number(z, column, 9); });
    this->s.fill([](std::size_t column) { return number(0, column, 1); });
    wind.fill(
        [](double z, std::size_t column) { return stencil::Vec<T, 2>{{number(z, column, 3), number(z, column, 5)}}; });
  }

  template <class E>
  void add(const E& expression) {
    stencil::Field<typename E::value_type, typename E::location, Backend, Layout> result(grid_);
    assign(result, expression, how_);
    keep(result);
  }
  template <class Field>
  void keep(const Field& field) {
    for (const auto& value : field.to_host()) {
      if constexpr (stencil::is_vec<typename Field::value_type>) {
        all.push_back(value[0]);
        all.push_back(value[1]);
      } else {
        all.push_back(value);
      }
    }
  }

  stencil::CenterField<stencil::Vec<T, 2>, Backend, Layout> wind;
  std::vector<T> all;

 private:
  static T number(double z, std::size_t column, int factor) {
    return static_cast<T>((static_cast<int>(z * 4096) * factor + static_cast<int>(column) * 5) % 17) / 8;
  }
  stencil::ColumnGrid grid_;
  How how_;
};

/// The wide operators, and what goes along columns.
template <class Backend, class T, class Layout = stencil::layout::LevelsContiguous, class How>
std::vector<T> wide(const stencil::ColumnGrid& grid, const How& how) {
  Results<Backend, T, Layout, How> r(grid, how);
  catalogue::wide([&](const char*, const auto& expression) { r.add(expression(r)); });
  r.a.fill([](double z) { return 2 + z; });
  stencil::VerticalMassBorrowing(0.25)(r.b, r.a, how);
  r.keep(r.b);
  return r.all;
}

/// All others.
template <class Backend, class T, class Layout = stencil::layout::LevelsContiguous, class How>
std::vector<T> narrow(const stencil::ColumnGrid& grid, const How& how) {
  Results<Backend, T, Layout, How> r(grid, how);
  catalogue::narrow([&](const char*, const auto& expression) { r.add(expression(r)); });
  return r.all;
}

}  // namespace every_operator
