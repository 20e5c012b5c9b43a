#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/building/opened.h>
#include <dalembert/elaborate/declaring/declare.h>
#include <dalembert/elaborate/names/derived_names.h>
#include <dalembert/elaborate/whole/elaborate.h>
#include <dalembert/elaborate/whole/unit_search.h>

#include <fmt/format.h>

#include <stdexcept>

namespace dalembert {
inline namespace elaboration {

namespace {

using namespace elaboration;

/// The parts in order: each may use what came before; names are worked out on demand whatever their order.
Study build(const Declarations& declared, const Overrides& overrides, Context& context) {
  Draft draft(context);
  System& system = draft.study.system;
  system.name = declared.name;
  system.title = declared.title;
  system.span = declared.span;
  ModelNames names(draft, declared, overrides);
  const Builder builder{draft, declared, overrides, names, context, names.evaluator()};
  enter_counts(builder);
  enter_symbols(builder);
  build_parameters(builder);
  build_energies(builder);
  build_constraints(builder);
  builder.names.derived().constraints_are_built();
  build_reactions(builder);
  build_frictions(builder);
  build_impacts(builder);
  build_contacts(builder);
  build_forces(builder);
  build_definitions(builder);
  build_initial(builder);
  build_assumptions(builder);
  build_simulation(builder);
  build_sweeps(builder);
  build_events(builder);
  build_moments(builder);
  refuse_mixed_reactions(builder);
  build_outputs(builder);
  build_claims(builder);
  refuse_claims_of_late_forces(builder);
  build_picture(builder);
  refuse_impulses(builder);
  look_for_oversights(builder);
  return opened(draft.finish());
}

} // namespace

Study elaborate(const ast::File& file, SourceMap& sources, const ElaborateOptions& options,
                std::vector<Diagnostic>& diagnostics) {
  Library library = load_includes(file, sources, options);
  if (!library.is_whole) { // what the rest lacks may stand in what could not be read
    diagnostics.insert(diagnostics.end(), library.diagnostics.begin(), library.diagnostics.end());
    return {};
  }
  library.files.insert(library.files.end(), options.additions.begin(), options.additions.end());
  Context context(sources, options, mentions_units(library));
  context.complaints.add(std::move(library.diagnostics));
  Study study;
  try {
    const Overrides overrides(context);
    const Declarations declared = declare(library, overrides, context);
    overrides.report_unknown(declared.symbols);
    study = build(declared, overrides, context);
  } catch (const std::overflow_error&) {
    const auto end = static_cast<std::uint32_t>(sources.text(file.file).size());
    context.complaints.error("E0405", {file.file, 0, end}, "the exponents of units in this model grow too large");
  }
  context.complaints.hand_over(diagnostics);
  return study;
}

} // namespace elaboration
} // namespace dalembert
