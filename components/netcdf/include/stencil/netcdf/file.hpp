// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <netcdf.h>

#include <stencil/error.hpp>
#include <stencil/location.hpp>

namespace stencil::netcdf {

/// Something about a file: the message names it, the variable, and what was found where what was needed.
class FileError : public Error {
 public:
  using Error::Error;
};

/// Names in files that this library writes. Heights that all columns share are coordinates z and z_face; others are
/// auxiliary coordinates of columns and levels.
namespace names {
inline constexpr const char* time = "time";
inline constexpr const char* column = "column";
template <class Location>
inline constexpr const char* level = std::is_same_v<Location, Face> ? "z_face" : "z";
template <class Location>
inline constexpr const char* height = std::is_same_v<Location, Face> ? "height_face" : "height";
/// Of a ring: the top face is the bottom face. CF has no word for it.
inline constexpr const char* periodic = "periodic";
}  // namespace names

/// The functions of netCDF-C for a number type.
template <class T>
struct Type {
  static_assert(std::is_same_v<T, double>,
                "stencil: netCDF files hold fields of double, float, int and long long, and of Vecs of them");
  static constexpr nc_type id = NC_DOUBLE;
  static constexpr auto put = nc_put_vara_double;
  static constexpr auto get = nc_get_vara_double;
};
template <>
struct Type<float> {
  static constexpr nc_type id = NC_FLOAT;
  static constexpr auto put = nc_put_vara_float;
  static constexpr auto get = nc_get_vara_float;
};
template <>
struct Type<int> {
  static constexpr nc_type id = NC_INT;
  static constexpr auto put = nc_put_vara_int;
  static constexpr auto get = nc_get_vara_int;
};
template <>
struct Type<long long> {
  static constexpr nc_type id = NC_INT64;
  static constexpr auto put = nc_put_vara_longlong;
  static constexpr auto get = nc_get_vara_longlong;
};

/// An open file, closed at the end.
class OpenFile {
 public:
  OpenFile(std::string path, int id) : path_(std::move(path)), id_(id) {}
  ~OpenFile() {
    if (id_ >= 0) nc_close(id_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int id() const { return id_; }
  int close() { return nc_close(std::exchange(id_, -1)); }

  [[noreturn]] void reject(const std::string& text) const { throw FileError(path_ + ": " + text); }
  void check(int status, const std::string& what) const {
    if (status != NC_NOERR) reject(what + " (" + nc_strerror(status) + ")");
  }

  std::optional<int> find(const std::string& variable) const {
    int found = -1;
    if (nc_inq_varid(id_, variable.c_str(), &found) != NC_NOERR) return std::nullopt;
    return found;
  }
  std::string text(int variable, const char* attribute) const {
    nc_type type = NC_NAT;
    std::size_t length = 0;
    if (nc_inq_att(id_, variable, attribute, &type, &length) != NC_NOERR || type != NC_CHAR) return {};
    std::string value(length, '\0');
    nc_get_att_text(id_, variable, attribute, value.data());
    while (!value.empty() && (value.back() == '\0' || value.back() == ' ')) value.pop_back();
    return value;
  }

  struct Dimension {
    std::string name;
    std::size_t length;
  };
  std::vector<Dimension> dimensions(int variable) const {
    int rank = 0;
    std::array<int, NC_MAX_VAR_DIMS> ids{};
    check(nc_inq_var(id_, variable, nullptr, nullptr, &rank, ids.data(), nullptr),
          "the shape of a variable is unknown");
    std::vector<Dimension> found;
    for (std::size_t d = 0; d < static_cast<std::size_t>(rank); ++d) {
      std::array<char, NC_MAX_NAME + 1> name{};
      std::size_t length = 0;
      check(nc_inq_dim(id_, ids[d], name.data(), &length), "the shape of a variable is unknown");
      found.push_back({name.data(), length});
    }
    return found;
  }

 private:
  std::string path_;
  int id_;
};

/// "(time 3, column 2, z 4)".
inline std::string describe(const std::vector<OpenFile::Dimension>& dimensions) {
  std::string text;
  for (const auto& dimension : dimensions)
    text += (text.empty() ? "" : ", ") + dimension.name + " " + std::to_string(dimension.length);
  return "(" + text + ")";
}

}  // namespace stencil::netcdf
