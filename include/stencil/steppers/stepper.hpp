// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/assign/check.hpp>
#include <stencil/assign/each_once.hpp>
#include <stencil/assign/fit.hpp>
#include <stencil/columnwise/assign.hpp>
#include <stencil/error.hpp>
#include <stencil/expression/temporary.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>
#include <stencil/matrix/newton.hpp>
#include <stencil/plan/any_leaf.hpp>
#include <stencil/steppers/in_place.hpp>

/// What time steppers have in common.
namespace stencil::detail::stepping {

/// Whether a tendency is a column function that was not given its fields.
template <class Tendency>
inline constexpr bool lacks_fields = requires { typename Tendency::function_of_columns; };

/// A field for a tendency.
using detail::newton_method::Copy;

/// Whether a function takes fields by value.
template <class Call>
inline constexpr bool takes_copies = false;
template <class F, class Result, class... P>
inline constexpr bool takes_copies<Result (F::*)(P...) const> = ((IsReadable<P> && !std::is_reference_v<P>) || ...);
/// Whether a function has copies of fields, so that what it writes is lost. Seen of functions with all parameters of
/// type auto, all but the time, or none.
template <class F, class First, class... Rest>
constexpr bool loses_what_it_writes() {
  if constexpr (requires { &F::operator(); }) {
    return takes_copies<decltype(&F::operator())>;
  } else if constexpr (std::is_arithmetic_v<First>) {
    // The rest alone first, so that no time becomes one of auto&... rates. Only where there is a time: to ask compiles
    // the function with these arguments.
    if constexpr (requires { &F::template operator()<Rest...>; }) {
      return takes_copies<decltype(&F::template operator()<Rest...>)>;
    } else if constexpr (requires { &F::template operator()<First, Rest...>; }) {
      return takes_copies<decltype(&F::template operator()<First, Rest...>)>;
    } else {
      return false;
    }
  } else if constexpr (requires { &F::template operator()<First, Rest...>; }) {
    return takes_copies<decltype(&F::template operator()<First, Rest...>)>;
  } else {
    return false;
  }
}
/// Calls a user's function that writes to fields. A compile-time error if it returns what it should write, or writes to
/// copies.
template <class F, class... Args>
void call_writer(const F& function, Args&&... args) {
  using Returned = std::invoke_result_t<const F&, Args...>;
  constexpr bool writes = IsReadable<Returned> || !(IsOperand<Returned> || IsResults<Returned>);
  static_assert(writes,
                "stencil: a function that a stepper calls writes to fields and returns nothing: "
                "[&](auto& du, auto& dv) { du = -k * u; dv = k * u; }; an expression or a column function of fields is "
                "a tendency by itself: step(time, dt, -k * u)");
  static_assert(!loses_what_it_writes<F, std::remove_cvref_t<Args>...>(),
                "stencil: this function writes to copies of the fields that a stepper gives it, which are lost; let it "
                "take them by reference, [&](double time, auto& du, auto& dv) { du = ...; dv = ...; }");
  if constexpr (writes) static_cast<void>(function(std::forward<Args>(args)...));
}

/// Error unless the time and the length of a step [s] are finite.
inline void require_times(double time, double dt) {
  if (is_finite(time) && is_finite(dt)) return;
  messages::raise<Error>(
      {"a step takes the time and its length in seconds, two finite numbers, but was given ", time, " and ", dt});
}

/// Whether values are numbers with fractions; true for what is no field, which another sentence refuses.
template <class F>
inline constexpr bool has_fractions = true;
template <IsWritable F>
inline constexpr bool has_fractions<F> =
    std::is_floating_point_v<scalar_of<typename std::remove_cvref_t<F>::value_type>>;

/// The fields that a stepper changes, and `Copies` copies of each. Fields: references, or wrapped arrays. Arguments:
/// how many a step takes.
template <std::size_t Copies, std::size_t Arguments, class... Fields>
class Stepper {
  static_assert(sizeof...(Fields) > 0 && (IsWritable<Fields> && ...),
                "stencil: a stepper takes the fields that it changes, arrays or structs of them, as in RK4 step(u, v)");
  static_assert(
      (has_fractions<Fields> && ...),
      "stencil: a stepper advances fields of float or double, or of Vecs of them; a step of whole numbers would "
      "lose what is less than one");
  static_assert(
      !(is_temporary_field<Fields> || ...),
      "stencil: a stepper refers to its fields, but one of these is a temporary; give it a name first; the type "
      "of a stepper that is a member has references, SSPRK33<CenterField<double>&>");

