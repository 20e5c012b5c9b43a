#pragma once

#include <dalembert/algebra/laurent.h>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// A trigonometric polynomial: coefficients of harmonics.
using HarmonicSum = std::vector<std::pair<HarmonicId, Rational>>;

/// The forms of trigonometric polynomials, for each angle independently: multiple angles (Fourier), powers with cos²
/// replaced by 1 − sin², or powers with sin² replaced by 1 − cos²; a sum of two sines or cosines also as a product.
class Orientations {
public:
  Orientations(AtomTable& atoms, HarmonicTable& harmonics) : atoms_(atoms), harmonics_(harmonics) {}

  enum class Mode : std::uint8_t { fourier, sine_powers, cosine_powers };
  struct Angle {
    Frequencies base; ///< primitive
    Mode mode = Mode::fourier;
    friend auto operator<=>(const Angle&, const Angle&) = default;
  };
  struct Variant {
    Sum sum;
    std::vector<Angle> angles; ///< one set of modes that gives it
  };

  struct Variants {
    std::vector<Variant> all;   ///< different ones, shortest first
    std::size_t short_ones = 0; ///< at most four, none much longer than the first
  };

  [[nodiscard]] const Variants& of(const HarmonicSum& harmonics);

private:
  /// A term of a polynomial in sines and cosines; whole numbers below 2^53 by the bounds on multiples and angles.
  struct CircleTerm {
    PowerProduct powers;
    std::int64_t coefficient = 0;
    bool is_imaginary = false;
  };
  using Circle = std::vector<CircleTerm>;
  /// An angle in the form of a mode: 4·(index in bases_) + mode.
  using Opened = std::uint32_t;
  class Opening;

  [[nodiscard]] const std::vector<Variant>& different(const HarmonicSum& harmonics);
  [[nodiscard]] std::vector<Angle> angles(const HarmonicSum& harmonics) const;
  [[nodiscard]] std::optional<Sum> as_product(const HarmonicSum& harmonics);
  [[nodiscard]] Opened base_index(const Frequencies& base);
  [[nodiscard]] const Circle& circle(HarmonicId harmonic, std::vector<Opened> opened);
  [[nodiscard]] Circle circle_of(HarmonicId harmonic, const std::vector<Opened>& opened);
  [[nodiscard]] const Circle& powers(Opened angle, int multiple);
  [[nodiscard]] Circle powers_of(Opened angle, int multiple);
  [[nodiscard]] const Circle& fourier(const Frequencies& frequencies);

  AtomTable& atoms_;
  HarmonicTable& harmonics_;
  std::map<HarmonicSum, Variants> known_;
  std::vector<Frequencies> bases_;
  std::map<Frequencies, Circle> fourier_;                                ///< cos + i·sin
  std::map<std::pair<Opened, int>, Circle> powers_;                      ///< e^{i·multiple·angle}
  std::map<std::pair<HarmonicId, std::vector<Opened>>, Circle> circles_; ///< by the opened angles that it holds
  std::map<HarmonicSum, std::vector<Variant>> different_; ///< of polynomials whose first coefficient is 1
};

} // namespace algebra
} // namespace dalembert
