#pragma once

#include <stdexcept>

namespace dalembert {
inline namespace api {

/// A file could not be read or written; the message names it and says why.
class FileError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The diagnostic code of what could not be written.
inline constexpr const char* unwritten_code = "E0003";

/// A file, a folder or standard output could not be written; the message names it and says why.
class WriteError : public FileError {
public:
  using FileError::FileError;
};

} // namespace api
} // namespace dalembert
