/* An importer of FMUs: opens a binary, and obeys the lines of its standard input, one call each. Every line is answered
   by one line, the status of the call and what it gives; messages of the unit come before it and begin with #. */
#include "fmi2.h"
#include "fmu_integrators.h"

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { longest_line = 1 << 20, most_values = 20000 };

/* Each function of the interface, from the library. */
#define FUNCTIONS(X)                                                                                                   \
  X(GetTypesPlatform) X(GetVersion) X(SetDebugLogging) X(Instantiate) X(FreeInstance) X(SetupExperiment)               \
  X(EnterInitializationMode) X(ExitInitializationMode) X(Terminate) X(Reset) X(GetReal) X(GetInteger) X(GetBoolean)    \
  X(GetString) X(SetReal) X(SetInteger) X(SetBoolean) X(SetString) X(GetFMUstate) X(SetFMUstate) X(FreeFMUstate)       \
  X(SerializedFMUstateSize) X(SerializeFMUstate) X(DeSerializeFMUstate) X(GetDirectionalDerivative) X(EnterEventMode)  \
  X(NewDiscreteStates) X(EnterContinuousTimeMode) X(CompletedIntegratorStep) X(SetTime) X(SetContinuousStates)         \
  X(GetDerivatives) X(GetEventIndicators) X(GetContinuousStates) X(GetNominalsOfContinuousStates)                      \
  X(SetRealInputDerivatives) X(GetRealOutputDerivatives) X(DoStep) X(CancelStep) X(GetStatus) X(GetRealStatus)         \
  X(GetIntegerStatus) X(GetBooleanStatus) X(GetStringStatus)
#define MEMBER(name) __typeof__(fmi2##name) *name;
static struct { FUNCTIONS(MEMBER) } fmi;

static fmi2Component unit;
static fmi2FMUstate kept;
static char *bytes;
static size_t byte_count;
static int allocated;

static void log_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                        fmi2String message, ...) {
  va_list rest;
  (void)environment;
  printf("# %s %d %s: ", name, (int)status, category);
  va_start(rest, message);
  vprintf(message, rest);
  va_end(rest);
  printf("\n");
}

static void *allocate(size_t count, size_t size) {
  ++allocated;
  return calloc(count, size);
}

static void release(void *memory) {
  if (memory) --allocated;
  free(memory);
}

static fmi2CallbackFunctions callbacks = {log_message, allocate, release, NULL, NULL};

/* The words of a line. */
static char *word(void) { return strtok(NULL, " \n"); }
static double number(void) {
  const char *text = word();
  return text ? strtod(text, NULL) : 0.0;
}

static size_t references(fmi2ValueReference *vr) {
  size_t count = 0;
  const char *text;
  while (count < most_values && (text = word()) != NULL)
    vr[count++] = (fmi2ValueReference)strtoul(text, NULL, 10);
  return count;
}

static void answer(fmi2Status status, const double *values, size_t count) {
  size_t i;
  printf("%d", (int)status);
  for (i = 0; i < count; ++i)
    printf(" %.17g", values[i]);
  printf("\n");
}

/* Of the processor, so that other processes do not count. */
static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Model Exchange: the right side of dx/dt = f(t, x), as an integrator asks for it. */
static int right_side(double t, const double *x, size_t n, double *dx) {
  if (fmi.SetTime(unit, t) != fmi2OK || fmi.SetContinuousStates(unit, x, n) != fmi2OK) return 0;
  return fmi.GetDerivatives(unit, dx, n) == fmi2OK;
}

/* integrate METHOD TOLERANCE BEGIN END N INSTANTS: from the state of the unit; gives steps, calls, seconds and the states
   at so many instants, equally spaced up to the end. */
