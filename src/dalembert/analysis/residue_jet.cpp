#include <dalembert/analysis/residue_jet.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

int degree_of(const JetExponents& exponents) {
  return std::accumulate(exponents.begin(), exponents.end(), 0);
}

/// The inverse of a matrix of numbers by elimination; nothing for a singular one.
std::optional<std::vector<Residue>> inverse_of_numbers(std::vector<Residue> a, std::size_t n) {
  std::vector<Residue> out(n * n);
  for (std::size_t i = 0; i < n; ++i)
    out[i * n + i] = Residue(1);
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    while (pivot < n && a[pivot * n + column].is_zero())
      ++pivot;
    if (pivot == n) return std::nullopt;
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(a[pivot * n + j], a[column * n + j]);
      std::swap(out[pivot * n + j], out[column * n + j]);
    }
    const Residue scale = a[column * n + column].inverse().value_or(Residue());
    for (std::size_t j = 0; j < n; ++j) {
      a[column * n + j] *= scale;
      out[column * n + j] *= scale;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const Residue factor = a[i * n + column];
      if (i == column || factor.is_zero()) continue;
      for (std::size_t j = 0; j < n; ++j) {
        a[i * n + j] -= factor * a[column * n + j];
        out[i * n + j] -= factor * out[column * n + j];
      }
    }
  }
  return out;
}

} // namespace

JetAlgebra::JetAlgebra(std::size_t variables, int highest)
    : variables_(variables), highest_(highest), monomials_{JetExponents(variables, 0)} {
  places_.emplace(monomials_.front(), 0);
  counts_.assign(static_cast<std::size_t>(highest) + 1, 0);
  for (std::size_t next = 0; next < monomials_.size(); ++next) {
    const int degree = degree_of(monomials_[next]);
    counts_[static_cast<std::size_t>(degree)] = next + 1;
    if (degree == highest) continue;
    for (std::size_t i = 0; i < variables; ++i) {
      JetExponents more = monomials_[next];
      ++more[i];
      if (places_.emplace(more, monomials_.size()).second) monomials_.push_back(std::move(more));
    }
  }
  factors_.resize(monomials_.size());
  for (std::size_t a = 0; a < monomials_.size(); ++a)
    for (std::size_t b = 0; b < monomials_.size(); ++b) {
      JetExponents sum = monomials_[a];
      for (std::size_t i = 0; i < variables; ++i)
        sum[i] += monomials_[b][i];
      if (degree_of(sum) <= highest) factors_[places_.at(sum)].push_back({a, b});
    }
  up_.resize(variables);
  for (std::size_t i = 0; i < variables; ++i)
    for (std::size_t k = 0; k < monomials_.size() && degree_of(monomials_[k]) < highest; ++k) {
      JetExponents more = monomials_[k];
      ++more[i];
      up_[i].push_back(places_.at(more));
    }
}

void JetAlgebra::add_product(ResidueJet& to, const ResidueJet& a, const ResidueJet& b, Residue scale) const {
  for (std::size_t k = 0; k < to.size(); ++k) {
    ProductSum sum;
    for (const Pair& pair : factors_[k])
      if (!a[pair.a].is_zero()) sum.add(a[pair.a], b[pair.b]);
    to[k] += scale * sum.value();
  }
}

ResidueJet JetAlgebra::derivative(const ResidueJet& f, std::size_t i) const {
  ResidueJet out;
  for (std::size_t k = 0; k < up_[i].size() && up_[i][k] < f.size(); ++k) {
    const std::uint64_t power = static_cast<std::uint64_t>(monomials_[k][i]) + 1;
    out.push_back(Residue(power) * f[up_[i][k]]);
  }
  // Whole degrees only.
  const auto whole = std::ranges::upper_bound(counts_, out.size());
  out.resize(whole == counts_.begin() ? 0 : *(whole - 1));
  return out;
}

std::optional<std::vector<ResidueJet>> inverse(const JetAlgebra& algebra, const std::vector<ResidueJet>& matrix,
                                               std::size_t size) {
  std::vector<Residue> here;
  here.reserve(matrix.size());
  for (const ResidueJet& entry : matrix)
    here.push_back(entry.front());
  const std::optional<std::vector<Residue>> at_point = inverse_of_numbers(here, size);
  if (!at_point) return std::nullopt;
  const std::size_t length = matrix.empty() ? 1 : matrix.front().size();
  const auto product = [&](const std::vector<ResidueJet>& a, const std::vector<ResidueJet>& b) {
    std::vector<ResidueJet> out(size * size, ResidueJet(length));
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j)
        for (std::size_t k = 0; k < size; ++k)
          algebra.add_product(out[i * size + j], a[i * size + k], b[k * size + j]);
    return out;
  };
  std::vector<ResidueJet> out(size * size, ResidueJet(length));
  for (std::size_t e = 0; e < out.size(); ++e)
    out[e].front() = (*at_point)[e];
  // Newton's method X ← X·(2 − A·X) doubles the number of right degrees.
  for (int right = 1; right <= algebra.highest(); right *= 2) {
    std::vector<ResidueJet> rest = product(matrix, out);
    for (std::size_t e = 0; e < rest.size(); ++e) {
      for (Residue& coefficient : rest[e])
        coefficient = -coefficient;
      if (e % (size + 1) == 0) rest[e].front() += Residue(2);
    }
    out = product(out, rest);
  }
  return out;
}

} // namespace analysis
} // namespace dalembert
