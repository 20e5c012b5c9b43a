#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/links_as_rows.h>
#include <dalembert/lowering/multiplied_out.h>
#include <dalembert/lowering/points_in.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace lowering {

namespace {

constexpr std::size_t most_terms = 16; ///< of a square of a length

class LinkRows {
public:
  LinkRows(const Equations& equations, const InertiaStructure& structure);
  [[nodiscard]] std::optional<InertiaStructure> read();

private:
  using Index = std::uint32_t;
  using Place = Minimisation::Place;
  using Terms = std::vector<Minimisation::Term>;

  /// What turns a link, and the two definitions that hold it.
  struct Link {
    Index turn = 0;
    std::size_t first = 0; ///< p
    std::size_t second = 0;
    Expr c = {};
    Expr d = {};
    Expr along_p = {}; ///< c / (c² + d²)
    Expr along_q = {};
    Expr bias_p = {}; ///< of P
    Expr bias_q = {};
  };

  [[nodiscard]] Index defined(std::size_t definition) const { return static_cast<Index>(of_.free + definition); }
  [[nodiscard]] bool is_defined(Index unknown) const { return unknown >= of_.free; }
  [[nodiscard]] Expr entry(Place place) const { return out_.entries[place]; }
  /// Of time and the coordinates, those that it depends on.
  [[nodiscard]] std::vector<Expr> places_of(Expr e) const {
    std::vector<Expr> out = free_symbols(graph_, e);
    std::erase_if(out, [this](Expr symbol) { return !known_places_.contains(symbol); });
    return out;
  }
  [[nodiscard]] bool is_constant(Expr e) const { return places_of(e).empty(); }
  [[nodiscard]] Expr shortened(Expr e) { return multiplied_out(graph_, e, places_of(e), most_terms).value_or(e); }
  Place put(Expr e);
  Minimisation::Term term(Index unknown, Expr coefficient);

  [[nodiscard]] bool has_plain_rates();
  [[nodiscard]] bool find_links();
  [[nodiscard]] bool set_inertia();
  void number();
  void set_forces();
  void set_rows();
  [[nodiscard]] bool measure_links();
  void set_links();

  [[nodiscard]] Expr coefficient_of(std::size_t definition, Index unknown) const;
  [[nodiscard]] Expr rate_of(Expr coefficient, Index unknown);
  [[nodiscard]] Expr bias_before(const Link& link, std::size_t definition);
  [[nodiscard]] Expr bias_of(Index unknown);
  void add(Terms& to, Index unknown, Expr coefficient);
  void add_apart(Terms& to, std::size_t definition, Index turn, Expr factor);
  [[nodiscard]] Terms renumbered(Terms terms) const;
  [[nodiscard]] std::optional<Index> whole(const Terms& row) const;

