// What may be struck along a run: constraints with an inequality, and impacts with a gap.
#include <dalembert/elaborate/agreement.h>
#include <dalembert/elaborate/contacts.h>
#include <dalembert/elaborate/settings.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/time_derivative.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace dalembert::inline elaboration {

bool is_of_contact(const Item<ast::Constraint>& item) {
  return item.node->relation.op != ast::Relop::equal;
}

bool is_of_contact(const Item<ast::Impact>& item) {
  return item.node->when != nullptr;
}

std::set<std::string_view> inequalities(const Declarations& declared) {
  std::set<std::string_view> out;
  for (const Item<ast::Constraint>& item : declared.constraints)
    if (is_of_contact(item)) out.insert(item.symbol->name);
  return out;
}

bool is_of_contact(const ReactionItem& item, const std::set<std::string_view>& names) {
  return std::ranges::any_of(item.node->constraints,
                             [&names](const ast::Expr* written) { return names.contains(base_name(*written)); });
}

std::set<std::string_view> pressing_at_contacts(const Declarations& declared) {
  const std::set<std::string_view> names = inequalities(declared);
  std::set<std::string_view> out;
  for (const ReactionItem& item : declared.reactions)
    if (is_of_contact(item, names))
      for (const ast::IndexedName& name : item.node->names)
        out.insert(name.name.text);
  for (const Item<ast::Impact>& item : declared.impacts)
    if (is_of_contact(item)) out.insert(item.symbol->name);
  return out;
}

bool is_of_contact(const Item<ast::Friction>& item, const std::set<std::string_view>& presses) {
  return presses.contains(base_name(*item.node->reaction));
}

ImpactLaw law_of(const Settings& settings) {
  return settings
      .choice<ImpactLaw>("law", {{"newton", ImpactLaw::newton},
                                 {"poisson", ImpactLaw::poisson},
                                 {"stronge", ImpactLaw::stronge},
                                 {"energy", ImpactLaw::energy}})
      .value_or(ImpactLaw::newton);
}

std::optional<Expr> restitution_of(const Builder& builder, const ast::Expr& written, const Scope* scope) {
  Context& context = builder.context;
  const auto restitution = builder.evaluator.scalar(written, scope);
  if (!restitution) return std::nullopt;
  const Scalar number{context.graph.one(), context.dimensions.one(), false, false, nullptr};
  if (context.fit(number, *restitution)) return restitution->expr;
  context.complaints.error("E0412", written.span, "a coefficient of restitution is a number").note =
      describe(builder.evaluator, written, scope, *restitution);
  return std::nullopt;
}

namespace {

/// The constraints of contacts come last: where they begin.
std::size_t first_of_contacts(const Study& closed) {
  std::size_t first = closed.system.constraints.size();
  for (const Contact& contact : closed.contacts)
    if (contact.constraint) first = std::min(first, *contact.constraint);
  return first;
}

class ContactBuilder {
public:
  explicit ContactBuilder(const Builder& builder)
      : builder_(builder), system_(builder.draft.study.system), context_(builder.context) {}

