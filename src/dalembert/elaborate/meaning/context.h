#pragma once

#include <dalembert/elaborate/meaning/complaints.h>
#include <dalembert/elaborate/meaning/content.h>
#include <dalembert/elaborate/meaning/dimension_table.h>
#include <dalembert/elaborate/meaning/options.h>
#include <dalembert/elaborate/meaning/unit_reader.h>
#include <dalembert/elaborate/meaning/value.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/time_derivative.h>
#include <dalembert/mechanics/measure.h>

#include <memory>
#include <string>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// How much was looked at so far, in all stages of one elaboration.
struct WorkDone {
  std::size_t steps = 0;     ///< expressions
  bool has_given_up = false; ///< the model was called too large: what is asked for afterwards fails in silence
};

/// `e'` as it was written.
struct Differentiated {
  Expr operand;
  SourceSpan span; ///< of the derivative
};

/// What expressions are read with: the text, the graph they go to, units, and where mistakes are told.
struct Context {
  Context(SourceMap& all_sources, const ElaborateOptions& all_options, bool has_units);

  /// What stands at `span`, on one line: without line breaks and the comments before them.
  [[nodiscard]] std::string text(SourceSpan span) const;

  /// What an inferred quantity is measured in, asked when all is known.
  [[nodiscard]] Measure measure(DimensionId dimension, bool angular, bool moment = false);
  [[nodiscard]] Measure measure(const Scalar& scalar) {
    return measure(scalar.dimension, scalar.angular, is_moment(scalar));
  }
  /// True where the two have one dimension; makes them so by inference. Says nothing.
  [[nodiscard]] bool fit(const Scalar& a, const Scalar& b);
  /// The dimension for a message, `[N]`; a moment is spelt N·m.
  [[nodiscard]] std::string unit_text(DimensionId dimension, bool moment = false);
  [[nodiscard]] std::string unit_text(const Scalar& scalar) { return unit_text(scalar.dimension, is_moment(scalar)); }

  SourceMap& sources;
  const ElaborateOptions& options;
  Complaints complaints;
  std::shared_ptr<Graph> shared_graph;
  Graph& graph;
  Expr time; ///< the symbol t
  DimensionTable dimensions;
  UnitReader units;
  ContentTable content;
  TimeDerivative rates;
  std::vector<Differentiated> differentiated; ///< in time, where a function below jumps
  WorkDone work_done;
};

} // namespace elaboration
} // namespace dalembert
