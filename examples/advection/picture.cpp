// SPDX-License-Identifier: BSD-3-Clause
#include "picture.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "common/canvas.hpp"
#include "common/panel.hpp"

namespace advection {
namespace {

using example::Axis;
using example::Color;
using example::Panel;

constexpr Color grey{0.55, 0.55, 0.55};
constexpr Color colors[] = {
    {0.12, 0.35, 0.65}, {0.80, 0.40, 0.05}, {0.10, 0.55, 0.25}, {0.60, 0.15, 0.45}, {0.10, 0.10, 0.10}};

/// Schemes that share a diagram, by their names and what the legend calls them.
struct Member {
  const char* scheme;
  const char* label;
};
struct Family {
  const char* title;
  std::vector<Member> members;
};
const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {"upwind",
       {{"UpwindBiasedProductC2F", "1st order"},
        {"Upwind3rdOrderBiasedProductC2F", "3rd"},
        {"WENO5ProductC2F", "WENO5"}}},
      {"LinVanLeerC2F",
       {{"LinVanLeerC2F, AlgebraicMean", "mean"},
        {"LinVanLeerC2F, PositiveDefinite", "positive"},
        {"LinVanLeerC2F, MonotoneHarmonic", "harmonic"},
        {"LinVanLeerC2F, MonotoneLocalExtrema", "extrema"}}},
      {"TVDLimitedFluxC2F",
       {{"TVDLimitedFluxC2F, MinMod", "MinMod"},
        {"TVDLimitedFluxC2F, Koren", "Koren"},
        {"TVDLimitedFluxC2F, Superbee", "Superbee"},
        {"TVDLimitedFluxC2F, VanLeer", "van Leer"},
        {"TVDLimitedFluxC2F, One", "none"}}},
      {"corrected and parabolic", {{"FCTBorisBook", "Boris-Book"}, {"FCTZalesak", "Zalesak"}, {"PPMC2F", "PPM"}}}};
  return all;
}

/// What a diagram shows of a profile.
struct View {
  std::size_t column;
  double bottom, top, least, most;

  /// The part of a column's values between bottom and top.
  std::vector<double> part(const std::vector<double>& z, const std::vector<double>& values, std::size_t first) const {
    std::vector<double> shown;
    for (std::size_t i = 0; i < z.size(); ++i)
      if (z[i] >= bottom && z[i] <= top) shown.push_back(values[first + i]);
    return shown;
  }
};
constexpr View views[] = {{pulse_upward, 0.0, 1.0, -0.25, 1.25}, {smooth_upward, 0.4, 0.6, 0.75, 1.0}};

}  // namespace

void draw_picture(const example::UnfinishedFile& file, const Start& exact, const std::vector<Outcome>& outcomes) {
  const example::Canvas canvas(1640, 850, "Once around a ring of " + std::to_string(exact.z.size()) + " cells");
  double left = 75;
  for (const Family& family : families()) {
    double top = 75;
    for (const View& view : views) {
      const bool is_pulse = view.column == pulse_upward;
      Axis height("height [m]"), value("tracer");
      height.include({view.bottom, view.top});
      value.include({view.least, view.most});
      Panel panel(canvas.cairo(), {left, top, 330, 290}, height, value, is_pulse ? family.title : "the smooth crest");
      const std::vector<double> z = view.part(exact.z, exact.z, 0);
      const std::size_t first = view.column * exact.z.size();
      std::vector<Panel::Entry> legend;
      for (const Member& member : family.members) {
        const auto found = std::find_if(outcomes.begin(), outcomes.end(),
                                        [&](const Outcome& outcome) { return outcome.scheme == member.scheme; });
        if (found == outcomes.end()) continue;
        legend.push_back({member.label, colors[legend.size()]});
        panel.line(z, view.part(exact.z, found->profile, first), legend.back().color, 2.0);
      }
      panel.line(z, view.part(exact.z, exact.profile, first), grey, 1.5, true);
      legend.push_back({"exact", grey, Panel::Look::dashed});
      if (!is_pulse) panel.legend(legend);
      top += 370;
    }
    left += 395;
  }
  canvas.write(file);
}

}  // namespace advection
