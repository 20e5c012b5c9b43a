// The scene of a run beside the run: a chain of 100 links, 600 frames.
// Prints one JSON object: {"run_seconds", "scene_seconds", "frames"}.
// usage: bench_picture FOLDER_OF_MODELS

#include <dalembert/dalembert.h>

#include <fmt/format.h>

#include <chrono>
#include <string>

using namespace dalembert;

namespace {

double seconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main(int argc, char** argv) {
  const std::string models = argc > 1 ? argv[1] : "models";
  Session session = Session::open(models + "/gallery/chain.mech", {"n=100"});
  RunOptions options;
  options.table_rows = 600;
  options.tolerance = 1e-8;
  RunResult result;
  static_cast<void>(session.engine());
  const double run = seconds_of([&] { result = session.run(options); });
  std::size_t frames = 0;
  const double scene = seconds_of([&] { frames = session.picture_of(result)->frames.rows.size(); });
  fmt::print("{{\"run_seconds\": {:.9g}, \"scene_seconds\": {:.9g}, \"frames\": {}}}\n", run, scene, frames);
  return 0;
}
