#pragma once

#include <dalembert/editor/json.h>
#include <dalembert/editor/knowledge.h>
#include <dalembert/editor/model_files.h>

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace editor {

// What an editor may ask of a text, one function for each feature: pure, from the text, its files and what is known of
// them to the object of the language server protocol (3.17). One file each.

/// A request that cannot be met, with the reason in the user's words.
class FeatureRefusal : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A stretch of lines and characters, as the protocol has it.
struct TextRange {
  TextPlace begin;
  TextPlace end;
};

// ---- pieces

[[nodiscard]] ProtocolJson place_object(TextPlace place);
[[nodiscard]] ProtocolJson range_object(const ModelText& text, const SourceSpan& span);
[[nodiscard]] ProtocolJson location_object(const ModelText& text, const SourceSpan& span);
/// The name of a kind in a sentence: `coordinate`, `let`.
[[nodiscard]] std::string_view kind_word(ast::NameKind kind);
/// What `name` stands for, by the file that declares it where its own does not.
[[nodiscard]] ast::NameKind resolved(const ModelFiles& files, const ast::Occurrence& name);
/// The statement or item that declares `name`, as it was written; empty where none does.
[[nodiscard]] std::string declaration_text(const ModelFiles& files, const ast::Occurrence& name);

// ---- features

/// The parameters of `textDocument/publishDiagnostics`.
[[nodiscard]] ProtocolJson published(const ModelText& text, const std::vector<Remark>& remarks);
/// The edits that correct what is marked in `range`, each alone, and all of the text together; `only` are the kinds
/// that are wanted, none for all.
[[nodiscard]] ProtocolJson code_actions(const ModelText& text, const std::vector<Remark>& remarks,
                                        const TextRange& range, const std::vector<std::string>& only);
[[nodiscard]] ProtocolJson hover(const ModelFiles& files, const Knowledge& known, TextPlace at);
[[nodiscard]] ProtocolJson completion(const ModelFiles& files, const Knowledge& known, TextPlace at);
[[nodiscard]] ProtocolJson definition(const ModelFiles& files, TextPlace at);
[[nodiscard]] ProtocolJson references(const ModelFiles& files, TextPlace at, bool with_declaration);
[[nodiscard]] ProtocolJson highlights(const ModelFiles& files, TextPlace at);
/// The range of the name at a place, and the name. @throws FeatureRefusal where it cannot be renamed
[[nodiscard]] ProtocolJson prepared_rename(const ModelFiles& files, TextPlace at);
/// The edits that give the name at a place another one everywhere; files below `root` alone are changed, all where it
/// is empty. @throws FeatureRefusal where the new one is no name, reserved or taken, or a file cannot be changed
[[nodiscard]] ProtocolJson renamed(const ModelFiles& files, TextPlace at, const std::string& new_name,
                                   const std::string& root);
[[nodiscard]] ProtocolJson outline(const ModelText& text);
[[nodiscard]] ProtocolJson folding(const ModelText& text);
/// The edits, each of whole lines, that lay out the text; nothing where it has syntax errors.
[[nodiscard]] ProtocolJson formatting(const ModelText& text);
[[nodiscard]] ProtocolJson range_formatting(const ModelText& text, const TextRange& range);
/// Nothing where `known` is of another version.
[[nodiscard]] ProtocolJson inlay_hints(const ModelText& text, const Knowledge& known, const TextRange& range);
/// The names of the types and modifiers of `semantic_tokens`.
[[nodiscard]] ProtocolJson token_legend();
[[nodiscard]] ProtocolJson semantic_tokens(const ModelFiles& files);
/// What can be done with a model, as commands on the line that names it.
struct ModelCommand {
  std::string_view name;  ///< `dalembert.run`
  std::string_view title; ///< `run`
};
[[nodiscard]] std::span<const ModelCommand> model_commands();
[[nodiscard]] ProtocolJson code_lenses(const ModelText& text);

} // namespace editor
} // namespace dalembert
