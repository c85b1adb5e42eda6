// SPDX-License-Identifier: BSD-3-Clause
// without_a_barrier OPERATION NUMBER: lanes that leave out the barrier of that number while they march, solve or ask
// whether all columns are done; a block with tiles that leaves it out between operators, in a march, or, of one half of
// an arena, before a tile is written again; threads that take a column each. ThreadSanitizer must call it a race.
#include <stencil/core.hpp>
#include <stencil/emulation/emulation.hpp>

#include <cstdlib>
#include <string_view>

using namespace stencil;

struct Fallen {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(march(from_top, 0.0, [](auto& s, auto y) { return s = 0.5 * s + y; }, x));
  }
};
struct Solved {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(solve(band(-1.0, 3.0 + x, -1.0), x)); }
};
struct Halved {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto halve = [](auto y) { return results(0.5 * y, at_level(y, 0) < 1.0); };
    const auto [y, passes, done] = repeat_until(halve, 3, x);
    return results(y + 0.0 * passes);
  }
};

struct Curved {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(DivergenceF2C()(GradientC2F()(x))); }
};

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::string_view operation = arguments[1];
  const int dropped = std::atoi(arguments[2]);
  const auto how = with(emulation::Lanes<2>{4, dropped});
  const auto tiles = with(emulation::SharedMemory<>{4, 1, operation != "again", dropped});
  const bool ring = operation == "ring";
  const auto grid = ring ? ColumnGrid::periodic(7, 0.0, 1.0, 3) : ColumnGrid::uniform(7, 0.0, 1.0, 3);
  CenterField<double, backend::Emulation> x(grid);
  x = 5.0;
  if (operation == "march") {
    assign(x, columnwise(Fallen{})(x), how);
  } else if (operation == "repeat") {
    assign(x, columnwise(Halved{})(x), how);
  } else if (operation == "tiles" || operation == "again") {
    assign(x, columnwise(Curved{})(x), tiles);
  } else if (operation == "sweep") {
    assign(x, columnwise(Fallen{})(x), with(emulation::ColumnPerThread<>{3, dropped}));
  } else if (operation == "sweep-both-layouts") {  // a result takes the tile of a field that is copied in another order
    CenterField<double, backend::Emulation, layout::ColumnsContiguous> across(grid);
    across = 5.0;
    assign(x, columnwise(Fallen{})(across), with(emulation::ColumnPerThread<2>{3, dropped}));
  } else if (operation == "sweep-whole") {
    assign(x, columnwise(Fallen{})(x), with(emulation::ColumnPerThread<2>{0, dropped}));
  } else if (operation == "alone") {
    assign(x, columnwise(Fallen{})(x), tiles);
  } else {
    assign(x, columnwise(Solved{})(x), how);
  }
  return x(0, 0) > 0 ? 0 : 1;
}
