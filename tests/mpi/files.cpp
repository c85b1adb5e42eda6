// SPDX-License-Identifier: BSD-3-Clause
// files FOLDER: what ranks write is the file that one of them writes, to the byte through rank 0 and value for value
// together, and what they read is what was written.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <stencil/mpi/netcdf.hpp>
#include <stencil/mpi/restart.hpp>

#include "checks.hpp"

using namespace stencil;
using namespace checks_of_ranks;

namespace {

const netcdf::Variable theta{.name = "theta", .units = "K"};
const netcdf::Variable flux{.name = "flux", .units = "W m-2"};
const netcdf::Variable area{.name = "area", .units = "m2"};
const netcdf::Variable wind[] = {{.name = "u", .units = "m s-1"}, {.name = "v", .units = "m s-1"}};

template <class Columns>
void write(const std::string& path, const mpi::Domain& domain, const ColumnGrid& whole, mpi::Writing writing,
           const Columns& number) {
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> a(domain.grid(whole));
  const FaceField<float> f(a.grid());
  const SurfaceField<int> s(a.grid());
  scatter(a, number);
  scatter(f, number);
  scatter(s, number);
  const SurfaceField<Vec<float, 2>> w(a.grid());
  std::vector<Vec<float, 2>> winds;
  for (std::size_t i = 0; i < w.columns(); ++i)
    winds.push_back({static_cast<float>(number(i)), -2.0F * static_cast<float>(number(i))});
  w.from_host(winds);
  mpi::NetcdfOutput output(path, domain,
                           {.title = "columns of ranks", .time_units = "seconds since 2000-01-01 00:00:00"}, writing);
  output.write(s, area);
  for (const double time : {0.0, 60.0}) {
    output.at_time(time);
    output.write(a, theta);
    output.write(f, flux);
    output.write(w, wind);
    a = 2 * a;
  }
  output.write(48.5, {.name = "lat", .units = "degrees_north"});
  output.finish();
}

void read(const std::string& path, const mpi::Domain& domain) {
  const mpi::NetcdfInput input(path, domain);
  const CenterField<double> a(input.grid()), expected(input.grid());
  const SurfaceField<int> s(input.grid()), whole(input.grid());
  const auto own = [&](std::size_t i) { return domain.column(i); };
  scatter(expected, own);
  scatter(whole, own);
  input.read(a, theta);
  input.read(s, area);
  require(level_mean(a - 2 * expected) == std::vector<double>(static_cast<std::size_t>(a.levels()), 0.0),
          "a rank reads its own columns");
  input.read(a, theta, 0);
  require(a.to_host() == expected.to_host(), "a rank reads its own columns at an earlier time");
  const SurfaceField<Vec<float, 2>> w(input.grid());
  input.read(w, wind);
  for (std::size_t i = 0; i < domain.count(); ++i) {
    const auto here = static_cast<float>(domain.column(i));
    require(w.to_host()[i] == Vec<float, 2>{here, -2.0F * here}, "a rank reads the components of its columns");
  }
  require(s.to_host() == whole.to_host(), "a rank reads values of its own columns");
  const CenterField<double> other(ColumnGrid::uniform(3, 0.0, 1.0, domain.count()));
  require_refused([&] { input.read(other, theta); }, "does not fit");
}

/// Heights per column that are those of the field before on rank 0 alone: all ranks gather them, and it is told that
/// the file would have two grids.
void grids_that_are_equal_on_one_rank(const std::string& folder, MPI_Comm world) {
  const std::size_t total = 12;
  const mpi::Domain domain(world, total);
  if (domain.ranks() == 1) return;
  const auto of_faces_above = [&](double ground) {
    std::vector<double> faces;
    for (std::size_t c = 0; c < domain.count(); ++c) {
      for (int k = 0; k < 3; ++k) faces.push_back(k + 1e-3 * static_cast<double>(domain.column(c)) + ground);
    }
    return ColumnGrid::from_faces_per_column(faces, domain.count());
  };
  const CenterField<double> a(of_faces_above(0.0)), b(of_faces_above(domain.rank() == 0 ? 0.0 : 1.0));
  const std::string path = folder + "/two_grids.nc";
  {
    mpi::NetcdfOutput output(path, domain, {}, mpi::Writing::first_rank);
    output.write(a, theta);
    if (domain.rank() == 0) {
      require_refused([&] { output.write(b, flux); }, "is another grid and needs a file of its own");
    } else {
      output.write(b, flux);
    }
  }
  require(!std::filesystem::exists(path), "a file of two grids is not there");
}

/// Heights of a file are those of the columns that a rank reads, or the file is refused.
void heights_are_compared(const std::string& folder, const mpi::Domain& domain) {
  const auto hills = [&](double scale) {
    std::vector<double> faces;
    for (std::size_t c = 0; c < domain.total(); ++c) {
      for (int k = 0; k < 4; ++k) faces.push_back(k * scale * (100.0 + static_cast<double>(c)));
    }
    return ColumnGrid::from_faces_per_column(faces, domain.total());
  };
  const CenterField<double> own(domain.grid(hills(1.0))), higher(domain.grid(hills(2.0)));
  const CenterField<double> shared(domain.grid(ColumnGrid::uniform(3, 0.0, 300.0)));
  // As in the file but for one column, the last of this rank.
  std::vector<double> faces = netcdf::heights_of(own.grid(), Face{});
  faces.back() += 1.0;
  const CenterField<double> nearly(ColumnGrid::from_faces_per_column(faces, domain.count()));
  const std::string path = folder + "/hills.nc", flat = folder + "/flat.nc";
  for (const auto& [name, field] : {std::pair(path, own), std::pair(flat, shared)}) {
    mpi::NetcdfOutput output(name, domain);
    output.write(field, theta);
    output.finish();
  }
  const mpi::NetcdfInput input(path, domain), of_flat(flat, domain);
  input.read(own, theta);
  of_flat.read(shared, theta);
  require_refused([&] { input.read(higher, theta); }, "'theta' has level 0 at");
  require_refused([&] { input.read(nearly, theta); }, "'theta' has level 2 at");
  require_refused([&] { of_flat.read(higher, theta); }, "'theta' has level 0 at 50 m");
  if (domain.total() > 1) require_refused([&] { input.read(shared, theta); }, "theirs at");
  require(MPI_Barrier(domain.communicator()) == MPI_SUCCESS, "all have read it");
}

/// A run that some ranks saved goes on with others.
void restart(const std::string& folder, const mpi::Domain& domain) {
  const std::string by_all = folder + "/state_of_all.nc", by_one = folder + "/state_of_one.nc";
  const auto whole = ColumnGrid::uniform(7, 0.0, 1.0, domain.total());
  const CenterField<double> a(domain.grid(whole), "a"), all(whole, "a");
  const SurfaceField<float> b(a.grid(), "b"), all_b(whole, "b");
  scatter(a, [&](std::size_t i) { return domain.column(i); });
  scatter(b, [&](std::size_t i) { return domain.column(i); });
  scatter(all, [](std::size_t i) { return i; });
  scatter(all_b, [](std::size_t i) { return i; });
  mpi::write_restart(by_all, domain, 90.5, std::tie(a, b));
  if (domain.rank() == 0) {
    netcdf::write_restart(by_one, 90.5, all, all_b);
    CenterField<double> later(whole, "a");
    SurfaceField<float> later_b(whole, "b");
    require(netcdf::read_restart(by_all, later, later_b) == 90.5, "the time of a state that ranks wrote");
    require(later.to_host() == all.to_host() && later_b.to_host() == all_b.to_host(),
            "one process has the state that ranks wrote");
  }
  require(MPI_Barrier(domain.communicator()) == MPI_SUCCESS, "both are written");
  for (const std::string& file : {by_all, by_one}) {
    CenterField<double> later(a.grid(), "a");
    SurfaceField<float> later_b(a.grid(), "b"), missing(a.grid(), "c");
    require_refused([&] { mpi::read_restart(file, domain, later, missing); }, "has no variable 'c'");
    require(later.to_host() == std::vector<double>(later.to_host().size()), "what is refused changes no field");
    require(mpi::read_restart(file, domain, later, later_b) == 90.5, "the time of a state");
    require(later.to_host() == a.to_host() && later_b.to_host() == b.to_host(), "a rank has its part of a state");
    later = 0.0, later_b = 0.0F;
    require(mpi::read_restart(file, domain, std::tie(later, later_b)) == 90.5, "the time of a state, of tied fields");
    require(later.to_host() == a.to_host() && later_b.to_host() == b.to_host(),
            "tied fields have their part of a state");
  }
}

/// A run whose heights change, each column's by another factor.
class Moving {
 public:
  template <class Columns>
  Moving(std::size_t columns, const Columns& number)
      : grid(ColumnGrid::uniform(4, -20.0, 0.0, columns).with_changing_heights()),
        a(grid, "a"),
        s(grid, "s"),
        f_(grid) {
    scatter(a, number);
    scatter(s, number);
    std::vector<double> factors;
    for (std::size_t i = 0; i < columns; ++i) factors.push_back(1.0 + 1e-3 * static_cast<double>(number(i)));
    f_.from_host(factors);
  }
  void move() { set_heights(grid, f_ * heights(Face{})); }
  template <class Output>
  void write(Output&& file) {
    file.write(s, area);
    for (const double time : {0.0, 60.0, 120.0}) {
      file.at_time(time);
      move();
      if (time == 60.0) continue;  // no field, no heights
      file.write(a, theta);
      file.write(s, flux);
    }
    file.finish();
  }
  const ColumnGrid grid;
  const CenterField<double> a;
  const SurfaceField<int> s;

