// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "operations_on_cpu.hpp"

namespace {

using namespace columnwise_test;
using Row = std::vector<long double>;

/// The inputs of all columns, and the grid as fields of T have it.
template <class T>
struct Inputs {
  State<T, backend::Cpu, layout::LevelsContiguous> s;
  CenterField<T> height, depth;
  FaceField<T> face_height, face_depth;
  explicit Inputs(const Case& c) : s(c), height(s.grid), depth(s.grid), face_height(s.grid), face_depth(s.grid) {
    height = heights(Center{}), depth = spacing(Center{});
    face_height = heights(Face{}), face_depth = spacing(Face{});
  }
};

/// Those of one column in long double numbers.
struct Column {
  int n;
  bool ring;
  Row q, r, f, z, zf, dz, dzf;
  long double start;
  template <class T>
  Column(const Inputs<T>& of, std::size_t column) : n(of.s.grid.levels()), ring(of.s.grid.periodic()) {
    for (int k = 0; k <= n; ++k) {
      if (k < n) {
        q.push_back(of.s.a(k, column)), r.push_back(of.s.b(k, column));
        z.push_back(of.height(k, column)), dz.push_back(of.depth(k, column));
      }
      f.push_back(of.s.f(k, column)), zf.push_back(of.face_height(k, column));
      dzf.push_back(of.face_depth(k, column));
    }
    start = of.s.flux(column);
  }
};

/// What the functions give for one column, written as loops: rows of the results, values per column as one row.
std::vector<Row> sums(const Column& c) {
  long double mass = 0, depth = 0, smallest = c.f[0], largest = c.f[0], found = -7, high = -1, count = 0, rise = -1e30L;
  int level = -1;
  for (std::size_t k = 0; k < c.q.size(); ++k) mass += c.q[k] * c.dz[k], depth += c.dz[k];
  const long double mean = mass / depth;
  for (std::size_t k = 0; k < c.q.size(); ++k) {
    rise = std::max(rise, c.q[k] - mean), count += c.q[k] > mean ? 1 : 0;
    if (c.q[k] > 0.5L) level = static_cast<int>(k), found = c.q[k];
    if (c.q[k] > 0.5L && high == -1) high = c.z[k];
  }
  for (std::size_t k = 0; k < c.f.size() - (c.ring ? 1 : 0); ++k)
    smallest = std::min(smallest, c.f[k]), largest = std::max(largest, c.f[k]);
  Row change;
  for (std::size_t k = 0; k < c.q.size(); ++k)
    change.push_back((c.f[c.ring ? (k + 1) % c.q.size() : k + 1] - c.f[k]) * largest / c.dz[k] - mean);
  const std::size_t here = static_cast<std::size_t>(level);
  found += level < 0 ? 2 : c.q[here] * c.q[here];
  high += level < 0 ? 3 : c.dzf[here];
  return {{mean}, {rise}, {smallest}, {count}, {static_cast<long double>(level)}, {found}, {high}, change};
}

std::vector<Row> marches(const Column& c) {
  const std::size_t n = c.q.size();
  Row up(n + 1), down(n + 1), halved(n), over_faces(n + 1), largest(n), jump(n);
  up[0] = c.start, down[n] = 0.25L;
  for (std::size_t k = 0; k < n; ++k) up[k + 1] = up[k] + c.q[k] * c.dz[k];
  for (std::size_t k = n; k-- > 0;) down[k] = down[k + 1] + c.q[k] * c.dz[k];
  long double s = 0, most = -10, first = 0, total = 1;
  for (std::size_t k = n; k-- > 0;) halved[k] = -(s = 0.5L * s + c.q[k] * (c.f[k] + c.f[k + 1]) / 2);
  for (std::size_t k = n + 1; k-- > 0;) over_faces[k] = total += c.f[k];
  for (std::size_t k = 0; k < n; ++k) {
    const long double before = most;
    most = std::max(most, c.q[k]), first += c.start + 0.5L;
    largest[k] = most, jump[k] = first < 1 ? most - before : -first;
  }
  long double depth = 0, mass = c.start;
  for (std::size_t k = n; k-- > 0;) {
    if (c.q[k] > 0) mass += c.q[k] * c.dz[k];
    while (depth < c.q[k]) depth += 0.25L;
  }
  return {up, down, halved, over_faces, largest, jump, {mass}, {depth + (most + first)}};
}

/// Values at points by an independent way: the cubic through the values and slopes that the table was given.
long double on_lines(long double at) {
  static const auto t = TablePoints().lines<double, backend::Cpu>();
  return t(static_cast<double>(at));
}
long double on_grid(long double x, long double y) {
  const TablePoints p;
  const auto v = TablePoints::values<double>(30);
  const auto place = [](const std::vector<double>& points, long double at) {
    const auto inside = std::clamp<long double>(at, points.front(), points.back());
    std::size_t i = 0;
    while (i + 2 < points.size() && points[i + 1] <= inside) ++i;
    return std::pair{i, (inside - points[i]) / (points[i + 1] - points[i])};
  };
  const auto [i, s] = place(p.uniform, x);
  const auto [j, t] = place(p.others, y);
  return (1 - s) * ((1 - t) * v[i * 5 + j] + t * v[i * 5 + j + 1]) +
         s * ((1 - t) * v[i * 5 + 5 + j] + t * v[i * 5 + 5 + j + 1]);
}
/// Where x first exceeds a threshold among rows in the order of a search, by bisection on the line or the parabola.
long double crossing(const Row& x, const Row& z, long double threshold, bool curved, long double otherwise) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!(x[k] > threshold)) continue;
    if (k == 0) return z[0];
    const auto value = [&](long double at) {
      const long double line = x[k - 1] + (x[k] - x[k - 1]) * (at - z[k - 1]) / (z[k] - z[k - 1]);
      if (!curved || k == 1) return line;
      const long double d = (x[k] - x[k - 1]) / (z[k] - z[k - 1]), e = (x[k - 1] - x[k - 2]) / (z[k - 1] - z[k - 2]);
      return line + (d - e) / (z[k] - z[k - 2]) * (at - z[k - 1]) * (at - z[k]);
    };
    long double low = z[k - 1], high = z[k];
    for (int i = 0; i < 90; ++i) {
      const long double middle = (low + high) / 2;
      (value(middle) > threshold ? high : low) = middle;
    }
    return high;
  }
  return otherwise;
}
std::vector<Row> look_ups(const Column& c) {
  Row from_table, both, alone, falling(c.f), high(c.zf);
  for (std::size_t k = 0; k < c.q.size(); ++k) {
    from_table.push_back(on_lines(c.q[k]) * on_lines(c.z[k]));
    alone.push_back(on_lines(c.q[k] * c.r[k]) + c.r[k]);
    both.push_back(on_grid(c.q[k] * c.r[k], 0.3L * c.q[k]) + on_lines(c.start));
  }
  for (long double& x : falling) x = -x;
  if (c.ring) falling.pop_back(), high.pop_back();
  const Row q_down(c.q.rbegin(), c.q.rend()), z_down(c.z.rbegin(), c.z.rend());
  return {{crossing(c.q, c.z, 0.5L, false, std::nanl(""))},
          {crossing(q_down, z_down, c.q[0] + 0.1L, true, -1)},
          {crossing(falling, high, 0.25L * c.start, true, -2)},
          from_table,
          both,
          alone,
          {crossing(c.q, c.z, 0.5L, true, std::nanl(""))}};
}
std::vector<Row> repeats(const Column& c) {
  const std::size_t n = c.q.size();
  long double fastest = 0, smallest = c.dz[0], turns = 0, passes = 0;
  for (std::size_t k = 0; k < n; ++k) {
    fastest = std::max(fastest, (std::fabs(c.q[k]) + 0.5L) / c.dz[k]), smallest = std::min(smallest, c.dz[k]);
    turns += c.q[k] > 0 ? 1 : 0;
  }
  turns = std::min(turns, 9.0L);
  long double left = smallest * (2.3L + 5 * c.start);
  Row mass(c.r), followed(n), up(n), down(n);
  for (; passes < 9 && left > 0; ++passes) {
    const long double dt = std::min(left, 0.5L / fastest);
    long double from_above = 0;
    for (std::size_t k = 0; k + 1 < n; ++k) mass[k] += 0.1L * (mass[k + 1] - mass[k]);
    for (std::size_t k = n; k-- > 0;) {
      const long double out = (std::fabs(c.q[k]) + 0.5L) * mass[k];
      mass[k] += dt / c.dz[k] * (from_above - out), from_above = out;
    }
    left -= dt;
  }
  long double s = 1, sum = c.start, half = 0.25L;
  for (std::size_t k = 0; k < n; ++k) {
    for (int i = 0; i < static_cast<int>(turns); ++i) s += (c.q[k] - s) / (2 + turns);
    followed[k] = s + on_lines(c.q[k]), up[k] = sum += c.f[k];
  }
  for (std::size_t k = n; k-- > 0;) down[k] = half = 0.5L * half + c.f[k + 1];
  return {mass, followed, up, down, {passes}, {left > 0 ? 0.0L : 1.0L}, {left}};
}

