// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <stencil/assign/stand_in.hpp>
#include <stencil/columnwise/job.hpp>
#include <stencil/columnwise/part.hpp>

/// The destinations of jobs, for stand-ins.
namespace stencil::column_functions {

/// f(one, other) for the destinations of two jobs of the same type.
template <class Root, class Mask, class... To, class F>
void each_destination(Job<Root, Mask, To...>& one, const Job<Root, Mask, To...>& other, const F& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (f(argument_at<I>(one.destinations), argument_at<I>(other.destinations)), ...);
  }(std::make_integer_sequence<int, Job<Root, Mask, To...>::count>{});
}
template <class J, class Range, class F>
void each_destination(PartJob<J, Range>& one, const PartJob<J, Range>& other, const F& f) {
  each_destination(one.job, other.job, f);
}

}  // namespace stencil::column_functions
