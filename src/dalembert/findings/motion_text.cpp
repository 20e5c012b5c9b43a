#include <dalembert/findings/condition_words.h>
#include <dalembert/findings/motion_text.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/signed_sum.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

std::string value_text(FactWriter& writer, const SymbolicSteadyMotion::Value& value, const char* primes) {
  const System& system = *writer.equations().system;
  const std::string name = system.coordinates[value.coordinate].name + primes;
  if (!value.value) return name_text(name, writer.style()) + " any";
  return writer.equation_text(name, *value.value);
}

/// True for what is hard to read in front of another factor: a sum, or a quotient with a bracket in it; where formulas
/// are set in type, any quotient, which stands for itself there.
bool needs_brackets(const Formula& coefficient, const Style& style) {
  const auto divides = [](const Formula& part) { return part.is(Formula::Kind::sign) && operator_of(part) == "/"; };
  const auto is_fenced = [](const Formula& part) { return part.is(Formula::Kind::fenced); };
  return summands_of(coefficient).size() > 1 ||
         (std::ranges::any_of(coefficient.parts, divides) &&
          (style.marks_formulas || std::ranges::any_of(coefficient.parts, is_fenced)));
}

/// `s^2 + 12/5*theta'^2 - 4*g/(5*r)`; nothing where a coefficient is too long.
std::optional<Formula> polynomial(FactWriter& writer, const SPolynomial& p) {
  constexpr std::size_t longest = 160;
  const Graph& graph = *writer.equations().system->graph;
  std::vector<SignedFormula> out;
  for (std::size_t k = p.size(); k-- > 0;) {
    if (graph.is_zero(p[k])) continue;
    const Formula s = name_formula(growth_letter(*writer.equations().system));
    const Formula power = k > 1 ? power_formula(s, number_formula(std::to_string(k))) : s;
    if (graph.is_one(p[k]) && k > 0) {
      out.push_back({false, power});
      continue;
    }
    const std::optional<Formula> coefficient = writer.formula(p[k], longest);
    if (!coefficient) return std::nullopt;
    std::vector<SignedFormula> summands = summands_of(*coefficient);
    if (k > 0) {
      auto [is_negative, factor] = summands.size() > 1 ? SignedFormula{false, *coefficient} : summands.front();
      if (needs_brackets(factor, writer.style())) factor = fenced_formula(std::move(factor));
      ProductMaker term;
      term.multiply(std::move(factor));
      term.multiply(power);
      summands = {{is_negative, term.take()}};
    }
    std::ranges::move(summands, std::back_inserter(out));
  }
  return signed_sum(std::move(out));
}

/// `(s^2 + k/m)^2*(s^2 + 3*k/m)`; nothing where a factor is too long.
std::optional<Formula> product(FactWriter& writer, const std::vector<SPolynomial>& factors) {
  ProductMaker out;
  for (auto each = factors.begin(); each != factors.end(); ++each) {
    if (std::find(factors.begin(), each, *each) != each) continue; // stands in a power
    std::optional<Formula> factor = polynomial(writer, *each);
    if (!factor) return std::nullopt;
    Formula fenced = fenced_formula(*std::move(factor));
    const auto times = std::count(each, factors.end(), *each);
    out.multiply(times > 1 ? power_formula(std::move(fenced), number_formula(std::to_string(times)))
                           : std::move(fenced));
  }
  return out.take();
}

std::string joined(const std::vector<std::string>& parts, std::string_view between, const Style& style) {
  std::string out;
  for (const std::string& part : parts)
    out += (out.empty() ? std::string() : std::string(between)) + formula(part, style);
  return out;
}

/// What holds of small deviations where the conditions are met.
std::string_view stable_word(const SymbolicSteadyMotion& motion) {
  const bool decays = motion.condition->is_asymptotic;
  if (motion.drifts) return decays ? "the other deviations decay" : "the other deviations remain small";
  if (motion.zeros > 0 && decays) return "stable (deviations decay to a neighbouring member of the family)";
  return decays ? "asymptotically stable" : "stable";
}

/// True where equal factors let oscillations grow, though no root has a positive real part.
bool grows_with_time(const SymbolicSteadyMotion& motion) {
  return motion.condition && !motion.condition->growth.empty() &&
         motion.condition->verdict != StabilityCondition::Verdict::never;
}

/// `oscillations grow with t, since equal factors have too few eigenvectors; stable only where c = 0`.
std::string growth_text(const SymbolicSteadyMotion& motion, const StabilityWords& words, const Style& style) {
  std::string out = fmt::format("oscillations grow with {}, since equal factors have too few eigenvectors",
                                motion.condition->multiplicity == 2 ? formula("t", style) : "a power of t");
  out = paint(Ink::caution, out, style);
  return words.when == "never"
             ? out
             : fmt::format("{}; {} only where {}", out, stable_word(motion), formula(words.when, style));
}

} // namespace

