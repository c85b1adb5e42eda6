// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/columnwise/fields.hpp>
#include <stencil/netcdf/input.hpp>
#include <stencil/netcdf/output.hpp>

/// Fields and time of a run that goes on later.
namespace stencil::netcdf {

namespace restarts {

inline const Variable time{.name = "model_time", .units = "s", .long_name = "time of the fields"};

/// One variable for each component of a Vec: wind_0, wind_1.
template <std::size_t N>
void name_components(const std::string& name, Variable (&variables)[N]) {
  for (std::size_t i = 0; i < N; ++i) variables[i].name = name + "_" + std::to_string(i);
}

inline void require_names(const std::string& path, std::initializer_list<std::string> names) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (name->empty())
      throw FileError(path + ": a field of a restart needs a name, by which it is found again: CenterField<double> " +
                      "u(grid, \"u\")");
    if (*name == time.name)
      throw FileError(path + ": a field of a restart is named '" + *name +
                      "', as the time of the restart is; give it another name");
    if (std::find(names.begin(), name, *name) != name)
      throw FileError(path + ": two fields of a restart are named '" + *name + "'; give each a name of its own");
  }
}

inline void require_time(const std::string& path, double time_of_fields) {
  if (!is_finite(time_of_fields))
    throw FileError(path + ": a restart needs the time of its fields, not " + written(time_of_fields) +
                    "; a run without times gives 0");
}

template <class File, class F>
void write(File& file, const F& field) {
  using T = typename F::value_type;
  if constexpr (is_vec<T>) {
    Variable variables[sizeof(T) / sizeof(scalar_of<T>)];
    name_components(field.name(), variables);
    file.write(field, variables);
  } else if constexpr (holds<T>()) {
    file.write(field, {.name = field.name()});
  }
}

inline bool have_one_shape(const ColumnGrid& field, const ColumnGrid& file) {
  return field.levels() == file.levels() && field.columns() == file.columns() && !file.periodic();
}
/// Whether a field's grid is that of the file; heights that change are compared as they are now.
inline bool fits(const ColumnGrid& field, const ColumnGrid& file) {
  if (!field.heights_change()) return detail::checks::same_grid(&field.data(), &file.data());
  bool alike = have_one_shape(field, file);
  for (std::size_t c = 0; alike && c < field.columns(); ++c) {
    const auto one = field.z_faces(c), other = file.z_faces(c);
    alike = std::equal(one.begin(), one.end(), other.begin(), other.end());
  }
  return alike;
}

/// The file of one process, or that of which many read parts.
inline const Input& in_one_file(const Input& file) { return file; }
template <class File>
const Input& in_one_file(const File& file) {
  return file.file();
}

/// The time of the fields in the file.
inline double read_time(const Input& file, const std::string& path) {
  const double found = file.number(time);
  if (!is_finite(found))
    throw FileError(path + ": variable '" + time.name + "' is " + written(found) +
                    ", and the time of a restart is finite; take a file that write_restart wrote");
  return found;
}
/// The values of a field in the file.
template <class File, class F>
auto read(const File& file, const std::string& path, const ColumnGrid& grid, const F& field) {
  using T = typename F::value_type;
  if constexpr (!requires(F& resized) { resized.resize(grid); }) {
    if (field.empty())
      throw FileError(path + ": the wrapped array '" + field.name() +
                      "' was moved from and sees no memory; read into the one that it was moved to");
  }
  if (!field.empty()) detail::checks::require_destination(field.node());
  if (!field.empty() && !fits(field.grid(), grid)) {
    const ColumnGrid& own = field.grid();
    throw FileError(path + ": is of another grid than " + detail::checks::describe(field.node()) +
                    "; a restart needs the same heights to the last bit" +
                    (own.heights_change() && have_one_shape(own, grid)
                         ? ", to which set_heights or set_thickness brings a grid whose heights change"
                         : ""));
  }
  Field<T, typename F::location> host(grid, field.name());
  if constexpr (is_vec<T>) {
    Variable variables[sizeof(T) / sizeof(scalar_of<T>)];
    name_components(field.name(), variables);
    for (const Variable& variable : variables) in_one_file(file).template require_exact<scalar_of<T>>(variable);
    file.read(host, variables);
  } else {
    in_one_file(file).template require_exact<T>({.name = field.name()});
    file.read(host, {.name = field.name()});
  }
  return host.to_host();
}

