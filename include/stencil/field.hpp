// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/assign/devices.hpp>
#include <stencil/assign/split.hpp>
#include <stencil/field_base.hpp>
#include <stencil/lifetimes.hpp>
#include <stencil/memory.hpp>

namespace stencil {

namespace backend {
struct Cpu;
}

/// Values at every position of a grid, in memory that the field owns. New fields are zero.
///
/// Assigning an expression, or a field on an equal grid, writes this field's values into the memory that it has, moved
/// or not: expressions that refer to it stay valid. A move to a field without values, or from one on another grid,
/// takes the memory along, and with it the name if there is one; so do std::swap, std::rotate and std::sort. A field
/// that was moved from is empty, as one made without a grid is, until it is assigned a field or an expression, whose
/// grid it takes, or is given a grid by resize. Copying from a field on another grid throws GridError.
///
/// A field made with a grid is on the device that is the current one then; one made as a copy or from an expression is
/// where the values come from.
template <class T, class Location, class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous>
class Field : public FieldBase<Field<T, Location, Backend, Layout>, T, Location, Backend, Layout> {
  using Base = FieldBase<Field, T, Location, Backend, Layout>;

 public:
  static_assert(
      !std::is_same_v<Layout, layout::Strided>,
      "stencil: a field's own memory is LevelsContiguous or ColumnsContiguous; Strided is for wrapped arrays");
  using typename Base::value_type;
  using owns_values = void;  ///< so a temporary is no operand

  /// An empty field, which has no grid yet.
  Field() = default;
  /// The name appears in error messages and in explain().
  explicit Field(const ColumnGrid& grid, const std::string& name = {}) : Base(grid, {}, name) { allocate(); }
  /// The same values in every column: levels() of them, bottom to top. ShapeError for another number.
  Field(const ColumnGrid& grid, const std::vector<value_type>& column, const std::string& name = {})
      : Field(grid, name) {
    take_column(column);
  }
  Field(const ColumnGrid& grid, std::initializer_list<value_type> column, const std::string& name = {})
      : Field(grid, std::vector<value_type>(column), name) {}
  /// Compile-time errors for a name alone or before the grid, for something else in its place, and for a number after
  /// it.
  template <class Name>
    requires(std::is_array_v<Name> || std::is_same_v<Name, std::string>)
  explicit Field(const Name&) {
    refuse_makers<Name>();
  }
  template <class Name>
    requires std::is_convertible_v<const Name&, std::string>
  Field(const Name&, const ColumnGrid&) {
    refuse_makers<Name>();
  }
  template <class Other>
    requires(!std::is_convertible_v<const Other&, const ColumnGrid&>)
  Field(const Other&, const std::string&) {
    refuse_makers<Other>();
  }
  template <class Number>
    requires std::is_arithmetic_v<Number>
  Field(const ColumnGrid&, Number) {
    static_assert(sizeof(Number) == 0,
                  "stencil: a field is made with its grid, CenterField<double> q(grid), and then filled, q.fill(0.5); "
                  "with one value for each level, CenterField<double> q(grid, {1.0, 2.0, 3.0})");
  }
  Field(const Field& other) : Base(other) {
    this->leaf_.data = nullptr;
    if (other.empty()) return;
    const auto there = detail::checks::on_their_device<Backend>(other.leaf_);
    allocate_to_write();
    assign(*this, other);
  }
  Field(Field&& other) noexcept : Base(other), memory_(std::move(other.memory_)) { other.leaf_.data = nullptr; }
  ~Field() { release(); }

  /// A new field on the grid of the expression's operands: SurfaceField<double> mass = column_integral(rho).
  template <IsOperand E>
    requires(!std::is_same_v<std::remove_cvref_t<E>, Field>)
  Field(const E& e) : Base(ColumnGrid(grid_of(e)), {}, {}) {  // NOLINT(google-explicit-constructor)
    const auto there = detail::checks::on_their_device<Backend>(as_node(e));
    allocate_to_write();
    assign(*this, e);
  }

  Field& operator=(const Field& other) {
    if (this == &other) return *this;
    if (!this->empty()) {
      assign(*this, other);
    } else {
      take(Field(other), Name::keep);
    }
    return *this;
  }
  Field& operator=(Field&& other) {
    if (this == &other) return *this;
    if (!this->empty() && !other.empty() && detail::checks::same_grid(this->leaf_.grid, other.leaf_.grid)) {
      assign(*this, other);
      if (other.leaf_.name != nullptr) this->leaf_.name = other.leaf_.name;
    } else {
      take(std::move(other), Name::replace);
    }
    return *this;
  }
  /// A compile-time error for a const field.
  template <class E>
  constexpr void operator=(const E&) const {  // NOLINT(misc-unconventional-assign-operator)
    static_assert(!std::is_same_v<E, E>,
                  "stencil: a const field cannot be changed; give a field that is not const for the destination");
  }
  /// A compile-time error for numbers in braces.
  template <class Number>
    requires std::is_arithmetic_v<Number>
  constexpr void operator=(std::initializer_list<Number>) const {  // NOLINT(misc-unconventional-assign-operator)
    detail::assignment::refuse_braces<Number>();
  }
  template <class E>
  Field& operator=(const E& e) {
    if constexpr (detail::assignment::is_expression<E>()) {
      if constexpr (fills<E>()) {
        if (this->empty()) {
          become(e);
          return *this;
        }
      }
      assign(*this, e);
    }
    return *this;
  }

