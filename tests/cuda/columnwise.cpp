// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

#include <unistd.h>

#include "program.hpp"

namespace {

using namespace columnwise_test;

/// What a function writes to the standard error stream.
template <class F>
std::string written_by(const F& f) {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  std::fflush(stderr);
  const int kept = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  f();
  std::fflush(stderr);
  dup2(kept, STDERR_FILENO);
  close(kept);
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

/// The results from number rounded(case) on are those of solves, which lanes eliminate in another order. Where this is
/// only looked at, nothing is instantiated for the CPU, which takes most of the time and is what tests/columnwise has:
/// so on_cpu takes any type.
template <class T, class OnCpu, class OnDevice>
void require_bits_of_the_cpu([[maybe_unused]] const OnCpu& on_cpu, [[maybe_unused]] const OnDevice& on_device,
                             [[maybe_unused]] std::size_t (*rounded)(const Case&) = nullptr,
                             [[maybe_unused]] std::initializer_list<int> levels = {1, 2, 3, 4, 5, 63, 64, 65, 127, 128,
                                                                                   129, 1000}) {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  const auto compare = [&](Case c) {
    c.goes_around = false;  // without a strategy
    const Values<T> expected = on_cpu(c);
    const Values<T> computed = on_device(c);
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", result " << i << " of " << expected.size());
      CHECK((rounded == nullptr || i < rounded(c) ? differing(computed[i], expected[i])
                                                  : apart(computed[i], expected[i])) == 0);
    }
  };
  // Under a sanitizer every launch takes long; scripts/gpu_check asks for a few sizes then.
  if (std::getenv("STENCIL_TEST_FEW") != nullptr) {
    each_case({1, 33, 64, 65}, {5}, compare);  // of any test
  } else {
    each_case(levels, {1, 33, 200}, compare);
  }
#endif
}
/// The values of columns that have ends; no others on a ring.
template <class F>
auto with_ends(const F& values) {
  return [values](const auto& c) { return c.kind != Kind::ring ? values(c) : decltype(values(c)){}; };
}

}  // namespace

