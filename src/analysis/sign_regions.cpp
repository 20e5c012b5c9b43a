#include <dalembert/analysis/sign_regions.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {

namespace {

constexpr std::size_t most_region_states = 48;
constexpr std::size_t fewest_states = 24;
constexpr std::size_t most_parts = 40; ///< of the claim that are tried
constexpr std::size_t longest = 60;    ///< characters of a part that is worth naming

class SignRegions {
public:
  SignRegions(TruthTest& truth, Expr residual) : truth_(truth), motion_(truth.motion()), residual_(residual) {
    const unsigned branches = motion_.branches();
    for (std::size_t i = 0; i < most_region_states && states_.size() < most_region_states; ++i)
      for (unsigned branch = 0; branch < branches && states_.size() < most_region_states; ++branch) {
        RelaxedMotion::State* const state = truth_.state(i, branch);
        const std::optional<Residue> value = state != nullptr ? state->value(residual) : std::nullopt;
        if (!value) continue;
        states_.push_back(state);
        holds_.push_back(value->is_zero());
      }
  }

  /// True where the claim holds at some states and fails at others.
  [[nodiscard]] bool is_mixed() const {
    const auto held = std::count(holds_.begin(), holds_.end(), true);
    return states_.size() >= fewest_states && held > 0 && held < static_cast<std::ptrdiff_t>(holds_.size());
  }

  /// The sign of `quantity` where the claim holds; 0 where its sign does not tell.
  [[nodiscard]] int sign_where_true(Expr quantity) {
    int out = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const std::optional<Residue> value = states_[i]->value(quantity);
      if (!value || value->is_zero()) return 0;
      const int sign = holds_[i] ? value->sign() : -value->sign();
      if (out != 0 && sign != out) return 0;
      out = sign;
    }
    return is_contradicted(quantity, out) ? 0 : out;
  }

private:
  /// True where the quantity has this sign at a real state and the claim fails there.
  [[nodiscard]] bool is_contradicted(Expr quantity, int sign) const {
    const RealSample* const sample = motion_.sample();
    if (sample == nullptr) return false;
    const auto has_sign = [&](const RealSample::Pair& state) {
      try {
        return evaluate(motion_.graph(), quantity, state.at) * sign > 0.0 && motion_.is_on_branch(state);
      } catch (const std::invalid_argument&) { // what a state does not know
        return false;
      }
    };
    return failure_in(*sample, motion_.graph(), residual_, has_sign).has_value();
  }

  TruthTest& truth_;
  RelaxedMotion& motion_;
  Expr residual_;
  std::vector<RelaxedMotion::State*> states_;
  std::vector<bool> holds_;
};

/// Words of the state, then parts of the claim, then products of two words.
std::vector<std::pair<std::string, Expr>> quantities(Graph& graph, Expr residual, const std::vector<Word>& words) {
  std::vector<std::pair<std::string, Expr>> out;
  const auto add_words = [&](bool are_states) {
    for (const Word& word : words)
      if ((word.kind != WordClass::acceleration && word.kind != WordClass::force) == are_states)
        out.emplace_back(text(word.written), word.value);
  };
  add_words(true);
  const std::vector<Expr> one{residual};
  for (const Expr part : reachable(graph, one)) {
    if (graph.kind(part) != NodeKind::sum || out.size() > words.size() + most_parts) continue;
    std::string name = text(graph, part, longest);
    if (name.size() < longest) out.emplace_back(std::move(name), part);
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      out.emplace_back(fmt::format("{}*{}", text(words[j].written), text(words[i].written)),
                       graph.mul(words[j].value, words[i].value));
  add_words(false); // what follows from the state comes last
  return out;
}

/// A sign is 0 at 0, a root and an absolute value have no step there.
bool has_step(const Graph& graph, Expr residual) {
  const std::vector<Expr> one{residual};
  const std::vector<Expr> nodes = reachable(graph, one);
  return std::any_of(nodes.begin(), nodes.end(), [&graph](Expr e) {
    if (graph.kind(e) == NodeKind::select) return true;
    if (graph.kind(e) != NodeKind::function) return false;
    return graph.function(e) == Function::sign || graph.function(e) == Function::heaviside;
  });
}

} // namespace

std::optional<std::string> region_of(TruthTest& truth, Expr residual, const std::vector<Word>& words) {
  RelaxedMotion& motion = truth.motion();
  if (!motion.is_solvable() || motion.branches() > most_region_states) return std::nullopt;
  SignRegions regions(truth, residual);
  if (!regions.is_mixed()) return std::nullopt;
  const bool is_strict = has_step(motion.graph(), residual);
  for (const auto& [name, quantity] : quantities(motion.graph(), residual, words))
    if (const int sign = regions.sign_where_true(quantity); sign != 0)
      return fmt::format("{} {}{} 0", name, sign > 0 ? ">" : "<", is_strict ? "" : "=");
  return std::nullopt;
}

} // namespace dalembert
