// text → parse → format → parse: no text crashes the parser, and the layout changes nothing.
#include <dalembert/base/errors.h>
#include <dalembert/language/format.h>
#include <dalembert/language/parse.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

struct Reading {
  std::string tree;
  std::string formatted;
  bool is_accepted = false;
};

Reading read(std::string text) {
  dalembert::SourceMap sources;
  const std::size_t size = text.size();
  const std::uint32_t file = sources.add("fuzz.mech", std::move(text));
  std::vector<dalembert::Diagnostic> found;
  const dalembert::ast::File tree = dalembert::ast::parse(sources, file, found);
  for (const dalembert::Diagnostic& d : found) {
    ENSURE(d.span.begin <= d.span.end && d.span.end <= size);
    ENSURE(!dalembert::render(d, sources).empty());
  }
  return {dalembert::ast::dump(tree), dalembert::ast::format(sources, tree), !dalembert::has_errors(found)};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Reading first = read(text);
  if (!first.is_accepted) return 0;
  const Reading second = read(first.formatted);
  ENSURE(second.is_accepted);
  ENSURE(second.tree == first.tree);
  ENSURE(second.formatted == first.formatted);
  return 0;
}
