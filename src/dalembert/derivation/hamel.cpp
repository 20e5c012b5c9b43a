#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/form_sweeps.h>
#include <dalembert/derivation/forms.h>
#include <dalembert/derivation/reduced_form.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace derivation {

namespace {

/// One derivation in quasi-velocities. The speeds of the constraints are speeds like the others until L has been
/// differentiated; only then they are 0.
class Hamel {
public:
  Hamel(const Equations& equations, const SpeedFrame& frame)
      : equations_(equations),
        system_(*equations.system),
        graph_(*system_.graph),
        frame_(frame),
        form_(form_on(equations, frame, "hamel")),
        sweeps_(equations, form_),
        n_(frame.rows.rows),
        k_(frame.directions.columns) {
    for (const int row : frame.constraints) {
      names_.push_back(system_.constraints[static_cast<std::size_t>(row)].name);
      constraint_speeds_.push_back(graph_.symbol(names_.back()));
    }
    names_.insert(names_.begin(), frame.names.begin(), frame.names.end());
  }

  MotionForm take() {
    add_momenta();
    const std::vector<Expr> dissipative = sweeps_.at_speeds(equations_.dissipative_forces);
    const std::vector<Expr> active = sweeps_.at_speeds(sweeps_.active_forces());
    for (int r = 0; r < k_; ++r) {
      Expr motion = graph_.sub(sweeps_.in_time(momenta_[static_cast<std::size_t>(r)]), sweeps_.along(lagrangian_, r));
      for (int s = 0; s < n_; ++s)
        motion = graph_.sub(motion, graph_.mul(momenta_[static_cast<std::size_t>(s)], gyroscopic(s, r)));
      motion = graph_.add(motion, sweeps_.projected(dissipative, r));
      const Expr forces = sweeps_.projected(active, r);
      form_.residual.push_back(graph_.sub(motion, forces));
      const int coordinate = frame_.coordinates[static_cast<std::size_t>(r)];
      form_.parts.push_back({PartKind::equation, label_of(system_, frame_, r), motion, forces,
                             coordinate < 0 ? static_cast<int>(system_.coordinates.size()) + r : coordinate});
    }
    form_.parts.insert(form_.parts.end(), structure_.begin(), structure_.end());
    complete(equations_, form_, MultiplierRows::eliminated);
    add_way_back(equations_, form_, frame_.returns, frame_.constraints);
    return std::move(form_);
  }

private:
  [[nodiscard]] Expr column(int i, int s) const {
    return s < k_ ? frame_.directions.at(i, s) : frame_.returns.at(i, s - k_);
  }

  /// l(q, u, t) and all its momenta at vanishing constraint speeds.
  void add_momenta() {
    std::vector<Replacement> replacements;
    // A declared speed that occurs in L as it stands is named there: what is short stays short.
    for (std::size_t r = 0; r < frame_.speeds.size(); ++r)
      if (frame_.coordinates[r] < 0) replacements.push_back({frame_.values[r], frame_.speeds[r]});
    const std::vector<Expr> v = system_.rates();
    for (int i = 0; i < n_; ++i) {
      Expr rate = frame_.rates[static_cast<std::size_t>(i)];
      for (int s = k_; s < n_; ++s)
        rate = graph_.add(rate, graph_.mul(column(i, s), constraint_speeds_[static_cast<std::size_t>(s - k_)]));
      const Expr symbol = v[static_cast<std::size_t>(i)];
      if (std::ranges::none_of(replacements, [symbol](const Replacement& x) { return x.symbol == symbol; }))
        replacements.push_back({symbol, rate});
    }
    const Expr full = substitute(graph_, equations_.energy.lagrangian, replacements);
    std::vector<Expr> speeds = frame_.speeds;
    speeds.insert(speeds.end(), constraint_speeds_.begin(), constraint_speeds_.end());
    std::vector<Replacement> vanishing;
    for (const Expr symbol : constraint_speeds_)
      vanishing.push_back({symbol, graph_.zero()});
    momenta_ = substitute(graph_, gradient(graph_, full, speeds), vanishing);
    lagrangian_ = substitute(graph_, full, vanishing);
  }

  /// Σᵢ Y_si·[X_a, X_r]ᵢ, where a = −1 stands for X₀ = ∂/∂t + Σ yᵢ·∂/∂qᵢ.
  Expr structure_coefficient(int s, int a, int r) {
    Expr sum = graph_.zero();
    for (int i = 0; i < n_; ++i) {
      const Expr row = frame_.rows.at(s, i);
      if (graph_.is_zero(row)) continue;
      const Expr first = a < 0 ? along_drift(column(i, r)) : sweeps_.along(column(i, r), a);
      const Expr second = sweeps_.along(a < 0 ? frame_.drift[static_cast<std::size_t>(i)] : column(i, a), r);
      sum = graph_.add(sum, graph_.mul(row, graph_.sub(first, second)));
    }
    return simplest(graph_, sum);
  }

  [[nodiscard]] Expr along_drift(Expr e) const {
    std::vector<Seed> seeds{{system_.time, graph_.one()}};
    for (std::size_t i = 0; i < frame_.drift.size(); ++i)
      seeds.push_back({system_.coordinates[i].position, frame_.drift[i]});
    return directional(graph_, e, seeds);
  }

  /// Σ_a cˢ(a, r)·u_a + cˢ(0, r)
  Expr gyroscopic(int s, int r) {
    Expr sum = structure_coefficient(s, -1, r);
    if (!graph_.is_zero(sum)) show(s, "0", r, sum);
    for (int a = 0; a < k_; ++a) {
      if (a == r) continue;
      const Expr c = structure_coefficient(s, a, r);
      if (graph_.is_zero(c)) continue;
      if (a < r) show(s, names_[static_cast<std::size_t>(a)], r, c);
      sum = graph_.add(sum, graph_.mul(c, frame_.speeds[static_cast<std::size_t>(a)]));
    }
    return sum;
  }

  void show(int s, const std::string& a, int r, Expr value) {
    const std::string name =
        fmt::format("c.{}({}, {})", names_[static_cast<std::size_t>(s)], a, names_[static_cast<std::size_t>(r)]);
    structure_.push_back({PartKind::structure, name, {}, value});
  }

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  const SpeedFrame& frame_;
  MotionForm form_;
  FormSweeps sweeps_;
  int n_;
  int k_;
  std::vector<std::string> names_; ///< of the speeds, then of the constraints
  std::vector<Expr> constraint_speeds_;
  std::vector<Expr> momenta_; ///< of all speeds, those of the constraints included
  Expr lagrangian_;
  std::vector<FormPart> structure_;
};

} // namespace

MotionForm derive_hamel(const Equations& equations, const IndependentCoordinates&) {
  const System& system = *equations.system;
  if (system.speeds.empty())
    refuse_form(system, "hamel",
                {.reason = "the model declares no quasi-velocity",
                 .help = "write one as  speed w = x'*cos(theta) + y'*sin(theta) ; rates of coordinates complete the "
                         "declared ones"});
  const SpeedFrame frame = speed_frame(equations, "hamel", SpeedsFrom::declared, {});
  if (std::ranges::none_of(frame.coordinates, [](int c) { return c < 0; }))
    refuse_form(system, "hamel",
                {.reason = "no declared speed is linear in the rates and free of the constraints",
                 .span = system.speeds.front().span});
  return Hamel(equations, frame).take();
}

} // namespace derivation
} // namespace dalembert
