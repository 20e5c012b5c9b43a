#include <dalembert/base/watch.h>
#include <dalembert/expr/depends.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/lowering/multiplied_out.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

using Unknown = std::uint32_t;
/// Σ coefficient · unknown: what a node is in the rates, but for what does not depend on them.
using RateForm = std::map<Unknown, Expr>;

enum Degree : std::uint8_t { constant, linear, quadratic, higher };

class StructureReader {
public:
  explicit StructureReader(const Equations& equations);
  [[nodiscard]] std::optional<InertiaStructure> read();

private:
  [[nodiscard]] Degree degree(Expr e) const { return degrees_[e.id]; }
  [[nodiscard]] Degree degree_of(Expr e) const;
  [[nodiscard]] Degree degree_of_product(Expr e) const;
  [[nodiscard]] Expr free_factor(Expr product);
  [[nodiscard]] RateForm form_of(Expr e);
  void define(Expr e);
  void add_inertia(const RateForm& a, const RateForm& b, Expr factor);
  void share(Expr e, Expr adjoint);
  void read_inertia();
  void insert_what_is_used_once(std::vector<RateForm>& rows);
  void keep_what_is_used(const std::vector<RateForm>& rows);
  [[nodiscard]] InertiaStructure numbered(const std::vector<RateForm>& rows) const;
  [[nodiscard]] std::vector<Minimisation::Term> terms_of(const RateForm& form, InertiaStructure& out) const;
  [[nodiscard]] const RateForm& row_form(Expr rate) const;

  const Equations& equations_;
  Graph& graph_;
  std::size_t free_;
  std::vector<Expr> nodes_;
  std::vector<Degree> degrees_;            ///< by node id
  std::map<Expr, RateForm> forms_;         ///< of linear nodes; those that are defined
                                           ///< have their unknown alone
  std::map<Expr, std::size_t> definition_; ///< of a node
  std::vector<RateForm> definitions_;
  std::map<std::pair<Unknown, Unknown>, std::vector<Term>> inertia_; ///< row ≥ column
  std::map<Expr, std::vector<Term>> adjoints_;                       ///< ∂L/∂node, of quadratic nodes
  std::vector<Unknown> place_of_;                                    ///< of unknowns, among those that are used
};

/// Time and the coordinates.
std::vector<Expr> places_of(const System& system) {
  std::vector<Expr> out{system.time};
  for (const Coordinate& q : system.coordinates)
    out.push_back(q.position);
  return out;
}

constexpr Unknown unused = static_cast<Unknown>(-1);

StructureReader::StructureReader(const Equations& equations)
    : equations_(equations), graph_(*equations.system->graph), free_(equations.speeds.size()) {
  std::vector<Expr> roots = equations.constraint_rates;
  roots.push_back(equations.energy.lagrangian);
  nodes_ = reachable(graph_, roots);
  degrees_.assign(nodes_.empty() ? 0 : nodes_.back().id + std::size_t{1}, constant);
}

Degree StructureReader::degree_of_product(Expr e) const {
  std::int64_t sum = 0;
  for (const Factor& f : graph_.factors(e)) {
    const Degree of_base = degree(f.base);
    if (of_base == constant) continue;
    const std::optional<std::int64_t> exponent = graph_.value(f.exponent).as_integer();
    if (!exponent || *exponent < 1 || *exponent > 2 || of_base == higher) return higher;
    sum += *exponent * of_base;
  }
  return static_cast<Degree>(std::min<std::int64_t>(sum, higher));
}

Degree StructureReader::degree_of(Expr e) const {
  if (graph_.kind(e) == NodeKind::product) return degree_of_product(e);
  Degree most = constant;
  graph_.for_children(e, [&](Expr child) { most = std::max(most, degree(child)); });
  return graph_.kind(e) == NodeKind::sum || most == constant ? most : higher;
}

/// The product of the factors in which no rate stands.
Expr StructureReader::free_factor(Expr product) {
  std::vector<Factor> factors;
  for (const Factor& f : graph_.factors(product))
    if (degree(f.base) == constant) factors.push_back(f);
  return graph_.product(factors);
}

