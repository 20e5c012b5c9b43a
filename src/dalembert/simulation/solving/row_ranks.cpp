#include <dalembert/base/errors.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/manifold.h>
#include <dalembert/simulation/solving/row_ranks.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double visible_share = 1e-6;  ///< share of the largest singular value above which a row is surely independent
constexpr double zero_share = 1e-9;     ///< below it a row depends on the others, at a state exact to round-off
constexpr double clear_share = 1e-3;    ///< above it a singular value is in no doubt: no singular position is near
constexpr double singular_share = 1e-6; ///< of the usual smallest singular value: less than this is a singular position

/// A and M at one state, some of the rows.
struct RowsAt {
  std::vector<double> rows;
  std::vector<double> mass;
};

class RankFinder {
public:
  RankFinder(const Engine& engine, std::span<const double> inputs, std::vector<std::size_t> rows)
      : engine_(engine), inputs_(inputs.begin(), inputs.end()), all_(std::move(rows)) {
    std::ranges::set_intersection(engine.programs->positions.rows, all_, std::back_inserter(holonomic_));
  }

  RowRanks find() {
    const std::size_t m = all_.size();
    RowRanks out;
    find_typical_rows(); // first: a row that nearly vanishes here is none of length 1
    const std::vector<double> at_start = spectrum(inputs_, all_);
    if (count(at_start, visible_share) == static_cast<int>(m)) {
      out.all = out.here = static_cast<int>(m);
      out.margin = at_start.empty() ? 0.0 : at_start.back() / at_start.front();
      out.holonomic = static_cast<int>(holonomic_.size());
      out.independent = all_;
      return out;
    }
    at_start_.typical_rows = options(all_).typical_rows;
    at_start_.all = count(at_start, visible_share);
    at_start_.holonomic = count(spectrum(inputs_, holonomic_), visible_share);
    for (const bool is_clear : {true, false})
      if (last_.empty()) look_around(out, is_clear);
    if (last_.empty()) take_start(out);
    const std::vector<double> here = spectrum(inputs_, all_);
    out.here = std::min(out.all, count(here, usual_smallest_ > 0 ? singular_share * usual_smallest_ : zero_share));
    const auto last = static_cast<std::size_t>(out.all);
    out.margin = last > 0 && here.size() >= last && here.front() > 0.0 ? here[last - 1] / here.front() : 0.0;
    out.independent = independent_rows(out.all);
    out.typical_rows = options(all_).typical_rows;
    out.elsewhere = last_;
    return out;
  }

private:
  [[nodiscard]] bool is_part() const { return all_.size() < engine_.constraints(); }

  [[nodiscard]] static int count(const std::vector<double>& spectrum, double share) {
    return static_cast<int>(std::count_if(spectrum.begin(), spectrum.end(), [&](double s) {
      return spectrum.front() > 0 && s > share * spectrum.front();
    }));
  }

  [[nodiscard]] RowsAt rows_at(std::span<const double> inputs, const std::vector<std::size_t>& chosen) const {
    return rows_of(dalembert::rows_at(engine_, inputs), chosen);
  }

  [[nodiscard]] static RowsAt rows_of(const RowValues& all, const std::vector<std::size_t>& chosen) {
    RowsAt out;
    for (const std::size_t k : chosen) {
      const std::span<const double> row = all.view().row(k);
      out.rows.insert(out.rows.end(), row.begin(), row.end());
    }
    out.mass.assign(all.view().mass.begin(), all.view().mass.end());
    return out;
  }

  [[nodiscard]] KktOptions options(const std::vector<std::size_t>& chosen) const {
    KktOptions out;
    const std::size_t n = engine_.coordinates();
    if (typical_.empty()) return out;
    for (const std::size_t k : chosen)
      out.typical_rows.insert(out.typical_rows.end(), typical_.begin() + static_cast<std::ptrdiff_t>(k * n),
                              typical_.begin() + static_cast<std::ptrdiff_t>((k + 1) * n));
    return out;
  }

