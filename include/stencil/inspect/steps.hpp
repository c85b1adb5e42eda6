// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <stencil/inspect/outline.hpp>
#include <stencil/where_used.hpp>

/// An outline as the steps of a team: fields in memory, the tiles that are filled at each depth of the tree, in a
/// column function the values that are used several times, and the destinations. Values that are computed where they
/// are used belong to the step that uses them.
namespace stencil::plan {

/// `Tree`: an Outline.
template <class Tree>
struct DrawnSteps {
  using Text = where_used<std::string, Tree>;

  /// An edge of the picture: one step reads the values of another.
  struct Read {
    int step = 0;
    std::vector<int> halves;  ///< offsets in half levels; empty for values of conditions and of whole columns
  };

  struct Step {
    Text title;     ///< "a", "tile 0", "value 0" or the name that the user gave it, "div"
    Text formula;   ///< other steps in it by their titles; empty for fields
    Text location;  ///< "center", "face", "surface", "anywhere"
    Text ends;      ///< the conditions of the operators in it, one line each
    int row = 0;    ///< in the picture: 0 for memory, else above the steps that it reads
    bool field = false;
    int readers = 0;
    std::vector<Read> reads;
  };

  std::vector<Step> steps;
  int rows = 0;      ///< of the picture
  int barriers = 0;  ///< between the depths of a tree
};

namespace stepping {

/// A template, so that only programs that draw compile it.
template <class Tree>
class StepBuilder {
  using Drawn = DrawnSteps<Tree>;
  using Text = typename Drawn::Text;
  using Node = where_used<OutlineNode, Tree>;
  using Halves = where_used<std::vector<int>, Tree>;

 public:
  explicit StepBuilder(const Tree& tree)
      : tree_(tree), step_of_(tree.nodes.size(), -1), readers_(tree.nodes.size(), 0) {
    for (const Node& n : tree.nodes)
      for (const auto& r : n.reads) ++readers_[static_cast<std::size_t>(r.node)];
    for (const int root : tree.roots) ++readers_[static_cast<std::size_t>(root)];
  }

  Drawn steps(const std::vector<Text>& destinations) {
    result_.barriers = tree_.height;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (is_a_step(i)) add(static_cast<int>(i));
    }
    int top = tree_.height;
    for (const auto& step : result_.steps) top = std::max(top, step.row);
    result_.rows = top + 2;
    for (std::size_t r = 0; r < tree_.roots.size(); ++r) {
      const int root = tree_.roots[r];
      const Node& n = tree_.nodes[static_cast<std::size_t>(root)];
      // A value that is used elsewhere too, a field, a height or a number.
      if (is_a_step(static_cast<std::size_t>(root)) || n.kept != Kept::destination) {
        const int step = static_cast<int>(result_.steps.size());
        result_.steps.push_back({});
        result_.steps.back().location = n.location;
        const Text formula = value_of(step, root, {0});
        result_.steps.back().formula = formula;
      } else {
        add(root);
      }
      result_.steps.back().title = destinations[r];
      result_.steps.back().row = top + 1;
    }
    return std::move(result_);
  }

