// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/inspect/symbols.hpp>
#include <stencil/inspect/values_of.hpp>

/// What the search for NaN and infinities finds in a column function.
namespace stencil::column_functions {

/// An operation that made a NaN or an infinity from finite operands.
struct Finding {
  std::string node;
  std::string what;             ///< a sentence
  int level = 0;                ///< of the fields
  int place = -1;               ///< index of the operation in the function's list
  std::size_t name_length = 0;  ///< characters of `what` that give the value the user's name
};

/// All findings of a column, in the order in which they were made. Templates, so that only programs that search compile
/// this.
template <class Found = Finding>
class Findings {
 public:
  int add(Found&& finding) {
    all_.push_back(std::move(finding));
    return static_cast<int>(all_.size()) - 1;
  }
  /// What an operation gave has this name from now on, in place of one that it had before.
  void name(int place, const char* given) {
    for (Found& finding : all_) {
      if (finding.place != place || finding.what.compare(finding.name_length, finding.node.size(), finding.node) != 0)
        continue;
      const std::string name = given + std::string(" = ");
      finding.what.replace(0, finding.name_length, name);
      finding.name_length = name.size();
    }
  }
  const Found& operator[](int i) const { return all_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<Found> all_;
};

/// A number of a column and, if it is not finite, the index `by` of the finding that it comes from.
template <class T>
struct Followed {
  static constexpr int by_none = -1;
  using number = T;
  T value{};
  int by = by_none;
};
template <class T>
using FollowedCells = std::vector<Followed<T>>;
/// An operation's results in a column, owned by the lane, and its index in the list of operations.
template <class T>
struct FollowedRows {
  const FollowedCells<T>* cells = nullptr;
  int place = 0;
};

/// Types that cannot be tested for NaN, such as structs of users: they count as not finite if an operand was.
template <class T>
inline constexpr bool is_opaque = !std::is_arithmetic_v<T>;
template <class T, std::size_t N>
inline constexpr bool is_opaque<Vec<T, N>> = false;
template <class T, std::size_t N>
inline constexpr bool is_opaque<Matrix<T, N>> = false;
template <class T, int Low, int High>
inline constexpr bool is_opaque<BandRow<T, Low, High>> = false;
template <class T, class Slope>
inline constexpr bool is_opaque<Dual<T, Slope>> = false;

/// What an operation read for one row: the first finding among its operands and, if `list` is set, their numbers.
struct Seen {
  struct Operand {
    int place;
    int row;  ///< counted from the lowest active row; -1: a value per column
    std::string number;
  };
  int by = -1;
  std::vector<Operand>* list = nullptr;

  void add(int finding) {
    if (finding >= 0) by = by < 0 ? finding : std::min(by, finding);
  }
  template <class O>
  void list_operand(const O& operand) const {
    const auto same = [&](const O& o) { return o.place == operand.place && o.row == operand.row; };
    if (std::none_of(list->begin(), list->end(), same)) list->push_back(operand);
  }
  template <class Where, class T>
  void add(const FollowedRows<T>& rows, int row) {
    const Followed<T>& cell = (*rows.cells)[static_cast<std::size_t>(row)];
    add(cell.by);
    if (list == nullptr) return;
    Operand operand;
    operand.place = rows.place;
    operand.row = std::is_same_v<Where, Surface> ? -1 : row;
    operand.number = detail::values::text(cell.value);
    list_operand(operand);
  }
};

/// Completes a finding: its place and level are set, and `what` has the end of the sentence, "nan at center 3"; adds
/// the beginning, "sqrt(#12) is", and what was read. Rows of operands count from `lowest`, the lowest active one.
template <class Operand>
Finding described(Finding finding, const plan::Outline& list, std::vector<Operand> operands, int lowest) {
  const auto in_order = [](const Operand& a, const Operand& b) {
    return a.place < b.place || (a.place == b.place && a.row < b.row);
  };
  std::sort(operands.begin(), operands.end(), in_order);
  const auto node = [&](int place) -> const plan::OutlineNode& { return list.nodes[static_cast<std::size_t>(place)]; };
  finding.node = formula_of(list, finding.place);
  std::string read, meaning;
  for (const Operand& o : operands) {
    std::string name = called_in(list, o.place);
    const std::string means = name + " is " + formula_of(list, o.place);
    if (is_operation(node(o.place)) && meaning.find(means) == std::string::npos)
      meaning += (meaning.empty() ? "; " : ", ") + means;
    if (o.row >= 0 && node(finding.place).is_operator()) name += "[" + std::to_string(lowest + o.row) + "]";
    read += (read.empty() ? "; it read " : ", ") + name + " = " + o.number;
  }
  finding.what = finding.node + " is " + finding.what + read + meaning;
  return finding;
}

}  // namespace stencil::column_functions
