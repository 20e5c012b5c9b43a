#include "command.h"
#include "numbers.h"
#include "supervision.h"
#include "terminal.h"

#include <memory>
#include <string>

namespace dalembert::cli {

namespace {

struct LspOptions {
  std::string memory = "2G";
  bool stdio = false;
};

int lsp(const LspOptions& options) {
  const std::size_t bytes = memory_option("--memory", options.memory);
  LanguageServerOptions out;
  out.limit_memory = [bytes] { limit_memory(bytes); };
  out.memory = options.memory;
  return serve_language(out);
}

} // namespace

void add_lsp(CLI::App& app, Action& chosen) {
  CLI::App* const command =
      add_command(app, "lsp", "Answer an editor in the language server protocol, on standard input and output.",
                  "  dalembert lsp                  as an editor starts it\n"
                  "  dalembert lsp --memory 4G      for each analysis");
  const auto options = std::make_shared<LspOptions>();
  command->add_option("--memory", options->memory, "memory limit of each analysis: 512M, 4G or none; 2G by default")
      ->type_name("SIZE");
  command->add_flag("--stdio", options->stdio, "standard input and output, which is the only way");
  command->callback([options, &chosen] { chosen = [options] { return lsp(*options); }; });
}

void add_language(CLI::App& app, Action& chosen) {
  CLI::App* const command = add_command(app, "language", "Print the words of the language.",
                                        "  dalembert language\n"
                                        "  dalembert language --json      for tools that colour models");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "print one JSON object and nothing else");
  command->callback([json, &chosen] {
    chosen = [json] {
      print(*json ? language_json() : language_text());
      return static_cast<int>(ok);
    };
  });
}

} // namespace dalembert::cli
