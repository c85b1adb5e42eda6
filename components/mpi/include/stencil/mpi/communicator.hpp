// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

// The C++ bindings, which MPI gave up, need libraries of their own.
#if !defined(OMPI_SKIP_MPICXX)
#define OMPI_SKIP_MPICXX 1
#endif
#if !defined(MPICH_SKIP_MPICXX)
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include <stencil/error.hpp>

namespace stencil::mpi {

/// MPI cannot do what it was asked for. The message has its own words.
class MpiError : public Error {
 public:
  using Error::Error;
};

inline void require(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw MpiError(std::string(what) + ": " + std::string(text, static_cast<std::size_t>(length)));
}

/// A duplicate of a communicator, so that no message meets one of the program's, and which returns errors. All ranks
/// make it and call its members together.
class Communicator {
 public:
  explicit Communicator(MPI_Comm of) {
    int running = 0;
    MPI_Initialized(&running);
    if (running == 0) throw MpiError("MPI is not initialised; wrap main in mpi::run, or call MPI_Init first");
    require(MPI_Comm_dup(of, &comm_), "MPI_Comm_dup");
    require(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    require(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
    require(MPI_Comm_size(comm_, &ranks_), "MPI_Comm_size");
  }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  ~Communicator() {
    int over = 0;
    MPI_Finalized(&over);
    // Freeing may wait for the others, who do not come where an exception goes through this rank alone. It stays then.
    if (over == 0 && std::uncaught_exceptions() == 0) MPI_Comm_free(&comm_);
  }

  MPI_Comm get() const { return comm_; }
  int rank() const { return rank_; }
  int ranks() const { return ranks_; }

  /// Sums, or the largest, of the words of all ranks.
  void sum(std::span<std::int64_t> words) const { reduce(words, MPI_SUM); }
  void largest(std::span<std::int64_t> words) const { reduce(words, MPI_MAX); }

  /// The sum of the words of the ranks before this one.
  std::int64_t sum_before(std::int64_t word) const {
    std::int64_t before = 0;
    require(MPI_Exscan(&word, &before, 1, MPI_INT64_T, MPI_SUM, comm_), "MPI_Exscan");
    return rank_ == 0 ? 0 : before;  // MPI leaves that of the first rank undefined
  }

  /// The words of all ranks, one rank after the other; `counts` becomes how many there are of each.
  std::vector<std::uint64_t> all_words(const std::vector<std::uint64_t>& mine, std::vector<int>& counts) const {
    const int count = to_int(mine.size());
    counts.assign(static_cast<std::size_t>(ranks_), 0);
    require(MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm_), "MPI_Allgather");
    const std::vector<int> from = places(counts);
    std::vector<std::uint64_t> all(static_cast<std::size_t>(from.back()) + static_cast<std::size_t>(counts.back()));
    require(
        MPI_Allgatherv(mine.data(), count, MPI_UINT64_T, all.data(), counts.data(), from.data(), MPI_UINT64_T, comm_),
        "MPI_Allgatherv");
    return all;
  }

  /// Sends records of `bytes` bytes, send_counts[r] of them to rank r one after the other, and receives as many of each
  /// as receive_counts says.
  std::vector<char> exchange(const std::vector<char>& records, std::size_t bytes, const std::vector<int>& send_counts,
                             const std::vector<int>& receive_counts) const {
    const std::vector<int> to = places(send_counts);
    const std::vector<int> from = places(receive_counts);
    const auto count = static_cast<std::size_t>(from.back()) + static_cast<std::size_t>(receive_counts.back());
    std::vector<char> received(count * bytes);
    MPI_Datatype record = MPI_DATATYPE_NULL;
    require(MPI_Type_contiguous(to_int(bytes), MPI_BYTE, &record), "MPI_Type_contiguous");
    require(MPI_Type_commit(&record), "MPI_Type_commit");
    const int code = MPI_Alltoallv(records.data(), send_counts.data(), to.data(), record, received.data(),
                                   receive_counts.data(), from.data(), record, comm_);
    MPI_Type_free(&record);
    require(code, "MPI_Alltoallv");
    return received;
  }

 private:
  static int to_int(std::size_t count) {
    if (count <= static_cast<std::size_t>(INT_MAX)) return static_cast<int>(count);
    throw ShapeError("mpi: " + std::to_string(count) + " items are more than a message of MPI counts, 2^31 - 1");
  }
  static std::vector<int> places(const std::vector<int>& counts) {
    std::vector<int> first(counts.size());
    std::size_t next = 0;
    for (std::size_t r = 0; r < counts.size(); ++r) {
      first[r] = to_int(next);
      next += static_cast<std::size_t>(counts[r]);
    }
    return first;
  }
  void reduce(std::span<std::int64_t> words, MPI_Op op) const {
    constexpr std::size_t most = std::size_t{1} << 24U;
    for (std::size_t first = 0; first < words.size(); first += most) {
      const auto count = static_cast<int>(std::min(most, words.size() - first));
      require(MPI_Allreduce(MPI_IN_PLACE, words.data() + first, count, MPI_INT64_T, op, comm_), "MPI_Allreduce");
    }
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 1;
};

}  // namespace stencil::mpi
