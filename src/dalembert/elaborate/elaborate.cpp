#include <dalembert/elaborate/builder.h>
#include <dalembert/elaborate/derived_names.h>
#include <dalembert/elaborate/elaborate.h>

#include <fmt/format.h>

#include <stdexcept>

namespace dalembert {

namespace {

using namespace elaboration;

/// The parts in order: each may use what came before; names are worked out on demand whatever their order.
void build(const Builder& builder) {
  enter_counts(builder);
  enter_symbols(builder);
  build_parameters(builder);
  build_energies(builder);
  build_constraints(builder);
  builder.evaluator.derived().constraints_are_built();
  build_reactions(builder);
  build_frictions(builder);
  build_impacts(builder);
  build_forces(builder);
  build_definitions(builder);
  build_initial(builder);
  build_assumptions(builder);
  build_simulation(builder);
  build_outputs(builder);
  build_claims(builder);
  look_for_oversights(builder);
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
  Overrides overrides(context);
  Evaluator evaluator(context, &overrides);
  try {
    const Gathered gathered = gather(library, context, evaluator);
    overrides.report_unknown();
    build({context, evaluator, gathered, overrides});
    for (const auto& finish : context.finishers)
      finish();
  } catch (const std::overflow_error&) {
    const auto end = static_cast<std::uint32_t>(sources.text(file.file).size());
    context.complaints.error("E0405", {file.file, 0, end}, "the exponents of units in this model grow too large");
  }
  context.complaints.hand_over(diagnostics);
  return std::move(context.study);
}

} // namespace dalembert
