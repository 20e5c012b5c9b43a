#include <dalembert/base/characters.h>
#include <dalembert/typesetting/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace typesetting {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 34> greek_letters{{
    {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"},  {"epsilon", "ε"}, {"zeta", "ζ"},    {"eta", "η"},
    {"theta", "θ"}, {"iota", "ι"},  {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},      {"nu", "ν"},      {"xi", "ξ"},
    {"pi", "π"},    {"rho", "ρ"},   {"sigma", "σ"}, {"tau", "τ"},    {"upsilon", "υ"}, {"phi", "φ"},     {"chi", "χ"},
    {"psi", "ψ"},   {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"},  {"Theta", "Θ"},   {"Lambda", "Λ"},  {"Xi", "Ξ"},
    {"Pi", "Π"},    {"Sigma", "Σ"}, {"Phi", "Φ"},   {"Psi", "Ψ"},    {"Omega", "Ω"},   {"Upsilon", "Υ"},
}};

/// Letters with a dot and with two dots that Unicode holds as one character each.
struct Dotted {
  char letter;
  std::string_view one;
  std::string_view two;
};
constexpr std::array<Dotted, 6> dotted{
    {{'x', "ẋ", "ẍ"}, {'y', "ẏ", "ÿ"}, {'z', "ż", "z̈"}, {'a', "ȧ", "ä"}, {'u', "u̇", "ü"}, {'w', "ẇ", "ẅ"}}};

constexpr std::array<std::string_view, 10> raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::array<std::string_view, 10> lowered{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

/// True for two letters of which the second is read as a subscript: xG, xc, Ix, Qc, phiL, omegaz. Greek letters are
/// one.
bool has_tail(std::string_view head) {
  if (head.size() < 2 || !greek(head).empty() || head.find('_') != std::string_view::npos) return false;
  const char last = head.back();
  const auto names_axis = [](char c) { return c == 'x' || c == 'y' || c == 'z'; };
  const bool is_axis = names_axis(last);
  if (!greek(head.substr(0, head.size() - 1)).empty()) return is_axis || is_capital(last);
  return head.size() == 2 && (is_axis || names_axis(head[0]) || is_capital(head[0]) != is_capital(last));
}

/// True for two letters that shorten a Greek name: no letter with a subscript.
bool is_short_for_greek(std::string_view head) {
  constexpr std::array<std::string_view, 6> usual{"th", "ph", "om", "al", "ps", "rh"};
  return std::ranges::find(usual, head) != usual.end();
}

/// How many letters at the end of a head are read as its subscript: those of `has_tail`; the second of two small ones,
/// ms and kt; a capital with an axis, wBx and omegaBx.
std::size_t tail_length(std::string_view head) {
  const auto is_letter = [](std::string_view part) { return part.size() == 1 || !greek(part).empty(); };
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  if (head.find('_') != std::string_view::npos) return 0; // y_ is no y with a subscript
  if (has_tail(head)) return 1;
  if (head.size() == 2 && greek(head).empty() && is_small(head[0]) && is_small(head[1]))
    return is_short_for_greek(head) ? 0 : 1;
  constexpr std::size_t frame_and_axis = 2;
  if (head.size() <= frame_and_axis || !is_letter(head.substr(0, head.size() - frame_and_axis))) return 0;
  const char axis = head.back();
  const bool ends_so = is_capital(head[head.size() - frame_and_axis]) && (axis == 'x' || axis == 'y' || axis == 'z');
  return ends_so ? frame_and_axis : 0;
}

std::string dots(std::string_view below, int count) {
  if (count == 0) return std::string(below);
  if (below.size() == 1 && count <= 2)
    for (const Dotted& entry : dotted)
      if (entry.letter == below.front()) return std::string(count == 1 ? entry.one : entry.two);
  constexpr std::array<std::string_view, 4> marks{"", "\u0307", "\u0308", "\u20DB"};
  if (static_cast<std::size_t>(count) < marks.size())
    return fmt::format("{}{}", below, marks.at(static_cast<std::size_t>(count)));
  std::string out(below);
  for (int i = 0; i < count; ++i)
    out += "′";
  return out;
}

/// Lowers a subscript where all of it has small characters: digits, commas, and the indices i and j.
std::optional<std::string> small_subscript(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_digit(c))
      out += lowered.at(static_cast<std::size_t>(c - '0'));
    else if (c == ',')
      out += ",";
    else if (c == 'i')
      out += "ᵢ";
    else if (c == 'j')
      out += "ⱼ";
    else
      return std::nullopt;
  }
  return out;
}

