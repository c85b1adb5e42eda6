// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/column/changing_grid.hpp>
#include <stencil/field.hpp>
#include <stencil/netcdf/arguments.hpp>
#include <stencil/netcdf/dimensions.hpp>
#include <stencil/netcdf/file.hpp>
#include <stencil/netcdf/heights_of_file.hpp>
#include <stencil/netcdf/values.hpp>
#include <stencil/netcdf/variable.hpp>

namespace stencil::netcdf {

/// Reads fields from a netCDF file: one that Output wrote, or another whose variables have the dimensions (column,
/// height), (height, column), (column), or (height) for one column, after a dimension named time if there is one;
/// docs/interoperability.md says which is which, and what is not clear is refused. Packed variables are unpacked; gaps
/// are refused. FileError that names file, variable and shapes where something does not fit, and where a file asks for
/// more than it can hold. It guards against what a file says, not against defects of HDF5, which some damaged netCDF-4
/// files end or hang: read files of unknown origin in a child process first, as examples/single_column does.
class Input : private ReadsFieldsAlone {
 public:
  using ReadsFieldsAlone::read;
  explicit Input(const std::string& path) : file_(OpenFile::for_reading(path)) {}

  /// The times in the file, in its units; none where it has no time.
  std::vector<double> times() const {
    const auto id = time_coordinate();
    return id ? all_numbers(*id, names::time) : std::vector<double>{};
  }
  /// The units of the times, "seconds since 2000-01-01 00:00:00"; empty where there are none.
  std::string time_units() const {
    const auto id = time_coordinate();
    return id ? file_.text(*id, "units").value_or("") : std::string();
  }
  /// Whether the file has a variable of this name.
  bool has(const std::string& variable) const { return file_.find(variable).has_value(); }

  /// The grid of a file that Output wrote; of heights that change, those at the last time of a field. It is one whose
  /// heights change where a cell has no thickness; Backend, of the host, sets them.
  template <class Backend = backend::Cpu>
  ColumnGrid grid() const {
    const auto shared = coordinate(file_, names::level<Face>);
    // Where columns share heights, another variable may have the name of heights of their own.
    const auto own = shared ? std::nullopt : file_.find(names::height<Face>);
    const auto id = own ? own : file_.find(names::level<Face>);
    int columns_id = -1;
    std::size_t columns = 0;
    if (!id || call(nc_inq_dimid, file_.id(), names::column, &columns_id) != NC_NOERR)
      file_.reject("has no grid: heights of faces, named z_face or height_face, and a dimension 'column' make one");
    file_.check(call(nc_inq_dimlen, file_.id(), columns_id, &columns), "the number of columns cannot be read");
    const std::string name = own ? names::height<Face> : names::level<Face>;
    const Dimensions shape = file_.dimensions(*id);
    file_.count({columns}, "dimension 'column'");
    const std::size_t timed = own && has_time(shape) ? 1 : 0;
    if (own ? shape.size() != timed + 2 || shape[timed].length != columns : !shared)
      file_.reject("variable '" + name + "' of shape " + describe(shape) + " gives no heights of faces of " +
                   std::to_string(columns) + " columns");
    const std::size_t record = timed == 1 ? last_with_values(*id, name) : 0;
    const std::vector<double> z = numbers_at(file_, *id, name, part_at(file_, shape, name, record));
    if (shape.back().length < 2) file_.reject("variable '" + name + "' has no two faces, which a cell needs");
    try {
      const bool is_ring = !own && file_.number(*id, names::periodic).value_or(0) != 0;
      return made_of<Backend>(z, columns, name, own.has_value(), is_ring);
    } catch (const GridError& error) {
      const std::string why = error.what();
      file_.reject("variable '" + name + "' makes no grid (" + why.substr(why.find(": ") + 2) + ")");
    }
  }

  /// A number for the whole file, as Output::write(number, ...) writes it.
  double number(const Variable& variable) const {
    const int id = require(variable);
    const Dimensions shape = file_.dimensions(id);
    if (!shape.empty()) file_.reject("variable '" + variable.name + "' of shape " + describe(shape) + " is no number");
    return all_numbers(id, variable.name).front();
  }

