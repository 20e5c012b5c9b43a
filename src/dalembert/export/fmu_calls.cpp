#include <dalembert/export/fmu_calls.h>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::string_view fmu_instance_calls_source =
    R"C(/* What an instance can do when: which functions are allowed. */
enum {
  instantiated = 1,
  initialization = 2,
  event_mode = 4,
  continuous = 8,
  stepping = 16,
  step_failed = 32,
  terminated = 64,
  initialized = event_mode | continuous | stepping | step_failed | terminated
};

/* All that changes: a copy of it is a state of the unit. */
struct state {
  int phase, steps, is_known, status, is_moved, has_stop, held[2 * N];
  double t, start, stop, tolerance, step;
  double q[N], v[N], given[2 * N], p[P + 1], rate[P + 1], pull, own_tolerance;
  double a[N], lambda[M + 1], pull_q[N], pull_v[N]; /* where is_known */
};

struct instance {
  struct state now;
  fmi2Type type;
  fmi2CallbackFunctions use;
  int is_logging, logs[CATEGORIES];
  char name[200];
};

static const char *const categories[] = {"logStatusWarning", "logStatusDiscard", "logStatusError"};

static void say(const struct instance *c, fmi2Status status, const char *format, ...) {
  const int category = status == fmi2Warning ? 0 : status == fmi2Discard ? 1 : 2;
  char text[400];
  va_list rest;
  if (!c->use.logger || (status != fmi2Error && !(c->is_logging && c->logs[category]))) return;
  va_start(rest, format);
  vsnprintf(text, sizeof text, format, rest);
  va_end(rest);
  c->use.logger(c->use.componentEnvironment, c->name, status, categories[category], "%s", text);
}

static int is_allowed(const struct instance *c, int phases, const char *function) {
  if (!c) return 0;
  if (c->now.phase & phases) return 1;
  say(c, fmi2Error, "%s is not allowed %s", function,
      c->now.phase == instantiated     ? "before fmi2EnterInitializationMode"
      : c->now.phase == initialization ? "in initialization mode"
      : c->now.phase == event_mode     ? "in event mode"
      : c->now.phase == continuous     ? "in continuous-time mode"
      : c->now.phase == stepping       ? "between communication steps"
      : c->now.phase == step_failed    ? "after a step that was not completed"
                                       : "after fmi2Terminate");
  return 0;
}

static const char *why(int status) {
  switch (status) {
  case 1: return "the accelerations are not determined at this state";
  case 2: return "a value is not finite at this state";
  case 5: return "no state on the constraints was found near by";
  default: return "the equations cannot be solved at this state";
  }
}

static void set_defaults(struct state *now) {
  int i;
  memset(now, 0, sizeof *now);
  now->phase = instantiated;
  now->t = now->start = default_t;
  for (i = 0; i < N; ++i) {
    now->q[i] = now->given[i] = default_q[i];
    now->v[i] = now->given[N + i] = default_v[i];
  }
  for (i = 0; i < P; ++i)
    now->p[i] = @_default_parameters[i];
  now->pull = DEFAULT_PULL;
  now->own_tolerance = DEFAULT_TOLERANCE;
  now->is_moved = !IS_STARTED;
}

/* What the initial state breaks: the constraint that is met least, of positions before rates. */
static void say_contradiction(const struct instance *c) {
  const struct state *now = &c->now;
  double residual[2 * M + 1];
  int k, level, worst = -1;
  @_residuals(now->t, now->q, now->v, now->p, residual, residual + M);
  for (level = 0; level < 2 && worst < 0; ++level) {
    double largest = 1e-9;
    for (k = level * M; k < (level + 1) * M; ++k)
      if (!(fabs(residual[k]) <= largest)) {
        worst = k;
        largest = fabs(residual[k]);
      }
  }
  if (worst < 0)
    say(c, fmi2Error, "the start values cannot be met together");
  else
    say(c, fmi2Error, "the start values contradict constraint %s (%.3g%s%s%s)",
        @_names_of_constraints[worst % (M + (M == 0))], fabs(residual[worst]),
        units_of_rows[worst][0] ? " " : "", units_of_rows[worst], worst < M ? "" : ", in its rate");
}

