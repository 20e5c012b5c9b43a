#include <dalembert/api/model_file.h>
#include <dalembert/api/state_file.h>
#include <dalembert/api/strict_json.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace dalembert {
inline namespace api {

namespace {

using Json = nlohmann::ordered_json;

double number(const Json& value, const std::string& name, const std::string& key) {
  if (!value.is_number()) throw FileError(fmt::format("{}: {} is not a number", name, key));
  return value.get<double>();
}

std::vector<ParameterValue> numbers(const Json& object, const std::string& name, const std::string& key) {
  std::vector<ParameterValue> out;
  if (!object.contains(key)) return out;
  const Json& map = object.at(key);
  if (!map.is_object()) throw FileError(fmt::format("{}: \"{}\" is not an object of names and numbers", name, key));
  for (const auto& [entry, value] : map.items())
    out.push_back({entry, number(value, name, entry)});
  return out;
}

} // namespace

StateFile read_state_file(const std::string& path) {
  return path == "-" ? parse_state_file(read_standard_input(), "standard input")
                     : parse_state_file(read_file(path), path);
}

StateFile parse_state_file(const std::string& text, const std::string& name) {
  require_strict_json(text, name);
  Json object;
  try {
    object = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw FileError(fmt::format("{} is no JSON: {}", name, error.what()));
  }
  if (!object.is_object()) throw FileError(fmt::format("{}: a state file is one JSON object", name));
  StateFile out;
  if (object.contains("t")) out.t = number(object.at("t"), name, "t");
  out.state = numbers(object, name, "state");
  out.parameters = numbers(object, name, "parameters");
  return out;
}

State state_from(const StateFile& file, const System& system) {
  std::map<std::string, double> given;
  for (const ParameterValue& entry : file.state)
    if (!given.emplace(entry.name, entry.value).second)
      throw FileError(fmt::format("the state file gives {} twice", entry.name));
  State out;
  out.t = file.t;
  std::vector<std::string> missing;
  const auto take = [&](const std::string& name, std::vector<double>& into) {
    const auto found = given.find(name);
    if (found == given.end()) return missing.push_back(name);
    into.push_back(found->second);
    given.erase(found);
  };
  for (const Coordinate& q : system.coordinates)
    take(q.name, out.q);
  for (const Coordinate& q : system.coordinates)
    take(q.name + "'", out.v);
  if (!missing.empty()) throw FileError(fmt::format("the state file gives no value for {}", fmt::join(missing, ", ")));
  if (!given.empty())
    throw FileError(fmt::format("the state file sets {}, which is not a coordinate or rate of {}", given.begin()->first,
                                system.name));
  return out;
}

} // namespace api
} // namespace dalembert
