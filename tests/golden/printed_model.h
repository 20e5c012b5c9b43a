#pragma once

#include <dalembert/base/errors.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/elaborate/whole/elaborate.h>
#include <dalembert/language/parse.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace dalembert::test {

/// A model file and its equations, with further lines of text behind it and values instead of its own.
struct PrintedModel {
  std::shared_ptr<const Study> study;
  Equations equations;

  explicit PrintedModel(const std::string& path, const std::string& more = {},
                        std::vector<std::string> overrides = {}) {
    std::ifstream file(std::string(DALEMBERT_SOURCE_DIR) + "/models/" + path);
    std::stringstream text;
    text << file.rdbuf() << "\n" << more;
    SourceMap sources;
    const std::uint32_t id = sources.add(path, text.str());
    std::vector<Diagnostic> diagnostics;
    const ast::File tree = ast::parse(sources, id, diagnostics);
    ElaborateOptions options;
    options.overrides = std::move(overrides);
    study = std::make_shared<const Study>(elaborate(tree, sources, options, diagnostics));
    if (has_errors(diagnostics)) throw ModelError(diagnostics);
    equations = derive(std::shared_ptr<const System>(study, &study->system));
  }
};

/// The fields of one line `a | b | c`, trimmed; the lines of a data file without comments.
inline std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> out;
  std::stringstream rest(line);
  for (std::string field; std::getline(rest, field, '|');) {
    const std::size_t first = field.find_first_not_of(' ');
    out.push_back(first == std::string::npos ? "" : field.substr(first, field.find_last_not_of(' ') - first + 1));
  }
  return out;
}

inline std::vector<std::vector<std::string>> table(const std::string& name) {
  std::ifstream file(std::string(DALEMBERT_SOURCE_DIR) + "/tests/golden/" + name);
  if (!file) throw std::runtime_error("no file " + name);
  std::vector<std::vector<std::string>> out;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') out.push_back(fields(line));
  return out;
}

} // namespace dalembert::test
