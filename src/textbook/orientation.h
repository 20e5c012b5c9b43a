#pragma once

#include <dalembert/textbook/laurent.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace dalembert {

/// A trigonometric polynomial: coefficients of waves.
using WaveSum = std::vector<std::pair<WaveId, Rational>>;

/// The ways to write trigonometric polynomials with sines and cosines, each angle for itself either in multiple angles
/// (Fourier), or in powers with cos² = 1 − sin², or in powers with sin² = 1 − cos².
class Orientations {
public:
  Orientations(AtomTable& atoms, WaveTable& waves) : atoms_(atoms), waves_(waves) {}

  /// Returns the shortest different ways, shortest first: at most four, none much longer than the first.
  [[nodiscard]] const std::vector<Sum>& of(const WaveSum& waves);

private:
  enum class Mode : std::uint8_t { fourier, sine_powers, cosine_powers };
  struct Angle {
    Frequencies base; ///< primitive
    Mode mode = Mode::fourier;
  };
  struct ComplexTerm {
    PowerProduct powers;
    Rational coefficient;
    bool is_imaginary = false;
  };
  using Complex = std::vector<ComplexTerm>;

  [[nodiscard]] std::vector<Angle> angles(const WaveSum& waves) const;
  [[nodiscard]] Sum written(const WaveSum& waves, const std::vector<Angle>& angles);
  [[nodiscard]] Complex circle(const Frequencies& frequencies, const std::vector<Angle>& angles);
  [[nodiscard]] Complex powers(const Angle& angle, int multiple);
  [[nodiscard]] Complex fourier(const Frequencies& frequencies);

  AtomTable& atoms_;
  WaveTable& waves_;
  std::map<WaveSum, std::vector<Sum>> known_;
};

} // namespace dalembert
