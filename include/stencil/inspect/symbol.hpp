// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/expression/divided.hpp>
#include <stencil/expression/function_list.hpp>

namespace stencil::plan {

/// A number that consists of the text of its formula. A formula evaluated on symbols gives its text. Some arithmetic is
/// simplified: 0 + a, 1 a, a (1 / b), -(a - b).
class Symbol {
 public:
  enum class Kind { number, name, sum, difference, product, quotient, negative, relation };

  Symbol() : Symbol(0.0) {}
  template <class T>
    requires std::is_arithmetic_v<T>
  Symbol(T number)  // NOLINT(google-explicit-constructor): formulas mix numbers and values
      : term_(std::make_shared<Term>(Term{Kind::number, {}, static_cast<double>(number), {}})) {}
  static Symbol named(std::string name) { return Symbol(Kind::name, std::move(name), {}); }
  template <class... Symbols>
  static Symbol call(const std::string& function, const Symbols&... arguments) {
    std::string list;
    ((list += (list.empty() ? "" : ", ") + Symbol(arguments).text()), ...);
    return named(function + "(" + list + ")");
  }
  static Symbol relation(const Symbol& a, const char* sign, const Symbol& b) {
    return Symbol(Kind::relation, std::string(" ") + sign + " ", {a, b});
  }

  std::string text() const {
    const Term& t = *term_;
    switch (t.kind) {
      case Kind::number: {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%g", t.number);
        return digits;
      }
      case Kind::name:
        return t.name;
      case Kind::sum:
        return first().text() + " + " + second().text();
      case Kind::difference:
        return first().text() + " - " + second().inside(second().is_sum());
      case Kind::product:
        return factor(first()) + " " + factor(second());
      case Kind::quotient:
        return factor(first()) + " / " + second().inside(!second().is_single());
      case Kind::negative:
        return "-" + first().inside(first().is_sum());
      case Kind::relation:
        return related(first()) + t.name + related(second());
    }
    return {};
  }

  friend Symbol operator-(const Symbol& a) {
    if (a.is(Kind::number)) return -a.term_->number;
    if (a.is(Kind::negative)) return a.first();
    if (a.is(Kind::difference)) return a.second() - a.first();
    if (a.is(Kind::quotient) && a.first().turns()) return Symbol(Kind::quotient, {}, {-a.first(), a.second()});
    if (a.is(Kind::product) && a.second().turns()) return Symbol(Kind::product, {}, {a.first(), -a.second()});
    return Symbol(Kind::negative, {}, {a});
  }
  friend Symbol operator+(const Symbol& a, const Symbol& b) {
    if (a.equals(0)) return b;
    if (b.equals(0)) return a;
    if (a.is(Kind::number) && b.is(Kind::number)) return a.term_->number + b.term_->number;
    if (b.is(Kind::negative)) return a - b.first();
    return Symbol(Kind::sum, {}, {a, b});
  }
  friend Symbol operator-(const Symbol& a, const Symbol& b) {
    if (a.equals(0)) return -b;
    if (b.equals(0)) return a;
    if (a.is(Kind::number) && b.is(Kind::number)) return a.term_->number - b.term_->number;
    if (b.is(Kind::negative)) return a + b.first();
    return Symbol(Kind::difference, {}, {a, b});
  }
  friend Symbol operator*(const Symbol& a, const Symbol& b) {
    if (a.equals(0) || b.equals(0)) return 0;
    if (a.equals(1)) return b;
    if (b.equals(1)) return a;
    if (a.is(Kind::number) && b.is(Kind::number)) return a.term_->number * b.term_->number;
    if (a.is(Kind::negative)) return -(a.first() * b);
    if (b.is(Kind::negative)) return -(a * b.first());
    if (b.is(Kind::quotient)) return a * b.first() / b.second();
    if (a.is(Kind::quotient)) return a.first() * b / a.second();
    return Symbol(Kind::product, {}, {a, b});
  }
  friend Symbol operator/(const Symbol& a, const Symbol& b) {
    if (a.equals(0) || b.equals(1)) return a;
    if (a.is(Kind::number) && b.is(Kind::number)) {
      const double ratio = a.term_->number / b.term_->number;
      if (ratio == std::floor(ratio)) return ratio;
    }
    if (a.is(Kind::negative)) return -(a.first() / b);
    if (a.is(Kind::quotient)) return a.first() / (b * a.second());
    return Symbol(Kind::quotient, {}, {a, b});
  }

