#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace typesetting {

/// Takes a text in pieces, in order.
using TextSink = std::function<void(std::string_view piece)>;
/// Hands out a whole text in pieces; may be called again.
using TextSource = std::function<void(const TextSink& sink)>;

/// Gathers short texts to pieces worth a write, and hands them on; call `finish` behind the last.
class TextPieces {
public:
  explicit TextPieces(const TextSink& sink) : sink_(sink) {}

  void add(std::string_view text) {
    constexpr std::size_t worth_a_write = std::size_t{1} << 16U; // bytes
    gathered_ += text;
    if (gathered_.size() >= worth_a_write) finish();
  }
  void finish() {
    if (!gathered_.empty()) sink_(gathered_);
    gathered_.clear();
  }

private:
  const TextSink& sink_;
  std::string gathered_;
};

} // namespace typesetting
} // namespace dalembert
