#include <dalembert/algebra/polynomial_factors.h>
#include <dalembert/algebra/trigonometric_factors.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <unordered_map>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr std::size_t most_factored_terms = 40;
constexpr unsigned long highest_degree = 12;

/// The polynomial ring that a Laurent polynomial lies in: a variable for each atom, two for each base angle.
class Circle {
public:
  Circle(HarmonicTable& harmonics, const Laurent& polynomial) : harmonics_(harmonics) {
    std::vector<HarmonicId> used;
    for (const LaurentTerm& t : polynomial) {
      used.push_back(t.harmonic);
      for (const Power& p : t.monomial.powers())
        atoms_.try_emplace(p.atom, Place{0, 0});
    }
    for (const LaurentTerm& t : polynomial)
      for (auto& [atom, place] : atoms_)
        place.least = std::min(place.least, t.monomial.exponent(atom));
    std::size_t next = 0;
    for (auto& [atom, place] : atoms_)
      place.variable = next++;
    for (const Frequencies& base : harmonics.base_angles(used))
      angles_.push_back({base, 0, true});
    for (std::size_t j = 0; j < angles_.size(); ++j)
      choose(angles_[j], used);
  }

  /// Of every term in the variables of all angles: no less than this is the degree of the polynomial.
  [[nodiscard]] unsigned long angular_degree() const {
    unsigned long out = 0;
    for (const Angle& angle : angles_)
      out += static_cast<unsigned long>(angle.degree);
    return out;
  }
  [[nodiscard]] std::size_t variables() const { return atoms_.size() + 2 * angles_.size(); }
  /// What the Laurent polynomial is divided by to have no negative exponents.
  [[nodiscard]] PowerProduct shift() const {
    PowerProduct out;
    for (const auto& [atom, place] : atoms_)
      if (place.least != 0) out.multiply(atom, place.least);
    return out;
  }

  /// The polynomial in these variables, in as many terms or just beyond `most`.
  [[nodiscard]] Polynomial polynomial(const Laurent& of, std::size_t most) const {
    std::vector<std::pair<PowerProduct, std::vector<const LaurentTerm*>>> groups; // by monomial
    std::unordered_map<std::uint64_t, std::size_t> place_of;
    std::map<HarmonicId, std::vector<std::int64_t>> harmonics; // most stand in several terms
    for (const LaurentTerm& t : of) {
      const auto [at, is_new] = place_of.try_emplace(t.monomial.hash(), groups.size());
      if (is_new) groups.push_back({t.monomial, {}});
      groups[at->second].second.push_back(&t);
      if (!harmonics.contains(t.harmonic)) harmonics.emplace(t.harmonic, harmonic(t.harmonic));
    }
    Polynomial out{variables(), {}};
    std::vector<Rational> coefficients;
    for (const auto& [monomial, terms] : groups) {
      coefficients.assign(angular_size(), Rational());
      for (const LaurentTerm* t : terms) {
        const std::vector<std::int64_t>& values = harmonics.at(t->harmonic);
        for (std::size_t i = 0; i < values.size(); ++i)
          if (values[i] != 0) coefficients[i] += t->coefficient * Rational(values[i]);
      }
      for (std::size_t i = 0; i < coefficients.size() && out.terms.size() <= most; ++i)
        if (!coefficients[i].is_zero()) out.terms.push_back({exponents(monomial, i), coefficients[i]});
    }
    return out;
  }

  /// True where a sine or cosine stands in a polynomial of these variables.
  [[nodiscard]] bool has_angles(const Polynomial& of) const {
    return std::ranges::any_of(of.terms, [this](const Polynomial::Term& t) {
      return std::any_of(t.exponents.begin() + static_cast<std::ptrdiff_t>(atoms_.size()), t.exponents.end(),
                         [](unsigned long k) { return k > 0; });
    });
  }

