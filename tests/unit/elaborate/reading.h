#pragma once

#include <dalembert/elaborate/whole/elaborate.h>
#include <dalembert/expr/text.h>
#include <dalembert/language/parse.h>

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {

/// A model of a test, read and elaborated.
struct Reading {
  explicit Reading(std::string model, const ElaborateOptions& options = {}) {
    const std::uint32_t file = sources.add("test.mech", std::move(model));
    const ast::File tree = ast::parse(sources, file, diagnostics);
    if (has_errors(diagnostics)) return;
    study = elaborate(tree, sources, options, diagnostics);
  }
  [[nodiscard]] const System& system() const { return study.system; }
  [[nodiscard]] std::string text(Expr e) const { return dalembert::text(*study.system.graph, e); }
  [[nodiscard]] bool is_clean() const { return !has_errors(diagnostics); }
  [[nodiscard]] std::string listing() const {
    std::string all;
    for (const Diagnostic& each : diagnostics)
      all += render(each, sources);
    return all;
  }
  [[nodiscard]] std::string codes() const {
    std::string all;
    for (const Diagnostic& each : diagnostics)
      if (each.severity == Severity::error) all += (all.empty() ? "" : " ") + each.code;
    return all;
  }

  SourceMap sources;
  std::vector<Diagnostic> diagnostics;
  Study study;
};

/// Options under which `include` and `table` find these files, by their paths.
inline ElaborateOptions with_files(const std::map<std::string, std::string>& files) {
  ElaborateOptions options;
  options.include = [files](const std::string& path, const std::string&) -> std::optional<ElaborateOptions::Included> {
    const auto found = files.find(path);
    if (found == files.end()) return std::nullopt;
    return ElaborateOptions::Included{path, found->second};
  };
  return options;
}

/// Reads a model that must be right.
inline Reading read_right(std::string model, const ElaborateOptions& options = {}) {
  Reading reading(std::move(model), options);
  EXPECT_TRUE(reading.is_clean()) << reading.listing();
  return reading;
}

} // namespace dalembert
