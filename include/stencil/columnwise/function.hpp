// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/assign/contents.hpp>
#include <stencil/columnwise/members.hpp>
#include <stencil/columnwise/results.hpp>
#include <stencil/columnwise/trace.hpp>
#include <stencil/plan/text.hpp>
#include <stencil/plan/walk.hpp>

namespace stencil {

namespace column_functions {

/// What a column function gets for an argument: the number itself, or a value of the column.
template <class Lane, class N>
struct ArgumentFor {
  using type = ColumnValue<Lane, in_column<typename N::location>, typename N::value_type>;
};
template <class Lane, class T>
struct ArgumentFor<Lane, ScalarNode<T>> {
  using type = T;
};
template <class N>
using traced_argument = typename ArgumentFor<Trace, N>::type;

template <class F, class... Nodes>
constexpr bool takes() {
  constexpr bool callable = std::is_invocable_v<const F&, const traced_argument<Nodes>&...>;
  static_assert(callable,
                "stencil: the column function does not take these arguments; its call operator is const and has one "
                "parameter of type auto for each argument; after another error, that one is what is wrong");
  return callable;
}

/// The same for the values of a call inside another column function.
template <class F, class... Args>
STENCIL_FUNCTION constexpr bool takes_inside() {
  constexpr bool callable = std::is_invocable_v<const F&, const Args&...>;
  static_assert(callable,
                "stencil: the column function called here does not take these arguments; its call operator is const "
                "and has one parameter of type auto for each argument; after another error, that one is what is wrong");
  return callable;
}

/// Whether a column function returns its results as the members of a struct of its own, or as an array.
template <class R>
inline constexpr bool is_struct_of_results = is_group<R>;
template <class R>
  requires(!IsResults<R> && !is_group<R> && !IsOperand<R> && !IsLiteral<R> && std::is_class_v<R> &&
           std::is_aggregate_v<R>)
inline constexpr bool is_struct_of_results<R> = member_count<R>() >= 1 && member_count<R>() <= most_members;

/// What a column function returned as results(...) of single values.
template <class... Values>
STENCIL_FUNCTION constexpr auto as_results(const FunctionResults<Values...>& returned) {
  if constexpr ((is_group<Values> || ...)) {
    return returned.values.apply([](const auto&... values) {
      return taken_apart([](const auto&... singles) { return results(singles...); }, values...);
    });
  } else {
    return returned;
  }
}
template <class R>
STENCIL_FUNCTION constexpr auto as_results(const R& returned) {
  if constexpr (is_group<R>) {
    return as_results(results(returned));
  } else if constexpr (is_struct_of_results<R>) {
    const auto members = members_of(returned);
    return members.apply([](const auto&... values) { return as_results(results(values...)); });
  } else {
    return returned;
  }
}

/// What a column function of such arguments returns, and its results, as types.
template <class F, class... Nodes>
using traced_return =
    std::remove_cvref_t<decltype(std::declval<const F&>()(std::declval<const traced_argument<Nodes>&>()...))>;
template <class F, class... Nodes>
using traced_results = std::remove_cvref_t<decltype(as_results(std::declval<const traced_return<F, Nodes...>&>()))>;

/// Whether every result that is a field was given as an argument.
template <class... Values>
constexpr bool from_arguments(const FunctionResults<Values...>*) {
  return given_as_arguments<Values...>();
}

template <class R>
struct FirstResult {
  using location = AnyLocation;
  using value_type = double;
};
template <class First, class... Rest>
struct FirstResult<FunctionResults<First, Rest...>> {
  using location = typename First::location;
  using value_type = typename First::value_type;
};

}  // namespace column_functions

namespace column_functions {
/// A call as text, by the name that the function gives itself, `static constexpr const char* name`.
template <class F, class Text>
std::string text_of_call(const Text& of, const std::string& arguments) {
  if constexpr (takes_several<F>) {
    return text_of_call<typename F::function_type>(of, arguments);
  } else if constexpr (requires { F::text(of, arguments); }) {
    return F::text(of, arguments);
  } else {
    return of.template name<F>("columnwise") + arguments;
  }
}
}  // namespace column_functions

/// A column function applied to expressions: a node with the values of its result. With several results it is assigned
/// to several fields.
template <class F, class... Nodes>
struct ColumnCall {
  struct stencil_node {};
  struct stencil_column_call {};
  using results_type = column_functions::traced_results<F, Nodes...>;
  static constexpr int count = results_type::count;
  using value_type = typename column_functions::FirstResult<results_type>::value_type;
  using location = typename column_functions::FirstResult<results_type>::location;
  using space = typename CommonSpaceOf<AnySpace, typename Nodes::space...>::type;

