#include <dalembert/base/dimension.h>
#include <dalembert/editor/features.h>
#include <dalembert/editor/vocabulary.h>
#include <dalembert/elaborate/meaning/function_names.h>
#include <dalembert/language/lexer.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace dalembert {
inline namespace editor {

namespace {

using ast::NameKind;

/// Text of the user that stands in a paragraph: what a printer of Markdown would take for its own signs stays as it is.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    constexpr std::string_view signs = "\\`*_{}[]<>#|~";
    if (signs.find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

/// Text as code: between more backticks than it holds.
std::string code(std::string_view text) {
  return text.find('`') == std::string_view::npos ? fmt::format("`{}`", text) : fmt::format("`` {} ``", text);
}

std::string block(std::string_view text) {
  return text.find("```") == std::string_view::npos ? fmt::format("\n\n```mech\n{}\n```", text) : std::string();
}

ProtocolJson hover_object(const ModelText& text, const SourceSpan& span, const std::string& markdown) {
  return {{"contents", {{"kind", "markdown"}, {"value", markdown}}}, {"range", range_object(text, span)}};
}

/// `m = 5 [kg] · parameter · mass`, then what is known, then the declaration.
std::string name_page(const ModelFiles& files, const Knowledge& known, const ast::Occurrence& name) {
  const NameKind kind = resolved(files, name);
  const bool is_of_model = name.scope == 0 && kind != NameKind::model && kind != NameKind::part;
  const auto facts = is_of_model ? known.names.find(name.name) : known.names.end();
  const std::string declared = declaration_text(files, name);
  std::string heading(name.name);
  if (facts != known.names.end()) {
    if (!facts->second.value.empty()) heading += " = " + facts->second.value;
    if (!facts->second.unit.empty()) heading += " [" + facts->second.unit + "]";
  }
  std::string out = code(heading);
  const WordHelp help = word_help(name.name);
  const bool is_word = declared.empty() && (!help.text.empty() || is_function(name.name));
  if (is_word)
    out += " · " + (help.text.empty() ? std::string("function of the language") : escaped(help.text));
  else if (declared.empty())
    out += " · not declared in this model";
  else
    out += fmt::format(" · {}", kind_word(kind));
  if (facts != known.names.end()) {
    if (!facts->second.description.empty()) out += fmt::format(" · \"{}\"", escaped(facts->second.description));
    for (const std::string& line : facts->second.lines)
      out += "\n\n" + escaped(line);
  }
  if (is_word && !help.form.empty()) return out + block(help.form);
  return declared.empty() ? out : out + block(declared);
}

std::optional<SourceSpan> unit_round(const ModelText& text, std::uint32_t offset) {
  const std::string& all = text.text();
  std::size_t open = std::min<std::size_t>(offset, all.size());
  while (open > 0 && all[open - 1] != '[' && all[open - 1] != '\n' && all[open - 1] != ']')
    --open;
  if (open == 0 || all[open - 1] != '[') return std::nullopt;
  --open;
  const std::size_t length = ast::unit_length(std::string_view(all).substr(open));
  if (length == 0 || open + length < offset) return std::nullopt;
  // An index bracket touches its name.
  const auto is_part_of_name = [&all](std::size_t i) {
    const char c = all[i];
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  std::size_t first = open;
  while (first > 0 && is_part_of_name(first - 1))
    --first;
  const bool is_name = first < open && !(all[first] >= '0' && all[first] <= '9');
  if (is_name) return std::nullopt;
  return SourceSpan{0, static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(open + length)};
}

/// `[kN] = 1000 kg·m/s²`.
std::optional<std::string> unit_page(const ModelText& text, const SourceSpan& span) {
  const std::string_view written = text.text(span);
  UnitError error;
  const std::optional<Unit> unit = parse_unit(written.substr(1, written.size() - 2), error);
  if (!unit) return std::nullopt;
  const std::string si = unit->dimension.text();
  std::string out = code(written) + " = " +
                    (unit->is_coherent() ? escaped(si) : fmt::format("{:.10g} {}", unit->factor(), escaped(si)));
  if (const std::string_view quantity = unit->dimension.quantity(); !quantity.empty())
    out += fmt::format(" · {}", quantity);
  return out;
}

/// The word that is a token at a byte; nothing in strings and comments.
std::optional<SourceSpan> word_at(const ModelText& text, std::uint32_t offset) {
  const ast::LexerOutput lexed = ast::lex(text.text(), 0);
  for (const ast::Token& token : lexed.tokens.tokens)
    if (token.kind == ast::TokenKind::word && token.begin <= offset && offset <= token.end)
      return SourceSpan{0, token.begin, token.end};
  return std::nullopt;
}

} // namespace

ProtocolJson hover(const ModelFiles& files, const Knowledge& known, TextPlace at) {
  const ModelText& text = files.edited();
  const std::uint32_t offset = text.places().offset(at);
  if (const ast::Occurrence* const name = text.name_at(offset))
    return hover_object(text, name->span, name_page(files, known, *name));
  if (const auto span = unit_round(text, offset))
    if (const auto page = unit_page(text, *span)) return hover_object(text, *span, *page);
  const auto word = word_at(text, offset);
  if (!word) return nullptr;
  const std::string_view written = text.text(*word);
  const WordHelp help = word_help(written);
  if (help.text.empty()) return nullptr;
  std::string out = fmt::format("{} · {}", code(written), escaped(help.text));
  if (!help.form.empty()) out += block(help.form);
  return hover_object(text, *word, out);
}

} // namespace editor
} // namespace dalembert
