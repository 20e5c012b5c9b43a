#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/textbook/fraction.h>
#include <dalembert/textbook/human_form.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/textbook/read_back.h>
#include <dalembert/textbook/shared_text.h>
#include <dalembert/textbook/typeset.h>

#include <algorithm>

namespace dalembert {

namespace {

/// The two sides of an equation as sums over brackets, and what they were divided by.
struct Sides {
  Sum left;
  Sum right;
  Summand divisor{Rational(1), {}};
  int cost = 0;
};

void turn(Sum& sum) {
  for (Summand& s : sum)
    s.coefficient = -s.coefficient;
}

Laurent divided(const Laurent& a, const Summand& by) {
  Laurent out = a;
  for (LaurentTerm& t : out) {
    t.monomial = t.monomial / by.monomial;
    t.coefficient /= by.coefficient;
  }
  merge(out);
  return out;
}

/// What may stand in a text about `roots`: their symbols by name, and selects and unknown functions by their text.
/// Nothing where two symbols share a name.
std::optional<KnownTexts> texts_below(const Graph& graph, std::span<const Expr> roots) {
  KnownTexts known;
  for (const Expr e : reachable(graph, roots)) {
    const NodeKind kind = graph.kind(e);
    const bool is_name = kind == NodeKind::symbol;
    if (!is_name && kind != NodeKind::select && kind != NodeKind::unknown) continue;
    const bool added = known.emplace(is_name ? std::string(graph.name(e)) : text(graph, e), e).second;
    if (!added && is_name) return std::nullopt;
  }
  return known;
}

/// Reads a text that we printed ourselves.
Expr read(Graph& graph, const std::string& text, const KnownTexts& known) {
  const std::optional<Expr> out = read_back(graph, text, known);
  ENSURE(out.has_value());
  return *out;
}

/// Adds the meaning of every definition to `known`.
void read_definitions(Graph& graph, const std::vector<Definition>& definitions, KnownTexts& known) {
  for (const Definition& d : definitions)
    known[d.name] = read(graph, d.text, known);
}

/// Refuses to show a line that is refuted: a bug of ours.
void prove_equal(const Graph& graph, Expr printed, Expr meant) {
  const std::vector<Expr> left{printed};
  const std::vector<Expr> right{meant};
  ENSURE(equality_test(graph, left, right).verdict != Zero::no);
}

} // namespace

struct PlainForm::State {
  explicit State(const Equations& e)
      : equations(e),
        graph(*e.system->graph),
        atoms(*e.system),
        waves(atoms),
        expansion(atoms, waves),
        fractions(atoms, waves, expansion),
        human(atoms, waves) {
    std::vector<Expr> roots;
    for (const auto* list : {&e.residual, &e.generalized_forces, &e.constraint_forces, &e.forcing, &e.mass.entries,
                             &e.constraint_matrix.entries, &e.constraint_forcing, &e.momenta})
      roots.insert(roots.end(), list->begin(), list->end());
    for (const ReactionRow& row : e.reactions)
      roots.insert(roots.end(), row.row.begin(), row.row.end());
    waves.announce(roots);
  }

  [[nodiscard]] Expr forces(std::size_t index) const;
  [[nodiscard]] std::optional<Sum> shortest(Expr e);
  [[nodiscard]] std::optional<PlainEquation> multiplied_out(std::size_t index, const KnownTexts& known);
  [[nodiscard]] std::optional<PlainEquation> structural(std::size_t index, KnownTexts known);
  [[nodiscard]] Summand common_divisor(const Laurent& motion, const Laurent& forces) const;
  [[nodiscard]] Sides sides(const Laurent& motion, const Laurent& forces);
  [[nodiscard]] Sides arranged(const Laurent& motion, const Laurent& forces);
  [[nodiscard]] std::optional<Sides> with_force_inside(const Laurent& motion, const Laurent& forces,
                                                       const Laurent& declared, const Sides& so_far);