 public:
  explicit Stepper(std::tuple<Fields...>&& fields) : fields_(std::move(fields)) {
    for (auto& set : copies_) set = std::apply([](auto&... u) { return Set(Copy<Fields>(u.grid())...); }, fields_);
    constexpr const char* what = "a stepper advances each of its fields once";
    std::apply([](const auto&... u) { checks::require_each_once(what, std::array{plan::AnyLeaf(u.node())...}); },
               fields_);
  }

  /// A compile-time error for a step without its time, its length or its implicit part, and for several tendencies.
  template <class... Given>
    requires(sizeof...(Given) != Arguments)
  void operator()(const Given&...) {
    static_assert(
        sizeof...(Given) <= Arguments,
        "stencil: a step takes one tendency; of several fields that is a column function of them or a function "
        "that writes all: [&](auto& du, auto& dv) { du = ...; dv = ...; }");
    static_assert(sizeof...(Given) > Arguments,
                  "stencil: a step takes the time, its length and the tendency: step(time, dt, tendency); ARS343 takes "
                  "the implicit part last");
  }

 protected:
  static constexpr std::size_t count = sizeof...(Fields);
  using Set = std::tuple<Copy<Fields>...>;

  /// work(field, copies...) of one field after the other.
  template <class Work>
  void each(const Work& work) {
    each_of(work, std::index_sequence_for<Fields...>{}, std::make_index_sequence<Copies>{});
  }
  /// Puts the tendencies at this time into copy number `which`.
  template <class Tendency>
  void evaluate(const Tendency& tendency, double time, std::size_t which) {
    std::apply(
        [&](auto&... rates) {
          if constexpr (lacks_fields<Tendency>) {
            static_assert(!std::is_same_v<Tendency, Tendency>,
                          "stencil: a column function that is a tendency is given its fields: "
                          "step(time, dt, model(u, v))");
          } else if constexpr (std::is_invocable_v<const Tendency&, double, Copy<Fields>&...>) {
            (clear(rates), ...);
            call_writer(tendency, time, rates...);
          } else if constexpr (std::is_invocable_v<const Tendency&, Copy<Fields>&...>) {
            (clear(rates), ...);
            call_writer(tendency, rates...);
          } else {
            constexpr bool known = IsOperand<Tendency>;
            static_assert(known,
                          "stencil: a tendency is an expression, a column function of fields, or a function that "
                          "writes one: [&](double time, auto& du, auto& dv) { du = ...; dv = ...; }");
            if constexpr (known) write(tendency, rates...);
          }
        },
        copies_[which]);
  }
  /// A stage of all fields: combine(u, copies..., rate) gives a field's new value, or together(that, the new value of
  /// its copy number 1). The last copy is for the rate and is no argument. A tendency that is an expression, or a
  /// column function of fields, is evaluated in the same pass.
  template <class Combine, class Tendency>
  void stage(const Combine& combine, const Tendency& tendency, double time) {
    if constexpr (is_used_in_place<Combine::results, Tendency, Fields...>) {
      in_one_pass(combine, as_node(tendency), std::index_sequence_for<Fields...>{},
                  std::make_index_sequence<Copies - 1>{});
    } else {
      evaluate(tendency, time, Copies - 1);
      each([&](auto& u, auto& old, auto& copy, auto&... more) {
        const auto next = combine(u, old, copy, more...);
        if constexpr (Combine::results == 1) {
          u = next;
        } else {
          stencil::evaluate(into(u, next.template get<0>()), into(copy, next.template get<1>()));
        }
      });
    }
  }
  /// What steps() does; when it throws, fields have the values again that are in copy number 0.
  template <class Steps>
  void or_as_before(const Steps& steps) {
    each([](auto& u, auto& old, auto&...) { old = u; });
    try {
      steps();
    } catch (...) {
      each([](auto& u, auto& old, auto&...) { u = old; });
      throw;
    }
  }

