#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/lowering/picture_program.h>
#include <dalembert/painter/completed_scene.h>
#include <dalembert/picture/errors.h>
#include <dalembert/report/picture_figure.h>
#include <dalembert/simulation/record/picture_rows.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/sketch/completed.h>
#include <dalembert/sketch/drawn_text.h>
#include <dalembert/sketch/sketch.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

namespace {

constexpr std::size_t draft_rows = 121;
constexpr std::size_t most_frames = 600; ///< of a picture along a run

/// A run that shows where things go: no number of it is printed.
RunOptions draft_run(const std::vector<double>& at) {
  constexpr double tolerance = 1e-6;
  constexpr double work = 1e7; // operations, some hundredths of a second; what was asked for is computed anyway
  RunOptions out;
  out.tolerance = tolerance;
  out.at = at;
  out.table_rows = draft_rows;
  if (at.empty()) out.most_work = work;
  return out;
}

/// A state where the equations of motion have no solution: things have places, forces have no values.
Evaluation without_forces(const Engine& engine, const State& state) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const InputLayout& layout = engine.programs->layout;
  Evaluation out;
  out.state = state;
  out.accelerations.assign(layout.coordinates, unknown);
  out.multipliers.assign(layout.multipliers, unknown);
  out.frictions.assign(layout.frictions, unknown);
  return out;
}

constexpr std::string_view no_motion_code = "E0800";

/// True for what is wrong with a start and with nothing else: constraints or values of `initial` that contradict one
/// another.
bool is_about_the_start(const Diagnostic& d) {
  constexpr std::array<std::string_view, 4> codes{"E0702", "E0703", "E0704", "E0705"};
  return std::ranges::find(codes, d.code) != codes.end();
}

Diagnostic note_of_lack(const System& system, std::string_view what, const std::string& cause) {
  Diagnostic out;
  out.code = "N1115";
  out.severity = Severity::note;
  out.span = system.span;
  out.message = fmt::format("{}: {}", what, cause);
  return out;
}

/// Adds to what a scene does not show.
void say_lack(PicturePage& page, const std::string& cause) {
  if (cause.empty()) return;
  page.has_forces = false;
  page.scene.not_drawn.insert(page.scene.not_drawn.begin(), {"reactions", cause, ""});
}

/// Makes the page of a picture: adds the frames in order of time, and says which of them are drawn.
class PageMaker {
public:
  PageMaker(const Engine& engine, PictureProgram program) : program_(std::move(program)), rows_(engine, program_) {}

  /// Takes every so-manieth instant of a table, so that there are not too many.
  void take(const Table& table) {
    const std::size_t stride = (table.evaluations.size() + most_frames - 1) / most_frames;
    for (std::size_t i = 0; i < table.evaluations.size(); i += stride)
      all_.push_back({&table.evaluations[i], false});
  }
  void take_shown(const Evaluation& at) { all_.push_back({&at, true}); }

  /// Without an instant that is shown, the first one is.
  [[nodiscard]] PicturePage page() {
    PicturePage out;
    std::ranges::stable_sort(all_, {}, [](const Frame& f) { return f.at->state.t; });
    for (const Frame& frame : all_) {
      if (frame.is_shown) out.shown.push_back(out.frames.times.size());
      out.frames.times.push_back(frame.at->state.t);
      out.frames.rows.push_back(row_of(*frame.at, frame.at->state.t > all_.front().at->state.t));
    }
    if (out.shown.empty()) out.shown.push_back(0);
    out.scene = completed(std::move(program_.scene), out.frames);
    return out;
  }

private:
  struct Frame {
    const Evaluation* at;
    bool is_shown;
  };
  /// Impulses act at the start alone.
  [[nodiscard]] std::vector<double> row_of(const Evaluation& at, bool is_later) {
    if (!is_later || at.impulses.empty()) return rows_.at(at);
    Evaluation without = at;
    std::ranges::fill(without.impulses, 0.0);
    return rows_.at(without);
  }
  PictureProgram program_;
  PictureRows rows_;
  std::vector<Frame> all_;
};

} // namespace

namespace {

/// Draws states of one model, each for itself.
class StatePainter {
public:
  StatePainter(Engine engine, const PictureProgram& program, std::shared_ptr<const PicturePage> page)
      : engine_(std::move(engine)), rows_(engine_, program), page_(std::move(page)) {}
  StatePainter(const StatePainter&) = delete;
  StatePainter& operator=(const StatePainter&) = delete;

  [[nodiscard]] std::string paint(const State& state) {
    return small_picture(*page_, rows_.at(without_forces(engine_, state)));
  }

private:
  Engine engine_;
  PictureRows rows_;
  std::shared_ptr<const PicturePage> page_;
};

} // namespace

void Session::refuse_picture_errors() {
  static_cast<void>(study());
  if (std::ranges::none_of(stages_->diagnostics, is_picture_error)) return;
  raise_picture_errors(stages_->diagnostics);
  throw ModelError(stages_->diagnostics);
}

const Picture& Session::picture() {
  if (stages_->picture) return *stages_->picture;
  const Equations& derived = equations();
  const Stopwatch watch(stages_->clock, &StageSeconds::picture);
  const Activity activity("looking for what is where");
  std::optional<std::vector<std::pair<double, double>>> met;
  const VisitedRange visited = [this, &met](std::size_t i) -> std::optional<std::pair<double, double>> {
    if (!met) met = visited_ranges();
    return i < met->size() ? std::optional((*met)[i]) : std::nullopt;
  };
  stages_->picture = completed(*stages_->study, sketch(*stages_->study, derived, visited));
  return *stages_->picture;
}

