// SPDX-License-Identifier: BSD-3-Clause
#include "verdict.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iomanip>
#include <limits>
#include <sstream>

namespace fuzz {
namespace {

// The analysis is first order and follows one order of operations; a backend may multiply by a rounded reciprocal.
constexpr long double allowance = 2;

struct Miss {
  std::size_t index;
  double got;
  long double expected, eps_off, eps_allowed;
};

std::ostringstream headline(const Provenance& from, std::size_t misses, std::size_t total, const char* what) {
  std::ostringstream text;
  text << "\"" << from.expression << "\", " << from.strategy << ", " << from.scalar << ", "
       << grid_names[static_cast<std::size_t>(from.grid.kind)] << " grid, " << from.grid.levels << " levels, "
       << from.columns << " columns: " << misses << " of " << total << " values " << what << '\n';
  text << std::setprecision(17);
  return text;
}

bool same_bits(double x, double y) { return std::memcmp(&x, &y, sizeof x) == 0 || (std::isnan(x) && std::isnan(y)); }

}  // namespace

std::string compare_with_oracle(const Provenance& from, const std::vector<double>& got, const Reference& expected,
                                double eps) {
  if (got.size() != from.columns * expected.rows)
    return headline(from, got.size(), from.columns * expected.rows, "came back").str();
  std::vector<Miss> misses;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const oracle::Number& right = expected.values[i];
    if (right.doubtful || (std::isnan(right.value) && std::isnan(got[i]))) continue;
    const long double off = std::fabs(got[i] - right.value) / eps;
    const long double allowed = allowance * right.error;
    if (!(off <= allowed)) misses.push_back({i, got[i], right.value, off, allowed});
  }
  if (misses.empty()) return {};
  std::ranges::stable_sort(misses, [](const Miss& x, const Miss& y) {
    const auto badness = [](const Miss& m) {
      return std::isnan(m.eps_off) ? std::numeric_limits<long double>::infinity() : m.eps_off / m.eps_allowed;
    };
    return badness(x) > badness(y);
  });
  std::ostringstream text = headline(from, misses.size(), got.size(), "miss the oracle; the worst:");
  for (std::size_t i = 0; i < std::min<std::size_t>(misses.size(), 5); ++i) {
    const Miss& miss = misses[i];
    text << "  column " << miss.index / expected.rows << " level " << miss.index % expected.rows << ": got " << miss.got
         << ", expected " << static_cast<double>(miss.expected) << ", off by " << std::setprecision(4)
         << static_cast<double>(miss.eps_off) << " eps where " << static_cast<double>(miss.eps_allowed)
         << " are allowed\n"
         << std::setprecision(17);
  }
  return text.str();
}

std::string compare_bits(const Provenance& from, const std::vector<double>& got, const std::vector<double>& first,
                         std::size_t rows) {
  std::vector<std::size_t> misses;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!same_bits(got[i], first[i])) misses.push_back(i);
  if (misses.empty()) return {};
  std::ostringstream text = headline(from, misses.size(), got.size(), "differ in bits from the first strategy:");
  for (std::size_t i = 0; i < std::min<std::size_t>(misses.size(), 5); ++i)
    text << "  column " << misses[i] / rows << " level " << misses[i] % rows << ": got " << got[misses[i]] << ", first "
         << first[misses[i]] << '\n';
  return text.str();
}

double judged_share(const Reference& reference) {
  const auto judged = std::ranges::count_if(reference.values, [](const oracle::Number& x) { return !x.doubtful; });
  return static_cast<double>(judged) / static_cast<double>(reference.values.size());
}

}  // namespace fuzz
