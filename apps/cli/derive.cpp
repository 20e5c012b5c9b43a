#include "command.h"
#include "terminal.h"
#include "usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace dalembert::cli {

namespace {

struct DeriveOptions : CommonOptions {
  std::string form = "lagrange";
  std::string format{derive_formats().front().name};
  bool members = false;
  bool full = false;
};

std::vector<std::string> format_names() {
  std::vector<std::string> out;
  for (const DeriveFormat& format : derive_formats())
    out.emplace_back(format.name);
  return out;
}

/// The equations in the notation asked for, which is one of the table.
std::string printed(const Overview& overview, Form form, const DeriveOptions& options) {
  const Extent extent = options.full || options.members ? Extent::everything : Extent::page;
  const auto format = std::ranges::find(derive_formats(), options.format, &DeriveFormat::name);
  return format->print(overview, form, page_style(options.color), extent);
}

int derive_command(const DeriveOptions& options) {
  return with_model("derive", options, [&options](Session& session) {
    const Form form = *form_named(options.form);
    const bool is_grouped = !options.members && form == Form::lagrange;
    const Overview overview = session.structure(is_grouped ? Session::Grouping::families : Session::Grouping::members);
    if (options.json) {
      print(derive_json(overview, form));
      return static_cast<int>(ok);
    }
    print_diagnostics(overview.diagnostics, session.sources(), options);
    print_page(printed(overview, form, options));
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
                  "  dalembert derive sleigh.mech --form naive         a wrong reduction, and its missing terms\n"
                  "  dalembert derive chain.mech --members             every equation of a family\n"
                  "  dalembert derive bicycle.mech --full              long equations too, not only their matrices\n"
                  "  dalembert derive sleigh.mech --format latex > equations.tex\n"
                  "  dalembert derive sleigh.mech --format html > equations.html\n"
                  "  dalembert derive sleigh.mech --json");
  const auto options = std::make_shared<DeriveOptions>();
  add_common(*command, *options);
  command->add_option("--form", options->form, "form of the equations")->check(one_of(form_names()));
  command->add_option("--format", options->format, "notation of the equations")->check(one_of(format_names()));
  command->add_flag("--members", options->members, "print each equation of a family, not one line for all");
  command->add_flag("--full", options->full, "print long equations in full instead of as matrices");
  command->callback([options, &chosen] { chosen = [options] { return derive_command(*options); }; });
}

} // namespace dalembert::cli