/// The least and the largest value of each coordinate along a draft of the motion; nothing where no motion begins.
std::vector<std::pair<double, double>> Session::visited_ranges() {
  const std::vector<Diagnostic> before = stages_->diagnostics;
  std::vector<std::pair<double, double>> out;
  try {
    const RunResult motion = dalembert::run(engine(), draft_run({}));
    for (const Evaluation& at : motion.table.evaluations) {
      constexpr double none = std::numeric_limits<double>::infinity();
      out.resize(at.state.q.size(), {none, -none});
      for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = {std::min(out[i].first, at.state.q[i]), std::max(out[i].second, at.state.q[i])};
    }
  } catch (const ModelError&) { // `picture_page` reports it
    out.clear();
  } catch (const SolveError&) {
    out.clear();
  }
  stages_->diagnostics = before;
  return out;
}

std::string Session::picture_statements() {
  refuse_picture_errors();
  const Picture& shown = picture();
  const Stopwatch watch(stages_->clock, &StageSeconds::picture);
  return drawn_text(stages_->study->system, shown);
}

PictureProgram Session::picture_program(const Engine& ready) {
  const Picture& shown = picture();
  const Stopwatch watch(stages_->clock, &StageSeconds::programs);
  return stages_->collecting([&] { return lower_picture(*ready.study, *motion_equations(), shown, ready.parameters); });
}

PicturePage Session::picture_page(const PictureRequest& request) {
  if (request.state && !request.at.empty())
    throw OptionError("--state gives one instant and --at others: give one of them");
  if (request.state) require_state(study().system, *request.state);
  refuse_picture_errors();
  const Engine& ready = motion_engine();
  PageMaker maker(ready, picture_program(ready));
  const Stopwatch watch(stages_->clock, &StageSeconds::result);
  RunResult motion;
  Evaluation given;
  std::string failure;
  std::string lack; // why there are no forces
  if (request.state) {
    const std::vector<Diagnostic> before = stages_->diagnostics;
    try {
      given = evaluate(*request.state);
    } catch (const SolveError& error) {
      stages_->diagnostics = before;
      given = without_forces(ready, *request.state);
      lack = error.what();
      stages_->add({note_of_lack(stages_->study->system, "the picture shows no reactions", lack)});
    }
    maker.take_shown(given);
  } else if (const std::string none = motion_into(motion, draft_run(request.at)); none.empty()) {
    maker.take(motion.table);
    for (const Evaluation& at : motion.samples)
      maker.take_shown(at);
    if (motion.samples.size() < request.at.size()) failure = motion.failure;
  } else {
    given = still_start(none);
    maker.take_shown(given);
    lack = none;
    if (!request.at.empty()) failure = none;
  }
  PicturePage page = maker.page();
  say_lack(page, lack);
  page.failure = std::move(failure);
  page.study = stages_->study;
  page.sources = stages_->sources;
  page.diagnostics = stages_->diagnostics;
  return page;
}

/// Runs a draft of the motion; returns why there is none, nothing where there is one.
std::string Session::motion_into(RunResult& motion, const RunOptions& how) {
  try {
    motion = dalembert::run(motion_engine(), how);
    return {};
  } catch (const ModelError& error) {
    const std::vector<Diagnostic>& found = error.diagnostics();
    const auto why = std::ranges::find_if(found, is_about_the_start);
    if (why != found.end()) return why->message;
    stages_->add(found);
    throw;
  } catch (const SolveError& error) {
    return error.what();
  }
}

/// The start of a model that does not move from it, because of `cause`, and a note that says so.
Evaluation Session::still_start(const std::string& cause) {
  const Engine& ready = motion_engine();
  const ShownStart start = stages_->collecting([&] { return shown_start(ready); });
  const std::string_view what = start.is_possible
                                    ? "the picture shows the start alone, without reactions"
                                    : "the picture shows the values of `initial`, without reactions and motion";
  stages_->add({note_of_lack(stages_->study->system, what, cause)});
  return without_forces(ready, start.state);
}

std::shared_ptr<const PicturePage> Session::still_picture() {
  if (!stages_->study || std::ranges::any_of(stages_->diagnostics, is_picture_error)) return nullptr;
  const std::vector<Diagnostic> before = stages_->diagnostics;
  const auto why = std::ranges::find_if(
      before, [](const Diagnostic& d) { return is_about_the_start(d) || d.code == no_motion_code; });
  if (why == before.end()) return nullptr; // mistakes of the model itself
  const Engine& ready = motion_engine();
  PageMaker maker(ready, picture_program(ready));
  const Evaluation at = still_start(why->message);
  maker.take_shown(at);
  auto page = std::make_shared<PicturePage>(maker.page());
  say_lack(*page, why->message);
  page->study = stages_->study;
  page->sources = stages_->sources;
  return page;
}

std::shared_ptr<const PicturePage> Session::picture_of(const RunResult& result) {
  stages_->results.require(result);
  if (std::ranges::any_of(stages_->diagnostics, is_picture_error)) return nullptr;
  const Engine& ready = motion_engine();
  PageMaker maker(ready, picture_program(ready));
  maker.take(result.table);
  auto page = std::make_shared<PicturePage>(maker.page());
  page->study = stages_->study;
  page->sources = stages_->sources;
  return page;
}

void Session::add_pictures(ReportPage& page) {
  const std::shared_ptr<const PicturePage> drawn = page.run ? page.run->picture : still_picture();
  if (!drawn) return;
  page.picture = picture_figures(*drawn);
  const Engine& ready = motion_engine();
  const auto painter = std::make_shared<StatePainter>(ready, picture_program(ready), drawn);
  page.state_picture = [painter](const State& state) { return painter->paint(state); };
}

} // namespace api
} // namespace dalembert
