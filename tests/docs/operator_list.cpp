// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/inspect/describe.hpp>
#include <stencil/stencil.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "operator_pages.hpp"

using namespace stencil;
using operator_pages::Block;
using plan::Symbol;

namespace {

// Formulas longer than this are said in words by the page.
constexpr std::size_t longest = 150;
// Values that stand for the parameters of conditions and operators.
constexpr double a_value = 3, b_value = 5, seconds = 4;

std::string in_code(const std::string& text) { return "`" + text + "`"; }

template <class Op, class Condition>
void add_rows(std::string& table, const Op& op, const Condition& condition, const std::string& name,
              const Wording& words) {
  std::string label = in_code(name);
  const auto add = [&](const std::vector<EndText>& rows) {
    for (const EndText& row : rows) {
      const bool short_enough = row.value.size() <= longest;
      const std::string value = row.reads.empty() && row.value.find(' ') != std::string::npos ? row.value
                                : short_enough                                                ? in_code(row.value)
                                               : "as in the text; reads " + in_code(row.reads);
      table += "| " + label + " | " + row.place + " | " + value + " |\n";
      label.clear();
    }
  };
  if constexpr (detail::operators::accepts<Op, Condition, Side::bottom>())
    add(end_texts<Side::bottom>(op, condition, words));
  if constexpr (detail::operators::accepts<Op, Condition, Side::top>()) add(end_texts<Side::top>(op, condition, words));
  if constexpr (detail::operators::accepts<Op, Condition, Side::bottom>()) {
    const std::string alone = only_cell_text(op, condition, condition, words);
    if (!alone.empty()) table += "|  | the only cell | " + in_code(alone) + " |\n";
  }
}

/// The operators that accept a condition.
struct Accepted {
  std::string condition;
  std::string by;
};

/// The rows of every condition that the operator accepts at either end.
template <class Op>
std::string condition_table(const Op& op, const std::string& operator_name, const Wording& words,
                            std::vector<Accepted>& acceptance) {
  std::string table;
  std::size_t offered = 0;
  const auto offer = [&](const auto& condition, const char* name) {
    const std::size_t before = table.size();
    add_rows(table, op, condition, name, words);
    if (acceptance.size() == offered) acceptance.push_back({name, ""});
    Accepted& accepted = acceptance[offered++];
    if (table.size() > before) accepted.by += (accepted.by.empty() ? "" : ", ") + in_code(operator_name);
  };
  offer(SetValue(0.0), "SetValue(v)");
  offer(SetGradient(0.0), "SetGradient(v)");
  offer(SetFlux(a_value, b_value, 0.0), "SetFlux(a, b, v)");
  offer(SetDivergence(0.0), "SetDivergence(v)");
  offer(SetCurl(0.0), "SetCurl(v)");
  offer(FirstOrderOneSided{}, "FirstOrderOneSided");
  offer(ThirdOrderOneSided{}, "ThirdOrderOneSided");
  offer(Extrapolate{}, "Extrapolate");
  // Of any order, where that is said in the same words.
  const std::size_t before = table.size();
  std::string of_any_order;
  bool same = true;
  const auto offer_order = [&](const auto& condition, const std::string& name) {
    const std::size_t begin = table.size();
    offer(condition, name.c_str());
    std::string rows = table.substr(begin);
    const std::size_t label = rows.find(name);
    if (label != std::string::npos) rows.replace(label, name.size(), "Extrapolation<n>");
    if (of_any_order.empty()) of_any_order = rows;
    same = same && rows == of_any_order;
  };
  offer_order(Extrapolation<1>{}, "Extrapolation<1>");
  offer_order(Extrapolation<2>{}, "Extrapolation<2>");
  offer_order(Extrapolation<3>{}, "Extrapolation<3>");
  if (same) table.replace(before, std::string::npos, of_any_order);
  return table.empty() ? "No conditions.\n" : "| condition | where | value |\n|---|---|---|\n" + table;
}

template <class Op>
std::string closure_of() {
  using Closed = typename Op::closure;
  constexpr const auto& reads = footprint<Op, Op::arguments::count>;
  using Result = typename Op::result;
  if constexpr (EndRows<Result>::bottom(reads) == 0 && EndRows<Result>::top(reads) == 0) {
    return "none needed";
  } else {
    return in_code(Closed::name);
  }
}

template <class... Where>
std::string locations(Locations<Where...>, const std::vector<std::string>& names) {
  std::string list;
  std::size_t i = 0;
  ((list += (i == 0 ? "" : ", ") + in_code(names[i]) + " at " + Where::name + "s", ++i), ...);
  return list;
}

/// The blocks of all pages, the table of all operators, and that of all conditions.
class List {
 public:
  template <class Op>
  void add(const char* page, const Op& op, const char* order, Wording words = {}, std::string name = Op::name,
           std::string type = Op::name) {
    words = plan::describing::with_defaults<Op>(words);
    words.parameters.insert(words.parameters.end(), {{a_value, Symbol::named("a")}, {b_value, Symbol::named("b")}});
    const std::string where = locations(typename Op::arguments{}, words.arguments);
    const std::string result = std::string(Op::result::name) + "s";
    const std::string formula = formula_text(op, words);
    std::string text = "From " + where + " to " + result;
    text += formula.size() <= longest ? ": **" + in_code(formula) + "**\n" : ", by the formula in the text.\n";
    text += "\n```\n" + stencil_drawing(op, words) + "```\n\n" + condition_table(op, name, words, acceptance_);
    text += "\nClosure: " + closure_of<Op>() + ".\n";
    blocks_.push_back({page, name, type, text});
    table_ += "| " + in_code(name) + " | " + where + " | " + result + " | " + order + " | " + closure_of<Op>() +
              " | [" + page + "](" + page + ".md) |\n";
  }
  void add_table(const char* page, const char* name, const std::string& text) {
    blocks_.push_back({page, name, "", text});
  }
  std::vector<Block> take() {
    blocks_.push_back(
        {"README", "all operators", "",
         "| operator | arguments | result | order | closure | page |\n|---|---|---|---|---|---|\n" + table_});
    std::string acceptance = "| condition | accepted by |\n|---|---|\n";
    for (const Accepted& accepted : acceptance_)
      acceptance += "| " + in_code(accepted.condition) + " | " + accepted.by + " |\n";
    blocks_.push_back({"../boundary_conditions", "accepted conditions", "", acceptance});
    return std::move(blocks_);
  }

