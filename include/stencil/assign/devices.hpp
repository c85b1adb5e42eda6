// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <stencil/assign/check.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/operands.hpp>

/// On which device the fields of an evaluation are, for backends with several devices.
namespace stencil::detail::checks {

/// The device of memory that all devices can access, or of a machine with one device.
inline constexpr int any_device = -1;

/// Throws DeviceError, which names fields on different devices.
template <class Backend>
[[noreturn]] STENCIL_COLD void refuse_devices(const plan::OperandList& operands) {
  std::string text;
  for (const plan::Operand& operand : operands) {
    const int device = Backend::device_of(operand.leaf.data);
    if (device != any_device)
      text = detail::messages::joined(
          {text, text.empty() ? "" : ", ", detail::checks::describe(operand.leaf), " on device ", device});
  }
  detail::messages::raise<DeviceError>(
      {"the fields of one evaluation are on several devices: ", text,
       "; a field belongs to the device that was the current one when it was made, and values go to "
       "another one through the host, by to_host and from_host"});
}

/// The device of all operands, or any_device. Backend::device_of(address) is the device of memory. Throws
/// DeviceError if operands are on several devices.
template <class Backend>
int one_device(const plan::OperandList& operands) {
  int found = any_device;
  for (const plan::Operand& operand : operands) {
    const int device = Backend::device_of(operand.leaf.data);
    if (device != any_device && found != any_device && device != found) refuse_devices<Backend>(operands);
    if (found == any_device) found = device;
  }
  return found;
}

/// What on_their_device() returns for backends with one device.
struct OnTheHost {
  ~OnTheHost() {}  // NOLINT(modernize-use-equals-default): a trivial one would give warnings of unused variables
};

template <class Backend, class... Nodes>
int one_device(const Nodes&... nodes) {
  plan::OperandList operands;
  (plan::add_operands<plan::StoreNothing>(operands, nodes), ...);
  return one_device<Backend>(operands);
}

/// Makes the device of operands, or of the fields in expressions and destinations, the current one for the lifetime of
/// the result.
template <class Backend, class... Operands>
auto on_their_device([[maybe_unused]] const Operands&... operands) {
  if constexpr (requires { typename Backend::OnDevice; }) {
    return typename Backend::OnDevice(one_device<Backend>(operands...));
  } else {
    return OnTheHost{};
  }
}

}  // namespace stencil::detail::checks