std::string growth_letter(const System& system) {
  const auto is_taken = [&system](std::string_view letter) {
    const auto has = [letter](const auto& items) {
      return std::ranges::any_of(items, [letter](const auto& item) { return item.name == letter; });
    };
    return has(system.coordinates) || has(system.parameters) || has(system.lets) || has(system.reactions);
  };
  for (const char* const letter : {"s", "sigma", "mu"})
    if (!is_taken(letter)) return letter;
  return "nu";
}

Formula without_minus(const Formula& left) {
  std::vector<SignedFormula> summands = summands_of(left);
  if (!std::ranges::all_of(summands, &SignedFormula::is_negative)) return left;
  for (SignedFormula& summand : summands)
    summand.is_negative = false;
  return signed_sum(std::move(summands));
}

std::string set_left_out(std::string_view note, const Style& style) {
  constexpr std::string_view with = "those with ";
  constexpr std::string_view stands_for = " for ";
  const std::size_t begin = note.find(with);
  if (begin == std::string_view::npos) return std::string(note);
  const std::size_t end = std::min(note.find(';', begin), note.size());
  std::string out(note.substr(0, begin + with.size()));
  std::string_view list = note.substr(out.size(), end - out.size());
  while (!list.empty()) {
    constexpr std::array<std::string_view, 2> joints{", and with ", " and "};
    std::size_t at = list.size();
    std::string_view joint;
    for (const std::string_view each : joints)
      if (const std::size_t found = list.find(each); found < at) {
        at = found;
        joint = each;
      }
    const std::string_view change = list.substr(0, at);
    const std::size_t middle = change.find(stands_for);
    out += middle == std::string_view::npos
               ? std::string(change)
               : fmt::format("{}{}{}", formula(change.substr(0, middle), style), stands_for,
                             formula(change.substr(middle + stands_for.size()), style));
    out += joint;
    list.remove_prefix(at + joint.size());
  }
  return out.append(note.substr(end));
}

std::string steady_values(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  std::string out;
  for (const SymbolicSteadyMotion::Value& value : motion.positions)
    out += (out.empty() ? "" : ", ") + value_text(writer, value, "");
  for (const SymbolicSteadyMotion::Value& value : motion.speeds)
    out += (out.empty() ? "" : ", ") + value_text(writer, value, "'");
  return out;
}

std::optional<Formula> characteristic_formula(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  return motion.factors.empty() ? polynomial(writer, motion.characteristic) : product(writer, motion.factors);
}

std::string existence_text(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  const StabilityWords words = stability_words(writer.form(), writer.equations(), motion);
  return words.exists.empty() ? std::string() : "exists where " + joined(words.exists, " and ", writer.style());
}

std::string stability_text(FactWriter& writer, const SymbolicSteadyMotion& motion) {
  using Verdict = StabilityCondition::Verdict;
  const Style& style = writer.style();
  constexpr std::size_t longest = 480;
  const StabilityWords words = stability_words(writer.form(), writer.equations(), motion);
  std::string out = "stability not decided";
  if (grows_with_time(motion)) {
    out = growth_text(motion, words, style);
  } else if (motion.condition) {
    const std::string word(stable_word(motion));
    switch (motion.condition->verdict) {
    case Verdict::always:
      out = paint(motion.drifts ? Ink::caution : Ink::good, word, style);
      break;
    case Verdict::never:
      out = paint(Ink::caution, "unstable", style);
      break;
    case Verdict::when_square_exceeds:
    case Verdict::when_square_is_below:
      out = fmt::format("{} if and only if {}", word, formula(words.when, style));
      break;
    case Verdict::when_positive:
      out = fmt::format("{} where {}", word,
                        words.when.size() > longest ? "a condition too long to print holds (see --json)"
                                                    : formula(words.when, style));
      break;
    }
  }
  const bool is_unstable = motion.condition && motion.condition->verdict == Verdict::never;
  if (motion.drifts && !is_unstable) out = fmt::format("{}; {}", drifts_to_first_order, out);
  std::vector<std::string> given = words.assumes;
  constexpr std::size_t longest_entry = 160;
  std::ranges::copy_if(words.holds, std::back_inserter(given),
                       [](const std::string& text) { return text.size() <= longest_entry; });
  const bool has_long_ones =
      std::ranges::any_of(words.holds, [](const std::string& text) { return text.size() > longest_entry; });
  if (!given.empty()) out += ", for " + joined(given, ", ", style);
  if (has_long_ones) out += ", and where a condition too long to print holds (see --json)";
  if (words.basis == "draws")
    out += style.marks_formulas ? " (seen at 800 choices of the parameters, not proved)"
                                : " (signs seen at 800 choices of the parameters, not proved)";
  if (!words.exists.empty()) out += "; exists where " + joined(words.exists, " and ", style);
  return out;
}

} // namespace findings
} // namespace dalembert
