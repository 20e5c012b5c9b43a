#include <dalembert/claims/wanted_value.h>

#include <optional>

namespace dalembert {
inline namespace claims {

namespace {

constexpr std::size_t most_wanted = 4; ///< values by even roots on the way

bool holds_part(const Written& tree, const Written& node) {
  if (&tree == &node) return true;
  for (const Written& part : tree.parts)
    if (holds_part(part, node)) return true;
  return false;
}

/// Carries wanted values from a side of a claim down to one of its parts.
class WayDown {
public:
  WayDown(CorrectionSearch& search, const Written& node, std::size_t state)
      : search_(search), node_(node), state_(state) {}

  std::vector<Residue> from(const Written& side, const Written& other) {
    const std::optional<Residue> value = value_there(other);
    return value ? to_node(side, {*value}) : std::vector<Residue>();
  }

private:
  std::optional<Residue> value_there(const Written& w) {
    const std::optional<Expr> own = search_.expression(w);
    return own ? search_.value_at(*own, state_) : std::nullopt;
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as the claim
  std::vector<Residue> to_node(const Written& at, std::vector<Residue> wanted) {
    if (&at == &node_ || wanted.empty()) return wanted;
    std::size_t next = 0;
    while (!holds_part(at.parts[next], node_))
      ++next;
    return to_node(at.parts[next], of_part(at, next, wanted));
  }

  std::vector<Residue> of_part(const Written& at, std::size_t index, const std::vector<Residue>& wanted) {
    switch (at.kind) {
    case WrittenKind::sum:
      return of_term(at, index, wanted);
    case WrittenKind::product:
      return of_factor(at, index, wanted);
    case WrittenKind::power:
      return index == 0 ? of_base(at, wanted) : std::vector<Residue>();
    case WrittenKind::function:
      return of_argument(at, wanted);
    default:
      return {};
    }
  }

  std::vector<Residue> of_term(const Written& sum, std::size_t index, const std::vector<Residue>& wanted) {
    Residue rest;
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      if (i == index) continue;
      const std::optional<Residue> value = value_there(sum.parts[i]);
      if (!value) return {};
      rest += sum.parts[i].inverse ? -*value : *value;
    }
    std::vector<Residue> out;
    for (const Residue w : wanted)
      out.push_back(sum.parts[index].inverse ? rest - w : w - rest);
    return out;
  }

  std::vector<Residue> of_factor(const Written& product, std::size_t index, const std::vector<Residue>& wanted) {
    Residue rest(1); // 1 over the other factors
    for (std::size_t i = 0; i < product.parts.size(); ++i) {
      if (i == index) continue;
      const std::optional<Residue> value = value_there(product.parts[i]);
      const std::optional<Residue> inverse = value ? value->inverse() : std::nullopt;
      if (!inverse) return {};
      rest *= product.parts[i].inverse ? *value : *inverse;
    }
    std::vector<Residue> out;
    for (const Residue w : wanted) {
      const std::optional<Residue> value = product.parts[index].inverse ? (w * rest).inverse() : w * rest;
      if (value) out.push_back(*value);
    }
    return out;
  }

  std::vector<Residue> of_base(const Written& power, const std::vector<Residue>& wanted) {
    const std::optional<Expr> exponent = constant(power.parts[1]);
    if (!exponent) return {};
    return roots(wanted, search_.graph().number(*exponent));
  }

  std::optional<Expr> constant(const Written& w) {
    const std::optional<Expr> own = search_.expression(w);
    return own && search_.graph().is_number(*own) ? own : std::nullopt;
  }

  std::vector<Residue> of_argument(const Written& function, const std::vector<Residue>& wanted) {
    if (!function.function) return roots(wanted, Rational(1, 2));
    if (*function.function != Function::abs) return {};
    return with_opposites(wanted);
  }

  static std::vector<Residue> with_opposites(const std::vector<Residue>& values) {
    std::vector<Residue> out;
    for (const Residue value : values) {
      if (out.size() >= most_wanted) break;
      out.push_back(value);
      out.push_back(-value);
    }
    return out;
  }

  /// The numbers whose power to `exponent` is wanted.
  static std::vector<Residue> roots(const std::vector<Residue>& wanted, const Rational& exponent) {
    const auto above = exponent.numerator().as_integer();
    const auto below = exponent.denominator().as_integer();
    if (!above || !below || *above == 0) return {};
    const Rational back = exponent.inverse();
    std::vector<Residue> out;
    for (const Residue w : wanted)
      if (const auto root = w.rational_power(*back.numerator().as_integer(), *back.denominator().as_integer()))
        out.push_back(*root);
    return *above % 2 == 0 ? with_opposites(out) : out;
  }

  CorrectionSearch& search_;
  const Written& node_;
  std::size_t state_;
};

} // namespace

std::vector<Residue> wanted_values(CorrectionSearch& search, const Claim& work, const Written& node,
                                   std::size_t state) {
  if (work.is_constant) return {};
  WayDown way(search, node, state);
  return holds_part(work.left, node) ? way.from(work.left, work.right) : way.from(work.right, work.left);
}

} // namespace claims
} // namespace dalembert
