#include <dalembert/api/record_difference.h>
#include <dalembert/api/sweep_record.h>

#include <array>

namespace dalembert {
inline namespace api {

std::string sweep_difference(const std::string& there, const std::string& here) {
  static constexpr std::array<RecordedOption, 12> options{{{"draws", "--random"},
                                                           {"seed", "--seed"},
                                                           {"method", "--method"},
                                                           {"tolerance", "--tolerance"},
                                                           {"end", "--to"},
                                                           {"step", "--step"},
                                                           {"max_step", "--max-step"},
                                                           {"table_rows", "--rows"},
                                                           {"trajectories", "--trajectories"},
                                                           {"statistics", "--statistics"},
                                                           {"lyapunov", "--lyapunov"},
                                                           {"members", "the number of members"}}};
  return record_difference(there, here, "sweep.json", options);
}

} // namespace api
} // namespace dalembert
