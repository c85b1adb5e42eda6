// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/assign/assign.hpp>
#include <stencil/backend.hpp>
#include <stencil/column_range.hpp>
#include <stencil/expression/no_number.hpp>
#include <stencil/expression/no_range.hpp>
#include <stencil/field_fill.hpp>
#include <stencil/grid.hpp>
#include <stencil/host_copies.hpp>
#include <stencil/names.hpp>
#include <stencil/view.hpp>

namespace stencil {

namespace detail::indices {
/// Whether these are a level and a column, or a column at the surface, and one of them is no integer.
template <class Location, class... Index>
inline constexpr bool some_fraction =
    (std::is_arithmetic_v<Index> && ...) && (std::is_floating_point_v<Index> || ...) &&
    (sizeof...(Index) == 2 || (sizeof...(Index) == 1 && std::is_same_v<Location, Surface>));
}  // namespace detail::indices

/// What owning fields and wrapped arrays have in common: a leaf, a grid, and assignment from expressions.
template <class Self, class T, class Location, class Backend, class Layout>
class FieldBase {
 public:
  static_assert(!std::is_void_v<T>,
                "stencil: the type of a field says of what type its values are: CenterField<double> q(grid)");
  static_assert(
      requires { sizeof(Backend); },
      "stencil: this backend is named but not defined here; include <stencil/stencil.hpp>, which has "
      "backend::Cpu, or the header of the backend");
  static_assert(!layout::IsLayout<Backend> && layout::IsLayout<Layout>,
                "stencil: the second parameter of a field is its backend and the third its layout: CenterField<double, "
                "backend::Cpu, layout::ColumnsContiguous>");
  static_assert(
      !requires { sizeof(Backend); } || layout::IsLayout<Backend> || IsBackend<Backend>,
      "stencil: a backend offers memory for fields and run(outputs, policy) for assignments; this one lacks "
      "some of what backend_parts::Memory and backend_parts::Launch list in <stencil/backend.hpp>");
  using value_type = std::remove_const_t<T>;
  static_assert(
      std::is_trivially_copyable_v<value_type>,
      "stencil: a field holds numbers, conditions or Vecs; values with memory of their own have no place in it");
  using location = Location;
  using backend = Backend;
  using layout_type = Layout;
  using leaf_type = FieldLeaf<T, Location, Layout, typename Backend::space>;

  /// The grid that the values live on. ShapeError where there is none.
  const ColumnGrid& grid() const {
    if (leaf_.grid == nullptr) refuse_empty("grid");
    return grid_;
  }
  /// Columns of the grid, 0 without one.
  std::size_t columns() const { return leaf_.grid == nullptr ? 0 : leaf_.grid->columns; }
  /// Rows of one column: N centers, N+1 faces, 1 at the surface; 0 without a grid.
  int levels() const { return leaf_.grid == nullptr ? 0 : leaf_.rows(); }
  /// Whether there are no values: made without a grid, or moved from.
  bool empty() const { return leaf_.data == nullptr; }
  /// The name given to it, or nothing.
  std::string name() const { return leaf_.name == nullptr ? std::string() : std::string(leaf_.name); }
  /// The first value, in the memory of the backend.
  T* data() const { return leaf_.data; }

  /// The view of this field that expressions hold.
  const leaf_type& node() const { return leaf_; }
  /// The view that assignments write through.
  const leaf_type& target() const { return leaf_; }

  /// Reads or writes one value; host backends only. In debug builds, where NDEBUG is not defined, as at().
  T& operator()(int level, std::size_t column) const {
    require_host();
#if !defined(NDEBUG)
    require_inside(level, column);
#endif
    return value_at(level, column);
  }
  T& operator()(std::size_t column) const
    requires std::is_same_v<Location, Surface>
  {
    return (*this)(0, column);
  }
  /// Compile-time errors for a[k] and a(k), a(i, j, k), and levels and columns that are no integers.
  template <class Index>
    requires std::is_arithmetic_v<Index>
  T& operator[](const Index&) const {
    static_assert(!std::is_same_v<Index, Index>,
                  "stencil: a field has two indices: field(level, column) is one value, at_level(field, k) a level of "
                  "all columns, field.column(c) the levels of one column, component<0>(field) a component of Vecs; a "
                  "SurfaceField has one, field(column)");
    return *leaf_.data;
  }
  template <class Index>
    requires(std::is_arithmetic_v<Index> && !std::is_same_v<Location, Surface>)
  T& operator()(const Index& index) const {
    return (*this)[index];
  }
  template <class... Index>
    requires(sizeof...(Index) > 2 && (std::is_arithmetic_v<Index> && ...))
  T& operator()(const Index&...) const {
    return (*this)[0];
  }
  template <class... Index>
    requires(detail::indices::some_fraction<Location, Index...>)
  T& at(const Index&... index) const {
    return (*this)(index...);
  }
  template <class... Index>
    requires(detail::indices::some_fraction<Location, Index...>)
  T& operator()(const Index&...) const {
    static_assert(sizeof...(Index) == 0,
                  "stencil: levels and columns are counted in integers, field(3, 0); the values at a height are "
                  "at_height(field, z)");
    return *leaf_.data;
  }
  /// Reads or writes one value; host backends only. ShapeError where there is no such level or column.
  T& at(int level, std::size_t column) const {
    require_host();
    require_inside(level, column);
    return value_at(level, column);
  }
  T& at(std::size_t column) const
    requires std::is_same_v<Location, Surface>
  {
    return at(0, column);
  }
  /// The levels of one column, bottom to top, as a range; host backends only. ShapeError where there is no such column.
  FieldColumnRange<T> column(std::size_t index) const {
    require_host();
    require_inside(0, index);
    return {&value_at(0, index), leaf_.strides.level(), levels()};
  }

