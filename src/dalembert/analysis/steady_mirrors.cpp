#include <dalembert/analysis/steady_mirrors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

using Turn = SteadyMirrors::Turn;

bool turns_cosine(Turn turn) {
  return turn == Turn::supplement || turn == Turn::opposite;
}

bool turns_sine(Turn turn) {
  return turn == Turn::negative || turn == Turn::opposite;
}

/// `-theta for theta and phi + pi for phi`.
std::string mirror_text(const SteadyMirrors::Mirror& mirror, const std::vector<std::string>& names) {
  std::string out;
  const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : " and ") + part; };
  for (std::size_t i = 0; i < mirror.size(); ++i)
    switch (mirror[i]) {
    case Turn::none:
      break;
    case Turn::negative:
      add(fmt::format("-{0} for {0}", names[i]));
      break;
    case Turn::supplement:
      add(fmt::format("pi - {0} for {0}", names[i]));
      break;
    case Turn::opposite:
      add(fmt::format("{0} + pi for {0}", names[i]));
      break;
    }
  return out;
}

} // namespace

SteadyMirrors::SteadyMirrors(Graph& graph, const std::vector<Expr>& conditions, const std::vector<Expr>& unknowns)
    : graph_(graph), unknowns_(unknowns) {
  constexpr std::size_t most = 256;
  mirrors_ = {{}};
  for (const Expr x : unknowns_) {
    const std::vector<Expr> apart = substitute(
        graph_, conditions,
        std::vector<Replacement>{{graph_.cos(x), graph_.symbol("cosine")}, {graph_.sin(x), graph_.symbol("sine")}});
    is_round_.push_back(depends(graph_, conditions, std::vector<Expr>{x}) &&
                        !depends(graph_, apart, std::vector<Expr>{x}));
    std::vector<Turn> turns{Turn::none, Turn::negative};
    if (is_round_.back()) turns.insert(turns.end(), {Turn::supplement, Turn::opposite});
    std::vector<Mirror> more;
    for (const Mirror& begun : mirrors_)
      for (const Turn turn : turns) {
        more.push_back(begun);
        more.back().push_back(turn);
      }
    mirrors_ = std::move(more);
    if (mirrors_.size() > most) break;
  }
  if (mirrors_.size() > most) mirrors_ = {Mirror(unknowns_.size(), Turn::none)};
  is_round_.resize(unknowns_.size(), false);
  const auto turned = [](const Mirror& m) { return std::ranges::count_if(m, [](Turn t) { return t != Turn::none; }); };
  std::ranges::stable_sort(mirrors_, [&](const Mirror& a, const Mirror& b) { return turned(a) < turned(b); });
  std::erase_if(mirrors_, [&](const Mirror& mirror) { return !keeps(conditions, mirror); });
}

bool SteadyMirrors::keeps(const std::vector<Expr>& conditions, const Mirror& mirror) {
  std::vector<Replacement> change;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    const Expr x = unknowns_[i];
    if (is_round_[i]) {
      if (turns_cosine(mirror[i])) change.push_back({graph_.cos(x), graph_.neg(graph_.cos(x))});
      if (turns_sine(mirror[i])) change.push_back({graph_.sin(x), graph_.neg(graph_.sin(x))});
    } else if (mirror[i] == Turn::negative) {
      change.push_back({x, graph_.neg(x)});
    }
  }
  if (change.empty()) return true;
  try {
    const std::vector<Expr> there = substitute(graph_, conditions, change);
    for (std::size_t i = 0; i < there.size(); ++i)
      if (!are_equal(graph_, there[i], conditions[i]) && !are_equal(graph_, there[i], graph_.neg(conditions[i])))
        return false;
    return true;
  } catch (const std::domain_error&) {
    return false;
  }
}

std::vector<Replacement> SteadyMirrors::image(const std::vector<Replacement>& values, const Mirror& mirror) {
  std::vector<Replacement> out;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    const Expr x = unknowns_[i];
    const Expr here = substitute(graph_, x, values);
    if (!is_round_[i]) {
      out.push_back({x, mirror[i] == Turn::negative ? graph_.neg(here) : here});
      continue;
    }
    const Expr cosine = substitute(graph_, graph_.cos(x), values);
    const Expr sine = substitute(graph_, graph_.sin(x), values);
    out.push_back({graph_.cos(x), turns_cosine(mirror[i]) ? graph_.neg(cosine) : cosine});
    out.push_back({graph_.sin(x), turns_sine(mirror[i]) ? graph_.neg(sine) : sine});
  }
  return out;
}

std::optional<SteadyMirrors::Mirror> SteadyMirrors::between(const std::vector<Replacement>& values,
                                                            const std::vector<Replacement>& known) {
  for (const Mirror& mirror : mirrors_) {
    const std::vector<Replacement> there = image(values, mirror);
    bool is_same = true;
    for (std::size_t i = 0; i < unknowns_.size() && is_same; ++i) {
      const Expr x = unknowns_[i];
      if (std::ranges::none_of(known, [x](const Replacement& r) { return r.symbol == x; })) continue;
      const std::vector<Expr> parts =
          is_round_[i] ? std::vector<Expr>{graph_.cos(x), graph_.sin(x)} : std::vector<Expr>{x};
      for (const Expr part : parts) {
        const Expr wanted = substitute(graph_, substitute(graph_, part, known), there);
        is_same = is_same && are_equal(graph_, substitute(graph_, part, there), wanted);
      }
    }
    if (is_same) return mirror;
  }
  return std::nullopt;
}

std::string mirrors_text(const std::vector<SteadyMirrors::Mirror>& mirrors, const std::vector<std::string>& names) {
  std::string out;
  for (const SteadyMirrors::Mirror& mirror : mirrors)
    out += (out.empty() ? "" : ", and with ") + mirror_text(mirror, names);
  return out;
}

std::string what_is_left_out(const std::string& mirrored, bool has_singular) {
  std::string out;
  const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : "; ") + part; };
  if (!mirrored.empty()) add("solutions that follow from these are omitted: those with " + mirrored);
  if (has_singular) add("solutions at which the coordinates are singular are omitted");
  return out;
}

} // namespace analysis
} // namespace dalembert