 private:
  SurfaceField<double> f_;
};

std::string bytes(const std::string& path) {
  std::ostringstream all;
  all << std::ifstream(path, std::ios::binary).rdbuf();
  return all.str();
}

/// What a file holds, whatever the order in which it lies there.
std::vector<std::pair<std::string, std::vector<double>>> contents(const std::string& path) {
  const auto file = netcdf::OpenFile::for_reading(path);
  std::vector<std::pair<std::string, std::vector<double>>> all;
  int variables = 0;
  file.check(nc_inq_nvars(file.id(), &variables), "variables");
  for (int id = 0; id < variables; ++id) {
    char name[NC_MAX_NAME + 1] = {};
    int attributes = 0;
    file.check(nc_inq_varname(file.id(), id, name), "a name");
    file.check(nc_inq_varnatts(file.id(), id, &attributes), "attributes");
    const auto dimensions = file.dimensions(id);
    std::vector<std::size_t> lengths;
    for (const auto& dimension : dimensions) lengths.push_back(dimension.length);
    std::vector<double> values(file.count(lengths, name));
    file.check(nc_get_var_double(file.id(), id, values.data()), name);
    values.push_back(attributes);
    all.emplace_back(name + netcdf::describe(dimensions), std::move(values));
  }
  return all;
}

/// Heights that change: the file of ranks is that of one process at each time, and so is the state.
void heights_that_change(const std::string& folder, const mpi::Domain& domain, mpi::Writing writing) {
  const std::string by_all = folder + "/moving_of_all.nc", by_one = folder + "/moving_of_one.nc";
  const netcdf::Description times{.time_units = "seconds since 2000-01-01 00:00:00"};
  const auto number = [&](std::size_t i) { return domain.column(i); };
  Moving own(domain.count(), number);
  own.write(mpi::NetcdfOutput(by_all, domain, times, writing));
  if (domain.rank() == 0) {
    Moving one(domain.total(), [](std::size_t i) { return i; });
    one.write(netcdf::Output(by_one, times));
    require(contents(by_all) == contents(by_one), "ranks write the heights of one process at each time");
    if (writing == mpi::Writing::first_rank)
      require(bytes(by_all) == bytes(by_one), "rank 0 writes heights that change as one process does");
  }
  const auto at_the_end = mpi::NetcdfInput(by_all, domain).grid();
  for (std::size_t c = 0; c < domain.count(); ++c) {
    const auto z = at_the_end.z_faces(c), expected = own.grid.z_faces(c);
    require(std::equal(z.begin(), z.end(), expected.begin(), expected.end()),
            "a rank reads the heights of its columns");
  }
  const std::string state = folder + "/moving_state.nc";
  mpi::write_restart(state, domain, 5.0, own.a, own.s);
  CenterField<double> a(own.grid, "a");
  SurfaceField<int> s(own.grid, "s");
  require(mpi::read_restart(state, domain, a, s) == 5.0 && a.to_host() == own.a.to_host(), "a state at other heights");
  require(MPI_Barrier(domain.communicator()) == MPI_SUCCESS, "all have read it");
  own.move();
  require_refused([&] { mpi::read_restart(state, domain, a, s); }, "set_heights or set_thickness");
  require(MPI_Barrier(domain.communicator()) == MPI_SUCCESS, "all have met the heights of another time");
}

}  // namespace