// Compiled without contraction on both sides.
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("Column functions on CUDA give the bits of the CPU backend, levels contiguous", "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>(
      [](const auto& c) { return by_functions<double, backend::Cpu, layout::LevelsContiguous>(c, policy()); },
      levels_on_device);
}
#endif
TEST_CASE("Column functions of arrays and structs on CUDA give what the CPU gives", "[cuda][columnwise]") {
  const auto on_cpu = [](const auto& c) {
    return by_groups<double, backend::Cpu, layout::LevelsContiguous, false>(c, policy());
  };
  require_bits_of_the_cpu<double>(on_cpu, groups_on_device, not_solved_in_groups, {1, 2, 5, 63, 65});
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  require_bits_of_the_cpu<double>(on_cpu, groups_across_columns_on_device, not_solved_in_groups, {1, 2, 5, 63, 65});
#endif
}
TEST_CASE("Column functions on CUDA give the bits of the CPU backend, columns contiguous", "[cuda][columnwise]") {
  require_bits_of_the_cpu<float>(
      [](const auto& c) { return by_functions<float, backend::Cpu, layout::ColumnsContiguous>(c, policy()); },
      columns_on_device);
}
TEST_CASE("explain has the registers of the kernel of a column function, and says where to cut it",
          "[cuda][columnwise][explain]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  const auto explained = explained_on_device();
  const HardwareMapping& small = explained[0].mapping;
  CHECK(small.registers >= 16);
  CHECK(small.registers_predicted >= small.registers / 2);
  CHECK(small.registers_predicted <= 2 * small.registers);
  CHECK(small.local_bytes == 0);
  CHECK(explained[0].warnings.empty());
  CHECK(explained[1].mapping.local_bytes > 0);
  REQUIRE(explained[1].warnings.size() == 1);
  CHECK_THAT(explained[1].warnings[0], Catch::Matchers::ContainsSubstring("functions, after result"));
  const HardwareMapping& by_pieces = explained[2].mapping;
  CHECK(by_pieces.registers_predicted == 0);
  CHECK(by_pieces.registers >= 16);
  CHECK_THAT(by_pieces.team, Catch::Matchers::ContainsSubstring("a thread goes along") &&
                                 Catch::Matchers::ContainsSubstring("; registers are predicted for lanes only, ") &&
                                 Catch::Matchers::ContainsSubstring(" registers as compiled"));
  CHECK_THAT(explained[3].mapping.team, Catch::Matchers::ContainsSubstring("a thread takes a column"));
  CHECK(explained[3].warnings.empty());
  REQUIRE(explained[4].warnings.size() == 1);
  CHECK_THAT(explained[4].warnings[0], Catch::Matchers::StartsWith("lanes take turns in the step of a march"));
}
TEST_CASE("An assignment whose values do not fit into registers says so, once", "[cuda][columnwise]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  CHECK_THAT(written_by(move_what_does_not_fit),
             Catch::Matchers::ContainsSubstring("stencil: warning: the assignment to x, x") &&
                 Catch::Matchers::ContainsSubstring("explain of it says where to cut"));
  CHECK(written_by(move_what_does_not_fit).empty());
}
TEST_CASE(
    "Sums and marches in column functions on CUDA give the bits of the CPU, solves to rounding, levels contiguous",
    "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>(
      [](const auto& c) { return by_operations<double, backend::Cpu, layout::LevelsContiguous>(c, policy()); },
      operations_on_device, first_solved);
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE(
    "Sums and marches in column functions on CUDA give the bits of the CPU, solves to rounding, columns contiguous",
    "[cuda][columnwise]") {
  require_bits_of_the_cpu<float>(
      [](const auto& c) { return by_operations<float, backend::Cpu, layout::ColumnsContiguous>(c, policy()); },
      operations_across_columns_on_device, first_solved);
}
TEST_CASE("Steps of marches are called for the levels of whole columns alone on CUDA", "[cuda][columnwise]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  for (const int levels : {1, 17, 64}) {
    for (const std::size_t columns : {1UL, 200UL}) {
      const auto check = [&](bool large, bool in_tiles) {
        INFO(levels << " levels, " << columns << " columns, " << (in_tiles ? "through tiles" : "in registers")
                    << (large ? ", a large state" : ""));
        const Noted noted = strays_on_device(levels, columns, large, in_tiles);
        CHECK(!noted.stray);
        CHECK(noted.lowest == 2 * levels + 1);
      };
      check(false, false), check(true, false), check(true, true);
    }
  }
}
#endif
TEST_CASE("Column functions on CUDA solve around rings where they are asked to", "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>(
      [](auto c) {
        c.kind = Kind::ring;
        return by_rings<double, backend::Cpu, layout::LevelsContiguous>(c, policy());
      },
      [](Case c) {
        c.kind = Kind::ring;
        return rings_on_device(c);
      },
      [](const Case&) { return std::size_t{0}; });
}
TEST_CASE("Column functions on CUDA solve in columns of thousands of levels where lanes hold more",
          "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>(
      [](const auto& c) {
        if (c.kind == Kind::ring) return Values<double>{};
        return by_long_columns<double, backend::Cpu>(c, policy());
      },
      [](const Case& c) { return c.kind == Kind::ring ? Values<double>{} : long_columns_on_device(c); },
      [](const Case&) { return std::size_t{0}; }, {5, 2047, 2049, 4097, 8190});
}
TEST_CASE("Marches on CUDA by threads that take a column each give the bits of the CPU", "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>(with_ends([](const auto& c) {
                                    return by_sweeps<double, backend::Cpu, layout::LevelsContiguous>(c, Falling{},
                                                                                                     policy());
                                  }),
                                  with_ends(sweeps_on_device), nullptr, {1, 2, 8, 63, 64, 97, 200});
  require_bits_of_the_cpu<float>(with_ends([](const auto& c) {
                                   return by_sweeps<float, backend::Cpu, layout::ColumnsContiguous>(c, Rising{},
                                                                                                    policy());
                                 }),
                                 with_ends(sweeps_across_columns_on_device), nullptr, {1, 2, 8, 65});
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  require_bits_of_the_cpu<double>(with_ends([](const auto& c) {
                                    return by_sweeps<double, backend::Cpu, layout::LevelsContiguous>(c, Rising{},
                                                                                                     policy());
                                  }),
                                  with_ends(long_march_on_device), nullptr, {5000});
