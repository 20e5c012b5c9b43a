#pragma once

#include <dalembert/elaborate/complaints.h>
#include <dalembert/elaborate/content.h>
#include <dalembert/elaborate/dimension_table.h>
#include <dalembert/elaborate/options.h>
#include <dalembert/elaborate/symbol_table.h>
#include <dalembert/elaborate/unit_reader.h>
#include <dalembert/expr/time_derivative.h>
#include <dalembert/mechanics/study.h>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace dalembert::elaboration {

/// What every part of one elaboration works on.
struct Context {
  Context(SourceMap& all_sources, const ElaborateOptions& all_options, bool has_units);

  /// What stands at `span`, on one line: without line breaks and the comments before them.
  [[nodiscard]] std::string text(SourceSpan span) const;

  /// The same for tables and plots: `table("road.csv", x)` stands by the name that it is printed by, `z_road(x)`.
  [[nodiscard]] std::string shown(SourceSpan span) const;

  /// Returns a scope in which `name` is the whole number `i`, for as long as the caller keeps it.
  [[nodiscard]] Scope number_scope(const Scope* outer, std::string_view name, std::int64_t i,
                                   const ast::IndexItem* item = nullptr);
  /// Binds `name` and `item` to the whole number `i`, for as long as the elaboration lasts.
  const Scope* bind_number(const Scope* outer, std::string_view name, std::int64_t i,
                           const ast::IndexItem* item = nullptr);

  /// What an inferred quantity is measured in, asked when all is known.
  [[nodiscard]] Measure measure(DimensionId dimension, bool angular, bool moment = false);
  [[nodiscard]] Measure measure(const Scalar& scalar) {
    return measure(scalar.dimension, scalar.angular, is_moment(scalar));
  }
  /// Puts off `work` until all dimensions are known.
  void later(std::function<void()> work) { finishers.push_back(std::move(work)); }

  SourceMap& sources;
  const ElaborateOptions& options;
  Complaints complaints;
  Study study;
  Graph& graph;
  DimensionTable dimensions;
  UnitReader units;
  SymbolTable symbols;
  ContentTable content;
  TimeDerivative rates;
  std::deque<Scope> scopes;
  std::vector<std::function<void()>> finishers;
  std::deque<ast::Let> courses;                   ///< inputs that follow the time
  std::map<std::string, std::string> table_names; ///< printed names, by the file and the third argument as written
};

} // namespace dalembert::elaboration