int main(int argc, char** argv) {
  return mpi::run(argc, argv, [&](MPI_Comm world) {
    const std::string folder = argc > 1 ? argv[1] : ".";
    const std::size_t total = 3001;
    // More values than a piece has, of which rank 0 writes one after the other; together there are no pieces.
    const auto even = ColumnGrid::uniform(88, 0.0, 88.0), low = ColumnGrid::uniform(5, 0.0, 88.0);
    std::vector<double> faces;
    for (std::size_t c = 0; c < total; ++c) {
      for (int k = 0; k < 3; ++k) faces.push_back(k + 1e-6 * static_cast<double>(c));
    }
    const auto uneven = ColumnGrid::from_faces_per_column(faces, total);
    const mpi::Domain blocks(world, total);
    std::vector<std::size_t> turned;
    for (std::size_t i = 0; i < blocks.count(); ++i) turned.push_back(total - 1 - blocks.column(i));
    const mpi::Domain lists(world, turned);
    const mpi::Domain alone(MPI_COMM_SELF, total);
    std::vector<mpi::Writing> ways{mpi::Writing::first_rank};
    if (mpi::usual_writing == mpi::Writing::together) {
      ways.push_back(mpi::Writing::together);
    } else {
      require_refused([&] { mpi::NetcdfOutput(folder + "/none.nc", blocks, {}, mpi::Writing::together); },
                      "this netCDF is no parallel one");
    }
    for (const mpi::Writing way : ways) {
      for (const auto& whole : {way == mpi::Writing::first_rank ? even : low, uneven}) {
        const std::string by_one = folder + "/one.nc";
        if (blocks.rank() == 0) write(by_one, alone, whole, way, [](std::size_t i) { return i; });
        for (const auto& domain : {blocks, lists}) {
          // The large one in one order each, for the time.
          if (!whole.heights_per_column() && domain.contiguous() == (way == mpi::Writing::together)) continue;
          const std::string by_all = folder + "/all.nc";
          write(by_all, domain, whole, way, [&](std::size_t i) { return domain.column(i); });
          require(std::filesystem::exists(by_all), "when a rank has finished, the file is there");
          if (blocks.rank() == 0) {
            require(contents(by_all) == contents(by_one), "ranks write the values of one process");
            if (way == mpi::Writing::first_rank)
              require(bytes(by_all) == bytes(by_one), "rank 0 writes the file of one process");
          }
          read(by_all, domain);
          require(MPI_Barrier(world) == MPI_SUCCESS, "all have read it");
        }
      }
    }
    for (const mpi::Writing way : ways)
      for (const auto& domain : {blocks, lists}) heights_that_change(folder, domain, way);
    grids_that_are_equal_on_one_rank(folder, world);
    for (const auto& domain : {blocks, lists}) heights_are_compared(folder, domain);
    restart(folder, blocks);
    restart(folder, lists);
    return 0;
  });
}
