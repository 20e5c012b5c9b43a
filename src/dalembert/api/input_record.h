#pragma once

#include <dalembert/api/input_file.h>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// Adds the files beside the texts that a model is read from to the record of a run or a sweep, by their contents.
void add_inputs(const std::vector<InputFile>& inputs, nlohmann::ordered_json& record);

/// In which of these files two records differ; empty where they are the same. Names do not matter.
[[nodiscard]] std::string input_difference(const nlohmann::json& there, const nlohmann::json& here);

} // namespace api
} // namespace dalembert
