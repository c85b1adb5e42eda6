// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <stencil/column/changing_grid.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/field.hpp>
#include <stencil/mpi/domain.hpp>
#include <stencil/mpi/made_together.hpp>
#include <stencil/mpi/pieces.hpp>
#include <stencil/mpi/redistribute.hpp>
#include <stencil/netcdf.hpp>

namespace stencil::mpi {

/// Writes fields of the columns of all ranks to one netCDF file, as netcdf::Output does those of one process: CF,
/// complete or not there. Needs stencil::netcdf or stencil::netcdf_mpi too.
///
/// Writing::together, which takes a parallel netCDF-4 (stencil::netcdf_mpi): all ranks have the file open, and each
/// writes its own columns; where these are no block in the order of the ranks, they are moved first, by one all-to-all.
/// Writing::first_rank: rank 0 alone has it open, and the others send it their columns, some 2 MiB at a time: no rank
/// holds more than a piece of a field of all, but heights per column, and writing is no faster than one process is.
/// Either way the values do not depend on the number of ranks, and the bytes of the second never do.
///
/// All ranks call all members, with the same arguments but for the columns, and destroy it together. What goes wrong is
/// a FileError on the ranks that meet it, which mpi::run makes the end of all; nothing of the file is left.
class NetcdfOutput : private netcdf::WritesFieldsAlone {
 public:
  using WritesFieldsAlone::write;
  /// FileError for Writing::together where the netCDF that the program is compiled with cannot.
  NetcdfOutput(const std::string& path, const Domain& domain, netcdf::Description description = {},
               Writing writing = usual_writing)
      : domain_(domain), together_(writing == Writing::together), has_heights_(description.time_units.empty()) {
    if (!together_) {
      if (domain.rank() == 0) file_.emplace(path, std::move(description));
      return;
    }
#if STENCIL_PARALLEL_NETCDF
    if (!domain.contiguous()) blocks_.emplace(domain.communicator(), domain.total());
    file_.emplace(path, std::move(description), std::make_unique<MadeTogether>(path, blocks_ ? *blocks_ : domain));
#else
    throw netcdf::FileError(path + ": cannot be written by all ranks together (this netCDF is no parallel one; link " +
                            "stencil::netcdf_mpi, or let rank 0 write with mpi::Writing::first_rank)");
#endif
  }

  /// As netcdf::Output::at_time.
  void at_time(double time) {
    has_heights_ = true;
    if (file_) file_->at_time(time);
  }
  /// As netcdf::Output::write; ShapeError for a field of other columns than this rank's.
  template <class Field>
    requires(!netcdf::IsUnassigned<Field> && !is_vec<typename Field::value_type>)
  void write(const Field& field, const netcdf::Variable& variable) {
    using T = typename Field::value_type;
    if (field.columns() != domain_.count()) {
      throw ShapeError("mpi::NetcdfOutput: variable '" + variable.name + "' has " + std::to_string(field.columns()) +
                       " columns, but rank " + std::to_string(domain_.rank()) + " of the domain has " +
                       std::to_string(domain_.count()));
    }
    if (together_) return write_together(field, variable);
    const ColumnGrid whole = whole_grid(field.grid());
    const auto host = field.to_host();
    const auto rows = static_cast<std::size_t>(field.levels());
    Pieces<T>(domain_, rows).each(host, [&](std::size_t first, std::size_t columns, const std::vector<T>& values) {
      if (file_)
        file_->write_columns<typename Field::location>(whole, first, columns, std::span<const T>(values), variable);
    });
  }
  /// Each component of a field of Vecs, as a variable.
  template <class Field, std::size_t N>
    requires is_vec<typename Field::value_type>
  void write(const Field& field, const netcdf::Variable (&variables)[N]) {
    using Value = typename Field::value_type;
    static_assert(sizeof(Value) == N * sizeof(scalar_of<Value>),
                  "stencil: a field of Vecs is written with one netcdf::Variable for each component");
    const stencil::Field<scalar_of<Value>, typename Field::location> component(field.grid());
    const auto host = field.to_host();
    std::vector<scalar_of<Value>> values(host.size());
    for (std::size_t which = 0; which < N; ++which) {
      for (std::size_t i = 0; i < host.size(); ++i) values[i] = host[i][which];
      component.from_host(values);
      write(component, variables[which]);
    }
  }
  /// One number for the whole file.
  void write(double number, const netcdf::Variable& variable) {
    if (file_) file_->write(number, variable);
  }
  /// Completes the file and gives it its name. When it returns on any rank, the file is there.
  void finish() {
    if (file_) file_->finish();
    require(MPI_Barrier(domain_.communicator()), "MPI_Barrier");
  }

