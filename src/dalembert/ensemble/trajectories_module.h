#pragma once

/// What the module for HDF5 gives the program, in C: a table of functions. Its file links HDF5, the program does not.
/// Texts that are returned say what failed; null is success.

extern "C" {

struct DalembertQuantity {
  const char* name;
  const char* unit; ///< empty: none
};

/// A text or a number that is written once.
struct DalembertRemark {
  const char* name;
  const char* text; ///< null: a number
  double number;
  const char* unit;
};

struct DalembertTrajectoriesLayout {
  unsigned long long members;
  unsigned long long instants;
  const DalembertQuantity* quantities; ///< each is a dataset of members × instants
  unsigned long long quantity_count;
  const DalembertQuantity* given; ///< what is varied: each is a dataset of members
  unsigned long long given_count;
  const DalembertRemark* remarks; ///< texts are attributes of the file, numbers datasets of the group `parameters`
  unsigned long long remark_count;
  const char* record; ///< what the sweep is, as text; to be found again by `known`
};

/// Members that follow each other.
struct DalembertTrajectories {
  unsigned long long first;
  unsigned long long count;
  const double* values;      ///< by quantity, member, instant
  const double* given;       ///< by axis, member
  const int* rows;           ///< of each member: instants that it has
  const unsigned char* ends; ///< of each member: 1 completed, 2 stopped, 3 failed, 4 refused
};

struct DalembertTrajectoriesModule {
  int version; ///< of this table: dalembert_trajectories_version
  /// Makes the file anew, with room for all members. A file that stands there is replaced once the new one is whole.
  const char* (*create)(const char* path, const DalembertTrajectoriesLayout* layout);
  /// Adds members to it; when this returns they are in the file, and what was there before is untouched.
  const char* (*add)(const char* path, const DalembertTrajectoriesLayout* layout, const DalembertTrajectories* members);
  /// How many members, from the first on, the file has of this sweep; `is_same` is 0 where it is of another one.
  const char* (*known)(const char* path, const DalembertTrajectoriesLayout* layout, int* is_same,
                       unsigned long long* members);
  /// Reads members back, from `first` on so many: the arrays have room for them, in the order of DalembertTrajectories.
  const char* (*read)(const char* path, const DalembertTrajectoriesLayout* layout, unsigned long long first,
                      unsigned long long count, double* values, double* given, int* rows, unsigned char* ends);
};

constexpr int dalembert_trajectories_version = 2;
constexpr const char* dalembert_trajectories_symbol = "dalembert_trajectories_module";
constexpr const char* dalembert_trajectories_file = "trajectories_hdf5.so";
}