 private:
  std::vector<Block> blocks_;
  std::string table_;
  std::vector<Accepted> acceptance_;
};

/// Stand for whichever constraint and limiter an operator is made with.
struct AnyConstraint {
  template <class X>
  static X difference(X below, X value, X above) {
    return Symbol::call("D", below, value, above);
  }
  static constexpr OperationProbe difference(OperationProbe below, OperationProbe value, OperationProbe above) {
    return below + value + above;
  }
};
struct AnyLimiter {
  static Symbol part(const Symbol& ratio) { return Symbol::call("psi", ratio); }
  static constexpr OperationProbe part(OperationProbe ratio) { return ratio; }
};

template <class Limiter>
std::string limiter_row(const char* name) {
  return "| " + in_code(name) + " | " + in_code(Limiter::part(Symbol::named("r")).text()) + " |\n";
}
template <class Constraint>
std::string constraint_row(const char* name) {
  const auto named = [](const char* text) { return Symbol::named(text); };
  const std::string formula = Constraint::difference(named("x-"), named("x"), named("x+")).text();
  return "| " + in_code(name) + " | " + (formula.size() <= longest ? in_code(formula) : "as in the text") + " |\n";
}

}  // namespace

std::vector<Block> operator_pages::blocks() {
  List list;
  const Wording with_dt{{}, {{seconds, Symbol::named("dt")}, {1 / seconds, 1 / Symbol::named("dt")}}};
  const auto named = [&](std::vector<std::string> arguments) {
    return Wording{std::move(arguments), with_dt.parameters};
  };

  list.add("interpolation", InterpolateC2F(), "2 on equal cells");
  list.add("interpolation", InterpolateF2C(), "2");
  list.add("interpolation", LinearInterpolateC2F(), "2");
  list.add("interpolation", WeightedInterpolateC2F(), "2 on equal cells");
  list.add("interpolation", WeightedInterpolateF2C(), "2");
  list.add("interpolation", FaceWeightedInterpolateC2F(), "that of the weights");
  list.add("biased", LeftBiasedC2F(), "1");
  list.add("biased", RightBiasedC2F(), "1");
  list.add("biased", LeftBiasedF2C(), "1");
  list.add("biased", RightBiasedF2C(), "1");
  list.add("biased", LeftBiased3rdOrderC2F(), "3");
  list.add("biased", RightBiased3rdOrderC2F(), "3");
  list.add("biased", LeftBiased3rdOrderF2C(), "3");
  list.add("biased", RightBiased3rdOrderF2C(), "3");
  list.add("set_boundary", SetBoundary(), "exact");
  list.add("gradient", GradientC2F(), "2");
  list.add("gradient", GradientF2C(), "2");
  list.add("divergence", DivergenceF2C(), "2");
  list.add("divergence", DivergenceC2F(), "2");
  list.add("curl", CurlC2F(), "2");
  list.add("upwind", UpwindBiasedProductC2F(), "1");
  list.add("upwind", Upwind3rdOrderBiasedProductC2F(), "3");
  list.add("upwind", WENO5ProductC2F(), "5");
  list.add("limited", LinVanLeerC2F(seconds, AnyConstraint{}), "2 or 1.5", with_dt);
  list.add("limited", PPMC2F(seconds), "3", with_dt);
  list.add("limited", TVDLimitedFluxC2F(AnyLimiter{}), "limits", named({"A", "x", "u"}));
  list.add("limited", FCTBorisBook(seconds), "limits", named({"A", "x"}));
  list.add("limited", FCTZalesak(seconds), "limits", named({"A", "x", "x_td"}));
  list.add("advection", UpwindBiasedGradientAt<Center>(), "1", {}, "UpwindBiasedGradient", "UpwindBiasedGradientAt");
  list.add("advection", AdvectionC2C(), "2");
  list.add("advection", AdvectionF2F(), "2");
  list.add("advection", FluxCorrectionC2C(), "-");
  list.add("advection", FluxCorrectionF2F(), "-");

  list.add_table("limited", "constraints",
                 "| constraint | D(x-, x, x+) |\n|---|---|\n" + constraint_row<AlgebraicMean>("AlgebraicMean") +
                     constraint_row<PositiveDefinite>("PositiveDefinite") +
                     constraint_row<MonotoneHarmonic>("MonotoneHarmonic") +
                     constraint_row<MonotoneLocalExtrema>("MonotoneLocalExtrema"));
  list.add_table("limited", "limiters",
                 "| limiter | psi(r) |\n|---|---|\n" + limiter_row<limiter::Zero>("Zero") +
                     limiter_row<limiter::Half>("Half") + limiter_row<limiter::One>("One") +
                     limiter_row<MinMod>("MinMod") + limiter_row<Koren>("Koren") + limiter_row<Superbee>("Superbee") +
                     limiter_row<MonotonizedCentral>("MonotonizedCentral") + limiter_row<VanLeer>("VanLeer"));
  return list.take();
}
