// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stencil::netcdf {

/// Walks through the header of a file of netCDF's classic formats (CDF-1, 2 and 5, after the netCDF User's Guide,
/// appendix "File Format Specifications") and compares what it claims with the length of the file. netCDF-C 4.9
/// believes it: it takes values beyond the end for zeros, and lengths that no file has for memory.
class ClassicHeader {
 public:
  /// What is wrong with the file; nothing where it is sound, or of another format.
  static std::optional<std::string> defect(const std::string& path, std::uintmax_t bytes) {
    ClassicHeader header(path, bytes);
    std::array<char, 4> magic{};
    header.file_.read(magic.data(), 4);
    if (!header.file_ || magic[0] != 'C' || magic[1] != 'D' || magic[2] != 'F') return std::nullopt;
    header.version_ = static_cast<unsigned char>(magic[3]);
    if (header.version_ != 1 && header.version_ != 2 && header.version_ != 5) return std::nullopt;
    header.left_ -= 4;
    try {
      header.walk();
      return std::nullopt;
    } catch (const Wrong& wrong) {
      return wrong.what;
    }
  }

 private:
  struct Wrong {
    const char* what;
  };
  enum Tag : std::uint64_t { no_list = 0, dimension_list = 10, variable_list = 11, attribute_list = 12 };
  static constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

  ClassicHeader(const std::string& path, std::uintmax_t bytes)
      : file_(path, std::ios::binary), bytes_(bytes), left_(bytes) {}

  void require(std::uint64_t length) {
    if (length > left_) throw Wrong{"its header claims more than the file holds"};
    left_ -= length;
  }
  std::uint64_t number(int length) {
    require(static_cast<std::uint64_t>(length));
    std::uint64_t value = 0;
    for (int i = 0; i < length; ++i) value = value << 8 | static_cast<std::uint64_t>(file_.get() & 0xFF);
    if (!file_) throw Wrong{"its header cannot be read"};
    return value;
  }
  std::uint64_t size() {
    const std::uint64_t value = number(version_ == 5 ? 8 : 4);
    if (version_ == 5 ? value >> 63 : value >> 31) throw Wrong{"its header has a negative length"};
    return value;
  }
  void skip(std::uint64_t length) {
    const std::uint64_t padded = length > most - 3 ? length : (length + 3) / 4 * 4;
    require(padded);
    file_.seekg(static_cast<std::streamoff>(padded), std::ios::cur);
  }
  void name() {
    const std::uint64_t length = size();
    if (length == 0 || length > 256) throw Wrong{"its header has a name of an impossible length"};
    skip(length);
  }
  std::uint64_t type_size() {
    constexpr std::array<std::uint64_t, 12> sizes{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    const std::uint64_t type = number(4);
    if (type == 0 || type > (version_ == 5 ? 11U : 6U)) throw Wrong{"its header has a type that netCDF does not know"};
    return sizes[type];
  }
  /// The number of elements of a list, each of which takes eight bytes or more.
  std::uint64_t list(Tag expected) {
    const std::uint64_t tag = number(4);
    const std::uint64_t length = size();
    if (tag != expected && (tag != no_list || length != 0)) throw Wrong{"its header is no list where one is needed"};
    if (length > left_ / 8) throw Wrong{"its header claims more than the file holds"};
    return length;
  }
  void attributes() {
    for (std::uint64_t left = list(attribute_list); left > 0; --left) {
      name();
      const std::uint64_t each = type_size();
      skip(product(size(), each));
    }
  }
  static std::uint64_t product(std::uint64_t a, std::uint64_t b) { return b != 0 && a > most / b ? most : a * b; }
  static std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > most - b ? most : a + b; }

  void walk() {
    struct Records {
      std::uint64_t begin, bytes;
    };
    const std::uint64_t records = number(version_ == 5 ? 8 : 4);
    const bool counted = records != (version_ == 5 ? most : 0xFFFFFFFFU);
    std::vector<std::uint64_t> lengths;
    for (std::uint64_t left = list(dimension_list); left > 0; --left) {
      name();
      lengths.push_back(size());
    }
    attributes();
    std::vector<Records> of_records;
    std::uint64_t step = 0;
    for (std::uint64_t left = list(variable_list); left > 0; --left) {
      name();
      bool recorded = false;
      std::uint64_t values = 1;
      const std::uint64_t rank = size();
      for (std::uint64_t d = 0; d < rank; ++d) {
        const std::uint64_t id = size();
        if (id >= lengths.size()) throw Wrong{"a variable has a dimension that the file has not"};
        if (lengths[id] == 0 && d == 0) {
          recorded = true;
        } else {
          values = product(values, lengths[id]);
        }
      }
      attributes();
      const std::uint64_t taken = product(values, type_size());
      size();  // as the file has it, which is a repetition
      const std::uint64_t begin = number(version_ == 1 ? 4 : 8);
      if (recorded) {
        of_records.push_back({begin, taken});
        step = sum(step, taken > most - 3 ? taken : (taken + 3) / 4 * 4);
      } else {
        require_end(sum(begin, taken));
      }
    }
    if (of_records.size() == 1) step = of_records.front().bytes;  // alone they are not padded
    if (!counted || records == 0) return;
    for (const Records& variable : of_records)
      require_end(sum(sum(variable.begin, variable.bytes), product(records - 1, step)));
  }
  void require_end(std::uint64_t end) const {
    if (end > bytes_) throw Wrong{"it is shorter than its header says"};
  }

  std::ifstream file_;
  std::uintmax_t bytes_;
  std::uint64_t left_;
  int version_ = 0;
};

}  // namespace stencil::netcdf
