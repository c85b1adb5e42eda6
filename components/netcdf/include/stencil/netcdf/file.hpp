// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <netcdf.h>

#include <stencil/error.hpp>
#include <stencil/location.hpp>
#include <stencil/netcdf/call.hpp>
#include <stencil/netcdf/classic_header.hpp>

namespace stencil::netcdf {

/// Something about a file: the message names it, the variable, and what was found where what was needed.
class FileError : public Error {
 public:
  using Error::Error;
};

[[noreturn]] inline void throw_cannot_be_written(const std::string& path, const std::string& reason) {
  throw FileError(path + ": cannot be written (" + reason + ")");
}

/// Names in files that this library writes. Heights that all columns share are coordinates z and z_face; others are
/// auxiliary coordinates of columns and levels.
namespace names {
inline constexpr const char* time = "time";
inline constexpr const char* column = "column";
template <class Location>
inline constexpr const char* level = std::is_same_v<Location, Face> ? "z_face" : "z";
template <class Location>
inline constexpr const char* height = std::is_same_v<Location, Face> ? "height_face" : "height";
/// Of the variable with the faces on both sides of each center.
inline std::string bounds_of(const std::string& heights) { return heights + "_bounds"; }
/// Of a ring: the top face is the bottom face. CF has no word for it.
inline constexpr const char* periodic = "periodic";
}  // namespace names

/// Whether files hold numbers of this type; a compile-time error where not.
template <class T>
constexpr bool holds() {
  constexpr bool held = std::is_same_v<T, double> || std::is_same_v<T, float> || std::is_same_v<T, int> ||
                        std::is_same_v<T, long> || std::is_same_v<T, long long>;
  static_assert(held,
                "stencil: netCDF files hold fields of double, float, int, long and long long, and of Vecs of them; "
                "others, such as truth values, are first assigned to one of these");
  return held;
}

/// The functions of netCDF-C for a number type.
template <class T>
struct Type {
  static_assert(holds<T>());
  static constexpr nc_type id = NC_DOUBLE;
  static constexpr auto put = nc_put_vara_double;
  static constexpr auto get = nc_get_vara_double;
  static constexpr auto get_attribute = nc_get_att_double;
};
template <>
struct Type<float> {
  static constexpr nc_type id = NC_FLOAT;
  static constexpr auto put = nc_put_vara_float;
  static constexpr auto get = nc_get_vara_float;
  static constexpr auto get_attribute = nc_get_att_float;
};
template <>
struct Type<int> {
  static constexpr nc_type id = NC_INT;
  static constexpr auto put = nc_put_vara_int;
  static constexpr auto get = nc_get_vara_int;
  static constexpr auto get_attribute = nc_get_att_int;
};
template <>
struct Type<long> {
  static constexpr nc_type id = sizeof(long) == sizeof(int) ? NC_INT : NC_INT64;
  static constexpr auto put = nc_put_vara_long;
  static constexpr auto get = nc_get_vara_long;
  static constexpr auto get_attribute = nc_get_att_long;
};
template <>
struct Type<long long> {
  static constexpr nc_type id = NC_INT64;
  static constexpr auto put = nc_put_vara_longlong;
  static constexpr auto get = nc_get_vara_longlong;
  static constexpr auto get_attribute = nc_get_att_longlong;
};

/// An open file, closed at the end. Attributes are read here and nowhere else: whatever type and length a file gives
/// them, they are what was asked for or a FileError.
class OpenFile {
 public:
  /// With `together` several processes have it open: closing waits for the others, who do not come where an exception
  /// goes through this one alone.
  OpenFile(std::string path, int id, bool together = false) : path_(std::move(path)), id_(id), together_(together) {}
  ~OpenFile() {
    // A child of fork would write what it has of its parent's file over that.
    const bool is_own = process_ == ::getpid();
    if (id_ >= 0 && is_own && !(together_ && std::uncaught_exceptions() > 0)) call(nc_close, id_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  /// Opens a regular file for reading; an address in a network is none, whatever netCDF could make of it.
  static OpenFile for_reading(const std::string& path) {
    const auto refuse = [&path](const std::string& reason) {
      throw FileError(path + ": cannot be read as a netCDF file (" + reason + ")");
    };
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) refuse(error ? error.message() : "No such file or directory");
    if (!std::filesystem::is_regular_file(status)) refuse("it is no regular file");
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    if (error) refuse(error.message());
    // This path is never an address, and netCDF takes no blanks off its front.
    const std::string absolute = std::filesystem::canonical(path, error).string();
    if (error) refuse(error.message());
    if (const auto defect = ClassicHeader::defect(absolute, bytes)) refuse(*defect);
    int id = -1;
    const int opened = call(nc_open, absolute.c_str(), NC_NOWRITE, &id);
    if (opened != NC_NOERR) refuse(nc_strerror(opened));
    return {path, id, bytes};
  }

  int id() const { return id_; }
  int close() { return call(nc_close, std::exchange(id_, -1)); }

  [[noreturn]] void reject(const std::string& text) const { throw FileError(path_ + ": " + text); }
  void check(int status, const std::string& what) const {
    if (status != NC_NOERR) reject(what + " (" + nc_strerror(status) + ")");
  }

  std::optional<int> find(const std::string& variable) const {
    int found = -1;
    if (call(nc_inq_varid, id_, variable.c_str(), &found) != NC_NOERR) return std::nullopt;
    return found;
  }
  nc_type type(int variable) const {
    nc_type found = NC_NAT;
    check(call(nc_inq_vartype, id_, variable, &found), "the type of a variable is unknown");
    return found;
  }
  /// That of an attribute; nothing where there is no such attribute.
  std::optional<nc_type> type(int variable, const char* attribute) const {
    const auto found = find_attribute(variable, attribute);
    return found ? std::optional(found->type) : std::nullopt;
  }
  static bool is_number(nc_type type) {
    return type == NC_BYTE || type == NC_SHORT || type == NC_INT || type == NC_FLOAT || type == NC_DOUBLE ||
           (type >= NC_UBYTE && type <= NC_UINT64);
  }

  /// The text of an attribute, of the whole file for NC_GLOBAL; nothing where there is no such attribute.
  std::optional<std::string> text(int variable, const char* attribute) const {
    const auto found = find_attribute(variable, attribute);
    if (!found) return std::nullopt;
    const std::string what = name_of(variable, attribute);
    std::string value;
    if (found->type == NC_CHAR) {
      value.resize(found->length);
      check(call(nc_get_att_text, id_, variable, attribute, value.data()), what + " cannot be read");
    } else if (found->type == NC_STRING && found->length == 1) {
      char* line = nullptr;
      check(call(nc_get_att_string, id_, variable, attribute, &line), what + " cannot be read");
      if (line != nullptr) value = line;
      call(nc_free_string, std::size_t{1}, &line);
    } else {
      reject(what + " is not one text");
    }
    while (!value.empty() && (value.back() == '\0' || value.back() == ' ')) value.pop_back();
    return value;
  }
  /// The numbers of an attribute; none where there is no such attribute.
  template <class T>
  std::vector<T> numbers(int variable, const char* attribute) const {
    const auto found = find_attribute(variable, attribute);
    if (!found) return {};
    const std::string what = name_of(variable, attribute);
    if (!is_number(found->type)) reject(what + " is no number");
    std::vector<T> values(found->length);
    check(call(Type<T>::get_attribute, id_, variable, attribute, values.data()), what + " cannot be read");
    return values;
  }
  std::optional<double> number(int variable, const char* attribute) const {
    if (!find_attribute(variable, attribute)) return std::nullopt;
    const auto values = numbers<double>(variable, attribute);
    if (values.size() != 1)
      reject(name_of(variable, attribute) + " has " + std::to_string(values.size()) + " numbers where one is needed");
    return values.front();
  }

  /// How many values dimensions of these lengths hold. Refuses what a file of its size cannot: nothing asks for memory
  /// because a damaged file says so. The compression of netCDF-4 makes at most 1032 bytes of one.
  std::size_t count(const std::vector<std::size_t>& lengths, const std::string& what) const {
    constexpr std::uintmax_t most = std::numeric_limits<std::uintmax_t>::max();
    std::uintmax_t values = 1;
    for (const std::size_t length : lengths) values = length != 0 && values > most / length ? most : values * length;
    int format = NC_FORMAT_NETCDF4;
    call(nc_inq_format, id_, &format);
    const bool compressed = format == NC_FORMAT_NETCDF4 || format == NC_FORMAT_NETCDF4_CLASSIC;
    if (values / (compressed ? 1100 : 1) > bytes_)
      reject(what + " is to have " + std::to_string(values) + " values, more than a file of " + std::to_string(bytes_) +
             " bytes can hold");
    return static_cast<std::size_t>(values);
  }

  struct Dimension {
    std::string name;
    std::size_t length;
  };
  std::vector<Dimension> dimensions(int variable) const {
    int rank = 0;
    check(call(nc_inq_varndims, id_, variable, &rank), "the shape of a variable is unknown");
    std::vector<int> ids(static_cast<std::size_t>(rank));
    check(call(nc_inq_vardimid, id_, variable, ids.data()), "the shape of a variable is unknown");
    std::vector<Dimension> found;
    for (std::size_t d = 0; d < ids.size(); ++d) {
      std::array<char, NC_MAX_NAME + 1> name{};
      std::size_t length = 0;
      check(call(nc_inq_dim, id_, ids[d], name.data(), &length), "the shape of a variable is unknown");
      found.push_back({name.data(), length});
    }
    return found;
  }

 private:
  struct Attribute {
    nc_type type;
    std::size_t length;
  };

  OpenFile(std::string path, int id, std::uintmax_t bytes) : path_(std::move(path)), id_(id), bytes_(bytes) {}

  std::optional<Attribute> find_attribute(int variable, const char* attribute) const {
    Attribute found{NC_NAT, 0};
    const int status = call(nc_inq_att, id_, variable, attribute, &found.type, &found.length);
    if (status == NC_ENOTATT) return std::nullopt;
    check(status, name_of(variable, attribute) + " cannot be read");
    if (found.length > bytes_) reject(name_of(variable, attribute) + " is longer than the file");
    return found;
  }
  std::string name_of(int variable, const char* attribute) const {
    std::array<char, NC_MAX_NAME + 1> name{};
    if (variable == NC_GLOBAL) return std::string("attribute '") + attribute + "'";
    call(nc_inq_varname, id_, variable, name.data());
    return std::string("attribute '") + attribute + "' of variable '" + name.data() + "'";
  }

  std::string path_;
  int id_;
  bool together_ = false;
  pid_t process_ = ::getpid();
  std::uintmax_t bytes_ = std::numeric_limits<std::uintmax_t>::max();
};

/// "(time 3, column 2, z 4)".
inline std::string describe(const std::vector<OpenFile::Dimension>& dimensions) {
  std::string text;
  for (const auto& dimension : dimensions)
    text += (text.empty() ? "" : ", ") + dimension.name + " " + std::to_string(dimension.length);
  return "(" + text + ")";
}

}  // namespace stencil::netcdf
