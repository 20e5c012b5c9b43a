// What the equations of a model speak of whose constraints do not act all the time: the system at its start.
#include <dalembert/elaborate/building/opened.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Where the constraints begin that do not act at the start: they come last.
std::size_t first_late(const Study& closed) {
  std::size_t first = closed.system.constraints.size();
  for (const Imposed& each : closed.imposed)
    if (each.from) first = std::min(first, each.constraint);
  for (const Contact& contact : closed.contacts)
    if (contact.constraint) first = std::min(first, *contact.constraint);
  return first;
}

/// Where those of contacts begin.
std::size_t first_of_contacts(const Study& closed) {
  std::size_t first = closed.system.constraints.size();
  for (const Contact& contact : closed.contacts)
    if (contact.constraint) first = std::min(first, *contact.constraint);
  return first;
}

/// True of a reaction of constraints from number `first` on.
bool is_late(const Reaction& reaction, std::size_t first) {
  return std::ranges::any_of(reaction.of, [first](int k) { return static_cast<std::size_t>(k) >= first; });
}

/// How many frictions act at the start; the others come last.
std::size_t frictions_at_start(const Study& closed) {
  const System& system = closed.system;
  const std::size_t first = first_late(closed);
  return static_cast<std::size_t>(std::ranges::count_if(system.frictions, [&](const Friction& friction) {
    return !is_late(system.reactions.at(static_cast<std::size_t>(friction.of)), first);
  }));
}

/// Where the impacts of contacts begin.
std::size_t first_impact_of_contacts(const Study& closed) {
  std::size_t first = closed.system.impacts.size();
  for (const Contact& contact : closed.contacts)
    first = std::min(first, contact.impact);
  return first;
}

/// The multipliers, reactions, frictions and impulses of what does not act at the start.
std::vector<Expr> late_forces(const Study& study) {
  const System& system = study.system;
  std::vector<Expr> out;
  for (std::size_t i = first_impact_of_contacts(study); i < system.impacts.size(); ++i)
    out.push_back(system.impacts[i].symbol);
  const std::size_t first = first_late(study);
  for (std::size_t k = first; k < system.constraints.size(); ++k)
    out.push_back(system.constraints[k].multiplier);
  for (const Reaction& reaction : system.reactions)
    if (is_late(reaction, first)) out.push_back(reaction.symbol);
  for (std::size_t f = frictions_at_start(study); f < system.frictions.size(); ++f)
    out.push_back(system.frictions[f].symbol);
  return out;
}

void refuse_forces(const Written& written, std::span<const Expr> forces, const Builder& builder) {
  for (const Written& part : written.parts)
    refuse_forces(part, forces, builder);
  if (written.kind != WrittenKind::name || !depends(builder.context.graph, written.value, forces)) return;
  const Study& study = builder.draft.study;
  const std::size_t contacts = first_of_contacts(study);
  const std::vector<Constraint>& rows = study.system.constraints;
  std::vector<Expr> of_imposed;
  for (std::size_t k = first_late(study); k < contacts; ++k)
    of_imposed.push_back(rows[k].multiplier);
  for (const Reaction& reaction : study.system.reactions)
    if (is_late(reaction, first_late(study)) && !is_late(reaction, contacts)) of_imposed.push_back(reaction.symbol);
  const bool is_imposed = depends(builder.context.graph, written.value, of_imposed);
  builder.context.complaints
      .error("E0614", written.span,
             is_imposed ? fmt::format("`{}` acts once its constraint is imposed, and claims speak of the equations at "
                                      "the start",
                                      written.text)
                        : fmt::format("`{}` acts at a contact, and all contacts are open in the equations that claims "
                                      "speak of",
                                      written.text))
      .help = is_imposed ? "write it as a `check`, which is made along the run"
                         : "write it as a `check`: with contacts these are made along the run";
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

/// Leaves out what does not act at the start, which is the end of each list.
void cut_late(Study& open, const Study& closed) {
  const std::size_t first = first_late(closed);
  open.system.constraints.resize(first);
  open.system.impacts.resize(first_impact_of_contacts(closed));
  open.system.frictions.resize(frictions_at_start(closed));
  std::erase_if(open.system.reactions, [first](const Reaction& reaction) { return is_late(reaction, first); });
  for (Derived& derived : open.derived)
    if (derived.kind == DerivedKind::work) derived.index = work_when_open(closed.system, open.system, derived.index);
  open.contacts.clear();
  open.imposed.clear();
}

} // namespace

void refuse_mixed_reactions(const Builder& builder) {
  const Study& study = builder.draft.study;
  const std::size_t late = first_late(study);
  const std::size_t contacts = first_of_contacts(study);
  const auto stage = [late, contacts](int k) {
    const auto row = static_cast<std::size_t>(k);
    return (row >= late ? 1 : 0) + (row >= contacts ? 1 : 0);
  };
  for (const Reaction& reaction : study.system.reactions) {
    if (reaction.of.empty()) continue;
    const auto [least, most] = std::ranges::minmax(reaction.of, {}, stage);
    if (stage(least) == stage(most)) continue;
    builder.context.complaints.error(
        "E0613", reaction.span,
        stage(most) == 2
            ? fmt::format("reaction {} belongs to an equation and to an inequality: declare one reaction "
                          "for each",
                          reaction.name)
            : fmt::format("reaction {} belongs to a constraint that acts from the start and to one that is "
                          "imposed later: declare one reaction for each",
                          reaction.name));
  }
}

void refuse_claims_of_late_forces(const Builder& builder) {
  const Study& study = builder.draft.study;
  if (study.contacts.empty() && study.imposed.empty()) return;
  const std::vector<Expr> forces = late_forces(study);
  for (const Claim& claim : study.claims) {
    refuse_forces(claim.left, forces, builder);
    if (!claim.is_constant) refuse_forces(claim.right, forces, builder);
  }
}

Study opened(Study study) {
  if (study.contacts.empty() && study.imposed.empty()) return study;
  Study open = study;
  cut_late(open, study);
  open.closed = std::make_shared<const Study>(std::move(study));
  return open;
}

} // namespace elaboration
} // namespace dalembert