  /// Values on another grid, which are zero. On an equal one nothing happens.
  void resize(const ColumnGrid& grid) {
    if (this->empty() || !detail::checks::same_grid(this->leaf_.grid, &grid.data())) take(Field(grid), Name::keep);
  }

 private:
  template <class Other>
  static void refuse_makers() {
    static_assert(!std::is_same_v<Other, Other>,
                  "stencil: a field is made with its grid and then, if it is to have one, its name, as in "
                  "CenterField<double> q(grid, \"q\")");
  }
  /// Whether an expression can be all values of a field without a grid: where it does not fit, assign() says why.
  template <class E>
  static constexpr bool fills() {
    if constexpr (IsOperand<E>) {
      return detail::assignment::Fit<typename Field::leaf_type, node_of<E>>::all;
    } else {
      return false;
    }
  }
  /// Gets memory and the grid of an expression's operands, and its values.
  template <class E>
  STENCIL_SELDOM void become(const E& e) {
    const auto there = detail::checks::on_their_device<Backend>(as_node(e));
    Field made{ColumnGrid(grid_of(e)), this->name()};
    assign(made, e);
    take(std::move(made), Name::keep);
  }
  STENCIL_SELDOM void allocate() { take_memory(Backend::template allocate<T>(this->count())); }
  /// Memory for values that are all written next: all but those of the face on top of a ring, which stands for the
  /// lowest and is never written.
  STENCIL_SELDOM void allocate_to_write() {
    if constexpr (requires { Backend::template allocate_unwritten<T>(this->count()); }) {
      if (!std::is_same_v<Location, Face> || !this->grid().periodic())
        return take_memory(Backend::template allocate_unwritten<T>(this->count()));
    }
    allocate();
  }
  void take_memory(ValueBuffer<T>&& memory) {
    memory_ = std::move(memory);
    detail::lifetimes::Freed::all().remove(memory_.get(), this->count() * sizeof(T));
    Backend::prepare(this->grid_.data());
    this->leaf_.data = memory_.get();
    this->leaf_.strides = Layout::dense(this->levels(), static_cast<std::ptrdiff_t>(this->columns()));
  }
  STENCIL_SELDOM void release() noexcept {
    if (this->empty()) return;
    detail::lifetimes::Freed::all().add(memory_.get(), this->count() * sizeof(T), this->leaf_.name);
    this->leaf_.data = nullptr;
    memory_.reset();
  }
  /// What becomes of this field's own name, where it has one and the other has one too.
  enum class Name { keep, replace };
  /// Takes everything of another field.
  void take(Field&& other, Name name) noexcept {
    release();
    const char* const mine = this->leaf_.name;
    Base::operator=(other);
    memory_ = std::move(other.memory_);
    if (other.leaf_.name == nullptr || (name == Name::keep && mine != nullptr)) this->leaf_.name = mine;
    other.leaf_.data = nullptr;
  }
  void take_column(const std::vector<value_type>& column) {
    const auto rows = static_cast<std::size_t>(this->levels());
    if (column.size() != rows) {
      detail::messages::raise<ShapeError>({detail::checks::describe(this->leaf_), " is made from the ", rows,
                                           " values of one column, but ", column.size(), " were given"});
    }
    std::vector<value_type> all;
    all.reserve(this->count());
    for (std::size_t c = 0; c < this->columns(); ++c) all.insert(all.end(), column.begin(), column.end());
    this->from_host(all);
  }
  template <class E>
  STENCIL_SELDOM static std::shared_ptr<const ColumnGridData> grid_of(const E& e) {
    const ColumnGridData* grid = grid_of_values(as_node(e));
    plan::OperandList operands;
    plan::add_operands<plan::StoreNothing>(operands, as_node(e));
#if !defined(NDEBUG)
    detail::lifetimes::require_tables(as_node(e));
    detail::lifetimes::require_alive(operands);
#endif
    for (const plan::Operand& operand : operands) grid = grid == nullptr ? operand.leaf.grid : grid;
    if (grid == nullptr) {
      int number = 0;
      for (const plan::Operand& operand : operands)
        detail::checks::require_memory(operand.leaf, detail::messages::joined({"operand ", ++number}));
      throw GridError("a field cannot be made from an expression without fields: there is no grid to make it on");
    }
    return grid->shared_from_this();
  }

  ValueBuffer<T> memory_;
};

/// One value per cell: N levels. The default of T is for CenterField q(grid), which a sentence refuses.
template <class T = void, class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous>
using CenterField = Field<T, Center, Backend, Layout>;
/// One value per face: N + 1 levels, face k below center k.
template <class T = void, class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous>
using FaceField = Field<T, Face, Backend, Layout>;
/// One value per column.
template <class T = void, class Backend = stencil::backend::Cpu, class Layout = layout::LevelsContiguous>
using SurfaceField = Field<T, Surface, Backend, Layout>;

}  // namespace stencil
