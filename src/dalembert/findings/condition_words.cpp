#include <dalembert/findings/condition_words.h>
#include <dalembert/printing/equation_text.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace findings {

namespace {

using Bound = SymbolicCondition::Relation;
using Outcome = StabilityCondition::Verdict;

/// Says conditions by the names of one system.
class ConditionWriter {
public:
  ConditionWriter(PlainForm& form, const Equations& equations)
      : form_(form), system_(*equations.system), graph_(*system_.graph) {}

  std::string text(Expr e) { return plain_text(form_, graph_, e).value_or("(too long to print)"); }

  std::string text(const SymbolicCondition& condition) {
    const std::string left = text(condition.left);
    const std::string right = text(condition.right);
    switch (condition.relation) {
    case Bound::less:
      return left == "0" ? right + " > 0" : left + " < " + right;
    case Bound::at_most:
      return left == "0" ? right + " >= 0" : left + " <= " + right;
    case Bound::not_equal:
      return left + " != " + right;
    }
    return {};
  }

  std::string when(const StabilityCondition& condition) {
    if (condition.growth.empty() || condition.verdict == Outcome::never) return on_the_axis(condition);
    if (std::ranges::any_of(condition.growth, [this](Expr e) { return graph_.is_number(e); })) return "never";
    std::string all = condition.verdict == Outcome::always ? std::string() : on_the_axis(condition);
    for (const Expr e : condition.growth)
      all += (all.empty() ? "" : " and ") + text(e) + " = 0";
    return all;
  }

private:
  /// Where no root of the characteristic polynomial has a positive real part.
  std::string on_the_axis(const StabilityCondition& condition) {
    const std::string square = system_.coordinates[condition.speed].name + "'^2";
    std::string all;
    switch (condition.verdict) {
    case Outcome::always:
      return "always";
    case Outcome::never:
      return "never";
    case Outcome::when_square_exceeds:
      return square + " > " + text(condition.threshold);
    case Outcome::when_square_is_below:
      return square + " < " + text(condition.threshold);
    case Outcome::when_positive:
      for (const Expr quantity : condition.quantities)
        all += (all.empty() ? "" : " and ") + text(quantity) + " > 0";
      return all;
    }
    return {};
  }

  PlainForm& form_;
  const System& system_;
  Graph& graph_;
};

} // namespace

StabilityWords stability_words(PlainForm& form, const Equations& equations, const SymbolicSteadyMotion& motion) {
  const System& system = *equations.system;
  const Graph& graph = *system.graph;
  ConditionWriter writer(form, equations);
  StabilityWords out;
  for (const SymbolicCondition& condition : motion.exists)
    out.exists.push_back(writer.text(condition));
  std::vector<Expr> positive = motion.exists_for;
  const auto add_names = [&] {
    for (const Expr parameter : positive)
      out.assumes.push_back(std::string(graph.name(parameter)) + " > 0");
  };
  if (!motion.condition) {
    add_names();
    return out;
  }
  out.when = writer.when(*motion.condition);
  positive.insert(positive.end(), motion.condition->rests_on.begin(), motion.condition->rests_on.end());
  std::ranges::sort(positive);
  positive.erase(std::unique(positive.begin(), positive.end()), positive.end());
  add_names();
  for (const std::size_t i : motion.condition->not_at_rest)
    out.holds.push_back(system.coordinates[i].name + "' != 0");
  for (const Expr e : motion.condition->not_zero)
    if (std::ranges::find(positive, e) == positive.end()) out.holds.push_back(writer.text(e) + " != 0");
  for (const SymbolicCondition& condition : motion.condition->unequal)
    out.holds.push_back(writer.text(condition));
  out.basis = motion.condition->is_proved ? "proof" : "draws";
  return out;
}

} // namespace findings
} // namespace dalembert
