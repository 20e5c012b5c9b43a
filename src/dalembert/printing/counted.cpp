#include <dalembert/printing/counted.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace printing {

std::string counted(std::size_t count, std::string_view one) {
  if (count == 1) return fmt::format("1 {}", one);
  if (one.ends_with("degree of freedom")) return fmt::format("{} degrees of freedom", count);
  return fmt::format("{} {}s", count, one);
}

} // namespace printing
} // namespace dalembert
