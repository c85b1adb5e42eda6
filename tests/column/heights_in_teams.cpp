// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/emulation/emulation.hpp>

#include <catch2/catch_test_macros.hpp>

#include "changed_heights.hpp"

using namespace heights_test;

TEST_CASE("Heights set by several threads are those that lanes read next", "[heights]") {
  CHECK(first_difference<double, backend::Emulation, layout::LevelsContiguous>(with(emulation::Lanes<>{})) == "");
}

TEST_CASE("Cells remapped by several threads have the bits of one", "[heights][remap]") {
  const auto remapped = [](auto backend) {
    using Backend = decltype(backend);
    const auto from = ColumnGrid::from_faces_per_column(rough_faces(65, 1), columns);
    std::vector<double> faces = rough_faces(40, 2);
    for (std::size_t c = 0; c < columns; ++c) {
      const double low = faces[c * 41], high = faces[c * 41 + 40],
                   depth_here = from.z_faces(c)[65] - from.z_faces(c)[0];
      for (std::size_t k = 0; k <= 40; ++k) {
        double& z = faces[c * 41 + k];
        z = k == 40 ? from.z_faces(c)[65] : from.z_faces(c)[0] + (z - low) / (high - low) * depth_here;
      }
    }
    const auto to = ColumnGrid::from_faces_per_column(faces, columns);
    CenterField<double, Backend> x(from), y(from), new_x(to), new_y(to);
    support::scatter(x, 1);
    support::scatter(y, 2);
    std::vector<double> all;
    const auto add = [&] {
      for (const auto* field : {&new_x, &new_y}) {
        const auto host = field->to_host();
        all.insert(all.end(), host.begin(), host.end());
      }
    };
    fields(new_x, new_y) = remap(from, to)(x, 2.0 * y);
    add();
    fields(new_x, new_y) = remap(from, to, PPM{})(x, 2.0 * y);
    add();
    return all;
  };
  CHECK(remapped(backend::Emulation{}) == remapped(backend::Cpu{}));
}
