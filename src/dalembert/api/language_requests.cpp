#include <dalembert/api/file_errors.h>
#include <dalembert/api/language_requests.h>
#include <dalembert/api/session.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

// The codes of JSON-RPC 2.0 and of the protocol.
constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int unknown_method = -32601;
constexpr int invalid_params = -32602;
constexpr int internal_fault = -32603;
constexpr int not_initialized = -32002;
constexpr int request_failed = -32803;
constexpr int request_cancelled = -32800;

constexpr int error_message = 1; // MessageType

/// No request of this name.
class UnknownMethod : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

bool is_id(const ProtocolJson& id) {
  return id.is_number_integer() || id.is_string();
}

/// The value at a pointer, `false` where there is none.
bool truth(const ProtocolJson& params, const char* pointer) {
  const ProtocolJson::json_pointer place(pointer);
  return params.contains(place) && params.at(place).is_boolean() && params.at(place).get<bool>();
}

TextPlace place_of(const ProtocolJson& json) {
  return {json.at("line").get<std::uint32_t>(), json.at("character").get<std::uint32_t>()};
}

TextRange range_of(const ProtocolJson& json) {
  return {place_of(json.at("start")), place_of(json.at("end"))};
}

std::string replaced(const std::string& text, const ProtocolJson& change, Encoding encoding) {
  std::string made = change.at("text").get<std::string>();
  if (!change.contains("range")) return made;
  const TextPlaces places(text, encoding);
  const TextRange range = range_of(change.at("range"));
  const std::size_t begin = places.offset(range.begin);
  const std::size_t end = std::max<std::size_t>(begin, places.offset(range.end));
  return text.substr(0, begin) + made + text.substr(end);
}

} // namespace

LanguageRequests::LanguageRequests(const LanguageServerOptions& options, std::function<void(const std::string&)> send)
    : options_(options),
      send_(std::move(send)),
      sessions_(options.limit_memory, options.memory,
                {[this](const ModelText& text, const std::vector<Remark>& remarks) {
                   notify("textDocument/publishDiagnostics", published(text, remarks));
                 },
                 [this] {
                   if (refreshes_hints_)
                     this->send({{"jsonrpc", "2.0"}, {"id", ++requests_}, {"method", "workspace/inlayHint/refresh"}});
                 }}) {}

LanguageRequests::~LanguageRequests() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

// ---- messages

void LanguageRequests::send(const ProtocolJson& message) {
  send_(message.dump(-1, ' ', false, ProtocolJson::error_handler_t::replace));
}