/* Finds the initial state where something that decides it was set. */
static fmi2Status find_start(struct instance *c) {
  struct state *now = &c->now;
  int i, status;
  if (!now->is_moved) return fmi2OK;
#if HAS_IMPACT
  say(c, fmi2Error, "the model begins with an impact: its start was computed at export, for the time %g", default_t);
  return fmi2Error;
#endif
  for (i = 0; i < N; ++i) {
    now->q[i] = now->given[i];
    now->v[i] = now->given[N + i];
  }
  now->is_known = 0;
  status = @_start(now->t, now->q, now->v, now->p, now->held);
  if (status == 0) {
    now->is_moved = 0;
    return fmi2OK;
  }
  if (status == 5)
    say_contradiction(c);
  else
    say(c, fmi2Error, "no initial state: %s", why(status));
  return fmi2Error;
}

/* Accelerations, multipliers and the pull at the state of the instance. */
static int know(struct instance *c) {
  struct state *now = &c->now;
  int i;
  if (now->is_known) return now->status;
  now->is_known = 1;
  if (M > 0 && c->type == fmi2ModelExchange && now->pull > 0.0)
    return now->status = @_pull(now->t, now->q, now->v, now->p, now->a, now->lambda, now->pull_q, now->pull_v);
  for (i = 0; i < N; ++i)
    now->pull_q[i] = now->pull_v[i] = 0.0;
  return now->status = @_accelerations(now->t, now->q, now->v, now->p, now->a, now->lambda);
}

const char *fmi2GetTypesPlatform(void) { return "default"; }

const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t count, const fmi2String names[]) {
  struct instance *c = component;
  size_t i;
  int k;
  if (!c || (count > 0 && !names)) return fmi2Error;
  c->is_logging = on;
  for (k = 0; k < CATEGORIES; ++k)
    c->logs[k] = count == 0;
  for (i = 0; i < count; ++i) {
    int is_found = 0;
    for (k = 0; k < CATEGORIES; ++k)
      if (names[i] && (strcmp(names[i], categories[k]) == 0 || strcmp(names[i], "logAll") == 0))
        c->logs[k] = is_found = 1;
    if (is_found) continue;
    say(c, fmi2Error, "fmi2SetDebugLogging: there is no category %s", names[i] ? names[i] : "NULL");
    return fmi2Error;
  }
  return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
    const fmi2CallbackFunctions *functions, fmi2Boolean is_visible, fmi2Boolean is_logging) {
  struct instance *c;
  struct instance silent;
  int k;
  (void)resources;
  (void)is_visible;
  if (!functions) return NULL;
  memset(&silent, 0, sizeof silent);
  silent.use = *functions;
  snprintf(silent.name, sizeof silent.name, "%s", name ? name : "");
  if (!name || !name[0]) {
    say(&silent, fmi2Error, "fmi2Instantiate: the instance has no name");
    return NULL;
  }
  if (!guid || strcmp(guid, GUID) != 0) {
    say(&silent, fmi2Error, "fmi2Instantiate: the guid is %s, and this unit has %s", guid ? guid : "NULL", GUID);
    return NULL;
  }
  if (type != fmi2ModelExchange && type != fmi2CoSimulation) {
    say(&silent, fmi2Error, "fmi2Instantiate: there is no type %d", (int)type);
    return NULL;
  }
  c = functions->allocateMemory ? functions->allocateMemory(1, sizeof *c) : calloc(1, sizeof *c);
  if (!c) {
    say(&silent, fmi2Error, "fmi2Instantiate: no memory");
    return NULL;
  }
  *c = silent;
  c->type = type;
  c->is_logging = is_logging;
  for (k = 0; k < CATEGORIES; ++k)
    c->logs[k] = 1;
  set_defaults(&c->now);
  return c;
}

static void give_back(const struct instance *c, void *memory) {
  if (!c->use.allocateMemory)
    free(memory);
  else if (c->use.freeMemory)
    c->use.freeMemory(memory);
}

