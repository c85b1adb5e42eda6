// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <stencil/stencil.hpp>

#include "../case/profile.hpp"

namespace single_column {

/// Factor of the geostrophic wind in a column of the ensemble: 1 in column 0; in the others within 1 -+ spread, spread
/// evenly by steps of the golden ratio, so that column h is the same in an ensemble of any size.
inline double perturbation(std::size_t column, double spread) {
  const double golden = 0.61803398874989485;
  double whole = 0.0;
  return column == 0 ? 1.0 : 1.0 + spread * (2.0 * std::modf(golden * static_cast<double>(column), &whole) - 1.0);
}

/// One component of the geostrophic wind, linear in time between the profiles of the case.
template <class Center>
class GeostrophicWind {
 public:
  /// `first` is the number in the ensemble of the grid's first column.
  GeostrophicWind(const stencil::ColumnGrid& grid, const ProfileSeries& series, double spread, std::size_t first)
      : series_(series), spread_(spread), first_(first), before_(grid), after_(grid), now_(grid) {
    const auto same = [](const Profile& a, const Profile& b) { return a.height == b.height && a.value == b.value; };
    const auto& profiles = series_.profile;
    constant_ =
        std::all_of(profiles.begin(), profiles.end(), [&](const Profile& p) { return same(p, profiles.front()); });
    fill(now_, 0);
  }

  /// The wind at a time; valid until the next call.
  const Center& at(double time) {
    if (constant_) return now_;
    const std::size_t last = series_.time.size() - 1;
    const auto later = std::upper_bound(series_.time.begin(), series_.time.end(), time);
    const std::size_t next = std::clamp<std::size_t>(static_cast<std::size_t>(later - series_.time.begin()), 1, last);
    if (next != next_) {
      fill(before_, next - 1);
      fill(after_, next);
      next_ = next;
    }
    const double span = series_.time[next] - series_.time[next - 1];
    const double weight = std::clamp((time - series_.time[next - 1]) / span, 0.0, 1.0);
    now_ = before_ + weight * (after_ - before_);
    return now_;
  }

 private:
  void fill(Center& field, std::size_t index) const {
    const Profile& profile = series_.profile[index];
    field.fill(
        [&profile, this](double z, std::size_t column) { return perturbation(first_ + column, spread_) * profile(z); });
  }

  ProfileSeries series_;
  double spread_;
  std::size_t first_;
  bool constant_ = false;
  std::size_t next_ = 0;
  Center before_;
  Center after_;
  Center now_;
};

}  // namespace single_column