  /// f(z, column) or f(z) at every position, z [m] being the height of the field's own location; f(column) at the
  /// surface; or one value everywhere.
  template <class F>
  void fill(const F& f) const {
    static_assert(!IsOperand<F>,
                  "stencil: fill takes a value, or a function of (z), of (z, column) or of (column); a field or an "
                  "expression is assigned, a = b");
    if (empty()) refuse_empty("fill");
    detail::checks::require_destination(leaf_);
    if constexpr (detail::filling::is_value<F, value_type>) {
      if (detail::host_copies::filled<Backend>(leaf_, static_cast<value_type>(f))) return;
    }
    std::vector<Plain> host(count());
    std::size_t i = 0;
    for (std::size_t c = 0; c < columns(); ++c) {
      const auto z = heights_of(c);
      for (int k = 0; k < levels(); ++k) host[i++].value = detail::filling::value_of<value_type, Location>(f, z, k, c);
    }
    detail::host_copies::from_plain<Backend>(leaf_, host);
  }

  /// All values, levels contiguous: host[column * levels() + level]. Waits for the backend.
  std::vector<value_type> to_host() const {
    if (empty()) refuse_empty("to_host");
    if constexpr (!std::is_same_v<value_type, bool>) {
      std::vector<value_type> host(count());
      detail::host_copies::to_host<Backend>(leaf_, host.data());
      return host;
    } else {
      const auto plain = detail::host_copies::to_plain<Backend>(leaf_);
      std::vector<value_type> host(plain.size());
      for (std::size_t i = 0; i < plain.size(); ++i) host[i] = plain[i].value;
      return host;
    }
  }
  /// Takes values in the order of to_host(). ShapeError unless there are levels() * columns() of them.
  void from_host(const std::vector<value_type>& host) const {
    if (empty()) refuse_empty("from_host");
    detail::checks::require_destination(leaf_);
    if (host.size() != count()) {
      detail::messages::raise<ShapeError>({"from_host: ", detail::checks::describe(leaf_), " takes ", count(),
                                           " values, but ", host.size(), " were given"});
    }
    if constexpr (!std::is_same_v<value_type, bool>) {
      detail::host_copies::from_host<Backend>(leaf_, host.data());
    } else {
      std::vector<Plain> plain(host.size());
      for (std::size_t i = 0; i < host.size(); ++i) plain[i].value = host[i];
      detail::host_copies::from_plain<Backend>(leaf_, plain);
    }
  }

  STENCIL_IS_NO_NUMBER

 protected:
  FieldBase() = default;
  FieldBase(const ColumnGrid& grid, leaf_type leaf, const std::string& name) : grid_(grid), leaf_(leaf) {
    leaf_.grid = &grid_.data();
    leaf_.name = lasting_name(name);
  }
  // The leaf points to what copies of a grid share.
  FieldBase(const FieldBase&) = default;
  FieldBase& operator=(const FieldBase&) = default;
  ~FieldBase() = default;

  std::size_t count() const { return static_cast<std::size_t>(levels()) * columns(); }

  ColumnGrid grid_{nullptr};
  leaf_type leaf_{};

 private:
  using Plain = detail::host_copies::Plain<value_type>;

  [[noreturn]] void refuse_empty(const char* what) const {
    detail::messages::raise<ShapeError>(
        {what, ": ", detail::checks::describe(leaf_), detail::checks::why_empty(leaf_)});
  }
  static void require_host() {
    static_assert(Backend::host_accessible,
                  "stencil: the host cannot read single values of a field of this backend; copy them with to_host()");
  }
  void require_inside(int level, std::size_t column) const {
    if (empty()) refuse_empty("a value is asked for");
    if (level >= 0 && level < levels() && column < columns()) return;
    detail::messages::raise<ShapeError>({"level ", level, " of column ", column, " is asked for, but ",
                                         detail::checks::describe(leaf_), " has levels 0 to ", levels() - 1,
                                         " and columns 0 to ", columns() - 1, "; the level comes first"});
  }
  T& value_at(int level, std::size_t column) const {
    return leaf_.data[static_cast<std::ptrdiff_t>(column) * leaf_.strides.column() +
                      (std::is_same_v<Location, Surface> ? 0 : level * leaf_.strides.level())];
  }
  std::span<const double> heights_of(std::size_t column) const {
    if constexpr (std::is_same_v<Location, Face>) return grid_.z_faces(column);
    if constexpr (std::is_same_v<Location, Center>) return grid_.z_centers(column);
    return {};
  }
};

}  // namespace stencil
