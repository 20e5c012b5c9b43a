#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace ensemble {

/// Processes that were started together and cannot work together, or one that failed.
class RanksError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Bytes that another process sent.
struct RankMessage {
  std::size_t from = 0;
  std::string bytes;
};

/// The processes that work on one ensemble: number 0 hands out and writes, the others run what they are handed.
/// To be used by one thread.
class Ranks {
public:
  Ranks() = default;
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  [[nodiscard]] virtual std::size_t rank() const = 0;
  [[nodiscard]] virtual std::size_t count() const = 0;
  /// How many of them run on the machine of this one.
  [[nodiscard]] virtual std::size_t on_this_machine() const = 0;
  /// @throws RanksError
  virtual void send(std::size_t to, std::string_view bytes) = 0;
  /// Does not wait. @throws RanksError
  [[nodiscard]] virtual std::optional<RankMessage> receive() = 0;
  /// Ends all processes, at once, where they cannot end together.
  virtual void abandon(int exit_code) = 0;
};

/// What the environment says of the program that started this process.
struct Launch {
  std::string launcher;      ///< `mpirun` of Open MPI, …
  std::size_t rank = 0;      ///< of this process
  std::size_t processes = 0; ///< that were started; 0 where that is not said
};

/// Absent where no launcher of several processes started this one, or where DALEMBERT_ALONE is set: what a launcher
/// started may itself start programs that have nothing to do with each other.
[[nodiscard]] std::optional<Launch> launch();

/// Returns the processes of a launch, or this one alone where there is none. MPI is loaded for a launch only.
/// @throws RanksError where the module for MPI is missing, or the processes do not find each other
[[nodiscard]] std::shared_ptr<Ranks> launched_ranks();

} // namespace ensemble
} // namespace dalembert
