#pragma once

#include <dalembert/api/language_server_options.h>
#include <dalembert/api/language_sessions.h>
#include <dalembert/api/message_frames.h>
#include <dalembert/editor/features.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// The messages of one client: requests are answered, changes handed to the analyses. Whatever is sent is answered by
/// an error of JSON-RPC where it is wrong; nothing ends the server but `exit`.
class LanguageRequests {
public:
  LanguageRequests(const LanguageServerOptions& options, std::function<void(const std::string&)> send);
  ~LanguageRequests();
  LanguageRequests(const LanguageRequests&) = delete;
  LanguageRequests& operator=(const LanguageRequests&) = delete;

  void take(const MessageFrame& frame);
  [[nodiscard]] std::vector<int> descriptors() const;
  [[nodiscard]] std::optional<LanguageSessions::Clock::time_point> next_time() const { return sessions_.next_time(); }
  void work();
  /// The process of the client; 0 where it is not known.
  [[nodiscard]] std::int64_t client() const { return client_; }
  /// What the program ends with; nothing before `exit`.
  [[nodiscard]] const std::optional<int>& exit_code() const { return exit_code_; }

private:
  enum class State { before, ready, shut };
  struct Command {
    ProtocolJson id;
    std::unique_ptr<ChildProcess> process;
    std::string received;
  };

  void send(const ProtocolJson& message);
  void respond(const ProtocolJson& id, const ProtocolJson& result);
  void fail(const ProtocolJson& id, int code, const std::string& message);
  void notify(const std::string& method, const ProtocolJson& params);
  void log(const std::string& message);

  void take_message(const ProtocolJson& message);
  void take_request(const ProtocolJson& id, const std::string& method, const ProtocolJson& params);
  void take_notification(const std::string& method, const ProtocolJson& params);
  [[nodiscard]] ProtocolJson initialized(const ProtocolJson& params);
  [[nodiscard]] ProtocolJson answer(const std::string& method, const ProtocolJson& params);
  [[nodiscard]] ProtocolJson answer_by_names(const std::string& method, const ProtocolJson& params);
  void open(const ProtocolJson& params);
  void change(const ProtocolJson& params);
  void start_command(const ProtocolJson& id, const ProtocolJson& params);
  void end_command(int code, const std::string& reason);
  void read_command();

  [[nodiscard]] std::shared_ptr<const ModelText> text_of(const ProtocolJson& params) const;
  /// The files that share names with a text; with those of its folder where they matter.
  enum class Neighbours { open, folder };
  [[nodiscard]] ModelFiles files_of(const std::shared_ptr<const ModelText>& text, Neighbours neighbours) const;
  [[nodiscard]] std::string root_of(const ModelText& text) const;

  LanguageServerOptions options_;
  std::function<void(const std::string&)> send_;
  LanguageSessions sessions_;
  State state_ = State::before;
  Encoding encoding_ = Encoding::utf16;
  std::vector<std::string> roots_;
  bool refreshes_hints_ = false;
  bool shows_documents_ = false;
  std::int64_t client_ = 0;
  std::int64_t requests_ = 0; ///< sent to the client
  std::optional<Command> command_;
  std::string folder_; ///< of what commands have written; empty before
  std::optional<int> exit_code_;
};

} // namespace api
} // namespace dalembert
