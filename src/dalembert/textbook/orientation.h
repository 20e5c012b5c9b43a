#pragma once

#include <dalembert/textbook/laurent.h>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {

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
  struct Way {
    Sum sum;
    std::vector<Angle> angles; ///< one set of modes that gives it
  };

  struct Ways {
    std::vector<Way> all;       ///< different ones, shortest first
    std::size_t short_ones = 0; ///< at most four, none much longer than the first
  };

  [[nodiscard]] const Ways& of(const HarmonicSum& harmonics);

private:
  struct ComplexTerm {
    PowerProduct powers;
    Rational coefficient;
    bool is_imaginary = false;
  };
  using Complex = std::vector<ComplexTerm>;

  [[nodiscard]] const std::vector<Way>& different(const HarmonicSum& harmonics);
  [[nodiscard]] std::vector<Angle> angles(const HarmonicSum& harmonics) const;
  [[nodiscard]] std::optional<Sum> as_product(const HarmonicSum& harmonics);
  [[nodiscard]] Sum written(const HarmonicSum& harmonics, const std::vector<Angle>& angles);
  [[nodiscard]] const Complex& circle(HarmonicId harmonic, const std::vector<Angle>& angles);
  [[nodiscard]] Complex circle(const Frequencies& frequencies, const std::vector<Angle>& opened);
  [[nodiscard]] Complex powers(const Angle& angle, int multiple);
  [[nodiscard]] Complex fourier(const Frequencies& frequencies);

  AtomTable& atoms_;
  HarmonicTable& harmonics_;
  std::map<HarmonicSum, Ways> known_;
  std::map<std::pair<HarmonicId, std::vector<Angle>>, Complex> circles_; ///< by the opened angles that it holds
  std::map<HarmonicSum, std::vector<Way>> different_; ///< of polynomials whose first coefficient is 1
};

} // namespace dalembert
