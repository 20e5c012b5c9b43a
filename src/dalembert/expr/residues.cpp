#include <dalembert/expr/residues.h>

namespace dalembert {
inline namespace expr {

std::optional<std::vector<Residue>> residues(ModularPoint& point, std::span<const Expr> expressions) {
  std::vector<Residue> out;
  out.reserve(expressions.size());
  for (const Expr e : expressions) {
    const std::optional<Residue> value = point.value(e);
    if (!value) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

} // namespace expr
} // namespace dalembert
