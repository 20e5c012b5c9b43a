#include <dalembert/api/message_frames.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

constexpr std::string_view length_field = "content-length:";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_length_field(std::string_view line) {
  return line.size() >= length_field.size() &&
         std::ranges::equal(line.substr(0, length_field.size()), length_field, {}, lower);
}

std::optional<std::size_t> length_in(std::string_view header) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size());
    std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    if (!is_length_field(line)) continue;
    line.remove_prefix(length_field.size());
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
      line.remove_prefix(1);
    std::size_t value = 0;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error == std::errc() && (rest == line.data() + line.size() || *rest == '\r' || *rest == ' ')) return value;
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

void MessageFrames::feed(std::string_view bytes) {
  const std::size_t gone = std::min(skipped_, bytes.size());
  skipped_ -= gone;
  buffer_ += bytes.substr(gone);
}

void MessageFrames::drop(std::size_t count) {
  begin_ += count;
  constexpr std::size_t worth_moving = 65536; // bytes
  if (begin_ == buffer_.size()) {
    buffer_.clear();
    begin_ = 0;
    if (buffer_.capacity() > longest_header * 256) buffer_.shrink_to_fit(); // a long message was there
  } else if (begin_ > worth_moving && begin_ > buffer_.size() / 2) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
}

void MessageFrames::leave_out(std::size_t count) {
  const std::string_view rest = std::string_view(buffer_).substr(begin_, count);
  for (std::size_t at = 1; at < rest.size(); ++at)
    if (is_length_field(rest.substr(at))) return drop(at);
  drop(count);
}

std::optional<MessageFrame> MessageFrames::next() {
  while (skipped_ == 0 && waiting() > 0 && !length_) {
    const std::string_view rest = std::string_view(buffer_).substr(begin_);
    const std::size_t with_returns = rest.find("\r\n\r\n");
    const std::size_t end = std::min(with_returns, rest.find("\n\n"));
    if (end == std::string_view::npos && rest.size() <= longest_header) return std::nullopt;
    const std::size_t behind = end == std::string_view::npos ? end : end + (end == with_returns ? 4 : 2);
    if (end > longest_header) {
      // the beginning of the next header may stand at the end
      leave_out(end != std::string_view::npos ? behind : rest.size() - length_field.size());
      if (std::exchange(is_lost_, end == std::string_view::npos)) continue;
      return MessageFrame{"", fmt::format("a header is longer than {} bytes", longest_header)};
    }
    const std::optional<std::size_t> length = length_in(rest.substr(0, end));
    if (!length) {
      leave_out(behind);
      if (std::exchange(is_lost_, false)) continue;
      return MessageFrame{"", "a header has no Content-Length that is a number"};
    }
    is_lost_ = false;
    drop(behind);
    if (*length > longest_body) {
      const std::size_t here = std::min(*length, waiting());
      drop(here);
      skipped_ = *length - here;
      return MessageFrame{"", fmt::format("a message of {} bytes: the longest has {}", *length, longest_body)};
    }
    length_ = *length;
  }
  if (!length_ || waiting() < *length_) return std::nullopt;
  MessageFrame out{buffer_.substr(begin_, *length_), ""};
  drop(*length_);
  length_.reset();
  return out;
}

std::string framed(std::string_view body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

} // namespace api
} // namespace dalembert
