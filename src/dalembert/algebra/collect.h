#pragma once

#include <dalembert/algebra/atoms.h>

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// Searches for the shortest way to write a sum with brackets.
///
/// Common factors g of two terms or more are taken out, S = g·bracket + rest, the bracket is collected in turn, and the
/// whole is collected again with the bracket as an atom: so equal brackets merge, and (m1 + m2)·(l·θ'' + g·sin θ)
/// appears by itself. The few best g are tried at the top, fewer below. Cost: the number of printed nodes; nothing else
/// decides. After `budget` sums the search goes on greedily, after twice as many it returns what it has. The work on
/// sums that would fill a page is taken from the WorkBudget.
class Collector {
public:
  Collector(AtomTable& atoms, std::size_t budget) : atoms_(atoms), budget_(budget) {}

  /// Returns an equal sum over brackets that prints at most as long as `sum`.
  [[nodiscard]] Sum collect(const Sum& sum);
  /// The same with the best factor alone at every depth: what the full search would find, roughly, at a fraction of its
  /// cost.
  [[nodiscard]] Sum collect_greedily(const Sum& sum);
  /// The same of the terms as they stand, in no groups: longer by what those would show.
  [[nodiscard]] Sum sketch(const Sum& sum);
  /// Forgets what was found before: for a new leading coordinate.
  void forget();

private:
  /// A sum, held by the search and by what is known at once.
  struct Form {
    Sum sum;
    int cost = 0;
  };
  using Shared = std::shared_ptr<const Form>;
  struct Known {
    Shared from;
    Shared to;
    std::size_t depth = 0;
  };
  [[nodiscard]] Sum collected(const Sum& sum, std::size_t depth);
  [[nodiscard]] Shared shared(Sum sum) const;
  [[nodiscard]] Shared search(Sum sum, std::size_t depth);
  [[nodiscard]] Shared improve(const Shared& from, std::size_t depth);
  [[nodiscard]] Shared with_factor(const Sum& sum, const PowerProduct& factor, std::size_t depth);
  [[nodiscard]] Summand as_factor(const Sum& sum);
  [[nodiscard]] Shared with_square(const Sum& sum, std::size_t depth);
  [[nodiscard]] Sum grouped(const Sum& sum, bool by_parameters);
  [[nodiscard]] std::size_t width(std::size_t depth) const;

  AtomTable& atoms_;
  std::size_t budget_;
  std::size_t visited_ = 0;
  std::size_t known_terms_ = 0; ///< in known_
  std::unordered_multimap<std::uint64_t, Known> known_;
};

} // namespace algebra
} // namespace dalembert