  F function;
  NodeArguments<Nodes...> arguments;

  using children = ChildList<Nodes...>;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  template <int I, class N>
  STENCIL_FUNCTION static constexpr auto& child(N& node) {
    return argument_at<I>(node.arguments);
  }
  template <class... N>
  STENCIL_FUNCTION constexpr ColumnCall<F, N...> rebuilt(const N&... child) const {
    return {function, make_arguments(child...)};
  }
  template <class Text>
  auto text(const Text& of) const {
    return column_functions::text_of_call<F>(of, of.children(*this));
  }

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    constexpr bool one_row =
        column_functions::reads_one_row<ColumnCall> && std::is_same_v<typename At::destination, Surface>;
    static_assert(one_row, "stencil: a column function's result cannot be used here; assign it to a field first");
    if constexpr (one_row) {
      return arguments.apply([&](const auto&... nodes) { return F::template one_row<value_type>(at, nodes...); });
    } else {
      return value_type{};
    }
  }
  /// A compile-time error for f(x)[0].
  template <class Index>
  constexpr ColumnCall operator[](const Index&) const {
    static_assert(!std::is_same_v<Index, Index>,
                  "stencil: the results of a column function have numbers, result<0>(f(x)), and no index; its values "
                  "are those of the field that it is assigned to");
    return *this;
  }
  /// A compile-time error for std::tie(a, b) = f(x).
  template <class... To>
  constexpr operator std::tuple<To&...>() const {  // NOLINT(google-explicit-constructor): meant for conversions
    static_assert(sizeof...(To) == 0,
                  "stencil: the results of a column function are assigned by fields(a, b) = f(x), not by std::tie");
    return {};
  }
  STENCIL_IS_NO_NUMBER
  STENCIL_IS_NO_DESTINATION
};

template <class F>
struct ColumnwiseFunction;
template <class F>
STENCIL_FUNCTION constexpr ColumnwiseFunction<F> columnwise(const F& function);

/// A formula of any size as a function of whole columns, made by columnwise(f). f is an object whose const call
/// operator takes one value for each argument, by `auto`, and returns results(...). Marked STENCIL_FUNCTION it runs on
/// every backend.
template <class F>
struct ColumnwiseFunction {
  using function_of_columns = F;
  F function;  ///< the user's