 private:
  struct Term {
    Kind kind;
    std::string name;
    double number;
    std::vector<Symbol> of;
  };
  Symbol(Kind kind, std::string name, std::vector<Symbol> of)
      : term_(std::make_shared<Term>(Term{kind, std::move(name), 0, std::move(of)})) {}

  const Symbol& first() const { return term_->of[0]; }
  const Symbol& second() const { return term_->of[1]; }
  bool is(Kind kind) const { return term_->kind == kind; }
  bool equals(double number) const { return is(Kind::number) && term_->number == number; }
  bool is_sum() const { return is(Kind::sum) || is(Kind::difference) || is(Kind::relation); }
  bool is_single() const { return is(Kind::number) || is(Kind::name); }
  /// Whether its negative is written without a sign: -(a - b) is b - a.
  bool turns() const {
    return is(Kind::number) || is(Kind::negative) || is(Kind::difference) || (is(Kind::product) && second().turns());
  }
  std::string inside(bool brackets) const { return brackets ? "(" + text() + ")" : text(); }
  static std::string factor(const Symbol& s) { return s.inside(s.is_sum() || s.is(Kind::negative)); }
  static std::string related(const Symbol& s) { return s.inside(s.is(Kind::relation)); }

  std::shared_ptr<const Term> term_;
};

#define STENCIL_SYMBOL_RELATION(sign, word) \
  inline Symbol operator sign(const Symbol& a, const Symbol& b) { return Symbol::relation(a, word, b); }
STENCIL_SYMBOL_RELATION(<, "<")
STENCIL_SYMBOL_RELATION(<=, "<=")
STENCIL_SYMBOL_RELATION(>, ">")
STENCIL_SYMBOL_RELATION(>=, ">=")
STENCIL_SYMBOL_RELATION(==, "=")
STENCIL_SYMBOL_RELATION(!=, "is not")
STENCIL_SYMBOL_RELATION(&&, "and")
STENCIL_SYMBOL_RELATION(||, "or")
#undef STENCIL_SYMBOL_RELATION
#define STENCIL_SYMBOL_OF_ONE(name, Type, cost) \
  inline Symbol name(const Symbol& a) { return Symbol::call(#name, a); }
#define STENCIL_SYMBOL_OF_TWO(name, Type, cost) \
  inline Symbol name(const Symbol& a, const Symbol& b) { return Symbol::call(#name, a, b); }
#define STENCIL_SYMBOL_OF_THREE(name, Type, cost) \
  inline Symbol name(const Symbol& a, const Symbol& b, const Symbol& c) { return Symbol::call(#name, a, b, c); }
STENCIL_FUNCTIONS_OF_ONE(STENCIL_SYMBOL_OF_ONE)
STENCIL_FUNCTIONS_OF_TWO(STENCIL_SYMBOL_OF_TWO)
STENCIL_FUNCTIONS_OF_THREE(STENCIL_SYMBOL_OF_THREE)
#undef STENCIL_SYMBOL_OF_ONE
#undef STENCIL_SYMBOL_OF_TWO
#undef STENCIL_SYMBOL_OF_THREE
inline Symbol operator!(const Symbol& a) { return Symbol::call("not", a); }
inline Symbol where(const Symbol& condition, const Symbol& a, const Symbol& b) {
  return a.text() == b.text() ? a : Symbol::call("where", condition, a, b);
}
/// The text of a user's function.
template <class F, class... More>
Symbol call_elementwise(const F&, const Symbol& first, const More&... more) {
  if constexpr (requires { F::name; }) {
    return Symbol::call(F::name, first, more...);
  } else {
    return Symbol::call("function", first, more...);
  }
}

}  // namespace stencil::plan
namespace stencil {
template <>
inline constexpr bool is_formula_text<plan::Symbol> = true;
}  // namespace stencil
