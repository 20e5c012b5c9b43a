#pragma once

#include <dalembert/base/diagnostic.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace dalembert {
inline namespace base {

/// The user's text or model is wrong; carries every diagnostic found so far, in order of place.
class ModelError : public std::runtime_error {
public:
  explicit ModelError(Diagnostic diagnostic);
  explicit ModelError(std::vector<Diagnostic> diagnostics);

  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

private:
  std::vector<Diagnostic> diagnostics_;
};

/// A numerical method could not go on: what, when (t in s, step in s) and how large the offending norm was.
class SolveError : public std::runtime_error {
public:
  struct Place {
    double time = 0.0; ///< s
    double step = 0.0; ///< s; 0 where no step was under way
    double norm = 0.0; ///< scaled norm of what did not converge; 0 where none applies
  };
  SolveError(const std::string& message, Place place) : std::runtime_error(message), place_(place) {}

  [[nodiscard]] const Place& place() const { return place_; }

private:
  Place place_;
};

/// A bug of ours, with file and line. Never caused by input.
class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

[[noreturn]] void fail_ensure(const char* condition, const char* file, int line);

} // namespace base
} // namespace dalembert

/// States what must hold whatever the input; a violation is a bug of ours and throws InternalError.
// A macro, because the message needs the condition's text and place.
#define ENSURE(condition)                                                                                              \
  do {                                                                                                                 \
    if (!(condition)) ::dalembert::fail_ensure(#condition, __FILE__, __LINE__);                                        \
  } while (false)
