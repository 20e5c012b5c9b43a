// The module for MPI: what `dalembert sweep` needs of it, under a launcher only (ensemble/ranks_module.h).
#include <dalembert/ensemble/ranks_module.h>

#include <algorithm>
#include <array>
#define OMPI_SKIP_MPICXX 1  // the bindings of C++ that MPI 3 removed
#define MPICH_SKIP_MPICXX 1 // likewise
#include <iterator>
#include <list>
#include <map>
#include <mpi.h>
#include <string>
#include <vector>

namespace {

// A message goes in pieces that are short enough to be taken in by whoever looks next. A longer one would need both
// sides at once, and a blocking call keeps a processor busy until the other side looks: a processor that a member could
// have.
constexpr int longest_piece = 2048; // bytes
constexpr int tag_of_a_piece = 1;
constexpr int tag_of_the_last = 2;

/// A message that MPI still reads.
struct Sending {
  std::string bytes;
  std::vector<MPI_Request> pieces;
};

int processes_here = 1; // on this machine
std::list<Sending> sending;
std::map<int, std::string> received; // pieces, by the processes that they come from

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

/// Lets go of the messages that have left.
const char* tidy_up() {
  for (auto it = sending.begin(); it != sending.end();) {
    int have_left = 0;
    if (const char* const why = failure(
            MPI_Testall(static_cast<int>(it->pieces.size()), it->pieces.data(), &have_left, MPI_STATUSES_IGNORE)))
      return why;
    it = have_left != 0 ? sending.erase(it) : std::next(it);
  }
  return nullptr;
}

const char* send(int to, const char* bytes, int size) {
  Sending& message = sending.emplace_back();
  message.bytes.assign(bytes, static_cast<std::size_t>(size));
  int sent = 0;
  do {
    const int piece = std::min(longest_piece, size - sent);
    const int tag = sent + piece == size ? tag_of_the_last : tag_of_a_piece;
    MPI_Request request = MPI_REQUEST_NULL;
    if (const char* const why =
            failure(MPI_Isend(message.bytes.data() + sent, piece, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request)))
      return why;
    message.pieces.push_back(request);
    sent += piece;
  } while (sent < size);
  return tidy_up();
}

const char* waiting(int* from, int* size) {
  *from = -1;
  if (const char* const why = tidy_up()) return why;
  for (;;) {
    int is_there = 0;
    MPI_Status status;
    if (const char* const why = failure(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status)))
      return why;
    if (is_there == 0) return nullptr;
    std::array<char, longest_piece> piece{};
    int count = 0;
    if (const char* const why = failure(MPI_Get_count(&status, MPI_BYTE, &count))) return why;
    if (const char* const why = failure(MPI_Recv(piece.data(), longest_piece, MPI_BYTE, status.MPI_SOURCE,
                                                 status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE)))
      return why;
    std::string& message = received[status.MPI_SOURCE];
    message.append(piece.data(), static_cast<std::size_t>(count));
    if (status.MPI_TAG != tag_of_the_last) continue;
    *from = status.MPI_SOURCE;
    *size = static_cast<int>(message.size());
    return nullptr;
  }
}

const char* receive(int from, char* bytes, int size) {
  std::copy_n(received[from].data(), size, bytes);
  received.erase(from);
  return nullptr;
}

void finish() {
  for (Sending& message : sending)
    MPI_Waitall(static_cast<int>(message.pieces.size()), message.pieces.data(), MPI_STATUSES_IGNORE);
  sending.clear();
  MPI_Finalize();
}

void abandon(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
}

} // namespace

extern "C" const DalembertRanksModule dalembert_ranks_module{
    dalembert_ranks_version, start, rank, count, on_this_machine, send, waiting, receive, finish, abandon};
