#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/sketch/sampled.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr double largest_bound = 1e6;

/// What may not change its sign along a piece of a curve: bases of negative powers, the cosine under a tangent. Nothing
/// for expressions that jump.
std::optional<std::vector<Expr>> divisors(Graph& graph, const Place<Expr>& point) {
  std::vector<Expr> out;
  for (const Expr e : reachable(graph, point)) {
    if (graph.kind(e) == NodeKind::select || graph.kind(e) == NodeKind::unknown) return std::nullopt;
    if (graph.kind(e) == NodeKind::product) {
      for (const Factor& each : graph.factors(e))
        if (graph.value(each.exponent).sign() < 0) out.push_back(each.base);
    } else if (graph.kind(e) == NodeKind::function) {
      switch (graph.function(e)) {
      case Function::floor:
      case Function::ceil:
      case Function::round:
      case Function::trunc:
      case Function::sign:
      case Function::heaviside:
      case Function::fmod:
        return std::nullopt;
      case Function::tan:
        out.push_back(graph.cos(graph.args(e).front()));
        break;
      default:
        break;
      }
    }
  }
  return out;
}

/// Judges points of a curve or a surface, which must be joined to one of them.
class Piece {
public:
  Piece(Kinematics& kinematics, std::vector<Expr> all, double reach)
      : kinematics_(kinematics), all_(std::move(all)), reach_(reach) {}

  /// For each of the values `at` of the parameters, whether its point belongs to the piece of the first one that was
  /// judged. The first `components` of all expressions are those of the point, the others are divisors.
  [[nodiscard]] std::vector<bool> good(const std::vector<Expr>& symbols, const std::vector<std::vector<Expr>>& at,
                                       std::size_t components) {
    Graph& graph = kinematics_.graph();
    std::vector<Expr> wanted;
    for (const std::vector<Expr>& each : at) {
      std::vector<Replacement> put;
      for (std::size_t k = 0; k < symbols.size(); ++k)
        put.push_back({symbols[k], each[k]});
      std::vector<Expr> found;
      try {
        found = substitute(graph, all_, put);
      } catch (const std::domain_error&) { // a division by 0
        found.assign(all_.size(), graph.zero());
        bad_.push_back(wanted.size() / all_.size());
      }
      wanted.insert(wanted.end(), found.begin(), found.end());
    }
    const std::vector<double> values = kinematics_.at_start(wanted);
    std::vector<bool> out;
    for (std::size_t i = 0; i < at.size(); ++i)
      out.push_back(std::ranges::find(bad_, i) == bad_.end() &&
                    is_good({values.begin() + static_cast<std::ptrdiff_t>(i * all_.size()), all_.size()}, components));
    bad_.clear();
    return out;
  }

private:
  [[nodiscard]] bool is_good(std::span<const double> values, std::size_t components) {
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) return false;
    if (start_.empty()) start_.assign(values.begin(), values.end());
    for (std::size_t k = 0; k < values.size(); ++k)
      if (k < components ? std::abs(values[k] - start_[k]) > reach_ : !(values[k] * start_[k] > 0.0)) return false;
    return true;
  }

  Kinematics& kinematics_;
  std::vector<Expr> all_;
  double reach_;
  std::vector<double> start_;
  std::vector<std::size_t> bad_;
};

std::optional<Rational> rounded(double value, int digits, bool up) {
  if (value == 0.0) return Rational(0);
  if (!std::isfinite(value) || std::abs(value) > largest_bound) return std::nullopt;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) + 1.0 - digits);
  constexpr double slack = 1e-9; // rounding errors must not turn 1.6 into 1.7
  const double count = up ? std::ceil(value / unit - slack) : std::floor(value / unit + slack);
  return Rational::parse(fmt::format("{:.{}g}", count * unit, digits + 1));
}

} // namespace

Sampler::Sampler(Kinematics& kinematics) : kinematics_(kinematics), graph_(kinematics.graph()) {}

std::string Sampler::free_name(char letter) const {
  const System& system = kinematics_.system();
  const auto is_taken = [&system](const std::string& name) {
    const auto has = [&name](const auto& list) {
      return std::ranges::any_of(
          list, [&name](const Declared& each) { return each.name == name || each.member.family == name; });
    };
    return has(system.coordinates) || has(system.parameters) || has(system.counts) || has(system.speeds) ||
           has(system.lets) || has(system.function_lets) || has(system.functions) || has(system.energies) ||
           has(system.forces) || has(system.constraints) || has(system.reactions) || has(system.frictions) ||
           has(system.impacts);
  };
  std::string name(1, letter);
  while (is_taken(name))
    name += letter;
  return name;
}

std::optional<RealRange> Sampler::range(char letter, double lower, double upper, double middle, bool is_angle,
                                        std::int64_t samples) {
  RealRange out;
  out.name = free_name(letter);
  out.symbol = graph_.symbol(out.name);
  out.samples = samples;
  out.middle = middle;
  out.text = !kinematics_.system().has_units ? "" : is_angle ? " [rad]" : " [m]";
  return between(out, lower, upper, 2, true);
}

std::optional<RealRange> Sampler::between(RealRange range, double lower, double upper, int digits, bool is_outward) {
  const auto from = rounded(lower, digits, !is_outward);
  const auto to = rounded(upper, digits, is_outward);
  if (!from || !to || !(*from < *to)) return std::nullopt;
  const std::string unit = range.text.substr(std::min(range.text.find(" ["), range.text.size()));
  range.lower = graph_.number(*from);
  range.upper = graph_.number(*to);
  range.text = fmt::format("{}..{}{}", from->decimal_text(), to->decimal_text(), unit);
  return range;
}

