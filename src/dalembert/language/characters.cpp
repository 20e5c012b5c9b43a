#include <dalembert/language/characters.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr char32_t first_greek = 0x0370;
constexpr char32_t last_greek = 0x03FF;
constexpr char32_t stray_bytes = 0xDC00; // a surrogate, so no character
constexpr char32_t subscript_zero = 0x2080;
constexpr char32_t subscript_nine = 0x2089;

/// Greek letters by code point, variants of a letter under the letter's own name.
constexpr std::array<std::pair<char32_t, std::string_view>, 55> greek_names{{
    {0x0391, "Alpha"},  {0x0392, "Beta"},  {0x0393, "Gamma"}, {0x0394, "Delta"},   {0x0395, "Epsilon"},
    {0x0396, "Zeta"},   {0x0397, "Eta"},   {0x0398, "Theta"}, {0x0399, "Iota"},    {0x039A, "Kappa"},
    {0x039B, "Lambda"}, {0x039C, "Mu"},    {0x039D, "Nu"},    {0x039E, "Xi"},      {0x039F, "Omicron"},
    {0x03A0, "Pi"},     {0x03A1, "Rho"},   {0x03A3, "Sigma"}, {0x03A4, "Tau"},     {0x03A5, "Upsilon"},
    {0x03A6, "Phi"},    {0x03A7, "Chi"},   {0x03A8, "Psi"},   {0x03A9, "Omega"},   {0x03B1, "alpha"},
    {0x03B2, "beta"},   {0x03B3, "gamma"}, {0x03B4, "delta"}, {0x03B5, "epsilon"}, {0x03B6, "zeta"},
    {0x03B7, "eta"},    {0x03B8, "theta"}, {0x03B9, "iota"},  {0x03BA, "kappa"},   {0x03BB, "lambda"},
    {0x03BC, "mu"},     {0x03BD, "nu"},    {0x03BE, "xi"},    {0x03BF, "omicron"}, {0x03C0, "pi"},
    {0x03C1, "rho"},    {0x03C2, "sigma"}, {0x03C3, "sigma"}, {0x03C4, "tau"},     {0x03C5, "upsilon"},
    {0x03C6, "phi"},    {0x03C7, "chi"},   {0x03C8, "psi"},   {0x03C9, "omega"},   {0x03D1, "theta"},
    {0x03D5, "phi"},    {0x03D6, "pi"},    {0x03F0, "kappa"}, {0x03F1, "rho"},     {0x03F5, "epsilon"},
}};

/// Bytes of the sequence that `lead` starts, 0 where it starts none.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

bool is_ascii_letter(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

} // namespace

CodePoint decode(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = sequence_length(lead);
  if (length == 1) return {lead, 1, true};
  const CodePoint stray{stray_bytes | lead, 1, false};
  if (length == 0 || at + length > text.size()) return stray;
  char32_t value = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0U) != 0x80U) return stray;
    value = (value << 6U) | (byte & 0x3FU);
  }
  const bool is_overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool is_surrogate = value >= 0xD800 && value < 0xE000;
  if (is_overlong || is_surrogate || value > 0x10FFFF) return stray;
  return {value, length, true};
}

bool starts_word(char32_t c) {
  return is_ascii_letter(c) || c == U'_' || (c >= first_greek && c <= last_greek);
}

bool continues_word(char32_t c) {
  return starts_word(c) || is_digit(c) || (c >= subscript_zero && c <= subscript_nine);
}

bool is_foreign_letter(char32_t c) {
  // Latin with marks, Cyrillic, Hebrew, Arabic …; letter-like and mathematical letters; ideographs. × and ÷ are signs.
  const bool is_latin = c >= 0xC0 && c <= 0x036F && c != 0xD7 && c != 0xF7;
  const bool is_other_script = c >= 0x0400 && c <= 0x1FFF;
  const bool is_ideograph = c >= 0x3040 && c <= 0xD7FF;
  const bool is_mathematical = (c >= 0x1D400 && c <= 0x1D7FF) || c == 0xB5 || c == 0x2126 || c == 0x210F;
  return is_latin || is_other_script || is_ideograph || is_mathematical;
}

char superscript(char32_t c) {
  switch (c) {
  case 0xB9:
    return '1';
  case 0xB2:
    return '2';
  case 0xB3:
    return '3';
  case 0x207B:
    return '-';
  default:
    break;
  }
  if (c == 0x2070 || (c >= 0x2074 && c <= 0x2079)) return static_cast<char>('0' + (c - 0x2070));
  return 0;
}

std::string shown(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode(text, i);
    const bool is_control = c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0);
    if (!c.is_valid)
      out += fmt::format("0x{:02X}", static_cast<unsigned>(c.value & 0xFFU));
    else if (is_control || c.value == 0xA0 || c.value == 0xFEFF || (c.value >= 0x2000 && c.value <= 0x200F))
      out += fmt::format("U+{:04X}", static_cast<unsigned>(c.value));
    else
      out += text.substr(i, c.length);
    i += c.length;
  }
  return out;
}

std::string normal_name(std::string_view word) {
  const bool is_plain =
      std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_plain) return std::string(word);
  std::string out;
  bool was_subscript = false;
  for (std::size_t i = 0; i < word.size();) {
    const CodePoint c = decode(word, i);
    const bool is_subscript = c.value >= subscript_zero && c.value <= subscript_nine;
    const auto* const greek = std::find_if(greek_names.begin(), greek_names.end(),
                                           [&c](const auto& entry) { return entry.first == c.value; });
    if (is_subscript) {
      if (!was_subscript && !out.empty() && out.back() != '_') out += '_';
      out += static_cast<char>('0' + (c.value - subscript_zero));
    } else if (greek != greek_names.end()) {
      out += greek->second;
    } else {
      out += word.substr(i, c.length);
    }
    was_subscript = is_subscript;
    i += c.length;
  }
  return out;
}

} // namespace ast
} // namespace language
} // namespace dalembert
