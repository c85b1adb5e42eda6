// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/expression/operator.hpp>
#include <stencil/inspect/symbol.hpp>

/// The formulas of an operator as text and as a drawing, made by evaluating them on symbols. Only for .cpp files: nvcc
/// warns (20014) of functions for host and device that are called with symbols, whose functions are for the host alone.
namespace stencil {

/// The names of an operator's arguments and parameters in texts.
struct Wording {
  std::vector<std::string> arguments;                       ///< their names, in order
  std::vector<std::pair<double, plan::Symbol>> parameters;  ///< pairs of a parameter's value and its symbol
};

namespace plan::describing {

/// The name of the value `halves` half levels away: x-, x, x+, x++. The number of signs is the distance in levels,
/// rounded up.
STENCIL_WHERE_CALLED
inline std::string at_offset(const std::string& name, int halves) {
  return name + std::string(static_cast<std::size_t>((std::abs(halves) + 1) / 2), halves < 0 ? '-' : '+');
}

/// The names of the values that a formula read: by offset, then by number of the argument, the metric last.
using Names = std::map<int, std::map<int, std::string>>;
enum MetricNumber : int { number_of_spacing = 8, number_of_height = 9 };

/// Where a formula is evaluated: in a row counted from an end, or away from both ends.
struct FormulaRow {
  bool at_end = false;
  Side side = Side::bottom;
  int row = 0;
};

template <class Result>
struct ReadSymbol {
  int argument;
  std::string name;
  const std::string* replaced;  ///< the condition's value, if it replaces the end value; else null
  FormulaRow place;
  Names* read;

  template <int H>
  Symbol operator()(LevelOffset<H>) const {
    const int inward = place.side == Side::bottom ? H : -H;
    // Rows are counted from the top as they are from the bottom.
    if (replaced != nullptr && place.at_end && place.row + index_shift<Result>(inward) == 0)
      return Symbol::named(*replaced);
    return Symbol::named((*read)[H][argument] = at_offset(name, H));
  }
  Symbol operator()() const { return (*this)(here); }
};

template <class Result>
struct MetricSymbol {
  const Wording* wording;
  Names* read;

  template <int H = 0>
  Symbol z(LevelOffset<H> = {}) const {
    return noted(number_of_height, "z", H);
  }
  template <int H = 0>
  Symbol dz(LevelOffset<H> = {}) const {
    return noted(number_of_spacing, std::is_same_v<location_at<Result, H>, Face> ? "df" : "dc", H);
  }
  template <int H = 0>
  Symbol inverse_dz(LevelOffset<H> at = {}) const {
    return 1 / dz(at);
  }
  Symbol number(double parameter) const {
    for (const auto& [value, symbol] : wording->parameters)
      if (value == parameter) return symbol;
    return parameter;
  }

 private:
  Symbol noted(int what, const char* name, int halves) const {
    return Symbol::named((*read)[halves][what] = at_offset(name, halves));
  }
};

/// f(accessors of all arguments..., metric) with symbols as values.
template <class Op, class F>
Symbol formula(const Wording& wording, const std::string* replaced, FormulaRow place, Names& read, const F& f) {
  using Result = typename Op::result;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return f(
        ReadSymbol<Result>{static_cast<int>(I), wording.arguments[I], I == 0 ? replaced : nullptr, place, &read}...,
        MetricSymbol<Result>{&wording, &read});
  }(std::make_index_sequence<static_cast<std::size_t>(Op::arguments::count)>{});
}

/// A condition whose value is a symbol.
template <template <class> class Condition, class V>
auto with_symbol(const Condition<V>& condition, const std::string& value) {
  if constexpr (requires { condition.with_value(Symbol{}); }) {
    return condition.with_value(Symbol::named(value));
  } else {
    return Condition<Symbol>(Symbol::named(value));
  }
}
template <class Condition>
Condition with_symbol(const Condition& condition, const std::string&) {
  return condition;
}

template <bool OfTheEnd, class Op, class Given, class E, class... X>
Symbol row_formula(const Op& op, const Given& given, E end, const X&... x) {
  if constexpr (OfTheEnd) {
    return op.at_end(given, x..., end);
  } else {
    return op.interior(x...);
  }
}

template <class Op>
Wording with_defaults(Wording wording) {
  const std::vector<std::vector<std::string>> usual{{"x"}, {"w", "x"}, {"a", "x", "y"}, {"a", "b", "x", "y"}};
  const std::vector<std::string>& names = usual[static_cast<std::size_t>(Op::arguments::count - 1)];
  for (std::size_t i = wording.arguments.size(); i < names.size(); ++i) wording.arguments.push_back(names[i]);
  return wording;
}

}  // namespace plan::describing

/// The formula of an operator in one row near an end.
struct EndText {
  std::string place;  ///< "bottom face", "bottom face + 1", "top center", ...
  std::string value;  ///< the formula
  std::string reads;  ///< the values that the formula reads, lowest first
};

/// The interior formula of an operator, for example "(x+ - x-) / df".
template <class Op>
std::string formula_text(const Op& op, const Wording& words = {}) {
  namespace d = plan::describing;
  d::Names read;
  return d::formula<Op>(d::with_defaults<Op>(words), nullptr, {}, read,
                        [&](const auto&... x) { return op.interior(x...); })
      .text();
}

