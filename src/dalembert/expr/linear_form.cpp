#include <dalembert/expr/linear_form.h>

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

namespace dalembert {
inline namespace expr {

namespace {

constexpr std::size_t most_monomials = 200;

using Polynomial = std::map<std::vector<std::pair<Expr, Rational>>, Rational>;
using Key = Polynomial::key_type;

/// The product of two monomials, each in ascending order of its bases.
Key times(const Key& a, const Key& b) {
  Key out;
  out.reserve(a.size() + b.size());
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && left->first < right->first)) {
      out.push_back(*left++);
    } else if (left == a.end() || right->first < left->first) {
      out.push_back(*right++);
    } else {
      Rational exponent = left->second + right->second;
      if (!exponent.is_zero()) out.emplace_back(left->first, std::move(exponent));
      ++left;
      ++right;
    }
  }
  return out;
}

void add(Polynomial& to, Key key, const Rational& coefficient) {
  const auto [place, added] = to.try_emplace(std::move(key), coefficient);
  if (added) return;
  place->second += coefficient;
  if (place->second.is_zero()) to.erase(place);
}

/// Adds `factor` times `from`.
void add(Polynomial& to, const Polynomial& from, const Rational& factor) {
  for (const auto& [key, coefficient] : from)
    add(to, key, coefficient * factor);
}

bool is_one(const Polynomial& p) {
  return p.size() == 1 && p.begin()->first.empty() && p.begin()->second.is_one();
}

/// Multiplies; an empty result says that the product would be too long.
Polynomial times(const Polynomial& a, const Polynomial& b) {
  if (a.size() * b.size() > most_monomials) return {};
  if (is_one(a)) return b;
  Polynomial out;
  for (const auto& [x, c] : a)
    for (const auto& [y, d] : b)
      add(out, times(x, y), c * d);
  return out;
}

} // namespace

class LinearForms::Expansion {
public:
  Expansion(const Graph& graph, std::size_t most_work) : graph_(graph), most_work_(most_work) {}

  /// A subexpression that stands in many places is multiplied out once.
  const Polynomial& of(Expr e) {
    if (const auto known = known_.find(e.id); known != known_.end()) return known->second;
    Polynomial out;
    if (depth_ > deepest || work_ >= most_work_) {
      out = atom(e);
    } else {
      ++depth_;
      out = of_kind(e);
      --depth_;
    }
    size_ += out.size();
    return known_.emplace(e.id, std::move(out)).first->second;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t work() const { return work_; }

private:
  static constexpr int deepest = 1000; ///< levels of nesting, far within the stack

  Polynomial of_kind(Expr e) {
    switch (graph_.kind(e)) {
    case NodeKind::number:
      return {{Key{}, graph_.number(e)}};
    case NodeKind::sum:
      return of_sum(e);
    case NodeKind::product:
      return of_product(e);
    default:
      return atom(e);
    }
  }

  static Polynomial atom(Expr e) { return {{Key{{e, Rational(1)}}, Rational(1)}}; }

  Polynomial of_sum(Expr e) {
    Polynomial out;
    for (const Term& t : graph_.terms(e)) {
      if (graph_.is_one(t.expr)) {
        add(out, Key{}, graph_.value(t.coefficient));
        continue;
      }
      const Polynomial& part = of(t.expr);
      work_ += part.size();
      add(out, part, graph_.value(t.coefficient));
      if (out.size() > most_monomials) return atom(e);
    }
    return out;
  }

  Polynomial of_product(Expr e) {
    Polynomial out{{Key{}, Rational(1)}};
    for (const Factor& f : graph_.factors(e)) {
      const Rational exponent = graph_.value(f.exponent);
      constexpr std::int64_t most_copies = 8;
      const bool opens = graph_.kind(f.base) == NodeKind::sum && exponent.is_integer() && exponent.sign() > 0 &&
                         exponent <= Rational(most_copies);
      const std::int64_t copies = opens ? *exponent.as_integer() : 1;
      const Polynomial factor = opens ? of(f.base) : Polynomial{{Key{{f.base, exponent}}, Rational(1)}};
      for (std::int64_t i = 0; i < copies; ++i) {
        out = times(out, factor);
        if (out.empty()) return atom(e);
        work_ += out.size();
      }
    }
    return out;
  }

  const Graph& graph_;
  std::size_t most_work_;
  std::unordered_map<std::uint32_t, Polynomial> known_; ///< whose elements stay in place
  std::size_t size_ = 0;                                ///< monomials in `known_`
  std::size_t work_ = 0;                                ///< monomials multiplied or added
  int depth_ = 0;
};

LinearForms::LinearForms(const Graph& graph, std::size_t most_work)
    : expansion_(std::make_unique<Expansion>(graph, most_work)) {}
LinearForms::~LinearForms() = default;
LinearForms::LinearForms(LinearForms&&) noexcept = default;
LinearForms& LinearForms::operator=(LinearForms&&) noexcept = default;

std::vector<Monomial> LinearForms::of(Expr e) {
  std::vector<Monomial> out;
  for (const auto& [key, coefficient] : expansion_->of(e))
    out.push_back({key, coefficient});
  return out;
}

std::size_t LinearForms::size() const {
  return expansion_->size();
}

std::size_t LinearForms::work() const {
  return expansion_->work();
}

std::vector<Monomial> linear_form(const Graph& graph, Expr e) {
  return LinearForms(graph).of(e);
}

} // namespace expr
} // namespace dalembert
