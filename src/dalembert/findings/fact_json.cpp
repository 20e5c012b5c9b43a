#include <dalembert/findings/fact_json.h>
#include <dalembert/printing/equation_text.h>

#include <optional>
#include <string>

namespace dalembert {
inline namespace findings {

Json FactJson::text(Expr e) {
  const std::optional<std::string> plain = plain_text(form_, *system_.graph, e);
  return plain ? Json(*plain) : Json();
}

Json FactJson::texts(const std::vector<Expr>& all) {
  Json out = Json::array();
  for (const Expr e : all)
    out.push_back(text(e));
  return out;
}

Json FactJson::by_coordinate(const std::vector<Expr>& components) {
  JsonMap map;
  for (std::size_t i = 0; i < components.size(); ++i)
    map.add(names_.coordinates[i], text(components[i]));
  return map.take();
}

std::string_view answer_word(Answer answer) {
  switch (answer) {
  case Answer::yes:
    return "yes";
  case Answer::no:
    return "no";
  case Answer::undecided:
    return "undecided";
  }
  return "undecided";
}

} // namespace findings
} // namespace dalembert