/// The formulas of an operator at an end with a condition, whose value is called v: one entry for each row whose
/// formula is not the interior one.
template <Side Where, class Op, class Condition>
std::vector<EndText> end_texts(const Op& op, const Condition& condition, const Wording& words = {}) {
  namespace d = plan::describing;
  using Result = typename Op::result;
  constexpr int count = Op::arguments::count;
  constexpr const auto& reads = footprint<Op, count>;
  constexpr int needed = Where == Side::bottom ? EndRows<Result>::bottom(reads) : EndRows<Result>::top(reads);
  constexpr bool replaces = Op::template replaces_argument<Condition>;
  constexpr bool next_row = std::is_same_v<Condition, Extrapolate> && Op::extrapolate_takes_next_row;
  constexpr int outward = Where == Side::bottom ? -reads.argument[0].low : reads.argument[0].high;
  constexpr int reached = replaces && outward >= 0 ? outward / 2 + 1 : 0;
  constexpr int rows = needed > reached ? needed : reached > 0 || replaces ? reached : needed > 0 ? needed : 1;

  const Wording wording = d::with_defaults<Op>(words);
  const std::string value = "v";
  const auto given = d::with_symbol(condition, value);
  std::vector<EndText> all;
  const auto add = [&]<int Row>(std::integral_constant<int, Row>) {
    std::string place = std::string(Where == Side::bottom ? "bottom " : "top ") + Result::name;
    if (Row > 0) place += (Where == Side::bottom ? " + " : " - ") + std::to_string(Row);
    if constexpr (next_row) {
      all.push_back({place, "the value in the next row", ""});
    } else {
      const End<Where, Row> end{};
      const std::string* replaced = replaces ? &value : nullptr;
      d::Names read;
      const auto symbol = d::formula<Op>(wording, replaced, {true, Where, Row}, read, [&](const auto&... x) {
        constexpr bool of_the_end = Row < needed || !replaces;
        return d::row_formula<of_the_end>(op, given, end, x...);
      });
      std::string list;
      for (const auto& [halves, names] : read)
        for (const auto& [argument, name] : names) list += (list.empty() ? "" : ", ") + name;
      all.push_back({place, symbol.text(), list});
    }
  };
  [&]<int... Row>(std::integer_sequence<int, Row...>) {
    (add(std::integral_constant<int, Row>{}), ...);
  }(std::make_integer_sequence<int, rows>{});
  return all;
}

/// The formula of an operator in the only cell of a column; empty if it has no at_both_ends.
template <class Op, class Bottom, class Top>
std::string only_cell_text(const Op& op, const Bottom& below, const Top& above, const Wording& words = {}) {
  namespace d = plan::describing;
  if constexpr (Op::has_formula_at_both_ends && std::is_same_v<typename Op::result, Center>) {
    d::Names read;
    return d::formula<Op>(
               d::with_defaults<Op>(words), nullptr, {}, read,
               [&](const auto&... x) {
                 return plan::Symbol(op.at_both_ends(d::with_symbol(below, "v"), d::with_symbol(above, "v"), x...));
               })
        .text();
  } else {
    return {};
  }
}

/// A drawing of the values that the interior formula reads above and below the result.
template <class Op>
std::string stencil_drawing(const Op& op, const Wording& words = {}) {
  namespace d = plan::describing;
  using Result = typename Op::result;
  d::Names read;
  d::formula<Op>(d::with_defaults<Op>(words), nullptr, {}, read, [&](const auto&... x) { return op.interior(x...); });
  read[0][d::number_of_height + 1] = "result";
  std::string drawing;
  for (auto row = read.rbegin(); row != read.rend(); ++row) {
    const auto& [halves, names] = *row;
    const bool face = std::is_same_v<Result, Face> == (halves % 2 == 0);
    const int k = index_shift<Result>(halves);
    std::string label =
        std::string(face ? "face k" : "center k") + (k > 0 ? "+" : "") + (k != 0 ? std::to_string(k) : "");
    label.resize(11, ' ');
    const char mark = halves == 0 ? '#' : 'o';
    drawing += " " + label + (face ? "---" : "   ") + mark + (face ? "---" : "   ") + "  ";
    std::string list;
    for (const auto& [argument, name] : names) list += (list.empty() ? "" : ", ") + name;
    drawing += list + "\n";
  }
  return drawing;
}

/// Formula, drawing and end formulas of an operator, of this library or of a user, as text for people.
template <class Op>
std::string describe(const Op& op, const Wording& words = {}) {
  std::string text = std::string(Op::name) + ": " + formula_text(op, words) + "\n" + stencil_drawing(op, words);
  const auto add_end = [&]<Side Where>(std::integral_constant<Side, Where>) {
    const auto& given = op.template condition<Where>();
    using Given = std::remove_cvref_t<decltype(given)>;
    constexpr int needed = Where == Side::bottom
                               ? EndRows<typename Op::result>::bottom(footprint<Op, Op::arguments::count>)
                               : EndRows<typename Op::result>::top(footprint<Op, Op::arguments::count>);
    const auto add = [&](const auto& condition, const std::string& name) {
      for (const EndText& row : end_texts<Where>(op, condition, words))
        text += " " + row.place + ", " + name + ": " + row.value + "\n";
    };
    if constexpr (!std::is_same_v<Given, OperatorClosure>) {
      add(given, Given::name);
    } else if constexpr (needed > 0) {
      add(typename Op::closure{}, "closure");
    }
  };
  add_end(std::integral_constant<Side, Side::bottom>{});
  add_end(std::integral_constant<Side, Side::top>{});
  const auto used = [](const auto& condition) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(condition)>, OperatorClosure>) {
      return typename Op::closure{};
    } else {
      return condition;
    }
  };
  const std::string alone =
      only_cell_text(op, used(op.template condition<Side::bottom>()), used(op.template condition<Side::top>()), words);
  return alone.empty() ? text : text + " the only cell: " + alone + "\n";
}

}  // namespace stencil