void LanguageRequests::respond(const ProtocolJson& id, const ProtocolJson& result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

void LanguageRequests::fail(const ProtocolJson& id, int code, const std::string& message) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void LanguageRequests::notify(const std::string& method, const ProtocolJson& params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void LanguageRequests::log(const std::string& message) {
  notify("window/logMessage", {{"type", error_message}, {"message", message}});
}

void LanguageRequests::take(const MessageFrame& frame) {
  if (!frame.fault.empty()) return fail(nullptr, invalid_request, frame.fault);
  ProtocolJson message = ProtocolJson::parse(frame.body, nullptr, false);
  if (message.is_discarded()) return fail(nullptr, parse_error, "this message is no JSON in UTF-8");
  if (!message.is_object()) return fail(nullptr, invalid_request, "a message is one JSON object");
  take_message(message);
}

void LanguageRequests::take_message(const ProtocolJson& message) {
  const bool has_id = message.contains("id");
  const ProtocolJson id = has_id && is_id(message["id"]) ? message["id"] : ProtocolJson();
  if (!message.contains("method")) {
    const bool is_response = has_id && (message.contains("result") || message.contains("error"));
    if (!is_response) fail(id, invalid_request, "a message needs a `method`");
    return;
  }
  if (!message["method"].is_string()) return fail(id, invalid_request, "`method` is a string");
  if (has_id && id.is_null()) return fail(id, invalid_request, "`id` is a whole number or a string");
  const std::string method = message["method"].get<std::string>();
  const ProtocolJson params = message.contains("params") ? message["params"] : ProtocolJson::object();
  try {
    if (has_id)
      take_request(id, method, params);
    else
      take_notification(method, params);
  } catch (const ProtocolJson::exception& error) {
    const std::string what = "the parameters of " + method + " are not those of the protocol: " + error.what();
    has_id ? fail(id, invalid_params, what) : log(what);
  } catch (const UnknownMethod& error) {
    fail(id, unknown_method, error.what());
  } catch (const FeatureRefusal& refusal) {
    has_id ? fail(id, request_failed, refusal.what()) : log(refusal.what());
  } catch (const WriteError&) {
    throw;
  } catch (const std::exception& error) {
    has_id ? fail(id, internal_fault, error.what()) : log(error.what());
  }
}

void LanguageRequests::take_request(const ProtocolJson& id, const std::string& method, const ProtocolJson& params) {
  if (method == "initialize") {
    if (state_ != State::before) return fail(id, invalid_request, "`initialize` comes once");
    return respond(id, initialized(params));
  }
  if (state_ == State::before) return fail(id, not_initialized, "`initialize` comes first");
  if (state_ == State::shut) return fail(id, invalid_request, "the server is shut down: `exit` ends it");
  if (method == "shutdown") {
    state_ = State::shut;
    return respond(id, nullptr);
  }
  if (method == "workspace/executeCommand") return start_command(id, params);
  respond(id, answer(method, params));
}

void LanguageRequests::take_notification(const std::string& method, const ProtocolJson& params) {
  if (method == "exit") {
    exit_code_ = state_ == State::shut ? 0 : 1;
    return;
  }
  if (state_ != State::ready) return;
  if (method == "textDocument/didOpen")
    open(params);
  else if (method == "textDocument/didChange")
    change(params);
  else if (method == "textDocument/didClose")
    sessions_.close(text_of(params)->uri());
  else if (method == "textDocument/didSave" || method == "workspace/didChangeWatchedFiles")
    sessions_.analyse_all();
  else if (method == "$/cancelRequest" && command_ && params.at("id") == command_->id)
    end_command(request_cancelled, "cancelled");
}

ProtocolJson LanguageRequests::initialized(const ProtocolJson& params) {
  state_ = State::ready;
  if (params.contains("processId") && params["processId"].is_number_integer())
    client_ = params["processId"].get<std::int64_t>();
  const ProtocolJson::json_pointer encodings("/capabilities/general/positionEncodings");
  if (params.contains(encodings) && params.at(encodings).is_array() &&
      std::ranges::find(params.at(encodings), ProtocolJson("utf-8")) != params.at(encodings).end())
    encoding_ = Encoding::utf8;
  refreshes_hints_ = truth(params, "/capabilities/workspace/inlayHint/refreshSupport");
  shows_documents_ = truth(params, "/capabilities/window/showDocument/support");
  const auto add_root = [this](const ProtocolJson& uri) {
    if (uri.is_string() && !path_of(uri.get<std::string>()).empty()) roots_.push_back(path_of(uri.get<std::string>()));
  };
  if (params.contains("workspaceFolders") && params["workspaceFolders"].is_array())
    for (const ProtocolJson& folder : params["workspaceFolders"])
      if (folder.is_object() && folder.contains("uri")) add_root(folder["uri"]);
  if (roots_.empty() && params.contains("rootUri")) add_root(params["rootUri"]);
  ProtocolJson commands = ProtocolJson::array();
  for (const ModelCommand& command : model_commands())
    commands.push_back(command.name);
  const bool prepares = truth(params, "/capabilities/textDocument/rename/prepareSupport");
  return {{"serverInfo", {{"name", "dalembert"}, {"version", version()}}},
          {"capabilities",
           {{"positionEncoding", encoding_ == Encoding::utf8 ? "utf-8" : "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", 1}, {"save", true}}},
            {"hoverProvider", true},
            {"completionProvider", {{"triggerCharacters", {".", "[", "{"}}}},
            {"definitionProvider", true},
            {"referencesProvider", true},
            {"documentHighlightProvider", true},
            {"renameProvider", prepares ? ProtocolJson{{"prepareProvider", true}} : ProtocolJson(true)},
            {"documentSymbolProvider", true},
            {"foldingRangeProvider", true},
            {"documentFormattingProvider", true},
            {"documentRangeFormattingProvider", true},
            {"inlayHintProvider", true},
            {"semanticTokensProvider", {{"legend", token_legend()}, {"full", true}}},
            {"codeLensProvider", ProtocolJson::object()},
            {"codeActionProvider", {{"codeActionKinds", {"quickfix", "source.fixAll.dalembert"}}}},
            {"executeCommandProvider", {{"commands", commands}}}}}};
}

