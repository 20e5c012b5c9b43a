#include <dalembert/analysis/closure.h>
#include <dalembert/analysis/motion_comparison.h>
#include <dalembert/exact/admissible_point.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/parameter_fit.h>
#include <dalembert/exact/residue_null_space.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/residue_echelon.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t compared_states = 3; ///< of each branch

using ResidueRows = std::vector<std::vector<Residue>>;

int rank_of(const ResidueRows& rows) {
  RowSpace space;
  for (const std::vector<Residue>& row : rows)
    space.add(row);
  return space.rank();
}

/// True where M·v̇ = Aᵀλ, A·v̇ = 0 has no solution but v̇ = 0.
bool determines_accelerations(const ResidueRows& mass, const ResidueRows& rows) {
  const std::size_t n = mass.size();
  const std::size_t m = rows.size();
  ResidueRows all(n + m, std::vector<Residue>(n + m));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      all[i][j] = mass[i][j];
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = 0; i < n; ++i)
      all[n + k][i] = all[i][n + k] = rows[k][i];
  return rank_of(all) == static_cast<int>(n) + rank_of(rows);
}

/// Reads matrices off the values of a list of claims.
class ClaimReader {
public:
  explicit ClaimReader(std::span<const Residue> values) : rest_(values) {}
  std::vector<Residue> row(std::size_t count) {
    std::vector<Residue> out(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(count));
    rest_ = rest_.subspan(count);
    return out;
  }
  ResidueRows rows(std::size_t count, std::size_t columns) {
    ResidueRows out;
    for (std::size_t i = 0; i < count; ++i)
      out.push_back(row(columns));
    return out;
  }

private:
  std::span<const Residue> rest_;
};

/// The parameters with a positive value, or none.
std::vector<Expr> positive_parameters(const System& system) {
  std::vector<Assignment> known;
  std::vector<Expr> out;
  for (const Parameter& parameter : system.parameters) {
    double value = 1.0;
    try {
      if (parameter.value) value = evaluate(*system.graph, *parameter.value, known);
    } catch (const std::invalid_argument&) { // of a parameter without a value, or one that comes later
      value = 0.0;
    }
    known.push_back({parameter.symbol, value});
    if (value > 0.0) out.push_back(parameter.symbol);
  }
  return out;
}

class MotionComparer {
public:
  MotionComparer(const Equations& b, const MappedModel& a, const RealSample* sample) : b_(b), a_(a), sample_(sample) {
    for (const std::vector<Expr>* part : {&a.positions, &a.rates, &a.residual, &a.rows, &a.mass, &a.slopes,
                                          &b.constraint_matrix.entries, &b.mass().entries})
      claims_.insert(claims_.end(), part->begin(), part->end());
  }

  MotionComparison run() {
    const AdmissiblePoints points(b_, claims_, sample_);
    MotionComparison first = look(points, {});
    if (first.obeys != Answer::no) return first;
    const std::vector<Expr> positive = positive_parameters(*b_.system);
    MotionComparison second = look(points, positive);
    second.assumes_positive = true;
    return second.is_same() ? second : first;
  }

private:
  MotionComparison look(const AdmissiblePoints& points, const std::vector<Expr>& positive) {
    out_ = {};
    if (!points.is_solvable() || points.branches() > draws::most_branches) {
      out_.note = "the constraints of the second model could not be solved exactly";
      return out_;
    }
    out_.obeys = Answer::yes;
    out_.are_determined = true;
    for (unsigned branch = 0; branch < points.branches(); ++branch) {
      std::size_t seen = 0;
      for (std::uint64_t seed = 1; seed <= draws::most_points && seen < compared_states; ++seed) {
        const auto values = points.values(seed, branch, squares(points, positive, seed));
        if (!values) continue;
        ++seen;
        look_at(values->claims);
      }
      if (seen == compared_states) continue;
      if (out_.obeys == Answer::yes) out_.obeys = Answer::undecided;
      out_.note = "too few exact states of the second model were found";
    }
    if (!out_.are_determined) out_.note = "the equations of one model do not determine its accelerations";
    return out_;
  }

  static SymbolValues squares(const AdmissiblePoints& points, const std::vector<Expr>& of, std::uint64_t seed) {
    const std::vector<Residue> drawn = drawn_parameters(of.size(), seed);
    SymbolValues out;
    for (std::size_t i = 0; i < of.size(); ++i)
      if (!points.is_solved_for(of[i])) out.emplace_back(of[i], drawn[i]);
    return out;
  }

  void look_at(const std::vector<Residue>& claims) {
    const std::size_t n = a_.coordinates;
    const std::size_t other = b_.speeds.size();
    ClaimReader read(claims);
    const std::vector<Residue> levels = read.row(a_.positions.size() + a_.rates.size());
    const std::vector<Residue> residual = read.row(n);
    const ResidueRows rows = read.rows(a_.constraints, n);
    const ResidueRows mass = read.rows(n, n);
    const ResidueRows slopes = read.rows(n, other);
    const ResidueRows other_rows = read.rows(b_.system->constraints.size(), other);
    const ResidueRows other_mass = read.rows(other, other);
    out_.are_determined =
        out_.are_determined && determines_accelerations(mass, rows) && determines_accelerations(other_mass, other_rows);
    const bool is_admissible = std::ranges::all_of(levels, [](Residue x) { return x.is_zero(); });
    RowSpace forces;
    for (const std::vector<Residue>& row : rows)
      forces.add(row);
    out_.freedoms = static_cast<int>(n) - forces.rank();
    out_.other_freedoms = static_cast<int>(other) - rank_of(other_rows);
    out_.reached = reached(slopes, other_rows, other);
    if (!is_admissible || forces.add(residual)) out_.obeys = Answer::no;
  }

  /// The dimension of the image of the rates that the rows of B allow.
  static int reached(const ResidueRows& slopes, const ResidueRows& rows, std::size_t columns) {
    RowSpace image;
    for (const std::vector<Residue>& rate : residue_null_space(rows, columns).vectors) {
      std::vector<Residue> mapped;
      for (const std::vector<Residue>& slope : slopes) {
        Residue sum;
        for (std::size_t i = 0; i < columns; ++i)
          sum += slope[i] * rate[i];
        mapped.push_back(sum);
      }
      image.add(mapped);
    }
    return image.rank();
  }

  const Equations& b_;
  const MappedModel& a_;
  const RealSample* sample_;
  std::vector<Expr> claims_;
  MotionComparison out_;
};

} // namespace

MotionComparison compare_motions(const Equations& b, const MappedModel& a, const RealSample* sample) {
  return MotionComparer(b, a, sample).run();
}

} // namespace analysis
} // namespace dalembert
