#include <dalembert/elaborate/building/conjugates.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

bool has_product(const Builder& builder, const DeclaredName& named, const ast::UnitText* unit, const Scalar& speed,
                 const Dimension& product, std::string_view what) {
  Context& context = builder.context;
  const DimensionId wanted = context.dimensions.of(product);
  const Scalar value = builder.names.definitions().of(named).value.scalar();
  const DimensionId given = context.dimensions.multiply(value.dimension, speed.dimension);
  if (context.dimensions.unify(given, wanted)) return true;
  const DimensionId needed = context.dimensions.divide(wanted, speed.dimension);
  Diagnostic& made = context.complaints.error(
      "E0414", named.span,
      fmt::format("{} is in {}, but its speed is in {}", what,
                  unit != nullptr ? context.text(unit->span) : context.unit_text(value.dimension, true),
                  context.unit_text(speed)));
  made.help = fmt::format("with this speed it is in {}", context.unit_text(needed, true));
  return false;
}

} // namespace elaboration
} // namespace dalembert