// ---- texts

std::shared_ptr<const ModelText> LanguageRequests::text_of(const ProtocolJson& params) const {
  const std::string uri = params.at("textDocument").at("uri").get<std::string>();
  std::shared_ptr<const ModelText> found = sessions_.find(uri);
  if (!found) throw FeatureRefusal("the file is not open: " + uri);
  return found;
}

void LanguageRequests::open(const ProtocolJson& params) {
  const ProtocolJson& item = params.at("textDocument");
  const std::string uri = item.at("uri").get<std::string>();
  sessions_.put(std::make_shared<const ModelText>(uri, path_of(uri), item.at("version").get<std::int64_t>(),
                                                  item.at("text").get<std::string>(), encoding_));
}

void LanguageRequests::change(const ProtocolJson& params) {
  const std::shared_ptr<const ModelText> before = text_of(params);
  const std::int64_t version = params.at("textDocument").at("version").get<std::int64_t>();
  std::string text = before->text();
  for (const ProtocolJson& each : params.at("contentChanges"))
    text = replaced(text, each, encoding_);
  sessions_.put(std::make_shared<const ModelText>(before->uri(), before->path(), version, std::move(text), encoding_));
}

// ---- requests about a text

ProtocolJson LanguageRequests::answer(const std::string& method, const ProtocolJson& params) {
  if (method == "textDocument/documentSymbol") return outline(*text_of(params));
  if (method == "textDocument/foldingRange") return folding(*text_of(params));
  if (method == "textDocument/formatting") return formatting(*text_of(params));
  if (method == "textDocument/rangeFormatting") return range_formatting(*text_of(params), range_of(params.at("range")));
  if (method == "textDocument/codeLens") return code_lenses(*text_of(params));
  if (method == "textDocument/inlayHint") {
    const std::shared_ptr<const ModelText> text = text_of(params);
    return inlay_hints(*text, sessions_.known(text->uri()), range_of(params.at("range")));
  }
  if (method == "textDocument/codeAction") {
    const std::shared_ptr<const ModelText> text = text_of(params);
    const ProtocolJson& context = params.at("context");
    const auto only =
        context.contains("only") ? context["only"].get<std::vector<std::string>>() : std::vector<std::string>();
    return code_actions(*text, sessions_.remarks(text->uri()), range_of(params.at("range")), only);
  }
  return answer_by_names(method, params);
}

ProtocolJson LanguageRequests::answer_by_names(const std::string& method, const ProtocolJson& params) {
  if (method == "textDocument/semanticTokens/full") return semantic_tokens(files_of(text_of(params), Neighbours::open));
  const auto at = [&params] { return place_of(params.at("position")); };
  if (method == "textDocument/hover") {
    const std::shared_ptr<const ModelText> text = text_of(params);
    return hover(files_of(text, Neighbours::open), sessions_.known(text->uri()), at());
  }
  if (method == "textDocument/completion") {
    const std::shared_ptr<const ModelText> text = text_of(params);
    return completion(files_of(text, Neighbours::open), sessions_.known(text->uri()), at());
  }
  if (method == "textDocument/definition") return definition(files_of(text_of(params), Neighbours::open), at());
  if (method == "textDocument/documentHighlight") return highlights(files_of(text_of(params), Neighbours::open), at());
  if (method == "textDocument/references") {
    const bool with_declaration = truth(params, "/context/includeDeclaration");
    return references(files_of(text_of(params), Neighbours::folder), at(), with_declaration);
  }
  if (method == "textDocument/prepareRename")
    return prepared_rename(files_of(text_of(params), Neighbours::folder), at());
  if (method == "textDocument/rename") {
    const std::shared_ptr<const ModelText> text = text_of(params);
    return renamed(files_of(text, Neighbours::folder), at(), params.at("newName").get<std::string>(), root_of(*text));
  }
  throw UnknownMethod("there is no method " + method);
}

// ---- the outside

std::vector<int> LanguageRequests::descriptors() const {
  std::vector<int> out = sessions_.descriptors();
  if (command_) out.push_back(command_->process->descriptor());
  return out;
}

void LanguageRequests::work() {
  sessions_.work();
  if (command_) read_command();
}

} // namespace api
} // namespace dalembert