  /// False where a factor is odd in a half angle.
  [[nodiscard]] bool is_whole(const Polynomial& factor) const {
    for (std::size_t j = 0; j < angles_.size(); ++j)
      if (angles_[j].is_halved && degree(factor, j) % 2 != 0) return false;
    return true;
  }

  /// Back to harmonics with s² + c² = 1. Precondition: `factor` is whole
  [[nodiscard]] Laurent laurent(const Polynomial& factor) {
    Laurent out;
    for (const Polynomial::Term& t : factor.terms) {
      PowerProduct monomial;
      for (const auto& [atom, place] : atoms_)
        if (const auto k = t.exponents[place.variable]; k != 0) monomial.multiply(atom, static_cast<int>(k));
      Laurent term{{monomial, 0, t.coefficient}};
      for (std::size_t j = 0; j < angles_.size(); ++j)
        term = product(harmonics_, term, powers(angles_[j], t.exponents[sine(j)], t.exponents[sine(j) + 1]));
      out = sum(out, term);
    }
    return out;
  }

private:
  struct Place {
    std::size_t variable = 0;
    int least = 0; ///< exponent, at most 0
  };
  struct Angle {
    Frequencies base;
    int degree = 0; ///< that of every term in the two variables
    bool is_halved = true;
  };
  /// A polynomial in sine and cosine of one angle, all of one degree: coefficients by the power of the sine.
  struct Homogeneous {
    std::vector<std::int64_t> real{1};
    std::vector<std::int64_t> imaginary{0};

    /// Multiplies by cos + i·sign·sin.
    void turn(int sign) {
      real.push_back(0);
      imaginary.push_back(0);
      for (std::size_t k = real.size(); k-- > 1;) {
        const std::int64_t before = real[k];
        real[k] = before - sign * imaginary[k - 1];
        imaginary[k] += sign * real[k - 1];
      }
    }
  };

  [[nodiscard]] std::size_t sine(std::size_t angle) const { return atoms_.size() + 2 * angle; }

  /// How many products of powers of the sines and cosines of all angles there are. They are numbered by the powers of
  /// the sines, those of the last angle counting fastest.
  [[nodiscard]] std::size_t angular_size() const {
    std::size_t out = 1;
    for (const Angle& angle : angles_)
      out *= static_cast<std::size_t>(angle.degree) + 1;
    return out;
  }

  /// Those of a monomial times the angular product of this number.
  [[nodiscard]] Polynomial::Exponents exponents(const PowerProduct& monomial, std::size_t number) const {
    Polynomial::Exponents out(variables());
    for (const auto& [atom, place] : atoms_)
      out[place.variable] = static_cast<unsigned long>(monomial.exponent(atom) - place.least);
    for (std::size_t j = angles_.size(); j-- > 0;) {
      const auto degree = static_cast<std::size_t>(angles_[j].degree);
      out[sine(j)] = number % (degree + 1);
      out[sine(j) + 1] = degree - out[sine(j)];
      number /= degree + 1;
    }
    return out;
  }

  /// How often a harmonic goes round a base angle.
  [[nodiscard]] int multiple(HarmonicId w, const Angle& angle) const {
    for (const auto& [elementary, k] : harmonics_.frequencies(w))
      if (elementary == angle.base.front().first) return k / angle.base.front().second;
    return 0;
  }

  void choose(Angle& angle, const std::vector<HarmonicId>& used) const {
    bool is_even = true;
    bool is_odd = true;
    for (const HarmonicId w : used) {
      const int k = std::abs(multiple(w, angle));
      angle.degree = std::max(angle.degree, k);
      (k % 2 == 0 ? is_odd : is_even) = false;
    }
    angle.is_halved = !is_even && !is_odd;
    if (angle.is_halved) angle.degree *= 2;
  }

  [[nodiscard]] unsigned long degree(const Polynomial& factor, std::size_t angle) const {
    const Polynomial::Exponents& first = factor.terms.front().exponents;
    return first[sine(angle)] + first[sine(angle) + 1];
  }

