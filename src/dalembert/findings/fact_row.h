#pragma once

#include <dalembert/findings/fact_context.h>
#include <dalembert/findings/fact_json.h>
#include <dalembert/findings/fact_set.h>
#include <dalembert/findings/fact_writer.h>

#include <cstdint>
#include <string_view>

namespace dalembert::inline findings {

/// What a fact is found from. Facts from symbols come first: numbers can use them.
enum class FactBasis : std::uint8_t { symbols, numbers };

/// One row of the table of facts; what it does not do is null.
struct FactRow {
  std::string_view name;
  FactBasis basis = FactBasis::symbols;
  const char* activity = nullptr; ///< what is being done while it is found
  void (*find)(FactContext& context, FactSet& facts) = nullptr;
  void (*write)(FactWriter& writer, const FactSet& facts) = nullptr;                ///< rows of a page
  void (*write_json)(Json& object, FactJson& json, const FactSet& facts) = nullptr; ///< fields of `analyse --json`
};

} // namespace dalembert::inline findings
