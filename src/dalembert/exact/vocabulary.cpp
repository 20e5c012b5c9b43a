#include <dalembert/exact/held_symbols.h>
#include <dalembert/exact/vocabulary.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>
#include <dalembert/mechanics/hidden_constraint.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace exact {

Written word(std::string text, Expr value, int dots) {
  Written out;
  out.kind = WrittenKind::name;
  out.text = std::move(text);
  out.value = value;
  out.dots = dots;
  return out;
}

Written number(Graph& graph, const Rational& value) {
  Written out;
  out.kind = WrittenKind::number;
  out.text = value.text();
  out.value = graph.number(value);
  return out;
}

namespace {

/// The sines and cosines of a written expression.
void add_sinusoids(Graph& graph, TimeDerivative& rates, const Written& w, std::vector<NamedFactor>& out) {
  for (const Written& part : w.parts)
    add_sinusoids(graph, rates, part, out);
  if (w.function != Function::sin && w.function != Function::cos) return;
  try {
    Written upright = w;
    upright.inverse = false;
    const Expr value = value_of(graph, rates, w);
    const bool is_known =
        std::any_of(out.begin(), out.end(), [value](const NamedFactor& o) { return o.value == value; });
    if (!is_known) out.push_back({std::move(upright), value, WordClass::sinusoid});
  } catch (const std::domain_error&) {
    return;
  }
}

/// The sine of an angle whose cosine is a word, and the cosine where its sine is one.
void add_partners(Graph& graph, std::vector<NamedFactor>& words) {
  const std::size_t count = words.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (words[i].kind != WordClass::sinusoid || graph.kind(words[i].value) != NodeKind::function) continue;
    const Function f = words[i].written.function == Function::sin ? Function::cos : Function::sin;
    const Expr value = graph.apply(f, graph.args(words[i].value)[0]);
    if (std::ranges::any_of(words, [value](const NamedFactor& w) { return w.value == value; })) continue;
    NamedFactor partner = words[i];
    partner.value = value;
    partner.written.function = f;
    partner.written.text = name(f);
    words.push_back(std::move(partner));
  }
}

/// True where a name of `w` has the value `e`.
bool names_value(const Written& w, Expr e) {
  if (w.kind == WrittenKind::name && w.value == e) return true;
  return std::ranges::any_of(w.parts, [e](const Written& part) { return names_value(part, e); });
}

/// The lets that are words: those that the claim names, and the first few of the others that hold something of the
/// system.
std::vector<const Let*> lets_of(const System& system, const Claim& claim, const std::vector<Expr>& held) {
  constexpr std::size_t most = 40;
  std::vector<const Let*> out;
  std::size_t others = 0;
  for (const Let& let : system.lets) {
    if (system.graph->is_number(let.value)) continue;
    const bool is_named =
        names_value(claim.left, let.value) || (!claim.is_constant && names_value(claim.right, let.value));
    if (!is_named && (others >= most || !depends(*system.graph, std::vector<Expr>{let.value}, held))) continue;
    if (!is_named) ++others;
    out.push_back(&let);
  }
  return out;
}

} // namespace

std::vector<NamedFactor> vocabulary(const System& system, const std::vector<Expr>& expressions, const Claim& claim,
                                    TimeDerivative& rates) {
  Graph& graph = *system.graph;
  std::vector<NamedFactor> out;
  const auto add = [&out](Written written, Expr value, WordClass kind) {
    out.push_back({std::move(written), value, kind});
  };
  const std::vector<Expr> held = held_symbols(system, expressions);
  for (const Parameter& p : system.parameters)
    if (std::ranges::binary_search(held, p.symbol)) add(word(p.name, p.symbol), p.symbol, WordClass::parameter);
  add(word("t", system.time), system.time, WordClass::time);
  for (const Coordinate& q : system.coordinates) {
    add(word(q.name, q.position), q.position, WordClass::coordinate);
    add(word(q.name, q.position, 1), q.rate, WordClass::rate);
    add(word(q.name, q.position, 2), q.acceleration, WordClass::acceleration);
  }
  for (const Let* const let : lets_of(system, claim, held))
    add(word(let->name, let->value), let->value, WordClass::let);
  for (const Speed& speed : system.speeds)
    add(word(speed.name, speed.value), speed.value, WordClass::let);
  for (const Constraint& c : system.constraints)
    if (!is_hidden(c)) add(word("lambda." + c.name, c.multiplier), c.multiplier, WordClass::force);
  for (const Reaction& r : system.reactions)
    add(word(r.name, r.symbol), r.symbol, WordClass::force);
  for (const Friction& f : system.frictions)
    add(word(f.name, f.symbol), f.symbol, WordClass::force);
  add_sinusoids(graph, rates, claim.left, out);
  if (!claim.is_constant) add_sinusoids(graph, rates, claim.right, out);
  for (const Expr e : reachable(graph, expressions)) {
    if (graph.kind(e) != NodeKind::function) continue;
    if (std::any_of(out.begin(), out.end(), [e](const NamedFactor& w) { return w.value == e; })) continue;
    const Function f = graph.function(e);
    if (f != Function::sin && f != Function::cos) continue;
    Written made;
    made.kind = WrittenKind::function;
    made.text = name(f);
    made.function = f;
    made.parts.push_back(word(text(graph, graph.args(e)[0]), graph.args(e)[0]));
    add(std::move(made), e, WordClass::sinusoid);
  }
  add_partners(graph, out);
  return out;
}

} // namespace exact
} // namespace dalembert