void fmi2FreeInstance(fmi2Component component) {
  struct instance *c = component;
  struct instance kept;
  if (!c) return;
  kept = *c;
  give_back(&kept, c);
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
    fmi2Boolean has_stop, fmi2Real stop) {
  struct instance *c = component;
  if (!is_allowed(c, instantiated, "fmi2SetupExperiment")) return fmi2Error;
  if (has_tolerance && !(tolerance >= 1e-15 && tolerance <= 0.1)) {
    say(c, fmi2Error, "fmi2SetupExperiment: the tolerance is %g, and must be from 1e-15 to 0.1", tolerance);
    return fmi2Error;
  }
  if (!isfinite(start) || (has_stop && !(isfinite(stop) && stop >= start))) {
    say(c, fmi2Error, "fmi2SetupExperiment: no time from %g s to %g s", start, stop);
    return fmi2Error;
  }
  c->now.tolerance = has_tolerance ? tolerance : 0.0;
  if (start != c->now.t) c->now.is_moved = 1;
  c->now.t = c->now.start = start;
  c->now.has_stop = has_stop;
  c->now.stop = stop;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  struct instance *c = component;
  if (!is_allowed(c, instantiated, "fmi2EnterInitializationMode")) return fmi2Error;
  c->now.phase = initialization;
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  struct instance *c = component;
  if (!is_allowed(c, initialization, "fmi2ExitInitializationMode")) return fmi2Error;
  if (find_start(c) != fmi2OK) return fmi2Error;
  c->now.phase = c->type == fmi2ModelExchange ? event_mode : stepping;
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component component) {
  struct instance *c = component;
  if (!is_allowed(c, event_mode | continuous | stepping | step_failed, "fmi2Terminate")) return fmi2Error;
  c->now.phase = terminated;
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component component) {
  struct instance *c = component;
  if (!c) return fmi2Error;
  set_defaults(&c->now);
  return fmi2OK;
}

static double energy(const struct state *now, int which) {
  double e[3];
  @_energies(now->t, now->q, now->v, now->p, e);
  return e[which];
}

static double residual_of(const struct state *now) {
  double residual[2 * M + 1], largest = 0.0;
  int k;
  @_residuals(now->t, now->q, now->v, now->p, residual, residual + M);
  for (k = 0; k < 2 * M; ++k)
    largest = fmax(largest, fabs(residual[k]));
  return largest;
}

/* A value that rests on the accelerations. */
static double force_value(const struct state *now, int vr) {
  double values[R + O + 1];
  if (vr < vr_p) return now->a[vr - vr_a];
  if (vr < vr_reaction) return now->lambda[vr - vr_lambda];
  if (vr < vr_output) {
    @_reactions(now->t, now->q, now->v, now->p, now->a, now->lambda, values);
    return values[vr - vr_reaction];
  }
  @_outputs(now->t, now->q, now->v, now->p, now->a, now->lambda, values);
  return values[vr - vr_output];
}

static fmi2Status get_real(struct instance *c, fmi2ValueReference reference, double *value) {
  struct state *now = &c->now;
  const int vr = reference < vr_end ? (int)reference : -1, is_of_parameter = vr >= vr_p && vr < vr_lambda;
  if (vr < 0) {
    say(c, fmi2Error, "fmi2GetReal: there is no real variable with the value reference %u", reference);
    return fmi2Error;
  }
  if (!is_of_parameter && vr != vr_pull && vr != vr_tolerance && vr != vr_time && now->phase == initialization &&
      find_start(c) != fmi2OK)
    return fmi2Error;
  if (vr == vr_time) *value = now->t;
  else if (vr < vr_v) *value = now->q[vr - vr_q];
  else if (vr < vr_a) *value = now->v[vr - vr_v];
  else if (is_of_parameter) *value = now->p[vr - vr_p];
  else if (vr == vr_pull) *value = now->pull;
  else if (vr == vr_tolerance) *value = now->own_tolerance;
  else if (vr == vr_residual) *value = residual_of(now);
  else if (vr >= vr_energy) *value = energy(now, vr - vr_energy);
  else {
    const int status = know(c);
    if (status) {
      say(c, fmi2Discard, "fmi2GetReal: %s", why(status));
      return fmi2Discard;
    }
    *value = force_value(now, vr);
  }
  return fmi2OK;
}

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference vr[], size_t count, fmi2Real values[]) {
  struct instance *c = component;
  size_t i;
  if (!is_allowed(c, initialization | initialized, "fmi2GetReal")) return fmi2Error;
  for (i = 0; i < count; ++i) {
    const fmi2Status status = get_real(c, vr[i], values + i);
    if (status != fmi2OK) return status;
  }
  return fmi2OK;
}

static fmi2Status refuse_setting(const struct instance *c, fmi2ValueReference vr, const char *reason) {
  say(c, fmi2Error, "fmi2SetReal: the variable with the value reference %u %s", vr, reason);
  return fmi2Error;
}

