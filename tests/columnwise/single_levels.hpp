// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "operations.hpp"

namespace columnwise_test {

/// A function that asks for single levels of its arguments, which a lane may read from memory: with a mask that asks
/// the destination for one, of a field in another layout, of a component, in a part of the levels.
template <class T, class Backend>
Values<T> by_single_levels(const Case& c) {
  State<T, Backend, layout::LevelsContiguous> s(c);
  CenterField<T, Backend> masked(s.grid), of_another(s.grid), of_component(s.grid), in_part(s.grid);
  FaceField<T, Backend, layout::ColumnsContiguous> across(s.grid);
  CenterField<Vec<T, 2>, Backend> pair(s.grid);
  const auto from_ends = columnwise(FromEnds{});
  masked = s.a;
  assign(masked, from_ends(s.b, s.f), policy().where(at_level(masked, 0) == at_level(s.a, 0)));
  across = s.f;
  of_another = from_ends(s.a, across);
  pair = vec(s.a, s.b);
  of_component = from_ends(component<1>(pair), s.f);
  in_part = s.a;
  if (c.kind != Kind::ring) assign(in_part, from_ends(s.b, s.f), active_levels(c.levels / 3, c.levels - 1));
  return {masked.to_host(), of_another.to_host(), of_component.to_host(), in_part.to_host()};
}

}  // namespace columnwise_test
