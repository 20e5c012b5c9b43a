#include <dalembert/export/fmi2_interface.h>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::string_view interface_source =
    R"(/* The Functional Mock-up Interface 2.0: types and functions, for Model Exchange and Co-Simulation. */
#ifndef DALEMBERT_FMI2_H
#define DALEMBERT_FMI2_H

#include <stddef.h>

#if defined _WIN32
#define FMI2_EXPORT __declspec(dllexport)
#elif defined __GNUC__
#define FMI2_EXPORT __attribute__((visibility("default")))
#else
#define FMI2_EXPORT
#endif

#ifdef FMI2_FUNCTION_PREFIX
#define FMI2_JOINED(a, b) a##b
#define FMI2_JOIN(a, b) FMI2_JOINED(a, b)
#define fmi2GetTypesPlatform FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetTypesPlatform)
#define fmi2GetVersion FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetVersion)
#define fmi2SetDebugLogging FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetDebugLogging)
#define fmi2Instantiate FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2Instantiate)
#define fmi2FreeInstance FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2FreeInstance)
#define fmi2SetupExperiment FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetupExperiment)
#define fmi2EnterInitializationMode FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2EnterInitializationMode)
#define fmi2ExitInitializationMode FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2ExitInitializationMode)
#define fmi2Terminate FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2Terminate)
#define fmi2Reset FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2Reset)
#define fmi2GetReal FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetReal)
#define fmi2GetInteger FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetInteger)
#define fmi2GetBoolean FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetBoolean)
#define fmi2GetString FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetString)
#define fmi2SetReal FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetReal)
#define fmi2SetInteger FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetInteger)
#define fmi2SetBoolean FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetBoolean)
#define fmi2SetString FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetString)
#define fmi2GetFMUstate FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetFMUstate)
#define fmi2SetFMUstate FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetFMUstate)
#define fmi2FreeFMUstate FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2FreeFMUstate)
#define fmi2SerializedFMUstateSize FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SerializedFMUstateSize)
#define fmi2SerializeFMUstate FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SerializeFMUstate)
#define fmi2DeSerializeFMUstate FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2DeSerializeFMUstate)
#define fmi2GetDirectionalDerivative FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetDirectionalDerivative)
#define fmi2EnterEventMode FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2EnterEventMode)
#define fmi2NewDiscreteStates FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2NewDiscreteStates)
#define fmi2EnterContinuousTimeMode FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2EnterContinuousTimeMode)
#define fmi2CompletedIntegratorStep FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2CompletedIntegratorStep)
#define fmi2SetTime FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetTime)
#define fmi2SetContinuousStates FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetContinuousStates)
#define fmi2GetDerivatives FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetDerivatives)
#define fmi2GetEventIndicators FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetEventIndicators)
#define fmi2GetContinuousStates FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetContinuousStates)
#define fmi2GetNominalsOfContinuousStates FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetNominalsOfContinuousStates)
#define fmi2SetRealInputDerivatives FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2SetRealInputDerivatives)
#define fmi2GetRealOutputDerivatives FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetRealOutputDerivatives)
#define fmi2DoStep FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2DoStep)
#define fmi2CancelStep FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2CancelStep)
#define fmi2GetStatus FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetStatus)
#define fmi2GetRealStatus FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetRealStatus)
#define fmi2GetIntegerStatus FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetIntegerStatus)
#define fmi2GetBooleanStatus FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetBooleanStatus)
#define fmi2GetStringStatus FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2GetStringStatus)
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;
enum { fmi2False = 0, fmi2True = 1 };

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String name, fmi2Status, fmi2String category,
                                   fmi2String message, ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t count, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void *memory);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment, fmi2Status);

typedef struct {
  fmi2CallbackLogger logger;
  fmi2CallbackAllocateMemory allocateMemory;
  fmi2CallbackFreeMemory freeMemory;
  fmi2StepFinished stepFinished;
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

FMI2_EXPORT const char *fmi2GetTypesPlatform(void);
FMI2_EXPORT const char *fmi2GetVersion(void);
FMI2_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count,
    const fmi2String categories[]);
FMI2_EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
    const fmi2CallbackFunctions *functions, fmi2Boolean is_visible, fmi2Boolean is_logging);
FMI2_EXPORT void fmi2FreeInstance(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
    fmi2Real start,
    fmi2Boolean has_stop, fmi2Real stop);
FMI2_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2Terminate(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2Reset(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Real values[]);
FMI2_EXPORT fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    fmi2Integer values[]);
FMI2_EXPORT fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    fmi2Boolean values[]);
FMI2_EXPORT fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    fmi2String values[]);
FMI2_EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    const fmi2Real values[]);
FMI2_EXPORT fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    const fmi2Integer values[]);
FMI2_EXPORT fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    const fmi2Boolean values[]);
FMI2_EXPORT fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    const fmi2String values[]);
FMI2_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state);
FMI2_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state);
FMI2_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state);
FMI2_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size);
FMI2_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size);
FMI2_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
    fmi2FMUstate *state);
FMI2_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
    size_t unknowns,
    const fmi2ValueReference known[], size_t knowns, const fmi2Real along[], fmi2Real derivatives[]);
FMI2_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info);
FMI2_EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return,
    fmi2Boolean *enter_event_mode,
    fmi2Boolean *terminate);
FMI2_EXPORT fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time);
FMI2_EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t count);
FMI2_EXPORT fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t count);
FMI2_EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t count);
FMI2_EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t count);
FMI2_EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t count);
FMI2_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    const fmi2Integer order[], const fmi2Real values[]);
FMI2_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
    const fmi2Integer order[], fmi2Real values[]);
FMI2_EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real current, fmi2Real size, fmi2Boolean no_return);
FMI2_EXPORT fmi2Status fmi2CancelStep(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value);
FMI2_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value);
FMI2_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value);
FMI2_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value);
FMI2_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value);

#ifdef __cplusplus
}
#endif

#endif
)";

} // namespace

std::string_view fmi2_interface() {
  return interface_source;
}

} // namespace exporting
} // namespace dalembert
