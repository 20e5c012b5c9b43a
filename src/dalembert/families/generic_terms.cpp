#include <dalembert/families/generic_terms.h>
#include <dalembert/families/term_shape.h>
#include <dalembert/families/written_out.h>

#include <algorithm>
#include <map>

namespace dalembert {
inline namespace families {

namespace {

/// The terms of all members by kind, the most numerous kind first.
std::vector<TermShape> shapes_of(Algebra& algebra, const std::vector<MemberTerms>& members, const AtomNames& names) {
  std::map<std::string, TermShape> by_key;
  for (const MemberTerms& member : members)
    for (const LaurentTerm& t : member.terms) {
      std::vector<int> own;
      if (member.own) own.push_back(*member.own);
      IndexedTerm term = indexed_term(algebra, t, own, names);
      TermShape& shape = by_key[term.key()];
      shape.places.push_back({member.own, std::move(term.indices), std::move(term.coefficient)});
      shape.factors = std::move(term.factors);
      shape.are_parameters = std::move(term.are_parameters);
    }
  std::vector<TermShape> out;
  for (auto& [key, shape] : by_key) {
    shape.members = members.size();
    out.push_back(std::move(shape));
  }
  std::ranges::stable_sort(out,
                           [](const TermShape& a, const TermShape& b) { return a.places.size() > b.places.size(); });
  return out;
}

/// The terms of every kind apart by which of their indices are the own one: x[i]·f(x[i] − x[j]) and x[j]·f(x[i] −
/// x[j]).
std::vector<TermShape> apart_by_own(const std::vector<TermShape>& shapes) {
  std::vector<TermShape> out;
  for (const TermShape& shape : shapes) {
    std::map<std::vector<bool>, TermShape> parts;
    for (const TermPlace& place : shape.places) {
      std::vector<bool> is_own;
      for (const int index : place.indices)
        is_own.push_back(place.own == index);
      TermShape& part = parts[is_own];
      part.factors = shape.factors;
      part.are_parameters = shape.are_parameters;
      part.members = shape.members;
      part.places.push_back(place);
    }
    if (parts.size() < 2) continue;
    for (auto& [is_own, part] : parts)
      out.push_back(std::move(part));
  }
  return out;
}

Rational size_of(const Laurent& terms) {
  Rational out(0);
  for (const LaurentTerm& t : terms)
    out += t.coefficient.abs();
  return out;
}

} // namespace

std::optional<Laurent> GenericTerms::written_for(const GenericTerm& term, std::optional<int> own) const {
  IndexValues values{{names_.count, names_.size}};
  if (own) values[names_.own] = *own;
  const std::optional<Formula> formula = written_out(term.formula(), values);
  if (!formula) return std::nullopt;
  const std::optional<Expr> e = read_back(algebra_.graph, written(*formula), known_);
  if (!e) return std::nullopt;
  const Laurent* terms = algebra_.expansion.of(*e);
  if (terms == nullptr) return std::nullopt;
  return scaled(*terms, term.coefficient);
}

/// Takes what `terms` stand for out of the members, where all of it is there.
bool GenericTerms::take(const std::vector<GenericTerm>& terms, std::vector<MemberTerms>& members) const {
  std::vector<MemberTerms> rest = members;
  for (MemberTerms& member : rest)
    for (const GenericTerm& term : terms) {
      const std::optional<Laurent> part = written_for(term, member.own);
      if (!part) return false;
      const Rational before = size_of(member.terms);
      member.terms = sum(member.terms, *part, Rational(-1));
      if (!(size_of(member.terms) + size_of(*part) == before)) return false;
    }
  members = std::move(rest);
  return true;
}

std::optional<std::vector<GenericTerm>> GenericTerms::of(std::vector<MemberTerms> members) const {
  std::vector<GenericTerm> out;
  constexpr std::size_t most_kinds = 60; // more are no line that a person reads
  for (std::size_t round = 0; round < most_kinds; ++round) {
    const std::vector<TermShape> shapes = shapes_of(algebra_, members, atom_names_);
    if (shapes.empty()) return out;
    const auto is_taken = [&](const TermShape& shape) {
      return std::ranges::any_of(proposals(shape, names_), [&](const std::vector<GenericTerm>& terms) {
        if (!take(terms, members)) return false;
        out.insert(out.end(), terms.begin(), terms.end());
        return true;
      });
    };
    if (std::ranges::none_of(shapes, is_taken) && std::ranges::none_of(apart_by_own(shapes), is_taken))
      return std::nullopt;
  }
  return std::nullopt;
}

bool GenericTerms::are_those_of(const std::vector<GenericTerm>& terms, const MemberTerms& member) const {
  Laurent rest = member.terms;
  for (const GenericTerm& term : terms) {
    const std::optional<Laurent> part = written_for(term, member.own);
    if (!part) return false;
    rest = sum(rest, *part, Rational(-1));
  }
  return rest.empty();
}

} // namespace families
} // namespace dalembert
