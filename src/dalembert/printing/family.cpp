#include <dalembert/printing/family.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dalembert {
inline namespace printing {

std::string run_name(const Declared& first, const Declared& last, const Style& style, std::size_t primes) {
  const std::string rate(primes, '\'');
  if (&first == &last) return name_text(first.name + rate, style);
  if (style.marks_formulas)
    return formula(fmt::format("{}[{}…{}]{}", first.member.family, fmt::join(first.member.index, ","),
                               fmt::join(last.member.index, ","), rate),
                   style);
  return fmt::format("{}[{}{}{}]", name_text(first.member.family + rate, style), fmt::join(first.member.index, ","),
                     style.unicode ? "…" : "..", fmt::join(last.member.index, ","));
}

} // namespace printing
} // namespace dalembert
