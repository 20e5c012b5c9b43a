#include <dalembert/export/c_header.h>
#include <dalembert/export/c_names.h>
#include <dalembert/export/c_program.h>
#include <dalembert/export/c_pull.h>
#include <dalembert/export/c_solver.h>
#include <dalembert/export/c_source.h>
#include <dalembert/export/c_start.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::size_t most_on_stack = 16'384; ///< numbers of work space, 128 KiB

constexpr std::string_view multiply_add = R"(#ifdef FP_FAST_FMA
#define MULADD(a, b, c) fma(a, b, c)
#else
#define MULADD(a, b, c) ((a) * (b) + (c))
#endif

)";
constexpr std::string_view sign_source =
    R"(static double sign_of(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x; }

)";
constexpr std::string_view step_source = R"(static double step_of(double x) {
  return x > 0.0 ? 1.0 : x < 0.0 ? 0.0 : x == 0.0 ? 0.5 : x;
}

)";

/// The public functions; @ stands for the prefix.
constexpr std::string_view definitions =
    R"(/* Coordinates that no equation holds count as well. */
static int is_finite_state(double t, const double *q, const double *v) {
  return isfinite(t) && is_finite(q, N) && is_finite(v, N);
}

int @_accelerations(double t, const double q[], const double v[], const double p[], double a[], double lambda[]
#if F > 0
    , double friction[]
#endif
) {
  STORAGE double y[DYNAMICS];
  STORAGE struct kkt k;
  double own[ROWS], turned[F + 1];
#if F == 0
  double *const friction = 0;
#endif
  if (!is_finite_state(t, q, v)) return 2;
  dynamics(t, q, v, p, y);
  return solve_dynamics(&k, y, a, lambda ? lambda : own, friction, turned);
}

void @_reactions(double t, const double q[], const double v[], const double p[], const double a[],
    const double lambda[], double r[]) {
  reactions(t, q, v, p, a, lambda, r);
}

void @_outputs(double t, const double q[], const double v[], const double p[], const double a[],
    const double lambda[],
#if F > 0
    const double friction[], double o[]) {
  outputs(t, q, v, p, a, lambda, friction, o);
#else
    double o[]) {
  outputs(t, q, v, p, a, lambda, o);
#endif
}

void @_parameters(double p[]) {
#if COMPUTED > 0
  double values[COMPUTED];
  int k;
  parameter_values(p, values);
  for (k = 0; k < COMPUTED; ++k)
    p[computed[k]] = values[k];
#else
  (void)p;
#endif
}

void @_energies(double t, const double q[], const double v[], const double p[], double e[3]) {
  energies(t, q, v, p, e);
}

void @_momenta(double t, const double q[], const double v[], const double p[], double m[]) {
  momenta(t, q, v, p, m);
}

void @_residuals(double t, const double q[], const double v[], const double p[], double at[], double rate[]) {
  double of_positions[MH + 1];
  int k;
  position_residuals(t, q, v, p, of_positions);
  rate_residuals(t, q, v, p, rate);
  for (k = 0; k < M; ++k)
    at[k] = 0.0;
  for (k = 0; k < MH; ++k)
    at[holonomic[k]] = of_positions[k];
}

int @_jacobian(double t, const double q[], const double v[], const double p[], double a_by_q[], double a_by_v[],
    double lambda_by_q[], double lambda_by_v[]) {
  STORAGE double y[DYNAMICS], d[2 * N * N + 2 * M * N + 2 * F * N];
  STORAGE struct kkt k;
  double a[N], l[ROWS], f[F + 1], turned[F + 1];
  int status, j, i;
  if (!is_finite_state(t, q, v)) return 2;
  dynamics(t, q, v, p, y);
  status = solve_dynamics(&k, y, a, l, f, turned);
  if (status) return status;
  derivatives(t, q, v, p, a, l, f, d);
  if (!is_finite(d, 2 * N * N + 2 * M * N + 2 * F * N)) return 2;
  for (j = 0; j < 2 * N; ++j) {
    const int level = j / N, c = j % N;
    const double *of_motion = d + level * N * N, *of_rows = d + 2 * N * N + level * M * N;
    double h[N], g[ROWS] = {0.0}, da[N], dl[ROWS];
    double *by = level ? a_by_v : a_by_q, *lambda_by = level ? lambda_by_v : lambda_by_q;
    for (i = 0; i < N; ++i)
      h[i] = -of_motion[i * N + c];
    for (i = 0; i < M; ++i)
      g[i] = -of_rows[i * N + c];
#if F > 0
    {
      int of;
      for (of = 0; of < F; ++of) {
        const double by_state = turned[of] * d[2 * N * N + 2 * M * N + of * 2 * N + level * N + c];
        for (i = 0; i < N; ++i)
          h[i] -= by_state * y[N * N + N + M * N + M + of * (2 + N + M) + 2 + i];
      }
    }
#endif
    solve(&k, h, g, da, dl);
    for (i = 0; by && i < N; ++i)
      by[i * N + c] = da[i];
    for (i = 0; lambda_by && i < M; ++i)
      lambda_by[i * N + c] = is_determined(&k, i) ? dl[i] : NAN;
  }
  return 0;
}

