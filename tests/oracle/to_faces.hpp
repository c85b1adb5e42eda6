// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ends.hpp"
#include "functions.hpp"
#include "matrix.hpp"

namespace oracle {

/// Calls visit(face, below, above) for every face that has a center on both sides.
template <class Visit>
void for_each_inner_face(const Mesh& mesh, Visit visit) {
  const std::size_t n = mesh.levels();
  for (std::size_t j = 0; j <= n; ++j) {
    if (j > 0 && j < n) visit(j, j - 1, j);
    if (mesh.periodic() && (j == 0 || j == n)) visit(j, n - 1, std::size_t{0});
  }
}

inline Affine interpolate_c2f(const Mesh& mesh, const Conditions& given) {
  const std::size_t n = mesh.levels();
  Affine matrix(n + 1, n);
  for_each_inner_face(mesh, [&](std::size_t j, std::size_t below, std::size_t above) {
    matrix[j].read(below, 0.5);
    matrix[j].read(above, 0.5);
  });
  for_each_end(mesh, given, n + 1, n, [&](const End& end) {
    const Row row = matrix[end.row];
    if (end.condition.kind == Kind::set_value) return row.become(end.condition.value);
    row.read(end.inside, 1.0);
    if (end.condition.kind == Kind::set_gradient)
      row.constant = Number(-end.sign) * end.condition.value * mesh.df(end.row) / Number(2.0);
  });
  return matrix;
}

/// GradientC2F and DivergenceC2F are one formula; `direct` is the condition that gives the end's value itself.
inline Affine derivative_c2f(const Mesh& mesh, const Conditions& given, Kind direct) {
  const std::size_t n = mesh.levels();
  Affine matrix(n + 1, n);
  for_each_inner_face(mesh, [&](std::size_t j, std::size_t below, std::size_t above) {
    const Number per_metre = Number(1.0) / mesh.df(j);
    matrix[j].read(below, -per_metre);
    matrix[j].read(above, per_metre);
  });
  for_each_end(mesh, given, n + 1, n, [&](const End& end) {
    const Row row = matrix[end.row];
    if (end.condition.kind == direct) row.become(end.condition.value);
    if (end.condition.kind == Kind::set_value) {
      const Number per_half_cell = Number(2.0 * end.sign) / mesh.df(end.row);
      row.read(end.inside, per_half_cell);
      row.constant = -per_half_cell * end.condition.value;
    }
  });
  // Of one cell with both ends extrapolated nothing is left to extrapolate from: the rows stay empty, the gradient of a
  // constant.
  for_each_end(mesh, given, n + 1, n, [&](const End& end) {
    const bool extrapolates = end.condition.kind == Kind::none || end.condition.kind == Kind::extrapolate;
    if (extrapolates) matrix[end.row].copy(matrix[end.next_row]);
  });
  return matrix;
}

/// The neighbour below (side -1) or above (side +1); the end that lacks it takes its SetValue or the value inside.
inline Affine biased_c2f(const Mesh& mesh, const Conditions& given, int side) {
  const std::size_t n = mesh.levels();
  Affine matrix(n + 1, n);
  for_each_inner_face(mesh, [&](std::size_t j, std::size_t below, std::size_t above) {
    matrix[j].read(side < 0 ? below : above, 1.0);
  });
  for_each_end(mesh, given, n + 1, n, [&](const End& end) {
    const bool lacks_data = end.sign == -side;
    if (lacks_data && end.condition.kind == Kind::set_value) return matrix[end.row].become(end.condition.value);
    matrix[end.row].read(end.inside, 1.0);
  });
  return matrix;
}

inline Affine set_boundary(const Mesh& mesh, const Conditions& given) {
  const std::size_t faces = mesh.levels() + 1;
  Affine matrix(faces, faces);
  for (std::size_t j = 0; j < faces; ++j) matrix[j].read(j, 1.0);
  for_each_end(mesh, given, faces, faces, [&](const End& end) {
    if (end.condition.kind == Kind::set_value) matrix[end.row].become(end.condition.value);
  });
  return matrix;
}

/// Not linear in w, hence no matrix.
inline Faces upwind_biased_product_c2f(const Mesh& mesh, const Conditions& given, const Faces& w, const Centers& x) {
  const std::size_t n = mesh.levels();
  Faces flux;
  flux.values.resize(n + 1);
  const auto product = [&](std::size_t j, Number below, Number above) {
    const Number speed = w.values[j];
    flux.values[j] = ((speed + abs(speed)) * below + (speed - abs(speed)) * above) / Number(2.0);
  };
  for_each_inner_face(
      mesh, [&](std::size_t j, std::size_t below, std::size_t above) { product(j, x.values[below], x.values[above]); });
  for_each_end(mesh, given, n + 1, n, [&](const End& end) {
    const Number in = x.values[end.inside];
    const Number out = end.condition.kind == Kind::set_value ? end.condition.value : in;
    end.sign > 0 ? product(end.row, out, in) : product(end.row, in, out);
  });
  return flux;
}

}  // namespace oracle
