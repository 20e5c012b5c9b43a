#pragma once

#include <dalembert/findings/fact_context.h>
#include <dalembert/findings/fact_json.h>
#include <dalembert/findings/fact_set.h>
#include <dalembert/findings/fact_writer.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace findings {

/// What a fact is found from. Facts from symbols come first: numbers can use them.
enum class FactBasis : std::uint8_t { symbols, numbers };

/// What a fact is about: the section of a page that shows it.
enum class FactTopic : std::uint8_t {
  structure,    ///< of the energies and the forces of the frame: what the derivation starts from
  conservation, ///< momenta, energy, symmetries
  equilibria,   ///< steady states and their stability
};

/// One row of the table of facts; what it does not do is null.
struct FactRow {
  std::string_view name;
  FactBasis basis = FactBasis::symbols;
  const char* activity = nullptr; ///< what is being done while it is found
  void (*find)(FactContext& context, FactSet& facts) = nullptr;
  FactTopic topic = FactTopic::structure;
  void (*write)(FactWriter& writer, const FactSet& facts) = nullptr; ///< rows of a page
  /// The same as HTML, where rows do not do: tables, formulas on lines of their own.
  std::string (*write_html)(FactWriter& writer, const FactSet& facts) = nullptr;
  void (*write_json)(Json& object, FactJson& json, const FactSet& facts) = nullptr; ///< fields of `analyse --json`
};

} // namespace findings
} // namespace dalembert