int @_project(double t, double q[], double v[], const double p[]) {
  if (!is_finite_state(t, q, v) || !is_finite(p, P)) return 2;
#if M > 0
  if (MH > 0 && !move_onto(positions, MH, t, q, v, p, q)) return 5;
  return move_onto(rates, M, t, q, v, p, v) ? 0 : 5;
#else
  return 0;
#endif
}
)";

class Source {
public:
  Source(const CModel& model, std::string prefix)
      : model_(model), layout_(model.programs.layout), prefix_(std::move(prefix)) {}

  [[nodiscard]] std::string all() {
    add_programs();
    if (model_.directions != nullptr) add_directions(*model_.directions);
    std::string out = beginning() + tables_.source() + c_start_tables(model_) + text_ + std::string(c_solver()) +
                      std::string(c_motion());
    if (layout_.multipliers > 0) out += c_projection();
    for (const std::string_view part : {definitions, c_start(), c_pull()})
      out += with_prefix(part, prefix_);
    if (model_.directions != nullptr) out += with_prefix(c_direction(), prefix_);
    return out;
  }

private:
  void add_programs() {
    const Programs& programs = model_.programs;
    const Tape& account = programs.account.tape;
    const std::size_t n = layout_.coordinates;
    const std::size_t mh = programs.positions.rows.size();
    // T, V, h, E, then Qc, reactions, residual, momenta.
    const std::size_t first = 4 + n;
    const std::size_t reactions = model_.study.system.reactions.size();
    add("dynamics", programs.dynamics.tape);
    if (layout_.multipliers > 0) { // what projects needs them
      add("positions", programs.positions.tape);
      add("rates", programs.rates.tape);
    }
    add("position_residuals", programs.positions.tape, outputs_from(0, mh));
    add("rate_residuals", programs.rates.tape, outputs_from(0, layout_.multipliers));
    add("energies", account, outputs_from(0, 3));
    add("momenta", account, outputs_from(first + reactions + n, n));
    add("reactions", account, outputs_from(first, reactions), {"a", "l"});
    std::vector<std::size_t> shown;
    for (const OutputQuantity& output : model_.outputs)
      shown.push_back(output.observable);
    std::vector<std::string> forces{"a", "l"};
    if (layout_.frictions > 0) forces.emplace_back("f");
    add("outputs", programs.observables.tape, shown, forces);
    add("derivatives", model_.derivatives, {"a", "l", "f"});
    add("initial_values", programs.initial.tape);
    if (!model_.computed.computed.empty())
      text_ += c_function(
          {"parameter_values", {"p"}, outputs_from(0, model_.computed.computed.size())}, model_.computed.tape,
          [](std::size_t i) { return fmt::format("p[{}]", i); }, tables_);
  }

  /// The same motion and what is known at a state along a direction.
  void add_directions(const Tape& tape) {
    const std::size_t n = layout_.coordinates;
    const std::size_t rows = n + 2 * layout_.multipliers + model_.programs.positions.rows.size();
    const CInput input = [this, n](std::size_t i) {
      if (i < layout_.impulse()) return input_name(i);
      const std::size_t k = i - layout_.impulse();
      if (k < n) return fmt::format("along_q[{}]", k);
      if (k < 2 * n) return fmt::format("along_v[{}]", k - n);
      return k < 3 * n ? fmt::format("da[{}]", k - 2 * n) : fmt::format("dl[{}]", k - 3 * n);
    };
    std::vector<std::string> parameters{"t", "q", "v", "p", "a", "l", "along_q", "along_v"};
    text_ += c_function({"direction_rows", parameters, outputs_from(0, rows)}, tape, input, tables_);
    parameters.insert(parameters.end(), {"da", "dl"});
    text_ +=
        c_function({"direction_values", parameters, outputs_from(rows, tape.outputs() - rows)}, tape, input, tables_);
  }

