// SPDX-License-Identifier: BSD-3-Clause
// What docs/interoperability.md and docs/time_steps.md show of netCDF files: it writes some, reads them, and compares.
#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

#include <cstdio>

int main() {
  using namespace stencil;
  const auto grid = ColumnGrid::stretched(8, 0.0, 1000.0, 40.0, 3);
  CenterField<double> temperature(grid, "temperature"), density(grid);
  CenterField<Vec<double, 2>> wind(grid, "wind");
  temperature.fill([](double z) { return 290.0 - 0.0065 * z; });
  density.fill(1.2);
  wind.fill(Vec<double, 2>{8.0, 0.5});

  netcdf::Output file("profiles.nc", {.title = "A cooling column", .time_units = "seconds since 2000-01-01 00:00:00"});
  file.write(density, {.name = "rho", .units = "kg m-3", .standard_name = "air_density"});  // once
  for (double time = 0.0; time <= 1200.0; time += 600.0) {
    file.at_time(time);  // what follows is of this time
    file.write(temperature, {.name = "ta", .units = "K", .standard_name = "air_temperature"});
    file.write(wind, {{.name = "ua", .units = "m s-1", .standard_name = "eastward_wind"},
                      {.name = "va", .units = "m s-1", .standard_name = "northward_wind"}});
    temperature = 0.99 * temperature;
  }
  file.finish();

  const netcdf::Input again("profiles.nc");
  CenterField<double> last(again.grid());
  again.read(last, {.name = "ta", .units = "K"});

  temperature = temperature / 0.99 - last;
  const double off = global_norm(temperature);
  std::printf("off by %.1e\n", off);

  netcdf::write_restart("restart.nc", 1800.0, temperature, wind);

  CenterField<double> warm(temperature.grid(), "temperature");
  CenterField<Vec<double, 2>> gust(temperature.grid(), "wind");
  const double time = netcdf::read_restart("restart.nc", warm, gust);  // 1800
  const bool same = warm.to_host() == temperature.to_host() && gust.to_host() == wind.to_host();
  return off < 1e-9 && same && time == 1800.0 ? 0 : 1;
}
