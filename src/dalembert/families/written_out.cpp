#include <dalembert/base/characters.h>
#include <dalembert/families/written_out.h>

#include <algorithm>
#include <string_view>

namespace dalembert::inline families {

namespace {

/// What is thrown where an index has no value.
struct NoIndex {};

/// Where the bracket that opens at `at` closes.
std::size_t closing(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
    if (depth == 0) return i;
  }
  throw NoIndex{};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

/// Whole numbers: sum = product {("+"|"-") product}; product = atom {"*" atom}; atom = number | name | max, min |
/// (sum).
class IndexReader {
public:
  IndexReader(std::string_view text, const IndexValues& values) : text_(text), values_(values) {}

  int whole() {
    const int out = sum();
    if (at_ != text_.size()) throw NoIndex{};
    return out;
  }

private:
  bool accept(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    blanks();
    return true;
  }

  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }

  int sum() {
    int out = accept('-') ? -product() : product();
    while (true) {
      if (accept('+'))
        out += product();
      else if (accept('-'))
        out -= product();
      else
        return out;
    }
  }

  int product() {
    int out = atom();
    while (accept('*'))
      out *= atom();
    return out;
  }

  int atom() {
    blanks();
    if (accept('(')) {
      const int out = sum();
      if (!accept(')')) throw NoIndex{};
      return out;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && continues_name(text_[at_]))
      ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty() || name.size() > 9) throw NoIndex{};
    if (std::ranges::all_of(name, is_digit)) return std::stoi(std::string(name));
    if (name == "max" || name == "min") return extreme(name == "max");
    const auto found = values_.find(name);
    if (found == values_.end()) throw NoIndex{};
    return found->second;
  }

  int extreme(bool is_largest) {
    if (!accept('(')) throw NoIndex{};
    const int a = sum();
    if (!accept(',')) throw NoIndex{};
    const int b = sum();
    if (!accept(')')) throw NoIndex{};
    return is_largest ? std::max(a, b) : std::min(a, b);
  }

  std::string_view text_;
  const IndexValues& values_;
  std::size_t at_ = 0;
};

int value_of(std::string_view index, const IndexValues& values) {
  return IndexReader(trimmed(index), values).whole();
}

class Writer {
public:
  explicit Writer(std::span<const Definition> definitions) : definitions_(definitions) {}

  std::string written(std::string_view text, const IndexValues& values) const {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      if (!starts_name(text[at])) {
        out += text[at++];
        continue;
      }
      std::size_t end = at;
      while (end < text.size() && (continues_name(text[end]) || text[end] == '.'))
        ++end;
      at = name(text, at, end, values, out);
    }
    return out;
  }

private:
  /// Appends what the name in [begin, end) stands for, with what belongs to it, and returns where that ends.
  std::size_t name(std::string_view text, std::size_t begin, std::size_t end, const IndexValues& values,
                   std::string& out) const {
    const std::string_view head = text.substr(begin, end - begin);
    const char next = end < text.size() ? text[end] : ' ';
    if (next == '[') {
      const std::size_t close = closing(text, end);
      const std::string_view index = text.substr(end + 1, close - end - 1);
      out += indexed(head, index, values);
      return close + 1;
    }
    if (next == '(' && head == "sum") {
      const std::size_t close = closing(text, end);
      out += sum(text.substr(end + 1, close - end - 1), values);
      return close + 1;
    }
    if (next == '(' && (head == "max" || head == "min")) {
      const std::size_t close = closing(text, end);
      if (const auto value = index_value(text.substr(begin, close + 1 - begin), values)) {
        out += std::to_string(*value);
        return close + 1;
      }
    }
    const auto value = values.find(head);
    out += value == values.end() ? std::string(head) : std::to_string(value->second);
    return end;
  }

  [[nodiscard]] std::string indexed(std::string_view head, std::string_view index, const IndexValues& values) const {
    std::string numbers;
    while (true) {
      int depth = 0;
      std::size_t end = 0;
      for (; end < index.size() && (index[end] != ',' || depth > 0); ++end)
        depth += index[end] == '(' ? 1 : index[end] == ')' ? -1 : 0;
      const int value = value_of(index.substr(0, end), values);
      if (numbers.empty())
        if (auto meaning = defined(head, value, values)) return *meaning;
      numbers += (numbers.empty() ? "" : ",") + std::to_string(value);
      if (end >= index.size()) break;
      index.remove_prefix(end + 1);
    }
    return std::string(head) + "[" + numbers + "]";
  }

  /// What `head[value]` means where a definition `head[k] = …` says it.
  [[nodiscard]] std::optional<std::string> defined(std::string_view head, int value, const IndexValues& values) const {
    for (const Definition& d : definitions_) {
      const std::string_view defined = d.name.text;
      const std::size_t open = defined.find('[');
      if (open == std::string_view::npos || defined.substr(0, open) != head) continue;
      IndexValues inner = values;
      inner[std::string(defined.substr(open + 1, defined.size() - open - 2))] = value;
      return "(" + written(dalembert::written(d.meaning), inner) + ")";
    }
    return std::nullopt;
  }

  /// `j in 1..n: body`, term by term.
  [[nodiscard]] std::string sum(std::string_view inside, const IndexValues& values) const {
    const std::size_t in = inside.find(" in ");
    const std::size_t dots = inside.find("..");
    const std::size_t colon = inside.find(':');
    if (in == std::string_view::npos || dots == std::string_view::npos || colon == std::string_view::npos ||
        dots < in || colon < dots)
      throw NoIndex{};
    const std::string index(trimmed(inside.substr(0, in)));
    const int low = value_of(inside.substr(in + 4, dots - in - 4), values);
    const int high = value_of(inside.substr(dots + 2, colon - dots - 2), values);
    std::string out;
    IndexValues inner = values;
    for (int j = low; j <= high; ++j) {
      inner[index] = j;
      out += (out.empty() ? "(" : " + (") + written(trimmed(inside.substr(colon + 1)), inner) + ")";
    }
    return out.empty() ? "0" : "(" + out + ")";
  }

  std::span<const Definition> definitions_;
};

} // namespace

std::optional<int> index_value(std::string_view index, const IndexValues& values) {
  try {
    return value_of(index, values);
  } catch (const NoIndex&) {
    return std::nullopt;
  }
}

std::optional<std::string> written_out(std::string_view generic, const IndexValues& values,
                                       std::span<const Definition> definitions) {
  try {
    return Writer(definitions).written(generic, values);
  } catch (const NoIndex&) {
    return std::nullopt;
  }
}

} // namespace dalembert::inline families