  /// (c + i·s)^|k| · (s² + c²)^j of one angle.
  [[nodiscard]] Homogeneous turned(HarmonicId w, const Angle& angle) const {
    const int k = multiple(w, angle) * (angle.is_halved ? 2 : 1);
    const int turn = k < 0 ? -1 : 1;
    Homogeneous out;
    out.real.reserve(static_cast<std::size_t>(angle.degree) + 1);
    out.imaginary.reserve(static_cast<std::size_t>(angle.degree) + 1);
    for (int i = 0; i < angle.degree; ++i) // after the first |k| come pairs (c + i·s)(c − i·s) = s² + c²
      out.turn(i < std::abs(k) || (i - std::abs(k)) % 2 == 0 ? turn : -turn);
    return out;
  }

  /// A harmonic, homogeneous in every base angle: the real or imaginary part of Π (c + i·s)^k · (s² + c²)^j, as the
  /// coefficients of the angular products.
  [[nodiscard]] std::vector<std::int64_t> harmonic(HarmonicId w) const {
    Homogeneous all;
    for (const Angle& angle : angles_) {
      const Homogeneous of = turned(w, angle);
      Homogeneous next{{}, {}};
      next.real.reserve(all.real.size() * of.real.size());
      next.imaginary.reserve(all.real.size() * of.real.size());
      for (std::size_t i = 0; i < all.real.size(); ++i)
        for (std::size_t k = 0; k < of.real.size(); ++k) {
          next.real.push_back(all.real[i] * of.real[k] - all.imaginary[i] * of.imaginary[k]);
          next.imaginary.push_back(all.real[i] * of.imaginary[k] + all.imaginary[i] * of.real[k]);
        }
      all = std::move(next);
    }
    return std::move(harmonics_.is_sine(w) ? all.imaginary : all.real);
  }

  [[nodiscard]] Laurent powers(const Angle& angle, unsigned long of_sine, unsigned long of_cosine) {
    const Laurent one{{{}, 0, Rational(1)}};
    const auto s = harmonics_.harmonic(true, angle.base);
    const auto c = harmonics_.harmonic(false, angle.base);
    const Laurent sine{{{}, s.harmonic, Rational(s.sign)}};
    const Laurent cosine{{{}, c.harmonic, Rational(c.sign)}};
    Laurent out = one;
    const auto times = [this, &out](const Laurent& by, unsigned long count) {
      for (unsigned long i = 0; i < count; ++i)
        out = product(harmonics_, out, by);
    };
    if (!angle.is_halved) {
      times(sine, of_sine);
      times(cosine, of_cosine);
      return out;
    }
    // στ = sin θ/2, σ² = (1 − cos θ)/2, τ² = (1 + cos θ)/2
    times(scaled(sine, Rational(1, 2)), of_sine % 2);
    times(scaled(sum(one, cosine, Rational(-1)), Rational(1, 2)), of_sine / 2);
    times(scaled(sum(one, cosine), Rational(1, 2)), of_cosine / 2);
    return out;
  }

  HarmonicTable& harmonics_;
  std::map<AtomId, Place> atoms_;
  std::vector<Angle> angles_;
};

unsigned long total_degree(const Polynomial& polynomial) {
  unsigned long out = 0;
  for (const Polynomial::Term& t : polynomial.terms) {
    unsigned long degree = 0;
    for (const unsigned long k : t.exponents)
      degree += k;
    out = std::max(out, degree);
  }
  return out;
}

/// True where a variable stands in one term only, in the first power: then every factor without it is a monomial, and
/// where no variable divides all terms there is none.
bool is_plainly_irreducible(const Polynomial& polynomial) {
  for (std::size_t x = 0; x < polynomial.variables; ++x) {
    unsigned long degrees = 0;
    for (const Polynomial::Term& t : polynomial.terms)
      degrees += t.exponents[x];
    if (degrees == 1) return true;
  }
  return false;
}

