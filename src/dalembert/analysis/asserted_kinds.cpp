#include <dalembert/analysis/asserted_kinds.h>

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace analysis {

namespace {

using Class = ConstraintNature::Class;

/// The word that was asserted, the last setting `kind` of the statement.
SourceSpan asserted_span(const Constraint& constraint, const SourceMap& sources) {
  SourceSpan out = constraint.statement;
  const std::string_view text = std::string_view(sources.text(out.file)).substr(0, out.end);
  const std::size_t key = text.rfind("kind");
  const std::size_t begin = key == std::string_view::npos ? key : text.find("holonomic", key);
  if (begin == std::string_view::npos || key < out.begin) return out;
  constexpr std::size_t length = std::string_view("holonomic").size();
  const bool is_negated = text.substr(0, begin).ends_with("non");
  out.begin = static_cast<std::uint32_t>(is_negated ? begin - 3 : begin);
  out.end = static_cast<std::uint32_t>(begin + length);
  return out;
}

Diagnostic wrong_kind(const Constraint& constraint, Class cls, SourceSpan span) {
  Diagnostic out;
  out.code = "E0304";
  out.span = span;
  const bool is_integrable = cls != Class::nonholonomic;
  out.message = is_integrable ? fmt::format("constraint {} is integrable: it restricts the positions", constraint.name)
                              : fmt::format("constraint {} is non-holonomic", constraint.name);
  out.note = is_integrable ? "asserted to be non-holonomic" : "asserted to be holonomic";
  const std::string word = is_integrable ? "holonomic" : "nonholonomic";
  out.help = fmt::format("write `kind = {}`, or omit the setting", word);
  out.edit = Edit{span, word};
  return out;
}

Diagnostic undecided_kind(const Constraint& constraint, bool is_nonlinear, SourceSpan span) {
  Diagnostic out;
  out.code = "W0305";
  out.severity = Severity::warning;
  out.span = span;
  out.message = fmt::format("the asserted kind of constraint {} was not verified", constraint.name);
  out.note = is_nonlinear ? "rows that are nonlinear in the rates are not tested for integrability"
                          : "the integrability test was stopped: it would need too many Lie brackets";
  return out;
}

} // namespace

std::vector<Diagnostic> asserted_kinds(const System& system, const Classification& found, const SourceMap& sources) {
  std::vector<Diagnostic> out;
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    const Constraint& constraint = system.constraints[k];
    if (!constraint.asserted || constraint.kind == ConstraintKind::holonomic) continue;
    const ConstraintNature& nature = found.constraints[k];
    const bool is_decided = !nature.is_nonlinear && !found.growth.empty();
    const bool wants_holonomic = *constraint.asserted == ConstraintKind::holonomic;
    const SourceSpan span = asserted_span(constraint, sources);
    if (!is_decided)
      out.push_back(undecided_kind(constraint, nature.is_nonlinear, span));
    else if (wants_holonomic == (nature.cls == Class::nonholonomic))
      out.push_back(wrong_kind(constraint, nature.cls, span));
  }
  return out;
}

} // namespace analysis
} // namespace dalembert