static void integrate(void) {
  const char *method = word();
  struct integration run = {0};
  double *values;
  int is_done;
  fmi2Boolean event = fmi2False, terminate = fmi2False;
  run.tolerance = number();
  run.t = number();
  run.end = number();
  run.n = (size_t)number();
  run.instants = (size_t)number();
  run.right_side = right_side;
  values = calloc(3 + (run.instants + 2) * run.n, sizeof *values);
  run.at = values + 3;
  run.x = run.at + run.instants * run.n;
  run.nominal = run.x + run.n;
  if (fmi.GetContinuousStates(unit, run.x, run.n) != fmi2OK ||
      fmi.GetNominalsOfContinuousStates(unit, run.nominal, run.n) != fmi2OK) {
    answer(fmi2Error, NULL, 0);
    free(values);
    return;
  }
  values[2] = seconds();
  is_done = method && strcmp(method, "bdf") == 0 ? integrate_bdf(&run) : integrate_rk45(&run);
  values[2] = seconds() - values[2];
  values[0] = (double)run.steps;
  values[1] = (double)run.calls;
  if (is_done) right_side(run.t, run.x, run.n, run.nominal);
  fmi.CompletedIntegratorStep(unit, fmi2True, &event, &terminate);
  answer(is_done && !event && !terminate ? fmi2OK : fmi2Discard, values, 3 + run.kept * run.n);
  free(values);
}

/* steps T H COUNT VR…: communication steps of one length; gives the values behind each. */
static void take_steps(void) {
  static fmi2ValueReference vr[most_values];
  const double t = number(), h = number();
  const int count = (int)number();
  const size_t values = references(vr);
  double *all = calloc((size_t)count * values + 1, sizeof *all);
  fmi2Status status = fmi2OK;
  size_t k = 0;
  for (k = 0; status == fmi2OK && k < (size_t)count; ++k) {
    status = fmi.DoStep(unit, t + h * (double)k, h, fmi2True);
    if (status == fmi2OK) status = fmi.GetReal(unit, vr, values, all + k * values);
  }
  answer(status, all, k * values);
  free(all);
}

/* direction UNKNOWNS KNOWNS, then the value references of both and one number for each that is known. */
static void direction(void) {
  static fmi2ValueReference vr[most_values];
  static double along[most_values], found[most_values];
  const size_t unknowns = (size_t)number(), knowns = (size_t)number();
  size_t i;
  fmi2Status status;
  for (i = 0; i < unknowns + knowns; ++i)
    vr[i] = (fmi2ValueReference)number();
  for (i = 0; i < knowns; ++i)
    along[i] = number();
  status = fmi.GetDirectionalDerivative(unit, vr, unknowns, vr + unknowns, knowns, along, found);
  answer(status, found, unknowns);
}

static void instantiate(void) {
  const char *name = word(), *type = word(), *guid = word(), *is_logging = word();
  if (!is_logging) exit(3);
  unit = fmi.Instantiate(strcmp(name, "-") == 0 ? "" : name, strcmp(type, "me") == 0 ? fmi2ModelExchange : fmi2CoSimulation,
                         guid, "", &callbacks, fmi2False, atoi(is_logging));
  answer(unit ? fmi2OK : fmi2Error, NULL, 0);
}

static void set_or_get(const char *call) {
  static fmi2ValueReference vr[most_values];
  static double values[most_values];
  static int whole[most_values];
  static const char *texts[most_values];
  size_t count = 0;
  fmi2Status status;
  if (strcmp(call, "set") == 0 || strcmp(call, "ramp") == 0) {
    const char *text;
    while (count < most_values && (text = word()) != NULL) {
      vr[count] = (fmi2ValueReference)strtoul(text, NULL, 10);
      whole[count] = 1;
      values[count++] = number();
    }
    answer(strcmp(call, "set") == 0 ? fmi.SetReal(unit, vr, count, values)
                                    : fmi.SetRealInputDerivatives(unit, vr, count, whole, values),
           NULL, 0);
    return;
  }
  count = references(vr);
  if (strcmp(call, "get") == 0) {
    status = fmi.GetReal(unit, vr, count, values);
    answer(status, values, status == fmi2OK ? count : 0);
  } else if (strcmp(call, "geti") == 0) {
    status = fmi.GetInteger(unit, vr, count, whole);
    values[0] = whole[0];
    answer(status, values, status == fmi2OK && count > 0);
  } else { /* no variables of these kinds */
    whole[0] = 0;
    texts[0] = "";
    status = fmi.SetInteger(unit, vr, count, whole);
    if (fmi.SetBoolean(unit, vr, count, whole) != status || fmi.GetBoolean(unit, vr, count, whole) != status ||
        fmi.SetString(unit, vr, count, texts) != status || fmi.GetString(unit, vr, count, texts) != status)
      status = fmi2Fatal;
    answer(status, NULL, 0);
  }
}

