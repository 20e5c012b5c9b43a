#include <dalembert/findings/generator_text.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/signed_sum.h>

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

std::string generator_text(FactWriter& writer, Expr time, const std::vector<Expr>& positions) {
  const System& system = *writer.equations().system;
  const Graph& graph = *system.graph;
  const std::string delta = writer.style().unicode ? "δ" : "delta ";
  std::string out;
  std::string changed;
  bool is_long = false;
  const auto add = [&](const std::string& written_name, Expr e) {
    if (graph.is_zero(e)) return;
    const std::string name = name_text(written_name, writer.style());
    changed += (changed.empty() ? "" : ", ") + name;
    const std::optional<Formula> value = is_long ? std::nullopt : writer.formula(e);
    is_long = is_long || !value;
    if (is_long) return;
    out += out.empty() ? "" : ", ";
    out += writer.style().marks_formulas
               ? formula(fmt::format("delta*{} = {}", written_name, written(*value)), writer.style())
               : fmt::format("{}{} = {}", delta, name, writer.set(*value));
  };
  add("t", time);
  for (std::size_t i = 0; i < positions.size(); ++i)
    add(system.coordinates[i].name, positions[i]);
  return is_long ? fmt::format("a change of {} that is too long to print", changed) : out;
}

std::string constant_text(FactWriter& writer, Expr quantity) {
  const std::optional<Formula> plain = writer.formula(quantity);
  if (plain && writer.style().marks_formulas) {
    std::vector<SignedFormula> summands = summands_of(*plain);
    if (summands.size() == 1) summands.front().is_negative = false; // what is constant is so without its sign, too
    return writer.set(joined_formula(signed_sum(std::move(summands)), " = ", {Formula::Kind::word, "const", {}}));
  }
  return fmt::format("{} = {}", plain ? writer.set(*plain) : std::string(FactWriter::too_long),
                     paint(Ink::good, "const", writer.style()));
}

} // namespace findings
} // namespace dalembert
