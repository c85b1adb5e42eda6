// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/field.hpp>
#include <stencil/netcdf/arguments.hpp>
#include <stencil/netcdf/before_writing.hpp>
#include <stencil/netcdf/description.hpp>
#include <stencil/netcdf/file.hpp>
#include <stencil/netcdf/making.hpp>
#include <stencil/netcdf/variable.hpp>

namespace stencil::netcdf {

/// Writes fields to a netCDF-4 file after the CF conventions 1.10: dimensions (time, column, z), (time, column, z_face)
/// or (time, column), whatever the layout and the backend; heights as coordinates, centers with their faces as bounds,
/// those of a grid whose heights change at each time: (time, column, z). The file has its name only after finish():
/// before, and if that is never reached, what had the name is still there; UnfinishedFile says more. What goes wrong is
/// a FileError that names file and variable. After one because the disk is full leave by std::_Exit (docs/promises.md).
class Output : private WritesFieldsAlone {
 public:
  using WritesFieldsAlone::write;
  explicit Output(const std::string& path, Description description = {},
                  UnfinishedFile::Reject rejected = &throw_cannot_be_written)
      : Output(path, std::move(description), std::make_unique<MadeByOne>(path, rejected)) {}
  /// A file that is made in another way, for example by several processes together.
  Output(const std::string& path, Description description, std::unique_ptr<Making> making)
      : making_(looked_at(std::move(making), description)),
        file_(path, making_->create(), making_->together()),
        description_(std::move(description)) {
    put_text(NC_GLOBAL, "Conventions", "CF-1.10");
    for (const auto& [attribute, text] : texts_of(description_)) put_text(NC_GLOBAL, attribute, text);
    if (!description_.time_units.empty()) define_time();
  }

  /// What follows is of this time, in the units of the description: later than the one before, or always earlier.
  void at_time(double time) {
    if (description_.time_units.empty())
      file_.reject("at_time needs the units of time; give the description time_units, \"seconds since ...\"");
    if (const std::string why = times_.objection(time); !why.empty()) file_.reject(why);
    const std::size_t record = record_ ? *record_ + 1 : 0;
    put_alike(time_, names::time, {record}, {1}, &time);
    times_.add(time);
    record_ = record;
    written_now_.clear();
  }

  /// Writes a field of numbers at the current time; before the first at_time, once and for all. All fields of a file
  /// live on one grid.
  template <class Field>
    requires(!IsUnassigned<Field> && !is_vec<typename Field::value_type> && holds<typename Field::value_type>())
  void write(const Field& field, const Variable& variable) {
    const auto host = field.to_host();
    write_values<typename Field::location>(field.grid(), std::span<const typename Field::value_type>(host), variable);
  }
  /// Writes each component of a field of Vecs as a variable, as CF has it: standard names are those of components.
  template <class Field, std::size_t N>
    requires is_vec<typename Field::value_type>
  void write(const Field& field, const Variable (&variables)[N]) {
    using Value = typename Field::value_type;
    static_assert(sizeof(Value) == N * sizeof(scalar_of<Value>),
                  "stencil: a field of Vecs is written with one netcdf::Variable for each component");
    const auto host = field.to_host();
    std::vector<scalar_of<Value>> component(host.size());
    for (std::size_t which = 0; which < N; ++which) {
      for (std::size_t i = 0; i < host.size(); ++i) component[i] = host[i][which];
      write_values<typename Field::location>(field.grid(), std::span<const scalar_of<Value>>(component),
                                             variables[which]);
    }
  }
  /// Writes values in the order of to_host(): levels contiguous.
  template <class Location, class T>
  void write_values(const ColumnGrid& grid, std::span<const T> values, const Variable& variable) {
    write_columns<Location>(grid, making_->columns(grid).first, grid.columns(), values, variable);
  }
  /// The same of `columns` columns from column `first` on, for who has not all values at a time.
  template <class Location, class T>
  void write_columns(const ColumnGrid& grid, std::size_t first, std::size_t columns, std::span<const T> values,
                     const Variable& variable) {
    const std::size_t rows = static_cast<std::size_t>(grid.size(Location{}));
    if (values.size() != rows * columns) {
      file_.reject("variable '" + variable.name + "' takes " + std::to_string(columns) + " columns x " +
                   std::to_string(rows) + " " + Location::name + " levels, but " + std::to_string(values.size()) +
                   " values were given");
    }
    std::vector<T> kept;
    values = as_computed<Location>(grid, values, kept);
    require_no_gap(variable, values);
    define_grid(grid, first - making_->columns(grid).first, columns);
    constexpr bool surface = std::is_same_v<Location, Surface>;
    std::vector<std::string> dimensions{names::column};
    if constexpr (!surface) dimensions.emplace_back(names::level<Location>);
    const bool has_heights = !surface && grid.heights_per_column() && (record_ || !heights_of_each_time());
    const std::string heights = has_heights ? names::height<Location> : "";
    const int id = variable_of(variable, type_of<T>(), dimensions, heights);
    if (columns > 0 && !written_now_.insert({variable.name, first}).second)
      file_.reject("variable '" + variable.name + "' is written twice at one time; the second would replace the first");
    const std::array<std::size_t, 3> start{record_.value_or(0), first, 0};
    const std::array<std::size_t, 3> count{1, columns, rows};
    const std::size_t skipped = record_ ? 0 : 1;
    check(call(Type<T>::put, file_.id(), id, &start[skipped], &count[skipped], values.data()), variable.name);
  }
  /// Writes one number for the whole file, such as a latitude.
  void write(double number, const Variable& variable) {
    require_no_gap(variable, std::span<const double>(&number, 1), false);
    require_free_name(variable);
    const int id = define(variable, NC_DOUBLE, {});
    prepare(id, variable.name);
    check(call(nc_put_var_double, file_.id(), id, &number), variable.name);
  }