/// A band system of one column, on a ring with what leads around it; eliminated without pivoting.
struct System {
  bool ring;
  std::vector<std::map<int, long double>> rows;
  System(int size, bool around) : ring(around), rows(static_cast<std::size_t>(size)) {}
  void add(int row, int column, long double x) {
    const int size = static_cast<int>(rows.size());
    if (ring) row = (row + size) % size, column = (column + 2 * size) % size;
    if (column >= 0 && column < size) rows[static_cast<std::size_t>(row)][column] += x;
  }
  Row times(const Row& x) const {
    Row product;
    for (const auto& row : rows) {
      product.push_back(0);
      for (const auto& [column, entry] : row) product.back() += entry * x[static_cast<std::size_t>(column)];
    }
    return product;
  }
  Row solved(Row right) const {
    auto a = rows;
    const int size = static_cast<int>(rows.size());
    const auto eliminate = [&](int k, int from) {
      auto& row = a[static_cast<std::size_t>(from)];
      const auto entry = row.find(k);
      if (entry == row.end()) return;
      const long double factor = entry->second / a[static_cast<std::size_t>(k)].at(k);
      for (const auto& [column, x] : a[static_cast<std::size_t>(k)]) row[column] -= factor * x;
      row.erase(k);
      right[static_cast<std::size_t>(from)] -= factor * right[static_cast<std::size_t>(k)];
    };
    constexpr int width = 8;
    for (int k = 0; k < size; ++k) {
      for (int i = k + 1; i < std::min(k + 1 + width, size); ++i) eliminate(k, i);
      for (int i = std::max(k + 1 + width, size - width); i < size; ++i) eliminate(k, i);
    }
    for (int k = size - 1; k >= 0; --k) {
      auto& x = right[static_cast<std::size_t>(k)];
      for (const auto& [column, entry] : a[static_cast<std::size_t>(k)]) {
        if (column > k) x -= entry * right[static_cast<std::size_t>(column)];
      }
      x /= a[static_cast<std::size_t>(k)].at(k);
    }
    return right;
  }
};

