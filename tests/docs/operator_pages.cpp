// SPDX-License-Identifier: BSD-3-Clause
// operator_pages [--write] ROOT: compares what the pages in ROOT/docs/operators say about each operator with what its
// formulas give when they are evaluated on symbols, or writes it there. Returns 1 where a page says something else,
// where an operator of the library has no place in a page, or a section lacks what every section has.
#include "operator_pages.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + " cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

bool complain(const std::string& what) {
  std::printf("%s\n", what.c_str());
  return false;
}

/// The text between the marks of one block: where it begins, and how long it is.
struct Place {
  std::size_t begin = std::string::npos;
  std::size_t length = 0;
};
Place place_of(const std::string& page, const std::string& name) {
  const std::string opening = "<!-- from the code: " + name + " -->\n";
  const std::size_t mark = page.find(opening);
  if (mark == std::string::npos) return {};
  const std::size_t begin = mark + opening.size();
  const std::size_t end = page.find("<!-- so far -->\n", begin);
  return end == std::string::npos ? Place{} : Place{begin, end - begin};
}

/// The part of a page between the headings around a position.
std::string section_around(const std::string& page, std::size_t position) {
  const std::size_t heading = page.rfind("\n## ", position);
  const std::size_t begin = heading == std::string::npos ? 0 : heading;
  return page.substr(begin, page.find("\n## ", position) - begin);
}

/// What every operator's section has beside what comes from the code.
bool is_whole(const std::string& section, const std::string& name, const std::string& file) {
  bool whole = true;
  for (const char* part : {"\nOrder: ", "Source:", "\nLiterature: ", "../../tests/ops/"})
    if (section.find(part) == std::string::npos) whole = complain(file + ": the section of " + name + " lacks " + part);
  const std::size_t example = section.find("```cpp\n");
  if (example == std::string::npos) return complain(file + ": the section of " + name + " has no example");
  const std::string code = section.substr(example, section.find("```", example + 3) - example);
  if (std::count(code.begin(), code.end(), '\n') > 4) whole = complain(file + ": the example of " + name + " is long");
  if (code.find(name) == std::string::npos) whole = complain(file + ": the example of " + name + " does not use it");
  return whole;
}

/// The operators that the library's headers define, found by the first line of their structs.
std::set<std::string> operators_of(const fs::path& folder) {
  std::set<std::string> names;
  const std::regex definition(R"(struct (\w+) : Operator<)");
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string code = contents(entry.path());
    for (std::sregex_iterator found(code.begin(), code.end(), definition), end; found != end; ++found)
      names.insert((*found)[1]);
  }
  return names;
}

bool run(bool write, const fs::path& root) {
  bool right = true;
  std::set<std::string> missing = operators_of(root / "include/stencil/ops");
  for (const operator_pages::Block& block : operator_pages::blocks()) {
    missing.erase(block.type);
    const fs::path file = root / "docs/operators" / (block.page + ".md");
    std::string page = contents(file);
    const Place place = place_of(page, block.name);
    if (place.begin == std::string::npos) {
      right = complain(file.string() + ": there is no place for what the code says of " + block.name);
      continue;
    }
    if (!block.type.empty()) right = is_whole(section_around(page, place.begin), block.name, file.string()) && right;
    if (page.compare(place.begin, place.length, block.text) == 0) continue;
    if (write) {
      page.replace(place.begin, place.length, block.text);
      std::ofstream(file) << page;
    } else {
      right =
          complain(file.string() + " disagrees with the code about " + block.name + ". The code says:\n" + block.text);
    }
  }
  for (const std::string& name : missing)
    right = complain(name + " is on no page: tests/docs/operator_list.cpp lacks it");
  if (!right) std::printf("The target write_operator_pages writes the pages anew.\n");
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const bool write = argc == 3 && std::string(argv[1]) == "--write";
    if (argc != 2 && !write) throw std::runtime_error("usage: operator_pages [--write] ROOT");
    return run(write, argv[argc - 1]) ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "operator_pages: %s\n", e.what());
    return 2;
  }
}
