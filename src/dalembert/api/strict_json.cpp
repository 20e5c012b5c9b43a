#include <dalembert/api/file_errors.h>
#include <dalembert/api/strict_json.h>
#include <dalembert/base/shown_text.h>
#include <dalembert/base/source.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <vector>

namespace dalembert {
inline namespace api {

namespace {

/// Goes through a text and counts the bytes that were read, for whoever wants to know where the reader is.
class CountedBytes {
public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountedBytes(const char* at, std::size_t* read) : at_(at), read_(read) {}
  reference operator*() const { return *at_; }
  CountedBytes& operator++() {
    ++at_;
    ++*read_;
    return *this;
  }
  CountedBytes operator++(int) {
    CountedBytes before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountedBytes& a, const CountedBytes& b) { return a.at_ == b.at_; }
  friend bool operator!=(const CountedBytes& a, const CountedBytes& b) { return a.at_ != b.at_; }

private:
  const char* at_;
  std::size_t* read_;
};

/// What the reader of nlohmann/json tells of a text.
class StrictReader {
public:
  StrictReader(const std::string& text, std::string name) : text_(text) { file_ = sources_.add(std::move(name), text); }

  void read() {
    const char* const begin = text_.data();
    // Its result is that of the text as JSON, which is not asked here.
    static_cast<void>(
        nlohmann::json::sax_parse(CountedBytes(begin, &read_), CountedBytes(begin + text_.size(), &unused_), this));
  }

  // The names are those that sax_parse calls.
  static bool null() { return true; }
  static bool boolean(bool /*value*/) { return true; }
  static bool number_integer(std::int64_t /*value*/) { return true; }
  static bool number_unsigned(std::uint64_t /*value*/) { return true; }
  static bool number_float(double /*value*/, const std::string& /*digits*/) { return true; }
  static bool string(const std::string& /*value*/) { return true; }
  static bool binary(const std::vector<std::uint8_t>& /*value*/) { return true; }
  static bool start_array(std::size_t /*size*/) { return true; }
  static bool end_array() { return true; }

  bool start_object(std::size_t /*size*/) {
    objects_.emplace_back();
    return true;
  }
  bool end_object() {
    objects_.pop_back();
    return true;
  }
  bool key(const std::string& name) {
    const std::size_t begin = start_of_string();
    const auto [first, is_new] = objects_.back().emplace(name, begin);
    if (!is_new)
      refuse(begin, fmt::format("\"{}\" is given twice; the first time at line {}", shown_text(name),
                                sources_.position(span(first->second)).line));
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& error) {
    constexpr int number_beyond_doubles = 406;
    if (error.id != number_beyond_doubles) return false;
    refuse(text_.rfind(token, position), fmt::format("{} is beyond {:.2g}", token, std::numeric_limits<double>::max()));
  }

private:
  /// The quote that starts the string whose last quote was read just now.
  [[nodiscard]] std::size_t start_of_string() const {
    std::size_t at = read_ - 1;
    for (bool is_escaped = true; is_escaped;) {
      at = text_.rfind('"', at - 1);
      std::size_t slashes = 0;
      while (slashes < at && text_[at - 1 - slashes] == '\\')
        ++slashes;
      is_escaped = slashes % 2 == 1;
    }
    return at;
  }
  [[nodiscard]] SourceSpan span(std::size_t at) const {
    return {file_, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)};
  }
  [[noreturn]] void refuse(std::size_t at, const std::string& what) const {
    const SourcePosition place = sources_.position(span(at));
    throw FileError(fmt::format("{}, line {}, column {}: {}", sources_.name(file_), place.line, place.column, what));
  }

  const std::string& text_;
  SourceMap sources_;
  std::uint32_t file_ = 0;
  std::size_t read_ = 0;
  std::size_t unused_ = 0;
  std::vector<std::map<std::string, std::size_t>> objects_; ///< that are open: names, and where each stands
};

} // namespace

void require_strict_json(const std::string& text, const std::string& name) {
  StrictReader(text, name).read();
}

} // namespace api
} // namespace dalembert
