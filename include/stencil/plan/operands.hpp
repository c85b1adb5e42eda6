// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include <stencil/plan/any_leaf.hpp>
#include <stencil/plan/walk.hpp>

/// The fields of an evaluation in a list, for checks at run time.
namespace stencil::plan {

/// A field that an evaluation reads or writes.
struct Operand {
  AnyLeaf leaf;
  ReadAs as;      ///< how it is read
  int output;     ///< the number of the output whose destination it is, or for which it is read
  bool written;   ///< whether it is a destination
  Extent memory;  ///< empty if it has no grid
};

/// All fields of an evaluation: for each output its destination, then the fields that its expression and its mask read,
/// with those in boundary conditions, in the order of the formula. Only the walk that fills the list is a template;
/// code that uses the list is compiled once for a program.
class OperandList {
 public:
  OperandList() = default;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  OperandList(const OperandList&) = delete;
  OperandList& operator=(const OperandList&) = delete;
  ~OperandList() { delete[] many_; }

  // Entries are constructed in place; copying one right after it was written would stall the processor.

  /// Adds the destination of the next output.
  template <class L>
  void add_destination(const L& leaf) {
    find_memory(*::new (next()) Operand{AnyLeaf(leaf), ReadAs::own_row, outputs_++, true, {}});
  }
  /// Adds a field that is read for the latest output.
  template <class L>
  void add(const L& leaf, ReadAs as) {
    find_memory(*::new (next()) Operand{AnyLeaf(leaf), as, outputs_ - 1, false, {}});
  }

  const Operand* begin() const { return all_; }
  const Operand* end() const { return all_ + count_; }
  int outputs() const { return outputs_; }

 private:
  static constexpr std::size_t usual = 40;  // of a column function with many arguments and results

  void* next() {
    if (count_ == room_) grow();
    return all_ + count_++;
  }
  STENCIL_NOT_INLINED static void find_memory(Operand& operand) {
    if (operand.leaf.grid != nullptr) operand.memory = extent(operand.leaf);
  }
  STENCIL_COLD void grow() {
    auto* const more = new Operand[2 * room_];
    for (std::size_t i = 0; i < count_; ++i) more[i] = all_[i];
    delete[] many_;
    many_ = more;
    all_ = more;
    room_ *= 2;
  }

  Operand few_[usual];       // not initialised, which would take as long as the checks
  Operand* many_ = nullptr;  // owned: a smart pointer would be compiled in every program
  Operand* all_ = few_;
  std::size_t count_ = 0;
  std::size_t room_ = usual;
  int outputs_ = 0;
};

/// The function that each_leaf() calls to fill a list. It has one type for all callers, so that the walk is compiled
/// once for each expression.
class AddTo {
 public:
  explicit AddTo(OperandList& list) : list_(list) {}
  template <class L>
  void operator()(const L& leaf, ReadAs as) const {
    list_.add(leaf, as);
  }

 private:
  OperandList& list_;
};

/// Adds every field of an expression.
template <class Plan, class N>
void add_operands(OperandList& to, const N& node) {
  // If nothing is stored, the walk is the same for all plans, and compiled once.
  using Here = std::conditional_t<Height<Plan, N>::value == 0, StoreNothing, Plan>;
  each_leaf<Here>(node, AddTo(to));
}

}  // namespace stencil::plan
