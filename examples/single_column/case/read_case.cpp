// SPDX-License-Identifier: BSD-3-Clause
#include "read_case.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "../model/constants.hpp"
#include "netcdf_file.hpp"
#include "table.hpp"
#include "units.hpp"

namespace single_column {
namespace {

double exner(double pressure) { return std::pow(pressure / constants::reference_pressure, constants::gas_over_heat); }

std::string format_date(double seconds) {
  const auto whole = static_cast<long long>(std::llround(seconds));
  const long long days = whole >= 0 ? whole / 86400 : -((86399 - whole) / 86400);
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days}}};
  const int clock = static_cast<int>(whole - days * 86400);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u %02d:%02d:%02d", int(date.year()), unsigned(date.month()),
                unsigned(date.day()), clock / 3600, clock / 60 % 60, clock % 60);
  return text;
}

/// Rejects values that only other units, or a slip, explain.
void require_between(double least, double most, const NetcdfFile& file, const std::string& what,
                     const std::vector<double>& values, const std::string& units) {
  const auto wrong =
      std::find_if(values.begin(), values.end(), [&](double value) { return !(value >= least && value <= most); });
  if (wrong == values.end()) return;
  file.reject("the " + what + " of " + std::to_string(*wrong) + " " + units + " cannot be right; check its units");
}
void require_temperature(const NetcdfFile& file, const std::string& what, const std::vector<double>& values) {
  require_between(100.0, 2000.0, file, what, values, "K");
}

/// Potential temperature, or what a dry case may give in its place.
Profile read_theta(const NetcdfFile& file) {
  const std::string purpose = "initial potential temperature";
  Profile theta;
  if (file.has("theta") || !(file.has("thetal") || (file.has("ta") && file.has("pa")))) {
    theta = read_profile(file, "theta", "K", purpose);
  } else if (file.has("thetal")) {
    theta = read_profile(file, "thetal", "K", purpose);
  } else {
    theta = read_profile(file, "ta", "K", "initial temperature");
    const Profile pressure = read_profile(file, "pa", "Pa", "initial pressure");
    for (std::size_t i = 0; i < theta.value.size(); ++i) theta.value[i] /= exner(pressure.value[i]);
  }
  require_temperature(file, purpose, theta.value);
  return theta;
}

Series read_surface_pressure(const NetcdfFile& file, const CaseTimes& times) {
  const std::string name = file.has("ps_forc") ? "ps_forc" : "ps", purpose = "surface pressure";
  Series pressure = read_series(file, times, name, "Pa", purpose);
  require_between(1e4, 2e5, file, purpose + " '" + name + "'", pressure.value, "Pa");
  return pressure;
}

/// Surface potential temperature: as given, or from the surface temperature and pressure.
Series read_surface_theta(const NetcdfFile& file, const CaseTimes& times) {
  const auto read = [&](const std::string& name, const std::string& purpose) {
    Series surface = read_series(file, times, name, "K", purpose);
    require_temperature(file, purpose + " '" + name + "'", surface.value);
    return surface;
  };
  if (file.has("thetas_forc")) return read("thetas_forc", "potential temperature of the surface");
  const bool only_old_name = !file.has("ts_forc") && file.has("ts");
  Series surface = read(only_old_name ? "ts" : "ts_forc", "temperature of the surface");
  const Series pressure = read_surface_pressure(file, times);
  for (std::size_t i = 0; i < surface.value.size(); ++i) surface.value[i] /= exner(pressure(surface.time[i]));
  return surface;
}

/// Upward kinematic flux of potential temperature from the sensible heat flux: H / (rho c_p) over the Exner function.
Series read_heat_flux(const NetcdfFile& file, const CaseTimes& times, double surface_theta) {
  Series flux = read_series(file, times, "hfss", "W m-2", "upward sensible heat flux at the surface");
  const Series pressure = read_surface_pressure(file, times);
  for (std::size_t i = 0; i < flux.value.size(); ++i) {
    const double p = pressure(flux.time[i]);
    const double density = p / (constants::gas_constant * surface_theta * exner(p));
    flux.value[i] /= density * constants::heat_capacity * exner(p);
  }
  return flux;
}

