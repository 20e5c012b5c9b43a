#include <dalembert/editor/model_text.h>
#include <dalembert/language/parse.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace editor {

namespace {

SourceMap one_source(const std::string& name, std::string text) {
  SourceMap out;
  static_cast<void>(out.add(name, std::move(text)));
  return out;
}

ast::File read(const SourceMap& sources, std::vector<Diagnostic>& found) {
  if (sources.text(0).size() <= ModelText::longest_read) return ast::parse(sources, 0, found);
  return {};
}

const ast::Statement* innermost(const ast::List<ast::Statement>& statements, std::uint32_t offset) {
  for (const ast::Statement& statement : statements) {
    if (offset < statement.span.begin || offset > statement.span.end) continue;
    if (const auto* const loop = std::get_if<ast::For>(&statement.node))
      if (const ast::Statement* const inner = innermost(loop->body, offset)) return inner;
    return &statement;
  }
  return nullptr;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

} // namespace

ModelText::ModelText(std::string uri, std::string path, std::int64_t version, std::string text, Encoding encoding)
    : uri_(std::move(uri)),
      path_(std::move(path)),
      version_(version),
      encoding_(encoding),
      sources_(one_source(path_.empty() ? "<editor>" : path_, std::move(text))),
      tree_(read(sources_, syntax_)),
      names_(ast::name_index(tree_)),
      places_(sources_.text(0), encoding) {}

const ast::Occurrence* ModelText::name_at(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(names_.begin(), names_.end(), offset,
                       [](std::uint32_t at, const ast::Occurrence& occurrence) { return at < occurrence.span.begin; });
  if (after == names_.begin()) return nullptr;
  const ast::Occurrence& found = *(after - 1);
  return offset <= found.span.end ? &found : nullptr;
}

const ast::Statement* ModelText::statement_at(std::uint32_t offset) const {
  return innermost(tree_.statements, offset);
}

std::string path_of(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return {};
  uri.remove_prefix(scheme.size());
  uri.remove_prefix(std::min(uri.find('/'), uri.size())); // a host
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? hex_value(uri[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(uri[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(16 * high + low);
      i += 2;
    } else {
      out += uri[i];
    }
  }
  return out.find('\0') == std::string::npos ? out : std::string();
}

std::string uri_of(std::string_view path) {
  std::string out = "file://";
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                          c == '-' || c == '_' || c == '.' || c == '~';
    if (is_plain)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return out;
}

} // namespace editor
} // namespace dalembert
