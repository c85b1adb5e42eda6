// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/evaluate/assign.hpp>
#include <stencil/grid.hpp>
#include <stencil/memory.hpp>
#include <stencil/view.hpp>

namespace stencil {

namespace backend {
struct Cpu;
}

/// What owning fields and wrapped arrays have in common: a leaf, a grid, and assignment from expressions.
template <class Self, class T, class Location, class Backend, class Layout>
class FieldBase {
 public:
  static_assert(
      requires { sizeof(Backend); },
      "stencil: this backend is named but not defined here; include <stencil/stencil.hpp>, which has "
      "backend::Cpu, or the header of the backend");
  using value_type = std::remove_const_t<T>;
  using location = Location;
  using backend = Backend;
  using layout_type = Layout;
  using leaf_type = Leaf<T, Location, Layout, typename Backend::space>;

  /// The grid that the values live on.
  const ColumnGrid& grid() const { return grid_; }
  /// Columns of the grid.
  std::size_t columns() const { return grid_.columns(); }
  /// Rows of one column: N centers, N+1 faces, 1 at the surface.
  int levels() const { return grid_.size(Location{}); }
  /// The first value, in the memory of the backend.
  T* data() const { return leaf_.data; }

  /// The view of this field that expressions hold.
  const leaf_type& node() const { return leaf_; }
  /// The view that assignments write through.
  const leaf_type& target() const { return leaf_; }

  /// Reads or writes one value; host backends only.
  T& operator()(int level, std::size_t column) const {
    static_assert(Backend::host_accessible,
                  "stencil: the host cannot read single values of a field of this backend; copy them with to_host()");
    return leaf_.data[static_cast<std::ptrdiff_t>(column) * leaf_.strides.column() +
                      (std::is_same_v<Location, Surface> ? 0 : level * leaf_.strides.level())];
  }
  T& operator()(std::size_t column) const
    requires std::is_same_v<Location, Surface>
  {
    return (*this)(0, column);
  }

  /// f(z, column) or f(z) at every position, z [m] being the height of the field's own location; f(column) at the
  /// surface; or one value everywhere.
  template <class F>
  void fill(const F& f) const {
    std::vector<Plain> host(count());
    std::size_t i = 0;
    for (std::size_t c = 0; c < columns(); ++c) {
      const auto z = heights_of(c);
      for (int k = 0; k < levels(); ++k) host[i++].value = value_of(f, z, k, c);
    }
    from_plain(host);
  }

  /// All values, levels contiguous: host[column * levels() + level]. Waits for the backend.
  std::vector<value_type> to_host() const {
    if constexpr (!std::is_same_v<value_type, bool>) {
      if (levels_dense()) {
        std::vector<value_type> host(count());
        Backend::copy_to_host(host.data(), leaf_.data, host.size());
        return host;
      }
    }
    const auto plain = to_plain();
    std::vector<value_type> host(plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) host[i] = plain[i].value;
    return host;
  }
  /// Takes values in the order of to_host(). ShapeError unless there are levels() * columns() of them.
  void from_host(const std::vector<value_type>& host) const {
    if (host.size() != count()) {
      throw ShapeError("from_host: " + checks::describe(leaf_) + " takes " + std::to_string(count()) + " values, but " +
                       std::to_string(host.size()) + " were given");
    }
    if constexpr (!std::is_same_v<value_type, bool>) {
      if (levels_dense()) return Backend::copy_from_host(leaf_.data, host.data(), host.size());
    }
    std::vector<Plain> plain(host.size());
    for (std::size_t i = 0; i < host.size(); ++i) plain[i].value = host[i];
    from_plain(plain);
  }

 protected:
  FieldBase(const ColumnGrid& grid, leaf_type leaf, std::string name)
      : grid_(grid), name_(std::move(name)), leaf_(leaf) {
    refresh();
  }
  FieldBase(const FieldBase& other) : grid_(other.grid_), name_(other.name_), leaf_(other.leaf_) { refresh(); }
  FieldBase(FieldBase&& other) noexcept : grid_(other.grid_), name_(std::move(other.name_)), leaf_(other.leaf_) {
    refresh();
  }
  FieldBase& operator=(const FieldBase&) = delete;
  FieldBase& operator=(FieldBase&&) = delete;
  ~FieldBase() = default;

  void refresh() {
    leaf_.grid = &grid_.data();
    leaf_.name = name_.empty() ? nullptr : name_.c_str();
  }
  std::size_t count() const { return static_cast<std::size_t>(levels()) * columns(); }

  ColumnGrid grid_;
  std::string name_;
  leaf_type leaf_;

 private:
  struct Plain {  // not std::vector<bool>
    value_type value;
  };

  std::span<const double> heights_of(std::size_t column) const {
    if constexpr (std::is_same_v<Location, Face>) return grid_.z_faces(column);
    if constexpr (std::is_same_v<Location, Center>) return grid_.z_centers(column);
    return {};
  }
  template <class F>
  static value_type value_of(const F& f, std::span<const double> z, int k, std::size_t column) {
    // A lambda without captures converts to bool, by way of a pointer to a function.
    constexpr bool calls = std::invocable<F, double> || std::invocable<F, double, std::size_t>;
    if constexpr (std::is_convertible_v<F, value_type> && !calls) {
      return static_cast<value_type>(f);
    } else if constexpr (std::is_same_v<Location, Surface>) {
      static_assert(std::invocable<F, std::size_t>,
                    "stencil: fill takes a value or, for a SurfaceField, a function of (column)");
      return static_cast<value_type>(f(column));
    } else if constexpr (std::invocable<F, double, std::size_t>) {
      return static_cast<value_type>(f(z[static_cast<std::size_t>(k)], column));
    } else {
      static_assert(std::invocable<F, double>, "stencil: fill takes a value or a function of (z) or (z, column)");
      return static_cast<value_type>(f(z[static_cast<std::size_t>(k)]));
    }
  }

