// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/finite.hpp>
#include <stencil/netcdf/file.hpp>

namespace stencil::netcdf {

/// Part of a variable of a file, or all of it.
struct Part {
  std::vector<std::size_t> start;
  std::vector<std::size_t> count;

  static Part whole(const std::vector<OpenFile::Dimension>& dimensions) {
    Part all;
    for (const auto& dimension : dimensions) all.count.push_back(dimension.length);
    all.start.resize(all.count.size(), 0);
    return all;
  }
  /// "at (1, 12)", in the subscripts of the variable.
  std::string place(std::size_t index) const {
    std::string text;
    for (std::size_t d = count.size(); d-- > 0; index /= count[d])
      text.insert(0, std::to_string(start[d] + index % count[d]) + (text.empty() ? "" : ", "));
    return text.empty() ? "" : " at (" + text + ")";
  }
};
/// A number of a file, for a message.
template <class Raw>
std::string written(Raw number) {
  if constexpr (std::is_floating_point_v<Raw>) {
    return detail::messages::digits_of(static_cast<double>(number));
  } else {
    return std::to_string(number);
  }
}

/// Binary digits of a type of numbers, its sign apart.
inline int digits_of_type(nc_type type) {
  switch (type) {
    case NC_FLOAT:
      return std::numeric_limits<float>::digits;
    case NC_DOUBLE:
      return std::numeric_limits<double>::digits;
    case NC_INT:
      return 31;
    case NC_UINT:
      return 32;
    case NC_INT64:
      return 63;
    case NC_UINT64:
      return 64;
    default:
      return 16;
  }
}

/// The numbers that stand for gaps in a variable: _FillValue, else netCDF's own filling, and missing_value. Bytes have
/// no filling of their own.
template <class Raw>
std::vector<Raw> gaps(const OpenFile& file, int id, nc_type type, const std::string& name) {
  std::vector<Raw> found = file.numbers<Raw>(id, "_FillValue");
  if (found.size() > 1)
    file.reject("attribute '_FillValue' of variable '" + name + "' has " + std::to_string(found.size()) +
                " numbers where one is needed");
  if (found.empty()) {
    if constexpr (std::is_same_v<Raw, double>) {
      if (type == NC_SHORT) found = {double{NC_FILL_SHORT}};
      if (type == NC_USHORT) found = {double{NC_FILL_USHORT}};
      if (type == NC_INT) found = {double{NC_FILL_INT}};
      if (type == NC_UINT) found = {double{NC_FILL_UINT}};
      if (type == NC_FLOAT) found = {double{NC_FILL_FLOAT}};
      if (type == NC_DOUBLE) found = {NC_FILL_DOUBLE};
    } else if (type == NC_INT64) {
      found = {NC_FILL_INT64};
    }
  }
  const std::vector<Raw> others = file.numbers<Raw>(id, "missing_value");
  found.insert(found.end(), others.begin(), others.end());
  // Many a file gives the gaps of floats in double precision.
  if (type == NC_FLOAT) {
    for (Raw& gap : found) gap = static_cast<Raw>(static_cast<float>(gap));
  }
  return found;
}

template <class Raw>
bool is_gap(Raw number, const std::vector<Raw>& gaps) {
  for (const Raw gap : gaps)
    if (number == gap || (number != number && gap != gap)) return true;
  return false;
}

/// A number of a file as T; nothing where T cannot hold it.
template <class T, class Number>
std::optional<T> as(Number number) {
  if constexpr (std::is_integral_v<T> && std::is_floating_point_v<Number>) {
    const Number past = std::ldexp(Number(1), std::numeric_limits<T>::digits);
    if (!(number >= -past && number < past) || std::trunc(number) != number) return std::nullopt;
  } else if constexpr (std::is_integral_v<T>) {
    if (number < std::numeric_limits<T>::lowest() || number > std::numeric_limits<T>::max()) return std::nullopt;
  } else if constexpr (std::is_floating_point_v<Number>) {
    if (is_finite(number) && std::abs(number) > static_cast<Number>(std::numeric_limits<T>::max())) return std::nullopt;
  }
  return static_cast<T>(number);
}

/// Reads a part as `Raw`, which holds every number of the file's type, and unpacks it.
template <class T, class Raw>
std::vector<T> unpacked(const OpenFile& file, int id, const std::string& name, nc_type type, const Part& part,
                        std::size_t size) {
  std::vector<Raw> raw(size);
  file.check(call(Type<Raw>::get, file.id(), id, part.start.data(), part.count.data(), raw.data()),
             "variable '" + name + "' cannot be read as numbers");
  const std::vector<Raw> missing = gaps<Raw>(file, id, type, name);
  const auto factor = file.number(id, "scale_factor");
  const auto offset = file.number(id, "add_offset");
  const double scale = factor.value_or(1.0), shift = offset.value_or(0.0);
  if (!is_finite(scale) || !is_finite(shift) || scale == 0.0)
    file.reject("variable '" + name + "' cannot be unpacked with scale_factor " + detail::messages::digits_of(scale) +
                " and add_offset " + detail::messages::digits_of(shift));

  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Raw here = raw[i];
    if (is_gap(here, missing)) file.reject("variable '" + name + "' holds a missing value" + part.place(i));
    const std::optional<T> value = factor || offset ? as<T>(static_cast<double>(here) * scale + shift) : as<T>(here);
    if (!value)
      file.reject("variable '" + name + "' holds " + written(here) + part.place(i) +
                  (std::is_integral_v<T> ? ", which is no whole number of the field's type" : ", too large a number"));
    values[i] = *value;
  }
  return values;
}

/// Reads what the numbers of a variable stand for, after CF 1.10, sections 2.5.1 and 8.1: packed ones are unpacked,
/// gaps are refused. Numbers that T cannot hold are a FileError too.
template <class T>
std::vector<T> read_numbers(const OpenFile& file, int id, const std::string& name, const Part& part, std::size_t size) {
  const nc_type type = file.type(id);
  if (!OpenFile::is_number(type)) file.reject("variable '" + name + "' cannot be read as numbers (it holds none)");
  if (file.text(id, "_Unsigned").value_or("false") == "true")
    file.reject("variable '" + name + "' holds unsigned numbers in a signed type, by _Unsigned; convert it");
  if (type == NC_INT64 || type == NC_UINT64) return unpacked<T, long long>(file, id, name, type, part, size);
  return unpacked<T, double>(file, id, name, type, part, size);
}

}  // namespace stencil::netcdf
