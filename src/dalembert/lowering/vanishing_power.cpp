#include <dalembert/expr/text.h>
#include <dalembert/lowering/vanishing_power.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

constexpr double no_share_of_polynomial = 1e-9; ///< of the largest coefficient: rounding
constexpr std::size_t most_terms_of_polynomial = 200;
constexpr std::int64_t largest_exponent = 12;

Polynomial::Exponents padded(Polynomial::Exponents exponents, std::size_t atoms) {
  exponents.resize(atoms, 0);
  return exponents;
}

double product_of(const Polynomial::Exponents& exponents, const std::vector<double>& of_atoms) {
  double out = 1.0;
  for (std::size_t i = 0; i < exponents.size(); ++i)
    for (int k = 0; k < exponents[i]; ++k)
      out *= of_atoms[i];
  return out;
}

} // namespace

std::optional<Polynomial> Polynomial::of(const Graph& graph, Expr e, const Numbers& numbers) {
  Polynomial out;
  const std::optional<Terms> terms = out.read(graph, e, numbers);
  if (!terms || terms->empty()) return std::nullopt;
  for (const auto& [exponents, coefficient] : *terms)
    add(out.terms_, padded(exponents, out.atoms_.size()), coefficient);
  return out.terms_.empty() ? std::nullopt : std::optional(std::move(out));
}

Polynomial::Exponents Polynomial::take_out_common() {
  Exponents common = terms_.begin()->first;
  for (const auto& [exponents, coefficient] : terms_)
    for (std::size_t i = 0; i < common.size(); ++i)
      common[i] = std::min(common[i], exponents[i]);
  Terms rest;
  for (const auto& [exponents, coefficient] : terms_) {
    Exponents left = exponents;
    for (std::size_t i = 0; i < left.size(); ++i)
      left[i] -= common[i];
    rest.emplace(std::move(left), coefficient);
  }
  terms_ = std::move(rest);
  return common;
}

std::optional<Polynomial> Polynomial::root(int k) const {
  Polynomial monic = *this;
  const double lead = terms_.begin()->second;
  double largest = 0.0;
  for (auto& [exponents, coefficient] : monic.terms_) {
    coefficient /= lead;
    largest = std::max(largest, std::abs(coefficient));
  }
  Exponents first = terms_.begin()->first;
  for (int& exponent : first) {
    if (exponent % k != 0) return std::nullopt;
    exponent /= k;
  }
  Polynomial out = *this;
  out.terms_ = {{first, 1.0}};
  for (std::size_t step = 0; step <= most_terms_of_polynomial; ++step) {
    Terms rest = monic.terms_;
    for (const auto& [exponents, coefficient] : power(out.terms_, k))
      add(rest, exponents, -coefficient);
    std::erase_if(rest, [&](const auto& term) { return std::abs(term.second) <= no_share_of_polynomial * largest; });
    if (rest.empty()) return out;
    Exponents next = rest.begin()->first;
    for (std::size_t i = 0; i < next.size(); ++i) {
      next[i] -= (k - 1) * first[i];
      if (next[i] < 0) return std::nullopt;
    }
    if (!out.terms_.emplace(next, rest.begin()->second / k).second) return std::nullopt;
  }
  return std::nullopt;
}

double Polynomial::value(const std::vector<double>& of_atoms) const {
  double out = 0.0;
  for (const auto& [exponents, coefficient] : terms_)
    out += coefficient * product_of(exponents, of_atoms);
  return out;
}

std::vector<double> Polynomial::slope(const std::vector<double>& of_atoms,
                                      const std::vector<std::vector<double>>& slopes) const {
  std::vector<double> out(slopes.empty() ? 0 : slopes.front().size(), 0.0);
  for (const auto& [exponents, coefficient] : terms_)
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      if (exponents[i] == 0) continue;
      Exponents lower = exponents;
      --lower[i];
      const double factor = coefficient * exponents[i] * product_of(lower, of_atoms);
      for (std::size_t j = 0; j < out.size(); ++j)
        out[j] += factor * slopes[i][j];
    }
  return out;
}

