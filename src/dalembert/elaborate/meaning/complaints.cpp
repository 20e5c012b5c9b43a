#include <dalembert/elaborate/meaning/complaints.h>

#include <algorithm>
#include <iterator>

namespace dalembert {
inline namespace elaboration {

Diagnostic& Complaints::error(std::string code, SourceSpan span, std::string message) {
  return make(Severity::error, std::move(code), span, std::move(message));
}

Diagnostic& Complaints::warning(std::string code, SourceSpan span, std::string message) {
  return make(Severity::warning, std::move(code), span, std::move(message));
}

Diagnostic& Complaints::note(std::string code, SourceSpan span, std::string message) {
  return make(Severity::note, std::move(code), span, std::move(message));
}

Diagnostic& Complaints::make(Severity severity, std::string code, SourceSpan span, std::string message) {
  unheard_ = Diagnostic{};
  if (silences_ > 0) return unheard_;
  if (severity == Severity::error && pictures_ > 0) severity = Severity::warning;
  if (severity == Severity::error) ++errors_;
  if (!places_.emplace(code, span.file, span.begin, span.end).second) return unheard_;
  Diagnostic& made = found_.emplace_back();
  made.code = std::move(code);
  made.severity = severity;
  made.span = span;
  made.message = std::move(message);
  return made;
}

void Complaints::add(std::vector<Diagnostic> diagnostics) {
  for (Diagnostic& each : diagnostics) {
    if (each.severity == Severity::error) ++errors_;
    found_.push_back(std::move(each));
  }
}

/// Keeps as many as a person reads: notes go first, then warnings, then the last errors.
void Complaints::drop_beyond_reading() {
  constexpr std::size_t most = 200;
  if (found_.size() <= most) return;
  for (const Severity severity : {Severity::note, Severity::warning})
    if (found_.size() > most)
      std::erase_if(found_, [severity](const Diagnostic& each) { return each.severity == severity; });
  if (found_.size() <= most) return;
  found_.resize(most);
  Diagnostic last;
  last.code = "E0119";
  last.severity = Severity::note;
  last.span = found_.back().span;
  last.message = "only the first " + std::to_string(found_.size()) + " errors of this file are shown";
  found_.push_back(std::move(last));
}

void Complaints::hand_over(std::vector<Diagnostic>& out) {
  std::stable_sort(found_.begin(), found_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.span.file, a.span.begin) < std::tie(b.span.file, b.span.begin);
  });
  drop_beyond_reading();
  std::move(found_.begin(), found_.end(), std::back_inserter(out));
  found_.clear();
}

} // namespace elaboration
} // namespace dalembert
