// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace single_column {

inline constexpr double sample_period = 60.0;  ///< of model time [s]

/// Where the numbers of a Snapshot are.
struct Geometry {
  std::vector<double> z_centers;  ///< [m]
  std::vector<double> z_faces;    ///< [m]
  std::size_t columns = 0;        ///< that a snapshot holds
  std::size_t column_step = 1;    ///< of the ensemble, from one of them to the next
  std::size_t first = 0;          ///< which of the sampled columns a snapshot begins with
};

/// The model at one time, on the host: value[column * size + level], with `size` the number of centers or faces.
struct Snapshot {
  double time = 0.0;       ///< [s]
  double time_step = 0.0;  ///< the last one [s]
  std::vector<double> u;
  std::vector<double> v;
  std::vector<double> theta;
  std::vector<double> flux_u;  ///< upward, at the faces, the ground's included [m2 s-2]
  std::vector<double> flux_v;
  std::vector<double> flux_theta;  ///< [K m s-1]
};

/// Sees the model at its start and then once a minute of model time. It may stop the run by an exception.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin(const Geometry& geometry) = 0;
  virtual void sample(const Snapshot& snapshot) = 0;
  /// The same of the sampled columns that this process has, none or all of them, each time before the whole.
  virtual void begin_share(const Geometry& /*geometry*/) {}
  virtual void sample_share(const Snapshot& /*snapshot*/) {}
  /// After every time step, which has reached `time` [s].
  virtual void stepped(double /*time*/) {}
};

/// The model left the range of numbers.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace single_column