RealRange Sampler::turn(char letter, std::int64_t samples) {
  RealRange out;
  out.name = free_name(letter);
  out.symbol = graph_.symbol(out.name);
  out.lower = graph_.zero();
  out.upper = graph_.scale(Rational(2), graph_.pi());
  out.text = "0..2*pi";
  out.samples = samples;
  return out;
}

RealRange Sampler::half_turn(char letter, std::int64_t samples) {
  RealRange out = turn(letter, samples);
  out.upper = graph_.scale(Rational(1, 2), graph_.pi());
  out.lower = graph_.neg(out.upper);
  out.text = "-pi/2..pi/2";
  return out;
}

std::vector<Expr> Sampler::values(const RealRange& range) {
  std::vector<Expr> out;
  const Expr step = graph_.sub(range.upper, range.lower);
  for (std::int64_t k = 0; k < range.samples; ++k)
    out.push_back(graph_.add(range.lower, graph_.scale(Rational(k, range.samples - 1), step)));
  return out;
}

std::string Sampler::text_of(const Place<Expr>& point) const {
  std::string out;
  for (const Expr component : point)
    out += (out.empty() ? "(" : ", ") + text(graph_, component);
  return out + ")";
}

std::optional<Path<Expr>> Sampler::curve(const Place<Expr>& point, RealRange range, double reach) {
  const auto without_poles = divisors(graph_, point);
  if (!without_poles) return std::nullopt;
  std::vector<Expr> all = point;
  all.insert(all.end(), without_poles->begin(), without_poles->end());
  Piece piece(kinematics_, all, reach);
  const std::vector<Expr> symbols{range.symbol};
  const auto is_good = [&](double value) {
    const auto number = Rational::parse(fmt::format("{:.12g}", value));
    return number && piece.good(symbols, {{graph_.number(*number)}}, point.size()).front();
  };
  if (!is_good(range.middle)) return std::nullopt;
  const auto fits = [&] {
    std::vector<std::vector<Expr>> at;
    for (const Expr value : values(range))
      at.push_back({value});
    return piece.good(symbols, at, point.size());
  };
  const std::vector<bool> first = fits();
  if (!std::ranges::all_of(first, [](bool good) { return good; })) {
    const std::vector<double> numbers = kinematics_.at_start(values(range));
    double below = numbers.front();
    double above = numbers.back();
    for (std::size_t k = 0; k < numbers.size(); ++k) { // the first bad ones on both sides of the middle
      if (!first[k] && numbers[k] < range.middle) below = numbers[k];
      if (!first[k] && numbers[k] > range.middle) above = std::min(above, numbers[k]);
    }
    const auto edge = [&](double good, double bad) {
      if (is_good(bad)) return bad;
      constexpr int halvings = 24;
      for (int i = 0; i < halvings; ++i) {
        const double half = 0.5 * (good + bad);
        (is_good(half) ? good : bad) = half;
      }
      return good;
    };
    constexpr int digits = 4;
    const auto smaller = between(range, edge(range.middle, below), edge(range.middle, above), digits, false);
    if (!smaller) return std::nullopt;
    range = *smaller;
    if (!std::ranges::all_of(fits(), [](bool good) { return good; })) return std::nullopt;
  }
  Path<Expr> out;
  out.kind = PathKind::curve;
  for (const Expr value : values(range))
    out.points.push_back(substitute(graph_, point, std::vector<Replacement>{{range.symbol, value}}));
  out.written =
      fmt::format("through {} for {} in {} {{ points = {} }}", text_of(point), range.name, range.text, range.samples);
  return out;
}

std::optional<Surface<Expr>> Sampler::surface(const Place<Expr>& point, RealRange first, RealRange second,
                                              double reach) {
  const auto without_poles = divisors(graph_, point);
  if (!without_poles) return std::nullopt;
  std::vector<Expr> all = point;
  all.insert(all.end(), without_poles->begin(), without_poles->end());
  const std::vector<Expr> symbols{first.symbol, second.symbol};
  const auto number = [this](double value) {
    return graph_.number(Rational::parse(fmt::format("{:.12g}", value)).value_or(Rational(0)));
  };
  std::vector<std::vector<Expr>> at;
  const auto is_whole = [&] {
    Piece piece(kinematics_, all, reach);
    at = {{number(first.middle), number(second.middle)}};
    for (const Expr a : values(first))
      for (const Expr b : values(second))
        at.push_back({a, b});
    const std::vector<bool> good = piece.good(symbols, at, point.size());
    return std::ranges::all_of(good, [](bool each) { return each; });
  };
  constexpr int most_halvings = 4;
  for (int halving = 0; !is_whole(); ++halving) {
    if (halving == most_halvings) return std::nullopt;
    for (RealRange* range : {&first, &second}) {
      const std::vector<double> ends = kinematics_.at_start({range->lower, range->upper});
      if (range->text.find("pi") != std::string::npos) continue; // all the way round
      const auto half = between(*range, 0.5 * (ends[0] + range->middle), 0.5 * (ends[1] + range->middle), 3, false);
      if (!half) return std::nullopt;
      *range = *half;
    }
  }
  Surface<Expr> out;
  out.rows = static_cast<std::size_t>(first.samples);
  out.columns = static_cast<std::size_t>(second.samples);
  for (std::size_t i = 1; i < at.size(); ++i)
    out.points.push_back(
        substitute(graph_, point, std::vector<Replacement>{{first.symbol, at[i][0]}, {second.symbol, at[i][1]}}));
  out.written = fmt::format("through {} for {} in {}, {} in {} {{ points = ({}, {}) }}", text_of(point), first.name,
                            first.text, second.name, second.text, first.samples, second.samples);
  return out;
}

} // namespace sketching
} // namespace dalembert
