#include <dalembert/studies/linear_spectrum.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

constexpr std::size_t most_precise = 40; ///< states whose eigenvalues are computed in sixty digits

/// One eigenvalue with its multiplicity and a basis of its directions; of a conjugate pair that above the real axis.
struct Group {
  BigComplex value;
  std::size_t multiplicity = 1;
  std::vector<std::vector<std::complex<double>>> vectors;
};

bool are_one(const BigComplex& a, const BigComplex& b) {
  constexpr double distinct = 1e-16; // a triple value has lost two thirds of 60 digits, a quadruple one three quarters
  const BigComplex difference{a.re - b.re, a.im - b.im};
  return difference.size() <= distinct * std::max(a.size(), b.size());
}

std::vector<Group> grouped(const std::vector<BigComplex>& values) {
  std::vector<Group> out;
  for (const BigComplex& value : values) {
    if (value.im < BigFloat(0.0)) continue;
    const auto known =
        std::find_if(out.begin(), out.end(), [&value](const Group& group) { return are_one(group.value, value); });
    if (known == out.end())
      out.push_back({value, 1, {}});
    else
      ++known->multiplicity;
  }
  return out;
}

/// In the order of `spectrum`: rising |Im s|, then Re s.
void sort_groups(std::vector<Group>& groups) {
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    const std::complex<double> x = a.value.rounded();
    const std::complex<double> y = b.value.rounded();
    return std::abs(x.imag()) != std::abs(y.imag()) ? std::abs(x.imag()) < std::abs(y.imag()) : x.real() < y.real();
  });
}

Spectrum spectrum_of(const std::vector<Group>& groups) {
  Spectrum out;
  for (const Group& group : groups)
    for (std::size_t i = 0; i < group.multiplicity; ++i) {
      const std::complex<double> value = group.value.rounded();
      // A defective value has fewer directions than it counts.
      std::vector<std::complex<double>> vector = group.vectors[std::min(i, group.vectors.size() - 1)];
      out.values.push_back(value);
      out.vectors.push_back(vector);
      if (value.imag() == 0.0) continue;
      for (std::complex<double>& entry : vector)
        entry = std::conj(entry);
      out.values.push_back(std::conj(value));
      out.vectors.push_back(std::move(vector));
    }
  return out;
}

/// True where the groups hold as many values as the matrix has: pairs are complete.
bool is_complete(const std::vector<Group>& groups, std::size_t size) {
  std::size_t count = 0;
  for (const Group& group : groups)
    count += group.multiplicity * (group.value.im.is_zero() ? 1 : 2);
  return count == size;
}

/// The spectrum from the eigenvalue 0, split off, and what is left; nothing where the values do not converge.
std::optional<std::vector<Group>> precise_groups(const BigMatrix& matrix, const ZeroEigenvalue& zero) {
  const auto values = eigenvalues_precisely(zero.rest);
  if (!values) return std::nullopt;
  std::vector<Group> out = grouped(*values);
  if (!is_complete(out, zero.rest.rows)) return std::nullopt;
  if (!zero.chains.empty()) out.push_back({BigComplex{}, zero.multiplicity(), {}});
  for (Group& group : out)
    group.vectors = eigenvectors_precisely(matrix, group.value);
  sort_groups(out);
  return out;
}

/// Doubles: the smallest values are put to 0, as many as there are zeros, and real parts that are rounding.
Spectrum rounded_spectrum(const BigMatrix& matrix, std::size_t zeros) {
  Spectrum out = spectrum(rounded(matrix));
  std::vector<std::size_t> order(out.values.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
    largest = std::max(largest, std::abs(out.values[i]));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&out](std::size_t a, std::size_t b) { return std::abs(out.values[a]) < std::abs(out.values[b]); });
  for (std::size_t i = 0; i < zeros; ++i)
    out.values[order[i]] = 0.0;
  constexpr double rounding = 1e-9;
  for (std::complex<double>& s : out.values)
    if (std::abs(s.real()) <= rounding * largest) s.real(0.0);
  return out;
}

LinearMotion motion_of(const SteadyState& steady, bool has_resonance) {
  const std::vector<std::complex<double>>& values = steady.spectrum.values;
  if (grows(steady.spectrum)) return LinearMotion::unstable;
  if (has_resonance) return LinearMotion::resonates;
  if (steady.degenerate > 0 || (steady.zeros > 0 && !steady.is_precise)) return LinearMotion::undecided;
  if (!steady.zero_chains.empty() && steady.zero_chains.front() > 1) return LinearMotion::drifts;
  if (steady.zeros == values.size()) return LinearMotion::neutral;
  const bool all_decay = std::all_of(values.begin(), values.end(),
                                     [](const std::complex<double>& s) { return s == 0.0 || s.real() < 0.0; });
  if (!all_decay) return LinearMotion::oscillates;
  return steady.zeros == 0 ? LinearMotion::asymptotically_stable : LinearMotion::returns_to_family;
}

} // namespace

void describe_spectrum(SteadyState& steady, const BigMatrix& matrix, double nothing) {
  if (matrix.rows == 0) {
    steady.motion = LinearMotion::neutral;
    return;
  }
  // A large matrix is looked at in doubles first: elimination in sixty digits takes seconds.
  const bool is_regular = matrix.rows > most_precise && is_clearly_regular(rounded(matrix), nothing);
  const ZeroEigenvalue zero = is_regular ? ZeroEigenvalue{} : split_zero(matrix, nothing);
  steady.zero_chains = zero.chains;
  steady.zeros = zero.multiplicity();
  std::optional<std::vector<Group>> groups;
  if (steady.is_precise && matrix.rows <= most_precise) groups = precise_groups(matrix, zero);
  bool has_resonance = false;
  if (groups) {
    steady.spectrum = spectrum_of(*groups);
    for (const Group& group : *groups)
      has_resonance = has_resonance || (group.value.re.is_zero() && !group.value.im.is_zero() &&
                                        group.vectors.size() < group.multiplicity);
  } else {
    steady.spectrum = rounded_spectrum(matrix, steady.zeros);
  }
  steady.motion = motion_of(steady, has_resonance);
}

bool grows(const Spectrum& spectrum) {
  return std::any_of(spectrum.values.begin(), spectrum.values.end(),
                     [](const std::complex<double>& s) { return s.real() > 0.0; });
}

} // namespace studies
} // namespace dalembert
