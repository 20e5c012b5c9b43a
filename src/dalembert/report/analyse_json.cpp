#include <dalembert/analysis/koenig.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/report/analysis_report.h>
#include <dalembert/report/condition_words.h>
#include <dalembert/report/overview_json.h>
#include <dalembert/report/steady_json.h>

#include <stdexcept>

namespace dalembert {

namespace {

std::string_view identity_word(Answer identity) {
  switch (identity) {
  case Answer::yes:
    return "yes";
  case Answer::no:
    return "no";
  case Answer::undecided:
    return "undecided";
  }
  return "undecided";
}

std::string_view source_word(PowerTerm::Source source) {
  switch (source) {
  case PowerTerm::Source::explicit_time:
    return "explicit_time";
  case PowerTerm::Source::force:
    return "force";
  case PowerTerm::Source::dissipation:
    return "dissipation";
  case PowerTerm::Source::constraint:
    return "constraint";
  case PowerTerm::Source::friction:
    return "friction";
  }
  return "force";
}

std::string_view outside_word(OutsideSource::Kind kind) {
  switch (kind) {
  case OutsideSource::Kind::moving_frame:
    return "moving_frame";
  case OutsideSource::Kind::constraint:
    return "constraint";
  case OutsideSource::Kind::force:
    return "force";
  case OutsideSource::Kind::input:
    return "input";
  }
  return "force";
}

/// Writes the facts of one system as JSON.
class FactObjects {
public:
  explicit FactObjects(const Equations& equations)
      : equations_(equations), system_(*equations.system), names_(system_), form_(equations) {}

  Json text(Expr e) {
    const std::optional<std::string> plain = plain_text(form_, *system_.graph, e);
    return plain ? Json(*plain) : Json();
  }

  Json optional_text(const std::optional<Expr>& e) { return e ? text(*e) : Json("0"); }

  Json split(const Facts& facts) {
    Json out{{"of", facts.splits_lagrangian ? "L" : "T"}, {"exact", facts.kinetic.is_exact}};
    out["quadratic"] = text(facts.kinetic.quadratic);
    out["linear"] = text(facts.kinetic.linear);
    out["constant"] = text(facts.kinetic.constant);
    return out;
  }

  Json koenig() {
    const std::optional<KoenigSplit> split = koenig_split(equations_);
    if (!split) return {};
    JsonMap velocity;
    for (std::size_t i = 0; i < split->shifts.size(); ++i)
      velocity.add(names_.coordinates[split->shifts[i]], text(split->velocity[i]));
    return Json{{"mass", text(split->mass)}, {"velocity", velocity.take()}, {"relative", text(split->relative)}};
  }

  Json mass(const MassFacts& facts) {
    Json rows = Json::array();
    for (int i = 0; i < equations_.mass.rows; ++i) {
      Json row = Json::array();
      for (int j = 0; j < equations_.mass.columns; ++j)
        row.push_back(text(equations_.mass.at(i, j)));
      rows.push_back(std::move(row));
    }
    Json changes = Json::array();
    if (facts.changes_with_position == Answer::yes) changes.push_back("position");
    if (facts.changes_with_time == Answer::yes) changes.push_back("time");
    if (facts.changes_with_speed == Answer::yes) changes.push_back("speed");
    const auto known = [](Answer answer) {
      return answer == Answer::undecided ? Json(nullptr) : Json(answer == Answer::yes);
    };
    Json out{{"orthogonal", known(facts.is_diagonal)}, {"constant", known(facts.is_constant())}};
    out["changes_with"] = std::move(changes);
    out["entries"] = std::move(rows);
    return out;
  }

  Json momenta(const Facts& facts) {
    Json out = Json::array();
    for (const MomentumFacts& m : facts.momenta) {
      Json entry{{"coordinate", names_.coordinates[m.coordinate]}, {"cyclic", m.is_cyclic}};
      entry["conserved"] = identity_word(m.is_conserved);
      entry["momentum"] = text(m.momentum);
      entry["rate"] = text(m.rate);
      entry["rate_terms"] = Json{{"lagrangian", optional_text(m.of_potential)},
                                 {"forces", optional_text(m.of_forces)},
                                 {"dissipation", optional_text(m.of_dissipation)},
                                 {"constraints", optional_text(m.of_constraints)},
                                 {"friction", optional_text(m.of_friction)}};
      out.push_back(std::move(entry));
    }
    return out;
  }

  Json energy(const EnergyFacts& facts) {
    Json out{{"h", text(facts.energy_function)}, {"conserved", identity_word(facts.is_conserved)}};
    out["is_total_energy"] = facts.is_total ? Json(identity_word(*facts.is_total)) : Json();
    Json balance = Json::array();
    for (const PowerTerm& term : facts.balance)
      balance.push_back(Json{{"source", source_word(term.source)}, {"name", term.name}, {"power", text(term.power)}});
    out["balance"] = std::move(balance);
    return out;
  }

  static Json outside(const std::vector<OutsideSource>& sources) {
    Json out = Json::array();
    for (const OutsideSource& source : sources)
      out.push_back(Json{{"kind", outside_word(source.kind)}, {"name", source.name}});
    return out;
  }

  Json symmetries(const std::vector<Symmetry>& all) {
    Json out = Json::array();
    for (const Symmetry& s : all) {
      Json entry{{"dt", text(s.time)}, {"dq", forces(s.positions)}, {"gauge", text(s.gauge)}};
      entry["quantity"] = text(s.quantity);
      entry["conserved"] = identity_word(s.is_conserved);
      entry["rate"] = s.is_conserved == Answer::yes ? Json("0") : text(s.rate);
      out.push_back(std::move(entry));
    }
    return out;
  }

