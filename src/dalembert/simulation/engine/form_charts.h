#pragma once

#include <dalembert/lowering/form_program.h>
#include <dalembert/program/compile.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The compiled programs of one form of the equations on one choice of speeds.
struct FormChart {
  FormProgram program;
  std::shared_ptr<const Executor> enter;
  std::shared_ptr<const Executor> dynamics;
  std::shared_ptr<const Executor> back;
};

/// The charts of one form, each made when it is first asked for and kept. Threads may share it.
class FormCharts {
public:
  /// Derives and lowers the form; `independent` names the coordinates whose rates are to be the speeds, where the form
  /// may choose. Empty leaves the choice to the form.
  using Lower = std::function<FormProgram(const std::vector<int>& independent)>;

  /// `lower` is called with `graph_use` locked: it makes nodes.
  FormCharts(Lower lower, Compile compile, std::shared_ptr<std::mutex> graph_use);

  [[nodiscard]] std::shared_ptr<const FormChart> at(const std::vector<int>& independent);

private:
  Lower lower_;
  Compile compile_;
  std::shared_ptr<std::mutex> graph_use_; ///< guards the charts as well
  std::map<std::vector<int>, std::shared_ptr<const FormChart>> charts_;
};

} // namespace simulation
} // namespace dalembert
