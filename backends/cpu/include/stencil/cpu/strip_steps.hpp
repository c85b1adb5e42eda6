// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>

#include <stencil/algorithm/lane.hpp>
#include <stencil/cpu/strip_deferred.hpp>
#include <stencil/cpu/strip_march.hpp>
#include <stencil/cpu/strip_working.hpp>

/// The steps in which a lane goes up its columns: which rows an operation has in a step, since when a value is there,
/// and what is kept for later steps.
///
/// An operation on a whole column gives its rows, or its values per column, from the step on that has the last row it
/// reads: what it gives is behind by the rows of the steps before. What stands beside it is kept until then.
namespace stencil::cpu {

template <int W>
class StripSteps {
 public:
  static constexpr bool searches_in_order = true;

  const EvaluatedColumns columns;
  std::ptrdiff_t column = 0;  ///< the first of the batch
  int count = 0;              ///< columns of the batch
  const bool lone;            ///< batches are lone columns
  /// The columns of the batch, if these are not neighbours; else null.
  const std::ptrdiff_t* scattered = nullptr;
  mutable LeftOut left_out;

  /// The first columns to be computed from `first` on; none where these are at an end.
  ColumnRun run_from(int first) const { return left_out.run_from<W>(first, wide_count()); }
  /// Copies the vectors that are left out, or the others.
  template <class Where, class T>
  [[gnu::noinline]] void copy_vectors(const Strip<T>& from, Strip<T>& to, bool are_left_out) const {
    RowRange rows{0, 1};
    if constexpr (!std::is_same_v<Where, Surface>) rows = this->template range_of<Where>(to.first());
    for (int c = 0; c < wide_count(); c += W) {
      if (left_out.has(c / W) != are_left_out) continue;
      const auto* get = from.row(rows.first) + c;
      auto* put = to.row(rows.first) + c;
      for (int k = rows.first; k < rows.last; ++k, get += from.stride(), put += to.stride())
        std::copy(get, get + W, put);
    }
  }

  /// The column of element c of rows, the last one beyond the end of the batch.
  std::ptrdiff_t column_of(int c) const {
    const int present = std::min(c, count - 1);
    return scattered == nullptr ? column + present : scattered[present];
  }

  template <class Where>
  int rows_of_column() const {
    return columns.periodic ? columns.levels : rows_at<Where>(columns.levels);
  }
  /// The rows of a value at which vectors may be taken to have all their columns and no end formula applies. Of columns
  /// with heights of their own that do not fill the last vector there are none.
  template <class Node>
  RowRange plain_rows() const {
    if (columns.heights_per_column && count % W != 0) return {0, 0};
    return inside_rows<Node>(columns);
  }

  /// Memory for the rows of the result of an operation: those of the destination that gets them, where that is known.
  template <class T>
  [[gnu::noinline]] Strip<T> strip_of_result(int first) const {
    if constexpr (in_vectors<T>) {
      const std::size_t place = places_known_ ? memory_.places.of_next() : StripPlaces::unknown;
      if (place != StripPlaces::unknown && shape_.written[place].bytes == sizeof(T)) {
        const Written& to = shape_.written[place];
        const T* const lowest = static_cast<const T*>(to.data) + column;
        const Strip<T> strip(lowest, to.level_stride, first, Extent::step);
        memory_.places.add(strip.row(first));
        return strip;
      }
      Strip<T> strip(memory_.pool, row_size<T>(), first);
      if (places_shown_) memory_.places.add(strip.row(first));  // in a loop there is no end to them
      return strip;
    } else {
      return Strip<T>(memory_.pool, row_size<T>(), first);
    }
  }
  /// A result that has no rows in this step. A rehearsal takes memory for a later one, in which it has some.
  template <class T>
  Strip<T> no_rows_of_result(int first) const {
    if (count == 0) return strip_of_result<T>(first);
    if constexpr (in_vectors<T>) {
      if (places_shown_) memory_.places.add(nullptr);
    }
    return Strip<T>(first);
  }

 protected:
  StripSteps(const EvaluatedColumns& set, const StripShape& shape, int halo, StripMemory& memory)
      : columns(set),
        lone(shape.columns < W),
        shape_(shape),
        reach_(halo),
        halo_(set.periodic ? halo : 0),
        memory_(memory) {
    memory_.pool.resize(static_cast<std::size_t>(std::max(shape.columns, W)) * static_cast<std::size_t>(shape.rows));
    memory_.places.forget(shape.written.size());
  }

