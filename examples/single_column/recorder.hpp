// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "common/progress.hpp"
#include "output/diagnostics.hpp"
#include "output/history.hpp"
#include "output/netcdf_output.hpp"

namespace single_column {

/// Stands between the model and all that is made of its run.
class Recorder : public Observer {
 public:
  Recorder(NetcdfOutput& output, double duration) : output_(output), progress_(duration), duration_(duration) {}

  void begin(const Geometry& geometry) override;
  void sample(const Snapshot& snapshot) override;
  void stepped(double time) override;

  const Geometry& geometry() const { return geometry_; }
  const History& history() const { return history_; }
  const Snapshot& initial() const { return initial_; }
  /// Over the last hour, or over the whole of a shorter run.
  Snapshot mean() const { return last_hour_.value(); }
  double mean_from() const { return duration_ > 3600.0 ? duration_ - 3600.0 : 0.0; }
  /// Of all columns, from the mean.
  std::vector<Diagnostics> diagnostics() const;

 private:
  NetcdfOutput& output_;
  example::Progress progress_;
  double duration_;
  double next_record_ = 0.0;
  Geometry geometry_;
  History history_;
  Snapshot initial_;
  Mean last_hour_;
};

}  // namespace single_column
