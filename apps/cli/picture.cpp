#include "command.h"
#include "numbers.h"
#include "supervision.h"
#include "terminal.h"
#include "usage.h"

#include <fmt/format.h>

#include <numbers>

namespace dalembert::cli {

namespace {

struct PictureCommandOptions : CommonOptions {
  std::string file = "-";
  std::string at;
  std::string state;
  std::string arrows = "all";
  std::string camera;
  bool statements = false;
  CLI::Option* has_times = nullptr;
  CLI::Option* has_camera = nullptr;
};

constexpr double degree = std::numbers::pi / 180.0;
constexpr NumberRange degree_range{-3600, 3600};

Camera camera_option(const std::string& text) {
  const std::vector<double> angles = number_list("--camera", text, degree_range);
  if (angles.size() != 2)
    throw UsageError(fmt::format("--camera {}: two angles in degrees are needed, azimuth and elevation: 35,20", text));
  return {angles[0] * degree, angles[1] * degree};
}

PictureOptions painting(const PictureCommandOptions& options) {
  PictureOptions out;
  out.values = true;
  if (options.arrows == "none") out.arrows = ArrowsShown::none;
  if (options.arrows == "reactions") out.arrows = ArrowsShown::reactions;
  if (!options.has_camera->empty()) out.camera = camera_option(options.camera);
  return out;
}

PictureRequest request_of(Session& session, const PictureCommandOptions& options) {
  PictureRequest out;
  if (!options.state.empty()) out.state = given_state(session, options.state);
  if (!options.has_times->empty()) out.at = number_list("--at", options.at, time_range);
  return out;
}

/// Writes to the file asked for, or to standard output.
void write_text(const std::string& text, const PictureCommandOptions& options, Session& session) {
  if (options.file == "-") {
    print(text);
    return;
  }
  require_other_than_model(options.file, session);
  write_file(options.file, text);
}

int picture_command(const PictureCommandOptions& options) {
  const auto refused = [&options](const char* why) { return refuse("picture", why, options.json); };
  if (options.json && options.statements) return refused("--json and --statements are two different outputs");
  if (!options.state.empty() && !options.has_times->empty())
    return refused("--state gives one instant and --at others: give one of them");
  return with_model("picture", options, [&options](Session& session) {
    const PictureOptions how = painting(options);
    if (options.statements) {
      const std::string text = session.picture_statements();
      begin_output();
      write_text(text, options, session);
      print_diagnostics(session.diagnostics(), session.sources(), options);
      return static_cast<int>(ok);
    }
    const PicturePage page = session.picture_page(request_of(session, options));
    const std::string text = options.json ? picture_json(page) : picture_text(page, how);
    begin_output();
    write_text(text, options, session);
    if (!options.json) print_diagnostics(session.diagnostics(), session.sources(), options);
    if (!page.failure.empty()) talk(fmt::format("dalembert: {}\n", page.failure));
    return static_cast<int>(page.failure.empty() ? ok : numerics_failed);
  });
}

} // namespace

void add_picture(CLI::App& app, Action& chosen) {
  CLI::App* const command = add_command(
      app, "picture", "Draw the model: by its `draw` lines, else by what its equations prove.",
      "  dalembert picture sleigh.mech -o sleigh.svg            at its initial state, with arrows of forces\n"
      "  dalembert picture sleigh.mech -o strip.svg --at 0,0.5,1\n"
      "  dalembert picture top.mech -o top.svg --camera 60,15   azimuth and elevation, degrees\n"
      "  dalembert picture sleigh.mech --statements             as `draw` lines, to go on from");
  const auto options = std::make_shared<PictureCommandOptions>();
  add_common(*command, *options);
  command->add_option("-o,--output", options->file, "file of the picture; standard output by default")
      ->type_name("FILE.svg");
  options->has_times =
      command->add_option("--at", options->at, "draw the motion at these times, s: 0,0.5,1")->type_name("T1,T2,…");
  command->add_option("--state", options->state, "draw this state: JSON, SI units, as `eval` reads it")
      ->type_name("FILE");
  command->add_option("--arrows", options->arrows, "forces to show: none, reactions or all; all by default")
      ->check(one_of({"none", "reactions", "all"}));
  options->has_camera = command->add_option("--camera", options->camera, "azimuth and elevation of the view, degrees")
                            ->type_name("AZ,EL");
  command->add_flag("--statements", options->statements, "print the picture as `draw` lines");
  command->callback([options, &chosen] { chosen = [options] { return picture_command(*options); }; });
}

} // namespace dalembert::cli