  /// Singular values of the chosen rows; throws SolveError where they have none.
  [[nodiscard]] std::vector<double> spectrum(std::span<const double> inputs,
                                             const std::vector<std::size_t>& chosen) const {
    if (chosen.empty()) return {};
    return spectrum_of(rows_at(inputs, chosen), chosen, inputs[0]);
  }

  [[nodiscard]] std::vector<double> spectrum_of(const RowsAt& at, const std::vector<std::size_t>& chosen,
                                                double time) const {
    for (const double x : at.rows)
      if (!std::isfinite(x)) throw SolveError("a constraint row is not finite", {.time = time});
    return row_spectrum({at.mass, at.rows, {}}, static_cast<int>(engine_.coordinates()),
                        static_cast<int>(chosen.size()), options(chosen));
  }

  /// A state near the first one, a little later and off the constraints.
  [[nodiscard]] std::vector<double> nearby(double size) {
    const InputLayout& layout = engine_.programs->layout;
    const auto shift = [this, size] { return random_.between(-size, size); };
    std::vector<double> near = inputs_;
    near[layout.time()] += std::abs(shift());
    for (std::size_t k = layout.position(); k < layout.parameter(); ++k)
      near[k] += shift() * std::max(1.0, std::abs(near[k]));
    return near;
  }

