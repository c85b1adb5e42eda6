// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "ends.hpp"
#include "matrix.hpp"

namespace oracle {

/// The weights of a cell's two faces.
struct FaceWeights {
  std::optional<Number> below, above;
};

/// Every face-to-center operator is a choice of weights; an end face with SetValue is replaced before it is read.
template <class Weights>
Affine from_faces(const Mesh& mesh, const Conditions& given, Weights weights) {
  const std::size_t n = mesh.levels();
  Affine matrix(n, n + 1);
  const auto read = [&](std::size_t cell, std::size_t face, const std::optional<Number>& weight) {
    if (!weight) return;
    const bool bottom = !mesh.periodic() && face == 0 && given.bottom.kind == Kind::set_value;
    const bool top = !mesh.periodic() && face == n && given.top.kind == Kind::set_value;
    const Row row = matrix[cell];
    if (bottom || top)
      row.constant = row.constant + *weight * (bottom ? given.bottom : given.top).value;
    else
      row.read(mesh.periodic() ? face % n : face, *weight);
  };
  for (std::size_t cell = 0; cell < n; ++cell) {
    const FaceWeights of_cell = weights(cell);
    read(cell, cell, of_cell.below);
    read(cell, cell + 1, of_cell.above);
  }
  return matrix;
}

inline Affine interpolate_f2c(const Mesh& mesh, const Conditions& given) {
  return from_faces(mesh, given, [](std::size_t) { return FaceWeights{Number(0.5), Number(0.5)}; });
}

inline Affine biased_f2c(const Mesh& mesh, const Conditions& given, int side) {
  return from_faces(mesh, given, [side](std::size_t) {
    return side < 0 ? FaceWeights{Number(1.0), std::nullopt} : FaceWeights{std::nullopt, Number(1.0)};
  });
}

/// GradientF2C and DivergenceF2C; only the latter is given SetDivergence.
inline Affine derivative_f2c(const Mesh& mesh, const Conditions& given) {
  const std::size_t n = mesh.levels();
  Affine matrix = from_faces(mesh, given, [&](std::size_t cell) {
    const Number per_metre = Number(1.0) / mesh.dc(cell);
    return FaceWeights{-per_metre, per_metre};
  });
  for_each_end(mesh, given, n, n + 1, [&](const End& end) {
    if (end.condition.kind == Kind::set_divergence) matrix[end.row].become(end.condition.value);
  });
  // Two cells that extrapolate from each other exchange their plain values; a single cell keeps its own.
  Affine plain = matrix;
  for_each_end(mesh, given, n, n + 1, [&](const End& end) {
    if (end.condition.kind == Kind::extrapolate) matrix[end.row].copy(plain[end.next_row]);
  });
  return matrix;
}

}  // namespace oracle
