// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>
#include <limits>

#include "checks.hpp"

using namespace stencil;

namespace checks_of_ranks {

namespace {

/// One field of this rank's columns and one of all columns, with the same values.
struct Both {
  CenterField<double> here, all;
  SurfaceField<double> weight_here, weight_all;

  Both(const mpi::Domain& domain, int levels)
      : here(domain.grid(ColumnGrid::uniform(levels, 0.0, 1.0))),
        all(ColumnGrid::uniform(levels, 0.0, 1.0, domain.total())),
        weight_here(here.grid()),
        weight_all(all.grid()) {
    const auto own = [&](std::size_t i) { return domain.column(i); };
    const auto any = [](std::size_t i) { return i; };
    scatter(here, own);
    scatter(all, any);
    scatter(weight_here, own);
    scatter(weight_all, any);
  }
};

}  // namespace

void numbers_of_one_process(const mpi::Domain& domain) {
  const Both f(domain, 5);
  const auto& x = f.here;
  const auto& y = f.all;
  const auto& u = f.weight_here;
  const auto& v = f.weight_all;
  require_same_bits(global_sum(domain, x), global_sum(y), "global_sum");
  require_same_bits(global_sum(domain, x, u), global_sum(y, v), "global_sum with a weight");
  require_same_bits(global_sum(domain, x > 0), global_sum(y > 0), "global_sum of a condition");
  require_same_bits(global_norm(domain, x), global_norm(y), "global_norm");
  require_same_bits(global_norm(domain, x, abs(u)), global_norm(y, abs(v)), "global_norm with a weight");
  require_same_bits(global_min(domain, x), global_min(y), "global_min");
  require_same_bits(global_max(domain, x), global_max(y), "global_max");
  require_same_bits(global_max(domain, -0.0 * abs(x)), 0.0, "a largest zero");
  const CenterField<int> whole(x.grid()), whole_all(y.grid());
  scatter(whole, [&](std::size_t i) { return domain.column(i); });
  scatter(whole_all, [](std::size_t i) { return i; });
  require(global_min(domain, whole) == global_min(whole_all) && global_max(domain, whole) == global_max(whole_all),
          "integers have the extremes of one process");

  const int last = domain.ranks() - 1;
  require(global_max(domain, domain.rank()) == last && global_min(domain, domain.rank() - last) == -last,
          "of a number that each rank has the extremes are those of all ranks");
  require_same_bits(global_max(domain, -1.5 * domain.rank() - 1), -1.0, "the largest number of the ranks");
  require_same_bits(global_min(domain, -1.5 * domain.rank() - 1), -1.5 * last - 1, "the smallest number of the ranks");
  constexpr std::uint64_t all_bits = ~std::uint64_t{0};
  const std::uint64_t unsigned_here = domain.rank() == last ? all_bits : 1;
  require(global_max(domain, unsigned_here) == all_bits, "the largest number without a sign");
  require(global_min(domain, unsigned_here) == (last == 0 ? all_bits : 1), "the smallest number without a sign");
  require(std::isnan(global_max(domain, domain.rank() == last ? std::nan("") : 1.0)),
          "a NaN of one rank is the largest");

  require_same_bits(level_mean(domain, x), level_mean(y), "level_mean");
  require_same_bits(level_variance(domain, x), level_variance(y), "level_variance");
  const std::vector<double> q{0, 0.25, 0.5, 0.999, 1};
  const auto quantiles = level_quantile(domain, x, q), expected = level_quantile(y, q);
  for (std::size_t i = 0; i < q.size(); ++i) require_same_bits(quantiles[i], expected[i], "level_quantile");

  const std::vector<double> edges{-1e6, -1, 0, 1, 1e9}, other{-1e12, 0, 1e3, 1e12};
  const Histogram h = histogram(domain, x, edges, u), g = histogram(y, edges, v);
  require(h.counts == g.counts && h.below == g.below && h.above == g.above, "histogram counts as one process does");
  require_same_bits(h.sums, g.sums, "the weight in each bin");
  require(histogram(domain, x, edges).counts == g.counts, "a histogram without weights counts the same");
  const JointHistogram j = joint_histogram(domain, x, edges, 2 * x - u, other, u);
  const JointHistogram k = joint_histogram(y, edges, 2 * y - v, other, v);
  require(j.counts == k.counts && j.outside == k.outside, "joint_histogram counts as one process does");
  require_same_bits(j.sums, k.sums, "the weight of pairs");
  require(joint_histogram(domain, x, edges, x, other).nan == 0, "pairs of numbers are numbers");
  require(histogram(domain, x, {-1.0, 0.0, 1.0}).counts == histogram(y, {-1.0, 0.0, 1.0}).counts, "edges in braces");
  require(joint_histogram(domain, x, {0.0, 1.0}, x, {0.0, 1.0}).outside ==
              joint_histogram(y, {0.0, 1.0}, y, {0.0, 1.0}).outside,
          "edges of pairs in braces");
  require_same_bits(level_quantile(domain, x, {0.25, 0.75})[1], level_quantile(y, {0.25, 0.75})[1],
                    "probabilities in braces");

  const CenterField<double> elsewhere(ColumnGrid::uniform(5, 0.0, 1.0, domain.count() + 1));
  require_refused([&] { static_cast<void>(global_sum(domain, elsewhere)); }, "of the domain has");
  require_refused([&] { static_cast<void>(level_quantile(domain, x, 1.5)); }, "probabilities from 0 to 1");
}

void numbers_that_are_none(const mpi::Domain& domain) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double largest = std::numeric_limits<double>::max();
  Both f(domain, 1);
  // One value somewhere, and what all ranks must say.
  const auto with = [&](std::size_t column, double value) {
    f.all(0, column) = value;
    const mpi::Place place = domain.place(column);
    if (place.rank == domain.rank()) f.here(0, place.index) = value;
  };
  const auto compare = [&](const std::string& of) {
    require_same_bits(global_sum(domain, f.here), global_sum(f.all), "the sum of " + of);
    require_same_bits(global_min(domain, f.here), global_min(f.all), "the least of " + of);
    require_same_bits(global_max(domain, f.here), global_max(f.all), "the largest of " + of);
    require(std::isnan(level_mean(domain, f.here)[0]) == std::isnan(level_mean(f.all)[0]), "the mean of " + of);
    require_same_bits(level_quantile(domain, f.here, 0.5), level_quantile(f.all, 0.5), "the median of " + of);
    require(histogram(domain, f.here, std::vector<double>{0, 1}).nan == histogram(f.all, std::vector<double>{0, 1}).nan,
            "NaN are counted in " + of);
  };
  const std::size_t last = domain.total() - 1;
  with(0, largest);
  with(last, largest);
  compare("two that overflow");
  require(global_sum(domain, f.here) == inf, "what overflows is infinite");
  with(last / 2, -largest);
  with(last / 3, -largest);
  compare("large ones that cancel");
  require(std::isfinite(global_sum(domain, f.here)), "large ones on several ranks cancel");
  with(last, inf);
  compare("an infinity");
  with(0, -inf);
  compare("two infinities");
  require(std::isnan(global_sum(domain, f.here)), "two infinities have no sum");
  with(last / 2, nan);
  with(0, 0);
  with(last, 0);
  compare("a NaN");
  require(std::isnan(global_max(domain, f.here)), "a NaN is the largest");
  require(std::isnan(histogram(domain, 0 * f.here, std::vector<double>{-1, 1}, f.here).sums[0]),
          "a NaN among weights spoils the sums of all ranks");
}

}  // namespace checks_of_ranks
