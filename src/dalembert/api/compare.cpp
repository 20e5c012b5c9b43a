#include <dalembert/api/model_file.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace api {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The name under which entry `i` of a map stands in the other model.
std::string let_name(std::size_t i) {
  return fmt::format("mapped_coordinate_{}", i + 1);
}

[[noreturn]] void refuse_entry(const System& system, const std::string& message) {
  Diagnostic d;
  d.code = "E0724";
  d.span = system.span;
  d.message = message;
  d.help =
      "write  --map 'x = expression'  with a coordinate of the first model on the left and names of the second on the "
      "right";
  throw ModelError(d);
}

/// The expression for coordinate `i`: its entry of the map, or the coordinate of the same name.
Expr image(const System& system, std::size_t i, const System& other, bool is_mapped) {
  if (is_mapped)
    for (const Let& let : other.lets)
      if (let.name == let_name(i)) return let.value;
  for (const Coordinate& q : other.coordinates)
    if (q.name == system.coordinates[i].name) return q.position;
  refuse_entry(system, fmt::format("the other model has no coordinate {}, and the map does not give it",
                                   system.coordinates[i].name));
}

} // namespace

ComparisonReport Session::compare_with(const std::string& path, const std::vector<std::string>& map,
                                       std::optional<Session>& other) {
  const System& system = study().system;
  const std::size_t n = system.coordinates.size();
  std::vector<std::string> right(n);
  for (const std::string& entry : map) {
    const std::size_t equal = entry.find('=');
    const std::string name = trimmed(entry.substr(0, equal));
    const auto found = std::find_if(system.coordinates.begin(), system.coordinates.end(),
                                    [&name](const Coordinate& q) { return q.name == name; });
    if (equal == std::string::npos || found == system.coordinates.end())
      refuse_entry(system, fmt::format("`{}` does not define a coordinate of {}", entry, system.name));
    right[static_cast<std::size_t>(found - system.coordinates.begin())] = trimmed(entry.substr(equal + 1));
  }
  // The right-hand sides become lets of the other model, so that its names, units and functions are understood.
  std::string text = path == "-" ? read_standard_input() : read_file(path);
  for (std::size_t i = 0; i < n; ++i)
    if (!right[i].empty()) text += fmt::format("\nlet {} = {}\n", let_name(i), right[i]);
  other.emplace(path, std::move(text));

  ComparisonReport out;
  out.second = other->study().system.name;
  out.first = system.name;
  for (const Study* each : {&study(), &other->study()}) {
    out.has_contacts = out.has_contacts || (each->closed && !each->closed->contacts.empty());
    out.has_imposed = out.has_imposed || (each->closed && !each->closed->imposed.empty());
  }
  out.equations = other->shared_equations();
  std::vector<Expr> images;
  for (std::size_t i = 0; i < n; ++i) {
    images.push_back(image(system, i, *out.equations->system, !right[i].empty()));
    out.map.push_back(
        fmt::format("{} = {}", system.coordinates[i].name, right[i].empty() ? system.coordinates[i].name : right[i]));
  }
  out.system = std::shared_ptr<const System>(stages_->study, &system);
  const Activity activity("comparing the two models");
  out.comparison = compare(equations(), *out.equations, images, other->real_sample());
  if (!out.comparison.has_same_motion()) out.witness = witness_against(*other, out.comparison);
  return out;
}

/// A state at which both models differ, with the parameters of the other one; nothing where one lacks numbers.
std::optional<MotionWitness> Session::witness_against(Session& other, const ModelComparison& comparison) {
  if (!other.can_start()) return std::nullopt;
  try {
    Session twin = copy();
    std::vector<ParameterValue> values;
    const std::vector<Parameter>& theirs = other.study().system.parameters;
    for (const Parameter& parameter : twin.study().system.parameters)
      for (std::size_t p = 0; p < theirs.size(); ++p)
        if (theirs[p].name == parameter.name) values.push_back({parameter.name, other.engine().parameters[p]});
    twin.set_parameters(values);
    return find_motion_witness(twin.engine(), other.engine(), other.initial_state(), comparison);
  } catch (const ModelError&) {
    return std::nullopt;
  } catch (const SolveError&) {
    return std::nullopt;
  } catch (const std::invalid_argument&) { // a function that is not defined
    return std::nullopt;
  }
}

} // namespace api
} // namespace dalembert