#endif
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("Threads that take a column each on CUDA give the bits of the CPU in several passes", "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>(with_ends([](const auto& c) {
                                    return by_sweeps<double, backend::Cpu, layout::LevelsContiguous>(
                                        c, InPasses<DirectionFromTop>{}, policy());
                                  }),
                                  with_ends(in_passes_on_device), nullptr, {1, 2, 8, 63, 64, 97, 200});
  require_bits_of_the_cpu<float>(with_ends([](const auto& c) {
                                   return by_sweeps<float, backend::Cpu, layout::ColumnsContiguous>(
                                       c, InPasses<DirectionFromBottom>{}, policy());
                                 }),
                                 with_ends(in_passes_across_columns_on_device), nullptr, {1, 2, 8, 65, 137});
  require_bits_of_the_cpu<double>(with_ends([](const auto& c) {
                                    return by_sweeps<double, backend::Cpu, layout::ColumnsContiguous>(c, SumsAlone{},
                                                                                                      policy());
                                  }),
                                  with_ends(sums_alone_on_device), nullptr, {1, 2, 8, 65, 200});
}
TEST_CASE("Marches beside sums and searches on CUDA give the bits of the CPU, of many columns", "[cuda][columnwise]") {
  const auto of_many = [](const auto& values) {
    return [values](Case c) {
      c.columns += 6000;
      return c.kind != Kind::ring ? values(c) : decltype(values(c)){};
    };
  };
  require_bits_of_the_cpu<double>(of_many([](const auto& c) {
                                    return by_sweeps<double, backend::Cpu, layout::ColumnsContiguous>(
                                        c, MarchesAndSums<DirectionFromTop>{}, policy());
                                  }),
                                  of_many(marches_and_sums_on_device), nullptr, {1, 9, 33, 64, 65, 97, 137});
  require_bits_of_the_cpu<double>(of_many([](const auto& c) {
                                    return by_sweeps<double, backend::Cpu, layout::ColumnsContiguous>(
                                        c, MarchOfLargeState{}, policy());
                                  }),
                                  of_many(march_of_large_state_on_device), nullptr, {1, 9, 64, 65});
}
#endif
TEST_CASE("Column functions on CUDA by threads that take pieces of columns give the bits of the CPU",
          "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>(
      with_ends([](const auto& c) { return by_pieces<double, backend::Cpu>(c, false, policy()); }),
      with_ends(pieces_on_device), nullptr, {1, 2, 3, 8, 64, 137});
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  require_bits_of_the_cpu<float>(
      with_ends([](const auto& c) { return by_pieces<float, backend::Cpu>(c, true, policy()); }),
      with_ends(whole_pieces_on_device), nullptr, {1, 2, 3, 8, 65});
  require_bits_of_the_cpu<double>(
      with_ends([](const auto& c) { return over_ground<double, backend::Cpu>(c, false, policy()); }),
      with_ends(levels_in_pieces_on_device), nullptr, {1, 2, 3, 8, 64, 137});
#endif
}
TEST_CASE("Column functions through tiles on CUDA give the bits of the CPU, solves too, levels contiguous",
          "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>(
      [](const auto& c) { return by_folds_and_long_columns<double, backend::Cpu>(c, policy()); }, tiles_on_device);
}
TEST_CASE("Columns that are too long for tiles throw before anything is written", "[cuda][columnwise]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  CHECK_THROWS_WITH(
      tiles_on_device({3000, 1, Kind::alike}),
      Catch::Matchers::ContainsSubstring(
          "have at most 2048 rows, with the top face or, of a ring, some around its ends; the grid has 3000"));
}
TEST_CASE("Column functions through tiles on CUDA give the bits of the CPU, on rings too, columns contiguous",
          "[cuda][columnwise]") {
  require_bits_of_the_cpu<float>(
      [](const auto& c) { return by_rings<float, backend::Cpu, layout::ColumnsContiguous>(c, policy()); },
      tiles_across_columns_on_device);
}
TEST_CASE("Single levels on CUDA are those of the CPU, of any argument, in masks and in active levels",
          "[cuda][columnwise]") {
  require_bits_of_the_cpu<double>([](const auto& c) { return by_single_levels<double, backend::Cpu>(c); },
                                  single_levels_on_device, nullptr, {1, 2, 33, 50, 60, 64, 65, 130, 1000});
}