  Json momentum_equations(const std::vector<MomentumEquation>& all) {
    Json out = Json::array();
    for (const MomentumEquation& m : all) {
      Json entry{{"dq", forces(m.positions)}, {"quantity", text(m.quantity)}};
      entry["conserved"] = identity_word(m.is_conserved);
      entry["rate"] = m.is_conserved == Answer::yes ? Json("0") : shorter(m.rate, m.rate_on_constraints);
      out.push_back(std::move(entry));
    }
    return out;
  }

  Json effective(const EffectivePotential& potential) {
    Json cyclic = Json::array();
    for (const std::size_t c : potential.cyclic)
      cyclic.push_back(names_.coordinates[c]);
    return Json{{"cyclic", std::move(cyclic)}, {"text", text(potential.value)}};
  }

  Json symbolic(const SymbolicSteadyMotions& all) {
    Json conditions = Json::array();
    for (const Expr condition : all.conditions)
      conditions.push_back(text(condition));
    Json motions = Json::array();
    for (const SymbolicSteadyMotion& motion : all.motions) {
      Json coefficients = Json::array();
      for (const Expr coefficient : motion.characteristic)
        coefficients.push_back(text(coefficient));
      Json entry{{"positions", values(motion.positions, names_.coordinates)},
                 {"speeds", values(motion.speeds, names_.rates)},
                 {"zeros", motion.zeros},
                 {"drifts", motion.drifts}};
      entry["characteristic"] = std::move(coefficients);
      const StabilityWords words = stability_words(form_, equations_, motion);
      entry["stable_when"] = motion.condition ? Json(words.when) : Json();
      entry["asymptotic"] = motion.condition ? Json(motion.condition->is_asymptotic) : Json();
      entry["assumes"] = words.assumes;
      entry["exists_where"] = words.exists;
      entry["holds_where"] = words.holds;
      entry["basis"] = motion.condition ? Json(words.basis) : Json();
      Json factors = Json::array();
      for (const SPolynomial& factor : motion.factors) {
        Json list = Json::array();
        for (const Expr coefficient : factor)
          list.push_back(text(coefficient));
        factors.push_back(std::move(list));
      }
      entry["factors"] = std::move(factors);
      motions.push_back(std::move(entry));
    }
    return Json{{"conditions", std::move(conditions)},
                {"motions", std::move(motions)},
                {"left_out_unreal", all.left_out_unreal},
                {"note", all.note}};
  }

  Json forces(const std::vector<Expr>& components) {
    JsonMap map;
    for (std::size_t i = 0; i < components.size(); ++i)
      map.add(names_.coordinates[i], text(components[i]));
    return map.take();
  }

private:
  /// The shorter of two expressions that agree on the constraints.
  Json shorter(Expr a, Expr b) {
    const std::optional<std::string> first = plain_text(form_, *system_.graph, a);
    const std::optional<std::string> second = plain_text(form_, *system_.graph, b);
    if (!first && !second) return {};
    return !first || (second && second->size() < first->size()) ? Json(*second) : Json(*first);
  }

  /// {name: text, or "any"}.
  Json values(const std::vector<SymbolicSteadyMotion::Value>& all, const std::vector<std::string>& names) {
    JsonMap map;
    for (const SymbolicSteadyMotion::Value& value : all)
      map.add(names[value.coordinate], value.value ? text(*value.value) : Json("any"));
    return map.take();
  }

  const Equations& equations_;
  const System& system_;
  QuantityNames names_;
  PlainForm form_;
};

} // namespace

std::string analyse_json(const AnalysisReport& report) {
  if (report.overview.equations == nullptr) throw std::invalid_argument("analyse_json needs the equations");
  Json out{{"schema", "dalembert.analyse/1"}};
  add_overview(out, report.overview);
  FactObjects write(*report.overview.equations);
  const Facts& facts = report.facts;
  out["rheonomic"] = facts.is_rheonomic || facts.loses_time;
  out["time_drops_out"] = facts.loses_time;
  out["outside_work"] = FactObjects::outside(facts.outside);
  out["kinetic_split"] = write.split(facts);
  out["koenig"] = write.koenig();
  out["mass_matrix"] = write.mass(facts.mass);
  out["momenta"] = write.momenta(facts);
  out["energy"] = write.energy(facts.energy);
  out["fictitious_forces"] = Json{{"coriolis", write.forces(facts.fictitious.coriolis)},
                                  {"centrifugal", write.forces(facts.fictitious.centrifugal)},
                                  {"euler", write.forces(facts.fictitious.euler)}};
  out["centrifugal_effect"] = report.centrifugal ? Json{{"reduction", report.centrifugal->reduction},
                                                        {"deflection", report.centrifugal->deflection}}
                                                 : Json();
  out["symmetries"] = write.symmetries(report.symmetries.found);
  out["symmetry_search"] = Json{{"looked_for", report.symmetries.looked_for},
                                {"complete", report.symmetries.is_richest && report.symmetries.notes.empty()},
                                {"not_found", report.symmetries.notes}};
  out["momentum_equations"] = write.momentum_equations(report.momenta);
  out["effective_potential"] = report.effective ? write.effective(*report.effective) : Json();
  out["symbolic_steady_motions"] = write.symbolic(report.symbolic);
  out["steady_states"] = steady_list(report.overview.study->system, report.steady);
  out["steady_note"] = report.steady_note;
  out["steady_notes"] = report.steady_notes;
  return printed(out);
}

} // namespace dalembert
