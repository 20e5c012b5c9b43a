#pragma once

/// What the module for MPI gives the program, in C: a table of functions. Its file links MPI, the program does not.
/// Texts that are returned say what failed; null is success.

extern "C" {

struct DalembertRanksModule {
  int version;                ///< of this table: dalembert_ranks_version
  const char* (*start)(void); ///< called once, by the thread that makes all later calls
  int (*rank)(void);
  int (*count)(void);
  int (*on_this_machine)(void);
  const char* (*send)(int to, const char* bytes, int size);
  const char* (*waiting)(int* from, int* size); ///< the next message; from < 0: there is none
  const char* (*receive)(int from, char* bytes, int size);
  void (*finish)(void); ///< waits for the others
  void (*abandon)(int exit_code);
};

constexpr int dalembert_ranks_version = 1;
constexpr const char* dalembert_ranks_symbol = "dalembert_ranks_module";
constexpr const char* dalembert_ranks_file = "ranks_mpi.so";
}