/// What Arrowhead computes, as one system: unknowns 4 k and 4 k + 1 are u and t at face k, the next two v and s at
/// center k.
std::vector<Row> arrowhead(const Column& c) {
  const int n = c.n, faces = c.ring ? n : n + 1;
  const auto at = [](const Row& row, int k) { return row[static_cast<std::size_t>(k)]; };
  System all(2 * (n + faces), c.ring);
  Row right;
  const auto add_band = [&](int row, int column, long double below, long double diagonal, long double above) {
    all.add(row, column - 4, below), all.add(row, column, diagonal), all.add(row, column + 4, above);
  };
  for (int k = 0; k < faces; ++k) {
    const int u = 4 * k, t = u + 1, v = u + 2, s = u + 3;
    const long double f = at(c.f, k);
    add_band(u, u, 0.3L, 3 + f * f, -0.1L), add_band(u, t, 0.1L, 0.2L * f, 0.3L);
    if (c.ring || (k > 0 && k < n)) all.add(u, v, 0.01L / at(c.dzf, k)), all.add(u, v - 4, -0.01L / at(c.dzf, k));
    add_band(t, u, -0.2L, f, 0.1L), all.add(t, t, 4);
    right.push_back(f), right.push_back(f * f);
    if (k == n) break;
    const long double q = at(c.q, k), inverse = 0.01L / at(c.dz, k);
    for (const int row : {v, s}) {
      if (c.ring || k > 0) all.add(row, u, -inverse);
      if (c.ring || k + 1 < n) all.add(row, u + 4, inverse);
    }
    all.add(v, v, 2 + q * q), add_band(s, s, 0.2L, 2 + q * q, 0.4L);
    right.push_back(at(c.r, k)), right.push_back(q);
  }
  const Row solution = all.solved(right);
  std::vector<Row> of_each(4);
  for (std::size_t i = 0; i < solution.size(); ++i) of_each[i % 4].push_back(solution[i]);
  if (c.ring) of_each[0].push_back(of_each[0][0]), of_each[1].push_back(of_each[1][0]);
  return {of_each[0], of_each[2], of_each[1], of_each[3]};
}