  const Equations& equations;
  Graph& graph;
  AtomTable atoms;
  WaveTable waves;
  Expansion expansion;
  Fractions fractions;
  HumanForm human;
};

/// What belongs on the right-hand side: declared forces, multipliers, friction.
Expr PlainForm::State::forces(std::size_t index) const {
  Expr out = graph.add(equations.generalized_forces[index], equations.constraint_forces[index]);
  for (std::size_t k = 0; k < equations.frictions.size(); ++k)
    out = graph.add(out, graph.mul(equations.system->frictions[k].symbol, equations.frictions[k].column[index]));
  return out;
}

/// The parameters and coordinates that stand in every term.
Summand PlainForm::State::common_divisor(const Laurent& motion, const Laurent& forces) const {
  std::optional<PowerProduct> common;
  for (const Laurent* side : {&motion, &forces})
    for (const LaurentTerm& t : *side)
      common = common ? common_factor(*common, t.monomial) : t.monomial;
  Summand out{Rational(1), {}};
  if (!common) return out;
  for (const Power& p : common->powers()) {
    const AtomClass type = atoms[p.atom].type;
    if (type == AtomClass::parameter || type == AtomClass::coordinate) out.monomial.multiply(p.atom, p.exponent);
  }
  return out;
}

/// Both sides in human form: M = F, or M − F = 0 where that saves a sign.
Sides PlainForm::State::arranged(const Laurent& motion, const Laurent& forces) {
  Sides out;
  out.left = human.of(motion);
  out.right = human.of(forces);
  if (atoms.leading_sign(out.left) < 0) {
    turn(out.left);
    turn(out.right);
    out.divisor.coefficient = Rational(-1);
  }
  const auto cost = [this](const Sum& left, const Sum& right) {
    return atoms.cost(left) + atoms.cost(right) + (left.empty() || right.empty() ? 0 : 1);
  };
  out.cost = cost(out.left, out.right);
  Sum moved = out.right;
  turn(moved);
  Sum joined = out.left;
  joined.insert(joined.end(), moved.begin(), moved.end());
  const bool is_moved = out.left.empty() || (!out.right.empty() && cost(joined, {}) < out.cost);
  if (!is_moved) return out;
  out.left = std::move(joined);
  out.right.clear();
  out.cost = cost(out.left, out.right);
  return out;
}

/// As the terms stand, or with their rational content divided out, whichever is shorter.
Sides PlainForm::State::sides(const Laurent& motion, const Laurent& forces) {
  Sides best = arranged(motion, forces);
  const Rational content = human.content({&motion, &forces});
  if (content.is_one()) return best;
  const Summand by{content, {}};
  Sides other = arranged(divided(motion, by), divided(forces, by));
  other.divisor.coefficient *= content;
  return other.cost < best.cost ? other : best;
}

/// A declared force that carries all parameters of the motion side joins it: m·(x'' − g_x) = λ.
std::optional<Sides> PlainForm::State::with_force_inside(const Laurent& motion, const Laurent& forces,
                                                         const Laurent& declared, const Sides& so_far) {
  if (declared.empty() || so_far.left.size() != 1) return std::nullopt;
  PowerProduct parameters;
  for (const Power& p : so_far.left.front().monomial.powers())
    if (atoms[p.atom].type == AtomClass::parameter && !atoms[p.atom].is_bracket())
      parameters.multiply(p.atom, p.exponent);
  if (parameters.is_one()) return std::nullopt;
  const bool is_carried =
      std::ranges::all_of(declared, [&](const LaurentTerm& t) { return parameters.divides(t.monomial); });
  if (!is_carried) return std::nullopt;
  Sides other = sides(sum(motion, declared, Rational(-1)), sum(forces, declared, Rational(-1)));
  if (other.cost >= so_far.cost) return std::nullopt;
  return other;
}

/// The shorter of a sum of terms and one fraction in lowest terms.
std::optional<Sum> PlainForm::State::shortest(Expr e) {
  std::optional<Sum> best;
  const Laurent* polynomial = expansion.of(e);
  if (polynomial != nullptr) best = human.of(*polynomial);
  const auto has_quotients = [this](const LaurentTerm& t) {
    return std::ranges::any_of(t.monomial.powers(), [this](const Power& p) {
      return p.exponent < 0 && atoms[p.atom].type == AtomClass::function;
    });
  };
  if (polynomial != nullptr && std::ranges::none_of(*polynomial, has_quotients)) return best;
  try {
    const std::optional<Fraction> fraction = fractions.of(e);
    if (!fraction) return best;
    Sum other = fractions.written(human, fractions.reduced(*fraction));
    if (!best || atoms.cost(other) < atoms.cost(*best)) best = std::move(other);
  } catch (const BudgetSpent&) { // NOLINT: the sum of terms stands
  }
  return best;
}

std::optional<PlainEquation> PlainForm::State::multiplied_out(std::size_t index, const KnownTexts& known) {
  const Expr residual = equations.residual[index];
  const Laurent* whole = expansion.of(residual);
  const Laurent* force = expansion.of(forces(index));
  const Laurent* declared = expansion.of(equations.generalized_forces[index]);
  if (whole == nullptr || force == nullptr || declared == nullptr) return std::nullopt;
  const Laurent motion = sum(*whole, *force);
  const Summand divisor = common_divisor(motion, *force);
  human.lead_with(static_cast<int>(index));
  const Laurent small_motion = divided(motion, divisor);
  const Laurent small_force = divided(*force, divisor);
  Sides best = sides(small_motion, small_force);
  if (auto other = with_force_inside(small_motion, small_force, divided(*declared, divisor), best))
    best = std::move(*other);
  PlainEquation out;
  out.coordinate = equations.system->coordinates[index].name;
  out.left = typeset(atoms, best.left);
  out.right = typeset(atoms, best.right);
  best.divisor.monomial = divisor.monomial;
  out.divided_by = typeset(atoms, {best.divisor});
  out.nodes = node_count(out.left) + (best.right.empty() ? 0 : node_count(out.right) + 1);
  const Expr printed = graph.mul(read(graph, out.divided_by, known),
                                 graph.sub(read(graph, out.left, known), read(graph, out.right, known)));
  prove_equal(graph, printed, residual);
  return out;
}

std::optional<PlainEquation> PlainForm::State::structural(std::size_t index, KnownTexts known) {
  const Expr force = forces(index);
  const std::vector<Expr> roots{graph.add(equations.residual[index], force), force};
  std::optional<SharedText> shared = shared_text(graph, roots, known, longest_text);
  if (!shared) return std::nullopt;
  PlainEquation out;
  out.coordinate = equations.system->coordinates[index].name;
  out.left = shared->texts[0];
  out.right = shared->texts[1];
  out.definitions = std::move(shared->definitions);
  out.nodes = node_count(out.left) + node_count(out.right) + 1;
  known.merge(shared->literals);
  read_definitions(graph, out.definitions, known);
  prove_equal(graph, graph.sub(read(graph, out.left, known), read(graph, out.right, known)), equations.residual[index]);
  return out;
}

PlainForm::PlainForm(const Equations& equations) : state_(std::make_unique<State>(equations)) {}
PlainForm::~PlainForm() = default;
PlainForm::PlainForm(PlainForm&&) noexcept = default;
PlainForm& PlainForm::operator=(PlainForm&&) noexcept = default;

std::optional<PlainEquation> PlainForm::equation(std::size_t index) {
  const std::vector<Expr> roots{state_->equations.residual.at(index), state_->forces(index)};
  const std::optional<KnownTexts> known = texts_below(state_->graph, roots);
  if (!known) return std::nullopt;
  try {
    if (auto out = state_->multiplied_out(index, *known)) return out;
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  return state_->structural(index, *known);
}

std::optional<PlainText> PlainForm::expression(Expr e) {
  Graph& graph = state_->graph;
  const std::vector<Expr> roots{e};
  std::optional<KnownTexts> known = texts_below(graph, roots);
  if (!known) return std::nullopt;
  state_->waves.announce(roots);
  PlainText out;
  state_->human.lead_with(-1);
  try {
    if (const std::optional<Sum> sum = state_->shortest(e)) {
      out.text = typeset(state_->atoms, *sum);
      prove_equal(graph, read(graph, out.text, *known), e);
      return out;
    }
  } catch (const BudgetSpent&) { // NOLINT: the structural text needs no search
  }
  std::optional<SharedText> shared = shared_text(graph, roots, *known, longest_text);
  if (!shared) return std::nullopt;
  out.text = shared->texts[0];
  out.definitions = std::move(shared->definitions);
  known->merge(shared->literals);
  read_definitions(graph, out.definitions, *known);
  prove_equal(graph, read(graph, out.text, *known), e);
  return out;
}

std::optional<PlainEquation> plain_equation(const Equations& equations, std::size_t index) {
  return PlainForm(equations).equation(index);
}

std::vector<std::optional<PlainEquation>> plain_equations(const Equations& equations) {
  PlainForm form(equations);
  std::vector<std::optional<PlainEquation>> out;
  for (std::size_t i = 0; i < equations.residual.size(); ++i)
    out.push_back(form.equation(i));
  return out;
}

} // namespace dalembert
