// Any bytes as a unit: read, or refused with a place inside the text; what was read prints and reads back.
#include <dalembert/base/dimension.h>
#include <dalembert/base/errors.h>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  dalembert::UnitError error;
  const auto unit = dalembert::parse_unit(text, error);
  if (!unit) {
    ENSURE(error.begin <= error.end && error.end <= size && !error.message.empty());
    return 0;
  }
  const auto again = dalembert::parse_unit(unit->dimension.text(), error);
  ENSURE(again && again->dimension == unit->dimension && again->is_coherent());
  return 0;
}