  /// On fields and expressions: a node. On values inside another column function: its result, or its results.
  template <class... Args>
  [[nodiscard]] STENCIL_FUNCTION constexpr auto operator()(const Args&... args) const {
    static_assert(sizeof...(Args) > 0,
                  "stencil: a column function has at least one argument, a field whose columns it works on");
    constexpr bool operands = sizeof...(Args) > 0 && (column_functions::is_member<Args> && ...);
    static_assert(operands || sizeof...(Args) == 0,
                  "stencil: a column function takes fields, expressions and numbers; give an array as "
                  "wrap_center(array, grid) or wrap_face(array, grid), fields together in a std::array, in a struct, "
                  "which has no references, or as together(a, b)");
    if constexpr (!operands) {
      return;
    } else if constexpr ((column_functions::is_group<Args> || ...)) {
      constexpr bool has_members = ((column_functions::singles_in<Args> > 0) && ...);
      static_assert(has_members, "stencil: an array that is an argument of a column function has at least one field");
      if constexpr (has_members) {
        const auto of_singles = columnwise(column_functions::Grouped<F, column_functions::shape_of<Args>...>{function});
        return column_functions::taken_apart(of_singles, args...);
      }
    } else if constexpr ((column_functions::IsColumnValue<Args> || ...)) {
      using Lane = std::remove_cvref_t<decltype(column_functions::lane_of(args...))>;
      if constexpr (column_functions::takes_inside<F, Args...>())
        return unwrapped(column_functions::call<Lane>(function, args...));
    } else {
      return call(as_node(args)...);
    }
  }
  template <class... Args>
    requires((is_temporary_field<Args> || column_functions::is_temporary_group<Args>) || ...)
  constexpr auto operator()(Args&&...) const {  // so that the sentence comes before any about what it returns
    refuse_temporaries<Args...>();
    [[maybe_unused]] constexpr bool groups_last = column_functions::groups_last<Args...>();
    return 0.0;  // so that no other error follows
  }

 private:
  template <class... Values>
  STENCIL_FUNCTION static constexpr auto unwrapped(const FunctionResults<Values...>& all) {
    if constexpr (sizeof...(Values) == 1) {
      return all.template get<0>();
    } else {
      return all;
    }
  }
  template <class Struct>
  STENCIL_FUNCTION static constexpr Struct unwrapped(const Struct& results_with_names) {
    return results_with_names;
  }
  template <class... Nodes>
  STENCIL_FUNCTION constexpr auto call(const Nodes&... nodes) const {
    using Space = typename CommonSpaceOf<AnySpace, typename Nodes::space...>::type;
    static_assert(!std::is_same_v<Space, ClashingSpaces>,
                  "stencil: host and device fields cannot be arguments of one column function; give them the same "
                  "backend");
    if constexpr (!std::is_same_v<Space, ClashingSpaces> && column_functions::takes<F, Nodes...>()) {
      using Plain = column_functions::traced_return<F, Nodes...>;
      constexpr bool returns = IsResults<Plain> || column_functions::is_struct_of_results<Plain>;
      static_assert(returns,
                    "stencil: a column function returns results(...), as in return results(k, heating), or a struct "
                    "whose members are its results");
      if constexpr (returns) {
        using Returned = column_functions::traced_results<F, Nodes...>;
        if constexpr (column_functions::from_arguments(static_cast<const Returned*>(nullptr)))
          return ColumnCall<F, Nodes...>{function, make_arguments(nodes...)};
      }
    }
  }
};

/// Makes a column function of an object with a call operator for values of a column:
/// `const auto turbulence = columnwise(Turbulence{});` and then `fields(k, heating) = turbulence(rho, e, flux);`
template <class F>
STENCIL_FUNCTION constexpr ColumnwiseFunction<F> columnwise(const F& function) {
  return {function};
}

/// Compile-time errors for no function, for arguments in the wrong place, and for a function of numbers.
template <class F = void>
constexpr auto columnwise() {
  static_assert(!std::is_same_v<F, F>,
                "stencil: columnwise takes the function itself, an object and no type: columnwise(F{})(x, y)");
}
template <class F, class... Args>
  requires(sizeof...(Args) > 0)
STENCIL_FUNCTION constexpr auto columnwise(const F&, const Args&...) {
  static_assert(
      !std::is_same_v<F, F>,
      "stencil: columnwise makes a column function of f, which then takes the arguments: columnwise(f)(x, y)");
}
template <class R, class... Numbers>
constexpr auto columnwise(R (&)(Numbers...)) {
  static_assert(
      !std::is_same_v<R, R>,
      "stencil: columnwise takes an object whose call operator has parameters of type auto, a lambda or a "
      "struct; a function of numbers is called at every position by pointwise([](double x) { return f(x); })");
}

}  // namespace stencil
