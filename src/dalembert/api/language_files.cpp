// What a server of the language reads and writes beside its stream: files of a model, and what commands make.
#include <dalembert/api/language_requests.h>
#include <dalembert/api/model_file.h>
#include <dalembert/api/output.h>
#include <dalembert/api/text_analysis.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

constexpr int command_failed = -32803;
constexpr std::size_t most_neighbours = 500;           // files of a folder that are read for a name
constexpr std::uintmax_t longest_neighbour = 1U << 20; // bytes
constexpr int command_seconds = 600;                   // of a processor

std::shared_ptr<const ModelText> read_text(const std::string& path, Encoding encoding) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return nullptr;
  try {
    return std::make_shared<const ModelText>(uri_of(path), path, 0, read_file(path), encoding);
  } catch (const FileError&) {
    return nullptr;
  }
}

std::string first_error(const ModelError& error) {
  for (const Diagnostic& diagnostic : error.diagnostics())
    if (diagnostic.severity == Severity::error) return diagnostic.message;
  return error.what();
}

/// Makes a command's output, writes it into a file and tells where that is, in one line.
std::string performed(const ModelText& text, const std::string& command, const std::string& folder) {
  try {
    const CommandOutput output = command_output(text, command);
    const std::string stem =
        text.path().empty() ? std::string("model") : std::filesystem::path(text.path()).stem().string();
    const std::string name = command.substr(command.find('.') + 1);
    const std::string path = fmt::format("{}/{}-{}.{}", folder, stem, name, output.ending);
    write_file(path, output.text);
    ProtocolJson out{{"uri", uri_of(path)}, {"kind", output.ending}};
    if (output.ending != "html") out["text"] = output.text; // a page takes megabytes
    return ProtocolJson{{"result", out}}.dump(-1, ' ', false, ProtocolJson::error_handler_t::replace) + "\n";
  } catch (const ModelError& error) {
    return ProtocolJson{{"error", first_error(error)}}.dump(-1, ' ', false, ProtocolJson::error_handler_t::replace) +
           "\n";
  } catch (const SolveError& error) {
    return ProtocolJson{{"error", error.what()}}.dump(-1, ' ', false, ProtocolJson::error_handler_t::replace) + "\n";
  } catch (const OptionError& error) {
    return ProtocolJson{{"error", error.what()}}.dump(-1, ' ', false, ProtocolJson::error_handler_t::replace) + "\n";
  }
}

} // namespace

ModelFiles LanguageRequests::files_of(const std::shared_ptr<const ModelText>& text, Neighbours neighbours) const {
  std::vector<std::shared_ptr<const ModelText>> others = sessions_.all();
  std::erase(others, text);
  const auto open = [this](const std::string& path) -> std::shared_ptr<const ModelText> {
    if (std::shared_ptr<const ModelText> found = sessions_.find(uri_of(path))) return found;
    return read_text(path, encoding_);
  };
  if (neighbours == Neighbours::folder && !text->path().empty()) {
    std::error_code error;
    std::size_t count = 0;
    for (std::filesystem::directory_iterator at(std::filesystem::path(text->path()).parent_path(), error), end;
         !error && at != end && count < most_neighbours; at.increment(error)) {
      const std::string path = at->path().string();
      const bool is_open = std::ranges::any_of(others, [&path](const auto& each) { return each->path() == path; });
      if (at->path().extension() != ".mech" || path == text->path() || is_open) continue;
      std::error_code ignored;
      if (at->file_size(ignored) > longest_neighbour) continue;
      ++count;
      if (auto found = read_text(path, encoding_)) others.push_back(std::move(found));
    }
  }
  return model_files(text, others, open);
}

std::string LanguageRequests::root_of(const ModelText& text) const {
  for (const std::string& root : roots_) {
    const std::filesystem::path relative = std::filesystem::path(text.path()).lexically_relative(root);
    if (!relative.empty() && *relative.begin() != "..") return root;
  }
  return {};
}

void LanguageRequests::start_command(const ProtocolJson& id, const ProtocolJson& params) {
  const std::string command = params.at("command").get<std::string>();
  const auto all = model_commands();
  if (std::ranges::find(all, command, &ModelCommand::name) == all.end())
    throw FeatureRefusal(fmt::format("there is no command `{}`", command));
  const std::string uri = params.at("arguments").at(0).get<std::string>();
  const std::shared_ptr<const ModelText> text = sessions_.find(uri);
  if (!text) throw FeatureRefusal("the file is not open: " + uri);
  if (command_) end_command(command_failed, "ended by the next command");
  if (folder_.empty()) {
    std::string name = (std::filesystem::temp_directory_path() / "dalembert-lsp-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw FeatureRefusal("no temporary folder can be made");
    folder_ = name;
  }
  const auto work = [&text, &command, folder = folder_](int descriptor) {
    static_cast<void>(write_all(descriptor, performed(*text, command, folder)));
  };
  command_ = Command{
      id, std::make_unique<ChildProcess>(ChildProcess::Limits{command_seconds, options_.limit_memory}, work), {}};
}

void LanguageRequests::end_command(int code, const std::string& reason) {
  const ProtocolJson id = command_->id;
  command_.reset();
  fail(id, code, reason);
}

void LanguageRequests::read_command() {
  if (command_->process->read(command_->received)) return;
  const ChildProcess::End end = command_->process->end();
  const ProtocolJson made = ProtocolJson::parse(command_->received, nullptr, false);
  if (made.is_discarded())
    return end_command(command_failed, end == ChildProcess::End::out_of_memory
                                           ? fmt::format("it needs more memory than {}", options_.memory)
                                           : std::string("it did not come to an end"));
  if (made.contains("error")) return end_command(command_failed, made["error"].get<std::string>());
  const ProtocolJson id = command_->id;
  command_.reset();
  const ProtocolJson& result = made.at("result");
  respond(id, result);
  if (!shows_documents_) return;
  send({{"jsonrpc", "2.0"},
        {"id", ++requests_},
        {"method", "window/showDocument"},
        {"params", {{"uri", result.at("uri")}, {"external", result.at("kind") != "txt"}, {"takeFocus", true}}}});
}

} // namespace api
} // namespace dalembert
