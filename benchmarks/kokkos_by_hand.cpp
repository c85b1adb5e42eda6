// SPDX-License-Identifier: BSD-3-Clause
// Compiled with -O3 -ffast-math: without it g++ calls a scalar exp, and the comparison would be too easy.
#include "kokkos_by_hand.hpp"

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstddef>

namespace kokkos_by_hand {

namespace {

using by_hand::Problem;
using Policy = Kokkos::TeamPolicy<>;
using Member = Policy::member_type;
template <class T, class Layout>
using Array = Kokkos::View<T**, Layout, Kokkos::MemoryTraits<Kokkos::Unmanaged | Kokkos::Restrict>>;
template <class T>
using Scratch = Kokkos::View<T*, Kokkos::DefaultExecutionSpace::scratch_memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged | Kokkos::Restrict>>;

/// The arrays as Views of shape (columns, levels).
template <class T, class Layout>
struct Views {
  Array<const T, Layout> a, b, f;
  Array<T, Layout> out;
  const T* inverse_df;
  const T* inverse_dc;
  int n;
  explicit Views(const Problem<T>& p)
      : a(p.a, columns(p), levels(p)),
        b(p.b, columns(p), levels(p)),
        f(p.f, columns(p), levels(p) + 1),
        out(p.out, columns(p), levels(p)),
        inverse_df(p.inverse_df),
        inverse_dc(p.inverse_dc),
        n(p.levels) {}
  static std::size_t columns(const Problem<T>& p) { return static_cast<std::size_t>(p.columns); }
  static std::size_t levels(const Problem<T>& p) { return static_cast<std::size_t>(p.levels); }
};

template <class T, class Body>
void for_teams(std::ptrdiff_t teams, std::size_t scratch_values, const Body& body) {
  Policy policy(static_cast<int>(teams), Kokkos::AUTO);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Scratch<T>::shmem_size(scratch_values))));
  Kokkos::parallel_for(policy, body);
}

KOKKOS_FUNCTION std::ptrdiff_t least(std::ptrdiff_t a, std::ptrdiff_t b) { return a < b ? a : b; }

constexpr std::ptrdiff_t block = 128;  // columns of a team, columns contiguous
template <class T>
std::ptrdiff_t blocks(const Problem<T>& p) {
  return (p.columns + block - 1) / block;
}

}  // namespace

template <class T>
void w1_levels(const Problem<T>& p) {
  const Views<T, Kokkos::LayoutRight> x(p);
  const auto rows = static_cast<std::size_t>(p.levels + 1);
  for_teams<T>(
      p.columns, rows, KOKKOS_LAMBDA(const Member& member) {
        const int c = member.league_rank();
        const int n = x.n;
        const Scratch<T> flux(member.team_scratch(0), rows);
        Kokkos::parallel_for(Kokkos::TeamVectorRange(member, 1, n), [&](int j) {
          flux(j) = x.f(c, j) * ((x.a(c, j) * x.b(c, j) - x.a(c, j - 1) * x.b(c, j - 1)) * x.inverse_df[j]);
        });
        Kokkos::single(Kokkos::PerTeam(member), [&] { flux(0) = flux(n) = 0; });
        member.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamVectorRange(member, n),
                             [&](int i) { x.out(c, i) = (flux(i + 1) - flux(i)) * x.inverse_dc[i]; });
      });
}

template <class T>
void w1_levels_fused(const Problem<T>& p) {
  const Views<T, Kokkos::LayoutRight> x(p);
  for_teams<T>(
      p.columns, 0, KOKKOS_LAMBDA(const Member& member) {
        const int c = member.league_rank();
        const int n = x.n;
        const auto flux = [&](int j) {
          return x.f(c, j) * ((x.a(c, j) * x.b(c, j) - x.a(c, j - 1) * x.b(c, j - 1)) * x.inverse_df[j]);
        };
        Kokkos::single(Kokkos::PerTeam(member), [&] {
          x.out(c, 0) = flux(1) * x.inverse_dc[0];
          x.out(c, n - 1) = -flux(n - 1) * x.inverse_dc[n - 1];
        });
        Kokkos::parallel_for(Kokkos::TeamVectorRange(member, 1, n - 1),
                             [&](int i) { x.out(c, i) = (flux(i + 1) - flux(i)) * x.inverse_dc[i]; });
      });
}

