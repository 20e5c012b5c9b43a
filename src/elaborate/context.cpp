#include <dalembert/elaborate/context.h>

namespace dalembert::elaboration {

namespace {

Study empty_study() {
  Study study;
  study.system.graph = std::make_shared<Graph>();
  study.system.time = study.system.graph->symbol("t");
  return study;
}

} // namespace

Context::Context(SourceMap& all_sources, const ElaborateOptions& all_options, bool has_units)
    : sources(all_sources),
      options(all_options),
      study(empty_study()),
      graph(*study.system.graph),
      dimensions(has_units),
      units(graph, dimensions, complaints),
      content(graph),
      rates(graph) {
  study.system.has_units = has_units;
  content.mark(study.system.time, holds::time);
  rates.seed(study.system.time, graph.one());
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

Scope Context::number_scope(const Scope* outer, std::string_view name, std::int64_t i, const ast::IndexItem* item) {
  return Scope{outer, name, item, Value(Scalar{graph.number(i), {}, false, false, nullptr})};
}

const Scope* Context::bind_number(const Scope* outer, std::string_view name, std::int64_t i,
                                  const ast::IndexItem* item) {
  return &scopes.emplace_back(number_scope(outer, name, i, item));
}

Measure Context::measure(DimensionId dimension, bool angular, bool moment) {
  if (!dimensions.checks()) return {};
  const Dimension known = dimensions.known(dimension);
  bool is_power_of_time = true;
  for (std::size_t i = 0; i < Dimension::base_units; ++i)
    is_power_of_time = is_power_of_time && (i == 2 || known.exponent(i).numerator == 0);
  return {known, angular && is_power_of_time, moment && known == Dimension::energy()};
}

} // namespace dalembert::elaboration
