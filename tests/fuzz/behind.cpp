// Any bytes as a model, its units taken out, as far behind the parser as the program goes: evaluation, a bounded run,
// a claim, the page of `report`. What fails says why, by an error of its own kind.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/report/report_page.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace dalembert {
namespace {

constexpr std::uint64_t most_steps = 2000;
constexpr double end_of_run = 0.5; // s

/// Units behind a blank are taken out: most mutated models would end at their dimensions.
std::string without_units(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t close = text[i] == '[' && i > 0 && text[i - 1] == ' ' ? text.find_first_of("]\n", i) : 0;
    if (close != 0 && close != std::string::npos && text[close] == ']')
      i = close;
    else
      out += text[i];
  }
  return out;
}

template <typename Work>
void attempt(Work&& work) {
  try {
    work();
  } catch (const ModelError& error) {
    ENSURE(!error.diagnostics().empty());
  } catch (const SolveError& error) {
    ENSURE(*error.what() != '\0');
  } catch (const OptionError& error) {
    ENSURE(*error.what() != '\0');
  }
}

RunOptions bounded() {
  RunOptions options;
  options.end = end_of_run;
  options.max_steps = most_steps;
  options.table_rows = 20;
  options.curve_points = 2;
  return options;
}

void write_page(Session& session) {
  const std::string html = report_html(session.page({bounded(), {}, "fuzz"}));
  ENSURE(html.find("</html>") != std::string::npos);
}

} // namespace
} // namespace dalembert

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dalembert;
  const std::string text = without_units(std::string(reinterpret_cast<const char*>(data), size));
  attempt([&text] {
    Session session("fuzz.mech", text);
    static_cast<void>(session.evaluate(session.initial_state().state));
  });
  attempt([&text] {
    Session session("fuzz.mech", text);
    session.ask("T + V = const");
    static_cast<void>(session.judgement());
  });
  attempt([&text] {
    Session session("fuzz.mech", text);
    write_page(session);
  });
  return 0;
}
