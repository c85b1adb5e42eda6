// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/one_result.hpp>
#include <stencil/columnwise/refused_assign.hpp>

/// Destinations of column functions.
namespace stencil {

namespace column_functions {
template <class E>
struct ShapeReturned {
  using type = OneShape;
};
template <class F, class... Nodes>
struct ShapeReturned<ColumnCall<F, Nodes...>> : ShapeOfResults<traced_return<F, Nodes...>> {};
/// The shape of destinations of which some are const fields: explain and draw look at them, nothing is written.
struct OfConstFields {};
/// Destinations of a shape of which some are one level of a field.
template <class Shape>
struct OfOneLevel {
  static constexpr bool has_one_level = true;
};
template <class Shape>
inline constexpr bool is_flat<OfOneLevel<Shape>> = is_flat<Shape>;
/// Whether something may be written to destinations of this shape.
template <class Shape, class E>
constexpr bool may_be_written() {
  constexpr bool may = !std::is_same_v<Shape, OfConstFields>;
  detail::assignment::refuse_const_field<E, !may>();
  return may;
}
template <class Shape>
struct WithoutLevel {
  using type = Shape;
};
template <class Shape>
struct WithoutLevel<OfOneLevel<Shape>> {
  using type = Shape;
};
/// Whether arrays of destinations stand beside arrays of results that have as many values.
template <class Shape, class E>
constexpr bool arrays_fit() {
  if constexpr (!is_flat<Shape>) {
    constexpr bool agree = arrays_agree<typename WithoutLevel<Shape>::type, typename ShapeReturned<E>::type>();
    static_assert(agree,
                  "stencil: an array in fields(...) has another length than the array in results(...) whose values it "
                  "receives; give an array of as many fields");
    return agree;
  } else {
    return true;
  }
}

/// A column function each of whose results is combined with values beside it. The first arguments are those values, in
/// lists of as many as the function has results: result number I is combined with number I of each list. Combine: an
/// object called with these and then the result, which gives a value, or several as together(...) does.
template <class Combine, class F, int Lists, int Count>
struct Combined {
  Combine combine;
  F function;

  template <class... Args>
  STENCIL_FUNCTION constexpr auto operator()(const Args&... args) const {
    return of(make_arguments(args...), std::make_integer_sequence<int, Count>{},
              std::make_integer_sequence<int, static_cast<int>(sizeof...(Args)) - Lists * Count>{});
  }
  template <class Text>
  static std::string text(const Text& of, const std::string& arguments) {
    if constexpr (requires { Combine::text(arguments); }) {
      return Combine::text(text_of_call<F>(of, arguments));
    } else {
      return text_of_call<F>(of, arguments);
    }
  }

 private:
  template <class All, int... I, int... Given>
  STENCIL_FUNCTION constexpr auto of(const All& all, std::integer_sequence<int, I...>,
                                     std::integer_sequence<int, Given...>) const {
    const auto made = results_of_call(function, argument_at<Lists * Count + Given>(all)...);
    return results(combined<I>(all, made.template get<I>(), std::make_integer_sequence<int, Lists>{})...);
  }
  template <int I, class All, class Result, int... List>
  STENCIL_FUNCTION constexpr auto combined(const All& all, const Result& result,
                                           std::integer_sequence<int, List...>) const {
    return combine(argument_at<List * Count + I>(all)..., result);
  }
};
/// A call whose results are combined so. beside: the values of all lists.
template <int Lists, class Combine, class F, class... Nodes, class... Beside>
auto combined(const Combine& combine, const ColumnCall<F, Nodes...>& call, const Beside&... beside) {
  using All = Combined<Combine, F, Lists, static_cast<int>(sizeof...(Beside)) / Lists>;
  return call.arguments.apply([&](const auto&... nodes) {
    return ColumnCall<All, Beside..., Nodes...>{All{combine, call.function}, make_arguments(beside..., nodes...)};
  });
}
/// For fields(a, b) += f(x).
template <class Function>
struct Update {
  static std::string text(const std::string& call) { return std::string(Function::name) + "= " + call; }
  template <class Old, class Given>
  STENCIL_FUNCTION constexpr auto operator()(const Old& old, const Given& given) const {
    return node_of_function<Function>(old, given);
  }
};
}  // namespace column_functions

namespace column_functions {
/// Stands for what braces have in them.
struct InBraces {
  template <class First, class... Rest>
  constexpr InBraces(const First&, const Rest&...) {}  // NOLINT(google-explicit-constructor): meant for braces
};
}  // namespace column_functions

/// Destinations of one column function: fields(k, heating) = turbulence(rho, e). Shape: in which they were given,
/// OneShape if one by one.
template <class Backend, class Shape, class... Destinations>
struct FieldDestinations {
  NodeArguments<Destinations...> destinations;