/// What solve and newton give for one column.
std::vector<Row> solves(const Column& c) {
  const int n = c.n, faces_of = c.ring ? n : n + 1;
  const auto at = [](const Row& row, int k) { return row[static_cast<std::size_t>(k)]; };
  System diffusion(n, c.ring), implicit(n, c.ring), five(n, c.ring), faces(faces_of, c.ring), lower(n, c.ring);
  System laplace(n, c.ring), five_at_faces(faces_of, c.ring);
  for (int face = c.ring ? 0 : 1; face < n; ++face) {
    const long double k = at(c.f, face) * at(c.f, face) + 0.1L;
    for (const int cell : {face - 1, face}) {
      const long double sign = (cell == face ? -1 : 1) / at(c.dz, (cell + n) % n) / at(c.dzf, face);
      diffusion.add(cell, face, sign * k), diffusion.add(cell, face - 1, -sign * k);
      laplace.add(cell, face, sign), laplace.add(cell, face - 1, -sign);
    }
  }
  for (int k = 0; k < n; ++k) {
    implicit.add(k, k, 1);
    for (const auto& [column, entry] : diffusion.rows[static_cast<std::size_t>(k)])
      implicit.add(k, column, -0.01L * entry);
    const long double q = at(c.q, k);
    five.add(k, k - 2, 0.1L), five.add(k, k - 1, -0.2L * at(c.r, k)), five.add(k, k, 3 + q * q);
    five.add(k, k + 1, 0.4L), five.add(k, k + 2, -0.3L);
    lower.add(k, k - 1, 0.25L), lower.add(k, k, 1 + q * q);
  }
  for (int k = 0; k < faces_of; ++k) {
    faces.add(k, k - 1, -1), faces.add(k, k, 3), faces.add(k, k + 1, -0.5L * (at(c.f, k) + 0.5L));
    five_at_faces.add(k, k - 2, 0.2L), five_at_faces.add(k, k - 1, -0.3L * at(c.f, k));
    five_at_faces.add(k, k, 3 + at(c.f, k) * at(c.f, k));
    five_at_faces.add(k, k + 1, 0.25L), five_at_faces.add(k, k + 2, -0.4L);
  }
  // Faces and centers in turn, from the bottom: face k is unknown 2 k.
  System both(n + faces_of, c.ring);
  Row right, f(c.f.begin(), c.f.begin() + faces_of);
  for (int k = 0; k < faces_of; ++k) {
    both.add(2 * k, 2 * k - 2, 0.3L), both.add(2 * k, 2 * k, 3 + at(c.f, k) * at(c.f, k));
    both.add(2 * k, 2 * k + 2, -0.1L);
    right.push_back(at(c.f, k));
    if (c.ring || (k > 0 && k < n))
      both.add(2 * k, 2 * k - 1, -0.01L / at(c.dzf, k)), both.add(2 * k, 2 * k + 1, 0.01L / at(c.dzf, k));
    if (k == n) break;
    both.add(2 * k + 1, 2 * k - 1, 0.1L), both.add(2 * k + 1, 2 * k + 1, 2 + at(c.q, k) * at(c.q, k));
    both.add(2 * k + 1, 2 * k + 3, -0.2L);
    if (c.ring || k > 0) both.add(2 * k + 1, 2 * k, -0.01L / at(c.dz, k));
    if (c.ring || k + 1 < n) both.add(2 * k + 1, 2 * k + 2, 0.01L / at(c.dz, k));
    right.push_back(at(c.r, k));
  }
  const Row solution = both.solved(right);
  Row x, w, y(c.q);
  for (std::size_t i = 0; i < solution.size(); ++i) (i % 2 == 0 ? w : x).push_back(solution[i]);
  // The next change would be of the order of this one's square.
  long double largest = 1;
  for (int i = 0; i < 20 && largest > 1e-10L; ++i) {
    System slope(n, c.ring);
    Row residual = laplace.times(y);
    for (int k = 0; k < n; ++k) {
      slope.add(k, k, 1 + 3 * at(y, k) * at(y, k));
      for (const auto& [column, entry] : laplace.rows[static_cast<std::size_t>(k)])
        slope.add(k, column, -0.01L * entry);
      auto& r = residual[static_cast<std::size_t>(k)];
      r = at(y, k) + at(y, k) * at(y, k) * at(y, k) - 0.01L * r - at(c.q, k);
    }
    const Row change = slope.solved(residual);
    largest = 0;
    for (std::size_t k = 0; k < y.size(); ++k) y[k] -= change[k], largest = std::max(largest, std::fabs(change[k]));
  }
  const auto with_top = [&](Row row) {
    if (c.ring) row.push_back(row[0]);
    return row;
  };
  const Row one = implicit.solved(c.q);
  Row around = diffusion.times(c.q);
  for (int k = 0; k < n; ++k) around[static_cast<std::size_t>(k)] += at(one, k + 1 < n ? k + 1 : c.ring ? 0 : k);
  return {one,
          implicit.solved(c.r),
          five.solved(one),
          with_top(five_at_faces.solved(faces.solved(f))),
          lower.solved(c.r),
          around,
          x,
          with_top(w),
          y,
          {1}};
}

