#include <dalembert/export/fmu_calls.h>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::string_view fmu_exchange_calls_source =
    R"C(/* A state of the unit outside of it, and its bytes. */
struct kept {
  char guid[64];
  struct state state;
};

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state) {
  struct instance *c = component;
  struct kept *made;
  if (!c || !state) return fmi2Error;
  made = *state;
  if (!made) made = c->use.allocateMemory ? c->use.allocateMemory(1, sizeof *made) : calloc(1, sizeof *made);
  if (!made) {
    say(c, fmi2Error, "fmi2GetFMUstate: no memory");
    return fmi2Error;
  }
  memset(made, 0, sizeof *made);
  memcpy(made->guid, GUID, sizeof GUID);
  made->state = c->now;
  *state = made;
  return fmi2OK;
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  struct instance *c = component;
  if (!c || !state) return fmi2Error;
  c->now = ((struct kept *)state)->state;
  return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state) {
  struct instance *c = component;
  if (!c || !state) return fmi2Error;
  if (*state) give_back(c, *state);
  *state = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t *size) {
  if (!component || !state || !size) return fmi2Error;
  *size = sizeof(struct kept);
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  struct instance *c = component;
  if (!c || !state || !bytes) return fmi2Error;
  if (size < sizeof(struct kept)) {
    say(c, fmi2Error, "fmi2SerializeFMUstate: a state has %u bytes", (unsigned)sizeof(struct kept));
    return fmi2Error;
  }
  memcpy(bytes, state, sizeof(struct kept));
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state) {
  struct instance *c = component;
  if (!c || !bytes || !state) return fmi2Error;
  if (size != sizeof(struct kept) || memcmp(bytes, GUID, sizeof GUID) != 0) {
    say(c, fmi2Error, "fmi2DeSerializeFMUstate: these bytes are no state of this unit");
    return fmi2Error;
  }
  if (fmi2GetFMUstate(component, state) != fmi2OK) return fmi2Error;
  memcpy(*state, bytes, sizeof(struct kept));
  return fmi2OK;
}

#if HAS_DIRECTIONS
/* Where the derivatives along one direction stand. */
struct along {
  double q[N], v[N], a[N], lambda[M + 1], reactions[R + 1], outputs[O + 1], energies[3], pull_q[N], pull_v[N];
};

static int is_derived(int vr) {
  return (vr >= vr_q && vr < vr_p) || (vr >= vr_lambda && vr < vr_residual);
}

static double derived_value(const struct instance *c, const struct along *d, int vr) {
  const double share = M > 0 && c->type == fmi2ModelExchange && c->now.pull > 0.0 ? 1.0 / c->now.pull : 0.0;
  if (vr < vr_v) return d->q[vr - vr_q];
  if (vr < vr_a) return d->v[vr - vr_v] + share * d->pull_q[vr - vr_v];
  if (vr < vr_p) return d->a[vr - vr_a] + share * d->pull_v[vr - vr_a];
  if (vr < vr_reaction) return d->lambda[vr - vr_lambda];
  if (vr < vr_output) return d->reactions[vr - vr_reaction];
  return vr < vr_energy ? d->outputs[vr - vr_output] : d->energies[vr - vr_energy];
}
#endif

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknown[], size_t unknowns,
    const fmi2ValueReference known[], size_t knowns, const fmi2Real along[], fmi2Real derivatives[]) {
  struct instance *c = component;
#if HAS_DIRECTIONS
  struct along d;
  struct @_derivatives out;
  size_t i;
  int status;
#endif
  if (!is_allowed(c, initialization | initialized, "fmi2GetDirectionalDerivative")) return fmi2Error;
#if HAS_DIRECTIONS
  if (c->now.phase == initialization && find_start(c) != fmi2OK) return fmi2Error;
  memset(&d, 0, sizeof d);
  for (i = 0; i < knowns; ++i) {
    if (known[i] < vr_q || known[i] >= vr_a) {
      say(c, fmi2Error, "fmi2GetDirectionalDerivative: the value reference %u is not that of a state", known[i]);
      return fmi2Error;
    }
    *(known[i] < vr_v ? d.q + (known[i] - vr_q) : d.v + (known[i] - vr_v)) += along[i];
  }
  out.a = d.a;
  out.lambda = d.lambda;
  out.reactions = d.reactions;
  out.outputs = d.outputs;
  out.energies = d.energies;
  out.pull_q = d.pull_q;
  out.pull_v = d.pull_v;
  status = @_direction(c->now.t, c->now.q, c->now.v, c->now.p, d.q, d.v, &out);
  if (status) {
    say(c, fmi2Discard, "fmi2GetDirectionalDerivative: %s", why(status));
    return fmi2Discard;
  }
  for (i = 0; i < unknowns; ++i) {
    if (unknown[i] >= vr_end || !is_derived((int)unknown[i])) {
      say(c, fmi2Error, "fmi2GetDirectionalDerivative: nothing is known of the value reference %u", unknown[i]);
      return fmi2Error;
    }
    derivatives[i] = derived_value(c, &d, (int)unknown[i]);
  }
  return fmi2OK;
#else
  (void)unknown, (void)unknowns, (void)known, (void)knowns, (void)along, (void)derivatives;
  say(c, fmi2Error, "fmi2GetDirectionalDerivative: this unit has no directional derivatives");
  return fmi2Error;
#endif
}

