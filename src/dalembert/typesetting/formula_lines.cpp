#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/style.h>
#include <dalembert/typesetting/symbol.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace dalembert {
inline namespace typesetting {

namespace {

using Kind = FormulaNode::Kind;

constexpr double letter = 0.55;      // em, about the mean of an italic alphabet
constexpr double digit = 0.5;        // em
constexpr double upright = 0.5;      // em a letter of a word
constexpr double small = 0.7;        // scale of subscripts and exponents
constexpr double around_sign = 0.55; // em, both sides together
constexpr double bracket = 0.4;      // em

double symbol_width(const std::string& name) {
  const Symbol s = symbol(name);
  const double head =
      s.head.size() == 1 || !greek(s.head).empty() ? letter : upright * static_cast<double>(s.head.size());
  const bool is_greek = !greek(s.subscript).empty();
  const std::size_t below = (is_greek ? 1 : s.subscript.size()) + s.index.size() + s.tail.size();
  return head + small * digit * static_cast<double>(below);
}

double total_width(const std::vector<FormulaNode>& parts) {
  double out = 0.0;
  for (const FormulaNode& part : parts)
    out += formula_width(part);
  return out;
}

constexpr std::size_t bounds_of_sum = 3; ///< parts of a Σ before what it sums

/// The sign is as wide as the wider of its bounds.
double sum_width(const FormulaNode& node) {
  constexpr double sign = 1.4;
  const double low = small * (formula_width(node.parts[0]) + formula_width(node.parts[1]) + 0.8);
  const double high = small * formula_width(node.parts[2]);
  const double summand = node.parts.size() > bounds_of_sum ? formula_width(node.parts.back()) : 0.0;
  return std::max({sign, low, high}) + 0.3 + summand;
}

bool is_relation(const FormulaNode& node) {
  constexpr std::array<std::string_view, 7> relations{"=", "<", ">", "<=", ">=", "!=", "=="};
  return node.kind == Kind::sign && std::find(relations.begin(), relations.end(), node.text) != relations.end();
}

/// A sign between two terms of a sum, a relation, or the range of a line: a line may begin with it.
bool may_begin_line(const std::vector<FormulaNode>& parts, std::size_t at) {
  const FormulaNode& node = parts[at];
  return at > 0 && (is_relation(node) || node.kind == Kind::range ||
                    (node.kind == Kind::sign && (node.text == "+" || node.text == "-")));
}

/// Cuts rows into pieces; `pending_` is what the next piece begins with.
class Cutter {
public:
  explicit Cutter(double longest) : longest_(longest) {}

  void cut(const FormulaNode& formula) {
    if (formula.kind != Kind::row) {
      take_wide(formula);
    } else {
      for (std::size_t i = 0; i < formula.parts.size(); ++i) {
        if (may_begin_line(formula.parts, i)) finish();
        take_wide(formula.parts[i]);
      }
    }
  }

  std::vector<FormulaPiece> take() {
    finish();
    return std::move(pieces_);
  }

private:
  void finish() {
    if (pending_.empty()) return;
    FormulaPiece piece;
    piece.begins_relation = is_relation(pending_.front());
    piece.content = {Kind::row, {}, std::exchange(pending_, {})};
    piece.width = formula_width(piece.content);
    pieces_.push_back(std::move(piece));
  }

  void take_wide(const FormulaNode& node) {
    if (total_width(pending_) + formula_width(node) > longest_) {
      if (node.kind == Kind::fenced) return open(node);
      if (node.kind == Kind::product) return take_factors(node);
      if (node.kind == Kind::rate && node.parts.front().kind == Kind::fenced) return take_rate(node);
      if (node.kind == Kind::big_sum && node.parts.size() > bounds_of_sum) return take_summand(node);
    }
    pending_.push_back(node);
  }

  /// d/dt, and the bracket behind it in pieces of its own.
  void take_rate(const FormulaNode& rate) {
    pending_.push_back({Kind::rate, rate.text, {{Kind::row, {}, {}}}});
    open(rate.parts.front());
  }

  /// The sign of a sum, and what it sums in pieces of its own.
  void take_summand(const FormulaNode& sum) {
    FormulaNode head = sum;
    head.parts.pop_back();
    pending_.push_back(std::move(head));
    take_wide(sum.parts.back());
  }

  /// Factors up to the widest bracket, which is opened; those after it stay with its end.
  void take_factors(const FormulaNode& product) {
    if (product.parts.back().kind == Kind::big_sum && formula_width(product.parts.back()) > longest_ / 2) {
      pending_.push_back({Kind::product, {}, {product.parts.begin(), std::prev(product.parts.end())}});
      return take_wide(product.parts.back());
    }
    const auto narrower = [](const FormulaNode& a, const FormulaNode& b) {
      return (a.kind == Kind::fenced ? formula_width(a) : 0.0) < (b.kind == Kind::fenced ? formula_width(b) : 0.0);
    };
    const auto widest = std::max_element(product.parts.begin(), product.parts.end(), narrower);
    if (widest->kind != Kind::fenced || widest->parts.front().kind != Kind::row) {
      pending_.push_back(product);
      return;
    }
    const auto add = [this](auto begin, auto end) {
      if (begin == end) return;
      pending_.push_back({Kind::product, {}, {begin, end}});
    };
    add(product.parts.begin(), widest);
    open(*widest);
    add(std::next(widest), product.parts.end());
  }

  void open(const FormulaNode& fenced) {
    const std::string size = is_tall(fenced) ? "tall" : "";
    pending_.push_back({Kind::open, size, {}});
    cut(fenced.parts.front());
    pending_.push_back({Kind::close, size, {}});
  }

  double longest_;
  std::vector<FormulaNode> pending_;
  std::vector<FormulaPiece> pieces_;
};

} // namespace

double formula_width(const FormulaNode& node) {
  switch (node.kind) {
  case Kind::number:
    return digit * static_cast<double>(node.text.size());
  case Kind::symbol:
    return symbol_width(node.text);
  case Kind::word:
    return upright * static_cast<double>(display_width(node.text));
  case Kind::sign:
    return (node.text == "," || node.text == "/" ? digit : 0.75) + around_sign;
  case Kind::prefix:
    return 0.75;
  case Kind::open:
  case Kind::close:
    return bracket;
  case Kind::row:
  case Kind::product:
    return total_width(node.parts) + (node.kind == Kind::product ? 0.1 * static_cast<double>(node.parts.size()) : 0.0);
  case Kind::fraction:
    return (is_small_fraction(node) ? small : 1.0) *
               std::max(formula_width(node.parts[0]), formula_width(node.parts[1])) +
           0.3;
  case Kind::power:
    return formula_width(node.parts[0]) + small * formula_width(node.parts[1]);
  case Kind::root:
    return total_width(node.parts) + 0.8;
  case Kind::fenced:
  case Kind::bars:
    return total_width(node.parts) + 2 * bracket;
  case Kind::call:
    return (is_known_function(node.text) ? upright * static_cast<double>(node.text.size()) : symbol_width(node.text)) +
           total_width(node.parts) + 0.35;
  case Kind::matrix: {
    const double columns = std::max(1.0, std::stod(node.text));
    return total_width(node.parts) * columns / static_cast<double>(node.parts.size()) + columns;
  }
  case Kind::rate:
    return total_width(node.parts) + 1.2;
  case Kind::big_sum:
    return sum_width(node);
  case Kind::range:
    return total_width(node.parts) + 4.0;
  }
  return 0.0;
}

bool is_small_fraction(const FormulaNode& node) {
  const auto is_number = [](const FormulaNode& part) { return part.kind == Kind::number; };
  return node.kind == Kind::fraction && std::all_of(node.parts.begin(), node.parts.end(), is_number);
}

bool is_tall(const FormulaNode& node) {
  const bool grows = node.kind == Kind::fraction || node.kind == Kind::root || node.kind == Kind::rate ||
                     node.kind == Kind::matrix || node.kind == Kind::big_sum;
  return (grows && !is_small_fraction(node)) || std::any_of(node.parts.begin(), node.parts.end(), is_tall);
}

std::vector<FormulaPiece> formula_pieces(const FormulaNode& formula, double longest) {
  Cutter cutter(longest);
  cutter.cut(formula);
  return cutter.take();
}

BrokenFormula broken_formula(const FormulaNode& formula, double width) {
  constexpr double indent = 2.0; // em, of lines that go on
  BrokenFormula out;
  std::vector<FormulaLine>* side = &out.left;
  double used = 0.0;
  double before = 0.0; // of the left side where it is one line: the right side stands beside it
  std::vector<FormulaPiece> pieces = formula_pieces(formula, width - indent);
  double rest = 0.0; // of this piece and all behind it
  for (const FormulaPiece& piece : pieces)
    rest += piece.width;
  for (FormulaPiece& piece : pieces) {
    // A short right side ends the last line of a long left one.
    const bool stays = out.left.size() > 1 && used + rest <= width;
    const bool begins_right = piece.begins_relation && side == &out.left && !stays;
    rest -= piece.width;
    if (begins_right) {
      constexpr double short_left = 0.25; // of the width: what begins beside it may stand out
      out.is_beside = out.left.size() == 1 && (used + piece.width <= width || used < short_left * width);
      before = out.is_beside ? used : 0.0;
      side = &out.right;
    }
    const bool starts =
        side->empty() || used + piece.width > width || (piece.begins_relation && !begins_right && !stays);
    if (starts) {
      const bool is_continued = !side->empty();
      side->push_back({{}, is_continued});
      used = before + (is_continued ? indent : 0.0);
    }
    std::vector<FormulaNode>& parts = side->back().content.parts;
    std::move(piece.content.parts.begin(), piece.content.parts.end(), std::back_inserter(parts));
    used += piece.width;
  }
  return out;
}

} // namespace typesetting
} // namespace dalembert