template <class T>
void w2_levels(const Problem<T>& p) {
  const Views<T, Kokkos::LayoutRight> x(p);
  const auto rows = static_cast<std::size_t>(p.levels + 1);
  for_teams<T>(
      p.columns, 3 * rows + 6, KOKKOS_LAMBDA(const Member& member) {
        const int c = member.league_rank();
        const int n = x.n;
        const Scratch<T> q(member.team_scratch(0), rows);
        const Scratch<T> d(member.team_scratch(0), rows);
        const Scratch<T> r(member.team_scratch(0), rows);
        Kokkos::single(Kokkos::PerTeam(member), [&] { q(0) = q(n) = r(0) = r(n) = 0; });
        Kokkos::parallel_for(Kokkos::TeamVectorRange(member, 1, n), [&](int j) {
          q(j) = std::exp((x.a(c, j - 1) + x.a(c, j)) / 2) *
                 ((x.a(c, j) * x.b(c, j) - x.a(c, j - 1) * x.b(c, j - 1)) * x.inverse_df[j]);
        });
        member.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamVectorRange(member, n),
                             [&](int i) { d(i) = (q(i + 1) - q(i)) * x.inverse_dc[i]; });
        member.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamVectorRange(member, 1, n),
                             [&](int j) { r(j) = x.f(c, j) * ((d(j) - d(j - 1)) * x.inverse_df[j]); });
        member.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamVectorRange(member, n),
                             [&](int i) { x.out(c, i) = (r(i + 1) - r(i)) * x.inverse_dc[i]; });
      });
}

template <class T>
void w1_columns(const Problem<T>& p) {
  const Views<T, Kokkos::LayoutLeft> x(p);
  for_teams<T>(
      blocks(p), 2 * block + 4, KOKKOS_LAMBDA(const Member& member) {
        const std::ptrdiff_t first = member.league_rank() * block;
        const std::ptrdiff_t count = least(block, static_cast<std::ptrdiff_t>(x.a.extent(0)) - first);
        const Scratch<T> below(member.team_scratch(0), block);
        const Scratch<T> above(member.team_scratch(0), block);
        const auto columns = [&] { return Kokkos::TeamVectorRange(member, count); };
        Kokkos::parallel_for(columns(), [&](std::ptrdiff_t h) { below(h) = above(h) = 0; });
        for (int i = 0; i < x.n; ++i) {
          const Scratch<T>& down = i % 2 == 0 ? below : above;
          const Scratch<T>& up = i % 2 == 0 ? above : below;
          member.team_barrier();
          if (i + 1 < x.n) {
            const T inverse_df = x.inverse_df[i + 1];
            Kokkos::parallel_for(columns(), [&](std::ptrdiff_t h) {
              const std::ptrdiff_t c = first + h;
              up(h) = x.f(c, i + 1) * ((x.a(c, i + 1) * x.b(c, i + 1) - x.a(c, i) * x.b(c, i)) * inverse_df);
            });
          } else {
            Kokkos::parallel_for(columns(), [&](std::ptrdiff_t h) { up(h) = 0; });
          }
          member.team_barrier();
          const T inverse_dc = x.inverse_dc[i];
          Kokkos::parallel_for(columns(),
                               [&](std::ptrdiff_t h) { x.out(first + h, i) = (up(h) - down(h)) * inverse_dc; });
        }
      });
}