/// What FromEnds computes.
Row from_ends(const Column& c) {
  const auto at = [](const Row& row, int k) { return row[static_cast<std::size_t>(k)]; };
  const long double both = at(c.q, 0) * at(c.f, c.ring ? 0 : c.n);
  Row row;
  for (int k = 0; k < c.n; ++k) row.push_back(at(c.q, k + 1 < c.n ? k + 1 : c.ring ? 0 : k) - at(c.q, k) + both);
  return row;
}

/// Results and their oracle: they are off by at most `allowed` times the largest value, which counts as 1 at least.
template <class T, class Layout>
void compare(const Case& c, long double allowed = 1e-12L) {
  const Values<T> computed = on_cpu<T, Layout>(c);
  const Inputs<T> inputs(c);
  for (std::size_t column = 0; column < c.columns; ++column) {
    const Column in(inputs, column);
    std::vector<Row> expected = sums(in);
    const auto add = [&](const std::vector<Row>& more) { expected.insert(expected.end(), more.begin(), more.end()); };
    const Row row = from_ends(in);
    add({row, row});
    add(look_ups(in));
    if (!in.ring) add(marches(in)), add(repeats(in));
    add(solves(in)), add(arrowhead(in));
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      long double scale = 1, worst = 0;
      const std::size_t rows = expected[i].size();
      // Sums and assignments have no mask; solutions are written over arguments.
      const bool is_left_here = is_left(c, column) && i >= 10 && i != 15 && i != 16;
      const std::size_t solution = i - (in.ring ? 17 : 32);
      for (std::size_t k = 0; k < rows; ++k) {
        const std::size_t place = column * rows + k;  // in either layout
        long double value = expected[i][k];
        if (is_left_here) value = solution == 0 ? in.q[k] : solution == 1 ? in.r[k] : solution == 3 ? in.f[k] : left;
        scale = std::max(scale, std::fabs(value));
        if (std::isnan(computed[i][place]) && std::isnan(value)) continue;
        const auto off = std::fabs(static_cast<long double>(computed[i][place]) - value);
        worst = off <= worst ? worst : off;  // a NaN stays
      }
      INFO(describe(c) << ", result " << i << ", column " << column << ": off by " << static_cast<double>(worst));
      CHECK(worst <= scale * (is_left_here ? 0 : allowed));
    }
  }
}

}  // namespace

