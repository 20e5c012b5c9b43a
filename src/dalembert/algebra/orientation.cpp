#include <dalembert/algebra/orientation.h>
#include <dalembert/algebra/print_costs.h>
#include <dalembert/base/watch.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr std::size_t work_of_a_product = 4; ///< of two terms, in units of `poll`

constexpr std::size_t most_angles = 3;     ///< 3³ ways; beyond, angles that move together are one
constexpr std::size_t most_joined = 4;     ///< 3⁴ ways of these; beyond, only harmonics
constexpr std::size_t most_harmonics = 40; ///< of a polynomial in so many angles
constexpr int largest_multiple = 12;       ///< cos(k·θ) in powers

/// True for the same summands; both sums are merged.
bool is_equal(const Sum& a, const Sum& b) {
  return std::ranges::equal(a, b, [](const Summand& s, const Summand& t) {
    return s.monomial == t.monomial && s.coefficient == t.coefficient;
  });
}

bool have_common_angle(const Frequencies& one, const Frequencies& other) {
  return std::ranges::any_of(one, [&](const auto& o) {
    return std::ranges::find(other, o.first, [](const auto& p) { return p.first; }) != other.end();
  });
}

} // namespace

std::vector<Orientations::Angle> Orientations::angles(const HarmonicSum& harmonics) const {
  std::vector<HarmonicId> used;
  used.reserve(harmonics.size());
  for (const auto& [w, c] : harmonics)
    used.push_back(w);
  std::vector<Frequencies> bases = harmonics_.base_angles(used);
  if (bases.size() > most_angles) bases = harmonics_.joined_angles(used);
  std::vector<Angle> out;
  for (const Frequencies& base : bases)
    out.push_back({base, Mode::fourier});
  return out;
}

/// a·sin u ± a·sin v, a·cos u ± a·cos v as one product of sines and cosines of (u ± v)/2.
std::optional<Sum> Orientations::as_product(const HarmonicSum& harmonics) {
  if (harmonics.size() != 2) return std::nullopt;
  const auto& first = harmonics[0].first;
  const auto& a = harmonics[0].second;
  const auto& second = harmonics[1].first;
  const auto& b = harmonics[1].second;
  const bool is_difference = a == -b;
  if (first == 0 || second == 0 || harmonics_.is_sine(first) != harmonics_.is_sine(second) ||
      (a != b && !is_difference))
    return std::nullopt;
  const auto half = [&](int sign) -> std::optional<Frequencies> {
    std::map<std::uint16_t, int> sum;
    for (const auto& [angle, k] : harmonics_.frequencies(first))
      sum[angle] += k;
    for (const auto& [angle, k] : harmonics_.frequencies(second))
      sum[angle] += sign * k;
    Frequencies out;
    for (const auto& [angle, k] : sum) {
      if (k % 2 != 0) return std::nullopt;
      if (k != 0) out.emplace_back(angle, k / 2);
    }
    return out;
  };
  const std::optional<Frequencies> plus = half(1);
  const std::optional<Frequencies> minus = half(-1);
  if (!plus || !minus || plus->empty() || minus->empty()) return std::nullopt;
  // sin u + sin v = 2 sin p cos m, sin u − sin v = 2 cos p sin m, cos u + cos v = 2 cos p cos m,
  // cos u − cos v = −2 sin p sin m with p = (u + v)/2 and m = (u − v)/2
  const bool are_sines = harmonics_.is_sine(first);
  const HarmonicTable::Signed p = harmonics_.harmonic(are_sines != is_difference, *plus);
  const HarmonicTable::Signed m = harmonics_.harmonic(is_difference, *minus);
  const int sign = p.sign * m.sign * (is_difference && !are_sines ? -1 : 1);
  PowerProduct product(harmonics_.atom(p.harmonic));
  product.multiply(harmonics_.atom(m.harmonic), 1);
  return Sum{{a * Rational(2 * sign), product}};
}

