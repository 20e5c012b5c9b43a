#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace dalembert::bench {

/// The equations of a motion at one state: M·a = h + Aᵀ·λ, A·a = γ. Row-major.
struct HandEquations {
  std::vector<double> mass;    ///< n×n
  std::vector<double> forces;  ///< h
  std::vector<double> rows;    ///< A, m×n; holonomic ones first
  std::vector<double> forcing; ///< γ
};

/// A problem of bench/accuracy/references.json with its equations written by hand.
struct HandProblem {
  std::string name;
  double end = 0.0; ///< s
  std::vector<std::string> coordinates = {};
  std::vector<std::string> multipliers = {};
  std::size_t holonomic = 0; ///< how many rows come from positions; the rest are rows of rates
  std::vector<double> q = {};
  std::vector<double> v = {};
  bool is_stiff = false;
  /// Fills the equations; what is constantly 0 is left as it is.
  void (*equations)(const double* q, const double* v, HandEquations& out) = nullptr;
  /// Writes φ of the holonomic rows and ψ of the rows of rates.
  void (*residuals)(const double* q, const double* v, double* out) = nullptr;
  /// Writes a and λ by a way that is cheaper than elimination of the whole system; optional.
  void (*accelerations)(const double* q, const double* v, double* a, double* lambda) = nullptr;

  [[nodiscard]] std::size_t size() const { return q.size(); }
  [[nodiscard]] std::size_t constraints() const { return multipliers.size(); }
};

[[nodiscard]] std::span<const HandProblem> hand_problems();
/// Those of them that are made of bars and joints.
[[nodiscard]] std::vector<HandProblem> mechanisms_by_hand();

/// Solves the equations of a problem for a and λ, by elimination with row exchanges where the problem has no better
/// way.
class HandMotion {
public:
  explicit HandMotion(const HandProblem& problem);

  void solve(const double* q, const double* v);
  [[nodiscard]] const std::vector<double>& accelerations() const { return a_; }
  [[nodiscard]] const std::vector<double>& multipliers() const { return lambda_; }
  [[nodiscard]] const HandEquations& equations() const { return at_; }

private:
  void eliminate();

  const HandProblem& problem_;
  HandEquations at_;
  std::vector<double> matrix_;
  std::vector<double> right_;
  std::vector<double> a_;
  std::vector<double> lambda_;
};

} // namespace dalembert::bench
