// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/row_needs.hpp>
#include <stencil/cpu/row_value.hpp>
#include <stencil/cpu/strip_levels.hpp>

/// Strips that go on where a first pass over the rows of a column ended: what it computed and they read lies in memory,
/// and what nobody reads any more they leave out. Both call the same function, so values have the same numbers.
namespace stencil::cpu {

/// Columns are numbered from the first of the batch.
template <int W>
class StripGiven : public StripLevels<W> {
 public:
  static constexpr bool has_passes = true;
  auto passes() const { return StripPasses<W, StripGiven>(*this); }

  /// What the first pass left, in this memory; null: there was none.
  void take_over(const RowsForStrips* given, const RowPlaces& places) {
    given_ = given;
    places_ = places;
  }

 protected:
  using StripLevels<W>::StripLevels;

  void begin_step() {
    StripLevels<W>::begin_step();
    number_ = 0;
    result_ = 0;
  }
  /// Whether as many values and results were met in a step as the first pass met.
  bool all_were_met() const {
    if (given_ == nullptr) return true;
    return number_ + 1 == given_->place.size() && result_ == given_->is_there.size();
  }
  /// Whether a condition holds in all columns of the batch. In a rehearsal every second one does: so a loop makes two
  /// passes, the second of which, as all later ones, needs memory beside that of the results of the one before.
  bool all_hold(const stored<bool>* condition) const {
    if (this->count == 0) return !(goes_on_ = !goes_on_);
    for (auto run = this->run_from(0); run.first < run.last; run = this->run_from(run.last)) {
      const auto* const end = condition + std::min(run.last, this->count);
      if (std::find(condition + run.first, end, 0) != end) return false;
    }
    return true;
  }
  /// Whether it holds in none, also of those that a loop leaves out. In a rehearsal it holds somewhere, which takes
  /// more memory.
  bool none_holds(const stored<bool>* condition) const {
    if (this->count == 0 || this->left_out.by_this_loop() != 0) return false;
    for (auto run = this->run_from(0); run.first < run.last; run = this->run_from(run.last)) {
      const int last = std::min(run.last, this->count);
      if (std::count(condition + run.first, condition + last, 0) != last - run.first) return false;
    }
    return true;
  }
  /// The unit of the next value, or RowUnits::nowhere or unneeded.
  int next_place() const {
    ++number_;
    if (given_ == nullptr) return RowUnits::nowhere;
    return number_ < given_->place.size() ? given_->place[number_] : RowUnits::unneeded;
  }
  bool next_result_is_there() const {
    const std::size_t turn = result_++;
    return given_ != nullptr && turn < given_->is_there.size() && given_->is_there[turn] != 0;
  }
  template <class Where, class T>
  Strip<T> given_at(int unit) const {
    static_assert(lies_as_strip<T, W>);
    const auto* rows = reinterpret_cast<const stored<T>*>(places_.of_unit(unit));
    return {rows, std::is_same_v<Where, Surface> ? 0 : places_.vectors * W, this->front_, Extent::whole};
  }
  /// The next value as the first pass left it, or as one that nobody reads.
  template <class Where, class T>
  Strip<T> given_or_absent(int place) const {
    if constexpr (lies_as_strip<T, W>) {
      if (place >= 0) return given_at<Where, T>(place);
    }
    return Strip<T>(absent);
  }
  /// The number of the first value that the next march gives, if the first pass carried it out; else 0.
  template <class Types>
  std::size_t next_march() const {
    const std::size_t first = number_ + 1;
    bool is_there = false;
    const auto meet = [&](auto) { is_there = next_place() >= 0; };
    column_functions::each_index(meet, static_cast<const typename Types::row*>(nullptr));
    column_functions::each_index(meet, static_cast<const typename Types::last*>(nullptr));
    return is_there ? first : 0;
  }
  /// What that march left of its rows, and at its end.
  template <class Where, class Types, class Lane>
  auto march_given(const Lane& lane, std::size_t first) const {
    using column_functions::each_index;
    auto all = column_functions::march_without_rows<Where, Types>(&lane);
    const auto fill = [&](auto& value) {
      using Value = std::remove_reference_t<decltype(value)>;
      value.rows = given_or_absent<typename Value::location, typename Value::value_type>(given_->place[first++]);
    };
    each_index([&](auto i) { fill(argument_at<i.value>(all.rows)); }, static_cast<const typename Types::row*>(nullptr));
    each_index([&](auto i) { fill(argument_at<i.value>(all.last)); },
               static_cast<const typename Types::last*>(nullptr));
    return all;
  }

 private:
  const RowsForStrips* given_ = nullptr;
  RowPlaces places_;
  mutable std::size_t number_ = 0;
  mutable std::size_t result_ = 0;
  mutable bool goes_on_ = false;  ///< a loop of a rehearsal makes one more pass
};

}  // namespace stencil::cpu