/// Where the digits at the end of a name begin; 0 where all or none are digits.
std::size_t trailing_digits(std::string_view name) {
  std::size_t letters = name.size();
  while (letters > 0 && is_digit(name[letters - 1]))
    --letters;
  return letters == name.size() ? 0 : letters;
}

/// `θR`, `φ_L`: a subscript that begins with a Greek letter, which a capital or an underscore ends; else empty.
std::string greek_headed(std::string_view text) {
  if (text.size() < 2) return {};
  const auto ends = [](char c) { return is_capital(c) || c == '_'; };
  const auto end = static_cast<std::size_t>(std::ranges::find_if(text.substr(1), ends) - text.begin());
  const std::string_view first = greek(text.substr(0, end));
  return first.empty() ? std::string() : fmt::format("{}{}", first, text.substr(end));
}

/// A subscript that has no small characters: Greek letters with their number, else the words themselves.
std::string plain_subscript(std::string_view text) {
  if (std::string out = greek_headed(text); !out.empty()) return out;
  const std::size_t letters = trailing_digits(text);
  if (!greek(text).empty()) return std::string(greek(text));
  if (letters == 0 || greek(text.substr(0, letters)).empty()) return std::string(text);
  return fmt::format("{}{}", greek(text.substr(0, letters)), small_subscript(text.substr(letters)).value_or(""));
}

void join_subscript(std::string& subscript, std::string_view part) {
  if (part.empty()) return;
  if (!subscript.empty()) subscript += ',';
  subscript += part;
}

std::string latex_letter(std::string_view head) {
  if (!greek(head).empty()) return fmt::format("\\{}", head);
  std::string escaped;
  for (const char c : head)
    escaped += c == '_' ? "\\_" : std::string(1, c);
  return head.size() == 1 ? escaped : fmt::format("\\mathrm{{{}}}", escaped);
}

/// Where the subscript of a name begins: at its first point, or at its first underscore that has letters on both sides.
std::size_t subscript_place(std::string_view name) {
  const std::size_t first = name.find_first_not_of('_');
  const std::size_t split = name.find_first_of("._", first == std::string_view::npos ? name.size() : first);
  const bool has_letters =
      split != std::string_view::npos && name.find_first_not_of("._", split) != std::string_view::npos;
  return has_letters ? split : std::string_view::npos;
}

/// A subscript in LaTeX: each part a number, a letter or upright words.
std::string latex_subscript(std::string_view text) {
  std::string out;
  for (const SubscriptPart& part : subscript_parts(text)) {
    if (!out.empty()) out += ',';
    if (part.letters.empty())
      out += part.below;
    else if (!part.below.empty())
      out += fmt::format("{}_{{{}}}", latex_letter(part.letters), part.below);
    else
      out += latex_letter(part.letters);
  }
  return out;
}

/// An index in LaTeX: numbers, letters and signs as they are, `max` and `min` upright.
std::string latex_index(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("+-,()* "), text.size());
    const std::string_view word = text.substr(0, end);
    if (word == "max" || word == "min")
      out += fmt::format("\\{}", word);
    else if (!word.empty())
      out += latex_subscript(word);
    if (end < text.size()) out += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// Where the first part of a subscript ends: at a comma, or at an underscore that has more than underscores behind it.
std::size_t part_length(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of(",_"), text.size());
  const std::size_t behind = std::min(text.find_first_not_of('_', end), text.size());
  return behind == text.size() || text[behind] == ',' ? behind : end;
}

} // namespace

Symbol symbol(std::string_view name) {
  Symbol out;
  while (!name.empty() && name.back() == '\'') {
    ++out.primes;
    name.remove_suffix(1);
  }
  if (const std::size_t open = name.find('['); open != std::string_view::npos && name.back() == ']') {
    out.index = name.substr(open + 1, name.size() - open - 2);
    name = name.substr(0, open);
  }
  const std::size_t split = subscript_place(name);
  out.head = name.substr(0, split);
  std::size_t letters = out.head.size();
  while (letters > 0 && is_digit(out.head[letters - 1]))
    --letters;
  if (letters > 0 && letters < out.head.size()) {
    join_subscript(out.subscript, out.head.substr(letters));
    out.head = out.head.substr(0, letters);
  }
  if (split != std::string_view::npos) join_subscript(out.subscript, name.substr(split + 1));
  const std::size_t tail = tail_length(out.head);
  out.tail = out.head.substr(out.head.size() - tail);
  out.head.remove_suffix(tail);
  return out;
}

