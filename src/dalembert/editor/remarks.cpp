// Diagnostics, and the edits that correct them.
#include <dalembert/editor/features.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace dalembert {
inline namespace editor {

namespace {

constexpr std::size_t longest_title = 40; // bytes of the user's text in a title

int number_of(Severity severity) {
  switch (severity) {
  case Severity::error:
    return 1;
  case Severity::warning:
    return 2;
  case Severity::note:
    return 3;
  }
  return 3;
}

/// Where a span of any file lies, with the path of the file; empty for the one that is edited.
struct FilePlace {
  std::string path;
  TextPlace begin;
  TextPlace end;
};

FilePlace file_place(const SourceSpan& span, const SourceMap& sources, const ModelText& text) {
  if (span.file == 0) return {"", text.places().place(span.begin), text.places().place(std::max(span.begin, span.end))};
  const TextPlaces places(sources.text(span.file), text.encoding());
  return {sources.name(span.file), places.place(span.begin), places.place(std::max(span.begin, span.end))};
}

/// The path of the `include` that reads `path`, or of the first one.
SourceSpan including(const ModelText& text, const std::string& path) {
  SourceSpan first;
  bool has_first = false;
  const std::vector<std::string> paths = included_paths(text);
  std::size_t place = 0;
  for (const ast::Statement& statement : text.tree().statements) {
    const auto* const include = std::get_if<ast::Include>(&statement.node);
    if (include == nullptr) continue;
    if (place < paths.size() && paths[place] == path) return include->path.span;
    ++place;
    if (!has_first) first = include->path.span;
    has_first = true;
  }
  return first;
}

std::string shortened(std::string_view text) {
  if (text.size() <= longest_title && text.find('\n') == std::string_view::npos) return std::string(text);
  std::size_t end = std::min({longest_title, text.size(), text.find('\n')});
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
    --end;
  return std::string(text.substr(0, end)) + "…";
}

std::string title_of(const Edit& edit, const SourceMap& sources) {
  const std::string old = shortened(sources.text(edit.span));
  const std::string made = shortened(edit.insert);
  if (edit.insert.empty()) return fmt::format("Remove `{}`", old);
  if (edit.span.begin == edit.span.end) return fmt::format("Insert `{}`", made);
  return fmt::format("Replace `{}` by `{}`", old, made);
}

ProtocolJson range_of(TextPlace begin, TextPlace end) {
  return {{"start", place_object(begin)}, {"end", place_object(end)}};
}

std::string uri_in(const ModelText& text, const std::string& path) {
  return path.empty() ? text.uri() : uri_of(path);
}

ProtocolJson diagnostic_of(const ModelText& text, const Remark& remark) {
  ProtocolJson out{{"range", range_of(remark.begin, remark.end)},
                   {"severity", remark.severity},
                   {"source", "dalembert"},
                   {"message", remark.message}};
  if (!remark.code.empty()) out["code"] = remark.code;
  for (const Remark::Related& each : remark.related)
    out["relatedInformation"].push_back(
        {{"location", {{"uri", uri_in(text, each.path)}, {"range", range_of(each.begin, each.end)}}},
         {"message", each.text}});
  return out;
}

ProtocolJson edit_of(const Fix& fix) {
  return {{"range", range_of(fix.begin, fix.end)}, {"newText", fix.insert}};
}

bool is_wanted(std::string_view kind, const std::vector<std::string>& only) {
  return only.empty() || std::ranges::any_of(only, [kind](const std::string& each) {
           return kind == each || kind.starts_with(each + ".");
         });
}

/// The fixes of the text itself, in order; of two that overlap the first.
std::vector<const Fix*> together(const std::vector<Remark>& remarks) {
  std::vector<const Fix*> out;
  for (const Remark& remark : remarks)
    for (const Fix& fix : remark.fixes)
      if (fix.path.empty()) out.push_back(&fix);
  std::ranges::stable_sort(out, [](const Fix* a, const Fix* b) { return is_before(a->begin, b->begin); });
  std::vector<const Fix*> kept;
  for (const Fix* fix : out)
    if (kept.empty() || (!is_before(fix->begin, kept.back()->end) && !(fix->begin == kept.back()->begin)))
      kept.push_back(fix);
  return kept;
}

} // namespace

std::vector<Remark> remarks_of(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources,
                               const ModelText& document) {
  std::vector<Remark> out;
  for (const Diagnostic& diagnostic : diagnostics) {
    Remark& remark = out.emplace_back();
    remark.severity = number_of(diagnostic.severity);
    remark.code = diagnostic.code;
    remark.message = diagnostic.message;
    if (!diagnostic.note.empty()) remark.message += "\n" + diagnostic.note;
    if (!diagnostic.help.empty()) remark.message += "\nhelp: " + diagnostic.help;
    FilePlace place = file_place(diagnostic.span, sources, document);
    if (!place.path.empty()) {
      remark.related.push_back({place.path, place.begin, place.end, "here"});
      remark.message = fmt::format("in {}: {}", place.path, remark.message);
      place = file_place(including(document, place.path), sources, document);
    }
    remark.begin = place.begin;
    remark.end = place.end;
    for (const Label& label : diagnostic.labels) {
      const FilePlace at = file_place(label.span, sources, document);
      remark.related.push_back({at.path, at.begin, at.end, label.text});
    }
    if (!diagnostic.edit) continue;
    const FilePlace at = file_place(diagnostic.edit->span, sources, document);
    remark.fixes.push_back({title_of(*diagnostic.edit, sources), at.path, at.begin, at.end, diagnostic.edit->insert});
  }
  return out;
}

Remark remark_on_model(const ModelText& document, int severity, std::string message) {
  Remark out;
  out.severity = severity;
  out.message = std::move(message);
  for (const ast::Statement& statement : document.tree().statements)
    if (const auto* const model = std::get_if<ast::Model>(&statement.node)) {
      out.begin = document.places().place(model->name.span.begin);
      out.end = document.places().place(model->name.span.end);
      return out;
    }
  const std::string_view first = document.places().line(0);
  out.end = document.places().place(first.size());
  return out;
}

ProtocolJson published(const ModelText& text, const std::vector<Remark>& remarks) {
  ProtocolJson out{{"uri", text.uri()}, {"version", text.version()}, {"diagnostics", ProtocolJson::array()}};
  for (const Remark& remark : remarks)
    out["diagnostics"].push_back(diagnostic_of(text, remark));
  return out;
}

ProtocolJson code_actions(const ModelText& text, const std::vector<Remark>& remarks, const TextRange& range,
                          const std::vector<std::string>& only) {
  ProtocolJson out = ProtocolJson::array();
  for (const Remark& remark : remarks) {
    const bool is_outside = is_before(range.end, remark.begin) || is_before(remark.end, range.begin);
    if (is_outside || !is_wanted("quickfix", only)) continue;
    for (const Fix& fix : remark.fixes)
      out.push_back({{"title", fix.title},
                     {"kind", "quickfix"},
                     {"isPreferred", true},
                     {"diagnostics", ProtocolJson::array({diagnostic_of(text, remark)})},
                     {"edit", {{"changes", {{uri_in(text, fix.path), ProtocolJson::array({edit_of(fix)})}}}}}});
  }
  const std::vector<const Fix*> all = together(remarks);
  if (all.empty() || !is_wanted("source.fixAll.dalembert", only)) return out;
  ProtocolJson edits = ProtocolJson::array();
  for (const Fix* fix : all)
    edits.push_back(edit_of(*fix));
  out.push_back({{"title", all.size() == 1 ? "Correct the one mistake that has an edit"
                                           : fmt::format("Correct all {} mistakes that have an edit", all.size())},
                 {"kind", "source.fixAll.dalembert"},
                 {"edit", {{"changes", {{text.uri(), edits}}}}}});
  return out;
}

} // namespace editor
} // namespace dalembert
