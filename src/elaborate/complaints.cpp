#include <dalembert/elaborate/complaints.h>

#include <algorithm>
#include <iterator>

namespace dalembert::elaboration {

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

void Complaints::hand_over(std::vector<Diagnostic>& out) {
  std::stable_sort(found_.begin(), found_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.span.file, a.span.begin) < std::tie(b.span.file, b.span.begin);
  });
  std::move(found_.begin(), found_.end(), std::back_inserter(out));
  found_.clear();
}

} // namespace dalembert::elaboration
