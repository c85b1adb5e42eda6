// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/config.hpp>

/// Column functions through one arena: memory that a team shares, carved into tiles. A value is in registers, a row or
/// some rows of it in each member; what an operation reads of other members they first put into tiles, and wait for
/// each other at a barrier. The tiles of an operation are given back at its end.
namespace stencil::column_functions {

/// How an arena is dealt.
struct ArenaShape {
  int pitch = 0;         ///< values of a tile from a member's value to its next, a multiple of 16: at least the members
  int side_by_side = 1;  ///< columns whose members take turns: neighbours in a column are so many members apart
  std::size_t half = 0;  ///< bytes of all tiles of one operation, at the widest place
  /// Operations take two halves in turn. With one alone they end with a barrier, before the next may write there.
  bool has_two = true;

  constexpr std::size_t bytes() const { return has_two ? 2 * half : half; }
};

/// What a member of a team gets of the others, through tiles. A team has rank(), size(), arena() and barrier().
template <class Team>
class ArenaExchange {
 public:
  static constexpr bool has_arena = true;
  static constexpr bool goes_around_rings = true;  ///< also where it has columns with ends

  STENCIL_FUNCTION ArenaExchange(const Team& team, const ArenaShape& shape) : team_(team), shape_(shape) {}

  /// The tiles of one operation. All members open them, take the same ones and give them back together.
  class Tiles {
   public:
    STENCIL_FUNCTION explicit Tiles(const ArenaExchange& of) : of_(of), free_(of.team_.arena() + of.begin_) {}
    STENCIL_FUNCTION ~Tiles() { of_.give_back(); }
    Tiles(const Tiles&) = delete;
    Tiles& operator=(const Tiles&) = delete;
    /// A tile with so many values of every member: value i of a member is at tile[i * pitch() + its place].
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
  /// That of the member so many places above in the column; the own one where the team has none.
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
  /// Whether one member says so.
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
  // Who still reads in one half has not reached the barrier after which the others write there again.
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