void read_surface(const NetcdfFile& file, const CaseTimes& times, Case& result) {
  const std::string heat = file.text_attribute("surface_forcing_temp").value_or("not given");
  if (heat == "ts" || heat == "thetas") {
    result.surface = read_surface_theta(file, times);
  } else if (heat == "surface_flux" || heat == "kinematic") {
    result.surface_heat = SurfaceHeat::flux;
    result.surface = heat == "kinematic" ? read_series(file, times, "wpthetap_s", "K m s-1",
                                                       "upward kinematic heat flux at the surface")
                                         : read_heat_flux(file, times, result.theta.value.front());
  } else {
    file.reject("global attribute surface_forcing_temp is '" + heat +
                "', but the model knows ts, surface_flux and kinematic; set one of them");
  }

  const std::string wind = file.text_attribute("surface_forcing_wind").value_or("z0");
  if (wind != "z0")
    file.reject("global attribute surface_forcing_wind is '" + wind +
                "', but the model knows z0 only; give a roughness length");
  result.roughness = read_series(file, times, "z0", "m", "roughness length");
  result.roughness_heat = result.roughness;
  if (file.has("z0h")) {
    result.roughness_heat = read_series(file, times, "z0h", "m", "roughness length for heat");
  } else {
    // Over land the common choice where a file is silent (Garratt 1992, section 4.2).
    for (double& value : result.roughness_heat.value) value *= 0.1;
  }
  for (const Series& roughness : {result.roughness, result.roughness_heat}) {
    if (*std::min_element(roughness.value.begin(), roughness.value.end()) <= 0.0) {
      file.reject("variable 'z0' or 'z0h' is not positive; give a roughness length in m");
    }
  }
}

double read_duration(const NetcdfFile& file, const CaseTimes& times) {
  const auto start = file.text_attribute("start_date");
  const auto end = file.text_attribute("end_date");
  const auto date = [&file](const char* name, const std::optional<std::string>& text) -> std::optional<double> {
    if (!text) return std::nullopt;
    const auto found = parse_date(*text);
    if (!found)
      file.reject("global attribute " + std::string(name) + " is '" + *text +
                  "', which is no date; write YYYY-MM-DD hh:mm:ss");
    return found;
  };
  const auto from = date("start_date", start);
  const auto until = date("end_date", end);
  const double duration = from && until ? *until - *from : times.forcing.back();
  if (duration <= 0.0) file.reject("the case lasts no time; set the global attributes start_date and end_date");
  return duration;
}

std::vector<std::string> list_left_out(const NetcdfFile& file) {
  std::vector<std::string> left_out;
  for (const char* name : {"adv_ta", "adv_theta", "adv_thetal", "adv_ua", "adv_va", "forc_wa", "forc_wap", "nudging_ua",
                           "nudging_va", "nudging_ta", "nudging_theta", "nudging_thetal"}) {
    if (file.number_attribute(name).value_or(0.0) != 0.0) left_out.emplace_back(name);
  }
  const std::string radiation = file.text_attribute("radiation").value_or("off");
  if (radiation != "off") left_out.push_back("radiation = " + radiation);
  return left_out;
}

std::vector<std::string> list_moisture(const NetcdfFile& file) {
  std::vector<std::string> found;
  for (const char* name : {"qv", "qt", "rv", "rt", "hfls"}) {
    if (!file.has(name)) continue;
    const Values water = file.read_unconverted(name, "water");
    if (std::any_of(water.data.begin(), water.data.end(), [](double q) { return q != 0.0; })) found.emplace_back(name);
  }
  return found;
}

}  // namespace

Case read_case(const std::string& path) {
  const NetcdfFile file(path);
  const std::string version = file.text_attribute("format_version").value_or("DEPHY SCM format version 1");
  if (version.find("version 1") == std::string::npos) {
    file.reject("global attribute format_version is '" + version +
                "', but the model reads DEPHY format version 1; convert the file");
  }
  Case result;
  result.file = path;
  result.name = file.text_attribute("case").value_or("unnamed case");
  result.reference = file.text_attribute("reference").value_or("");
  const CaseTimes times = read_times(file);
  result.start_date = format_date(times.start);
  result.duration = read_duration(file, times);
  result.forced_until = times.forcing.size() == 1 ? std::numeric_limits<double>::infinity() : times.forcing.back();
  result.latitude = read_series(file, times, "lat", "degrees_north", "latitude").value.front();
  if (std::abs(result.latitude) > 90.0) {
    file.reject("variable 'lat' is " + std::to_string(result.latitude) +
                " degrees north; give a latitude between -90 and 90");
  }
  result.u = read_profile(file, "ua", "m s-1", "initial eastward wind");
  result.v = read_profile(file, "va", "m s-1", "initial northward wind");
  result.theta = read_theta(file);
  result.geostrophic = file.number_attribute("forc_geo").value_or(1.0) != 0.0;
  if (result.geostrophic) {
    result.u_geostrophic = read_profile_series(file, times, "ug", "m s-1", "geostrophic eastward wind");
    result.v_geostrophic = read_profile_series(file, times, "vg", "m s-1", "geostrophic northward wind");
  } else {
    result.u_geostrophic = {{0.0}, {{{0.0}, {0.0}}}};
    result.v_geostrophic = result.u_geostrophic;
  }
  read_surface(file, times, result);
  result.left_out = list_left_out(file);
  result.moisture = list_moisture(file);
  return result;
}

}  // namespace single_column
