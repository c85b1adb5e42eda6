// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <stencil/plan/any_leaf.hpp>
#include <stencil/plan/walk.hpp>

/// The fields of an evaluation as a list.
namespace stencil::plan {

/// A field that an evaluation reads or writes.
struct Operand {
  AnyLeaf leaf;
  ReadAs as;     ///< how it is read
  int output;    ///< the number of the destination that it is, or that it is read for
  bool written;  ///< whether it is a destination
};

/// All fields of an evaluation: of each output its destination, then what its expression and its mask read, boundary
/// values included, in the order of the formula. One walk over the expressions makes the list; whoever wants to know
/// something of the fields goes along it and is compiled once for a program.
class OperandList {
 public:
  OperandList() = default;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  OperandList(const OperandList&) = delete;
  OperandList& operator=(const OperandList&) = delete;

  // Entries are made in their place: a copy would have to wait for what it copies to arrive in memory.

  /// The destination of the next output.
  template <class L>
  void add_destination(const L& leaf) {
    ::new (next()) Operand{AnyLeaf(leaf), ReadAs::own_row, outputs_++, true};
  }
  /// A field that is read for the latest one, or, before there is any, for none.
  template <class L>
  void add(const L& leaf, ReadAs as) {
    ::new (next()) Operand{AnyLeaf(leaf), as, outputs_ - 1, false};
  }

  const Operand* begin() const { return all_; }
  const Operand* end() const { return all_ + count_; }
  int outputs() const { return outputs_; }

 private:
  static constexpr std::size_t usual = 12;

  void* next() {
    if (count_ == room_) grow();
    return all_ + count_++;
  }
  STENCIL_COLD void grow() {
    std::unique_ptr<Operand[]> more(new Operand[2 * room_]);
    std::copy(all_, all_ + count_, more.get());
    many_ = std::move(more);
    all_ = many_.get();
    room_ *= 2;
  }

  Operand few_[usual];  // not set until they are added, which would take as long as the checks
  std::unique_ptr<Operand[]> many_;
  Operand* all_ = few_;
  std::size_t count_ = 0;
  std::size_t room_ = usual;
  int outputs_ = 0;
};

/// What each_leaf() calls to fill a list: one type for all callers, so that the walk is compiled once for a tree.
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
  // Where nothing is stored, all plans are one.
  using Here = std::conditional_t<Height<Plan, N>::value == 0, StoreNothing, Plan>;
  each_leaf<Here>(node, AddTo(to));
}

}  // namespace stencil::plan