const Orientations::Variants& Orientations::of(const HarmonicSum& harmonics) {
  if (const auto known = known_.find(harmonics); known != known_.end()) return known->second;
  const Rational scale = harmonics.front().second;
  HarmonicSum monic = harmonics;
  for (auto& [harmonic, coefficient] : monic)
    coefficient /= scale;
  std::vector<std::pair<int, Variant>> found;
  for (const Variant& way : different(monic)) {
    Variant scaled = way;
    for (Summand& s : scaled.sum)
      s.coefficient *= scale;
    const int cost = atoms_.cost(scaled.sum);
    found.emplace_back(cost, std::move(scaled));
  }
  std::ranges::stable_sort(found, {}, [](const auto& f) { return f.first; });
  Variants out;
  for (auto& [cost, way] : found)
    out.all.push_back(std::move(way));
  const auto is_short = [&found](const auto& f) {
    return f.first <= found.front().first + print_costs::orientation_margin;
  };
  const auto near = static_cast<std::size_t>(std::ranges::count_if(found, is_short));
  out.short_ones = std::min(print_costs::most_orientations, near);
  return known_.emplace(harmonics, std::move(out)).first->second;
}

/// One polynomial in its active angles, written in one set of modes after the other.
class Orientations::Opening {
public:
  Opening(Orientations& orientations, const HarmonicSum& harmonics, const std::vector<Angle>& angles)
      : orientations_(orientations), harmonics_(harmonics), parts_(harmonics.size()), largest_(angles.size()) {
    for (const Angle& angle : angles)
      bases_.push_back(orientations.base_index(angle.base));
    for (std::size_t i = 0; i < harmonics.size(); ++i) {
      const Frequencies& frequencies = orientations.harmonics_.frequencies(harmonics[i].first);
      std::size_t ways = 1;
      for (std::size_t j = 0; j < angles.size(); ++j) {
        if (!have_common_angle(frequencies, angles[j].base)) continue;
        const auto& first = angles[j].base.front();
        const auto of_first = std::ranges::find_if(frequencies, [&](const auto& f) { return f.first == first.first; });
        const int multiple = of_first == frequencies.end() ? 0 : of_first->second / first.second;
        largest_[j] = std::max(largest_[j], std::abs(multiple));
        parts_[i].angles.push_back(j);
        if (angles.size() <= most_joined) ways *= 3; // where more move, all stay closed
      }
      parts_[i].circles.resize(harmonics[i].first == 0 ? 0 : ways);
    }
  }

  /// True where a way that comes before this one gives the same sum: cos α and sin α themselves are the same in powers
  /// of either, and as harmonics where every angle beside α is opened.
  [[nodiscard]] bool is_repeated(const std::vector<Angle>& angles) const {
    const auto is_closed = [&angles](std::size_t j) { return angles[j].mode == Mode::fourier; };
    for (std::size_t j = 0; j < angles.size(); ++j) {
      if (is_closed(j) || largest_[j] > 1) continue;
      const auto is_alone = [&](const Part& part) {
        return std::ranges::find(part.angles, j) == part.angles.end() ||
               std::ranges::none_of(part.angles, [&](std::size_t k) { return k != j && is_closed(k); });
      };
      if (angles[j].mode == Mode::cosine_powers || std::ranges::all_of(parts_, is_alone)) return true;
    }
    return false;
  }

  [[nodiscard]] Sum written(const std::vector<Angle>& angles) {
    Sum out;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const auto& [w, coefficient] = harmonics_[i];
      if (w == 0) {
        out.push_back({coefficient, {}});
        continue;
      }
      poll(work_of_a_product);
      const Circle& terms = circle(i, angles);
      if (out.capacity() < out.size() + terms.size()) out.reserve(2 * (out.size() + terms.size()) + parts_.size());
      for (const CircleTerm& t : terms)
        out.push_back({coefficient * Rational(t.coefficient), t.powers});
    }
    merge(out);
    return out;
  }