  const Equations& equations_;
  Graph& graph_;
  const Minimisation& of_;
  InertiaStructure out_;
  std::vector<Expr> places_; ///< time and coordinates
  std::set<Expr> known_places_;
  std::vector<Expr> rates_;
  std::vector<Replacement> at_rest_; ///< rates that are 0
  std::vector<Link> links_;
  std::vector<bool> is_turn_; ///< by free unknown
  std::vector<Index> number_; ///< by unknown: in what comes out
  std::vector<Expr> offsets_; ///< δ, by free unknown
  std::vector<Expr> biases_;  ///< by definition, as far as they were asked for
};

LinkRows::LinkRows(const Equations& equations, const InertiaStructure& structure)
    : equations_(equations),
      graph_(*equations.system->graph),
      of_(structure.problem),
      out_{{}, structure.entries, {}},
      places_{equations.system->time},
      rates_(equations.system->rates()) {
  for (const Coordinate& q : equations.system->coordinates)
    places_.push_back(q.position);
  known_places_.insert(places_.begin(), places_.end());
  for (const Expr v : rates_)
    at_rest_.push_back({v, graph_.zero()});
}

LinkRows::Place LinkRows::put(Expr e) {
  out_.entries.push_back(e);
  return static_cast<Place>(out_.entries.size() - 1);
}

/// With the sign of a coefficient that is ±1.
Minimisation::Term LinkRows::term(Index unknown, Expr coefficient) {
  const int sign = graph_.is_one(coefficient) ? 1 : graph_.is_one(graph_.neg(coefficient)) ? -1 : 0;
  return {unknown, put(coefficient), sign};
}

/// True where momenta vanish with the rates.
bool LinkRows::has_plain_rates() {
  return std::ranges::all_of(substitute(graph_, equations_.momenta, at_rest_),
                             [this](Expr p) { return graph_.is_zero(p); });
}

/// True where each definition is a coordinate of a point at the end of a link, and an integral of position: the
/// coefficient of the rate of a coordinate depends on this coordinate alone.
bool LinkRows::find_links() {
  std::vector<bool> has_inertia(of_.unknowns(), false);
  for (const Minimisation::Entry& e : of_.inertia)
    has_inertia[e.row] = has_inertia[e.column] = true;
  std::vector<std::vector<std::size_t>> holders(of_.free);
  for (std::size_t k = 0; k < of_.definitions.size(); ++k)
    for (const Minimisation::Term& t : of_.definitions[k]) {
      const Expr c = entry(t.coefficient);
      if (is_defined(t.unknown)) {
        if (!is_constant(c)) return false;
        continue;
      }
      holders[t.unknown].push_back(k);
      for (const Expr symbol : places_of(c))
        if (symbol != places_[1 + t.unknown]) return false;
    }
  is_turn_.assign(of_.free, false);
  std::vector<bool> is_taken(of_.definitions.size(), false);
  for (Index i = 0; i < of_.free; ++i) {
    if (has_inertia[i]) continue;
    if (holders[i].size() != 2 || is_taken[holders[i][0]] || is_taken[holders[i][1]]) return false;
    links_.push_back({.turn = i, .first = holders[i][0], .second = holders[i][1]});
    is_turn_[i] = is_taken[holders[i][0]] = is_taken[holders[i][1]] = true;
  }
  return 2 * links_.size() == of_.definitions.size();
}

/// Each point has a mass of its own.
bool LinkRows::set_inertia() {
  std::vector<bool> has_own(of_.unknowns(), false);
  for (const Minimisation::Entry& e : of_.inertia) {
    const Expr h = shortened(entry(e.coefficient));
    if (!is_constant(h)) return false;
    if (e.row == e.column) has_own[e.row] = true;
    const auto [lower, upper] = std::minmax(number_[e.row], number_[e.column]);
    out_.problem.inertia.push_back({upper, lower, put(h)});
  }
  for (Index i = 0; i < of_.unknowns(); ++i)
    if (!has_own[i] && (is_defined(i) || !is_turn_[i])) return false;
  return true;
}

/// What is free, then what turns the links.
void LinkRows::number() {
  number_.assign(of_.unknowns(), 0);
  Index next = 0;
  for (Index i = 0; i < of_.unknowns(); ++i)
    if (is_defined(i) || !is_turn_[i]) number_[i] = next++;
  out_.problem.free = next;
  for (const Link& link : links_)
    number_[link.turn] = next++;
  for (Index i = 0; i < of_.free; ++i)
    out_.problem.wanted.push_back(number_[i]);
}

/// Those of V on the points, and of V and Q on the coordinates: what is quadratic in the rates stands in the rows.
void LinkRows::set_forces() {
  const Expr lagrangian = substitute(graph_, equations_.energy.lagrangian, at_rest_);
  const std::map<Expr, Point> found = points_in(graph_, lagrangian, {of_, out_.entries, places_});
  std::vector<Replacement> by_symbol;
  std::vector<Replacement> back;
  std::vector<Point> points;
  std::vector<Expr> symbols(places_.begin() + 1, places_.end());
  for (const auto& [node, point] : found) {
    const Expr symbol = graph_.symbol(fmt::format("point.{}", points.size()));
    by_symbol.push_back({node, symbol});
    back.push_back({symbol, node});
    points.push_back(point);
    symbols.push_back(symbol);
  }
  const std::vector<Expr> forces =
      substitute(graph_, gradient(graph_, substitute(graph_, lagrangian, by_symbol), symbols), back);
  for (std::size_t i = 0; i < of_.free; ++i)
    out_.problem.forces.push_back(
        put(graph_.add(forces[i], graph_.sub(equations_.generalized_forces[i], equations_.dissipative_forces[i]))));
  std::map<std::size_t, Expr> of_points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Expr& force = of_points[points[i].definition];
    const Expr own = forces[of_.free + i];
    force = points[i].is_minus ? graph_.sub(force, own) : graph_.add(force, own);
  }
  for (const auto& [definition, force] : of_points)
    if (!graph_.is_zero(force)) out_.problem.loads.push_back({number_[defined(definition)], put(force)});
}

Expr LinkRows::coefficient_of(std::size_t definition, Index unknown) const {
  for (const Minimisation::Term& t : of_.definitions[definition])
    if (t.unknown == unknown) return entry(t.coefficient);
  return graph_.zero();
}

/// ċ v of a coefficient that depends on the coordinate of v alone.
Expr LinkRows::rate_of(Expr coefficient, Index unknown) {
  const Expr position = places_[1 + unknown];
  const Expr derivative = directional(graph_, coefficient, std::vector<Seed>{{position, graph_.one()}});
  return graph_.mul(derivative, graph_.square(rates_[unknown]));
}

/// P'' − Σ c v' of what a link stands on, where its defined unknowns are accelerations.
Expr LinkRows::bias_before(const Link& link, std::size_t definition) {
  Expr sum = graph_.zero();
  for (const Minimisation::Term& t : of_.definitions[definition])
    if (t.unknown != link.turn && !is_defined(t.unknown))
      sum = graph_.add(sum, rate_of(entry(t.coefficient), t.unknown));
  return sum;
}

