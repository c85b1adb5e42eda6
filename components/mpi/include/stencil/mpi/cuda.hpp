// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include <stencil/cuda.hpp>
#include <stencil/mpi.hpp>

namespace stencil::mpi {

/// Whether ranks of a node may share its devices.
enum class Devices {
  one_rank_each,  ///< more ranks than devices are an error
  shared          ///< ranks take turns: rank r of the node has device r modulo their number
};

/// Makes the device of this rank's number on its node the current one, and returns it. Call it before the first field.
/// All ranks call it. MpiError on the ranks of a node where they outnumber the devices, unless these are shared.
inline int choose_device(const Domain& domain, Devices devices = Devices::one_rank_each) {
  MPI_Comm node = MPI_COMM_NULL;
  require(MPI_Comm_split_type(domain.communicator(), MPI_COMM_TYPE_SHARED, domain.rank(), MPI_INFO_NULL, &node),
          "MPI_Comm_split_type");
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &ranks);
  MPI_Comm_free(&node);
  int count = 0;
  const bool none = cudaGetDeviceCount(&count) != cudaSuccess || count == 0;
  if (none) {
    static_cast<void>(cudaGetLastError());
    throw MpiError("mpi::choose_device: this node has no GPU that CUDA can use");
  }
  if (ranks > count && devices == Devices::one_rank_each) {
    throw MpiError("mpi::choose_device: " + std::to_string(ranks) + " ranks are on this node, which has " +
                   std::to_string(count) + (count == 1 ? " GPU" : " GPUs") +
                   "; start as many ranks as there are GPUs, or share them with mpi::Devices::shared");
  }
  cuda::require(cudaSetDevice(rank % count), "the device of a rank");
  return rank % count;
}

}  // namespace stencil::mpi
