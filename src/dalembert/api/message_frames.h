#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace api {

/// One piece of what a client sends: the body of a message, or what is wrong with a frame.
struct MessageFrame {
  std::string body;
  std::string fault; ///< empty where there is a body
};

/// Takes a stream apart into the messages of the language server protocol: `Content-Length: N`, an empty line, N bytes.
/// A frame that is broken or too long is skipped, and what follows it is read on.
class MessageFrames {
public:
  static constexpr std::size_t longest_body = std::size_t{32} << 20U; ///< bytes
  static constexpr std::size_t longest_header = 4096;

  void feed(std::string_view bytes);
  /// The next message that is whole; nothing where more bytes are needed.
  [[nodiscard]] std::optional<MessageFrame> next();
  /// Bytes that wait for the rest of their message.
  [[nodiscard]] std::size_t waiting() const { return buffer_.size() - begin_; }

private:
  /// Leaves out `count` bytes, or those before a header that begins among them.
  void leave_out(std::size_t count);
  void drop(std::size_t count);

  std::string buffer_;
  std::size_t begin_ = 0;             ///< what lies before is done with
  bool is_lost_ = false;              ///< what follows belongs to a header that was refused
  std::size_t skipped_ = 0;           ///< bytes of a body that is too long, still to come
  std::optional<std::size_t> length_; ///< of the body that is being read
};

/// The message with its header, as it is sent.
[[nodiscard]] std::string framed(std::string_view body);

} // namespace api
} // namespace dalembert