private:
  struct Part {
    std::vector<std::size_t> angles;    ///< that stand in the harmonic
    std::vector<const Circle*> circles; ///< by their modes, as far as they were needed
  };

  [[nodiscard]] const Circle& circle(std::size_t i, const std::vector<Angle>& angles) {
    Part& part = parts_[i];
    std::size_t place = 0;
    for (const std::size_t j : part.angles)
      place = 3 * place + static_cast<std::size_t>(angles[j].mode);
    const Circle*& known = part.circles[place];
    if (known != nullptr) return *known;
    std::vector<Opened> opened;
    for (const std::size_t j : part.angles)
      if (angles[j].mode != Mode::fourier) opened.push_back(4 * bases_[j] + static_cast<Opened>(angles[j].mode));
    known = &orientations_.circle(harmonics_[i].first, std::move(opened));
    return *known;
  }

  Orientations& orientations_;
  const HarmonicSum& harmonics_;
  std::vector<Part> parts_;  ///< by harmonic
  std::vector<int> largest_; ///< multiple of an angle in any harmonic, by angle
  std::vector<Opened> bases_;
};

/// All different ways to write a polynomial, in the order of their modes.
const std::vector<Orientations::Variant>& Orientations::different(const HarmonicSum& harmonics) {
  if (const auto known = different_.find(harmonics); known != different_.end()) return known->second;
  const std::vector<Angle> plain = angles(harmonics);
  std::vector<Angle> active = plain;
  const std::size_t count = active.size();
  std::vector<Variant> found;
  Opening opening(*this, harmonics, active);
  const auto consider = [&] {
    Sum sum = opening.written(active);
    const bool is_known = std::ranges::any_of(found, [&](const Variant& way) { return is_equal(way.sum, sum); });
    if (!is_known) found.push_back({std::move(sum), active});
  };
  consider();
  const bool is_open = std::ranges::all_of(harmonics, [&](const auto& w) {
    return std::ranges::all_of(harmonics_.frequencies(w.first),
                               [](const auto& f) { return std::abs(f.second) <= largest_multiple; });
  });
  std::size_t ways = 1;
  for (std::size_t i = 0; i < std::min(count, most_joined); ++i)
    ways *= 3;
  const bool is_short = count <= most_angles || (count <= most_joined && harmonics.size() <= most_harmonics);
  for (std::size_t way = 1; is_open && count > 0 && is_short && way < ways; ++way) {
    std::size_t digits = way;
    for (Angle& angle : active) {
      angle.mode = static_cast<Mode>(digits % 3);
      digits /= 3;
    }
    if (!opening.is_repeated(active)) consider();
  }
  if (std::optional<Sum> product = as_product(harmonics)) {
    const int cost = atoms_.cost(*product);
    if (std::ranges::all_of(found, [&](const Variant& way) { return atoms_.cost(way.sum) > cost; }))
      found.push_back({std::move(*product), plain});
  }
  return different_.emplace(harmonics, std::move(found)).first->second;
}

Orientations::Opened Orientations::base_index(const Frequencies& base) {
  const auto found = std::ranges::find(bases_, base);
  const auto index = static_cast<Opened>(found - bases_.begin());
  if (found == bases_.end()) bases_.push_back(base);
  return index;
}

/// The part of e^{i·k·α} that a harmonic is, remembered: cells hold the same harmonics again and again.
const Orientations::Circle& Orientations::circle(HarmonicId harmonic, std::vector<Opened> opened) {
  std::pair key(harmonic, std::move(opened));
  if (const auto found = circles_.find(key); found != circles_.end()) return found->second;
  Circle out = circle_of(harmonic, key.second);
  return circles_.emplace(std::move(key), std::move(out)).first->second;
}

