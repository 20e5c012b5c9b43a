#include <dalembert/api/preconditions.h>
#include <dalembert/api/session.h>
#include <dalembert/api/text_analysis.h>
#include <dalembert/editor/knowledge.h>
#include <dalembert/report/report_page.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

std::string line_of(const Knowledge& known) {
  return to_json(known).dump(-1, ' ', false, ProtocolJson::error_handler_t::replace) + "\n";
}

Session session_of(const ModelText& text) {
  return {text.path().empty() ? std::string("<editor>") : text.path(), text.text()};
}

} // namespace

void analyse_text(const ModelText& text, const std::function<void(const std::string&)>& tell) {
  Session session = session_of(text);
  Knowledge known;
  known.version = text.version();
  const auto say = [&] {
    known.remarks = remarks_of(session.diagnostics(), session.sources(), text);
    tell(line_of(known));
  };
  try {
    known = known_of_study(text, session.study());
    say();
    const Overview overview = session.overview();
    add_overview(known, text, overview);
  } catch (const ModelError&) { // NOLINT(bugprone-empty-catch): collected as diagnostics
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): collected as a diagnostic
  }
  known.is_complete = true;
  say();
}

CommandOutput command_output(const ModelText& text, const std::string& command) {
  Session session = session_of(text);
  const Style style{.unicode = true};
  if (command == "dalembert.derive")
    return {derive_text(session.structure(Session::Grouping::families), Form::lagrange, style), "txt"};
  if (command == "dalembert.run") {
    const auto result = std::make_shared<const RunResult>(session.run({}));
    return {run_text(session.report_of(result, Session::Grouping::families), style), "txt"};
  }
  if (command == "dalembert.picture") {
    PictureOptions how;
    how.values = true;
    return {picture_text(session.picture_page({}), how), "svg"};
  }
  if (command == "dalembert.report")
    return {report_html(session.page({{}, {}, fmt::format("dalembert report {}", text.path()), false})), "html"};
  throw OptionError(fmt::format("there is no command `{}`", command));
}

} // namespace api
} // namespace dalembert