  std::tuple<Fields...> fields_;

 private:
  template <class Work, std::size_t... I, std::size_t... K>
  void each_of(const Work& work, std::index_sequence<I...>, std::index_sequence<K...> all) {
    (one_of<I>(work, all), ...);
  }
  template <std::size_t I, class Work, std::size_t... K>
  void one_of(const Work& work, std::index_sequence<K...>) {
    work(std::get<I>(fields_), std::get<I>(copies_[K])...);
  }
  template <class Combine, class Tendency, std::size_t... I, std::size_t... K>
  void in_one_pass(const Combine& combine, const Tendency& tendency, std::index_sequence<I...>,
                   std::index_sequence<K...>) {
    if constexpr (Combine::results == 1 && !plan::is_column_call<Tendency> && !teams_go_across<Fields...>) {
      auto& u = std::get<0>(fields_);
      u = combine(u, std::get<0>(copies_[K])..., tendency);
    } else {
      const auto nodes = [](const auto&... field) { return std::make_tuple(as_node(field)...); };
      const auto beside = std::tuple_cat(std::apply(nodes, fields_), std::apply(nodes, copies_[K])...);
      const auto call = std::apply(
          [&](const auto&... x) { return column_functions::combined<Copies>(combine, as_call(tendency), x...); },
          beside);
      const auto to = [&](auto& u, auto& copy) {
        if constexpr (Combine::results == 1) {
          return std::make_tuple(u.target());
        } else {
          return std::make_tuple(u.target(), copy.target());
        }
      };
      using Backend = typename std::remove_cvref_t<decltype(std::get<0>(fields_))>::backend;
      std::apply([&](const auto&... target) { column_functions::run<Backend>(policy(), call, target...); },
                 std::tuple_cat(to(std::get<I>(fields_), std::get<I>(copies_[1]))...));
    }
  }
  /// So that what a function does not write, as by a mask or in active levels, does not change.
  template <class F>
  static void clear(F& rate) {
    rate = typename F::value_type{};
  }
  template <class E, class First, class... Rest>
  static void write(const E& e, First& first, Rest&... rest) {
    if constexpr (plan::is_column_call<E>) {
      stencil::fields(first, rest...) = e;
    } else {
      static_assert(sizeof...(Rest) == 0,
                    "stencil: an expression is the tendency of one field; of several, give a column function or a "
                    "function that writes them: [&](auto& du, auto& dv) { du = ...; dv = ...; }");
      first = e;
    }
  }

  std::array<Set, Copies> copies_;
};

/// The fields that a stepper is given, those of an array, a struct or a std::tie one by one: by reference, wrapped
/// arrays as they are.
template <class Given>
auto fields_in(Given&& given) {
  if constexpr (column_functions::is_list_of_fields<Given>) {
    static_assert(!column_functions::is_temporary_group<Given>,
                  "stencil: a stepper refers to its fields, but this array or struct of fields is a temporary; give it "
                  "a name first");
    return std::apply(
        []<class... F>(F&... field) {
          return std::tuple<std::conditional_t<column_functions::owns_fields<F>, F&, F>...>(field...);
        },
        column_functions::destinations_in(given));
  } else {
    return std::tuple<Given>(std::forward<Given>(given));
  }
}
template <std::size_t Copies, std::size_t Arguments, class... Fields>
Stepper<Copies, Arguments, Fields...> stepper_of(const std::tuple<Fields...>&);
/// The stepper of fields, arrays, structs and std::tie of them.
template <std::size_t Copies, std::size_t Arguments, class... Given>
using StepperOf = decltype(stepper_of<Copies, Arguments>(std::tuple_cat(fields_in<Given>(std::declval<Given>())...)));

}  // namespace stencil::detail::stepping