std::string Polynomial::equation(const Graph& graph) const {
  constexpr std::size_t longest = 60; // characters
  std::string left;
  double right = 0.0;
  for (const auto& [exponents, coefficient] : terms_) {
    std::string factors;
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      if (exponents[i] == 0) continue;
      factors += (factors.empty() ? "" : "*") + text(graph, atoms_[i], longest);
      if (exponents[i] > 1) factors += fmt::format("^{}", exponents[i]);
    }
    if (factors.empty()) {
      right -= coefficient;
      continue;
    }
    const double size = std::abs(coefficient);
    const std::string number = std::abs(size - 1.0) <= no_share_of_polynomial ? "" : fmt::format("{:.6g}*", size);
    const std::string_view minus = left.empty() ? "-" : " - ";
    const std::string_view plus = left.empty() ? "" : " + ";
    left += fmt::format("{}{}{}", coefficient < 0.0 ? minus : plus, number, factors);
  }
  return fmt::format("{} = {:.6g}", left, right);
}

void Polynomial::add(Terms& to, const Exponents& exponents, double coefficient) {
  const auto [place, is_new] = to.emplace(exponents, coefficient);
  if (!is_new) place->second += coefficient;
  if (place->second == 0.0) to.erase(place);
}

Polynomial::Terms Polynomial::product(const Terms& a, const Terms& b) {
  Terms out;
  for (const auto& [left, c] : a)
    for (const auto& [right, d] : b) {
      Exponents sum = padded(left, std::max(left.size(), right.size()));
      for (std::size_t i = 0; i < right.size(); ++i)
        sum[i] += right[i];
      add(out, sum, c * d);
    }
  return out;
}

Polynomial::Terms Polynomial::power(const Terms& of, int exponent) {
  Terms out = of;
  for (int i = 1; i < exponent; ++i)
    out = product(out, of);
  return out;
}

/// The exponents of each term may end before those of the last atoms, which are 0 then.
std::optional<Polynomial::Terms> Polynomial::read(const Graph& graph, Expr e, const Numbers& numbers) {
  if (numbers.is_number(e)) return Terms{{Exponents(atoms_.size(), 0), numbers.value(e)}};
  if (graph.kind(e) == NodeKind::sum) return read_sum(graph, e, numbers);
  if (graph.kind(e) == NodeKind::product) return read_product(graph, e, numbers);
  const auto known = std::ranges::find(atoms_, e);
  const auto place = static_cast<std::size_t>(known - atoms_.begin());
  if (known == atoms_.end()) atoms_.push_back(e);
  Exponents one(atoms_.size(), 0);
  one[place] = 1;
  return Terms{{std::move(one), 1.0}};
}

std::optional<Polynomial::Terms> Polynomial::read_sum(const Graph& graph, Expr e, const Numbers& numbers) {
  Terms out;
  for (const Term& t : graph.terms(e)) {
    const std::optional<Terms> part = read(graph, t.expr, numbers);
    if (!part) return std::nullopt;
    Terms all;
    for (const auto& [exponents, coefficient] : out)
      add(all, padded(exponents, atoms_.size()), coefficient);
    for (const auto& [exponents, coefficient] : *part)
      add(all, padded(exponents, atoms_.size()), coefficient * graph.approximate(t.coefficient));
    out = std::move(all);
  }
  return out.size() > most_terms_of_polynomial ? std::nullopt : std::optional(std::move(out));
}

std::optional<Polynomial::Terms> Polynomial::read_product(const Graph& graph, Expr e, const Numbers& numbers) {
  Terms out{{Exponents(atoms_.size(), 0), 1.0}};
  for (const Factor& f : graph.factors(e)) {
    if (numbers.is_number(f.base)) {
      const double number = std::pow(numbers.value(f.base), graph.approximate(f.exponent));
      for (auto& [exponents, coefficient] : out)
        coefficient *= number;
      continue;
    }
    const std::optional<std::int64_t> whole = graph.value(f.exponent).as_integer();
    if (!whole || *whole < 1 || *whole > largest_exponent) return std::nullopt;
    const std::optional<Terms> base = read(graph, f.base, numbers);
    if (!base) return std::nullopt;
    out = product(out, power(*base, static_cast<int>(*whole)));
    if (out.size() > most_terms_of_polynomial) return std::nullopt;
  }
  return out;
}

} // namespace lowering
} // namespace dalembert
