// Derivatives that hold impulses: of values and energies that jump.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/value_jump.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::size_t longest_text = 60; // bytes of a function in a message

/// The values of the parameters that have one, whatever their order.
std::vector<Assignment> known_values(const System& system) {
  std::vector<Assignment> out;
  bool is_new = true;
  std::vector<bool> is_known(system.parameters.size(), false);
  while (is_new) {
    is_new = false;
    for (std::size_t i = 0; i < system.parameters.size(); ++i) {
      const Parameter& parameter = system.parameters[i];
      if (is_known[i] || !parameter.value) continue;
      try {
        const double value = evaluate(*system.graph, *parameter.value, out);
        if (!std::isfinite(value)) continue;
        out.push_back({parameter.symbol, value});
        is_known[i] = is_new = true;
      } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): of another that is not known yet
      }
    }
  }
  return out;
}

/// Says where derivatives leave out an impulse.
class Impulses {
public:
  explicit Impulses(const Builder& builder)
      : context_(builder.context), system_(builder.draft.study.system), known_(known_values(system_)) {
    moving_.push_back(system_.time);
    for (const std::vector<Expr>& symbols : {system_.positions(), system_.rates()})
      moving_.insert(moving_.end(), symbols.begin(), symbols.end());
  }

  void look_at_written_derivatives() {
    for (const Differentiated& each : context_.differentiated) {
      const std::optional<Expr> jump = value_jump(context_.graph, each.operand, moving_, known_);
      if (!jump) continue;
      context_.complaints
          .error("E0508", each.span,
                 fmt::format("`{}` has an impulse where `{}` jumps", context_.text(each.span), name(*jump)))
          .help = smooth_step();
    }
  }

  /// p and ∂L/∂q: the equations of motion hold their derivatives.
  void look_at_energies() {
    const Expr lagrangian = system_.lagrangian();
    const std::vector<Expr> nodes = reachable(context_.graph, {&lagrangian, 1});
    if (std::ranges::none_of(nodes, [&](Expr node) { return is_switching(context_.graph, node); })) return;
    const std::vector<Expr> momenta = gradient(context_.graph, lagrangian, system_.rates());
    for (std::size_t i = 0; i < momenta.size(); ++i) {
      const std::optional<Expr> jump = value_jump(context_.graph, momenta[i], moving_, known_);
      if (!jump) continue;
      refuse(*jump, fmt::format("the momentum p.{} jumps where `{}` does, so its rate has an impulse there",
                                system_.coordinates[i].name, name(*jump)));
      return;
    }
    if (const std::optional<Expr> jump = value_jump(context_.graph, lagrangian, system_.positions(), known_))
      refuse(*jump, fmt::format("the energy jumps where `{}` does, so the force has an impulse there", name(*jump)));
  }

private:
  [[nodiscard]] std::string name(Expr jump) const { return text(context_.graph, jump, longest_text); }
  [[nodiscard]] static std::string smooth_step() {
    return "the equations of motion hold no impulse: make the step short and smooth, as in `(1 + tanh(u/d))/2` for "
           "`heaviside(u)`, or end one run at the step and start another after it";
  }
  void refuse(Expr jump, std::string message) {
    const auto holds = [&](const EnergyTerm& term) {
      const std::vector<Expr> nodes = reachable(context_.graph, {&term.value, 1});
      return std::ranges::find(nodes, jump) != nodes.end();
    };
    const auto term = std::ranges::find_if(system_.energies, holds);
    const SourceSpan span = term == system_.energies.end() ? system_.span : term->span;
    context_.complaints.error("E0618", span, std::move(message)).help = smooth_step();
  }

  Context& context_;
  const System& system_;
  std::vector<Assignment> known_;
  std::vector<Expr> moving_;
};

} // namespace

void refuse_impulses(const Builder& builder) {
  Impulses impulses(builder);
  impulses.look_at_written_derivatives();
  if (!builder.context.complaints.has_errors()) impulses.look_at_energies();
}

} // namespace elaboration
} // namespace dalembert