  void begin_batch(std::ptrdiff_t first_column, int how_many) {
    column = first_column;
    count = how_many;
    front_ = -halo_;
    left_out = {};
    unwritten_ = true;
    places_known_ = places_shown_ && count % W == 0;
    places_shown_ = shape_.repeats && !columns.periodic;
  }
  /// The next batch finds out again which strips destinations get (strip_places.hpp).
  void forget_places() {
    memory_.places.forget(shape_.written.size());
    places_shown_ = false;
  }
  void begin_step() {
    unwritten_ = false;
    memory_.history.begin_step();
    memory_.places.begin_step();
  }

  /// Notes that values of a field are read, which may be a destination.
  [[gnu::noinline]] void note_read(const void* field) const {
    for (std::size_t i = 0; i < shape_.written.size(); ++i) {
      if (shape_.written[i].data == field) memory_.places.reads(i);
    }
  }
  /// Notes which rows are copied to a destination.
  [[gnu::noinline]] void note_place(const void* destination, const void* rows) const {
    const auto to = std::find_if(shape_.written.begin(), shape_.written.end(),
                                 [=](const Written& written) { return written.data == destination; });
    memory_.places.note(static_cast<std::size_t>(to - shape_.written.begin()), rows);
  }

  /// Columns that are computed: whole vectors.
  int wide_count() const { return (count + W - 1) / W * W; }
  /// From one row to the next, in values.
  template <class T>
  int row_size() const {
    return lone && is_split<T, W> ? W : shape_.columns;
  }
  /// Where a row has the value of a column.
  int place_in_row(int c) const { return lone ? 0 : c; }
  /// Rows of a strip that begins at `first` which are rows of the column, or of a ring and its halo.
  template <class Where>
  RowRange range_of(int first) const {
    return {std::max(first, -halo_), std::min(first + shape_.rows, rows_at<Where>(columns.levels) + halo_)};
  }

  /// Where an operation finds an operand of which it reads the rows from Low to High around its own.
  template <int Low, int High, class N>
  auto source(const N& node) const {
    if constexpr (is_deferred<N>) {
      using Given = RowSource<typename N::location, typename N::value_type, Low, High>;
      return node.operands.apply([&](const auto&... operands) {
        return formula_source<Given, Low, High>(node, std::make_integer_sequence<int, sizeof...(operands)>{},
                                                operands...);
      });
    } else if constexpr (!column_functions::IsColumnValue<N>) {
      return NodeSource<N>{node};
    } else if constexpr (std::is_same_v<typename N::location, Surface>) {
      return SurfaceSource<typename N::value_type>{node.rows.row(0), node.rows.first()};
    } else {
      return RowSource<typename N::location, typename N::value_type, Low, High>(node.rows, shape_.columns);
    }
  }

