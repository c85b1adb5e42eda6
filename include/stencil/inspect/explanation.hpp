// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iosfwd>
#include <string>
#include <vector>

#include <stencil/assign/fit.hpp>
#include <stencil/inspect/outline.hpp>

namespace stencil {

/// How a backend carries out an evaluation on its hardware.
struct HardwareMapping {
  std::string strategy;
  std::string reason;
  std::string team;             ///< which threads compute a column, in words
  std::size_t arena_bytes = 0;  ///< of all tiles of a team
  int barriers = 0;             ///< at which a team waits in one evaluation
  int registers_predicted = 0;  ///< of a thread, for a column function on a device; 0: not predicted
  int registers = 0;            ///< the same as compiled for the device; 0: not known
  int local_bytes = 0;          ///< of a thread's values and arrays that are in memory, as compiled
};

/// An array that an assignment reads or writes.
struct MemoryStream {
  std::string name;
  std::size_t bytes_per_column = 0;
  bool written = false;  ///< else read
};

/// What an assignment would do, in numbers and as text. operator<< writes the text.
struct Explanation {
  std::string formula;                 ///< the assignment as text
  std::string shape;                   ///< of the destinations
  std::string mask;                    ///< the condition of where(...), empty without one
  HardwareMapping mapping;             ///< how the backend carries it out
  plan::Outline tree;                  ///< every node: where its value is, its tile, its operations
  std::size_t tile_values = 0;         ///< of one tile of a team: its columns times their rows, rounded up
  bool tiles_in_sequence = false;      ///< a tile's lifetime is counted in tiles filled, else in levels of the tree
  std::vector<MemoryStream> streams;   ///< arrays that must be moved once
  std::vector<std::string> operators;  ///< one line each: what it reads, its conditions, its closures
  std::vector<std::string>
      warnings;             ///< of closures that decide what a column gains, repeated parts, kernels that spill
  std::size_t columns = 0;  ///< of the grid
  std::size_t bytes_per_column = 0;       ///< of operands and destinations, which must be moved once
  std::size_t operations_per_column = 0;  ///< in units of one addition, loads included
  std::size_t arithmetic_per_column = 0;  ///< the same without loads
  double bandwidth = 0;                   ///< that predictions assume [bytes/s]; 0: none given
  double measured_seconds = 0;            ///< time of one assignment by measure() [s]; 0: not measured

  /// The bytes that the assignment must move, in all columns.
  std::size_t bytes() const { return bytes_per_column * columns; }
  /// The operations in all columns, loads included, in units of one addition.
  std::size_t operations() const { return operations_per_column * columns; }
  /// The arithmetic, in units of one addition, for each byte that must be moved.
  double intensity() const {
    return bytes_per_column == 0 ? 0
                                 : static_cast<double>(arithmetic_per_column) / static_cast<double>(bytes_per_column);
  }
  /// The bytes of a node's tile in the arena of a team; 0 if it has none.
  std::size_t tile_bytes(const plan::OutlineNode& node) const {
    return static_cast<std::size_t>(node.tile_bytes) * tile_values;
  }

  /// The same explanation with a prediction of the time, for a memory bandwidth [bytes/s]:
  /// `explain(div, e).at_bandwidth(4.4e12)`.
  STENCIL_WHERE_CALLED
  Explanation at_bandwidth(double bytes_per_second) const {
    Explanation other = *this;
    other.bandwidth = bytes_per_second;
    return other;
  }
  /// The time [s] to move the bytes at the given bandwidth; 0 if none is given.
  double predicted_seconds() const { return bandwidth > 0 ? static_cast<double>(bytes()) / bandwidth : 0; }
  /// The bytes that must be moved, divided by the measured time [bytes/s].
  double achieved_bandwidth() const {
    return measured_seconds > 0 ? static_cast<double>(bytes()) / measured_seconds : 0;
  }
  /// The measured time divided by the predicted one.
  double measured_to_predicted() const {
    return bandwidth > 0 && measured_seconds > 0 ? measured_seconds / predicted_seconds() : 0;
  }

  /// The explanation as text. A template, so that only programs that use it compile it.
  template <class Self = Explanation>
  std::string text() const;
  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const Explanation& e) {
    return out << e.text();
  }
};

