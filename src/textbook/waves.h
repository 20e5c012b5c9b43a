#pragma once

#include <dalembert/base/rational.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/linear_form.h>
#include <dalembert/textbook/atoms.h>

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dalembert {

/// How often each elementary angle goes round: (angle, k ≠ 0), sorted by angle.
using Frequencies = std::vector<std::pair<std::uint16_t, int>>;

/// sin(Σ kⱼ·αⱼ) or cos(Σ kⱼ·αⱼ) of a WaveTable; 0 is cos 0 = 1.
using WaveId = std::uint32_t;

/// The sines and cosines of one system in Fourier form, in which products of them have one form only.
///
/// An elementary angle is a monomial (θ, ω·t) divided by the common denominator of its multiples in the arguments that
/// were announced, so that all of them are whole multiples. First nonzero frequency positive.
class WaveTable {
public:
  explicit WaveTable(AtomTable& atoms);

  /// Makes every sine and cosine below `roots` a wave of whole frequencies. Before the first use of `wave`.
  void announce(std::span<const Expr> roots);

  struct Signed {
    int sign = 1; ///< 0 for sin 0
    WaveId wave = 0;
  };
  [[nodiscard]] Signed wave(bool is_sine, Expr argument);
  [[nodiscard]] Signed wave(bool is_sine, Frequencies frequencies);

  /// a·b = Σ (sign/2)·wave over both.
  [[nodiscard]] const std::array<Signed, 2>& product(WaveId a, WaveId b);

  [[nodiscard]] bool is_sine(WaveId w) const { return waves_[w].is_sine; }
  [[nodiscard]] const Frequencies& frequencies(WaveId w) const { return waves_[w].frequencies; }
  [[nodiscard]] AtomId atom(WaveId w); ///< of a wave that is not 1

  /// The angles to open waves in: their one direction (primitive) where there is only one, else the elementary ones.
  [[nodiscard]] std::vector<Frequencies> base_angles(std::span<const WaveId> waves) const;
  /// The same with elementary angles joined that occur in one ratio only: φ − α where neither stands without the other.
  [[nodiscard]] std::vector<Frequencies> joined_angles(std::span<const WaveId> waves) const;

private:
  struct Wave {
    bool is_sine = false;
    Frequencies frequencies;
    int atom = -1;
  };
  using Key = std::vector<std::pair<Expr, Rational>>;
  std::uint16_t angle(const Key& key);
  [[nodiscard]] Expr argument(const Frequencies& frequencies);
  [[nodiscard]] std::optional<std::string> argument_text(const Frequencies& frequencies);

  AtomTable& atoms_;
  Graph& graph_;
  std::map<Key, std::uint16_t> angles_;
  std::vector<Key> keys_;
  std::vector<Rational> units_;
  std::deque<Wave> waves_; ///< a deque: what frequencies() returns stays where it is when waves are added
  std::map<std::pair<bool, Frequencies>, WaveId> ids_;
  std::unordered_map<std::uint64_t, std::array<Signed, 2>> products_;
  std::unordered_map<std::uint32_t, std::array<Signed, 2>> of_argument_; ///< cosine and sine
};

} // namespace dalembert