/// What an unknown is in the rows of the system, less Σ c v' down to free unknowns.
Expr LinkRows::bias_of(Index unknown) {
  if (!is_defined(unknown)) return offsets_[unknown];
  for (std::size_t k = biases_.size(); k <= unknown - of_.free; ++k) {
    Expr sum = graph_.zero();
    for (const Minimisation::Term& t : of_.definitions[k]) {
      const Expr c = entry(t.coefficient);
      sum =
          graph_.add(sum, is_defined(t.unknown) ? graph_.mul(c, biases_[t.unknown - of_.free]) : rate_of(c, t.unknown));
    }
    biases_.push_back(sum);
  }
  return biases_[unknown - of_.free];
}

void LinkRows::add(Terms& to, Index unknown, Expr coefficient) {
  for (Minimisation::Term& t : to)
    if (t.unknown == unknown) {
      t = term(unknown, graph_.add(entry(t.coefficient), coefficient));
      return;
    }
  to.push_back(term(unknown, coefficient));
}

/// factor · (p − P)
void LinkRows::add_apart(Terms& to, std::size_t definition, Index turn, Expr factor) {
  add(to, defined(definition), factor);
  for (const Minimisation::Term& t : of_.definitions[definition])
    if (t.unknown != turn) add(to, t.unknown, graph_.neg(graph_.mul(factor, entry(t.coefficient))));
}

LinkRows::Terms LinkRows::renumbered(Terms terms) const {
  std::erase_if(terms, [this](const Minimisation::Term& t) { return graph_.is_zero(entry(t.coefficient)); });
  for (Minimisation::Term& t : terms)
    t.unknown = number_[t.unknown];
  std::ranges::sort(terms, {}, &Minimisation::Term::unknown);
  return terms;
}

/// What a row is, where it is a definition written out.
std::optional<std::uint32_t> LinkRows::whole(const Terms& row) const {
  const auto is_same = [this](const Minimisation::Term& a, const Minimisation::Term& b) {
    return a.unknown == b.unknown && entry(a.coefficient) == entry(b.coefficient);
  };
  for (std::size_t k = 0; k < of_.definitions.size(); ++k)
    if (std::ranges::equal(row, of_.definitions[k], is_same)) return defined(k);
  return std::nullopt;
}

/// Those of the system, in accelerations.
void LinkRows::set_rows() {
  for (std::size_t r = 0; r < of_.rows.size(); ++r) {
    Terms row = of_.rows[r];
    if (const std::optional<Index> unknown = whole(row)) row = {term(*unknown, graph_.one())};
    Expr value = entry(of_.row_values[r]);
    for (const Minimisation::Term& t : row)
      value = graph_.add(value, graph_.mul(entry(t.coefficient), bias_of(t.unknown)));
    out_.problem.rows.push_back(renumbered(std::move(row)));
    out_.problem.row_values.push_back(put(value));
  }
}

/// False where a length changes.
bool LinkRows::measure_links() {
  offsets_.assign(of_.free, graph_.zero());
  for (Link& link : links_) {
    link.c = coefficient_of(link.first, link.turn);
    link.d = coefficient_of(link.second, link.turn);
    const Expr square = shortened(graph_.add(graph_.square(link.c), graph_.square(link.d)));
    if (!is_constant(square)) return false;
    link.along_p = graph_.div(link.c, square);
    link.along_q = graph_.div(link.d, square);
    link.bias_p = bias_before(link, link.first);
    link.bias_q = bias_before(link, link.second);
    offsets_[link.turn] = graph_.add(graph_.mul(link.along_p, link.bias_p), graph_.mul(link.along_q, link.bias_q));
  }
  return true;
}

void LinkRows::set_links() {
  for (const Link& link : links_) {
    const Expr across =
        graph_.sub(graph_.mul(link.d, rate_of(link.c, link.turn)), graph_.mul(link.c, rate_of(link.d, link.turn)));
    const Expr before = graph_.sub(graph_.mul(link.d, link.bias_p), graph_.mul(link.c, link.bias_q));
    Terms row;
    add_apart(row, link.first, link.turn, link.d);
    add_apart(row, link.second, link.turn, graph_.neg(link.c));
    out_.problem.rows.push_back(renumbered(std::move(row)));
    out_.problem.row_values.push_back(put(graph_.add(shortened(across), before)));
    Terms turn;
    add_apart(turn, link.first, link.turn, link.along_p);
    add_apart(turn, link.second, link.turn, link.along_q);
    out_.problem.definitions.push_back(renumbered(std::move(turn)));
    if (!graph_.is_zero(offsets_[link.turn])) out_.offsets.push_back({link.turn, put(offsets_[link.turn])});
  }
  out_.problem.inner_rows = links_.size();
}

std::optional<InertiaStructure> LinkRows::read() {
  if (of_.definitions.empty() || !find_links() || links_.empty() || !has_plain_rates()) return std::nullopt;
  number();
  if (!set_inertia() || !measure_links()) return std::nullopt;
  set_forces();
  set_rows();
  set_links();
  return std::move(out_);
}

} // namespace

std::optional<InertiaStructure> links_as_rows(const Equations& equations, const InertiaStructure& structure) {
  return LinkRows(equations, structure).read();
}

} // namespace lowering
} // namespace dalembert