/// The real or imaginary part of e^{i·k·α}, a product over the opened angles and one Fourier factor for the rest.
Orientations::Circle Orientations::circle_of(HarmonicId harmonic, const std::vector<Opened>& opened) {
  Frequencies closed;
  std::vector<const Circle*> factors;
  for (const auto& frequency : harmonics_.frequencies(harmonic)) {
    const auto has_it = [&](Opened angle) {
      return std::ranges::any_of(bases_[angle / 4], [&](const auto& part) { return part.first == frequency.first; });
    };
    const auto found = std::ranges::find_if(opened, has_it);
    if (found == opened.end()) {
      closed.push_back(frequency);
      continue;
    }
    const auto& first = bases_[*found / 4].front();
    if (first.first == frequency.first) // the other parts of a joined angle go with the first
      factors.push_back(&powers(*found, frequency.second / first.second));
  }
  if (!closed.empty()) factors.push_back(&fourier(closed));
  const auto is_kept = [is_sine = harmonics_.is_sine(harmonic)](bool is_imaginary) { return is_imaginary == is_sine; };
  Circle out;
  for (const Circle* factor : factors) {
    const bool is_first = factor == factors.front();
    const bool is_last = factor == factors.back();
    poll((is_first ? 1 : out.size()) * factor->size() * work_of_a_product);
    if (is_first) {
      out.reserve(factor->size());
      std::ranges::copy_if(*factor, std::back_inserter(out),
                           [&](const CircleTerm& t) { return !is_last || is_kept(t.is_imaginary); });
      continue;
    }
    Circle next;
    next.reserve(out.size() * factor->size());
    for (const CircleTerm& a : out)
      for (const CircleTerm& b : *factor) {
        const bool is_imaginary = a.is_imaginary != b.is_imaginary;
        if (is_last && !is_kept(is_imaginary)) continue;
        const bool both = a.is_imaginary && b.is_imaginary;
        const std::int64_t c = a.coefficient * b.coefficient;
        next.push_back({a.powers * b.powers, both ? -c : c, is_imaginary});
      }
    out = std::move(next);
  }
  return out;
}

/// cos + i·sin of whole frequencies, remembered.
const Orientations::Circle& Orientations::fourier(const Frequencies& frequencies) {
  const auto [place, is_new] = fourier_.try_emplace(frequencies);
  Circle& out = place->second;
  if (!is_new) return out;
  out.reserve(2);
  for (const bool is_sine : {false, true}) {
    const HarmonicTable::Signed s = harmonics_.harmonic(is_sine, frequencies);
    out.push_back({PowerProduct(harmonics_.atom(s.harmonic)), s.sign, is_sine});
  }
  return out;
}

const Orientations::Circle& Orientations::powers(Opened angle, int multiple) {
  const std::pair key(angle, multiple);
  if (const auto found = powers_.find(key); found != powers_.end()) return found->second;
  return powers_.emplace(key, powers_of(angle, multiple)).first->second;
}

/// (c + i·s)^multiple with s² or c² replaced.
Orientations::Circle Orientations::powers_of(Opened angle, int multiple) {
  const Frequencies base = bases_[angle / 4];
  const AtomId c = harmonics_.atom(harmonics_.harmonic(false, base).harmonic);
  const AtomId s = harmonics_.atom(harmonics_.harmonic(true, base).harmonic);
  const bool keeps_sine = static_cast<Mode>(angle % 4) == Mode::sine_powers;
  const AtomId gone = keeps_sine ? c : s;
  const AtomId kept = keeps_sine ? s : c;
  // Real and imaginary parts by recursion: (x + i·y)(c + i·s)
  Sum real{{Rational(1), {}}};
  Sum imaginary;
  const auto times = [&](const Sum& a, AtomId by, int sign, Sum& to) {
    for (const Summand& t : a) {
      PowerProduct p = t.monomial;
      p.multiply(by, 1);
      const Rational k = t.coefficient * Rational(sign);
      if (p.exponent(gone) < 2) {
        to.push_back({k, p});
        continue;
      }
      p.multiply(gone, -2);
      to.push_back({k, p});
      p.multiply(kept, 2);
      to.push_back({-k, p});
    }
  };
  for (int i = 0; i < std::abs(multiple); ++i) {
    Sum next_real;
    Sum next_imaginary;
    times(real, c, 1, next_real);
    times(imaginary, s, -1, next_real);
    times(real, s, 1, next_imaginary);
    times(imaginary, c, 1, next_imaginary);
    merge(next_real);
    merge(next_imaginary);
    real = std::move(next_real);
    imaginary = std::move(next_imaginary);
  }
  Circle out;
  for (const Summand& t : real)
    out.push_back({t.monomial, t.coefficient.as_integer().value(), false});
  for (const Summand& t : imaginary)
    out.push_back({t.monomial, (multiple < 0 ? -t.coefficient : t.coefficient).as_integer().value(), true});
  return out;
}

} // namespace algebra
} // namespace dalembert
