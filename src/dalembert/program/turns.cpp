#include <dalembert/program/turn_kernel.h>
#include <dalembert/program/turns.h>

namespace dalembert {
inline namespace program {

namespace {

[[gnu::always_inline]] inline SineAndCosine turn_one(double angle) {
  SineAndCosine out{};
  TurnKernel<OneAngle>::turn_all(&angle, &out.sine, &out.cosine, 1);
  return out;
}

SineAndCosine turn_portably(double angle) {
  return turn_one(angle);
}

using TurnOne = SineAndCosine (*)(double);

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("fma")]] SineAndCosine turn_with_fma(double angle) {
  return turn_one(angle);
}

TurnOne choose_turn() {
  return __builtin_cpu_supports("fma") != 0 ? turn_with_fma : turn_portably;
}
#else
TurnOne choose_turn() {
  return turn_portably;
}
#endif

const TurnOne best_turn = choose_turn();

} // namespace

SineAndCosine sine_and_cosine(double angle) {
  return best_turn(angle);
}

} // namespace program
} // namespace dalembert