  /// Completes the file and gives it its name.
  void finish() {
    const int closed = file_.close();
    if (closed == NC_EBADID) making_->reject("it was finished before");
    making_->finish(closed);
  }

 private:
  struct Known {
    int id;
    nc_type type;
    std::vector<std::string> dimensions;
  };

  void check(int status, const std::string& what) const {
    if (status == NC_EBADID) making_->reject(what + ": the file was finished before");
    if (status != NC_NOERR) making_->reject(what + ": " + nc_strerror(status));
  }
  template <class T>
  void require_no_gap(const Variable& variable, std::span<const T> values, bool may_be_rounded = true) const {
    const std::string why = objection_to_gaps(values, may_be_rounded && description_.single_precision);
    if (!why.empty()) file_.reject("variable '" + variable.name + "'" + why);
  }
  void require_free_name(const Variable& variable) const {
    if (is_of_grid(variable.name, grid_ && grid_->heights_per_column()) || (time_ >= 0 && variable.name == names::time))
      file_.reject("variable '" + variable.name + "' would have a name of the grid or of the times; give it another");
  }
  void prepare(int variable, const std::string& name) const { check(making_->prepare(file_.id(), variable), name); }
  /// What all processes have alike and one writes. A count of 0 takes part.
  void put_alike(int variable, const std::string& name, const std::vector<std::size_t>& start,
                 std::vector<std::size_t> count, const double* values) const {
    if (!making_->leads()) count.assign(count.size(), 0);
    check(call(nc_put_vara_double, file_.id(), variable, start.data(), count.data(), values), name);
  }
  /// Heights: those of all columns, or of each column of this process.
  void put_heights(int variable, const std::string& name, const ColumnGrid& grid, const std::vector<double>& values,
                   const std::vector<std::size_t>& of_column) const {
    prepare(variable, name);
    std::vector<std::size_t> start(of_column.size(), 0), count = of_column;
    if (!grid.heights_per_column()) return put_alike(variable, name, start, count, values.data());
    const ColumnsOfFile columns = making_->columns(grid);
    start.insert(start.begin(), columns.first);
    count.insert(count.begin(), columns.count);
    if (record_ && heights_of_each_time()) {
      start.insert(start.begin(), *record_);
      count.insert(count.begin(), 1);
    }
    check(call(nc_put_vara_double, file_.id(), variable, start.data(), count.data(), values.data()), name);
  }
  void put_text(int variable, const char* attribute, const std::string& value) const {
    if (value.empty()) return;
    check(call(nc_put_att_text, file_.id(), variable, attribute, value.size(), value.c_str()), attribute);
  }
  template <class T>
  nc_type type_of() const {
    return std::is_floating_point_v<T> && description_.single_precision ? NC_FLOAT : Type<T>::id;
  }
  int dimension(const std::string& name, std::size_t length) const {
    int id = -1;
    check(call(nc_def_dim, file_.id(), name.c_str(), length, &id), name);
    return id;
  }
  int define(const Variable& variable, nc_type type, const std::vector<std::string>& dimensions) const {
    std::vector<int> ids;
    for (const std::string& name : dimensions)
      check(call(nc_inq_dimid, file_.id(), name.c_str(), &ids.emplace_back()), name);
    int id = -1;
    if (variable.name.empty()) file_.reject("a variable needs a name: {.name = \"theta\"}");
    check(call(nc_def_var, file_.id(), variable.name.c_str(), type, static_cast<int>(ids.size()), ids.data(), &id),
          "variable '" + variable.name + "'");
    put_text(id, "standard_name", variable.standard_name);
    put_text(id, "long_name", variable.long_name);
    put_text(id, "units", variable.units);
    return id;
  }