namespace detail::explaining {

STENCIL_WHERE_CALLED
inline std::string number(double x) {
  char s[32];
  std::snprintf(s, sizeof s, "%.4g", x);
  return s;
}
STENCIL_WHERE_CALLED
inline std::string seconds(double t) {
  return t < 1e-3 ? number(1e6 * t) + " us" : t < 1 ? number(1e3 * t) + " ms" : number(t) + " s";
}
STENCIL_WHERE_CALLED
inline std::string counted(std::size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// The offsets at which an operator reads an argument: "-1/2..+1/2".
STENCIL_WHERE_CALLED
inline std::string range(const plan::NodeRead& r) {
  if (r.seen == 0) return "nothing inside";
  return plan::text::halves(r.low) + ".." + plan::text::halves(r.low + static_cast<int>(std::bit_width(r.seen)) - 1);
}

/// One line of the table of nodes.
struct TableLine {
  std::string cell[5];
};

template <class Explained>
class NodeTable {
 public:
  explicit NodeTable(const Explained& x) : x_(x), printed_(x.tree.nodes.size(), false) {
    lines_.push_back({{"value", "at", "what becomes of it", "arithmetic + loads in a row", "rows evaluated"}});
    for (const int root : x.tree.roots) add(root, 0, "");
  }
  std::string text() const {
    std::size_t width[5] = {};
    for (const TableLine& line : lines_) {
      if (line.cell[1].empty()) continue;  // lines that say what an operator reads do not widen the table
      for (std::size_t i = 0; i < 5; ++i) width[i] = std::max(width[i], line.cell[i].size());
    }
    std::string all;
    for (const TableLine& line : lines_) {
      std::string s = "  ";
      for (std::size_t i = 0; i < 5; ++i) {
        s += line.cell[i];
        if (line.cell[i].size() < width[i] + 2) s.append(width[i] + 2 - line.cell[i].size(), ' ');
      }
      all += s.substr(0, s.find_last_not_of(' ') + 1) + "\n";
    }
    return all;
  }

 private:
  void add(int index, int depth, const std::string& role) {
    const auto place = static_cast<std::size_t>(index);
    const plan::OutlineNode& n = x_.tree.nodes[place];
    const bool again = printed_[place];
    printed_[place] = true;
    const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
    const bool counts = !again && n.kept != plan::Kept::number;
    lines_.push_back({{indent + role + number_of(index) + (n.given.empty() ? "" : n.given + ": ") + n.name, n.location,
                       again ? "as above" : becomes(n),
                       counts ? std::to_string(n.operations) + " + " + number(loads_in_a_row(n)) : "",
                       counts ? std::to_string(n.evaluations) : ""}});
    if (again) return;
    if (n.is_operator()) {
      std::string reads;
      for (const plan::NodeRead& r : n.reads)
        if (!r.condition) reads += (reads.empty() ? "reads " : ", ") + range(r);
      lines_.push_back({{indent + "  (" + reads + "; bottom " + n.bottom + ", top " + n.top + ")", "", "", "", ""}});
    }
    for (const plan::NodeRead& r : n.reads) add(r.node, depth + 1, r.condition ? "condition: " : "");
  }
  /// The number of an operation of a column function, which messages of check_values have too.
  std::string number_of(int index) const {
    const plan::Kept kept = x_.tree.nodes[static_cast<std::size_t>(index)].kept;
    const bool operation = kept == plan::Kept::registers || kept == plan::Kept::destination;
    return operation && x_.mapping.strategy == "column function" ? "#" + std::to_string(index) + " " : "";
  }
  static double loads_in_a_row(const plan::OutlineNode& n) {
    const auto from_tiles = static_cast<double>(n.tile_loads);
    return n.loads + (n.evaluations == 0 ? from_tiles : from_tiles / static_cast<double>(n.evaluations));
  }
  std::string becomes(const plan::OutlineNode& n) const {
    std::string s = word(n.kept);
    if (!n.reason.empty()) s += ", " + n.reason;
    if (n.tile < 0) return s;
    return s + ": tile " + std::to_string(n.tile) + ", " + std::to_string(x_.tile_bytes(n)) + " bytes, " +
           (x_.tiles_in_sequence ? "steps " : "levels ") + std::to_string(n.written) + " to " +
           std::to_string(n.last_read);
  }

  const Explained& x_;
  std::vector<bool> printed_;
  std::vector<TableLine> lines_;
};

template <class Explained>
std::string streams_text(const Explained& x) {
  std::string s;
  for (const bool written : {false, true}) {
    std::string list;
    for (const MemoryStream& stream : x.streams) {
      if (stream.written != written) continue;
      list += (list.empty() ? (written ? "writes " : "reads ") : ", ") + stream.name + " " +
              std::to_string(stream.bytes_per_column);
    }
    if (!list.empty()) s += (s.empty() ? "" : "; ") + list;
  }
  return s;
}

}  // namespace detail::explaining

template <class Self>
std::string Explanation::text() const {
  using detail::explaining::counted;
  using detail::explaining::number;
  std::string s = formula + "\n  on " + shape + "\n";
  if (!mask.empty()) s += "  where " + mask + "\n";
  s += detail::explaining::NodeTable<Self>(*this).text();
  s += "  strategy    " + mapping.strategy + ": " + mapping.reason + "\n";
  s += "  team        " + mapping.team + "\n";
  s += "  arena       " + std::to_string(mapping.arena_bytes) + " bytes per team, " +
       counted(static_cast<std::size_t>(mapping.barriers), "barrier") + "\n";
  s += "  compulsory  " + std::to_string(bytes_per_column) + " bytes per column, " + std::to_string(bytes()) +
       " in all: " + detail::explaining::streams_text<Self>(*this) + "\n";
  s += "  operations  " + std::to_string(operations_per_column) + " per column with loads, " +
       std::to_string(arithmetic_per_column) + " without; " + number(intensity()) + " per compulsory byte\n";
  for (const auto& warning : warnings) s += "  warning     " + warning + "\n";
  if (bandwidth > 0) {
    s += "  predicted   " + detail::explaining::seconds(predicted_seconds()) + " at " + number(bandwidth / 1e9) +
         " GB/s\n";
  }
  if (measured_seconds > 0) {
    s += "  measured    " + detail::explaining::seconds(measured_seconds) + ", " + number(achieved_bandwidth() / 1e9) +
         " GB/s";
    if (bandwidth > 0) s += ", " + number(measured_to_predicted()) + " times the predicted time";
    s += "\n";
  }
  return s;
}

/// A compile-time error for explain(a), explain(a + b) and explain(a + b, c).
template <class E, class... Rest>
  requires(IsOperand<E> && (sizeof...(Rest) == 0 || !IsWritable<E>))
Explanation explain(const E&, const Rest&...) {
  static_assert(
      !std::is_same_v<E, E>,
      "stencil: explain takes an assignment, first its destination: explain(div, a + b), or explain(fields(x, "
      "y), f(a, b))");
  return {};
}

}  // namespace stencil
