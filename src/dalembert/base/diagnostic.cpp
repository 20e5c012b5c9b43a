#include <dalembert/base/diagnostic.h>
#include <dalembert/base/shown_text.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace dalembert {
inline namespace base {

namespace {

struct Paint {
  bool on;
  [[nodiscard]] std::string operator()(std::string_view code, std::string_view text) const {
    return on ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
  }
};

constexpr std::string_view bold = "1";
constexpr std::string_view blue = "34";

std::string_view colour(Severity severity) {
  switch (severity) {
  case Severity::error:
    return "1;31";
  case Severity::warning:
    return "1;33";
  case Severity::note:
    return "1;36";
  }
  return "1";
}

/// Columns before `span` in its line as it is printed.
std::size_t shown_width(const SourceMap& sources, const SourceSpan& span) {
  const std::string_view whole = sources.text(span.file);
  const std::size_t begin = std::min<std::size_t>(span.begin, whole.size());
  const std::size_t start = begin == 0 ? 0 : whole.rfind('\n', begin - 1) + 1; // npos + 1 is 0
  const std::string before = shown_text(whole.substr(start, begin - start));
  return static_cast<std::size_t>(std::count_if(
      before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Appends the user's line, the marks under `span`, and `text` beside (first line) and below (further lines) them.
void excerpt(std::string& out, const SourceSpan& span, std::string_view text, char mark, std::string_view ink,
             const SourceMap& sources, const Paint& paint) {
  const SourcePosition at = sources.position(span);
  const std::string number = fmt::format("{:>2}", at.line);
  const std::string margin(number.size(), ' ');
  const std::string bar = paint(blue, "|");
  const int width = at.end_line == at.line ? std::max(1, at.end_column - at.column) : 1;
  std::string indent(static_cast<std::size_t>(at.column - 1), ' ');
  const std::string_view written = sources.line(span.file, at.line);
  const std::string line = shown_text(written);
  if (line != written) indent = std::string(shown_width(sources, span), ' ');
  for (std::size_t i = 0; i < indent.size() && i < line.size(); ++i)
    if (line[i] == '\t') indent[i] = '\t';
  out += fmt::format("{} {} {}\n", paint(blue, number), bar, line);
  std::size_t end = text.find('\n');
  out += fmt::format("{} {} {}{}", margin, bar, indent, paint(ink, std::string(static_cast<std::size_t>(width), mark)));
  if (!text.empty()) out += fmt::format(" {}", paint(ink, text.substr(0, end)));
  out += '\n';
  while (end != std::string_view::npos) {
    text.remove_prefix(end + 1);
    end = text.find('\n');
    out += fmt::format("{} {} {}{} {}\n", margin, bar, indent, std::string(static_cast<std::size_t>(width), ' '),
                       paint(ink, text.substr(0, end)));
  }
}

} // namespace

std::string_view severity_word(Severity severity) {
  switch (severity) {
  case Severity::error:
    return "error";
  case Severity::warning:
    return "warning";
  case Severity::note:
    return "note";
  }
  return "note";
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string render(const Diagnostic& diagnostic, const SourceMap& sources, bool color) {
  const Paint paint{color};
  const std::string_view ink = colour(diagnostic.severity);
  const SourcePosition at = sources.position(diagnostic.span);
  std::string out =
      fmt::format("{}: {}\n", paint(ink, fmt::format("{}[{}]", severity_word(diagnostic.severity), diagnostic.code)),
                  paint(bold, shown_text(diagnostic.message)));
  out += fmt::format("  {} {}:{}:{}\n", paint(blue, "-->"), shown_text(sources.name(diagnostic.span.file)), at.line,
                     at.column);
  out += fmt::format("   {}\n", paint(blue, "|"));
  excerpt(out, diagnostic.span, shown_text(diagnostic.note), '^', ink, sources, paint);
  for (const Label& label : diagnostic.labels)
    excerpt(out, label.span, shown_text(label.text), '-', blue, sources, paint);
  if (!diagnostic.help.empty())
    out += fmt::format("   {} {}: {}\n", paint(blue, "="), paint(bold, "help"), shown_text(diagnostic.help));
  if (diagnostic.edit) {
    std::string corrected(sources.line(diagnostic.edit->span.file, sources.position(diagnostic.edit->span).line));
    const SourcePosition place = sources.position(diagnostic.edit->span);
    const std::string_view whole = sources.text(diagnostic.edit->span.file);
    const std::size_t start = whole.substr(0, diagnostic.edit->span.begin).rfind('\n') + 1; // npos + 1 is 0
    if (place.line == place.end_line) {
      corrected.replace(diagnostic.edit->span.begin - start, diagnostic.edit->span.end - diagnostic.edit->span.begin,
                        diagnostic.edit->insert);
      out += fmt::format("   {} {}: {}\n", paint(blue, "="), paint(bold, "corrected"), shown_text(corrected));
    }
  }
  return out;
}

} // namespace base
} // namespace dalembert
