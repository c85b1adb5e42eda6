// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "common/progress.hpp"
#include "output/diagnostics.hpp"
#include "output/history.hpp"
#include "output/netcdf_output.hpp"

namespace single_column {

/// Who writes the netCDF file.
enum class Writer {
  one_process,  ///< all sampled columns, where they come together
  each          ///< the columns that it has
};

/// Writes the records of the netCDF file.
class FileRecorder : public Observer {
 public:
  FileRecorder(NetcdfOutput& output, double duration, Writer writer)
      : output_(output), duration_(duration), writer_(writer) {}

  void begin(const Geometry& geometry) override;
  void sample(const Snapshot& snapshot) override;
  void begin_share(const Geometry& geometry) override;
  void sample_share(const Snapshot& snapshot) override;

 private:
  void write(const Snapshot& snapshot);

  NetcdfOutput& output_;
  double duration_;
  Writer writer_;
  double next_record_ = 0.0;
};

/// Stands between the model and all that is made of its run.
class Recorder : public Observer {
 public:
  Recorder(NetcdfOutput& output, double duration, Writer writer)
      : file_(output, duration, writer), progress_(duration), duration_(duration) {}

  void begin(const Geometry& geometry) override;
  void sample(const Snapshot& snapshot) override;
  void begin_share(const Geometry& geometry) override { file_.begin_share(geometry); }
  void sample_share(const Snapshot& snapshot) override { file_.sample_share(snapshot); }
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
  FileRecorder file_;
  example::Progress progress_;
  double duration_;
  Geometry geometry_;
  History history_;
  Snapshot initial_;
  Mean last_hour_;
};

}  // namespace single_column