  /// Reads a variable into a field, at the last time where it has several. Units are compared letter by letter, heights
  /// with those of each column of the field's grid, where the file has them.
  template <class Field>
    requires(!is_vec<typename Field::value_type>)
  void read(const Field& field, const Variable& variable) const {
    read(field, variable, last_record(variable));
  }
  template <class Field>
    requires(!is_vec<typename Field::value_type>)
  void read(const Field& field, const Variable& variable, std::size_t record) const {
    if constexpr (holds<typename Field::value_type>())
      field.from_host(values<typename Field::value_type>(field, variable, record,
                                                         ColumnsToRead{0, field.columns(), field.columns(), true}));
  }
  /// FileError where T rounds numbers of the variable's type, as float those of double and of int.
  template <class T>
  void require_exact(const Variable& variable) const {
    const nc_type type = file_.type(require(variable));
    const int digits = digits_of_type(type);
    if (std::is_floating_point_v<T> && digits > std::numeric_limits<T>::digits)
      file_.reject("variable '" + variable.name + "' holds numbers of " + std::to_string(digits) +
                   " binary digits, which a field of " + (sizeof(T) == sizeof(float) ? "float" : "double") +
                   " would round; read them into a field of another type and assign that to yours");
  }
  /// Values of `columns` columns from `first` on, of the `total` that the file has, in the order of to_host(), at the
  /// last time if no record is given: for fields that have some of the columns of a file. A field with heights per
  /// column needs `of_field`, which of its columns each is, for its heights to be compared with the file's.
  template <class Field>
    requires(!is_vec<typename Field::value_type>)
  std::vector<typename Field::value_type> read_columns(const Field& field, const Variable& variable, std::size_t first,
                                                       std::size_t columns, std::size_t total,
                                                       std::optional<std::size_t> record = {},
                                                       std::span<const std::size_t> of_field = {}) const {
    if (!of_field.empty() && of_field.size() != columns)
      file_.reject("variable '" + variable.name + "': " + std::to_string(columns) + " columns are read, but " +
                   std::to_string(of_field.size()) + " columns of the field are named");
    for (const std::size_t c : of_field) {
      if (c >= field.columns())
        file_.reject("variable '" + variable.name + "' is read into column " + std::to_string(c) + " of a field of " +
                     std::to_string(field.columns()));
    }
    return values<typename Field::value_type>(field, variable, record ? *record : last_record(variable),
                                              ColumnsToRead{first, columns, total, !of_field.empty(), of_field});
  }
  /// Reads a variable for each component of a field of Vecs.
  template <class Field, std::size_t N>
    requires is_vec<typename Field::value_type>
  void read(const Field& field, const Variable (&variables)[N]) const {
    read(field, variables, last_record(variables[0]));
  }
  template <class Field, std::size_t N>
    requires is_vec<typename Field::value_type>
  void read(const Field& field, const Variable (&variables)[N], std::size_t record) const {
    using Value = typename Field::value_type;
    static_assert(sizeof(Value) == N * sizeof(scalar_of<Value>),
                  "stencil: a field of Vecs is read with one netcdf::Variable for each component");
    std::vector<Value> host(static_cast<std::size_t>(field.levels()) * field.columns());
    for (std::size_t which = 0; which < N; ++which) {
      const auto component = values<scalar_of<Value>>(field, variables[which], record,
                                                      ColumnsToRead{0, field.columns(), field.columns(), true});
      for (std::size_t i = 0; i < host.size(); ++i) host[i][which] = component[i];
    }
    field.from_host(host);
  }

 private:
  /// The grid of columns with these heights of faces, each with its own or all with the same.
  template <class Backend>
  ColumnGrid made_of(const std::vector<double>& z, std::size_t columns, const std::string& name, bool own,
                     bool is_ring) const {
    if (own && detail::changing::has_vanished_cells(z, columns)) return detail::changing::grid_at<Backend>(z, columns);
    if (own) return ColumnGrid::from_faces_per_column(z, columns);
    if (!is_ring) return ColumnGrid::from_faces(z, columns);
    const auto ring = ColumnGrid::periodic(static_cast<int>(z.size()) - 1, z.front(), z.back(), columns);
    for (std::size_t k = 0; k < z.size(); ++k) {
      if (!(std::abs(z[k] - ring.z_faces()[k]) <= 1e-6 * ring.dz_centers()[0]))
        file_.reject("variable '" + name + "' is of a ring, by its attribute 'periodic', but face " +
                     std::to_string(k) + " is not where equal cells have it");
    }
    return ring;
  }

