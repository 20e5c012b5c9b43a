// What may be struck along a run: constraints with an inequality, and impacts with a gap.
#include <dalembert/elaborate/building/contacts.h>
#include <dalembert/elaborate/declaring/acting.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/expr/time_derivative.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

std::optional<ImpactLaw> impact_law(const Settings& settings, std::string_view key) {
  return settings.choice<ImpactLaw>(key, {{"newton", ImpactLaw::newton},
                                          {"poisson", ImpactLaw::poisson},
                                          {"stronge", ImpactLaw::stronge},
                                          {"energy", ImpactLaw::energy}});
}

ImpactLaw law_of(const Builder& builder, const Settings& settings) {
  if (settings.find("law") != nullptr) return impact_law(settings, "law").value_or(ImpactLaw::newton);
  const auto& runs = builder.declared.plain.of<ast::Simulate>();
  if (runs.empty()) return ImpactLaw::newton;
  const Complaints::Silence reported(builder.context.complaints); // by build_simulation
  const Settings of_run(builder.evaluator, runs.front().node->block, runs.front().scope, ast::SettingPlace::simulate);
  return impact_law(of_run, "impacts").value_or(ImpactLaw::newton);
}

std::optional<Expr> restitution_of(const Builder& builder, ImpactLaw law, const ast::Expr& written,
                                   const Scope* scope) {
  Context& context = builder.context;
  const auto restitution = builder.evaluator.scalar(written, scope);
  if (!restitution) return std::nullopt;
  const Scalar number{context.graph.one(), context.dimensions.one(), false, false, nullptr};
  const bool is_read = law != ImpactLaw::energy || context.graph.is_one(restitution->expr);
  if (!is_read)
    context.complaints
        .warning("W0837", written.span,
                 "the law `energy` keeps the energy of an impact, whatever its coefficient of restitution")
        .help = "leave out `restitution`, or choose another law: newton, poisson, stronge";
  if (context.fit(number, *restitution)) return restitution->expr;
  context.complaints.error("E0412", written.span, "a coefficient of restitution is a number").note =
      describe(builder.evaluator, written, scope, *restitution);
  return std::nullopt;
}

namespace {

class ContactBuilder {
public:
  explicit ContactBuilder(const Builder& builder)
      : builder_(builder), system_(builder.draft.study.system), context_(builder.context) {}

  void build() {
    for (const auto& item : builder_.declared.impacts)
      if (acting(item) == Acting::at_contacts) add_impact(item);
    for (const auto& item : builder_.declared.constraints)
      if (acting(item) == Acting::at_contacts) add_constraint(item);
    if (builder_.draft.study.contacts.empty()) return;
    if (context_.complaints.has_errors()) return;
    for (std::size_t f = 0; f < system_.frictions.size(); ++f)
      add_friction(f);
  }

private:
  template <class Node>
  [[nodiscard]] std::size_t slot_of(const Item<Node>& item) const {
    return static_cast<std::size_t>(builder_.names.definitions().of(*item.definition).slot);
  }

  void add_impact(const Item<ast::Impact>& item) {
    const ast::Relation& when = *item.node->when;
    const bool is_less = when.op == ast::Relop::less_equal || when.op == ast::Relop::less;
    const bool is_greater = when.op == ast::Relop::greater_equal || when.op == ast::Relop::greater;
    const auto left = builder_.evaluator.scalar(*when.left, item.scope);
    const auto right = builder_.evaluator.scalar(*when.right, item.scope);
    if (!left || !right) return;
    if (!same_dimension(builder_.evaluator, {*when.left, *left}, {*when.right, *right}, item.scope)) return;
    const Impact& impact = system_.impacts.at(slot_of(item));
    if (!is_less && !is_greater) {
      context_.complaints
          .error("E0305", when.operator_span,
                 fmt::format("impact {} happens when its gap has closed: write `gap <= 0`", impact.name))
          .edit = Edit{when.operator_span, "<="};
      return;
    }
    Contact made;
    made.name = impact.name;
    made.gap = is_less ? context_.graph.sub(left->expr, right->expr) : context_.graph.sub(right->expr, left->expr);
    made.impact = slot_of(item);
    made.text = builder_.draft.shown(when.span);
    made.span = impact.span;
    if (is_gap(when.span, made)) builder_.draft.study.contacts.push_back(std::move(made));
  }

