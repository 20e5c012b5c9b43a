#include <dalembert/api/input_record.h>
#include <dalembert/api/kept_file.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dalembert {
inline namespace api {

namespace {

constexpr const char* inputs_key = "files";

std::string count_text(std::size_t tables) {
  return tables == 0 ? "no table" : tables == 1 ? "one table" : fmt::format("{} tables", tables);
}

} // namespace

void add_inputs(const std::vector<InputFile>& inputs, nlohmann::ordered_json& record) {
  for (const InputFile& file : inputs)
    record[inputs_key].push_back(
        {{"name", file.name}, {"bytes", file.bytes}, {"checksum", checksum_text(file.checksum)}});
}

std::string input_difference(const nlohmann::json& there, const nlohmann::json& here) {
  const nlohmann::json none = nlohmann::json::array();
  const nlohmann::json& before = there.contains(inputs_key) ? there.at(inputs_key) : none;
  const nlohmann::json& now = here.contains(inputs_key) ? here.at(inputs_key) : none;
  if (before.size() != now.size())
    return fmt::format("the model reads {} there and {} here", count_text(before.size()), count_text(now.size()));
  for (std::size_t i = 0; i < now.size(); ++i)
    for (const char* const key : {"bytes", "checksum"})
      if (before.at(i).at(key) != now.at(i).at(key))
        return fmt::format("the table {} has other contents there than here", now.at(i).at("name").get<std::string>());
  return {};
}

} // namespace api
} // namespace dalembert
