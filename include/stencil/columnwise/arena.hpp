// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/config.hpp>

/// Exchange of rows through an arena: memory that a team shares, in which tiles are allocated. Each member of the team
/// has one or more rows of a value in registers. If an operation reads rows of other members, all members first store
/// theirs in tiles and wait at a barrier. The tiles are free again at the end of the operation.
namespace stencil::column_functions {

/// The sizes of an arena and of its tiles.
struct ArenaShape {
  int pitch = 0;         ///< distance of two values of one member in a tile: a multiple of 16, at least the team's size
  int side_by_side = 1;  ///< columns whose rows are interleaved; in members, the distance of neighbours in a column
  std::size_t half = 0;  ///< bytes of all tiles of an operation, of that operation which needs most
  /// Whether operations use two halves of the arena in turn. With one half only, an operation ends with a barrier,
  /// because the next one writes to the same tiles.
  bool has_two = true;

  constexpr std::size_t bytes() const { return has_two ? 2 * half : half; }
};

/// Gives a member of a team the values of others, through tiles. A team has rank(), size(), arena() and barrier().
template <class Team>
class ArenaExchange {
 public:
  static constexpr bool has_arena = true;
  static constexpr bool goes_around_rings = true;  ///< one kernel serves rings and columns with ends

  STENCIL_FUNCTION ArenaExchange(const Team& team, const ArenaShape& shape) : team_(team), shape_(shape) {}

  /// The tiles of one operation: allocated by take(), the same ones by all members, and free when this is destroyed.
  class Tiles {
   public:
    STENCIL_FUNCTION explicit Tiles(const ArenaExchange& of) : of_(of), free_(of.team_.arena() + of.begin_) {}
    STENCIL_FUNCTION ~Tiles() { of_.give_back(); }
    Tiles(const Tiles&) = delete;
    Tiles& operator=(const Tiles&) = delete;
    /// A tile with `count` values of each member: value i of a member is at tile[i * pitch() + place()].
    template <class T>
    STENCIL_FUNCTION T* take(int count) const {
      static_assert(alignof(T) <= 16 && std::is_trivially_copyable_v<T>,
                    "stencil: values go through shared memory, so they must be trivially copyable: numbers, Vecs, "
                    "arrays and structs of them");
      T* const tile = reinterpret_cast<T*>(free_);
      free_ += sizeof(T) * static_cast<std::size_t>(count) * static_cast<std::size_t>(of_.shape_.pitch);
      return tile;
    }

   private:
    const ArenaExchange& of_;
    mutable char* free_;
  };

  STENCIL_FUNCTION int pitch() const { return shape_.pitch; }
  STENCIL_FUNCTION int place() const { return team_.rank(); }
  /// The place of the member `distance` above in the column; that of this member if the team has none there.
  STENCIL_FUNCTION int place(int distance) const {
    const int there = place() + distance * shape_.side_by_side;
    return there >= 0 && there < team_.size() ? there : place();
  }

  template <class T>
  STENCIL_FUNCTION T from(const T& value, int distance) const {
    const Tiles tiles(*this);
    T* const tile = tiles.template take<T>(1);
    tile[place()] = value;
    barrier();
    return tile[place(distance)];
  }
  template <class T>
  STENCIL_FUNCTION T from_lane(const T& value, int distance) const {
    return from(value, distance);
  }
  /// Whether `mine` is true for any member of the team.
  STENCIL_FUNCTION bool any(bool mine) const {
    if constexpr (requires { team_.any(mine); }) {
      return team_.any(mine);
    } else {
      const Tiles tiles(*this);
      bool* const tile = tiles.template take<bool>(1);
      tile[place()] = mine;
      barrier();
      bool found = false;
      for (int member = 0; member < team_.size(); ++member) found = found || tile[member];
      return found;
    }
  }
  STENCIL_FUNCTION void barrier() const { team_.barrier(); }

 private:
  // With two halves, others write to a half again only after the next barrier, which a member that still reads there
  // has not reached.
  STENCIL_FUNCTION void give_back() const {
    if (shape_.has_two) {
      begin_ = shape_.half - begin_;
    } else {
      barrier();
    }
  }

  Team team_;
  ArenaShape shape_;
  mutable std::size_t begin_ = 0;
};

template <class Exchange>
inline constexpr bool has_arena = requires { Exchange::has_arena; };

}  // namespace stencil::column_functions
