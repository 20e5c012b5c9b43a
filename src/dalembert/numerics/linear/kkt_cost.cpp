#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/numerics/linear/kkt_work.h>

#include <algorithm>

namespace dalembert {
inline namespace numerics {

namespace {

/// Row by row how wide a factor is before its diagonal.
std::vector<double> widths(const detail::Envelope& envelope, std::size_t n) {
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i)
    out[i] = static_cast<double>(i - (envelope.first.empty() ? 0 : envelope.first[i]));
  return out;
}

double half_squares(const std::vector<double>& widths) {
  double sum = 0;
  for (const double w : widths)
    sum += w * w / 2;
  return sum;
}

} // namespace

double KktSolver::multiplications() const {
  const detail::KktWork& w = *work_;
  const auto n = static_cast<double>(w.n);
  const auto m = static_cast<double>(w.m);
  constexpr double passes = 4; // in which entries are copied, scaled and tested, whatever is zero
  const double entries = passes * (n * n + 2 * m * n + m * m);
  if (w.status.route == KktRoute::rank_revealing) {
    constexpr double of_decompositions = 20; // times a dense factorisation
    return entries + of_decompositions * (n * n * n / 6 + n * n * m / 2 + n * m * m / 2);
  }
  if (w.mass_envelope.first.empty() && w.schur_envelope.first.empty()) { // the same without looking at rows
    const auto squares = [](double count) { return (count - 1) * count * (2 * count - 1) / 12; };
    double all = entries + squares(n) + squares(m);
    for (std::size_t k = 0; k < w.m; ++k) {
      const auto begin = static_cast<double>(w.rows_extent[k].begin);
      const auto end = static_cast<double>(w.rows_extent[k].end);
      if (begin < end) all += (end * (end - 1) - begin * (begin - 1)) / 2 + (end - begin) * static_cast<double>(k + 1);
    }
    return all;
  }
  const std::vector<double> mass_widths = widths(w.mass_envelope, w.n);
  double sum = entries + half_squares(mass_widths) + half_squares(widths(w.schur_envelope, w.m));
  // A row is carried through the factor from its first entry on, and multiplied by those before it.
  std::vector<double> before(w.n + 1, 0.0);
  for (std::size_t i = 0; i < w.n; ++i)
    before[i + 1] = before[i] + mass_widths[i];
  for (std::size_t k = 0; k < w.m; ++k) {
    const auto [begin, end] = w.rows_extent[k];
    if (begin < end) sum += before[end] - before[begin] + static_cast<double>((end - begin) * (k + 1));
  }
  return sum;
}

} // namespace numerics
} // namespace dalembert