  void add(std::string name, const Tape& tape, std::vector<std::size_t> outputs,
           const std::vector<std::string>& more = {}) {
    CFunction function{std::move(name), {"t", "q", "v", "p"}, std::move(outputs)};
    function.parameters.insert(function.parameters.end(), more.begin(), more.end());
    text_ += c_function(
        function, tape, [this](std::size_t i) { return input_name(i); }, tables_);
  }
  void add(std::string name, const Tape& tape, const std::vector<std::string>& more = {}) {
    add(std::move(name), tape, outputs_from(0, tape.outputs()), more);
  }

  /// What a program of the state reads, and beside it accelerations, multipliers and frictions; the quantities of a
  /// whole run are 0.
  [[nodiscard]] std::string input_name(std::size_t i) const {
    if (i < layout_.position()) return "t";
    if (i < layout_.rate()) return fmt::format("q[{}]", i - layout_.position());
    if (i < layout_.parameter()) return fmt::format("v[{}]", i - layout_.rate());
    if (i < layout_.state_size()) return fmt::format("p[{}]", i - layout_.parameter());
    if (i < layout_.multiplier()) return fmt::format("a[{}]", i - layout_.acceleration());
    if (i < layout_.friction()) return fmt::format("l[{}]", i - layout_.multiplier());
    if (i < layout_.impulse()) return fmt::format("f[{}]", i - layout_.friction());
    return "0.0";
  }

  [[nodiscard]] std::string beginning() const {
    const std::size_t n = layout_.coordinates;
    const std::size_t m = layout_.multipliers;
    const std::vector<std::size_t>& holonomic = model_.programs.positions.rows;
    const Tape& dynamics = model_.programs.dynamics.tape;
    const std::size_t rows = std::max<std::size_t>(m + initial_rows(model_), 1);
    const std::size_t work = dynamics.outputs() + 5 * n * n + 6 * rows * n + 2 * rows * rows + (n + rows) * (n + rows) +
                             2 * layout_.frictions * n + std::max(dynamics.values(), model_.derivatives.values());
    std::string out = fmt::format("/* Made by {}. What the functions are for stands in {}.h. */\n",
                                  c_comment(model_.made_by), prefix_);
    out += fmt::format("#include \"{}.h\"\n\n#include <math.h>\n\n", prefix_);
    out += c_arrays(model_, prefix_);
    out += fmt::format(
        "#define N {}  /* coordinates */\n#define M {}  /* constraints */\n"
        "#define MH {} /* of them holonomic */\n#define F {}  /* frictions */\n#define P {}  /* parameters */\n"
        "#define COMPUTED {} /* parameters declared in terms of others */\n#define R {}  /* reactions */\n#define O {} "
        " /* outputs */\n"
        "#define ROWS {} /* M and rows of the initial values, or room for one where there is none */\n#define DYNAMICS "
        "{}\n",
        n, m, holonomic.size(), layout_.frictions, model_.parameters.size(), model_.computed.computed.size(),
        model_.study.system.reactions.size(), model_.outputs.size(), rows, model_.programs.dynamics.tape.outputs());
    out += work > most_on_stack ? "#define STORAGE static _Thread_local /* more than a stack may hold */\n\n"
                                : "#define STORAGE\n\n";
    out += c_indices("holonomic", holonomic);
    if (!model_.computed.computed.empty()) out += c_indices("computed", model_.computed.computed);
    out += "\n";
    out += multiply_add;
    if (text_.find("sign_of(") != std::string::npos) out += sign_source;
    if (text_.find("step_of(") != std::string::npos) out += step_source;
    return out;
  }

  const CModel& model_;
  const InputLayout& layout_;
  std::string prefix_;
  CTables tables_;
  std::string text_;
};

} // namespace

CSource c_source(const CModel& model) {
  CSource out;
  out.prefix = c_prefix(model.study.system.name);
  out.header = c_header(model, out.prefix);
  out.source = Source(model, out.prefix).all();
  return out;
}

} // namespace exporting
} // namespace dalembert