/// Divides out the variables that stand in every term, and factors the rest; nothing where it has no factors.
std::optional<PolynomialFactors> all_factors(Polynomial polynomial) {
  PolynomialFactors out;
  for (std::size_t x = 0; x < polynomial.variables; ++x) {
    unsigned long least = polynomial.terms.front().exponents[x];
    for (const Polynomial::Term& t : polynomial.terms)
      least = std::min(least, t.exponents[x]);
    if (least == 0) continue;
    for (Polynomial::Term& t : polynomial.terms)
      t.exponents[x] -= least;
    Polynomial variable{polynomial.variables, {{Polynomial::Exponents(polynomial.variables), Rational(1)}}};
    variable.terms.front().exponents[x] = 1;
    out.factors.emplace_back(std::move(variable), static_cast<int>(least));
  }
  if (is_plainly_irreducible(polynomial)) {
    out.factors.emplace_back(std::move(polynomial), 1);
    return out;
  }
  const std::optional<PolynomialFactors> rest = factors(polynomial);
  if (!rest) return std::nullopt;
  out.number = rest->number;
  out.factors.insert(out.factors.end(), rest->factors.begin(), rest->factors.end());
  return out;
}

Polynomial product(const Polynomial& a, const Polynomial& b) {
  std::map<Polynomial::Exponents, Rational> sum;
  for (const Polynomial::Term& x : a.terms)
    for (const Polynomial::Term& y : b.terms) {
      Polynomial::Exponents exponents = x.exponents;
      for (std::size_t i = 0; i < exponents.size(); ++i)
        exponents[i] += y.exponents[i];
      sum[exponents] += x.coefficient * y.coefficient;
    }
  Polynomial out{a.variables, {}};
  for (const auto& [exponents, c] : sum)
    if (!c.is_zero()) out.terms.push_back({exponents, c});
  return out;
}

/// Multiplies a factor into the product: as number and monomial where it is one term without angle.
void append(TrigonometricFactors& to, Laurent factor, int exponent) {
  if (factor.size() == 1 && factor.front().harmonic == 0) {
    to.number *= factor.front().coefficient.pow(exponent);
    to.monomial = to.monomial * factor.front().monomial.pow(exponent);
  } else {
    to.factors.emplace_back(std::move(factor), exponent);
  }
}

} // namespace

std::optional<TrigonometricFactors> factored(HarmonicTable& harmonics, const Laurent& polynomial) {
  if (polynomial.size() < 2 || polynomial.size() > most_factored_terms) return std::nullopt;
  Circle circle(harmonics, polynomial);
  if (circle.angular_degree() > highest_degree) return std::nullopt; // 2^degree terms
  const Polynomial whole = circle.polynomial(polynomial, most_factored_terms);
  if (whole.terms.size() > most_factored_terms || total_degree(whole) > highest_degree) return std::nullopt;
  const std::optional<PolynomialFactors> found = all_factors(whole);
  if (!found) return std::nullopt;
  // Of one factor beside monomials there is no product, whatever it is in sines and cosines.
  int most = 0;
  for (const auto& [factor, exponent] : found->factors)
    most += factor.terms.size() == 1 && !circle.has_angles(factor) ? 0 : exponent;
  if (most < 2) return std::nullopt;
  TrigonometricFactors out{found->number, circle.shift(), {}};
  Polynomial odd{whole.variables, {{Polynomial::Exponents(whole.variables), Rational(1)}}};
  for (const auto& [factor, exponent] : found->factors) {
    if (circle.is_whole(factor)) {
      append(out, circle.laurent(factor), exponent);
      continue;
    }
    if (exponent > 1) append(out, circle.laurent(product(factor, factor)), exponent / 2);
    if (exponent % 2 != 0) odd = product(odd, factor);
  }
  if (!circle.is_whole(odd)) return std::nullopt;
  append(out, circle.laurent(odd), 1);
  int count = 0;
  for (const auto& [factor, exponent] : out.factors)
    count += exponent;
  if (count < 2) return std::nullopt;
  return out;
}

} // namespace algebra
} // namespace dalembert
