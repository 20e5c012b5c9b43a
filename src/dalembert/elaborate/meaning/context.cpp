#include <dalembert/elaborate/meaning/context.h>

namespace dalembert {
inline namespace elaboration {

Context::Context(SourceMap& all_sources, const ElaborateOptions& all_options, bool has_units)
    : sources(all_sources),
      options(all_options),
      shared_graph(std::make_shared<Graph>()),
      graph(*shared_graph),
      time(graph.symbol("t")),
      dimensions(has_units),
      units(graph, dimensions, complaints),
      content(graph),
      rates(graph) {
  content.mark(time, holds::time);
  rates.seed(time, graph.one());
}

std::string Context::text(SourceSpan span) const {
  std::string out;
  bool is_at_break = false;
  bool is_comment = false;
  for (const char c : sources.text(span)) {
    if (c == '#') is_comment = true;
    if (c == '\n') {
      is_comment = false;
      is_at_break = true;
      while (!out.empty() && (out.back() == ' ' || out.back() == '\t' || out.back() == '\r'))
        out.pop_back();
    } else if (!is_comment && !(is_at_break && (c == ' ' || c == '\t' || c == '\r'))) {
      if (is_at_break) out += ' ';
      is_at_break = false;
      out += c;
    }
  }
  return out;
}

bool Context::fit(const Scalar& a, const Scalar& b) {
  if (a.fits_any || b.fits_any) return true;
  return dimensions.unify(a.dimension, b.dimension);
}

std::string Context::unit_text(DimensionId dimension, bool moment) {
  if (!dimensions.checks()) return "[1]";
  const Dimension known = dimensions.known(dimension);
  return '[' + known.text(moment ? Dimension::Spelling::moment : Dimension::Spelling::plain) + ']';
}

Measure Context::measure(DimensionId dimension, bool angular, bool moment) {
  if (!dimensions.checks()) return {};
  const Dimension known = dimensions.known(dimension);
  bool is_power_of_time = true;
  for (std::size_t i = 0; i < Dimension::base_units; ++i)
    is_power_of_time = is_power_of_time && (i == 2 || known.exponent(i).numerator == 0);
  return {known, angular && is_power_of_time, moment && known == Dimension::energy()};
}

} // namespace elaboration
} // namespace dalembert
