#include <dalembert/base/characters.h>
#include <dalembert/families/written_out.h>
#include <dalembert/typesetting/signed_sum.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace families {

namespace {

/// What is thrown where an index has no value.
struct NoIndex {};

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

/// `theta[i-1]'`: what stands before the index, the index, and the primes.
struct IndexedName {
  std::string_view head;
  std::string_view index;
  std::string_view primes;
};

std::optional<IndexedName> indexed_name(std::string_view name) {
  const std::size_t open = name.find('[');
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t close = name.rfind(']');
  if (close == std::string_view::npos || close < open) throw NoIndex{};
  return IndexedName{name.substr(0, open), name.substr(open + 1, close - open - 1), name.substr(close + 1)};
}

class Writer {
public:
  explicit Writer(std::span<const Definition> definitions) : definitions_(definitions) {}

  Formula written(const Formula& formula, const IndexValues& values) const {
    switch (formula.kind) {
    case Formula::Kind::word: // no formula
      throw NoIndex{};
    case Formula::Kind::name:
      return name(formula, values);
    case Formula::Kind::big_sum:
      return sum(formula, values);
    case Formula::Kind::call:
      return call(formula, values);
    default:
      return with_parts(formula, values);
    }
  }

private:
  Formula with_parts(const Formula& formula, const IndexValues& values) const {
    Formula out{formula.kind, formula.text, {}};
    out.parts.reserve(formula.parts.size());
    for (const Formula& part : formula.parts)
      out.parts.push_back(written(part, values));
    return out;
  }

  Formula name(const Formula& formula, const IndexValues& values) const {
    const std::optional<IndexedName> indexed = indexed_name(formula.text);
    if (!indexed) {
      const auto value = values.find(formula.text);
      return value == values.end() ? formula : number_formula(std::to_string(value->second));
    }
    const std::vector<int> indices = values_of(indexed->index, values);
    if (std::optional<Formula> meaning = defined(indexed->head, indices, values)) {
      if (indexed->primes.empty()) return *std::move(meaning);
      return {Formula::Kind::primed, std::string(indexed->primes), {*std::move(meaning)}};
    }
    return name_formula(numbered(*indexed, indices));
  }

  Formula call(const Formula& formula, const IndexValues& values) const {
    if (formula.text == "max" || formula.text == "min")
      if (const auto value = index_value(dalembert::written(formula), values))
        return number_formula(std::to_string(*value));
    Formula out = with_parts(formula, values);
    if (const std::optional<IndexedName> indexed = indexed_name(formula.text))
      out.text = numbered(*indexed, values_of(indexed->index, values));
    return out;
  }

  static std::vector<int> values_of(std::string_view index, const IndexValues& values) {
    std::vector<int> out;
    while (true) {
      int depth = 0;
      std::size_t end = 0;
      for (; end < index.size() && (index[end] != ',' || depth > 0); ++end)
        depth += index[end] == '(' ? 1 : index[end] == ')' ? -1 : 0;
      out.push_back(value_of(index.substr(0, end), values));
      if (end >= index.size()) return out;
      index.remove_prefix(end + 1);
    }
  }

  static std::string numbered(const IndexedName& name, const std::vector<int>& indices) {
    std::string out = std::string(name.head) + "[";
    for (const int index : indices)
      out += (out.back() == '[' ? "" : ",") + std::to_string(index);
    return out + "]" + std::string(name.primes);
  }

  /// What `head[value]` means where a definition `head[k] = …` says it.
  [[nodiscard]] std::optional<Formula> defined(std::string_view head, const std::vector<int>& indices,
                                               const IndexValues& values) const {
    if (indices.size() != 1) return std::nullopt;
    for (const Definition& d : definitions_) {
      const std::optional<IndexedName> name = indexed_name(d.name.text);
      if (!name || name->head != head) continue;
      IndexValues inner = values;
      inner[std::string(name->index)] = indices.front();
      return fenced_formula(written(d.meaning, inner));
    }
    return std::nullopt;
  }

  /// `j in 1..n: summand`, term by term.
  [[nodiscard]] Formula sum(const Formula& formula, const IndexValues& values) const {
    const std::vector<Formula>& range = formula.parts[0].parts;
    const std::string index = dalembert::written(range[0]);
    const int low = value_of(dalembert::written(range[1]), values);
    const int high = value_of(dalembert::written(range[2]), values);
    std::vector<SignedFormula> out;
    IndexValues inner = values;
    for (int j = low; j <= high; ++j) {
      inner[index] = j;
      out.push_back({false, fenced_formula(written(formula.parts[1], inner))});
    }
    return out.empty() ? number_formula("0") : fenced_formula(signed_sum(std::move(out)));
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

std::optional<Formula> written_out(const Formula& generic, const IndexValues& values,
                                   std::span<const Definition> definitions) {
  try {
    return Writer(definitions).written(generic, values);
  } catch (const NoIndex&) {
    return std::nullopt;
  }
}

} // namespace families
} // namespace dalembert
