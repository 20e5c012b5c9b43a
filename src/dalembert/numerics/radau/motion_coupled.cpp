#include <dalembert/numerics/linear/planned_lu.h>
#include <dalembert/numerics/radau/motion_coupled.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace numerics {

namespace {

using Index = Eigen::Index;
using RowMajorWeights = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// For each stage: the entries of the pattern in the columns of each stage, one behind the other, then those of −Aᵀ.
std::vector<EntryPlace> coupled_places(const MotionPattern& pattern, std::size_t stages) {
  std::vector<EntryPlace> out;
  const std::size_t rows = pattern.begins.size() - 1;
  const auto place = [rows](std::size_t stage, std::size_t of) {
    return static_cast<std::uint32_t>(stage * rows + of);
  };
  for (std::size_t j = 0; j < stages; ++j) {
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e)
        for (std::size_t k = 0; k < stages; ++k)
          out.push_back({place(j, i), place(k, pattern.columns[e])});
    for (std::size_t i = pattern.coordinates; i < rows; ++i)
      for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e)
        out.push_back({place(j, pattern.columns[e]), place(j, i)});
  }
  return out;
}

} // namespace

struct MotionCoupled::Work {
  std::vector<LinearisedMotion> motions;
  RowMajorWeights weights; ///< h A
  struct Planned {
    std::size_t stages;
    std::shared_ptr<const LuPlan> plan;
    PlannedLu<double> lu;
  };
  std::list<Planned> all;     ///< for each number of stages there was; a stepper has one pattern
  Planned* current = nullptr; ///< of the matrix factored last
  std::vector<double> values;

  void make_current(const MotionPattern& pattern, std::size_t stages) {
    const auto known = std::ranges::find(all, stages, &Planned::stages);
    if (known == all.end()) {
      auto plan = std::make_shared<const LuPlan>(
          make_lu_plan(stages * (pattern.begins.size() - 1), coupled_places(pattern, stages)));
      all.push_back({stages, plan, PlannedLu<double>(plan)});
    }
    current = known == all.end() ? &all.back() : &*known;
  }
};

MotionCoupled::MotionCoupled() : work_(std::make_unique<Work>()) {}
MotionCoupled::~MotionCoupled() = default;

const LuPlan& MotionCoupled::plan() const {
  return *work_->current->plan;
}

bool MotionCoupled::is_worth_it(const MotionPattern& pattern, std::size_t stages) {
  const LuPlan& blocks = pattern.plan;
  constexpr double dearer = 64;        // eight times the blocks of a Jacobian, which has twice the unknowns
  constexpr double few = 300;          // unknowns
  constexpr double most_entries = 3e7; // of full factors: 240 MB
  const auto s = static_cast<double>(stages);
  const double unknowns = s * static_cast<double>(blocks.size);
  if (unknowns <= few) return true;
  const double most = dearer * (2 * s - 1) * blocks.multiplications;
  if (!blocks.is_sparse) return unknowns * unknowns <= most_entries && std::pow(unknowns, 3) / 3 <= most;
  work_->make_current(pattern, stages);
  return plan().multiplications <= most && plan().entries_of_factors <= most_entries;
}

bool MotionCoupled::factor(const RadauTableau& tableau, double h, std::span<const LinearisedMotion> motions) {
  Work& w = *work_;
  const MotionPattern& pattern = *motions.front().pattern;
  const std::size_t s = motions.size();
  w.make_current(pattern, s);
  w.motions.assign(motions.begin(), motions.end());
  const auto stages = static_cast<Index>(s);
  w.weights = h * Eigen::Map<const RowMajorWeights>(tableau.matrix.data(), stages, stages);
  const RowMajorWeights squares = w.weights * w.weights;
  const std::size_t first = pattern.begins[pattern.coordinates]; // of the rows of constraints
  w.values.clear();
  for (std::size_t j = 0; j < s; ++j) {
    const LinearisedMotion& at = motions[j];
    for (std::size_t e = 0; e < pattern.columns.size(); ++e)
      for (std::size_t k = 0; k < s; ++k) {
        const auto row = static_cast<Index>(j);
        const auto column = static_cast<Index>(k);
        const double inertia = j == k ? at.by_acceleration[e] : 0.0;
        w.values.push_back(inertia + w.weights(row, column) * at.by_rate[e] + squares(row, column) * at.by_position[e]);
      }
    for (std::size_t e = first; e < pattern.columns.size(); ++e)
      w.values.push_back(-at.by_acceleration[e]);
  }
  return w.current->lu.factor(w.values);
}

void MotionCoupled::solve(std::span<double> stages, std::size_t stride) const {
  const Work& w = *work_;
  const MotionPattern& pattern = *w.motions.front().pattern;
  const auto n = static_cast<Index>(pattern.coordinates);
  const auto rows = static_cast<Index>(pattern.begins.size() - 1);
  const Index s = w.weights.rows();
  Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>> x(stages.data(), 2 * n, s,
                                                         Eigen::OuterStride<>(static_cast<Index>(stride)));
  const Eigen::MatrixXd rates = x.bottomRows(n);
  const Eigen::MatrixXd positions = x.topRows(n) + rates * w.weights.transpose();
  Eigen::VectorXd right = Eigen::VectorXd::Zero(rows * s);
  for (Index j = 0; j < s; ++j) {
    const LinearisedMotion& at = w.motions[static_cast<std::size_t>(j)];
    for (Index i = 0; i < rows; ++i)
      for (std::size_t e = pattern.begins[static_cast<std::size_t>(i)];
           e < pattern.begins[static_cast<std::size_t>(i) + 1]; ++e) {
        const auto column = static_cast<Index>(pattern.columns[e]);
        right[j * rows + i] -= at.by_rate[e] * rates(column, j) + at.by_position[e] * positions(column, j);
      }
  }
  const Eigen::VectorXd solved = w.current->lu.solve(right);
  const Eigen::Map<const Eigen::MatrixXd> all(solved.data(), rows, s);
  const Eigen::MatrixXd moved = rates + all.topRows(n) * w.weights.transpose();
  x.topRows(n) += moved * w.weights.transpose();
  x.bottomRows(n) = moved;
}

} // namespace numerics
} // namespace dalembert
