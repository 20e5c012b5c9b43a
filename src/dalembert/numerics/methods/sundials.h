#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace dalembert {
inline namespace numerics {

/// IDA of SUNDIALS 6 as the shared library of the machine has it, loaded when it is first asked for: the program needs
/// it neither to be built nor to start. Objects of the library are opaque; realtype is double, sunindextype 64 bits.
/// Source: Hindmarsh, Serban et al., User Documentation for IDA v6.4.
struct Sundials {
  using Residual = int (*)(double t, void* x, void* slope, void* residual, void* user);
  using Jacobian = int (*)(double t, double c, void* x, void* slope, void* residual, void* matrix, void* user, void*,
                           void*, void*);
  using Failure = void (*)(int code, const char* module, const char* function, char* message, void* user);

  int (*SUNDIALSGetVersionNumber)(int* major, int* minor, int* patch, char* label, int length) = nullptr;
  int (*SUNContext_Create)(void* communicator, void** context) = nullptr;
  int (*SUNContext_Free)(void** context) = nullptr;
  void* (*N_VMake_Serial)(std::int64_t length, double* data, void* context) = nullptr;
  double* (*N_VGetArrayPointer)(void* vector) = nullptr;
  void (*N_VDestroy)(void* vector) = nullptr;
  void* (*SUNDenseMatrix)(std::int64_t rows, std::int64_t columns, void* context) = nullptr;
  double* (*SUNDenseMatrix_Data)(void* matrix) = nullptr;
  void (*SUNMatDestroy)(void* matrix) = nullptr;
  void* (*SUNLinSol_Dense)(void* vector, void* matrix, void* context) = nullptr;
  int (*SUNLinSolFree)(void* solver) = nullptr;
  void* (*IDACreate)(void* context) = nullptr;
  void (*IDAFree)(void** memory) = nullptr;
  int (*IDAInit)(void* memory, Residual residual, double t, void* x, void* slope) = nullptr;
  int (*IDASVtolerances)(void* memory, double relative, void* absolute) = nullptr;
  int (*IDASetUserData)(void* memory, void* user) = nullptr;
  int (*IDASetErrHandlerFn)(void* memory, Failure failure, void* user) = nullptr;
  int (*IDASetLinearSolver)(void* memory, void* solver, void* matrix) = nullptr;
  int (*IDASetJacFn)(void* memory, Jacobian jacobian) = nullptr;
  int (*IDASetInitStep)(void* memory, double step) = nullptr;
  int (*IDASetMaxStep)(void* memory, double step) = nullptr;
  int (*IDASetStopTime)(void* memory, double t) = nullptr;
  int (*IDASolve)(void* memory, double t, double* reached, void* x, void* slope, int task) = nullptr;
  int (*IDAGetDky)(void* memory, double t, int derivative, void* out) = nullptr;
  int (*IDAGetNumResEvals)(void* memory, long* count) = nullptr;
  int (*IDAGetNumErrTestFails)(void* memory, long* count) = nullptr;
  int (*IDAGetNumNonlinSolvConvFails)(void* memory, long* count) = nullptr;
  int (*IDAGetNumJacEvals)(void* memory, long* count) = nullptr;
  int (*IDAGetNumLinSolvSetups)(void* memory, long* count) = nullptr;
};

/// Returns the library, loading it the first time. @pre `why_no_sundials()` is empty
[[nodiscard]] const Sundials& sundials();

/// Says why the library cannot be used, and what to install; empty where it can.
[[nodiscard]] const std::string& why_no_sundials();

} // namespace numerics
} // namespace dalembert
