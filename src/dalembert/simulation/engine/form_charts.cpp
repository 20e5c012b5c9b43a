#include <dalembert/simulation/engine/form_charts.h>

#include <utility>

namespace dalembert {
inline namespace simulation {

FormCharts::FormCharts(Lower lower, Compile compile, std::shared_ptr<std::mutex> graph_use)
    : lower_(std::move(lower)), compile_(std::move(compile)), graph_use_(std::move(graph_use)) {}

std::shared_ptr<const FormChart> FormCharts::at(const std::vector<int>& independent) {
  const std::lock_guard lock(*graph_use_);
  std::shared_ptr<const FormChart>& known = charts_[independent];
  if (known) return known;
  FormChart made{lower_(independent), {}, {}, {}};
  made.enter = compile_(made.program.enter);
  made.dynamics = compile_(made.program.dynamics);
  made.back = compile_(made.program.back);
  known = std::make_shared<const FormChart>(std::move(made));
  return known;
}

} // namespace simulation
} // namespace dalembert
