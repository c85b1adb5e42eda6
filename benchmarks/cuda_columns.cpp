// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_columns.hpp"
#include "arguments.hpp"

#include <exception>
#include <sstream>
#include <stdexcept>

namespace {

constexpr const char* usage =
    "cuda_columns [--only PART] [--levels 10,64] [--columns 8192,86400] [--csv FILE] [--repetitions N]\n"
    "             [--gigabytes N]\n"
    "W1 and W2 on the current CUDA device, every strategy beside kernels written by hand and a triad; W3, an implicit\n"
    "solve, beside its triad and cuSPARSE's batched solver (the column to_hand is then to cuSPARSE).\n"
    "PART is a part of a case's name, such as W1/f64/levels/64x1048576.\n"
    "Cases that need more than --gigabytes of device memory are left out, and said so; 40 unless told.\n";

template <class T>
std::vector<T> numbers(const std::string& list) {
  std::vector<T> result;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) {
    result.push_back(arguments::whole<T>(word));
  }
  if (result.empty()) throw std::invalid_argument("a list of numbers is empty");
  return result;
}

benchmarks::Options parse(const std::vector<std::string>& words) {
  benchmarks::Options options;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::string& name = words[i];
    if (i + 1 == words.size()) throw std::invalid_argument("'" + name + "' needs a value");
    const std::string& value = words[i + 1];
    if (name == "--only") {
      options.only = value;
    } else if (name == "--levels") {
      options.levels = numbers<int>(value);
    } else if (name == "--columns") {
      options.columns = numbers<std::size_t>(value);
    } else if (name == "--repetitions") {
      options.repetitions = arguments::whole<int>(value);
    } else if (name == "--gigabytes") {
      options.gigabytes = arguments::whole<int>(value);
    } else if (name == "--csv") {
      options.csv = std::fopen(value.c_str(), "w");
      if (options.csv == nullptr) throw std::runtime_error("cannot write " + value);
    } else {
      throw std::invalid_argument("there is no option '" + name + "'");
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words == std::vector<std::string>{"--help"}) {
      std::fputs(usage, stdout);
      return 0;
    }
    const benchmarks::Options options = parse(words);
    std::fputs("work,precision,layout,levels,columns,way,form,milliseconds,gb_per_s,to_triad,to_hand\n", options.csv);
    benchmarks::w1_double(options);
    benchmarks::w1_float(options);
    benchmarks::w2_double(options);
    benchmarks::w2_float(options);
    benchmarks::w3_double(options);
    benchmarks::w3_float(options);
    return std::fflush(options.csv) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cuda_columns: %s\n", error.what());
    return 1;
  }
}