RateForm StructureReader::form_of(Expr e) {
  if (graph_.kind(e) == NodeKind::product) {
    const Expr factor = free_factor(e);
    const std::span<const Factor> factors = graph_.factors(e);
    const auto rate = std::ranges::find_if(factors, [this](const Factor& f) { return degree(f.base) == linear; });
    RateForm out = forms_.at(rate->base);
    for (auto& [unknown, coefficient] : out)
      coefficient = graph_.mul(factor, coefficient);
    return out;
  }
  const std::span<const Term> stored = graph_.terms(e);
  const std::vector<Term> terms(stored.begin(), stored.end());
  std::map<Unknown, std::vector<Term>> sums;
  for (const Term& t : terms)
    if (degree(t.expr) == linear)
      for (const auto& [unknown, coefficient] : forms_.at(t.expr))
        sums[unknown].push_back({coefficient, t.coefficient});
  RateForm out;
  for (const auto& [unknown, summands] : sums)
    if (const Expr sum = graph_.sum(summands); !graph_.is_zero(sum)) out[unknown] = sum;
  return out;
}

/// Sums of two unknowns or more are unknowns themselves.
void StructureReader::define(Expr e) {
  RateForm form = form_of(e);
  if (form.size() > 1 && graph_.kind(e) == NodeKind::sum) {
    definition_[e] = definitions_.size();
    const auto unknown = static_cast<Unknown>(free_ + definitions_.size());
    definitions_.push_back(std::move(form));
    form = {{unknown, graph_.one()}};
  }
  forms_[e] = std::move(form);
}

/// H of factor · a · b.
void StructureReader::add_inertia(const RateForm& a, const RateForm& b, Expr factor) {
  for (const auto& [i, ci] : a)
    for (const auto& [j, cj] : b) {
      const Expr entry = graph_.product({factor, ci, cj});
      // Off the diagonal the entry stands once for both places; on it the product is twice the square.
      const NumberId times = i == j ? graph_.intern(Rational(2)) : one_id;
      inertia_[{std::max(i, j), std::min(i, j)}].push_back({entry, times});
    }
}

/// Hands the derivative of L by `e` on to what it is made of.
void StructureReader::share(Expr e, Expr adjoint) {
  if (graph_.kind(e) == NodeKind::sum) {
    for (const Term& t : graph_.terms(e))
      if (degree(t.expr) == quadratic) adjoints_[t.expr].push_back({adjoint, t.coefficient});
    return;
  }
  const Expr factor = graph_.mul(adjoint, free_factor(e));
  std::vector<Expr> rates; // as often as they stand in the product
  for (const Factor& f : graph_.factors(e)) {
    if (degree(f.base) == constant) continue;
    rates.push_back(f.base);
    if (!graph_.value(f.exponent).is_one()) rates.push_back(f.base);
  }
  if (rates.size() == 1)
    adjoints_[rates.front()].push_back({factor, one_id});
  else
    add_inertia(forms_.at(rates[0]), forms_.at(rates[1]), factor);
}

void StructureReader::read_inertia() {
  const Expr lagrangian = equations_.energy.lagrangian;
  if (degree(lagrangian) == quadratic) adjoints_[lagrangian].push_back({graph_.one(), one_id});
  for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
    const auto adjoint = adjoints_.find(*node);
    if (adjoint == adjoints_.end()) continue;
    const Expr sum = graph_.sum(adjoint->second);
    adjoints_.erase(adjoint);
    if (!graph_.is_zero(sum)) share(*node, sum);
    poll();
  }
}

/// Rows speak of what they are made of, not of a sum that stands for all of it.
const RateForm& StructureReader::row_form(Expr rate) const {
  const auto defined = definition_.find(rate);
  return defined == definition_.end() ? forms_.at(rate) : definitions_[defined->second];
}

/// Inserts the definitions that one other or one row alone holds, and no product of rates: as unknowns they would wait
/// among the others, and save nothing.
void StructureReader::insert_what_is_used_once(std::vector<RateForm>& rows) {
  std::vector<std::size_t> uses(free_ + definitions_.size(), 0);
  for (const auto& entry : inertia_)
    for (const Unknown i : {entry.first.first, entry.first.second})
      uses[i] += 2;
  const auto count = [&](const RateForm& form) {
    for (const auto& term : form)
      ++uses[term.first];
  };
  for (const RateForm& row : rows)
    count(row);
  for (std::size_t k = definitions_.size(); k-- > 0;)
    if (uses[free_ + k] > 0) count(definitions_[k]);
  const auto insert_into = [&](RateForm& form) {
    RateForm out;
    const auto add = [&](Unknown unknown, Expr coefficient) {
      const auto [at, is_new] = out.try_emplace(unknown, coefficient);
      if (!is_new) at->second = graph_.add(at->second, coefficient);
    };
    for (const auto& [unknown, coefficient] : form) {
      if (unknown < free_ || uses[unknown] != 1) {
        add(unknown, coefficient);
        continue;
      }
      for (const auto& [inner, factor] : definitions_[unknown - free_])
        add(inner, graph_.mul(coefficient, factor));
    }
    std::erase_if(out, [this](const auto& term) { return graph_.is_zero(term.second); });
    form = std::move(out);
  };
  for (std::size_t k = 0; k < definitions_.size(); ++k)
    if (uses[free_ + k] > 0) insert_into(definitions_[k]);
  std::ranges::for_each(rows, insert_into);
}

