// Any bytes as a model: a Study, or diagnostics whose places lie inside the text.
#include <dalembert/base/errors.h>
#include <dalembert/elaborate/whole/elaborate.h>
#include <dalembert/elaborate/whole/unread.h>
#include <dalembert/language/parse.h>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dalembert;
  SourceMap sources;
  std::vector<Diagnostic> diagnostics;
  const std::uint32_t file = sources.add("fuzz.mech", std::string(reinterpret_cast<const char*>(data), size));
  const ast::File tree = ast::parse(sources, file, diagnostics);
  ElaborateOptions options;
  options.largest_expansion = 20'000;
  Study study;
  if (has_errors(diagnostics))
    complain_beside_unread(tree, sources, options, diagnostics);
  else
    study = elaborate(tree, sources, options, diagnostics);
  for (const Diagnostic& each : diagnostics) {
    ENSURE(each.span.begin <= each.span.end && each.span.end <= sources.text(each.span.file).size());
    ENSURE(!each.message.empty() && !each.code.empty());
    ENSURE(!render(each, sources).empty());
  }
  ENSURE(has_errors(diagnostics) || !study.system.coordinates.empty());
  return 0;
}
