#pragma once

#include <dalembert/typesetting/formula_syntax.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace families {

/// A text whose index numbers are taken out: `cos(theta[#] - theta[#])` with 2 and 3.
struct IndexPattern {
  std::string text;
  std::vector<int> indices;
};

/// Takes the numbers out of every index bracket.
[[nodiscard]] IndexPattern index_pattern(std::string_view text);

/// Returns the names with an index that stand in a text: `theta[i-1]'`, `M[max(i,j)]`.
[[nodiscard]] std::vector<std::string> indexed_names(std::string_view text);
[[nodiscard]] std::vector<std::string> indexed_names(const Formula& formula);

/// True where `name` stands in a text as a name of its own, inside of index brackets too.
[[nodiscard]] bool mentions_index(std::string_view text, std::string_view name);

/// Puts one text into each hole, in order.
[[nodiscard]] std::string filled(std::string_view pattern, const std::vector<std::string>& indices);

/// `name in low..high` of a sum, or of a line.
struct IndexRange {
  std::string name;
  std::string low;
  std::string high;
  [[nodiscard]] Formula formula() const; ///< `j in 1..n`
  friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

/// Whether a coefficient k·n is printed as a number or as a multiple of the count n.
enum class MultipleKind { numbers, counts };

/// Names of the indices of generic lines: `own` is the member that an equation belongs to, `bound` and `inner` run in
/// sums, `count` is the last member, `size` in the system that is looked at.
struct IndexNames {
  std::string own = "i";
  std::string bound = "j";
  std::string inner = "k";
  std::string count = "n";
  int size = 0;
  MultipleKind multiples = MultipleKind::numbers;
  std::vector<std::string> further; ///< beside `own`, where a family has several indices

  [[nodiscard]] std::string all_own() const; ///< `i,j`
};

/// The value of an index in one place, and the values there of what it may depend on.
struct IndexSample {
  std::optional<int> own;
  std::optional<int> bound;
  int value = 0;
};

/// Returns the factor 1/n of a mean over the members: `(1/n)`.
[[nodiscard]] std::string share_of(const std::string& count);

/// `i+1`, `n`, `j-2`: a name and a whole number.
[[nodiscard]] std::string shifted(const std::string& name, int by);

/// A constant index: counted from the nearer end of the family.
[[nodiscard]] std::string constant_index(const IndexNames& names, int value);

/// Returns the simplest index that has the values of all samples: a constant, `i+d`, `j+d`, the larger or smaller of
/// two such; nothing where there is none.
[[nodiscard]] std::optional<std::string> index_text(const IndexNames& names, const std::vector<IndexSample>& samples);

} // namespace families
} // namespace dalembert
