#pragma once

#include <dalembert/editor/json.h>
#include <dalembert/editor/model_text.h>
#include <dalembert/report/overview.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace dalembert {
inline namespace editor {

/// What is known of one name of the model.
struct NameFacts {
  std::string unit;               ///< `m/s^2`; empty where there is none
  std::string value;              ///< `5`, in that unit; of a family its members
  std::string description;        ///< the string of its declaration
  std::vector<std::string> lines; ///< what else there is to say, a sentence or formula each
};

/// A text that an editor shows behind a place, without its being there.
struct Hint {
  std::uint32_t offset = 0; ///< byte of the text
  std::string text;
  std::string tooltip;
};

/// The edit that corrects a mistake.
struct Fix {
  std::string title;
  std::string path; ///< of the file; empty for the one that is edited
  TextPlace begin;
  TextPlace end;
  std::string insert;
};

/// A diagnostic as the protocol has it, with the edit that corrects it.
struct Remark {
  int severity = 1; ///< 1 error, 2 warning, 3 note
  std::string code;
  std::string message; ///< with note and help, one a line
  TextPlace begin;
  TextPlace end;
  struct Related {
    std::string path; ///< empty for the file that is edited
    TextPlace begin;
    TextPlace end;
    std::string text;
  };
  std::vector<Related> related;
  std::vector<Fix> fixes; ///< one at most
};

/// What an analysis of one version of a text found: of its names, of its mistakes, of its initial state.
struct Knowledge {
  std::int64_t version = -1; ///< of the text; -1 where nothing is known
  bool is_complete = false;  ///< the overview is in it, not only the study
  bool has_meaning = false;  ///< the text has one: `names` and `hints` are those of this version
  std::map<std::string, NameFacts, std::less<>> names;
  std::vector<Hint> hints;
  std::vector<Remark> remarks;
};

[[nodiscard]] ProtocolJson to_json(const Knowledge& knowledge);
/// @throws nlohmann::json::exception where `json` is no such object
[[nodiscard]] Knowledge knowledge_from(const ProtocolJson& json);

/// What the study says of the names of `document`, and which units it gives to lets.
[[nodiscard]] Knowledge known_of_study(const ModelText& document, const Study& study);
/// Adds values of parameters, classes of constraints, what reactions are, and where initial values were moved to.
void add_overview(Knowledge& known, const ModelText& document, const Overview& overview);

/// The diagnostics as an editor shows them: those of other files stand at the `include` that reads them.
[[nodiscard]] std::vector<Remark> remarks_of(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources,
                                             const ModelText& document);

/// A remark without a place of its own, at the line that names the model.
[[nodiscard]] Remark remark_on_model(const ModelText& document, int severity, std::string message);

} // namespace editor
} // namespace dalembert