TEST_CASE("Sums, marches and solves inside column functions are those of loops and dense systems", "[columnwise]") {
  const auto along = [](const Case& c) { compare<double, layout::LevelsContiguous>(c); };
  const auto across = [](const Case& c) { compare<float, layout::ColumnsContiguous>(c, 1e-5L); };
  each_case({1, 2, 3, 4, 9}, {1, 9}, along);
  each_case({63, 64, 65}, {2}, along);
  // Of a thousand thin levels the systems have a condition of some 10^4.
  each_case({1000}, {1}, [](const Case& c) { compare<double, layout::LevelsContiguous>(c, 1e-9L); });
  each_case({1, 2, 9, 65}, {9}, across);
  // Numbers of columns that do not fill vectors, or a block of them.
  each_case({3, 9}, {1, 5, 8, 13, 70}, across);
}

TEST_CASE("Operations on whole columns leave what a mask leaves out", "[columnwise]") {
  const auto masked = [](Case c) {
    c.masked = true;
    compare<double, layout::LevelsContiguous>(c);
    compare<float, layout::ColumnsContiguous>(c, 1e-5L);
  };
  each_case({1, 2, 3}, {5}, masked);
  each_case({65}, {3}, masked);
}

TEST_CASE("A column function that begins at an end of the column is refused on a ring", "[columnwise]") {
  using Catch::Matchers::ContainsSubstring;
  State<double, backend::Cpu, layout::LevelsContiguous> s({5, 2, Kind::ring});
  CenterField<double> x(s.grid);
  x = 3.0;
  const auto march_of =
      columnwise([](auto q) { return results(march(from_top, 0.0, [](auto& sum, auto y) { return sum += y; }, q)); });
  REQUIRE_THROWS_WITH(x = march_of(s.a), ContainsSubstring("has a march, which begins at an end"));
  REQUIRE_THROWS_WITH(
      x = columnwise([](auto q) { return results(InterpolateF2C()(cumulative_integral(q, bottom(0.0)))); })(s.a),
      ContainsSubstring("has a running value, which begins at an end"));
  CHECK(x.to_host() == std::vector<double>(10, 3.0));
}

TEST_CASE("The height of a crossing in an assignment is that in a column function", "[columnwise]") {
  for (const Kind kind : {Kind::alike, Kind::ring, Kind::per_column}) {
    const Case c{33, 9, kind};
    const State<float, backend::Cpu, layout::ColumnsContiguous> s(c);
    const auto by_functions = on_cpu<float, layout::ColumnsContiguous>(c);
    SurfaceField<float> height(s.grid);
    height = crossing_height(s.a, 0.5);
    CHECK(differing(height.to_host(), by_functions[10]) == 0);
    height = crossing_height(-s.f, 0.25 * s.flux, from_bottom, interpolation::Quadratic{}, -2.0);
    CHECK(differing(height.to_host(), by_functions[12]) == 0);
  }
}

TEST_CASE("A crossing is found to second order by lines and to third by parabolas", "[columnwise]") {
  const auto off = [](int levels, auto way) {
    const auto grid = ColumnGrid::stretched(levels, 0.0, 2.0, 1.5 / levels, 40);
    CenterField<double> x(grid);
    SurfaceField<double> height(grid);
    x.fill([](double z, std::size_t column) { return std::exp(z) - 1.5 - 0.1 * static_cast<double>(column); });
    height = crossing_height(x, 0.0, from_bottom, way);
    double worst = 0;
    for (std::size_t column = 0; column < 40; ++column)
      worst = std::max(worst, std::abs(height(column) - std::log(1.5 + 0.1 * static_cast<double>(column))));
    return worst;
  };
  const auto order = [&](auto way) { return std::log2(off(200, way) / off(400, way)); };
  CHECK(std::abs(order(interpolation::Linear{}) - 2) < 0.2);
  CHECK(std::abs(order(interpolation::Quadratic{}) - 3) < 0.3);
}
