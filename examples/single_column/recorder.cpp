// SPDX-License-Identifier: BSD-3-Clause
#include "recorder.hpp"

#include <cstddef>

namespace single_column {
namespace {

constexpr double record_period = 600.0;  ///< of model time between records of the netCDF file [s]

}  // namespace

void FileRecorder::begin(const Geometry& geometry) {
  if (writer_ == Writer::one_process) output_.begin(geometry);
}
void FileRecorder::sample(const Snapshot& snapshot) {
  if (writer_ == Writer::one_process) write(snapshot);
}
void FileRecorder::begin_share(const Geometry& geometry) {
  if (writer_ == Writer::each) output_.begin(geometry);
}
void FileRecorder::sample_share(const Snapshot& snapshot) {
  if (writer_ == Writer::each) write(snapshot);
}
void FileRecorder::write(const Snapshot& snapshot) {
  if (snapshot.time < next_record_ && snapshot.time < duration_) return;
  output_.write(snapshot);
  next_record_ += record_period;
}

void Recorder::begin(const Geometry& geometry) {
  geometry_ = geometry;
  file_.begin(geometry);
}

void Recorder::sample(const Snapshot& snapshot) {
  if (snapshot.time == 0.0) initial_ = snapshot;
  if (snapshot.time > mean_from()) last_hour_.add(snapshot);
  history_.add(geometry_, snapshot);
  file_.sample(snapshot);
  progress_.reach(snapshot.time);
}

void Recorder::stepped(double time) { progress_.reach(time); }

std::vector<Diagnostics> Recorder::diagnostics() const {
  const Snapshot mean_state = mean();
  std::vector<Diagnostics> result;
  result.reserve(geometry_.columns);
  for (std::size_t column = 0; column < geometry_.columns; ++column)
    result.push_back(diagnose(geometry_, mean_state, column));
  return result;
}

}  // namespace single_column