  // Made in its place: a formula of formulas would be copied again and again.
  template <class Given, int Low, int High, class N, int... I, class... Operands>
  auto formula_source(const N& node, std::integer_sequence<int, I...>, const Operands&... operands) const {
    using Node = typename N::node;
    const auto of = [&]<int J>(std::integral_constant<int, J>, const auto& operand) {
      return this->template source<Low + plan::rows_read<Node, J>().low, High + plan::rows_read<Node, J>().high>(
          operand);
    };
    const Given given(node.given, shape_.columns);
    using Source = FormulaSource<Given, std::remove_cvref_t<decltype(node.make)>,
                                 decltype(of(std::integral_constant<int, I>{}, operands))...>;
    if constexpr (sizeof...(I) <= 3) {
      return Source{node.make, {of(std::integral_constant<int, I>{}, operands)...}, given, node.is_given};
    } else {
      return Source{node.make, make_arguments(of(std::integral_constant<int, I>{}, operands)...), given, node.is_given};
    }
  }
  /// f of where a formula finds its operands, of which the rows from Low to High are read.
  template <int Low, int High, class Node, class F, class... Operands>
  auto with_sources(const F& f, const Operands&... operands) const {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return f(this->template source<Low + plan::rows_read<Node, I>().low, High + plan::rows_read<Node, I>().high>(
          operands)...);
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Operands))>{});
  }

  /// Whether this is the step in which a value per column is there for the first time, and is made.
  bool happens(int since) const { return !shape_.flows || (since >= 0 && since < shape_.rows); }
  template <class T>
  [[gnu::noinline]] Strip<T> per_column(int since) const {
    if (!shape_.flows) return Strip<T>(memory_.pool, 0, since);
    return Strip<T>(memory_.history.template next_of<stored<T>>(shape_.columns), 0, since, Extent::whole);
  }
  StripsOfMarch strips_of_march(int first, int all_rows) const {
    return {memory_, shape_.columns, wide_count(), first, shape_.rows, all_rows, shape_.flows, lone};
  }

  template <class Source>
  static bool has_all_rows(const Source& source) {
    if constexpr (Source::has_rows) return source.extent == Extent::whole;
    return false;
  }
  /// The first row, in this step, of what has one; else that of the step.
  template <class X>
  int since(const X& x) const {
    if constexpr (column_functions::IsColumnValue<X>) {
      return since(source<0, 0>(x));
    } else if constexpr (is_formula<X>) {
      if (x.is_given) return since(x.given);
      const int of_conditions = conditions_since(x.make);
      return x.sources.apply([&](const auto&... s) { return std::min({of_conditions, since(s)...}); });
    } else if constexpr (has_first<X>) {
      if constexpr (X::has_rows) return x.first - (x.extent == Extent::whole || x.first == absent ? 0 : x.high);
      return shape_.flows || x.first == absent ? x.first : front_;
    } else {
      return front_;
    }
  }
  /// That of a condition's value.
  template <Side End, class Op>
  int since(const Op& op) const {
    if constexpr (requires { op.template condition<End>().value; }) return since(op.template condition<End>().value);
    return front_;
  }
  /// That of an operation's conditions.
  template <class Make>
  int conditions_since(const Make& make) const {
    if constexpr (requires { make.op; }) {
      return std::min(since<Side::bottom>(make.op), since<Side::top>(make.op));
    } else {
      return front_;
    }
  }
  /// The first row that an operation can compute from its operands.
  template <class... Operands>
  int first_row(const Operands&... operands) const {
    return std::min({front_, since(operands)...});
  }
  /// Gives every operand the memory of rows that it must keep for later steps.
  template <class Where, class T, int Low, int High>
  [[gnu::noinline]] void remember(RowSource<Where, T, Low, High>& s, int first) const {
    if (s.extent != Extent::step || lone) return;
    s.kept_rows = std::max(0, s.first - (first + Low));
    s.keeps_all = shape_.flows && s.kept_rows > 2 * shape_.rows;  // to move as many in every step would take longer
    if (s.keeps_all) {
      remember_all(s);
    } else if (s.kept_rows > 0) {
      s.kept_from = s.first - s.kept_rows;
      s.kept = memory_.history.template next_of<stored<T>>(static_cast<std::ptrdiff_t>(s.kept_rows) * shape_.columns);
    }
  }
  template <class Where, class T, int Low, int High>
  void remember_all(RowSource<Where, T, Low, High>& s) const {
    if (s.extent != Extent::step) return;
    const std::ptrdiff_t all_rows = rows_of_column<Where>();
    s.keeps_all = true;
    s.kept = memory_.history.template next_of<stored<T>>(all_rows * shape_.columns);
  }
  template <class Source>
  void remember(Source& source, int first) const {
    if constexpr (is_formula<Source>) {
      if (source.is_given) return remember(source.given, first);
      source.sources.apply([&](auto&... s) { (remember(s, first), ...); });
    }
  }
  template <class Source>
  void remember_all(Source&) const {}
  template <class Source>
  void keep(const Source& s) const {
    if constexpr (is_formula<Source>) {
      if (s.is_given) return keep(s.given);
      s.sources.apply([&](const auto&... of) { (keep(of), ...); });
    }
    if constexpr (Source::has_rows)
      keep_rows(s, shape_.rows, wide_count(), -halo_, range_of<typename Source::location>(s.first).last);
  }

  StripShape shape_;
  int reach_;  ///< of the function, in rows
  int halo_;   ///< rows of a ring that are computed beyond both of its ends
  StripMemory& memory_;
  int front_ = 0;                   ///< the first row that this step loads
  bool places_shown_ = false;       ///< a batch has shown which strips destinations get
  bool places_known_ = false;       ///< and this one has them there
  mutable bool unwritten_ = false;  ///< some destination has rows beyond those that have been written
};

}  // namespace stencil::cpu
