// SPDX-License-Identifier: BSD-3-Clause
// Ranks that have a GPU each: the numbers of all columns have the bits that one GPU gives, and one process without any.
// To be started with as many ranks as the machine has GPUs or fewer; more are refused, unless the argument is "shared".
// Prints one word for all bits.
#include <cstdio>
#include <string>
#include <vector>

#include <stencil/cuda/sort.hpp>
#include <stencil/mpi/cuda.hpp>

#include "checks.hpp"

using namespace stencil;
using namespace checks_of_ranks;

namespace {

using Cells = CenterField<double, backend::Cuda>;
using PerColumn = SurfaceField<double, backend::Cuda>;

/// All numbers of an ensemble, in one list.
class Numbers {
 public:
  void add(double x) { all_.push_back(x); }
  void add(const std::vector<double>& x) { all_.insert(all_.end(), x.begin(), x.end()); }
  void add(const std::vector<std::vector<double>>& x) {
    for (const auto& row : x) add(row);
  }
  template <class Count>
  void add_counts(const std::vector<Count>& counts) {
    for (const Count n : counts) add(static_cast<double>(n));
  }
  const std::vector<double>& all() const { return all_; }

 private:
  std::vector<double> all_;
};

/// With a domain first or, of one process, with nothing.
template <class Field, class Surface, class... Domain>
std::vector<double> numbers_of(const Field& x, const Surface& w, const Domain&... domain) {
  Numbers n;
  n.add(global_sum(domain..., x));
  n.add(global_sum(domain..., x, w));
  n.add(global_norm(domain..., x));
  n.add(static_cast<double>(global_min(domain..., x)));
  n.add(static_cast<double>(global_max(domain..., x)));
  n.add(level_mean(domain..., x));
  n.add(level_variance(domain..., x));
  n.add(level_quantile(domain..., x, std::vector<double>{0, 0.25, 0.5, 0.999, 1}));
  const std::vector<double> edges{-1e6, -1, 0, 1, 1e9}, other{-1e12, 0, 1e3, 1e12};
  const Histogram h = histogram(domain..., x, edges, w);
  n.add_counts(h.counts);
  n.add(h.sums);
  const JointHistogram j = joint_histogram(domain..., x, edges, x, other, w);
  n.add_counts(j.counts);
  n.add(j.sums);
  return n.all();
}

template <class Field, class Surface, class Columns>
void scatter_both(const Field& x, const Surface& w, const Columns& column) {
  scatter(x, column);
  scatter(w, column);
}

}  // namespace

int main(int argc, char** argv) {
  return mpi::run(argc, argv, [&](MPI_Comm world) {
    const mpi::Domain domain(world, 10007);
    int found = 0;
    if (cudaGetDeviceCount(&found) != cudaSuccess) found = 0;
    MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MAX, world);
    if (found == 0) {
      if (domain.rank() == 0) std::puts("there is no GPU to run on");
      return 77;
    }
    const bool shared = argc > 1 && std::string(argv[1]) == "shared";
    const int device = mpi::choose_device(domain, shared ? mpi::Devices::shared : mpi::Devices::one_rank_each);
    const auto own = [&](std::size_t i) { return domain.column(i); };
    const auto any = [](std::size_t i) { return i; };

    const Cells here(domain.grid(ColumnGrid::uniform(37, 0.0, 1.0)));
    const PerColumn weight_here(here.grid());
    scatter_both(here, weight_here, own);
    const auto numbers = numbers_of(here, weight_here, domain);

    const Cells all(ColumnGrid::uniform(37, 0.0, 1.0, domain.total()));
    const PerColumn weight(all.grid());
    scatter_both(all, weight, any);
    require_same_bits(numbers, numbers_of(all, weight), "what one GPU gives");

    const CenterField<double> on_host(all.grid());
    const SurfaceField<double> weight_on_host(all.grid());
    scatter_both(on_host, weight_on_host, any);
    require_same_bits(numbers, numbers_of(on_host, weight_on_host), "what the CPU gives");

    // A step where the columns are, and the same of those that moved.
    const auto step = [](const Cells& x) {
      Cells to(x.grid());
      to = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(GradientC2F()(x));
      return to;
    };
    mpi::Domain moved = domain;
    Cells moving = here;
    PerColumn cost(here.grid());
    cost.fill([&](std::size_t i) { return 1.0 + 3.0 * static_cast<double>(domain.column(i) % 5000) / 5000; });
    moved.redistribute(moving, cost);
    require_same_bits(global_sum(moved, step(moving)), global_sum(step(all)), "the sum of columns that moved");

    std::uint64_t word = 14695981039346656037U;
    for (const std::uint64_t bits_of_one : checks_of_ranks::bits(numbers)) word = (word ^ bits_of_one) * 1099511628211U;
    for (int rank = 0; rank < domain.ranks(); ++rank) {
      if (rank == domain.rank()) {
        std::printf("rank %d of %d: device %d, %zu numbers, bits %016llx\n", rank, domain.ranks(), device,
                    numbers.size(), static_cast<unsigned long long>(word));
        std::fflush(stdout);
      }
      MPI_Barrier(world);
    }
    return 0;
  });
}
