// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <stencil/inspect/outline.hpp>
#include <stencil/where_used.hpp>

/// An outline as the steps of a team: fields in memory, the tiles that are filled at each depth of the tree, and the
/// destinations. Values that are computed where they are used belong to the step that uses them.
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
    Text title;     ///< "a", "tile 0", "div"
    Text formula;   ///< other steps in it by their titles; empty for fields
    Text location;  ///< "center", "face", "surface", "anywhere"
    Text ends;      ///< the conditions of the operators in it, one line each
    int row = 0;    ///< in the picture: 0 for memory, else 1 + depth of the tree
    bool field = false;
    int readers = 0;
    std::vector<Read> reads;
  };

  std::vector<Step> steps;
  int barriers = 0;
};

namespace detail::stepping {

inline bool is_a_step(const OutlineNode& n) {
  return n.kept == Kept::memory || n.kept == Kept::stored || n.kept == Kept::destination;
}

/// A template, so that only programs that draw compile it.
template <class Tree>
class StepBuilder {
  using Drawn = DrawnSteps<Tree>;
  using Text = typename Drawn::Text;
  using Node = where_used<OutlineNode, Tree>;
  using Halves = where_used<std::vector<int>, Tree>;

 public:
  explicit StepBuilder(const Tree& tree) : tree_(tree), step_of_(tree.nodes.size(), -1) {}

  Drawn steps(const std::vector<Text>& destinations) {
    result_.barriers = tree_.height;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (is_a_step(tree_.nodes[i]) && tree_.nodes[i].kept != Kept::destination) add(static_cast<int>(i));
    }
    for (std::size_t r = 0; r < tree_.roots.size(); ++r) {
      const int root = tree_.roots[r];
      const Node& n = tree_.nodes[static_cast<std::size_t>(root)];
      if (n.kept != Kept::destination) {  // the field itself, or a height or a number
        const int step = static_cast<int>(result_.steps.size());
        result_.steps.push_back({});
        result_.steps.back().location = n.location;
        const Text formula = value_of(step, root, {0});
        result_.steps.back().formula = formula;
      } else {
        add(root);
      }
      result_.steps.back().title = destinations[r];
      result_.steps.back().row = tree_.height + 1;
    }
    return std::move(result_);
  }

 private:
  Text title_of(int node) const {
    return result_.steps[static_cast<std::size_t>(step_of_[static_cast<std::size_t>(node)])].title;
  }
  /// Adds the step of a node, after those of the nodes that it reads.
  void add(int node) {
    const Node& n = tree_.nodes[static_cast<std::size_t>(node)];
    typename Drawn::Step made;
    made.location = n.location;
    made.field = n.kept == Kept::memory;
    made.row = made.field ? 0 : n.level + 1;
    const bool has_tile = n.tile >= 0;  // else its values are kept by whole columns
    made.title = made.field ? n.name : (has_tile ? "tile " : "columns ") + std::to_string(has_tile ? n.tile : node);
    const int step = static_cast<int>(result_.steps.size());
    result_.steps.push_back(made);
    if (!made.field) {
      Text text = expression(step, node, {0});
      if (text.size() > 2 && text.front() == '(' && text.back() == ')' && closes_at_the_end(text))
        text = text.substr(1, text.size() - 2);
      result_.steps[static_cast<std::size_t>(step)].formula = text;
    }
    step_of_[static_cast<std::size_t>(node)] = step;
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
  Halves step_of_;
  Drawn result_;
};

}  // namespace detail::stepping

/// `destinations`: a name for each root.
template <class Tree>
DrawnSteps<Tree> steps_of(const Tree& tree, const std::vector<std::string>& destinations) {
  return detail::stepping::StepBuilder<Tree>(tree).steps(destinations);
}

}  // namespace stencil::plan