static void states_of_unit(const char *call) {
  fmi2Status status = fmi2OK;
  if (strcmp(call, "keep") == 0) {
    status = fmi.GetFMUstate(unit, &kept);
  } else if (strcmp(call, "restore") == 0) {
    status = fmi.SetFMUstate(unit, kept);
  } else if (strcmp(call, "drop") == 0) {
    status = fmi.FreeFMUstate(unit, &kept);
  } else if (strcmp(call, "write") == 0) {
    status = fmi.SerializedFMUstateSize(unit, kept, &byte_count);
    bytes = realloc(bytes, byte_count);
    if (status == fmi2OK) status = fmi.SerializeFMUstate(unit, kept, bytes, byte_count);
  } else { /* read: gives up the state that was kept */
    if (strcmp(call, "misread") == 0) bytes[0] ^= 1;
    fmi.FreeFMUstate(unit, &kept);
    status = fmi.DeSerializeFMUstate(unit, bytes, byte_count, &kept);
  }
  answer(status, NULL, 0);
}

static void exchange(const char *call) {
  static double values[most_values];
  fmi2Boolean event = fmi2True, terminate = fmi2True;
  fmi2EventInfo info;
  size_t count = 0;
  fmi2Status status;
  if (strcmp(call, "events") == 0) {
    memset(&info, 1, sizeof info);
    status = fmi.NewDiscreteStates(unit, &info);
    if (status == fmi2OK && (info.newDiscreteStatesNeeded || info.terminateSimulation || info.nextEventTimeDefined))
      status = fmi2Fatal;
    answer(status, NULL, 0);
  } else if (strcmp(call, "completed") == 0) {
    status = fmi.CompletedIntegratorStep(unit, fmi2True, &event, &terminate);
    answer(status == fmi2OK && (event || terminate) ? fmi2Fatal : status, NULL, 0);
  } else if (strcmp(call, "x") == 0) {
    const char *text;
    while (count < most_values && (text = word()) != NULL)
      values[count++] = strtod(text, NULL);
    answer(fmi.SetContinuousStates(unit, values, count), NULL, 0);
  } else {
    count = (size_t)number();
    status = strcmp(call, "states") == 0     ? fmi.GetContinuousStates(unit, values, count)
             : strcmp(call, "dx") == 0       ? fmi.GetDerivatives(unit, values, count)
             : strcmp(call, "nominals") == 0 ? fmi.GetNominalsOfContinuousStates(unit, values, count)
                                             : fmi.GetEventIndicators(unit, values, count);
    answer(status, values, status == fmi2OK ? count : 0);
  }
}

/* status: how far the last step came. */
static void last_step(void) {
  fmi2Status status = fmi2OK, of_step = fmi2Fatal, pending;
  fmi2Boolean is_terminated = fmi2True;
  double values[2] = {0.0, 0.0};
  fmi2String text = NULL;
  int whole = 0;
  if (fmi.GetStatus(unit, fmi2DoStepStatus, &of_step) != fmi2OK) status = fmi2Fatal;
  if (fmi.GetRealStatus(unit, fmi2LastSuccessfulTime, values + 1) != fmi2OK) status = fmi2Fatal;
  if (fmi.GetBooleanStatus(unit, fmi2Terminated, &is_terminated) != fmi2OK || is_terminated) status = fmi2Fatal;
  if (fmi.GetStatus(unit, fmi2PendingStatus, &pending) != fmi2Discard) status = fmi2Fatal;
  if (fmi.GetStringStatus(unit, fmi2PendingStatus, &text) != fmi2Discard) status = fmi2Fatal;
  if (fmi.GetIntegerStatus(unit, fmi2PendingStatus, &whole) != fmi2Discard) status = fmi2Fatal;
  values[0] = of_step;
  answer(status, values, 2);
}

