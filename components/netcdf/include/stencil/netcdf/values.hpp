// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

inline bool is_floating(nc_type type) { return type == NC_FLOAT || type == NC_DOUBLE; }

/// The numbers of an attribute as the variable has its own. Many a file gives those of floats in double precision.
template <class Raw>
std::vector<Raw> numbers_as_in(const OpenFile& file, int id, nc_type type, const char* attribute) {
  if constexpr (std::is_integral_v<Raw>) {
    return file.numbers<Raw>(id, attribute);
  } else {
    std::vector<Raw> found;
    for (const double number : file.numbers<double>(id, attribute)) {
      const bool too_large = is_finite(number) && std::abs(number) > std::numeric_limits<float>::max();
      const double as_float =
          too_large ? std::copysign(HUGE_VAL, number) : static_cast<double>(static_cast<float>(number));
      found.push_back(static_cast<Raw>(type == NC_FLOAT ? as_float : number));
    }
    return found;
  }
}

/// The numbers that stand for gaps in a variable: _FillValue, else netCDF's own filling, and missing_value. Bytes have
/// no filling of their own.
template <class Raw>
std::vector<Raw> gaps(const OpenFile& file, int id, nc_type type, const std::string& name) {
  std::vector<Raw> found = numbers_as_in<Raw>(file, id, type, "_FillValue");
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
    } else if constexpr (std::is_same_v<Raw, float>) {
      found = {NC_FILL_FLOAT};
    } else if (type == NC_INT64) {
      found = {NC_FILL_INT64};
    }
  }
  const std::vector<Raw> others = numbers_as_in<Raw>(file, id, type, "missing_value");
  found.insert(found.end(), others.begin(), others.end());
  return found;
}

/// The least or the largest number that is no gap.
template <class Raw>
struct Limit {
  const char* attribute;
  bool is_least;
  Raw packed;
  std::optional<double> unpacked;  ///< in place of the other where packed numbers have one of what they stand for
  bool allows(Raw raw, double value) const {
    if (unpacked) return !(is_least ? value < *unpacked : value > *unpacked);
    return !(is_least ? raw < packed : raw > packed);
  }
};
/// Of valid_range, valid_min and valid_max. Those of packed whole numbers are of what these stand for if they are none
/// themselves: so the netCDF User's Guide has it, appendix "Attribute Conventions".
template <class Raw>
std::vector<Limit<Raw>> limits(const OpenFile& file, int id, nc_type type, const std::string& name, bool is_packed) {
  std::vector<Limit<Raw>> found;
  for (const char* attribute : {"valid_range", "valid_min", "valid_max"}) {
    const auto given = file.type(id, attribute);
    if (!given) continue;
    const bool is_range = attribute == std::string("valid_range");
    const bool of_unpacked = is_packed && !is_floating(type) && is_floating(*given);
    const auto as_packed = of_unpacked ? std::vector<Raw>() : numbers_as_in<Raw>(file, id, type, attribute);
    const auto as_unpacked = of_unpacked ? file.numbers<double>(id, attribute) : std::vector<double>();
    const std::size_t size = of_unpacked ? as_unpacked.size() : as_packed.size();
    if (size != (is_range ? 2 : 1))
      file.reject(std::string("attribute '") + attribute + "' of variable '" + name + "' has " + std::to_string(size) +
                  " numbers where " + (is_range ? "two are" : "one is") + " needed");
    for (std::size_t i = 0; i < size; ++i) {
      Limit<Raw> limit{attribute, is_range ? i == 0 : attribute == std::string("valid_min"), Raw(0), std::nullopt};
      if (of_unpacked) limit.unpacked = as_unpacked[i];
      if (!of_unpacked) limit.packed = as_packed[i];
      found.push_back(limit);
    }
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

/// Whether T, which is no type of whole numbers, has this whole number.
template <class T, class Raw>
bool has_whole(Raw number) {
  if constexpr (std::is_integral_v<Raw>) {
    const auto bits = static_cast<std::uint64_t>(number);
    const std::uint64_t size = number < 0 ? 0 - bits : bits;
    return size == 0 || size >> std::countr_zero(size) >> std::numeric_limits<T>::digits == 0;
  } else {
    return static_cast<Raw>(static_cast<T>(number)) == number;
  }
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
  const bool is_packed = factor || offset;
  const double scale = factor.value_or(1.0), shift = offset.value_or(0.0);
  if (!is_finite(scale) || !is_finite(shift) || scale == 0.0)
    file.reject("variable '" + name + "' cannot be unpacked with scale_factor " + detail::messages::digits_of(scale) +
                " and add_offset " + detail::messages::digits_of(shift));

  const std::vector<Limit<Raw>> valid = limits<Raw>(file, id, type, name, is_packed);
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Raw here = raw[i];
    if (is_gap(here, missing)) file.reject("variable '" + name + "' holds a missing value" + part.place(i));
    const double stands_for = static_cast<double>(here) * scale + shift;
    for (const Limit<Raw>& limit : valid) {
      if (!limit.allows(here, stands_for))
        file.reject("variable '" + name + "' holds " + written(here) + part.place(i) + ", a missing value by its " +
                    limit.attribute);
    }
    if constexpr (std::is_floating_point_v<T>) {
      if (!is_packed && !is_floating(type) && !has_whole<T>(here))
        file.reject("variable '" + name + "' holds " + written(here) + part.place(i) +
                    ", which the field's type would round");
    }
    const std::optional<T> value = is_packed ? as<T>(stands_for) : as<T>(here);
    if (!value)
      file.reject("variable '" + name + "' holds " + written(here) + part.place(i) +
                  (std::is_integral_v<T> ? ", which is no whole number of the field's type" : ", too large a number"));
    values[i] = *value;
  }
  return values;
}

/// Reads what the numbers of a variable stand for, after CF 1.10, sections 2.5.1 and 8.1: packed ones are unpacked,
/// gaps are refused. Numbers that T cannot hold are a FileError too, and whole ones that it would round.
template <class T>
std::vector<T> read_numbers(const OpenFile& file, int id, const std::string& name, const Part& part, std::size_t size) {
  const nc_type type = file.type(id);
  if (!OpenFile::is_number(type)) file.reject("variable '" + name + "' cannot be read as numbers (it holds none)");
  if (file.text(id, "_Unsigned").value_or("false") == "true")
    file.reject("variable '" + name + "' holds unsigned numbers in a signed type, by _Unsigned; convert it");
  if (type == NC_INT64 || type == NC_UINT64) return unpacked<T, long long>(file, id, name, type, part, size);
  if constexpr (std::is_same_v<T, float>) {
    // Not through double, which changes some NaNs.
    if (type == NC_FLOAT) return unpacked<T, float>(file, id, name, type, part, size);
  }
  return unpacked<T, double>(file, id, name, type, part, size);
}

}  // namespace stencil::netcdf
