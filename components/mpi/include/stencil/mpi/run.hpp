// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <thread>

#include <stencil/mpi/communicator.hpp>
#include <stencil/unfinished_file.hpp>

namespace stencil::mpi {

namespace ending {

/// A word that the ranks of a node share: who takes the first ticket speaks for all. Shared memory, because nobody need
/// take part on the other side.
class Ticket {
 public:
  Ticket() {
    MPI_Comm node = MPI_COMM_NULL;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node) != MPI_SUCCESS) return;
    // Where they share no memory, which is an error that would end all, each rank speaks for itself.
    MPI_Comm_set_errhandler(node, MPI_ERRORS_RETURN);
    int rank = 0;
    MPI_Comm_rank(node, &rank);
    void* mine = nullptr;
    const auto bytes = static_cast<MPI_Aint>(rank == 0 ? sizeof(Word) : 0);
    MPI_Win window = MPI_WIN_NULL;
    int made =
        MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, node, static_cast<void*>(&mine), &window) == MPI_SUCCESS;
    if (MPI_Allreduce(MPI_IN_PLACE, &made, 1, MPI_INT, MPI_MIN, node) == MPI_SUCCESS && made == 1) {
      window_ = window;
      MPI_Aint size = 0;
      int unit = 0;
      void* of_first = nullptr;
      MPI_Win_shared_query(window_, 0, &size, &unit, static_cast<void*>(&of_first));
      word_ = static_cast<Word*>(of_first);
      if (rank == 0) word_->store(0);
      MPI_Barrier(node);
    }
    MPI_Comm_free(&node);
  }
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;
  ~Ticket() = default;

  /// Whether nobody on this node took it before.
  bool take() const { return word_ == nullptr || word_->exchange(1) == 0; }
  /// All ranks together, at the end.
  void give_back() {
    word_ = nullptr;
    if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
  }

 private:
  using Word = std::atomic<int>;
  static_assert(Word::is_always_lock_free);
  MPI_Win window_ = MPI_WIN_NULL;
  Word* word_ = nullptr;
};

/// Prints the sentence, unless another rank of this node has one, and ends all ranks.
[[noreturn]] inline void all(const Ticket& ticket, const char* program, const char* sentence, int status) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::fflush(stdout);
  if (!ticket.take()) std::this_thread::sleep_for(std::chrono::seconds(5));  // the other one ends this rank meanwhile
  std::fprintf(stderr, "%s: rank %d of %d: %s\n", program, rank, ranks, sentence);
  std::fflush(stderr);
  // Ranks that fail alike are still running their destructors, and launchers leave them milliseconds: Open MPI's mpirun
  // sends KILL 4 ms after TERM.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

/// Waits until f has returned on all ranks. Where it returned a failure the others may wait for messages of this rank:
/// it ends them if they have not come after a while.
inline void together(const Ticket& ticket, MPI_Comm all_ranks, const char* program, int result) {
  constexpr std::chrono::seconds patience(10);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(all_ranks, &request);
  if (result == EXIT_SUCCESS) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  const auto end = std::chrono::steady_clock::now() + patience;
  int are_here = 0;
  while (MPI_Test(&request, &are_here, MPI_STATUS_IGNORE) == MPI_SUCCESS && are_here == 0) {
    if (std::chrono::steady_clock::now() > end) {
      const std::string sentence = "it has returned " + std::to_string(result) + ", and others have not returned for " +
                                   std::to_string(patience.count()) + " s";
      all(ticket, program, sentence.c_str(), result);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace ending

/// main of a program of many ranks: starts MPI, for OpenMP threads of which the first alone sends messages, calls
/// f(MPI_COMM_WORLD), which returns the exit status, and ends MPI. An exception that leaves f on any rank ends all of
/// them, within seconds, with its sentence on the standard error output and the status of `status(exception)`, else 1:
/// by MPI_Abort, because the other ranks may be anywhere. So does a rank on which f returns another status than 0 if f
/// has not returned on all ranks ten seconds later. Of the ranks of a node that fail alike one speaks. Files that are
/// unfinished on any rank are removed, as by remove_unfinished_files_on_signals, if the launcher leaves their ranks the
/// milliseconds that it takes.
template <class F, class Status>
int run(int& argc, char**& argv, const F& f, const Status& status) {
  int provided = 0;
  const bool starts = MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS;
  std::string program = argc > 0 ? argv[0] : "";
  program.erase(0, program.rfind('/') + 1);
  if (!starts) {
    std::fprintf(stderr, "%s: MPI does not start\n", program.c_str());
    return EXIT_FAILURE;
  }
  detail::unfinished::handle_signals();  // by which launchers end the other ranks
  ending::Ticket ticket;
  if (provided < MPI_THREAD_FUNNELED) {
    ending::all(ticket, program.c_str(), "this MPI allows no threads beside it (no MPI_THREAD_FUNNELED)", EXIT_FAILURE);
  }
  MPI_Comm all_ranks = MPI_COMM_NULL;  // of messages at the end, which meet none of f
  MPI_Comm_dup(MPI_COMM_WORLD, &all_ranks);
  int result = 0;
  try {
    result = f(MPI_COMM_WORLD);
  } catch (const std::bad_alloc& error) {
    ending::all(ticket, program.c_str(), "there is not enough memory", status(error));
  } catch (const std::exception& error) {
    ending::all(ticket, program.c_str(), error.what(), status(error));
  } catch (...) {
    ending::all(ticket, program.c_str(), "an exception that is no std::exception", EXIT_FAILURE);
  }
  ending::together(ticket, all_ranks, program.c_str(), result);
  MPI_Comm_free(&all_ranks);
  ticket.give_back();
  MPI_Finalize();
  return result;
}
template <class F>
int run(int& argc, char**& argv, const F& f) {
  return run(argc, argv, f, [](const std::exception&) { return EXIT_FAILURE; });
}

}  // namespace stencil::mpi
