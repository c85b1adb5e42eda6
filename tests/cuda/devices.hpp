// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

/// Which device and which capture calls are for. Each gives what does not hold, nothing where all does; defined in a
/// .cu file, so that the test framework never meets nvcc.
namespace devices {

/// How many there are.
int count();
/// With fields on the first device and on the second.
std::vector<std::string> wrong_on_two();
/// A field that goes while a stream captures, one that waits for the legacy stream or not.
std::vector<std::string> wrong_while_capturing(bool waits_for_legacy);
/// What is given back after a wait of one thread, where another one adds memory meanwhile.
std::vector<std::string> wrong_order_of_what_is_left();
/// Assignments while the runtime holds an error of somebody else.
std::vector<std::string> wrong_beside_an_error();
/// After more page-locked memory was asked for than there is.
std::vector<std::string> wrong_after_an_error();
/// How many blocks of a kernel are resident, without shared memory and with some, asked twice.
std::vector<std::string> wrong_resident_blocks();

}  // namespace devices
