// SPDX-License-Identifier: BSD-3-Clause
#include "kokkos_runtime.hpp"

#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <stencil/kokkos.hpp>

namespace {

std::string& said() {
  static std::string text = "nothing";
  return text;
}

/// Kokkos can be started once in a process, around all test cases of a run.
class Runtime : public Catch::EventListenerBase {
 public:
  using EventListenerBase::EventListenerBase;
  void testRunStarting(const Catch::TestRunInfo&) override {
    using namespace stencil;
    try {
      CenterField<double, backend::Kokkos<>>(ColumnGrid::uniform(3, 0.0, 1.0));
    } catch (const Error& e) {
      said() = e.what();
    }
    ::Kokkos::initialize();
  }
  void testRunEnded(const Catch::TestRunStats&) override { ::Kokkos::finalize(); }
};
CATCH_REGISTER_LISTENER(Runtime)

}  // namespace

const std::string& said_before_initialize() { return said(); }
