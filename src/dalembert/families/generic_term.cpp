#include <dalembert/families/generic_term.h>

namespace dalembert::inline families {

namespace {

std::string sum_text(const IndexRange& range, const std::string& body) {
  return "sum(" + range.name + " in " + range.low + ".." + range.high + ": " + body + ")";
}

} // namespace

Formula PartialSum::formula() const {
  return sum_formula(range.formula(), name_formula(factor));
}

std::string GenericTerm::text() const {
  std::string out = partial ? written(partial->formula()) : "";
  for (const std::string& factor : factors)
    out += (out.empty() ? "" : "*") + factor;
  if (out.empty()) out = "1";
  for (auto inner = further.rbegin(); inner != further.rend(); ++inner)
    out = sum_text(*inner, out);
  return range ? sum_text(*range, out) : out;
}

} // namespace dalembert::inline families