 private:
  /// Whether a node is one before the destinations. A tree has each node once.
  bool is_a_step(std::size_t node) const {
    const Node& n = tree_.nodes[node];
    if (n.kept == Kept::memory || n.kept == Kept::stored) return true;
    return (n.kept == Kept::registers || n.kept == Kept::destination) && readers_[node] > 1;
  }
  Text title_of(int node) const {
    return result_.steps[static_cast<std::size_t>(step_of_[static_cast<std::size_t>(node)])].title;
  }
  static Text stored_title(const Node& n, int node) {
    return n.tile >= 0 ? "tile " + std::to_string(n.tile) : "columns " + std::to_string(node);  // as whole columns
  }
  Text value_title(const Node& n) { return n.given.empty() ? "value " + std::to_string(values_++) : n.given; }
  /// Adds the step of a node, after those of the nodes that it reads.
  void add(int node) {
    const Node& n = tree_.nodes[static_cast<std::size_t>(node)];
    typename Drawn::Step made;
    made.location = n.location;
    made.field = n.kept == Kept::memory;
    made.row = made.field ? 0 : n.level + 1;
    made.title = made.field ? n.name : n.kept == Kept::stored ? stored_title(n, node) : value_title(n);
    const int step = static_cast<int>(result_.steps.size());
    result_.steps.push_back(made);
    if (!made.field) {
      Text text = expression(step, node, {0});
      if (text.size() > 2 && text.front() == '(' && text.back() == ')' && closes_at_the_end(text))
        text = text.substr(1, text.size() - 2);
      result_.steps[static_cast<std::size_t>(step)].formula = text;
      if (n.kept != Kept::stored) put_above_what_it_reads(step);
    }
    step_of_[static_cast<std::size_t>(node)] = step;
  }
  void put_above_what_it_reads(int step) {
    auto& made = result_.steps[static_cast<std::size_t>(step)];
    for (const auto& r : made.reads)
      made.row = std::max(made.row, result_.steps[static_cast<std::size_t>(r.step)].row + 1);
  }
  static bool closes_at_the_end(const Text& text) {
    int open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (open == 0 && i + 1 < text.size()) return false;
    }
    return true;
  }

  /// A value in the formula of a step: the title of the step that stores it, else its formula. Records what is read.
  Text value_of(int step, int node, const Halves& halves) {
    const std::size_t place = static_cast<std::size_t>(node);
    if (step_of_[place] >= 0) {
      read(step, step_of_[place], halves);
      return title_of(node);
    }
    return expression(step, node, halves);
  }
  Text expression(int step, int node, const Halves& halves) {
    const Node& n = tree_.nodes[static_cast<std::size_t>(node)];
    if (n.reads.empty()) return n.name;
    if (n.is_operator()) {
      const Text line = n.name + ": " + (n.bottom == n.top ? n.bottom : "bottom " + n.bottom + ", top " + n.top);
      Text& ends = result_.steps[static_cast<std::size_t>(step)].ends;
      if (ends.find(line) == Text::npos) ends += (ends.empty() ? "" : "\n") + line;
    }
    Text list;
    bool first = true;
    for (const auto& r : n.reads) {
      Halves at;
      for (int bit = 0; bit < 64 && !r.condition; ++bit) {
        if ((r.seen >> bit & 1U) == 0) continue;
        for (const int base : halves) {
          const int half = base + r.low + bit;
          if (std::find(at.begin(), at.end(), half) == at.end()) at.push_back(half);
        }
      }
      if (n.location == "surface" && tree_.nodes[static_cast<std::size_t>(r.node)].location != "surface") at.clear();
      const Text value = value_of(step, r.node, at);
      if (r.condition) continue;
      if (n.infix && (!first || n.reads.size() == 1)) list += n.reads.size() == 1 ? n.name : " " + n.name + " ";
      if (!n.infix && !first) list += ", ";
      list += value;
      first = false;
    }
    return n.infix ? "(" + list + ")" : n.name + "(" + list + ")";
  }
  void read(int reader, int step, const Halves& halves) {
    auto& reads = result_.steps[static_cast<std::size_t>(reader)].reads;
    for (typename Drawn::Read& known : reads) {
      if (known.step != step) continue;
      for (const int half : halves)
        if (std::find(known.halves.begin(), known.halves.end(), half) == known.halves.end())
          known.halves.push_back(half);
      return;
    }
    reads.push_back({step, halves});
    ++result_.steps[static_cast<std::size_t>(step)].readers;
  }

  const Tree& tree_;
  Halves step_of_, readers_;
  int values_ = 0;  // that have no name
  Drawn result_;
};

}  // namespace stepping

/// `destinations`: a name for each root.
template <class Tree>
DrawnSteps<Tree> steps_of(const Tree& tree, const std::vector<std::string>& destinations) {
  return stepping::StepBuilder<Tree>(tree).steps(destinations);
}

}  // namespace stencil::plan