 private:
  /// Columns go from the rank that has them to the one that writes them, where that is another.
  template <class Field>
  void write_together(const Field& field, const netcdf::Variable& variable) {
    using T = typename Field::value_type;
    using Location = typename Field::location;
    if (!file_) return;
    if (!blocks_) return file_->write(field, variable);
    const ColumnGrid& own = field.grid();
    // Heights that change go along as a field, because moved columns are on another grid each time.
    const bool change = own.heights_change();
    stencil::Field<T, Location> block(change ? ColumnGrid::uniform(own.levels(), 0.0, 1.0, own.columns()) : own);
    block.from_host(field.to_host());
    if (!change) {
      move_columns(domain_, *blocks_, block);
      return file_->write(block, variable);
    }
    FaceField<double> faces(block.grid());
    if (has_heights_) faces.from_host(netcdf::heights_of(own, Face{}));
    move_columns(domain_, *blocks_, block, faces);
    const ColumnGrid grid = changed(own, blocks_->count(), has_heights_ ? faces.to_host() : std::vector<double>());
    const auto host = block.to_host();
    file_->write_values<Location>(grid, std::span<const T>(host), variable);
  }
  /// That of all columns on rank 0; on the others any.
  ColumnGrid whole_grid(const ColumnGrid& own) {
    if (own.heights_change()) {
      const std::vector<double> faces = has_heights_ ? all_faces(own) : std::vector<double>();
      return file_ ? changed(own, domain_.total(), faces) : own;
    }
    const bool known = all_agree(own, grids_ && grids_->own == own);
    if (known && grids_) return grids_->of_file;
    ColumnGrid whole = own;
    if (own.heights_per_column()) {
      const std::vector<double> faces = all_faces(own);
      if (file_) whole = ColumnGrid::from_faces_per_column(faces, domain_.total());
    } else if (file_) {
      whole = own.with_columns(domain_.total());
    }
    return grids_.emplace(Grids{own, whole}).of_file;
  }
  /// Whether this grid is that of the field before, as this rank says. Where heights are gathered, all ranks have to
  /// answer alike: grids of some may be equal and those of others not.
  bool all_agree(const ColumnGrid& own, bool here) const {
    std::int64_t is_new = here ? 0 : 1;
    if (own.heights_per_column()) domain_.messages().largest({&is_new, 1});
    return is_new == 0;
  }
  /// Heights of the faces of all columns on rank 0; on the others none.
  std::vector<double> all_faces(const ColumnGrid& own) const {
    std::vector<double> all;
    Pieces<double>(domain_, static_cast<std::size_t>(own.levels()) + 1)
        .each(netcdf::heights_of(own, Face{}), [&](std::size_t, std::size_t, const std::vector<double>& values) {
          all.insert(all.end(), values.begin(), values.end());
        });
    return all;
  }
  /// The grid by which the file knows one whose heights change, the same at each write, at these heights if there are
  /// any.
  ColumnGrid changed(const ColumnGrid& own, std::size_t columns, const std::vector<double>& z_faces) {
    if (!grids_ || !(grids_->own == own)) {
      const auto any = ColumnGrid::uniform(own.levels(), 0.0, 1.0, columns);
      grids_.emplace(Grids{own, any.with_changing_heights()});
    }
    if (!z_faces.empty()) detail::changing::set_faces<backend::Cpu>(grids_->of_file, z_faces);
    return grids_->of_file;
  }

  struct Grids {
    ColumnGrid own, of_file;
  };
  Domain domain_;
  bool together_;
  bool has_heights_;              // what is written now; of heights that change, nothing before the first of many times
  std::optional<Domain> blocks_;  // who writes which columns, where that is not who has them
  std::optional<netcdf::Output> file_;
  std::optional<Grids> grids_;
};

/// Reads fields of this rank's columns from a netCDF file of all columns, which each rank opens for itself: no message,
/// and as many readers of one file as there are ranks. Needs stencil::netcdf too.
class NetcdfInput : private netcdf::ReadsFieldsAlone {
 public:
  using ReadsFieldsAlone::read;
  NetcdfInput(const std::string& path, const Domain& domain) : domain_(domain), file_(path) {}

  /// The file, for what is the same on all ranks: times, attributes, whether there is a variable.
  const netcdf::Input& file() const { return file_; }
  /// The grid of this rank's columns of a file that Output wrote. Heights per column are read whole on every rank.
  ColumnGrid grid() const { return domain_.grid(file_.grid()); }
  /// As netcdf::Input::read, at the last time if no record is given; the variable has the columns of all ranks.
  template <class Field>
    requires(!is_vec<typename Field::value_type>)
  void read(const Field& field, const netcdf::Variable& variable, std::optional<std::size_t> record = {}) const {
    const auto rows = static_cast<std::size_t>(field.levels());
    std::vector<typename Field::value_type> host(rows * domain_.count());
    std::vector<std::pair<std::size_t, std::size_t>> mine;  // number and index, ascending: few pieces of the file
    mine.reserve(domain_.count());
    for (std::size_t i = 0; i < domain_.count(); ++i) mine.emplace_back(domain_.column(i), i);
    std::sort(mine.begin(), mine.end());
    std::vector<std::size_t> index;
    index.reserve(mine.size());
    for (const auto& column : mine) index.push_back(column.second);
    for (std::size_t i = 0; i < mine.size();) {
      const std::size_t first = mine[i].first;
      std::size_t columns = 1;
      while (i + columns < mine.size() && mine[i + columns].first == first + columns) ++columns;
      const auto values = file_.read_columns(field, variable, first, columns, domain_.total(), record,
                                             std::span(index).subspan(i, columns));
      for (std::size_t c = 0; c < columns; ++c) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(c * rows), rows,
                    host.begin() + static_cast<std::ptrdiff_t>(index[i + c] * rows));
      }
      i += columns;
    }
    field.from_host(host);
  }
  /// A variable for each component of a field of Vecs.
  template <class Field, std::size_t N>
    requires is_vec<typename Field::value_type>
  void read(const Field& field, const netcdf::Variable (&variables)[N], std::optional<std::size_t> record = {}) const {
    using Value = typename Field::value_type;
    static_assert(sizeof(Value) == N * sizeof(scalar_of<Value>),
                  "stencil: a field of Vecs is read with one netcdf::Variable for each component");
    const stencil::Field<scalar_of<Value>, typename Field::location> component(field.grid());
    std::vector<Value> host(static_cast<std::size_t>(field.levels()) * field.columns());
    for (std::size_t which = 0; which < N; ++which) {
      read(component, variables[which], record);
      const auto values = component.to_host();
      for (std::size_t i = 0; i < host.size(); ++i) host[i][which] = values[i];
    }
    field.from_host(host);
  }

 private:
  Domain domain_;
  netcdf::Input file_;
};

}  // namespace stencil::mpi