  void add_constraint(const Item<ast::Constraint>& item) {
    const Constraint& row = system_.constraints.at(slot_of(item));
    const Settings settings(builder_.evaluator, item.node->block, item.scope, ast::SettingPlace::contact);
    if (const ast::Setting* setting = settings.find("friction"))
      context_.complaints.error("E0802", setting->span, "friction is a statement of its own").help = fmt::format(
          "write `reaction N of {0} conjugate …` and `friction F of N conjugate slip {{ coefficient = mu }}`",
          row.name);
    const ImpactLaw law = law_of(builder_, settings);
    const ast::Expr* written = settings.expression("restitution");
    std::optional<Expr> restitution = law == ImpactLaw::energy ? context_.graph.one() : context_.graph.zero();
    if (written != nullptr) restitution = restitution_of(builder_, law, *written, item.scope);
    if (!restitution || context_.complaints.has_errors()) return;
    Contact made;
    made.name = row.name;
    made.gap = row.residual;
    made.constraint = slot_of(item);
    made.impact = system_.impacts.size();
    made.text = row.text;
    made.span = row.span;
    if (!is_gap(item.node->relation.span, made)) return;
    Impact impact;
    static_cast<Declared&>(impact) = static_cast<const Declared&>(row);
    impact.speed = context_.rates.of(made.gap);
    impact.restitution = *restitution;
    impact.law = law;
    impact.symbol = context_.graph.symbol("impulse." + row.name);
    impact.statement = row.statement;
    system_.impacts.push_back(std::move(impact));
    builder_.draft.later([&draft = builder_.draft, of = *made.constraint, at = made.impact] {
      const Measure second{draft.study.system.has_units ? std::optional(Dimension::time()) : std::nullopt};
      draft.study.system.impacts[at].measure = draft.study.system.constraints[of].multiplier_measure * second;
    });
    builder_.draft.study.contacts.push_back(std::move(made));
  }

  /// False where the gap holds what cannot be followed up to its root.
  bool is_gap(SourceSpan span, const Contact& contact) {
    const Content unwanted = holds::rate | holds::acceleration | holds::reaction | holds::history;
    if (!context_.content.has(contact.gap, unwanted) && context_.content.has(contact.gap, holds::coordinate))
      return true;
    context_.complaints.error("E0305", span,
                              fmt::format("the gap of {} must be an expression of coordinates; the time and parameters "
                                          "may stand beside them",
                                          contact.name));
    return false;
  }

  /// The impulse of a friction that acts at a contact.
  void add_friction(std::size_t index) {
    const Friction& friction = system_.frictions[index];
    const std::vector<int>& of = system_.reactions.at(static_cast<std::size_t>(friction.of)).of;
    const auto contact = std::ranges::find_if(builder_.draft.study.contacts, [&of](const Contact& each) {
      return each.constraint &&
             std::ranges::any_of(of, [&each](int k) { return static_cast<std::size_t>(k) == *each.constraint; });
    });
    if (contact == builder_.draft.study.contacts.end()) return;
    if (of.size() != 1) {
      context_.complaints.error("E0615", friction.span,
                                fmt::format("friction {} acts at several inequalities: declare a reaction and a "
                                            "friction for each",
                                            friction.name));
      return;
    }
    Impact impulse;
    static_cast<Declared&>(impulse) = static_cast<const Declared&>(friction);
    impulse.speed = friction.slip;
    impulse.restitution = context_.graph.zero();
    impulse.symbol = context_.graph.symbol("impulse." + friction.name);
    impulse.statement = friction.statement;
    impulse.friction = ImpactFriction{contact->impact, friction.coefficient, index};
    const std::size_t at = system_.impacts.size();
    system_.impacts.push_back(std::move(impulse));
    builder_.draft.later([&draft = builder_.draft, index, at] {
      const Measure second{draft.study.system.has_units ? std::optional(Dimension::time()) : std::nullopt};
      draft.study.system.impacts[at].measure = draft.study.system.frictions[index].measure * second;
    });
  }

  const Builder& builder_;
  System& system_;
  Context& context_;
};

} // namespace

void build_contacts(const Builder& builder) {
  ContactBuilder(builder).build();
}

} // namespace elaboration
} // namespace dalembert
