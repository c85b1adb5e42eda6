// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <stencil/inspect/outline.hpp>
#include <stencil/location.hpp>

/// How much a lane holds of the values of a column function, from the list of its operations.
namespace stencil::column_functions {

/// Consecutive results of a function: the first one, and the one after the last one.
struct ResultRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The operations that some of the results depend on.
STENCIL_WHERE_CALLED
inline std::vector<bool> needed_for(const plan::Outline& list, const ResultRange& results) {
  std::vector<bool> needed(list.nodes.size(), false);
  for (std::size_t i = results.begin; i < results.end; ++i) needed[static_cast<std::size_t>(list.roots[i])] = true;
  for (std::size_t i = list.nodes.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const plan::NodeRead& read : list.nodes[i].reads) needed[static_cast<std::size_t>(read.node)] = true;
  }
  return needed;
}

/// Rows that a lane holds of a value at centers and of one at faces.
struct RowCounts {
  int centers = 0;
  int faces = 0;
};

/// Bytes of the values that a lane holds between two operations, where they are most. A value is held from its
/// operation to the last one that reads it, a result to the end. So are spacings and heights, which the compiler loads
/// once.
STENCIL_WHERE_CALLED
inline int most_bytes_held(const plan::Outline& list, const RowCounts& held, const ResultRange& results) {
  const std::size_t count = list.nodes.size();
  const std::vector<bool> needed = needed_for(list, results);
  const auto rows = [&](const plan::OutlineNode& n) { return n.location == Face::name ? held.faces : held.centers; };
  std::vector<std::size_t> last(count, 0);
  struct Metric {
    std::size_t first, last;
    int bytes;
  };
  std::map<std::string, Metric> metrics;
  for (std::size_t i = 0; i < count; ++i) {
    const plan::OutlineNode& n = list.nodes[i];
    last[i] = i;  // and of what is not needed for these results nothing is held
    if (!needed[i]) continue;
    const auto add_metric = [&](const plan::OutlineNode& of) {
      const std::string& name = of.kept == plan::Kept::grid ? of.name : of.location;
      constexpr int widest_number = 8;
      const int bytes = rows(of) * std::min(n.row_bytes, widest_number);
      Metric& known = metrics.try_emplace(name, Metric{i, i, 0}).first->second;
      known.last = i;
      known.bytes = std::max(known.bytes, bytes);
    };
    if (n.loads > 0 && n.kept != plan::Kept::memory && n.kept != plan::Kept::grid) add_metric(n);
    for (const plan::NodeRead& read : n.reads) {
      last[static_cast<std::size_t>(read.node)] = i;
      const plan::OutlineNode& operand = list.nodes[static_cast<std::size_t>(read.node)];
      if (operand.kept == plan::Kept::grid) add_metric(operand);
    }
  }
  for (std::size_t i = results.begin; i < results.end; ++i) last[static_cast<std::size_t>(list.roots[i])] = count;

  std::vector<int> change(count + 1, 0);  // from before an operation to after it
  const auto hold = [&](std::size_t from, std::size_t to, int bytes) {
    change[from] += bytes;
    change[to] -= bytes;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const plan::OutlineNode& n = list.nodes[i];
    const bool is_value = n.kept != plan::Kept::number && n.kept != plan::Kept::grid;
    if (is_value) hold(i, last[i], n.row_bytes * rows(n) + n.column_bytes);
  }
  for (const auto& [name, metric] : metrics) hold(metric.first, metric.last, metric.bytes);
  int most = 0, now = 0;
  for (const int bytes : change) most = std::max(most, now += bytes);
  return most;
}
/// Of a function with all its results.
STENCIL_WHERE_CALLED
inline int most_bytes_held(const plan::Outline& list, const RowCounts& held) {
  return most_bytes_held(list, held, {0, list.roots.size()});
}

/// Where to cut a function: at the results behind which another function begins, counted from the first one. They are
/// as few as will do for every part to fit, and then those for which least is computed in several parts. Empty if the
/// function fits, or if one result alone does not. fits(results) tells of consecutive ones.
template <class Fits>
std::vector<std::size_t> cuts_between_results(const plan::Outline& list, const Fits& fits) {
  const std::size_t count = list.roots.size();
  const auto arithmetic = [&](const ResultRange& results) {
    const std::vector<bool> needed = needed_for(list, results);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < list.nodes.size(); ++i) {
      const plan::OutlineNode& n = list.nodes[i];
      if (needed[i]) sum += n.evaluations * static_cast<std::size_t>(n.operations + n.loads);
    }
    return sum;
  };
  struct Best {
    std::size_t parts = 0, work = 0, begin = 0;  ///< of the parts so far; of the last one
    bool found = false;
  };
  std::vector<Best> best(count + 1);
  best[0].found = true;
  for (std::size_t end = 1; end <= count; ++end) {
    for (std::size_t begin = 0; begin < end; ++begin) {
      if (!best[begin].found || !fits(ResultRange{begin, end})) continue;
      const Best one{best[begin].parts + 1, best[begin].work + arithmetic({begin, end}), begin, true};
      Best& known = best[end];
      const bool better =
          !known.found || one.parts < known.parts || (one.parts == known.parts && one.work < known.work);
      if (better) known = one;
    }
  }
  std::vector<std::size_t> cuts;
  if (!best[count].found) return cuts;
  for (std::size_t at = best[count].begin; at > 0; at = best[at].begin) cuts.push_back(at);
  std::reverse(cuts.begin(), cuts.end());
  return cuts;
}
/// The same as advice. `names` are those of the results.
STENCIL_WHERE_CALLED
inline std::string cuts_in_words(const std::vector<std::size_t>& cuts, const std::vector<std::string>& names) {
  if (cuts.empty()) {
    return std::string(names.size() > 1 ? "what its results share is too much for one of them alone; " : "") +
           "assign a part of it to a field first, and give it that field";
  }
  std::string after;
  for (const std::size_t cut : cuts) {
    after += after.empty() ? "" : cut == cuts.back() ? " and " : ", ";
    after += std::to_string(cut);
    const std::string& name = names[cut - 1];
    const bool has_name = name != Center::name && name != Face::name && name != Surface::name;
    if (has_name) after += " (" + name + ")";
  }
  return "cut it into " + std::to_string(cuts.size() + 1) + " functions, after result " + after;
}

}  // namespace stencil::column_functions