  /// Whether memory has the order of to_host().
  bool levels_dense() const {
    const std::ptrdiff_t rows = levels();
    if constexpr (std::is_same_v<Location, Surface>) return leaf_.strides.column() == 1;
    return leaf_.strides.column() == rows && (leaf_.strides.level() == 1 || rows == 1);
  }

  // Dense copies go through the backend; the order of strided memory is made on the host.
  std::vector<Plain> to_plain() const {
    std::vector<Plain> host(count());
    each_position(
        [&](std::size_t i, std::ptrdiff_t at) { Backend::copy_to_host(&host[i].value, leaf_.data + at, 1); },
        [&](std::vector<Plain>& memory) { Backend::copy_to_host(&memory[0].value, leaf_.data, memory.size()); },
        [&](std::size_t i, const Plain& p) { host[i] = p; }, false);
    return host;
  }
  void from_plain(const std::vector<Plain>& host) const {
    each_position(
        [&](std::size_t i, std::ptrdiff_t at) { Backend::copy_from_host(leaf_.data + at, &host[i].value, 1); },
        [&](std::vector<Plain>& memory) { Backend::copy_from_host(leaf_.data, &memory[0].value, memory.size()); },
        [&](std::size_t i, Plain& p) { p = host[i]; }, true);
  }
  template <class One, class All, class Move>
  void each_position(const One& single, const All& all, const Move& move, bool writing) const {
    const std::ptrdiff_t ls = leaf_.strides.level();
    const std::ptrdiff_t cs = leaf_.strides.column();
    const auto rows = static_cast<std::ptrdiff_t>(levels());
    const auto n = static_cast<std::ptrdiff_t>(columns());
    const bool columns_dense = cs == 1 && (ls == n || rows == 1);
    const bool dense = levels_dense() || columns_dense;
    std::vector<Plain> memory(dense ? count() : 0);
    if (dense && !writing) all(memory);
    std::size_t i = 0;
    for (std::ptrdiff_t c = 0; c < n; ++c) {
      for (std::ptrdiff_t k = 0; k < rows; ++k, ++i) {
        const std::ptrdiff_t at = c * cs + k * (std::is_same_v<Location, Surface> ? 0 : ls);
        if (dense) {
          move(i, memory[static_cast<std::size_t>(at)]);
        } else {
          single(i, at);
        }
      }
    }
    if (dense && writing) all(memory);
  }
};

/// Values at every position of a grid, in memory that the field owns. Copying copies the values; assigning an
/// expression (or another field) writes this field's values. New fields are zero.
template <class T, class Location, class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous>
class Field : public FieldBase<Field<T, Location, Backend, Layout>, T, Location, Backend, Layout> {
  using Base = FieldBase<Field, T, Location, Backend, Layout>;

 public:
  static_assert(
      !std::is_same_v<Layout, layout::Strided>,
      "stencil: a field's own memory is LevelsContiguous or ColumnsContiguous; Strided is for wrapped arrays");

  /// The name appears in error messages and in explain().
  explicit Field(const ColumnGrid& grid, std::string name = {}) : Base(grid, {}, std::move(name)) { allocate(); }
  Field(const Field& other) : Base(other) {
    allocate();
    assign(*this, other);
  }
  // The base takes its own part alone.
  Field(Field&& other) noexcept : Base(static_cast<Base&&>(other)), memory_(std::move(other.memory_)) {
    other.leaf_.data = nullptr;
  }
  ~Field() = default;

  /// A new field on the grid of the expression's operands: SurfaceField<double> mass = column_integral(rho).
  template <Operand E>
    requires(!std::is_same_v<std::remove_cvref_t<E>, Field>)
  Field(const E& e) : Field(ColumnGrid(grid_of(e))) {  // NOLINT(google-explicit-constructor)
    assign(*this, e);
  }

  Field& operator=(const Field& other) {
    if (this != &other) assign(*this, other);
    return *this;
  }
  Field& operator=(Field&& other) {
    if (this != &other) assign(*this, other);
    return *this;
  }
  template <class E>
  Field& operator=(const E& e) {
    if constexpr (assignment::is_expression<E>()) assign(*this, e);
    return *this;
  }

 private:
  void allocate() {
    memory_ = Backend::template allocate<T>(this->count());
    Backend::prepare(this->grid_.data());
    this->leaf_.data = memory_.get();
    this->leaf_.strides = Layout::dense(this->levels(), static_cast<std::ptrdiff_t>(this->columns()));
  }
  template <class E>
  static std::shared_ptr<const GridData> grid_of(const E& e) {
    const GridData* grid = nullptr;
    plan::each_leaf<plan::StoreNothing>(
        as_node(e), [&](const auto& leaf, plan::ReadAs) { grid = grid == nullptr ? leaf.grid : grid; });
    if (grid == nullptr)
      throw GridError("a field cannot be made from an expression without fields: there is no grid to make it on");
    return grid->shared_from_this();
  }

  Buffer<T> memory_;
};

/// One value per cell: N levels.
template <class T, class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous>
using CenterField = Field<T, Center, Backend, Layout>;
/// One value per face: N + 1 levels, face k below center k.
template <class T, class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous>
using FaceField = Field<T, Face, Backend, Layout>;
/// One value per column.
template <class T, class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous>
using SurfaceField = Field<T, Surface, Backend, Layout>;

}  // namespace stencil
