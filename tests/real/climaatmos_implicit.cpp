// SPDX-License-Identifier: BSD-3-Clause
#include "climaatmos_implicit.hpp"

#include "reference.hpp"

namespace {

using namespace real_models;

/// The whole system at once: five unknowns of each cell and w of each face, as a dense matrix.
std::vector<Row> implicit_increment(const Column& c) {
  using namespace climaatmos;
  const ImplicitIncrement s;
  const int n = c.n;
  const Real dt = s.dt, per_volume = Real(s.gas) / Real(s.cv), latent = s.latent;
  const Row rho = c.centers(density), e = c.centers(heat_content), q = c.centers(water_content);
  const Row r = c.centers(rain_content), tke = c.centers(turbulence_content), v = c.centers(rain_speed);
  const Row decay = c.centers(decay_rate), k = c.faces(diffusivity_at_faces);
  const Row p = c.each_cell([&](int i) { return per_volume * (e[i] - latent * q[i]); });
  const Row enthalpy = c.each_cell([&](int i) { return e[i] + p[i]; });
  enum { of_rho, of_e, of_q, of_r, of_tke, kinds };
  const auto at = [&](int kind, int cell) { return kind * n + cell; };
  const auto w_at = [&](int face) { return kinds * n + face; };
  Dense a(kinds * n + n + 1);
  Row b(static_cast<std::size_t>(kinds * n + n + 1));

  const Row* carried[kinds] = {&rho, &enthalpy, &q, &r, &tke};
  const Row right[kinds] = {c.centers(excess_of_density), c.centers(excess_of_energy), c.centers(excess_of_water),
                            c.centers(excess_of_water), tke};
  for (int kind = 0; kind < kinds; ++kind) {
    const bool spreads = kind == of_e || kind == of_q || kind == of_tke;
    const Real falls = kind == of_r || kind == of_q ? 1 : kind == of_e ? Real(s.of_rain) : 0;
    for (int i = 0; i < n; ++i) {
      Row& row = a[at(kind, i)];
      b[at(kind, i)] = right[kind][i];
      row[at(kind, i)] += 1 + (kind == of_tke ? dt * decay[i] : 0);
      for (int up = 0; up < 2; ++up) {  // through the face below and the one above
        const int face = i + up, beyond = up == 0 ? i - 1 : i + 1;
        const Real sign = (up == 0 ? -1 : 1) * dt / c.dc[i];
        if (face > 0 && face < n) {
          row[w_at(face)] += sign * c.mean(*carried[kind], face);
          const Real mixes = spreads ? dt / c.dc[i] * c.mean(rho, face) * k[face] / c.df[face] : 0;
          row[at(kind, i)] += mixes / rho[i];
          row[at(kind, beyond)] -= mixes / rho[beyond];
        }
        const int from = face;  // rain comes from above a face
        if (from < n) row[at(of_r, from)] -= sign * falls * v[from];
      }
    }
  }
  const Row off_w = c.faces(excess_of_w);
  for (int i = 0; i <= n; ++i) {
    Row& row = a[w_at(i)];
    const bool inside = i > 0 && i < n;
    row[w_at(i)] = inside ? 1 + dt * Real(s.sponge) * std::max<Real>(c.zf[i] - 15000, 0) / 5000 : 1;
    if (!inside) continue;
    b[w_at(i)] = off_w[i];
    const Real rho_f = c.mean(rho, i), slope = c.slope(p, i);
    for (int cell = i - 1; cell <= i; ++cell) {
      const Real push = dt * (cell == i ? 1 : -1) / c.df[i] / rho_f * per_volume;
      row[at(of_e, cell)] += push;
      row[at(of_q, cell)] -= push * latent;
      row[at(of_rho, cell)] -= dt * slope / (rho_f * rho_f) / 2;
    }
  }
  const Row x = solved(std::move(a), std::move(b));
  std::vector<Row> all;
  for (int kind = 0; kind < kinds; ++kind) all.push_back(c.each_cell([&](int i) { return x[at(kind, i)]; }));
  all.push_back(c.each_face([&](int i) { return x[w_at(i)]; }));
  all.push_back({0});
  return all;
}

}  // namespace

TEST_CASE("ClimaAtmos' sparse Jacobian is solved by passes that count blocks of centers with their diagonals",
          "[real]") {
  require_agreement(
      0, 20e3, 1e-9, [](const auto& on) { return climaatmos::implicit_increment(on); }, implicit_increment);
}