  void build() {
    for (const auto& item : builder_.declared.impacts)
      if (is_of_contact(item)) add_impact(item);
    for (const auto& item : builder_.declared.constraints)
      if (is_of_contact(item)) add_constraint(item);
    if (builder_.draft.study.contacts.empty()) return;
    refuse_mixed_reactions();
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
    const Settings settings(builder_.evaluator, item.node->block, item.scope, {"restitution", "law", "friction"});
    if (const ast::Setting* setting = settings.find("friction"))
      context_.complaints.error("E0802", setting->span, "friction is a statement of its own").help = fmt::format(
          "write `reaction N of {0} conjugate …` and `friction F of N conjugate slip {{ coefficient = mu }}`",
          row.name);
    const ImpactLaw law = law_of(settings);
    const ast::Expr* written = settings.expression("restitution");
    std::optional<Expr> restitution = law == ImpactLaw::energy ? context_.graph.one() : context_.graph.zero();
    if (written != nullptr) restitution = restitution_of(builder_, *written, item.scope);
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

  void refuse_mixed_reactions() {
    const std::size_t first = first_of_contacts(builder_.draft.study);
    const auto of_contact = [first](int k) { return static_cast<std::size_t>(k) >= first; };
    for (const Reaction& reaction : system_.reactions)
      if (std::ranges::any_of(reaction.of, of_contact) && !std::ranges::all_of(reaction.of, of_contact))
        context_.complaints.error("E0613", reaction.span,
                                  fmt::format("reaction {} belongs to an equation and to an inequality: declare one "
                                              "reaction for each",
                                              reaction.name));
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

/// True of a reaction of inequalities, which begin at constraint `first`.
bool is_late(const Reaction& reaction, std::size_t first) {
  return std::ranges::any_of(reaction.of, [first](int k) { return static_cast<std::size_t>(k) >= first; });
}

/// How many frictions act at equations; those of contacts come last.
std::size_t frictions_at_equations(const Study& closed) {
  const System& system = closed.system;
  const std::size_t first = first_of_contacts(closed);
  return static_cast<std::size_t>(std::ranges::count_if(system.frictions, [&](const Friction& friction) {
    return !is_late(system.reactions.at(static_cast<std::size_t>(friction.of)), first);
  }));
}

/// The multipliers, reactions, frictions and impulses of contacts.
std::vector<Expr> forces_of_contacts(const Study& study) {
  const System& system = study.system;
  std::vector<Expr> out;
  std::size_t impacts = system.impacts.size();
  for (const Contact& contact : study.contacts)
    impacts = std::min(impacts, contact.impact);
  for (std::size_t i = impacts; i < system.impacts.size(); ++i)
    out.push_back(system.impacts[i].symbol);
  const std::size_t first = first_of_contacts(study);
  for (std::size_t k = first; k < system.constraints.size(); ++k)
    out.push_back(system.constraints[k].multiplier);
  for (const Reaction& reaction : system.reactions)
    if (is_late(reaction, first)) out.push_back(reaction.symbol);
  for (std::size_t f = frictions_at_equations(study); f < system.frictions.size(); ++f)
    out.push_back(system.frictions[f].symbol);
  return out;
}

void refuse_forces(const Written& written, std::span<const Expr> forces, Context& context) {
  for (const Written& part : written.parts)
    refuse_forces(part, forces, context);
  if (written.kind != WrittenKind::name || !depends(context.graph, written.value, forces)) return;
  context.complaints
      .error("E0614", written.span,
             fmt::format("`{}` acts at a contact, and all contacts are open in the equations that claims speak of",
                         written.text))
      .help = "write it as a `check`: with contacts these are made along the run";
}

/// `work(F)` counts forces, frictions and reactions: the place in the open study of what stands at `index` in `closed`.
int work_when_open(const System& closed, const System& open, int index) {
  const auto forces = static_cast<int>(closed.forces.size());
  const auto all = static_cast<int>(closed.frictions.size());
  const auto kept = static_cast<int>(open.frictions.size());
  if (index < forces + kept) return index;
  const bool is_reaction = index >= forces + all;
  return is_reaction ? index - all + kept : forces + kept + static_cast<int>(closed.reactions.size());
}

/// Leaves out what belongs to contacts, which is the end of each list.
void cut_contacts(Study& open, const Study& closed) {
  std::size_t impacts = closed.system.impacts.size();
  for (const Contact& contact : closed.contacts)
    impacts = std::min(impacts, contact.impact);
  const std::size_t first = first_of_contacts(closed);
  open.system.constraints.resize(first);
  open.system.impacts.resize(impacts);
  open.system.frictions.resize(frictions_at_equations(closed));
  std::erase_if(open.system.reactions, [first](const Reaction& reaction) { return is_late(reaction, first); });
  for (Derived& derived : open.derived)
    if (derived.kind == DerivedKind::work) derived.index = work_when_open(closed.system, open.system, derived.index);
  open.contacts.clear();
}

} // namespace

void build_contacts(const Builder& builder) {
  ContactBuilder(builder).build();
}

void refuse_claims_of_contacts(const Builder& builder) {
  const Study& study = builder.draft.study;
  if (study.contacts.empty()) return;
  const std::vector<Expr> forces = forces_of_contacts(study);
  for (const Claim& claim : study.claims) {
    refuse_forces(claim.left, forces, builder.context);
    if (!claim.is_constant) refuse_forces(claim.right, forces, builder.context);
  }
}

Study opened(Study study) {
  if (study.contacts.empty()) return study;
  Study open = study;
  cut_contacts(open, study);
  open.closed = std::make_shared<const Study>(std::move(study));
  return open;
}

} // namespace dalembert::inline elaboration