/* Model Exchange. */

fmi2Status fmi2EnterEventMode(fmi2Component component) {
  struct instance *c = component;
  if (!is_allowed(c, continuous, "fmi2EnterEventMode")) return fmi2Error;
  c->now.phase = event_mode;
  return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo *info) {
  struct instance *c = component;
  if (!is_allowed(c, event_mode, "fmi2NewDiscreteStates") || !info) return fmi2Error;
  memset(info, 0, sizeof *info);
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component) {
  struct instance *c = component;
  if (!is_allowed(c, event_mode, "fmi2EnterContinuousTimeMode")) return fmi2Error;
  c->now.phase = continuous;
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean no_return, fmi2Boolean *enter_event_mode,
    fmi2Boolean *terminate) {
  struct instance *c = component;
  (void)no_return;
  if (!is_allowed(c, continuous, "fmi2CompletedIntegratorStep") || !enter_event_mode || !terminate) return fmi2Error;
  ++c->now.steps;
  *enter_event_mode = *terminate = fmi2False;
  return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component component, fmi2Real time) {
  struct instance *c = component;
  if (!is_allowed(c, event_mode | continuous, "fmi2SetTime") || !isfinite(time)) return fmi2Error;
  if (time != c->now.t) c->now.is_known = 0;
  c->now.t = time;
  return fmi2OK;
}

/* Whether an array has one place for each state. */
static int has_states(const struct instance *c, size_t count, const char *function) {
  if (count == 2 * N) return 1;
  say(c, fmi2Error, "%s: there are %d states, not %u", function, 2 * N, (unsigned)count);
  return 0;
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real x[], size_t count) {
  struct instance *c = component;
  int i;
  if (!is_allowed(c, continuous, "fmi2SetContinuousStates") || !has_states(c, count, "fmi2SetContinuousStates"))
    return fmi2Error;
  for (i = 0; i < N; ++i) {
    c->now.q[i] = x[i];
    c->now.v[i] = x[N + i];
  }
  c->now.is_known = 0;
  return fmi2OK;
}

fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real derivatives[], size_t count) {
  struct instance *c = component;
  struct state *now;
  double share;
  int i, status;
  if (!is_allowed(c, initialization | event_mode | continuous | terminated, "fmi2GetDerivatives") ||
      !has_states(c, count, "fmi2GetDerivatives"))
    return fmi2Error;
  now = &c->now;
  if (now->phase == initialization && find_start(c) != fmi2OK) return fmi2Error;
  status = know(c);
  if (status) {
    say(c, fmi2Discard, "fmi2GetDerivatives: %s", why(status));
    return fmi2Discard;
  }
  share = now->pull > 0.0 ? 1.0 / now->pull : 0.0;
  for (i = 0; i < N; ++i) {
    derivatives[i] = now->v[i] + share * now->pull_q[i];
    derivatives[N + i] = now->a[i] + share * now->pull_v[i];
  }
  return fmi2OK;
}

fmi2Status fmi2GetEventIndicators(fmi2Component component, fmi2Real indicators[], size_t count) {
  (void)indicators;
  return none_of_them(component, count, "fmi2GetEventIndicators");
}

fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real x[], size_t count) {
  struct instance *c = component;
  int i;
  if (!is_allowed(c, initialization | event_mode | continuous | terminated, "fmi2GetContinuousStates") ||
      !has_states(c, count, "fmi2GetContinuousStates"))
    return fmi2Error;
  if (c->now.phase == initialization && find_start(c) != fmi2OK) return fmi2Error;
  for (i = 0; i < N; ++i) {
    x[i] = c->now.q[i];
    x[N + i] = c->now.v[i];
  }
  return fmi2OK;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real nominals[], size_t count) {
  struct instance *c = component;
  int i;
  if (!c || !has_states(c, count, "fmi2GetNominalsOfContinuousStates")) return fmi2Error;
  for (i = 0; i < N; ++i)
    nominals[i] = nominals[N + i] = scale[i];
  return fmi2OK;
}

)C";

} // namespace

std::string_view fmu_exchange_calls() {
  return fmu_exchange_calls_source;
}

} // namespace exporting
} // namespace dalembert
