// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <stencil/assign/check.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/operands.hpp>

/// Which device the fields of an evaluation are on, for backends that have several.
namespace stencil::checks {

/// Memory that every device reaches, or of a machine with one.
inline constexpr int any_device = -1;

/// The device that all operands are on; any_device where each is. DeviceError that names the fields where they are on
/// several. device_of(address) is that of memory.
template <class DeviceOf>
int one_device(const DeviceOf& device_of, const plan::OperandList& operands) {
  int found = any_device;
  bool mixed = false;
  for (const plan::Operand& operand : operands) {
    const int device = device_of(operand.leaf.data);
    mixed = mixed || (device != any_device && found != any_device && device != found);
    if (found == any_device) found = device;
  }
  if (!mixed) return found;
  std::string text;
  for (const plan::Operand& operand : operands) {
    const int device = device_of(operand.leaf.data);
    if (device != any_device)
      text += (text.empty() ? "" : ", ") + checks::describe(operand.leaf) + " on device " + std::to_string(device);
  }
  throw DeviceError("the fields of one evaluation are on several devices: " + text +
                    "; a field belongs to the device that was the current one when it was made, and values go to "
                    "another one through the host, by to_host and from_host");
}

/// Where there is nothing to do.
struct OnTheHost {
  ~OnTheHost() {}  // NOLINT(modernize-use-equals-default): so that nobody warns of an unused variable
};

template <class DeviceOf, class... Nodes>
int one_device(const DeviceOf& device_of, const Nodes&... nodes) {
  plan::OperandList operands;
  (plan::add_operands<plan::StoreNothing>(operands, nodes), ...);
  return one_device(device_of, operands);
}

/// Makes the device of the fields of some expressions and destinations the current one for as long as the result lives.
template <class Backend, class... Nodes>
auto on_their_device([[maybe_unused]] const Nodes&... nodes) {
  if constexpr (requires { typename Backend::OnDevice; }) {
    return
        typename Backend::OnDevice(one_device([](const void* memory) { return Backend::device_of(memory); }, nodes...));
  } else {
    return OnTheHost{};
  }
}

}  // namespace stencil::checks