static fmi2Status set_state(struct instance *c, int vr, double value) {
  struct state *now = &c->now;
  if (!(now->phase & (instantiated | initialization)))
    return refuse_setting(c, (fmi2ValueReference)vr, "is a state, which can be set until the initialization ends");
  if (now->given[vr - vr_q] == value) return fmi2OK;
  if (HAS_IMPACT)
    return refuse_setting(c, (fmi2ValueReference)vr, "follows from the impact that the model begins with");
  now->given[vr - vr_q] = value;
  now->held[vr - vr_q] = now->is_moved = 1;
  return fmi2OK;
}

static fmi2Status set_parameter(struct instance *c, int vr, double value) {
  struct state *now = &c->now;
  const int i = vr - vr_p, kind = kind_of_parameter[i];
  const int is_early = now->phase & (instantiated | initialization);
  if (kind == computed_value || kind == constant_value)
    return refuse_setting(c, (fmi2ValueReference)vr, "is no parameter that can be set");
  if (kind == fixed_value && !is_early)
    return refuse_setting(c, (fmi2ValueReference)vr, "is a fixed parameter, which can be set until the initialization ends");
  if (kind == tunable_value && !is_early && now->phase == continuous)
    return refuse_setting(c, (fmi2ValueReference)vr, "is a tunable parameter, which can be set in event mode");
  now->rate[i] = 0.0;
  if (now->p[i] == value) return fmi2OK;
  now->p[i] = value;
  @_parameters(now->p);
  now->is_known = 0;
  if (is_early && !HAS_IMPACT) now->is_moved = 1;
  return fmi2OK;
}

static fmi2Status set_real(struct instance *c, fmi2ValueReference reference, double value) {
  struct state *now = &c->now;
  const int vr = reference < vr_end ? (int)reference : -1;
  if (vr < 0) return refuse_setting(c, reference, "does not exist");
  if (!isfinite(value)) return refuse_setting(c, reference, "cannot have a value that is not finite");
  if (vr >= vr_q && vr < vr_a) return set_state(c, vr, value);
  if (vr >= vr_p && vr < vr_lambda) return set_parameter(c, vr, value);
  if (vr != vr_pull && vr != vr_tolerance) return refuse_setting(c, reference, "is not settable");
  if (!(now->phase & (instantiated | initialization)))
    return refuse_setting(c, reference, "is a fixed parameter, which can be set until the initialization ends");
  if (vr == vr_pull) {
    if (!(value >= 0.0)) return refuse_setting(c, reference, "must not be negative");
    now->pull = value;
    now->is_known = 0;
    return fmi2OK;
  }
  if (!(value >= 1e-15 && value <= 0.1)) return refuse_setting(c, reference, "must be from 1e-15 to 0.1");
  now->own_tolerance = value;
  return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference vr[], size_t count, const fmi2Real values[]) {
  struct instance *c = component;
  size_t i;
  if (!is_allowed(c, instantiated | initialization | event_mode | continuous | stepping, "fmi2SetReal"))
    return fmi2Error;
  for (i = 0; i < count; ++i)
    if (set_real(c, vr[i], values[i]) != fmi2OK) return fmi2Error;
  return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component component, const fmi2ValueReference vr[], size_t count, fmi2Integer values[]) {
  struct instance *c = component;
  size_t i;
  if (!is_allowed(c, initialization | initialized, "fmi2GetInteger")) return fmi2Error;
  for (i = 0; i < count; ++i) {
    if (vr[i] != 0) {
      say(c, fmi2Error, "fmi2GetInteger: there is no integer variable with the value reference %u", vr[i]);
      return fmi2Error;
    }
    values[i] = c->now.steps;
  }
  return fmi2OK;
}

/* There are no variables of these kinds, or none that can be set. */
static fmi2Status none_of_them(struct instance *c, size_t count, const char *function) {
  if (!c) return fmi2Error;
  if (count == 0) return fmi2OK;
  say(c, fmi2Error, "%s: there is no such variable", function);
  return fmi2Error;
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Boolean values[]) {
  (void)vr, (void)values;
  return none_of_them(c, count, "fmi2GetBoolean");
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2String values[]) {
  (void)vr, (void)values;
  return none_of_them(c, count, "fmi2GetString");
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Integer values[]) {
  (void)vr, (void)values;
  return none_of_them(c, count, "fmi2SetInteger");
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Boolean values[]) {
  (void)vr, (void)values;
  return none_of_them(c, count, "fmi2SetBoolean");
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2String values[]) {
  (void)vr, (void)values;
  return none_of_them(c, count, "fmi2SetString");
}

)C";

} // namespace

std::string_view fmu_instance_calls() {
  return fmu_instance_calls_source;
}

} // namespace exporting
} // namespace dalembert