/// Drops the definitions that nothing needs, and numbers the others.
void StructureReader::keep_what_is_used(const std::vector<RateForm>& rows) {
  std::vector<bool> is_used(free_ + definitions_.size(), false);
  const auto use = [&](const RateForm& form) {
    for (const auto& term : form)
      is_used[term.first] = true;
  };
  for (const auto& entry : inertia_) {
    is_used[entry.first.first] = true;
    is_used[entry.first.second] = true;
  }
  for (const RateForm& row : rows)
    use(row);
  for (std::size_t k = definitions_.size(); k-- > 0;)
    if (is_used[free_ + k]) use(definitions_[k]);
  place_of_.assign(is_used.size(), unused);
  Unknown next = 0;
  for (std::size_t i = 0; i < is_used.size(); ++i)
    if (is_used[i] || i < free_) place_of_[i] = next++;
}

std::vector<Minimisation::Term> StructureReader::terms_of(const RateForm& form, InertiaStructure& out) const {
  std::vector<Minimisation::Term> terms;
  for (const auto& [unknown, coefficient] : form) {
    const Term as_term = graph_.as_term(coefficient);
    const bool is_number = graph_.is_one(as_term.expr);
    const bool is_minus = as_term.coefficient == minus_one_id;
    const int sign = is_number && as_term.coefficient == one_id ? 1 : is_number && is_minus ? -1 : 0;
    terms.push_back({place_of_[unknown], static_cast<Minimisation::Place>(out.entries.size()), sign});
    out.entries.push_back(coefficient);
  }
  return terms;
}

InertiaStructure StructureReader::numbered(const std::vector<RateForm>& rows) const {
  InertiaStructure out;
  const auto place = [&out](Expr e) {
    out.entries.push_back(e);
    return static_cast<Minimisation::Place>(out.entries.size() - 1);
  };
  out.problem.free = free_;
  for (std::size_t k = 0; k < definitions_.size(); ++k)
    if (place_of_[free_ + k] != unused) out.problem.definitions.push_back(terms_of(definitions_[k], out));
  for (const auto& [where, summands] : inertia_) {
    const Expr entry = graph_.sum(summands);
    if (!graph_.is_zero(entry))
      out.problem.inertia.push_back({place_of_[where.first], place_of_[where.second], place(entry)});
  }
  for (const RateForm& row : rows)
    out.problem.rows.push_back(terms_of(row, out));
  for (const Expr h : equations_.forcing)
    out.problem.forces.push_back(place(h));
  for (const Expr gamma : equations_.constraint_forcing)
    out.problem.row_values.push_back(place(gamma));
  return out;
}

std::optional<InertiaStructure> StructureReader::read() {
  for (std::size_t i = 0; i < free_; ++i) {
    const Expr v = equations_.speeds[i];
    if (v.id < degrees_.size()) degrees_[v.id] = linear;
    forms_[v] = {{static_cast<Unknown>(i), graph_.one()}};
  }
  for (const Expr e : nodes_) {
    if (forms_.contains(e)) continue;
    degrees_[e.id] = degree_of(e);
    if (degree(e) == linear) define(e);
    poll();
  }
  if (degree(equations_.energy.lagrangian) == higher) return std::nullopt;
  std::vector<RateForm> rows;
  for (const Expr rate : equations_.constraint_rates) {
    if (degree(rate) > linear) return std::nullopt;
    rows.push_back(degree(rate) == constant ? RateForm{} : row_form(rate));
  }
  read_inertia();
  insert_what_is_used_once(rows);
  keep_what_is_used(rows);
  return numbered(rows);
}

} // namespace

std::optional<InertiaStructure> inertia_structure(const Equations& equations) {
  std::optional<InertiaStructure> out = StructureReader(equations).read();
  // Derivatives of energies hold the momenta of a chain twice, with opposite
  // signs.
  constexpr std::size_t most_terms = 64;
  const System& system = *equations.system;
  if (out) cancel_terms(*system.graph, out->entries, places_of(system), most_terms);
  return out;
}

} // namespace lowering
} // namespace dalembert
