// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stencil::column_functions {

/// The fields that a function loads, and of which of them an operation reads rows. The others are read at single levels
/// alone, or not at all, so that nobody needs to hold their columns.
class LoadedFields {
 public:
  /// Returns the field's number, from 1 on; 0 where there is no room for more.
  constexpr int add(const void* data) {
    if (count_ == most) forget();
    if (is_unknown_) return 0;
    data_[count_] = data;
    return ++count_;
  }
  /// number: as add() gave it, or 0 of what is no field.
  constexpr void read_rows(int number) {
    if (number > 0) has_rows_[number - 1] = true;
  }
  /// From here on operations may read rows of any field.
  constexpr void forget() { is_unknown_ = true; }
  /// Whether a field was loaded and no operation reads rows of it, by any of its names.
  constexpr bool lacks_rows(const void* data) const {
    bool found = false;
    for (int i = 0; i < count_ && !is_unknown_; ++i) {
      if (data_[i] != data) continue;
      if (has_rows_[i]) return false;
      found = true;
    }
    return found;
  }

 private:
  static constexpr int most = 24;
  const void* data_[most] = {};
  bool has_rows_[most] = {};
  int count_ = 0;
  bool is_unknown_ = false;
};

}  // namespace stencil::column_functions