template <class T>
void w1_columns_fused(const Problem<T>& p) {
  const Views<T, Kokkos::LayoutLeft> x(p);
  for_teams<T>(
      blocks(p), 0, KOKKOS_LAMBDA(const Member& member) {
        const std::ptrdiff_t first = member.league_rank() * block;
        const std::ptrdiff_t last = least(first + block, static_cast<std::ptrdiff_t>(x.a.extent(0)));
        for (int i = 0; i < x.n; ++i) {
          const auto flux = [&](std::ptrdiff_t c, int j) {
            return x.f(c, j) * ((x.a(c, j) * x.b(c, j) - x.a(c, j - 1) * x.b(c, j - 1)) * x.inverse_df[j]);
          };
          const T inverse_dc = x.inverse_dc[i];
          const auto columns = Kokkos::TeamVectorRange(member, first, last);
          if (i == 0) {
            Kokkos::parallel_for(columns, [&](std::ptrdiff_t c) { x.out(c, i) = flux(c, 1) * inverse_dc; });
          } else if (i + 1 == x.n) {
            Kokkos::parallel_for(columns, [&](std::ptrdiff_t c) { x.out(c, i) = -flux(c, i) * inverse_dc; });
          } else {
            Kokkos::parallel_for(columns,
                                 [&](std::ptrdiff_t c) { x.out(c, i) = (flux(c, i + 1) - flux(c, i)) * inverse_dc; });
          }
        }
      });
}

template <class T>
void w2_columns(const Problem<T>& p) {
  const Views<T, Kokkos::LayoutLeft> x(p);
  for_teams<T>(
      blocks(p), 6 * block + 12, KOKKOS_LAMBDA(const Member& member) {
        const std::ptrdiff_t first = member.league_rank() * block;
        const std::ptrdiff_t count = least(block, static_cast<std::ptrdiff_t>(x.a.extent(0)) - first);
        // Rolling rows: flux q at two faces, d at two centers, flux r at two faces.
        const auto row = [&] { return Scratch<T>(member.team_scratch(0), block); };
        const Scratch<T> q[2] = {row(), row()};
        const Scratch<T> d[2] = {row(), row()};
        const Scratch<T> r[2] = {row(), row()};
        const auto each = [&](const auto& body) {
          Kokkos::parallel_for(Kokkos::TeamVectorRange(member, count), body);
          member.team_barrier();
        };
        each([&](std::ptrdiff_t h) { q[0](h) = r[0](h) = 0; });
        const int n = x.n;
        for (int i = 0; i <= n; ++i) {  // d of cell i, then the flux r below it, then the result of cell i - 1
          const Scratch<T> q_up = q[(i + 1) % 2], q_down = q[i % 2];
          const Scratch<T> d_here = d[i % 2], d_down = d[(i + 1) % 2];
          const Scratch<T> r_here = r[i % 2], r_down = r[(i + 1) % 2];
          if (i < n) {
            const T dc = x.inverse_dc[i];
            if (i < n - 1) {
              const T up = x.inverse_df[i + 1];
              each([&](std::ptrdiff_t h) {
                const std::ptrdiff_t c = first + h;
                q_up(h) = std::exp((x.a(c, i) + x.a(c, i + 1)) / 2) *
                          ((x.a(c, i + 1) * x.b(c, i + 1) - x.a(c, i) * x.b(c, i)) * up);
              });
            } else {
              each([&](std::ptrdiff_t h) { q_up(h) = 0; });
            }
            each([&](std::ptrdiff_t h) { d_here(h) = (q_up(h) - q_down(h)) * dc; });
          }
          if (i > 0 && i < n) {
            const T df = x.inverse_df[i];
            each([&](std::ptrdiff_t h) { r_here(h) = x.f(first + h, i) * ((d_here(h) - d_down(h)) * df); });
          } else {
            each([&](std::ptrdiff_t h) { r_here(h) = 0; });
          }
          if (i > 0) {
            const T dc = x.inverse_dc[i - 1];
            each([&](std::ptrdiff_t h) { x.out(first + h, i - 1) = (r_here(h) - r_down(h)) * dc; });
          }
        }
      });
}

#define INSTANTIATE(T)                                  \
  template void w1_levels<T>(const Problem<T>&);        \
  template void w1_levels_fused<T>(const Problem<T>&);  \
  template void w1_columns<T>(const Problem<T>&);       \
  template void w1_columns_fused<T>(const Problem<T>&); \
  template void w2_levels<T>(const Problem<T>&);        \
  template void w2_columns<T>(const Problem<T>&);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace kokkos_by_hand