std::vector<SubscriptPart> subscript_parts(std::string_view text) {
  std::vector<SubscriptPart> out;
  while (!text.empty()) {
    const std::size_t end = part_length(text);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    const bool is_number = std::all_of(part.begin(), part.end(), is_digit);
    const std::size_t letters = trailing_digits(part);
    if (is_number)
      out.push_back({{}, part});
    else if (letters == 1 || (letters > 0 && !greek(part.substr(0, letters)).empty()))
      out.push_back({part.substr(0, letters), part.substr(letters)});
    else if (has_tail(part))
      out.push_back({part.substr(0, part.size() - 1), part.substr(part.size() - 1)});
    else
      out.push_back({part, {}});
  }
  return out;
}

std::string_view greek(std::string_view head) {
  const auto* const found = std::find_if(greek_letters.begin(), greek_letters.end(),
                                         [head](const auto& letter) { return letter.first == head; });
  return found == greek_letters.end() ? std::string_view() : found->second;
}

std::string unicode_name(std::string_view name) {
  const Symbol s = symbol(name);
  const std::string_view letter = greek(s.head);
  constexpr std::size_t longest_dotted = 2; // a dot over the first letter of a word would not be read as its rate
  std::string out;
  const bool is_word = (letter.empty() && s.head.size() > longest_dotted) || s.head.find('_') != std::string_view::npos;
  if (is_word)
    out = std::string(s.head);
  else if (!letter.empty() || s.head.size() == 1)
    out = dots(letter.empty() ? s.head : letter, s.primes);
  else
    out = dots(s.head.substr(0, 1), s.primes) + std::string(s.head.substr(1));
  out += s.tail;
  const std::optional<std::string> below = small_subscript(s.subscript);
  const std::optional<std::string> index = small_index(s.index);
  const bool is_one_piece = below && index && !below->empty() && !index->empty(); // x₁ with index 2 is no x₁₂
  if (below)
    out += *below;
  else
    out += fmt::format("_{}", plain_subscript(s.subscript));
  if (index && below && !is_one_piece)
    out += *index;
  else if (!s.index.empty())
    out += fmt::format("[{}]", s.index);
  if (is_word)
    for (int i = 0; i < s.primes; ++i)
      out += "′";
  return out;
}

std::string latex_name(std::string_view name) {
  const Symbol s = symbol(name);
  constexpr std::array<std::string_view, 4> accents{"", "\\dot", "\\ddot", "\\dddot"};
  std::string out = latex_letter(s.head);
  if (s.primes > 0 && static_cast<std::size_t>(s.primes) < accents.size())
    out = fmt::format("{}{{{}}}", accents.at(static_cast<std::size_t>(s.primes)), out);
  else if (s.primes > 0)
    out = fmt::format("{}^{{({})}}", out, s.primes);
  std::string below(s.tail);
  join_subscript(below, s.subscript);
  below = latex_subscript(below);
  join_subscript(below, latex_index(s.index));
  return below.empty() ? out : fmt::format("{}_{{{}}}", out, below);
}

std::optional<std::string> small_index(std::string_view text) {
  constexpr std::array<std::pair<char, std::string_view>, 14> letters{{{'i', "ᵢ"},
                                                                       {'j', "ⱼ"},
                                                                       {'k', "ₖ"},
                                                                       {'m', "ₘ"},
                                                                       {'n', "ₙ"},
                                                                       {'p', "ₚ"},
                                                                       {'r', "ᵣ"},
                                                                       {'s', "ₛ"},
                                                                       {'u', "ᵤ"},
                                                                       {'v', "ᵥ"},
                                                                       {'+', "₊"},
                                                                       {'-', "₋"},
                                                                       {'=', "₌"},
                                                                       {',', ","}}};
  std::string out;
  for (const char c : text) {
    const auto* const found =
        std::find_if(letters.begin(), letters.end(), [c](const auto& letter) { return letter.first == c; });
    if (is_digit(c))
      out += lowered.at(static_cast<std::size_t>(c - '0'));
    else if (found != letters.end())
      out += found->second;
    else
      return std::nullopt;
  }
  return out;
}

std::string superscript(std::string_view digits) {
  std::string out;
  for (const char c : digits) {
    if (is_digit(c))
      out += raised.at(static_cast<std::size_t>(c - '0'));
    else if (c == '-')
      out += "⁻";
    else
      out += c;
  }
  return out;
}

std::string_view without_primes(std::string_view name) {
  while (name.ends_with('\''))
    name.remove_suffix(1);
  return name;
}

} // namespace typesetting
} // namespace dalembert