/// What a restart consists of, written to a file of one process or of many.
template <class File, class... Fields>
void write_all(File& file, double time_of_fields, const Fields&... fields) {
  file.write(time_of_fields, time);
  (write(file, fields), ...);
  file.finish();
}
/// All fields, or none.
template <class File, class... Fields>
void read_all(const File& file, const std::string& path, Fields&... fields) {
  const ColumnGrid grid = file.grid();
  const auto values = std::tuple(read(file, path, grid, fields)...);
  const auto give_grid = [&grid](auto& field) {
    if constexpr (requires { field.resize(grid); }) {
      if (field.empty()) field.resize(grid);
    }
  };
  (give_grid(fields), ...);
  std::apply([&](const auto&... host) { (fields.from_host(host), ...); }, values);
}

/// Whether there are arrays, structs or std::tie of fields among these.
template <class... Given>
inline constexpr bool have_groups = (column_functions::is_list_of_fields<Given> || ...);
/// f(the fields in what is given, in order).
template <class F, class... Given>
auto with_fields(const F& f, Given&... given) {
  return std::apply(f, std::tuple_cat(column_functions::destinations_in(given)...));
}

/// Whether these are fields, or groups of them.
template <class... Given>
inline constexpr bool are_fields =
    ((requires(const Given& field) { field.to_host(); } || column_functions::is_list_of_fields<Given>) && ...);

}  // namespace restarts

/// Writes time and fields, each under its own name, to a file from which read_restart has them bit for bit. The fields
/// are of any backend, location and layout, all on one grid, of double, float, int, long or long long, or Vecs of them.
/// An older file of this name stays until the new one is complete. Other numbers of a run can be fields of one value.
/// What cannot be written is a FileError.
template <class... Fields>
  requires(!restarts::have_groups<Fields...> && restarts::are_fields<Fields...>)
void write_restart(const std::string& path, double time, const Fields&... fields) {
  static_assert(sizeof...(Fields) > 0,
                "stencil: write_restart(path, time, fields...) needs a field, of whose grid the file is");
  restarts::require_names(path, {fields.name()...});
  restarts::require_time(path, time);
  Output file(path, {.title = "restart"});
  restarts::write_all(file, time, fields...);
}

/// Reads the fields of these names, and returns their time. A field without a grid gets that of the file. FileError
/// where something is missing, does not fit or would be rounded, as numbers of double in a field of float, or the time
/// is not finite, and then all fields are as they were.
template <class... Fields>
  requires(!restarts::have_groups<Fields...> && restarts::are_fields<Fields...>)
double read_restart(const std::string& path, Fields&... fields) {
  static_assert(sizeof...(Fields) > 0, "stencil: read_restart(path, fields...) needs a field, which it reads");
  restarts::require_names(path, {fields.name()...});
  const Input file(path);
  const double time = restarts::read_time(file, path);
  restarts::read_all(file, path, fields...);
  return time;
}

/// @{
/// Compile-time errors for what is no field.
template <class First, class... Rest>
  requires(IsOperand<First> || column_functions::is_list_of_fields<First> ||
           (std::is_arithmetic_v<First> && !restarts::are_fields<Rest...>))
void write_restart(const std::string&, const First&, const Rest&...) {
  static_assert(!std::is_same_v<First, First>,
                "stencil: write_restart takes the time of the fields in s before them: write_restart(path, time, "
                "fields...), all of them fields");
}
template <class... Given>
  requires(!restarts::are_fields<Given...>)
double read_restart(const std::string&, const Given&...) {
  static_assert(sizeof...(Given) == 0,
                "stencil: read_restart takes fields and returns their time: double time = read_restart(path, "
                "fields...)");
  return 0.0;
}
/// @}

/// @{
/// The same, arrays, structs and std::tie of fields among them: write_restart(path, time, w, tracers).
template <class... Given>
  requires(restarts::have_groups<Given...> && restarts::are_fields<Given...>)
void write_restart(const std::string& path, double time, const Given&... given) {
  restarts::with_fields([&](const auto&... fields) { write_restart(path, time, fields...); }, given...);
}
template <class... Given>
  requires(restarts::have_groups<Given...> && restarts::are_fields<Given...>)
double read_restart(const std::string& path, Given&&... given) {
  return restarts::with_fields([&](auto&... fields) { return read_restart(path, fields...); }, given...);
}
/// @}

}  // namespace stencil::netcdf
