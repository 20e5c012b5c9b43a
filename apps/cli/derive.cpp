#include "command.h"
#include "terminal.h"

#include <fmt/format.h>

namespace dalembert::cli {

namespace {

struct DeriveOptions : CommonOptions {
  std::string form = "lagrange";
  std::string format = "text";
};

/// The form asked for. @throws UsageError where the notation is still to come
Form wanted_form(const DeriveOptions& options) {
  if (options.format != "text" && options.format != "latex")
    throw UsageError(fmt::format("--format {} is not supported yet; text and latex are", options.format));
  return *form_named(options.form);
}

int derive_command(const DeriveOptions& options) {
  return with_model("derive", options, [&options](Session& session) {
    const Form form = wanted_form(options);
    const Overview overview = session.structure();
    if (options.json) {
      print(derive_json(overview, form));
      return static_cast<int>(ok);
    }
    print_diagnostics(overview.diagnostics, session.sources(), options);
    print(options.format == "latex" ? derive_latex(overview, form)
                                    : derive_text(overview, form, page_style(options.color)));
    return static_cast<int>(ok);
  });
}

} // namespace

void add_derive(CLI::App& app, Action& chosen) {
  CLI::App* const command =
      add_command(app, "derive", "Print the equations of motion, the multipliers and the reactions.",
                  "  dalembert derive sleigh.mech\n"
                  "  dalembert derive sleigh.mech --form explicit\n"
                  "  dalembert derive sleigh.mech --form hamel         in quasi-velocities\n"
                  "  dalembert derive sleigh.mech --form naive         a wrong reduction, and what it lacks\n"
                  "  dalembert derive sleigh.mech --format latex > equations.tex\n"
                  "  dalembert derive sleigh.mech --json");
  const auto options = std::make_shared<DeriveOptions>();
  add_common(*command, *options);
  command->add_option("--form", options->form, "form of the equations")->check(CLI::IsMember(form_names()));
  command->add_option("--format", options->format, "text, latex, mathml or html")
      ->check(CLI::IsMember({"text", "latex", "mathml", "html"}));
  command->callback([options, &chosen] { chosen = [options] { return derive_command(*options); }; });
}

} // namespace dalembert::cli