  /// The medians of the entries of A over states round the first one: poles and zeros of a single state do not count.
  void find_typical_rows() {
    constexpr int draws = 9;
    constexpr double far = 0.1;
    std::vector<std::vector<double>> seen;
    for (int i = 0; i < draws; ++i) {
      std::vector<double> rows = rows_at(nearby(far), all_).rows;
      if (std::all_of(rows.begin(), rows.end(), [](double x) { return std::isfinite(x); }))
        seen.push_back(std::move(rows));
    }
    if (seen.empty()) return;
    const std::size_t n = engine_.coordinates();
    typical_.assign(engine_.constraints() * n, 0.0);
    std::vector<double> sizes(seen.size());
    for (std::size_t e = 0; e < all_.size() * n; ++e) {
      for (std::size_t s = 0; s < seen.size(); ++s)
        sizes[s] = std::abs(seen[s][e]);
      std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2), sizes.end());
      typical_[all_[e / n] * n + e % n] = sizes[sizes.size() / 2];
    }
  }

  [[nodiscard]] bool project_by(const RowRanks& ranks, std::vector<double>& near) const {
    Manifold manifold(engine_);
    if (is_part())
      manifold.set_active_rows(ActiveRows(all_, ranks));
    else
      manifold.set_known_ranks(ranks);
    return manifold.project(near);
  }

  /// Brings a state near the first one onto the constraints, to round-off. By the rank at the first one where that
  /// meets all rows: off the constraints rows that repeat others look independent, and all of them together lead far
  /// away, to where they are not. Else the first state is a singular position: by the rank that shows.
  [[nodiscard]] bool project_near(std::vector<double>& near) const {
    std::vector<double> projected = near;
    if (project_by(at_start_, projected)) {
      near = std::move(projected);
      return true;
    }
    Manifold manifold(engine_);
    if (is_part()) manifold.set_active_rows(ActiveRows(all_));
    if (!manifold.project(near)) return false;
    RowRanks shown;
    shown.typical_rows = options(all_).typical_rows;
    shown.all = count(spectrum(near, all_), visible_share);
    shown.holonomic = count(spectrum(near, holonomic_), visible_share);
    // Where that fails the rank that showed was too low: the rows that seemed to repeat others do not.
    if (!project_by(shown, near)) static_cast<void>(manifold.project(near));
    return true;
  }

  /// Raises the ranks by states on the constraints, from nearer ones to farther ones, and far away, where another
  /// branch may be met, only where there is none near by; `is_clear`: only by near ones at which no singular value is
  /// in doubt. Beside a singular position the constraints are met to half the digits alone, and rows that repeat others
  /// seem not to.
  void look_around(RowRanks& out, bool is_clear) {
    constexpr double distances[] = {1e-3, 1e-2, 1e-2, 3e-2, 0.1, 0.3};
    constexpr double far = 0.1;
    out.all = out.holonomic = 0;
    for (const double distance : distances) {
      if (distance >= far && (is_clear || !last_.empty())) return;
      try {
        std::vector<double> near = nearby(distance);
        if (!project_near(near)) continue;
        const std::vector<double> values = spectrum(near, all_);
        const int found = count(values, zero_share);
        if (is_clear && found != count(values, clear_share)) continue;
        out.holonomic = std::max(out.holonomic, count(spectrum(near, holonomic_), zero_share));
        if (found < out.all) continue;
        if (found > out.all) usual_smallest_ = 0;
        out.all = found;
        if (found > 0)
          usual_smallest_ = std::max(usual_smallest_, values[static_cast<std::size_t>(found) - 1] / values.front());
        last_ = near;
      } catch (const SolveError&) {
        continue;
      }
    }
  }

  /// No state near by was found: what the first one shows.
  void take_start(RowRanks& out) {
    last_ = inputs_;
    out.all = count(spectrum(inputs_, all_), visible_share);
    out.holonomic = count(spectrum(inputs_, holonomic_), visible_share);
  }

  /// Takes rows in their order while each raises the rank at the last state looked at. A row that does is found with
  /// those before it: of a set of independent rows each part is independent.
  [[nodiscard]] std::vector<std::size_t> independent_rows(int rank) const {
    const RowValues values = dalembert::rows_at(engine_, last_);
    std::vector<std::size_t> chosen;
    std::span<const std::size_t> rest = all_;
    const auto with = [&](std::size_t length) {
      std::vector<std::size_t> out = chosen;
      out.insert(out.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length));
      return out;
    };
    const auto are_independent = [&](std::size_t length) {
      const std::vector<std::size_t> tried = with(length);
      const std::vector<double> sizes = spectrum_of(rows_of(values, tried), tried, last_[0]);
      return count(sizes, visible_share) == static_cast<int>(tried.size());
    };
    while (!rest.empty() && static_cast<int>(chosen.size()) < rank) {
      const std::size_t most = std::min(rest.size(), static_cast<std::size_t>(rank) - chosen.size());
      const std::size_t length = longest_run(most, are_independent);
      chosen = with(length);
      rest = rest.subspan(std::min(length + 1, rest.size())); // the row behind these depends on them
    }
    return chosen;
  }

  /// The largest length up to `most` that `fits`, where all shorter ones do: all of them, or found by doubling, then by
  /// halves.
  template <typename Fits>
  [[nodiscard]] static std::size_t longest_run(std::size_t most, const Fits& fits) {
    if (fits(most)) return most;
    std::size_t fitting = 0;
    std::size_t failing = most;
    for (std::size_t tried = 1; tried < failing; tried *= 2)
      (fits(tried) ? fitting : failing) = tried;
    while (failing - fitting > 1) {
      const std::size_t middle = fitting + (failing - fitting) / 2;
      (fits(middle) ? fitting : failing) = middle;
    }
    return fitting;
  }

  const Engine& engine_;
  std::vector<double> inputs_;
  std::vector<std::size_t> all_;       ///< the rows in question
  std::vector<std::size_t> holonomic_; ///< of these
  std::vector<double> typical_;        ///< of all rows of the system, 0 for those that are not in question
  std::vector<double> last_;
  RowRanks at_start_; ///< those that show at the first state
  double usual_smallest_ = 0;
  RandomStream random_{"ranks of rows"};
};

} // namespace

RowRanks row_ranks(const Engine& engine, std::span<const double> inputs) {
  std::vector<std::size_t> all(engine.constraints());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return row_ranks(engine, inputs, all);
}

RowRanks row_ranks(const Engine& engine, std::span<const double> inputs, const std::vector<std::size_t>& rows) {
  if (rows.empty()) return {};
  return RankFinder(engine, inputs, rows).find();
}

RowRanks row_ranks(const Engine& engine, const State& admissible) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, admissible, inputs);
  return row_ranks(engine, inputs);
}

} // namespace simulation
} // namespace dalembert
