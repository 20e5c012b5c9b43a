#pragma once

#include <dalembert/algebra/atoms.h>
#include <dalembert/base/rational.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/linear_form.h>

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// How often each elementary angle goes round: (angle, k ≠ 0), sorted by angle.
using Frequencies = std::vector<std::pair<std::uint16_t, int>>;

/// sin(Σ kⱼ·αⱼ) or cos(Σ kⱼ·αⱼ) of a HarmonicTable; 0 is cos 0 = 1.
using HarmonicId = std::uint32_t;

/// The sines and cosines of one system in Fourier form, in which products of them have one form only.
///
/// An elementary angle is a monomial (θ, ω·t) divided by the common denominator of its multiples in the arguments that
/// were announced, so that all of them are whole multiples. First nonzero frequency positive.
class HarmonicTable {
public:
  explicit HarmonicTable(AtomTable& atoms);

  /// Makes every sine and cosine below `roots` a harmonic of whole frequencies. Before the first use of `harmonic`.
  void announce(std::span<const Expr> roots);

  /// Ends work that forms more than `products` products of two harmonics: by WorkSpent.
  void limit(std::size_t products) { most_products_ = products; }

  struct Signed {
    int sign = 1; ///< 0 for sin 0
    HarmonicId harmonic = 0;
  };
  [[nodiscard]] Signed harmonic(bool is_sine, Expr argument);
  [[nodiscard]] Signed harmonic(bool is_sine, const Frequencies& frequencies);

  /// a·b = Σ (sign/2)·harmonic over both. The reference lives until the next product.
  [[nodiscard]] const std::array<Signed, 2>& product(HarmonicId a, HarmonicId b);

  [[nodiscard]] bool is_sine(HarmonicId w) const { return harmonics_[w].is_sine; }
  [[nodiscard]] const Frequencies& frequencies(HarmonicId w) const { return harmonics_[w].frequencies; }
  [[nodiscard]] AtomId atom(HarmonicId w); ///< of a harmonic that is not 1

  /// The angles to open harmonics in: their one direction (primitive) where there is only one, else the elementary
  /// ones.
  [[nodiscard]] std::vector<Frequencies> base_angles(std::span<const HarmonicId> harmonics) const;
  /// The same with elementary angles joined that occur in one ratio only: φ − α where neither stands without the other.
  [[nodiscard]] std::vector<Frequencies> joined_angles(std::span<const HarmonicId> harmonics) const;

private:
  struct Harmonic {
    bool is_sine = false;
    Frequencies frequencies;
    int atom = -1;
  };
  using Key = std::vector<std::pair<Expr, Rational>>;
  std::uint16_t angle(const Key& key);
  struct Slot {
    HarmonicId harmonic = 0; ///< 0 for what is free
    std::uint32_t hash = 0;  ///< the upper half
  };
  struct Product {
    std::uint64_t pair = 0; ///< of harmonics, the lower one first, each one larger than its number; 0 for what is free
    std::array<Signed, 2> terms;
  };
  [[nodiscard]] Slot& slot_of(bool is_sine, const Frequencies& frequencies, int sign);
  void grow();
  [[nodiscard]] Product& product_of(std::uint64_t pair);
  void grow_products();
  /// The argument of a sine or cosine.
  struct Argument {
    Frequencies frequencies;
    Expr expr;
    std::optional<Formula> text;
  };
  [[nodiscard]] Expr argument(const Frequencies& frequencies);
  [[nodiscard]] std::optional<Formula> argument_text(const Frequencies& frequencies);

  AtomTable& atoms_;
  Graph& graph_;
  std::map<Key, std::uint16_t> angles_;
  std::vector<Key> keys_;
  std::vector<Rational> units_;
  std::unordered_set<std::uint32_t> announced_; ///< arguments whose angles are known
  std::deque<Harmonic> harmonics_; ///< a deque: what frequencies() returns stays where it is when harmonics are added
  std::vector<Slot> slots_;        ///< a table of hashes of harmonics
  Argument last_argument_;         ///< a sine mostly follows its cosine
  Frequencies difference_;         ///< of two harmonics that are multiplied
  Frequencies total_;
  std::vector<Product> products_; ///< a table of hashes of pairs
  std::size_t product_count_ = 0;
  std::size_t most_products_ = std::numeric_limits<std::size_t>::max();
  std::unordered_map<std::uint32_t, std::array<Signed, 2>> of_argument_; ///< cosine and sine
};

} // namespace algebra
} // namespace dalembert
