#include <dalembert/exact/sign_regions.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace exact {

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

  /// The signs of the quantity at all states; nothing where it is 0 or has no value at one, or one sign at all.
  [[nodiscard]] std::optional<std::vector<int>> signs(Expr quantity) {
    std::vector<int> out;
    for (RelaxedMotion::State* const state : states_) {
      const std::optional<Residue> value = state->value(quantity);
      if (!value || value->is_zero()) return std::nullopt;
      out.push_back(value->sign());
    }
    const bool is_one = std::all_of(out.begin(), out.end(), [&out](int sign) { return sign == out.front(); });
    return is_one ? std::nullopt : std::optional<std::vector<int>>(std::move(out));
  }

  struct Signed {
    Expr quantity;
    int sign = 0;
  };

  /// True where the claim holds just where both signs are met, and no real state says otherwise.
  [[nodiscard]] bool holds_where(const std::vector<int>& a, const std::vector<int>& b, const Signed& first,
                                 const Signed& second) const {
    for (std::size_t i = 0; i < holds_.size(); ++i)
      if (holds_[i] != (a[i] == first.sign && b[i] == second.sign)) return false;
    return !is_contradicted({first, second});
  }

private:
  [[nodiscard]] bool is_contradicted(Expr quantity, int sign) const { return is_contradicted({{quantity, sign}}); }

  /// True where the quantities have these signs at a real state and the claim fails there.
  [[nodiscard]] bool is_contradicted(const std::vector<Signed>& region) const {
    const RealSample* const sample = motion_.sample();
    if (sample == nullptr) return false;
    const auto has_sign = [&](const RealSample::Pair& state) {
      try {
        const auto is_met = [&](const Signed& s) {
          return evaluate(motion_.graph(), s.quantity, state.at) * s.sign > 0.0;
        };
        return std::all_of(region.begin(), region.end(), is_met) && motion_.is_on_branch(state);
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
std::vector<std::pair<std::string, Expr>> quantities(Graph& graph, Expr residual,
                                                     const std::vector<NamedFactor>& words) {
  std::vector<std::pair<std::string, Expr>> out;
  const auto add_words = [&](bool are_states) {
    for (const NamedFactor& word : words)
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

std::string sign_text(const std::string& name, int sign, bool is_strict) {
  return fmt::format("{} {}{} 0", name, sign > 0 ? ">" : "<", is_strict ? "" : "=");
}

/// Two signs that tell together: √(x²)·y + x·√(y²) = 2·x·y holds where x >= 0 and y >= 0.
std::optional<std::string> region_of_two(SignRegions& regions, const std::vector<std::pair<std::string, Expr>>& all,
                                         bool is_strict) {
  constexpr std::size_t most_quantities = 32;
  std::vector<std::pair<std::size_t, std::vector<int>>> known;
  for (std::size_t i = 0; i < all.size() && known.size() < most_quantities; ++i)
    if (auto signs = regions.signs(all[i].second)) known.emplace_back(i, std::move(*signs));
  for (std::size_t j = 1; j < known.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      for (const int first : {1, -1})
        for (const int second : {1, -1}) {
          const auto& [name_a, a] = all[known[i].first];
          const auto& [name_b, b] = all[known[j].first];
          if (regions.holds_where(known[i].second, known[j].second, {a, first}, {b, second}))
            return sign_text(name_a, first, is_strict) + " and " + sign_text(name_b, second, is_strict);
        }
  return std::nullopt;
}

} // namespace

std::optional<std::string> region_of(TruthTest& truth, Expr residual, const std::vector<NamedFactor>& words) {
  RelaxedMotion& motion = truth.motion();
  if (!motion.is_solvable() || motion.branches() > most_region_states) return std::nullopt;
  SignRegions regions(truth, residual);
  if (!regions.is_mixed()) return std::nullopt;
  const bool is_strict = has_step(motion.graph(), residual);
  const auto all = quantities(motion.graph(), residual, words);
  for (const auto& [name, quantity] : all)
    if (const int sign = regions.sign_where_true(quantity); sign != 0) return sign_text(name, sign, is_strict);
  return region_of_two(regions, all, is_strict);
}

} // namespace exact
} // namespace dalembert
