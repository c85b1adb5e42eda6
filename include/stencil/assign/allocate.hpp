// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <stencil/algorithm/output.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/walk.hpp>

/// The first step of an evaluation: every stored argument gets an offset in the arena.
namespace stencil {

/// The tiles of all outputs together.
template <class Plan, plan::Order How, class Outs>
struct ArenaPlan;
template <class Plan, plan::Order How, class... O>
struct ArenaPlan<Plan, How, AssignmentOutputs<O...>> {
  static constexpr const auto& tiles = plan::tiles<Plan, How, typename O::expression_type...>;
  static constexpr std::uint32_t stage_bytes = (((sizeof(typename O::value_type) + 3) / 4 * 4) + ... + 0);
};

/// Gives each node the offsets of its tiles and returns the size of the arena [bytes]. rows: values of a tile; a
/// multiple of 16 keeps all tiles aligned for vectors. staged: outputs get a tile each, after the others. Throws Error
/// if the tiles take more than 4 GiB, since offsets have 32 bits.
template <class Plan, plan::Order How, class Outs>
std::size_t allocate_tiles(Outs& outputs, std::size_t rows, bool staged) {
  using Arena = ArenaPlan<Plan, How, Outs>;
  const std::uint64_t all = (std::uint64_t{Arena::tiles.bytes_per_row} + (staged ? Arena::stage_bytes : 0)) * rows;
  if (all > std::numeric_limits<std::uint32_t>::max()) {
    detail::messages::raise<Error>(
        {"the tiles of columns of ", outputs.first.destination.grid->levels, " levels take ", all,
         " bytes, but 4 GiB are the most; assign a part of the expression to a field first"});
  }
  int next = 0;
  outputs.each([&](auto& output) {
    plan::each_stored<Plan>(output.expression, [&](auto& node, auto index) {
      plan::tile_place_of<decltype(index)::value>(node).offset =
          static_cast<std::uint32_t>(Arena::tiles.tile[next++].offset * rows);
    });
  });
  std::size_t bytes = Arena::tiles.bytes_per_row * rows;
  if (staged) {
    outputs.each([&](auto& output) {
      output.stage.offset = static_cast<std::uint32_t>(bytes);
      bytes += (sizeof(output.destination.data[0]) + 3) / 4 * 4 * rows;
    });
  }
  return bytes;
}

}  // namespace stencil