/* cost COUNT N: seconds of so many derivatives, each at another state. */
static void cost(void) {
  const int count = (int)number();
  const size_t n = (size_t)number();
  double *x = calloc(2 * n + 1, sizeof *x), begin;
  fmi2Status status = fmi.GetContinuousStates(unit, x, n);
  int k;
  begin = seconds();
  for (k = 0; k < count && status == fmi2OK; ++k) {
    x[0] += k % 2 ? 1e-9 : -1e-9;
    fmi.SetContinuousStates(unit, x, n);
    status = fmi.GetDerivatives(unit, x + n, n);
  }
  x[0] = seconds() - begin;
  answer(status, x, 1);
  free(x);
}

static void obey(const char *call) {
  const char *name = NULL;
  double a = 0.0, b = 0.0;
  if (strcmp(call, "new") == 0) instantiate();
  else if (strcmp(call, "free") == 0) { fmi.FreeInstance(unit); unit = NULL; a = allocated; answer(fmi2OK, &a, 1); }
  else if (strcmp(call, "setup") == 0) {
    const double has = number(), tolerance = number(), start = number(), has_stop = number(), stop = number();
    answer(fmi.SetupExperiment(unit, has != 0.0, tolerance, start, has_stop != 0.0, stop), NULL, 0);
  } else if (strcmp(call, "log") == 0) {
    a = number();
    name = word();
    answer(fmi.SetDebugLogging(unit, a != 0.0, name != NULL, &name), NULL, 0);
  }
  else if (strcmp(call, "enter") == 0) answer(fmi.EnterInitializationMode(unit), NULL, 0);
  else if (strcmp(call, "exit") == 0) answer(fmi.ExitInitializationMode(unit), NULL, 0);
  else if (strcmp(call, "terminate") == 0) answer(fmi.Terminate(unit), NULL, 0);
  else if (strcmp(call, "reset") == 0) answer(fmi.Reset(unit), NULL, 0);
  else if (strcmp(call, "cancel") == 0) answer(fmi.CancelStep(unit), NULL, 0);
  else if (strcmp(call, "event") == 0) answer(fmi.EnterEventMode(unit), NULL, 0);
  else if (strcmp(call, "continuous") == 0) answer(fmi.EnterContinuousTimeMode(unit), NULL, 0);
  else if (strcmp(call, "time") == 0) answer(fmi.SetTime(unit, number()), NULL, 0);
  else if (strcmp(call, "step") == 0) { a = number(); b = number(); answer(fmi.DoStep(unit, a, b, fmi2True), NULL, 0); }
  else if (strcmp(call, "steps") == 0) take_steps();
  else if (strcmp(call, "status") == 0) last_step();
  else if (strcmp(call, "integrate") == 0) integrate();
  else if (strcmp(call, "direction") == 0) direction();
  else if (strcmp(call, "cost") == 0) cost();
  else if (strstr("keep restore drop write read misread", call)) states_of_unit(call);
  else if (strstr("set get geti ramp others", call)) set_or_get(call);
  else if (strstr("events completed x states dx nominals indicators", call)) exchange(call);
  else printf("?\n");
}

int main(int count, char **arguments) {
  char *line;
  void *library;
  if (count != 2) return 3;
  library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
#define FIND(name)                                                                                                     \
  *(void **)(void *)&fmi.name = dlsym(library, "fmi2" #name);                                                          \
  if (!fmi.name) {                                                                                                     \
    fprintf(stderr, "no fmi2" #name "\n");                                                                             \
    return 3;                                                                                                          \
  }
  FUNCTIONS(FIND)
  if (strcmp(fmi.GetVersion(), "2.0") != 0 || strcmp(fmi.GetTypesPlatform(), "default") != 0) return 3;
  if (dlsym(library, "factor") || dlsym(library, "main")) return 3; /* nothing else is visible */
  line = malloc(longest_line);
  while (fgets(line, longest_line, stdin)) {
    const char *call = strtok(line, " \n");
    if (call) obey(call);
    fflush(stdout);
  }
  if (unit && kept) fmi.FreeFMUstate(unit, &kept);
  if (unit) fmi.FreeInstance(unit);
  free(bytes);
  free(line);
  dlclose(library);
  return 0;
}
