// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cctype>
#include <cstdio>
#include <string>
#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/walk.hpp>

/// Expressions as text, for explain, error messages and profilers.
namespace stencil::plan {
namespace messages = detail::messages;  // nvcc 13.0 does not find `detail` in some lambdas

/// How what differs between evaluations of one type is written: a field by its name and a number by its digits, or by
/// its location and as "number".
enum class Names { fields, locations };

template <class N>
std::string formula(const N& node, Names names = Names::fields);

namespace text {

/// A number of half levels as text: "-1/2", "+1 1/2".
inline std::string halves(int n) {
  const std::string whole = std::to_string(n < 0 ? -n / 2 : n / 2);
  return std::string(n < 0 ? "-" : "+") + (n % 2 == 0 ? whole : n / 2 == 0 ? "1/2" : whole + " 1/2");
}
/// T::name if there is one, else `otherwise`.
template <class T>
std::string name_of(const char* otherwise) {
  if constexpr (requires { T::name; }) {
    return T::name;
  } else {
    return otherwise;
  }
}

template <class T>
std::string number(const T& x) {
  if constexpr (std::is_arithmetic_v<T>) {
    char s[32];
    std::snprintf(s, sizeof s, "%g", static_cast<double>(x));
    return s;
  } else {
    return name_of<T>(is_vec<T> ? "Vec" : "a value");
  }
}

/// The conditions of an operator, for example "(bottom: SetValue, top: closure)"; empty if neither end has one.
template <class Node>
std::string conditions() {
  using Bottom = typename Node::template condition_type<Side::bottom>;
  using Top = typename Node::template condition_type<Side::top>;
  if constexpr (std::is_same_v<Bottom, OperatorClosure> && std::is_same_v<Top, OperatorClosure>) {
    return "()";
  } else {
    return messages::joined({"(bottom: ", name_of<Bottom>("condition"), ", top: ", name_of<Top>("condition"), ")"});
  }
}

template <class N>
STENCIL_SELDOM std::string arguments_of(const N& node, Names names) {
  std::string s;
  each_child(
      node, [&](const auto& child, auto) { s = messages::joined({s, s.empty() ? "(" : ", ", formula(child, names)}); });
  return messages::joined({s, s.empty() ? "()" : ")"});
}

/// The `of` that is passed to text(of) of a node: of(child) is the child's text, of.children(node) the texts of all
/// children in parentheses.
struct ChildText {
  Names names;
  template <class N>
  std::string operator()(const N& child) const {
    return formula(child, names);
  }
  template <class N>
  std::string children(const N& node) const {
    return arguments_of(node, names);
  }
  template <class T>
  std::string name(const char* otherwise) const {
    return name_of<T>(otherwise);
  }
};
template <class N>
struct Formula {
  STENCIL_SELDOM static std::string of(const N& n, Names names) {
    if constexpr (requires { n.text(ChildText{names}); }) {
      return n.text(ChildText{names});
    } else {
      static_assert(
          requires { N::name; },
          "stencil: a node does not say how it is written; give it a `name` or `text(of)`, as "
          "stencil/expression/children.hpp says");
      if constexpr (is_childless<N>) {
        return N::name;
      } else {
        return messages::joined({N::name, arguments_of(n, names)});
      }
    }
  }
};
template <class T>
struct Formula<ScalarNode<T>> {
  STENCIL_SELDOM static std::string of(const ScalarNode<T>& n, Names names) {
    return names == Names::fields ? number(n.number) : "number";
  }
};
template <class T, class Where, class Layout, class Space>
struct Formula<FieldLeaf<T, Where, Layout, Space>> {
  STENCIL_SELDOM static std::string of(const FieldLeaf<T, Where, Layout, Space>& n, Names names) {
    return names == Names::fields && n.name != nullptr ? n.name : Where::name;
  }
};
template <class Real, class Where, MetricKind Kind>
struct Formula<MetricLeaf<Real, Where, Kind>> {
  STENCIL_SELDOM static std::string of(const MetricLeaf<Real, Where, Kind>&, Names) {
    std::string text = Kind == MetricKind::z ? "heights(" : Kind == MetricKind::dz ? "spacing(" : "1/spacing(";
    text += Where::name;  // g++ 12 takes the sum of these three for a copy out of bounds (GCC bug 105651)
    return text += ')';
  }
};
template <class Where>
struct Formula<RowNumberNode<Where>> {
  STENCIL_SELDOM static std::string of(const RowNumberNode<Where>&, Names) {
    return messages::joined({"level_index(", Where::name, ")"});
  }
};
template <class F, class... Nodes>
struct Formula<Broadcasted<F, Nodes...>> {
  STENCIL_SELDOM static std::string of(const Broadcasted<F, Nodes...>& n, Names names) {
    if constexpr (requires { n.function.is_the_field; }) {  // false for another field of the same type
      if (!n.function.is_the_field) return formula(argument_at<0>(n.arguments), names);
    }
    const std::string symbol = name_of<F>("function");
    if (std::isalpha(static_cast<unsigned char>(symbol[0])) != 0)
      return messages::joined({symbol, arguments_of(n, names)});
    std::string s = sizeof...(Nodes) == 1 ? symbol : "";
    each_child(n, [&](const auto& child, auto index) {
      constexpr bool first = decltype(index)::value == 0;
      if (!first) s = messages::joined({s, " ", symbol, " "});
      s = messages::joined({s, formula(child, names)});
    });
    return messages::joined({"(", s, ")"});
  }
};
template <class Op, class... Nodes>
struct Formula<StencilBroadcasted<Op, Nodes...>> {
  STENCIL_SELDOM static std::string of(const StencilBroadcasted<Op, Nodes...>& n, Names names) {
    using Node = StencilBroadcasted<Op, Nodes...>;
    return messages::joined({name_of<Op>("operator"), conditions<Node>(), arguments_of(n, names)});
  }
};
}  // namespace text

/// An expression in one line: "DivergenceF2C()((f * GradientC2F()((a * b))))".
template <class N>
std::string formula(const N& node, Names names) {
  return text::Formula<N>::of(node, names);
}

/// All outputs of an evaluation: "div = ...; flux = ...".
template <class Outs>
STENCIL_SELDOM std::string formula_of_outputs(const Outs& outputs, Names names = Names::fields) {
  std::string s;
  outputs.each([&](const auto& output) {
    s = messages::joined(
        {s, s.empty() ? "" : "; ", formula(output.destination, names), " = ", formula(output.expression, names)});
  });
  return s;
}

}  // namespace stencil::plan
