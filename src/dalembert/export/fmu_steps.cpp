#include <dalembert/export/fmu_calls.h>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::string_view fmu_step_calls_source =
    R"C(/* Co-Simulation: Dormand and Prince's method of order 5 with its error estimate of order 4; each accepted step ends on
   the constraints. */

static const double stage_times[] = {0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0};
static const double stages[7][6] = {
    {0.0},
    {1.0 / 5.0},
    {3.0 / 40.0, 9.0 / 40.0},
    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
    {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}};
static const double error_weights[] = {71.0 / 57600.0,      0.0,           -71.0 / 16695.0, 71.0 / 1920.0,
                                       -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
static const int most_steps = 1000000;

/* The inputs along one communication step. */
struct course {
  double t, p[P + 1], rate[P + 1];
  int is_ramped;
};

static void put_inputs(const struct course *course, double t, double *p) {
  int i;
  for (i = 0; i < P; ++i)
    p[i] = course->p[i] + course->rate[i] * (t - course->t);
  if (course->is_ramped) @_parameters(p);
}

static int slope(const struct course *course, double t, const double *y, double *dy) {
  double p[P + 1];
  int i;
  put_inputs(course, t, p);
  for (i = 0; i < N; ++i)
    dy[i] = y[N + i];
  return @_accelerations(t, y, y + N, p, dy + N, NULL);
}

/* One step from y with the slope k[0]: the end, which is put onto the constraints, and its error over the tolerance. */
static int take_step(const struct course *course, double t, double h, double tolerance, const double *y,
                     double k[7][2 * N], double *end, double *error) {
  double p[P + 1];
  int stage, j, i, status;
  for (stage = 1; stage < 7; ++stage) {
    for (i = 0; i < 2 * N; ++i) {
      double sum = 0.0;
      for (j = 0; j < stage; ++j)
        sum += stages[stage][j] * k[j][i];
      end[i] = y[i] + h * sum;
    }
    status = slope(course, t + stage_times[stage] * h, end, k[stage]);
    if (status) return status;
  }
  *error = 0.0;
  for (i = 0; i < 2 * N; ++i) {
    double sum = 0.0;
    for (j = 0; j < 7; ++j)
      sum += error_weights[j] * k[j][i];
    *error = fmax(*error, fabs(h * sum) / (tolerance * fmax(scale[i % N], fmax(fabs(y[i]), fabs(end[i])))));
  }
  if (!(*error <= 1.0)) return isfinite(*error) ? 0 : 2;
  put_inputs(course, t + h, p);
  return @_project(t + h, end, end + N, p);
}

static double first_step(const double *y, const double *dy, double tolerance) {
  double size = 1e-5, speed = 1e-5;
  int i;
  for (i = 0; i < 2 * N; ++i) {
    size = fmax(size, fabs(y[i]) / (scale[i % N] + fabs(y[i])));
    speed = fmax(speed, fabs(dy[i]) / (scale[i % N] + fabs(y[i])));
  }
  return 0.1 * pow(tolerance, 0.2) * size / speed;
}

/* Advances the instance to `end`. Returns NULL, or why it came no further. */
static const char *advance(struct instance *c, const struct course *course, double end) {
  struct state *now = &c->now;
  /* What single steps may add up to is the tolerance of the whole: each has a part of it. */
  const double begin = now->t, whole = now->tolerance > 0.0 ? now->tolerance : now->own_tolerance;
  const double tolerance = fmax(0.02 * whole, 1e-15);
  double y[2 * N], next[2 * N], k[7][2 * N];
  int i, count, status, is_last = 0, is_sloped = 0;
  for (i = 0; i < N; ++i) {
    y[i] = now->q[i];
    y[N + i] = now->v[i];
  }
  for (count = 0; !is_last; ++count) {
    double h, error = 0.0, factor;
    int is_cut = 0;
    if (count >= most_steps) return "10^6 steps within one communication step: the equations are stiff";
    status = is_sloped ? 0 : slope(course, now->t, y, k[0]);
    if (status) return why(status);
    is_sloped = 1;
    if (!(now->step > 0.0)) now->step = fmin(first_step(y, k[0], tolerance), end - begin);
    h = now->step;
    if (h >= (end - now->t) * (1.0 - 1e-10)) {
      is_cut = is_last = 1;
      h = end - now->t;
    } else if (h > 0.5 * (end - now->t)) {
      is_cut = 1;
      h = 0.5 * (end - now->t);
    }
    status = take_step(course, now->t, h, tolerance, y, k, next, &error);
    if (status || !(error <= 1.0)) {
      now->step = h * (status ? 0.25 : fmax(0.2, 0.9 * pow(error, -0.2)));
      is_last = 0;
      if (!(now->step > 1e-13 * fmax(fabs(now->t), end - begin)))
        return status ? why(status) : "the steps became too short";
      continue;
    }
    factor = fmin(5.0, 0.9 * pow(fmax(error, 1e-10), -0.2));
    now->step = is_cut ? fmax(now->step, h * factor) : h * fmax(0.2, factor);
    now->t = is_last ? end : now->t + h;
    ++now->steps;
    for (i = 0; i < 2 * N; ++i) {
      y[i] = next[i];
      if (M == 0) k[0][i] = k[6][i];
    }
    is_sloped = M == 0;
    for (i = 0; i < N; ++i) {
      now->q[i] = y[i];
      now->v[i] = y[N + i];
    }
    put_inputs(course, now->t, now->p);
  }
  return NULL;
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real current, fmi2Real size, fmi2Boolean no_return) {
  struct instance *c = component;
  struct state *now;
  struct course course;
  const char *reason;
  int i;
  (void)no_return;
  if (!is_allowed(c, stepping, "fmi2DoStep")) return fmi2Error;
  now = &c->now;
  if (!(size > 0.0) || !isfinite(size)) {
    say(c, fmi2Error, "fmi2DoStep: the communication step is %g s, and must be positive", size);
    return fmi2Error;
  }
  if (!(fabs(current - now->t) <= 1e-8 * fmax(size, fabs(now->t)))) {
    say(c, fmi2Error, "fmi2DoStep: the step begins at %.17g s, and the unit is at %.17g s", current, now->t);
    return fmi2Error;
  }
  if (now->has_stop && current + size > now->stop + 1e-8 * fmax(size, fabs(now->stop))) {
    say(c, fmi2Error, "fmi2DoStep: the step goes beyond the stop time %.17g s", now->stop);
    return fmi2Error;
  }
  course.t = now->t;
  course.is_ramped = 0;
  for (i = 0; i < P; ++i) {
    course.p[i] = now->p[i];
    course.rate[i] = now->rate[i];
    course.is_ramped = course.is_ramped || now->rate[i] != 0.0;
  }
  reason = advance(c, &course, current + size);
  now->is_known = 0;
  if (!reason) return fmi2OK;
  now->phase = step_failed;
  say(c, fmi2Discard, "fmi2DoStep: at %.17g s: %s", now->t, reason);
  return fmi2Discard;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference vr[], size_t count,
    const fmi2Integer order[], const fmi2Real values[]) {
  struct instance *c = component;
  size_t i;
  if (!is_allowed(c, instantiated | initialization | stepping, "fmi2SetRealInputDerivatives")) return fmi2Error;
  for (i = 0; i < count; ++i) {
    if (order[i] != 1 || !isfinite(values[i])) {
      say(c, fmi2Error, "fmi2SetRealInputDerivatives: only first derivatives, with finite values");
      return fmi2Error;
    }
    if (vr[i] < vr_p || vr[i] >= vr_lambda || kind_of_parameter[vr[i] - vr_p] != input_value) {
      say(c, fmi2Error, "fmi2SetRealInputDerivatives: the value reference %u is not that of an input", vr[i]);
      return fmi2Error;
    }
    c->now.rate[vr[i] - vr_p] = values[i];
  }
  return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference vr[], size_t count,
    const fmi2Integer order[], fmi2Real values[]) {
  (void)vr, (void)order, (void)values;
  return none_of_them(component, count, "fmi2GetRealOutputDerivatives");
}

fmi2Status fmi2CancelStep(fmi2Component component) {
  if (component) say(component, fmi2Error, "fmi2CancelStep: steps are not asynchronous");
  return fmi2Error;
}

static fmi2Status no_status(const struct instance *c, const char *function) {
  if (!c) return fmi2Error;
  say(c, fmi2Discard, "%s: there is no such status", function);
  return fmi2Discard;
}

fmi2Status fmi2GetStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Status *value) {
  struct instance *c = component;
  if (!c || !value || kind != fmi2DoStepStatus) return no_status(c, "fmi2GetStatus");
  *value = c->now.phase == step_failed ? fmi2Discard : fmi2OK;
  return fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value) {
  struct instance *c = component;
  if (!c || !value || kind != fmi2LastSuccessfulTime) return no_status(c, "fmi2GetRealStatus");
  *value = c->now.t;
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Integer *value) {
  (void)kind, (void)value;
  return no_status(component, "fmi2GetIntegerStatus");
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value) {
  struct instance *c = component;
  if (!c || !value || kind != fmi2Terminated) return no_status(c, "fmi2GetBooleanStatus");
  *value = fmi2False;
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component component, const fmi2StatusKind kind, fmi2String *value) {
  (void)kind, (void)value;
  return no_status(component, "fmi2GetStringStatus");
}
)C";

} // namespace

std::string_view fmu_step_calls() {
  return fmu_step_calls_source;
}

} // namespace exporting
} // namespace dalembert
