#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace base {

/// Bytes that do not hold what is read from them.
class ArchiveError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class Archive;

/// Has a member that hands its own values to an archive, in both directions.
template <class T>
concept Kept = requires(T& value, Archive& with) {
  value.archive(with);
};

/// Values as the bytes that they have in memory, written and read by the same code: called with a and b it appends
/// them to the bytes, or takes them off, bit for bit. A type of its own has a member `archive(Archive&)` or a function
/// `archive(Archive&, T&)` beside it. The bytes mean something to the same program on the same kind of machine alone.
class Archive {
public:
  /// Writes.
  Archive() = default;
  /// Reads.
  explicit Archive(std::string bytes) : bytes_(std::move(bytes)), is_reading_(true) {}

  [[nodiscard]] bool is_reading() const { return is_reading_; }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// True where everything was read.
  [[nodiscard]] bool is_at_end() const { return place_ == bytes_.size(); }

  /// @throws ArchiveError where the bytes end too early
  template <class... T>
  void operator()(T&... values) {
    (one(values), ...);
  }

private:
  void raw(void* data, std::size_t size) {
    if (size == 0) return;
    if (!is_reading_) {
      bytes_.append(static_cast<const char*>(data), size);
      return;
    }
    if (size > bytes_.size() - place_) throw ArchiveError("the bytes end too early");
    std::memcpy(data, bytes_.data() + place_, size);
    place_ += size;
  }

  /// The length of a list. No element takes less than a byte.
  [[nodiscard]] std::size_t length(std::size_t own) {
    raw(&own, sizeof own);
    if (is_reading_ && own > bytes_.size() - place_) throw ArchiveError("a list is longer than all bytes");
    return own;
  }

  template <class T>
  void one(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      raw(&value, sizeof value);
    else if constexpr (Kept<T>)
      value.archive(*this);
    else
      archive(*this, value);
  }
  void one(std::string& text) {
    text.resize(length(text.size()));
    raw(text.data(), text.size());
  }
  void one(std::vector<bool>& list) {
    list.resize(length(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) {
      bool value = list[i];
      raw(&value, sizeof value);
      list[i] = value;
    }
  }
  template <class T, class Allocator>
  void one(std::vector<T, Allocator>& list) {
    list.resize(length(list.size()));
    if constexpr (std::is_arithmetic_v<T>)
      raw(list.data(), list.size() * sizeof(T));
    else
      for (T& value : list)
        one(value);
  }
  template <class T>
  void one(std::optional<T>& value) {
    bool is_there = value.has_value();
    raw(&is_there, sizeof is_there);
    if (!is_there) return value.reset();
    if (!value) value.emplace();
    one(*value);
  }

  std::string bytes_;
  std::size_t place_ = 0;
  bool is_reading_ = false;
};

/// Returns the bytes of `value`.
template <class T>
[[nodiscard]] std::string archived(T& value) {
  Archive archive;
  archive(value);
  return archive.bytes();
}

/// Gives `value` what was archived of another one. @throws ArchiveError
template <class T>
void restore(T& value, std::string bytes) {
  Archive archive(std::move(bytes));
  archive(value);
  if (!archive.is_at_end()) throw ArchiveError("bytes are left over");
}

} // namespace base
} // namespace dalembert