  /// Carries the function out and writes its results, in order.
  template <class E>
  const FieldDestinations& operator=(const E& call) const {
    write(call, policy());
    return *this;
  }
  /// Compile-time errors for fields(a, b) = fields(c, d) and fields(a, b) = {e1, e2}.
  const FieldDestinations& operator=(const FieldDestinations& others) const {
    write(others, policy());
    return *this;
  }
  const FieldDestinations& operator=(const column_functions::InBraces& values) const {
    write(values, policy());
    return *this;
  }
  /// @{
  /// fields(a, b) += f(x) assigns a + result<0>(f(x)) and b + result<1>(f(x)), as += of a field does.
  template <class E>
  const FieldDestinations& operator+=(const E& call) const {
    return update<functions::Add>(call);
  }
  template <class E>
  const FieldDestinations& operator-=(const E& call) const {
    return update<functions::Subtract>(call);
  }
  template <class E>
  const FieldDestinations& operator*=(const E& call) const {
    return update<functions::Multiply>(call);
  }
  template <class E>
  const FieldDestinations& operator/=(const E& call) const {
    return update<functions::Divide>(call);
  }
  /// @}
  /// The same as the policy says.
  template <class E, class P>
  void write(const E& call, const P& how) const {
    constexpr bool is_call = plan::is_column_call<E>;
    // A remap of several fields carries itself out.
    constexpr bool writes_itself =
        requires { call.template write_to<Backend>(how, std::declval<const Destinations&>()...); };
    static_assert(is_call || writes_itself,
                  "stencil: fields(...) takes the results of a column function, columnwise(f)(x, y); several "
                  "expressions are assigned with evaluate(into(a, e1), into(b, e2))");
    destinations.apply([&](const auto&... to) {
      constexpr bool one_level = requires { Shape::has_one_level; };
      if constexpr (!column_functions::may_be_written<Shape, E>() ||
                    !detail::active::level_is_written<decltype(P::strategy), one_level>()) {
        return 0;
      } else if constexpr (is_call) {
        if constexpr (column_functions::arrays_fit<Shape, E>()) column_functions::run<Backend>(how, call, to...);
      } else if constexpr (writes_itself) {
        call.template write_to<Backend>(how, to...);
      }
      return 0;
    });
  }

