// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

/// Stands in for std::mdspan, which C++20 has not: the members of C++23 that an mdspan is known by, and no more.
namespace support {

inline constexpr std::size_t dynamic = static_cast<std::size_t>(-1);

template <class Index, std::size_t... Fixed>
class Extents {
 public:
  using index_type = Index;
  using rank_type = std::size_t;
  static constexpr std::size_t rank() { return sizeof...(Fixed); }
  static constexpr std::size_t static_extent(std::size_t which) {
    return std::array<std::size_t, sizeof...(Fixed)>{Fixed...}[which];
  }
  template <class... Counts>
    requires(sizeof...(Counts) == sizeof...(Fixed))
  constexpr explicit Extents(Counts... counts) : counts_{static_cast<Index>(counts)...} {}
  constexpr Index extent(std::size_t which) const { return counts_[which]; }

 private:
  std::array<Index, sizeof...(Fixed)> counts_;
};

template <class E, bool Right>
class DenseMapping {
 public:
  using extents_type = E;
  using index_type = typename E::index_type;
  constexpr DenseMapping(const E& extents) : extents_(extents) {}  // NOLINT(google-explicit-constructor)
  static constexpr bool is_always_strided() { return true; }
  constexpr const E& extents() const { return extents_; }
  constexpr index_type stride(std::size_t which) const {
    index_type product = 1;
    for (std::size_t d = 0; d < E::rank(); ++d) {
      if (Right ? d > which : d < which) product = static_cast<index_type>(product * extents_.extent(d));
    }
    return product;
  }

 private:
  E extents_;
};
struct LayoutRight {
  template <class E>
  using mapping = DenseMapping<E, true>;
};
struct LayoutLeft {
  template <class E>
  using mapping = DenseMapping<E, false>;
};
struct LayoutStride {
  template <class E>
  class mapping {
   public:
    using extents_type = E;
    using index_type = typename E::index_type;
    constexpr mapping(const E& extents, const std::array<index_type, E::rank()>& strides)
        : extents_(extents), strides_(strides) {}
    static constexpr bool is_always_strided() { return true; }
    constexpr const E& extents() const { return extents_; }
    constexpr index_type stride(std::size_t which) const { return strides_[which]; }

   private:
    E extents_;
    std::array<index_type, E::rank()> strides_;
  };
};

template <class T, class E, class Layout = LayoutRight>
class Mdspan {
 public:
  using extents_type = E;
  using mapping_type = typename Layout::template mapping<E>;
  using layout_type = Layout;
  using element_type = T;
  using index_type = typename E::index_type;
  using data_handle_type = T*;
  constexpr Mdspan(T* data, const mapping_type& mapping) : data_(data), mapping_(mapping) {}
  static constexpr std::size_t rank() { return E::rank(); }
  static constexpr std::size_t static_extent(std::size_t which) { return E::static_extent(which); }
  static constexpr bool is_always_strided() { return mapping_type::is_always_strided(); }
  constexpr index_type extent(std::size_t which) const { return mapping_.extents().extent(which); }
  constexpr index_type stride(std::size_t which) const { return mapping_.stride(which); }
  constexpr T* const& data_handle() const { return data_; }
  template <class... At>
  constexpr T& operator()(At... at) const {
    std::ptrdiff_t offset = 0;
    std::size_t which = 0;
    ((offset += static_cast<std::ptrdiff_t>(at) * static_cast<std::ptrdiff_t>(stride(which++))), ...);
    return data_[offset];
  }

 private:
  T* data_;
  mapping_type mapping_;
};

}  // namespace support
