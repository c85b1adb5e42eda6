// SPDX-License-Identifier: BSD-3-Clause
// fails CASE FOLDER: something goes wrong on one rank or on all; the others wait in a sum or a file, or sleep.
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <stencil/mpi.hpp>
#include <stencil/mpi/netcdf.hpp>
#include <stencil/stencil.hpp>
#include <stencil/unfinished_file.hpp>

using namespace stencil;

namespace {

/// What a destructor takes its time for.
struct Slow {
  bool really;
  explicit Slow(bool is) : really(is) {}
  Slow(const Slow&) = delete;
  Slow& operator=(const Slow&) = delete;
  ~Slow() {
    if (really) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
};

/// A file that is not finished.
void write(const std::string& what, const std::string& path, const mpi::Domain& domain) {
  const bool last = domain.rank() + 1 == domain.ranks();
  mpi::NetcdfOutput file(what == "folder" ? path + "/missing/a.nc" : path + "/a.nc", domain, {.compression = 0});
  const CenterField<double> a(domain.grid(ColumnGrid::uniform(100, 0.0, 1.0)));
  file.write(a, {.name = "a"});
  if (what == "shapes" && last)
    file.write(CenterField<double>(ColumnGrid::uniform(100, 0.0, 1.0, domain.count() + 1)), {.name = "b"});
  if (what == "disk") {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit full{1000, 1000};
    if (setrlimit(RLIMIT_FSIZE, &full) != 0) throw Error("no limit of a file's size");
  }
  file.write(a, {.name = "b"});
  file.finish();
  if (last) throw Error("the file was finished");
}

}  // namespace

int main(int argc, char** argv) {
  return mpi::run(argc, argv, [&](MPI_Comm world) {
    const std::string what = argc > 1 ? argv[1] : "";
    int rank = 0, ranks = 1;
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    const mpi::Domain domain(world, 10);
    const CenterField<double> a(domain.grid(ColumnGrid::uniform(4, 0.0, 1.0)));
    if (what == "one") {
      if (rank == ranks - 1) throw GridError("one rank fails");
      if (rank == 0) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    if (what == "all") throw GridError("every rank fails");
    if (what == "unwinding") {
      std::optional<UnfinishedFile> file;
      if (rank == 0) file.emplace(std::string(argv[2]) + "/a");
      const Slow end(rank == 0);
      throw GridError("every rank fails");
    }
    if (what == "file_of_another") {
      std::optional<UnfinishedFile> file;
      if (rank == 0) file.emplace(std::string(argv[2]) + "/a");
      MPI_Barrier(world);
      if (rank == ranks - 1) throw GridError("a rank without files fails");
      static_cast<void>(global_sum(domain, a));
    }
    if (what == "status" && rank == ranks - 1) return 3;
    if (what == "memory" && rank == ranks - 1) throw std::bad_alloc();
    if (what == "columns" && rank == 0) {
      const CenterField<double> others(ColumnGrid::uniform(4, 0.0, 1.0, 77));
      static_cast<void>(global_sum(domain, others));
    }
    if (what == "lists") static_cast<void>(mpi::Domain(world, std::vector<std::size_t>{0}));
    if (what == "total") static_cast<void>(mpi::Domain(world, static_cast<std::size_t>(rank + 100)));
    if (what == "few") static_cast<void>(mpi::Domain(world, 2));
    if (argc > 2 && (what == "disk" || what == "shapes" || what == "folder"))
      write(what, argv[2], mpi::Domain(world, 5000));
    static_cast<void>(global_sum(domain, a));
    return 0;
  });
}
