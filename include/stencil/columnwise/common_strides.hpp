// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/algorithm/wide_words.hpp>
#include <stencil/columnwise/job.hpp>
#include <stencil/plan/walk.hpp>

/// Strides in memory that all fields at centers share, and all fields at faces.
namespace stencil::column_functions {

/// The distances, in values, from a column to the next and from a level to the next.
struct FieldStrides {
  std::ptrdiff_t column = 0;
  std::ptrdiff_t level = 0;
  constexpr bool operator==(const FieldStrides&) const = default;
};

/// Strides of all fields of a job. Where they are shared, a lane computes the offset of its rows once, not for every
/// field.
struct CommonStrides {
  FieldStrides center, face;
  bool found = true;  ///< whether all fields at centers have the same, and all at faces
  bool words = true;  ///< whether the rows of every lane are aligned for wide words

  template <class Where>
  STENCIL_FUNCTION constexpr const FieldStrides& at() const {
    if constexpr (std::is_same_v<Where, Face>) {
      return face;
    } else {
      return center;
    }
  }
};

/// The strides of all fields that a job reads and writes. Held: the rows of a lane.
template <int Held, class Root, class Mask, class... Destinations>
CommonStrides common_strides(const Job<Root, Mask, Destinations...>& job) {
  CommonStrides all;
  const auto take =
      [&all]<class T, class Where, class Layout, class Space>(const FieldLeaf<T, Where, Layout, Space>& leaf) {
        if constexpr (!std::is_same_v<Where, Surface>) {
          const FieldStrides strides{leaf.strides.column(), leaf.strides.level()};
          FieldStrides& known = std::is_same_v<Where, Face> ? all.face : all.center;
          const bool in_rows = !Layout::levels_contiguous || strides.column >= Held;  // to read past its end
          all.found = all.found && in_rows && (known == FieldStrides{} || known == strides);
          known = strides;
          const auto place =
              reinterpret_cast<std::uintptr_t>(leaf.data) | static_cast<std::uintptr_t>(strides.column) * sizeof(T);
          all.words = all.words && place % word_size(sizeof(T) * Held) == 0;
        }
      };
  const auto visit = [&take](const auto& leaf, plan::ReadAs) { take(leaf); };
  plan::each_leaf<plan::StoreNothing>(job.root, visit);
  if constexpr (!std::is_same_v<Mask, NoMask>) plan::each_leaf<plan::StoreNothing>(job.mask, visit);
  job.destinations.apply([&take](const auto&... to) { (take(to), ...); });
  return all;
}

/// Where a lane finds the rows of a field: each field has strides of its own.
template <bool common>
struct StridesOfLane {
  constexpr StridesOfLane() = default;
  STENCIL_FUNCTION constexpr explicit StridesOfLane(const CommonStrides&) {}
  template <class Leaf>
  STENCIL_FUNCTION static constexpr FieldStrides strides_of(const Leaf& leaf) {
    return {leaf.strides.column(), leaf.strides.level()};
  }
  /// Whether rows that begin there, inside their column, may be moved in wide words.
  template <int Held, class T>
  STENCIL_FUNCTION static bool in_words(const T* rows) {
    return begins_a_word<Held>(rows);
  }
  /// Whether rows past a column's end may be loaded without a check, from the next column.
  template <int Held>
  STENCIL_FUNCTION static constexpr bool reads_on(const FieldStrides& step) {
    return step.column >= Held;
  }
};
/// Strides that all fields share.
template <>
struct StridesOfLane<true> {
  CommonStrides strides;

  constexpr StridesOfLane() = default;
  STENCIL_FUNCTION constexpr explicit StridesOfLane(const CommonStrides& of_all) : strides(of_all) {}
  template <class T, class Where, class Layout, class Space>
  STENCIL_FUNCTION constexpr FieldStrides strides_of(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    if constexpr (std::is_same_v<Where, Surface>) {
      return {leaf.strides.column(), leaf.strides.level()};
    } else {
      const FieldStrides& all = strides.template at<Where>();
      return {all.column, Layout::levels_contiguous ? 1 : all.level};
    }
  }
  template <int, class T>
  STENCIL_FUNCTION bool in_words(const T*) const {
    return strides.words;
  }
  template <int>
  STENCIL_FUNCTION static constexpr bool reads_on(const FieldStrides&) {
    return true;
  }
};

}  // namespace stencil::column_functions
