#include <dalembert/findings/fact_rows.h>
#include <dalembert/studies/settle.h>

#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

/// Corrects what exact points said of conservation laws by real states.
void look_at_laws(FactContext& context, FactSet& facts) {
  if (!context.can_start()) return;
  const ConservationLaws laws{facts.corrected<std::vector<MomentumFacts>>(), facts.corrected<EnergyFacts>(),
                              facts.corrected<SymmetrySearch>().found};
  settle_by_real_states(laws, context.engine(), context.initial_state());
}

} // namespace

const FactRow real_states_row{.name = "conservation at real states", .basis = FactBasis::numbers, .find = look_at_laws};

} // namespace findings
} // namespace dalembert
