#include <dalembert/base/characters.h>
#include <dalembert/families/index_pattern.h>
#include <dalembert/families/indexed_term.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>

namespace dalembert::inline families {

namespace {

constexpr int before_all = -1'000'000'000;

/// Smaller for what comes first: the own index. Of several they are counted from the own ones, so that the members of a
/// lattice have their terms in one order.
std::vector<int> ranks_of(const std::vector<int>& indices, std::span<const int> own) {
  std::vector<int> out = indices;
  if (own.size() == 1) std::ranges::replace(out, own.front(), before_all);
  if (own.size() < 2 || indices.size() % own.size() != 0) return out;
  for (std::size_t slot = 0; slot < out.size(); ++slot)
    out[slot] -= own[slot % own.size()];
  if (std::ranges::all_of(out, [](int shift) { return shift == 0; })) std::ranges::fill(out, before_all);
  return out;
}

struct Piece {
  bool is_negative = false;
  std::string text;
  IndexPattern pattern;
};

/// The summands of an argument, or nothing where it has brackets of its own round a sum.
std::vector<Piece> pieces_of(std::string_view argument) {
  std::vector<Piece> out(1);
  int depth = 0;
  for (std::size_t at = 0; at < argument.size(); ++at) {
    const char c = argument[at];
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    const bool is_sign = depth == 0 && (c == '+' || c == '-');
    if (is_sign && at > 0) out.emplace_back();
    if (is_sign)
      out.back().is_negative = c == '-';
    else if (c != ' ')
      out.back().text += c;
  }
  for (Piece& piece : out)
    piece.pattern = index_pattern(piece.text);
  return out;
}

/// Writes a sum of angles with the own index first and positive; true where the sign was turned.
bool oriented(std::string& argument, std::span<const int> own) {
  std::vector<Piece> pieces = pieces_of(argument);
  if (pieces.size() == 1 && pieces.front().text.back() == ')' && !pieces.front().is_negative) {
    // k*(a - b)
    const std::size_t open = argument.find('(');
    if (open == 0 || argument[open - 1] != '*') return false;
    std::string inner = argument.substr(open + 1, argument.size() - open - 2);
    const bool is_turned = oriented(inner, own);
    argument = argument.substr(0, open + 1) + inner + ")";
    return is_turned;
  }
  std::ranges::sort(pieces, [own](const Piece& a, const Piece& b) {
    return std::tuple(a.pattern.text, ranks_of(a.pattern.indices, own)) <
           std::tuple(b.pattern.text, ranks_of(b.pattern.indices, own));
  });
  const bool is_turned = pieces.front().is_negative;
  argument.clear();
  for (const Piece& piece : pieces)
    argument += (argument.empty() ? "" : piece.is_negative != is_turned ? " - " : " + ") + piece.text;
  return is_turned;
}

/// The place of the bracket that closes the one at `open`.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) return at;
  }
  return text.size();
}

/// A bracket of an even function: `(…)^2`, `cos(…)`.
bool is_even(std::string_view before, std::string_view behind) {
  if (before.ends_with("cos")) return true;
  if (behind.size() < 2 || behind[0] != '^' || (behind[1] - '0') % 2 != 0) return false;
  return behind.size() == 2 || !is_digit(behind[2]);
}

/// Writes all sums of a text with the terms of the own index first, and positive where that does not matter:
/// `sqrt((x[2] - x[3])^2 + …)` in the equation of 3 is `sqrt((x[3] - x[2])^2 + …)`.
std::string with_own_first(std::string_view text, std::span<const int> own) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = text[at] == '(' ? closing(text, at) : text.size();
    if (end == text.size()) {
      out += text[at];
      continue;
    }
    const std::string inner = with_own_first(text.substr(at + 1, end - at - 1), own);
    if (inner.find_first_of(",<=>") != std::string::npos) { // arguments, or a condition
      out += "(" + inner + ")";
      at = end;
      continue;
    }
    std::vector<Piece> pieces = pieces_of(inner);
    const bool may_turn = is_even(out, text.substr(end + 1));
    std::ranges::stable_sort(pieces, [own](const Piece& a, const Piece& b) {
      return std::tuple(a.pattern.text, ranks_of(a.pattern.indices, own)) <
             std::tuple(b.pattern.text, ranks_of(b.pattern.indices, own));
    });
    const bool is_turned = may_turn && pieces.front().is_negative;
    std::string sum;
    for (const Piece& piece : pieces) {
      const bool is_negative = piece.is_negative != is_turned;
      sum += sum.empty() ? (is_negative ? "-" : "") : is_negative ? " - " : " + ";
      sum += piece.text;
    }
    out += "(" + sum + ")";
    at = end;
  }
  return out;
}

struct Part {
  std::string pattern;
  std::vector<int> indices;
  bool is_parameter = false;
};

} // namespace

std::string IndexedTerm::key() const {
  std::string out;
  for (const std::string& factor : factors)
    out += factor + " ";
  return out;
}

IndexedTerm indexed_term(Algebra& algebra, const LaurentTerm& term, std::span<const int> own, const AtomNames& names) {
  IndexedTerm out;
  out.coefficient = term.coefficient;
  std::vector<Part> parts;
  const auto add = [&parts](const std::string& text, int exponent, bool is_parameter) {
    IndexPattern pattern = index_pattern(text);
    if (exponent != 1) pattern.text += "^" + std::to_string(exponent);
    parts.push_back({std::move(pattern.text), std::move(pattern.indices), is_parameter});
  };
  for (const Power& p : term.monomial.powers()) {
    const Atom& atom = algebra.atoms[p.atom];
    const auto name = names.find(atom.expr.id);
    const bool has_sum = atom.text.find('(') != std::string::npos;
    add(name != names.end() ? name->second
        : has_sum           ? with_own_first(atom.text, own)
                            : atom.text,
        p.exponent, atom.has_only_parameters);
  }
  if (term.harmonic != 0) {
    const std::string& text = algebra.atoms[algebra.harmonics.atom(term.harmonic)].text;
    const std::size_t open = text.find('(');
    std::string argument = text.substr(open + 1, text.size() - open - 2);
    const bool is_turned = oriented(argument, own);
    if (is_turned && algebra.harmonics.is_sine(term.harmonic)) out.coefficient = -out.coefficient;
    add(text.substr(0, open + 1) + argument + ")", 1, false);
  }
  std::ranges::sort(parts, [own](const Part& a, const Part& b) {
    return std::tuple(a.pattern, ranks_of(a.indices, own)) < std::tuple(b.pattern, ranks_of(b.indices, own));
  });
  for (Part& part : parts) {
    out.factors.push_back(std::move(part.pattern));
    out.are_parameters.push_back(part.is_parameter);
    out.indices.insert(out.indices.end(), part.indices.begin(), part.indices.end());
  }
  return out;
}

} // namespace dalembert::inline families
