#include <dalembert/base/own_module.h>
#include <dalembert/ensemble/ranks.h>
#include <dalembert/ensemble/ranks_module.h>

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace dalembert {
inline namespace ensemble {

namespace {

/// This process alone.
class OneProcess : public Ranks {
public:
  [[nodiscard]] std::size_t rank() const override { return 0; }
  [[nodiscard]] std::size_t count() const override { return 1; }
  [[nodiscard]] std::size_t on_this_machine() const override { return 1; }
  void send(std::size_t /*to*/, std::string_view /*bytes*/) override {}
  [[nodiscard]] std::optional<RankMessage> receive() override { return std::nullopt; }
  void abandon(int /*exit_code*/) override {}
};

/// Those that MPI connects.
class ModuleRanks : public Ranks {
public:
  explicit ModuleRanks(const DalembertRanksModule& module) : module_(module) { check(module_.start()); }
  ~ModuleRanks() override { module_.finish(); }

  [[nodiscard]] std::size_t rank() const override { return static_cast<std::size_t>(module_.rank()); }
  [[nodiscard]] std::size_t count() const override { return static_cast<std::size_t>(module_.count()); }
  [[nodiscard]] std::size_t on_this_machine() const override {
    return static_cast<std::size_t>(module_.on_this_machine());
  }
  void send(std::size_t to, std::string_view bytes) override {
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw RanksError("the result of one member is larger than a message of MPI; keep fewer rows of it");
    check(module_.send(static_cast<int>(to), bytes.data(), static_cast<int>(bytes.size())));
  }
  [[nodiscard]] std::optional<RankMessage> receive() override {
    int from = -1;
    int size = 0;
    check(module_.waiting(&from, &size));
    if (from < 0) return std::nullopt;
    RankMessage out{static_cast<std::size_t>(from), std::string(static_cast<std::size_t>(size), '\0')};
    check(module_.receive(from, out.bytes.data(), size));
    return out;
  }
  void abandon(int exit_code) override { module_.abandon(exit_code); }

private:
  static void check(const char* failure) {
    if (failure != nullptr) throw RanksError(fmt::format("the processes lost each other: {}", failure));
  }

  const DalembertRanksModule& module_;
};

std::optional<std::size_t> number_in_environment(const char* name) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  std::size_t out = 0;
  const char* const end = text + std::strlen(text);
  const auto [read, error] = std::from_chars(text, end, out);
  if (error != std::errc() || read != end) return std::nullopt;
  return out;
}

} // namespace

std::optional<Launch> launch() {
  const char* const alone = std::getenv("DALEMBERT_ALONE");
  if (alone != nullptr && *alone != '\0') return std::nullopt;
  struct Known {
    const char* launcher;
    const char* count;
    const char* rank;
  };
  // Within an allocation of Slurm a process that srun did not start has SLURM_NTASKS, but no SLURM_STEP_NUM_TASKS.
  for (const Known& known : {Known{"mpirun of Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                             Known{"mpirun of MPICH or a relative", "PMI_SIZE", "PMI_RANK"},
                             Known{"mpirun of MVAPICH", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},
                             Known{"srun of Slurm", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}})
    if (const std::optional<std::size_t> count = number_in_environment(known.count))
      return Launch{known.launcher, number_in_environment(known.rank).value_or(0), *count};
  if (const std::optional<std::size_t> rank = number_in_environment("PMIX_RANK"))
    return Launch{"a launcher with PMIx", *rank, 0};
  return std::nullopt;
}

std::shared_ptr<Ranks> launched_ranks() {
  const std::optional<Launch> by = launch();
  if (!by || by->processes == 1) return std::make_shared<OneProcess>();
  const std::string several = by->processes > 0 ? fmt::format("{} processes", by->processes) : "several processes";
  const OwnModule module = open_own_module(dalembert_ranks_file, dalembert_ranks_symbol, true);
  const auto refuse = [&](const std::string& why) {
    throw RanksError(
        fmt::format("{} started {}, and each would run the whole sweep: {}. Install Open MPI and the "
                    "module of dalembert for it, or start one process; where each is to run a sweep of its own, set "
                    "DALEMBERT_ALONE=1",
                    by->launcher, several, why));
  };
  if (module.symbol == nullptr) refuse(module.refusal);
  const auto& functions = *static_cast<const DalembertRanksModule*>(module.symbol);
  if (functions.version != dalembert_ranks_version)
    refuse(fmt::format("{} belongs to another version", dalembert_ranks_file));
  auto out = std::make_shared<ModuleRanks>(functions);
  if (by->processes > 1 && out->count() != by->processes)
    throw RanksError(fmt::format("{} started {}, but MPI sees {} of them: it is not the launcher of the MPI that {} is "
                                 "linked with; use that one's (with srun: srun --mpi=pmix)",
                                 by->launcher, several, out->count(), dalembert_ranks_file));
  return out;
}

} // namespace ensemble
} // namespace dalembert