  void define_time() {
    dimension(names::time, NC_UNLIMITED);
    time_ = define({names::time, description_.time_units, "time", "time"}, NC_DOUBLE, {names::time});
    prepare(time_, names::time);
    put_text(time_, "axis", "T");
    put_text(time_, "calendar", description_.calendar);
  }
  /// Heights that change are of each time, where the file has times.
  bool heights_of_each_time() const { return grid_ && grid_->heights_change() && !description_.time_units.empty(); }
  void define_grid(const ColumnGrid& grid, std::size_t first, std::size_t columns) {
    const bool is_new = !grid_;
    if (is_new) {
      grid_ = grid;
      dimension(names::column, making_->columns(grid).total);
      centers_ = define_heights(grid, Center{});
      faces_ = define_heights(grid, Face{});
      if (grid.periodic()) {
        const int yes = 1;
        check(call(nc_put_att_int, file_.id(), faces_, names::periodic, NC_INT, std::size_t{1}, &yes), names::periodic);
      }
      bounds_ = define_bounds(grid);
    } else if (!detail::checks::same_grid(&grid_->data(), &grid.data())) {
      file_.reject("holds fields on a grid of " + std::to_string(grid_->columns()) + " columns x " +
                   std::to_string(grid_->levels()) + " levels; one of " + std::to_string(grid.columns()) + " x " +
                   std::to_string(grid.levels()) + " is another grid and needs a file of its own");
    }
    if (heights_of_each_time() ? record_ && record_ != record_of_heights_ : is_new) return put_all_heights(grid);
    if (grid.heights_change() && (record_ || !heights_of_each_time()) && !are_at(grid, first, columns, written_faces_))
      file_.reject(std::string("the heights of the grid have changed since they were written; ") +
                   (heights_of_each_time() ? "call at_time before what follows is written"
                                           : "they are written at each time if the description has time_units"));
  }
  void put_all_heights(const ColumnGrid& grid) {
    const auto cells = static_cast<std::size_t>(grid.levels());
    const std::vector<double> faces = heights_of(grid, Face{});
    put_heights(centers_, "heights of centers", grid, heights_of(grid, Center{}), {cells});
    put_heights(faces_, "heights of faces", grid, faces, {cells + 1});
    put_heights(bounds_, "heights of bounds", grid, bounds_of(faces, cells), {cells, 2});
    record_of_heights_ = record_;
    if (grid.heights_change()) written_faces_ = faces;
  }
  /// The dimensions of heights, from those of one column on.
  std::vector<std::string> dimensions_of_heights(const ColumnGrid& grid, std::vector<std::string> dimensions) const {
    if (grid.heights_per_column()) dimensions.insert(dimensions.begin(), names::column);
    if (heights_of_each_time()) dimensions.insert(dimensions.begin(), names::time);
    return dimensions;
  }
  template <class Location>
  int define_heights(const ColumnGrid& grid, Location) const {
    const char* const level = names::level<Location>;
    dimension(level, static_cast<std::size_t>(grid.size(Location{})));
    const int id =
        define(variable_of_heights<Location>(grid, description_), NC_DOUBLE, dimensions_of_heights(grid, {level}));
    put_text(id, "axis", "Z");
    put_text(id, "positive", "up");
    return id;
  }
  /// For each center the faces below and above. Bounds have the attributes of their coordinate.
  int define_bounds(const ColumnGrid& grid) const {
    const std::string of = grid.heights_per_column() ? names::height<Center> : names::level<Center>;
    dimension("bounds", 2);
    put_text(centers_, "bounds", names::bounds_of(of));
    return define({names::bounds_of(of)}, NC_DOUBLE, dimensions_of_heights(grid, {names::level<Center>, "bounds"}));
  }

  /// The variable, defined when it is met first.
  int variable_of(const Variable& variable, nc_type type, std::vector<std::string> dimensions,
                  const std::string& heights) {
    if (record_) dimensions.insert(dimensions.begin(), names::time);
    if (const auto known = known_.find(variable.name); known != known_.end()) {
      if (known->second.type != type)
        file_.reject("variable '" + variable.name + "' was written before with another type of number");
      if (known->second.dimensions == dimensions) return known->second.id;
      file_.reject("variable '" + variable.name + "' was written before with other dimensions; a field keeps its " +
                   "location, and is written after at_time always or never");
    }
    require_free_name(variable);
    const int id = define(variable, type, dimensions);
    check(call(nc_def_var_deflate, file_.id(), id, 1, 1, description_.compression), variable.name);
    prepare(id, variable.name);
    if (variable.name != names::column && !has_coordinate(description_, variable.name)) {
      const std::string& others = description_.coordinates;
      put_text(id, "coordinates", heights.empty() || others.empty() ? heights + others : heights + " " + others);
    }
    put_text(id, "cell_methods", variable.cell_methods);
    known_[variable.name] = {id, type, dimensions};
    return id;
  }

  std::unique_ptr<Making> making_;
  OpenFile file_;
  Description description_;
  std::optional<ColumnGrid> grid_;
  int time_ = -1, centers_ = -1, faces_ = -1, bounds_ = -1;  // variables
  Times times_;
  std::optional<std::size_t> record_, record_of_heights_;
  std::vector<double> written_faces_;                          // of heights that change
  std::set<std::pair<std::string, std::size_t>> written_now_;  // and from which column on
  std::map<std::string, Known> known_;
};

}  // namespace stencil::netcdf