  int require(const Variable& variable) const {
    const auto id = file_.find(variable.name);
    if (!id) file_.reject("has no variable '" + variable.name + "'");
    if (variable.units.empty()) return *id;
    const std::string units = file_.text(*id, "units").value_or("");
    if (units != variable.units) {
      file_.reject("variable '" + variable.name + "' has " + (units.empty() ? "no units" : "units '" + units + "'") +
                   " where '" + variable.units + "' is expected");
    }
    return *id;
  }
  /// The variable of the times, not a field of this name.
  std::optional<int> time_coordinate() const {
    const auto id = file_.find(names::time);
    return id && file_.dimensions(*id).empty() ? id : coordinate(file_, names::time);
  }
  std::size_t last_record(const Variable& variable) const {
    const Dimensions dimensions = file_.dimensions(require(variable));
    return has_time(dimensions) && dimensions.front().length > 0 ? dimensions.front().length - 1 : 0;
  }
  /// Heights that change have no values at times at which no field was written.
  std::size_t last_with_values(int id, const std::string& name) const {
    const Part all = Part::whole(file_.dimensions(id));
    const std::size_t size = file_.count(all.count, "variable '" + name + "'");
    const std::vector<double> missing = gaps<double>(file_, id, file_.type(id), name);
    for (std::size_t record = size == 0 ? 0 : all.count.front(); record-- > 0;) {
      std::vector<std::size_t> first(all.count.size(), 0), one(all.count.size(), 1);
      first.front() = record;
      double number = 0;
      file_.check(call(nc_get_vara_double, file_.id(), id, first.data(), one.data(), &number),
                  "variable '" + name + "' cannot be read as numbers");
      if (!is_gap(number, missing)) return record;
    }
    file_.reject("has no grid: its heights, variable '" + name + "', are of each time, and no field is of any time");
  }
  std::vector<double> all_numbers(int id, const std::string& name) const {
    const Part all = Part::whole(file_.dimensions(id));
    return numbers_at(file_, id, name, all);
  }

  /// Values in the order of to_host().
  template <class T, class Field>
  std::vector<T> values(const Field& field, const Variable& variable, std::size_t record,
                        const ColumnsToRead& which) const {
    const std::size_t columns = which.count, total = which.total;
    using Location = typename Field::location;
    constexpr bool surface = std::is_same_v<Location, Surface>;
    const int id = require(variable);
    const Dimensions all = file_.dimensions(id);
    const auto levels = static_cast<std::size_t>(field.levels());
    const auto refuse = [&](const std::string& why) {
      file_.reject("variable '" + variable.name + "' of shape " + describe(all) + why);
    };
    const auto does_not_fit = [&] {
      refuse(" does not fit " + detail::checks::describe(field.node()) + ", which needs (" + std::to_string(total) +
             (surface ? ")" : " columns, " + std::to_string(levels) + ")"));
    };

    if (field.empty()) refuse(" is read into a field without a grid; call field.resize(input.grid()) before");
    const bool timed = has_time(all);
    if (timed ? record >= all.front().length : record > 0)
      refuse(" has no record " + std::to_string(record) + ", counted from 0");
    if (variable.name == names::time && timed && all.size() == 1)
      refuse(" is of the times of the file; times() returns them");
    Dimensions own(all.begin() + (timed ? 1 : 0), all.end());
    // One column, or one value per column, may go without its dimension.
    const Order order = !surface && own.size() == 2 ? order_of_two(file_, own, total, levels) : Order{};
    if (!order.objection.empty()) refuse(order.objection);
    const bool across = order.across;
    if (across) std::swap(own[0], own[1]);
    if (own.size() == 1 && (surface || total == 1)) {
      if (const std::string why = objection_to_one(file_, own[0].name, !surface); !why.empty())
        refuse(why + " does not fit " + detail::checks::describe(field.node()));
    }
    if (!surface && own.size() == 1 && total == 1) own.insert(own.begin(), {names::column, 1});
    if (surface && own.empty() && total == 1) own.insert(own.begin(), {names::column, 1});
    if (own.size() != (surface ? 1U : 2U) || own[0].length != total) does_not_fit();
    if (!surface && own[1].length != levels) does_not_fit();

    Part part = part_at(file_, all, variable.name, record);
    if (columns != total) {
      const std::size_t across_columns = (timed ? 1U : 0U) + (across ? 1U : 0U);
      part.start[across_columns] = which.first;
      part.count[across_columns] = columns;
    }
    std::vector<T> read = read_numbers<T>(file_, id, variable.name, part, columns * levels);
    // After the values: where both are missing, these are what was asked for.
    if constexpr (!surface) require_heights<Location>(file_, field.grid(), own, variable.name, timed, record, which);
    if (!across) return read;
    std::vector<T> upright(read.size());
    for (std::size_t i = 0; i < read.size(); ++i) upright[i % columns * levels + i / columns] = read[i];
    return upright;
  }

  OpenFile file_;
};

}  // namespace stencil::netcdf
