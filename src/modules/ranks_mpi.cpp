// The module for MPI: what `dalembert sweep` needs of it, under a launcher only (ensemble/ranks_module.h).
#include <dalembert/ensemble/ranks_module.h>

#include <array>
#define OMPI_SKIP_MPICXX 1  // the bindings of C++ that MPI 3 removed
#define MPICH_SKIP_MPICXX 1 // likewise
#include <mpi.h>
#include <string>

namespace {

constexpr int tag = 1;
int processes_here = 1; // on this machine

/// The text of an error of MPI; null where there is none.
const char* failure(int code) {
  if (code == MPI_SUCCESS) return nullptr;
  static std::array<char, MPI_MAX_ERROR_STRING + 1> text;
  int length = 0;
  if (MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) return "an error of MPI";
  return text.data();
}

const char* start() {
  int given = MPI_THREAD_SINGLE;
  // Members run in threads; the calls come from one.
  if (const char* const why = failure(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given))) return why;
  if (const char* const why = failure(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN))) return why;
  MPI_Comm here = MPI_COMM_NULL;
  if (const char* const why =
          failure(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here)))
    return why;
  MPI_Comm_size(here, &processes_here);
  return failure(MPI_Comm_free(&here));
}

int rank() {
  int out = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &out);
  return out;
}

int count() {
  int out = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &out);
  return out;
}

int on_this_machine() {
  return processes_here;
}

const char* send(int to, const char* bytes, int size) {
  return failure(MPI_Send(bytes, size, MPI_BYTE, to, tag, MPI_COMM_WORLD));
}

const char* waiting(int* from, int* size) {
  int is_there = 0;
  MPI_Status status;
  *from = -1;
  if (const char* const why = failure(MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &is_there, &status))) return why;
  if (is_there == 0) return nullptr;
  *from = status.MPI_SOURCE;
  return failure(MPI_Get_count(&status, MPI_BYTE, size));
}

const char* receive(int from, char* bytes, int size) {
  return failure(MPI_Recv(bytes, size, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

void finish() {
  MPI_Finalize();
}

void abandon(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
}

} // namespace

extern "C" const DalembertRanksModule dalembert_ranks_module{
    dalembert_ranks_version, start, rank, count, on_this_machine, send, waiting, receive, finish, abandon};
