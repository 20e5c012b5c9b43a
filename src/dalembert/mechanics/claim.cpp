#include <dalembert/base/errors.h>
#include <dalembert/mechanics/claim.h>

#include <string_view>

namespace dalembert {
inline namespace mechanics {

namespace {

/// How tightly a node holds together where no bracket stands.
enum class Tightness { sum, product, power, atom };

Tightness tightness(const Written& w) {
  switch (w.kind) {
  case WrittenKind::sum:
    return Tightness::sum;
  case WrittenKind::product:
    return Tightness::product;
  case WrittenKind::power:
    return Tightness::power;
  case WrittenKind::number: { // one that an edit made may be -2 or 1/3
    const std::string_view digits = std::string_view(w.text).substr(0, w.text.find('['));
    if (digits.starts_with('-')) return Tightness::sum;
    if (digits.size() < w.text.size()) return Tightness::power; // (2 [1/s])^2: the unit is raised too
    return digits.find('/') == std::string_view::npos ? Tightness::atom : Tightness::product;
  }
  default:
    return Tightness::atom;
  }
}

std::string primes(int count) {
  return std::string(static_cast<std::size_t>(count), '\'');
}

std::string bare(const Written& w);

/// The text of a part that stands where at least `wanted` tightness is needed.
std::string part(const Written& w, Tightness wanted) {
  const bool needs = tightness(w) < wanted;
  return w.bracketed || needs ? "(" + bare(w) + ")" : bare(w);
}

/// A fraction: several divisors in a row stand in one bracket.
std::string quotient(const Written& w) {
  std::string out;
  for (std::size_t i = 0; i < w.parts.size();) {
    if (!w.parts[i].inverse) {
      out += (i > 0 ? "*" : "") + part(w.parts[i], Tightness::power);
      ++i;
      continue;
    }
    std::size_t end = i;
    std::string below;
    for (; end < w.parts.size() && w.parts[end].inverse; ++end)
      below += (end > i ? "*" : "") + part(w.parts[end], Tightness::power);
    out += i == 0 ? "1/" : "/";
    const bool has_unit = end - i == 1 && below.ends_with(']'); // `/2 [m]` reads as if the quotient had the unit
    out += end - i > 1 || has_unit ? "(" + below + ")" : below;
    i = end;
  }
  return out;
}

std::string sum(const Written& w) {
  std::string out;
  for (std::size_t i = 0; i < w.parts.size(); ++i) {
    const Written& operand = w.parts[i];
    if (i > 0) out += operand.inverse ? " - " : " + ";
    if (i == 0 && operand.inverse) out += "-";
    out += part(operand, Tightness::product);
  }
  return out;
}

std::string bare(const Written& w) {
  switch (w.kind) {
  case WrittenKind::number:
    return w.text;
  case WrittenKind::name:
    return w.text + primes(w.dots);
  case WrittenKind::sum:
    return sum(w);
  case WrittenKind::product:
    return quotient(w);
  case WrittenKind::power:
    return part(w.parts[0], Tightness::atom) + "^" + part(w.parts[1], Tightness::atom);
  case WrittenKind::function:
    return w.text + "(" + bare(w.parts[0]) + ")";
  case WrittenKind::rate:
    return "(" + bare(w.parts[0]) + ")" + primes(w.dots);
  }
  return {};
}

Expr power_of(Graph& graph, Expr base, Expr exponent) {
  return graph.is_number(exponent) ? graph.pow(base, graph.number(exponent)) : graph.pow(base, exponent);
}

} // namespace

std::string text(const Written& written) {
  return bare(written);
}

std::string text(const Claim& claim) {
  static constexpr const char* relations[] = {"=", "<", "<=", ">", ">="};
  const std::string right = claim.is_constant ? "const" : text(claim.right);
  return text(claim.left) + " " + relations[static_cast<std::size_t>(claim.relation)] + " " + right;
}

Expr value_of(Graph& graph, TimeDerivative& rates, const Written& written) {
  const auto dotted = [&](Expr e) {
    for (int i = 0; i < written.dots; ++i)
      e = rates.of(e);
    return e;
  };
  const auto of = [&](std::size_t i) { return value_of(graph, rates, written.parts[i]); };
  switch (written.kind) {
  case WrittenKind::number:
    return written.value;
  case WrittenKind::name:
    return dotted(written.value);
  case WrittenKind::sum: {
    std::vector<Term> terms;
    for (std::size_t i = 0; i < written.parts.size(); ++i)
      terms.push_back({of(i), graph.intern(Rational(written.parts[i].inverse ? -1 : 1))});
    return graph.sum(terms);
  }
  case WrittenKind::product: {
    std::vector<Factor> factors;
    for (std::size_t i = 0; i < written.parts.size(); ++i)
      factors.push_back({of(i), graph.intern(Rational(written.parts[i].inverse ? -1 : 1))});
    return graph.product(factors);
  }
  case WrittenKind::power:
    return power_of(graph, of(0), of(1));
  case WrittenKind::function:
    return written.function ? graph.apply(*written.function, of(0)) : graph.sqrt(of(0));
  case WrittenKind::rate:
    return dotted(of(0));
  }
  ENSURE(false);
  return {};
}

} // namespace mechanics
} // namespace dalembert
