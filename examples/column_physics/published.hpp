// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>

/// What the sixteen large-eddy simulations of the case gave that Stevens et al. (2005) compare. The page of this
/// example says where the numbers are from.
namespace column_physics::published {

/// Of the sixteen simulations at a time [h]: the smallest value, the first quartile, the mean, the third quartile, the
/// largest value.
struct Ensemble {
  double hour, least, lower, mean, upper, most;
};

/// Liquid water paths [g/m2].
constexpr Ensemble path[] = {
    {0.0, 60.1, 61.3, 64.8, 68.8, 68.8}, {0.2, 40.0, 61.0, 62.2, 69.3, 72.4}, {0.4, 27.2, 50.3, 53.8, 62.0, 65.2},
    {0.6, 11.4, 39.7, 42.2, 53.1, 54.6}, {0.8, 15.3, 35.3, 39.6, 47.9, 54.8}, {1.0, 11.2, 33.5, 37.1, 47.4, 52.1},
    {1.2, 6.5, 31.7, 35.6, 48.5, 51.3},  {1.4, 4.2, 29.7, 34.9, 45.8, 52.3},  {1.6, 3.8, 27.7, 35.4, 46.9, 55.5},
    {1.8, 4.2, 28.7, 35.9, 49.4, 57.2},  {2.0, 4.7, 26.2, 35.8, 49.2, 57.4},  {2.2, 5.5, 25.2, 35.5, 49.1, 56.6},
    {2.4, 5.0, 26.2, 35.7, 50.6, 56.6},  {2.6, 4.0, 26.5, 35.3, 48.2, 57.0},  {2.8, 4.8, 25.6, 34.6, 46.5, 57.8},
    {3.0, 5.5, 26.1, 34.2, 46.1, 58.6},  {3.2, 6.1, 24.2, 34.2, 47.1, 58.2},  {3.4, 6.9, 24.4, 34.9, 47.0, 58.4},
    {3.6, 4.3, 25.3, 35.0, 48.0, 59.7},  {3.8, 3.4, 25.4, 34.5, 48.6, 58.7},  {4.0, 0.0, 22.4, 33.7, 49.7, 58.0}};

/// Heights of the inversion, where total water is 8 g/kg [m].
constexpr Ensemble inversion[] = {{0.0, 837.5, 838.2, 839.0, 840.7, 840.7}, {0.2, 832.5, 835.3, 836.7, 838.3, 841.8},
                                  {0.4, 819.9, 833.0, 835.1, 838.1, 844.0}, {0.6, 828.5, 832.8, 836.0, 838.8, 849.1},
                                  {0.8, 823.7, 834.7, 837.4, 841.2, 847.5}, {1.0, 827.2, 835.4, 840.3, 844.8, 850.5},
                                  {1.2, 832.2, 838.4, 842.5, 846.3, 853.2}, {1.4, 835.1, 839.8, 843.9, 846.8, 856.0},
                                  {1.6, 835.4, 840.7, 845.1, 847.5, 857.9}, {1.8, 834.6, 841.7, 846.2, 848.8, 860.1},
                                  {2.0, 835.2, 844.0, 847.7, 851.1, 862.8}, {2.2, 835.5, 845.9, 849.3, 853.3, 865.1},
                                  {2.4, 836.0, 844.4, 850.8, 855.1, 866.7}, {2.6, 835.8, 845.1, 852.3, 857.0, 868.3},
                                  {2.8, 835.9, 845.9, 853.7, 859.3, 870.5}, {3.0, 835.4, 846.0, 854.8, 861.1, 872.7},
                                  {3.2, 834.6, 847.0, 856.1, 862.8, 874.3}, {3.4, 834.0, 848.2, 857.2, 864.4, 876.1},
                                  {3.6, 833.7, 849.1, 858.4, 866.1, 878.0}, {3.8, 833.4, 850.3, 859.8, 868.3, 880.0},
                                  {4.0, 832.0, 851.4, 861.7, 870.4, 881.6}};

/// Means over the fourth hour of the first and the third quartile of the paths [g/m2].
constexpr double lower_path = 24.7, upper_path = 47.7;
/// The least and the most entrainment [mm/s] of the simulations of the case whose entrainment is published: those of
/// one of the models, of 1 to 10 m between levels at the inversion.
constexpr double least_entrainment = 3.75, most_entrainment = 5.89;

/// Whether a path [g/m2] lies between the smallest and the largest one at a time [h].
inline bool holds(double hour, double value) {
  const auto* const after = std::lower_bound(std::begin(path) + 1, std::end(path) - 1, hour,
                                             [](const Ensemble& x, double time) { return x.hour < time; });
  const auto* const before = after - 1;
  const double share = (hour - before->hour) / (after->hour - before->hour);
  const auto at = [&](double Ensemble::* what) { return before->*what + share * (after->*what - before->*what); };
  return value >= at(&Ensemble::least) && value <= at(&Ensemble::most);
}

}  // namespace column_physics::published