 private:
  template <class Function, class E>
  const FieldDestinations& update(const E& call) const {
    constexpr bool is_call = plan::is_column_call<E>;
    static_assert(is_call,
                  "stencil: fields(...) += and its like take the results of a column function, columnwise(f)(x, y); by "
                  "a number or an expression change one field after the other, a *= 2.0");
    if constexpr (is_call) {
      constexpr bool as_many = column_functions::as_many_results<E::count, static_cast<int>(sizeof...(Destinations))>();
      if constexpr (as_many && column_functions::may_be_written<Shape, E>() &&
                    column_functions::arrays_fit<Shape, E>()) {
        destinations.apply([&](const auto&... to) {
          const auto updated = column_functions::combined<1>(column_functions::Update<Function>{}, call, to...);
          column_functions::run<Backend>(policy(), updated, to...);
          return 0;
        });
      }
    }
    return *this;
  }
};

namespace column_functions {
/// Whether a destination is several: a std::array, a std::tuple or a std::tie of fields, or a struct of fields.
template <class D>
inline constexpr bool is_list_of_fields =
    !IsWritable<D> &&
    (requires { std::tuple_size<std::remove_cvref_t<D>>::value; } || is_struct_of_members<std::remove_cvref_t<D>>());
/// References to the destinations.
template <class D>
auto destinations_in(D& to) {
  const auto tied = [](auto&... field) { return std::tuple_cat(destinations_in(field)...); };
  if constexpr (!is_list_of_fields<D>) {
    return std::tie(to);
  } else if constexpr (requires { std::tuple_size<std::remove_cvref_t<D>>::value; }) {
    return std::apply(tied, to);
  } else {
    return with_members(to, tied);
  }
}
template <class Shape, class First, class... Rest>
auto fields_in_shape(First& first, Rest&... rest) {
  using Backend = typename std::remove_cvref_t<First>::backend;
  constexpr bool some_const =
      (detail::assignment::is_const_field<First> || ... || detail::assignment::is_const_field<Rest>);
  constexpr bool some_level = (detail::active::is_one_level<std::remove_cvref_t<First>> || ... ||
                               detail::active::is_one_level<std::remove_cvref_t<Rest>>);
  using Bare = std::conditional_t<some_level, OfOneLevel<Shape>, Shape>;
  using Kept = std::conditional_t<some_const, OfConstFields, Bare>;
  static_assert((std::is_same_v<Backend, typename std::remove_cvref_t<Rest>::backend> && ...),
                "stencil: the destinations of one column function must have the same backend");
  return FieldDestinations<Backend, Kept, std::remove_cvref_t<decltype(first.target())>,
                           std::remove_cvref_t<decltype(rest.target())>...>{
      make_arguments(first.target(), rest.target()...)};
}
}  // namespace column_functions

/// The destinations of a column function's results, in their order; all fields of one backend on one grid, each at the
/// location of its result. They may be arguments of the function too. The assignment throws Error or a class derived
/// from it if operands do not fit together or two destinations share memory; then nothing has been written.
template <IsWritable First, IsWritable... Rest>
auto fields(First&& first, Rest&&... rest) {
  refuse_temporaries<First, Rest...>();
  return column_functions::fields_in_shape<column_functions::OneShape>(first, rest...);
}

/// The same, some of them several in a std::array, a std::tuple, a std::tie or a struct: fields(tracers) = mix(k, ...).
template <class... To>
  requires((IsWritable<To> || column_functions::is_list_of_fields<To>) && ...) &&
          (column_functions::is_list_of_fields<To> || ...)
auto fields(To&&... to) {
  constexpr bool some = ((column_functions::shape_of<To>::count > 0) && ...);
  static_assert(some, "stencil: an array in fields(...) has at least one field");
  if constexpr (some) {
    using Shape = column_functions::TogetherShape<column_functions::shape_of<To>...>;
    return std::apply([](auto&... field) { return column_functions::fields_in_shape<Shape>(field...); },
                      std::tuple_cat(column_functions::destinations_in(to)...));
  }
}

/// Compile-time errors for destinations that are no fields, and for fields(...) where one destination is meant.
template <class... To>
  requires(sizeof...(To) == 0 || !((IsWritable<To> || column_functions::is_list_of_fields<To>) && ...))
auto fields(const To&...) {
  constexpr bool writable = sizeof...(To) > 0 && ((IsWritable<To> || column_functions::is_list_of_fields<To>) && ...);
  static_assert(writable,
                "stencil: fields(...) takes the destinations of a column function: fields, wrapped arrays, parts such "
                "as at_level(a, k), and arrays or structs of them; an expression or a number is none");
}
template <class Backend, class Shape, class... Destinations, class E>
auto into(const FieldDestinations<Backend, Shape, Destinations...>&, const E&) {
  static_assert(
      !std::is_same_v<E, E>,
      "stencil: into takes one field; the results of a column function are assigned by fields(a, b) = f(x) or "
      "assign(fields(a, b), f(x), policy)");
}
/// fields(...) = a column function, carried out as the policy says. Throws as that does.
template <class Backend, class Shape, class... Destinations, class E, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
void assign(const FieldDestinations<Backend, Shape, Destinations...>& destinations, const E& call, const P& how = {}) {
  destinations.write(call, how);
}

}  // namespace stencil
