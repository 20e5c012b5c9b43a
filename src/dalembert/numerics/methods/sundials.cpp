#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/sundials.h>

#include <fmt/format.h>

#include <dlfcn.h>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr const char* library_of_ida = "libsundials_ida.so.6";
constexpr int major_of_sundials = 6;

struct LoadedSundials {
  Sundials functions;
  std::string refusal;
};

template <class Function>
void find_function(void* library, const char* name, Function& function, std::string& refusal) {
  void* const address = dlsym(library, name);
  if (address == nullptr) refusal = fmt::format("{} has no function {}", library_of_ida, name);
  function = reinterpret_cast<Function>(address); // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

LoadedSundials load_sundials() {
  LoadedSundials out;
  void* const library = dlopen(library_of_ida, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    out.refusal = fmt::format("{} is not installed (Debian: apt-get install libsundials-ida6)", library_of_ida);
    return out;
  }
  Sundials& f = out.functions;
  const auto find = [&](const char* name, auto& function) { find_function(library, name, function, out.refusal); };
  find("SUNDIALSGetVersionNumber", f.SUNDIALSGetVersionNumber);
  find("SUNContext_Create", f.SUNContext_Create);
  find("SUNContext_Free", f.SUNContext_Free);
  find("N_VMake_Serial", f.N_VMake_Serial);
  find("N_VGetArrayPointer", f.N_VGetArrayPointer);
  find("N_VDestroy", f.N_VDestroy);
  find("SUNDenseMatrix", f.SUNDenseMatrix);
  find("SUNDenseMatrix_Data", f.SUNDenseMatrix_Data);
  find("SUNMatDestroy", f.SUNMatDestroy);
  find("SUNLinSol_Dense", f.SUNLinSol_Dense);
  find("SUNLinSolFree", f.SUNLinSolFree);
  find("IDACreate", f.IDACreate);
  find("IDAFree", f.IDAFree);
  find("IDAInit", f.IDAInit);
  find("IDASVtolerances", f.IDASVtolerances);
  find("IDASetUserData", f.IDASetUserData);
  find("IDASetErrHandlerFn", f.IDASetErrHandlerFn);
  find("IDASetLinearSolver", f.IDASetLinearSolver);
  find("IDASetJacFn", f.IDASetJacFn);
  find("IDASetInitStep", f.IDASetInitStep);
  find("IDASetMaxStep", f.IDASetMaxStep);
  find("IDASetStopTime", f.IDASetStopTime);
  find("IDASolve", f.IDASolve);
  find("IDAGetDky", f.IDAGetDky);
  find("IDAGetNumResEvals", f.IDAGetNumResEvals);
  find("IDAGetNumErrTestFails", f.IDAGetNumErrTestFails);
  find("IDAGetNumNonlinSolvConvFails", f.IDAGetNumNonlinSolvConvFails);
  find("IDAGetNumJacEvals", f.IDAGetNumJacEvals);
  find("IDAGetNumLinSolvSetups", f.IDAGetNumLinSolvSetups);
  if (!out.refusal.empty()) return out;
  int major = 0;
  int minor = 0;
  int patch = 0;
  constexpr int longest = 32;
  char label[longest] = ""; // NOLINT(cppcoreguidelines-avoid-c-arrays,modernize-avoid-c-arrays): of the library
  f.SUNDIALSGetVersionNumber(&major, &minor, &patch, label, longest);
  if (major != major_of_sundials)
    out.refusal =
        fmt::format("{} is of version {}.{}, and {} is needed", library_of_ida, major, minor, major_of_sundials);
  return out;
}

const LoadedSundials& loaded_sundials() {
  static const LoadedSundials loaded = load_sundials();
  return loaded;
}

} // namespace

const Sundials& sundials() {
  ENSURE(why_no_sundials().empty());
  return loaded_sundials().functions;
}

const std::string& why_no_sundials() {
  return loaded_sundials().refusal;
}

} // namespace numerics
} // namespace dalembert
