#pragma once

// The law of solid arrows with numbers: what the arrows of the scene do to the coordinates is the force of Lagrange's
// equations, λₖ·aₖ for reactions, at random states on the constraints of every model.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/simulation/record/picture_rows.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/manifold.h>

#include "../unit/sketch/model_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace dalembert::test {

using Numbers = std::vector<double>;

inline constexpr int wanted_states = 20;
inline constexpr int most_attempts = 600;

/// An arrow and its places in the rows: ∂P/∂q and ∂Q/∂q among the numbers of this test, coordinate by coordinate.
struct LawArrow {
  std::vector<std::string> of;
  Arrow<SceneNumber> shown;
  std::size_t at_slopes = 0;
  std::size_t against_slopes = 0;
  bool is_judged = false;
  double largest = 0.0; ///< component met
};

/// A force by its power magnitude·speed, and whether solid arrows show it.
struct LawForce {
  std::string name;
  std::size_t slopes = 0; ///< place of ∂speed/∂v
  bool is_solid = false;
};

/// Sums of products, and the largest of the entries.
class Balance {
public:
  explicit Balance(std::size_t coordinates) : sum_(coordinates, 0.0), right_(coordinates, 0.0) {}
  void add(std::size_t i, double value) { sum_[i] += value; }
  void expect(std::size_t i, double value) { right_[i] += value; }
  [[nodiscard]] double size() const {
    double out = 0.0;
    for (const double each : right_)
      out = std::max(out, std::abs(each));
    return out;
  }
  [[nodiscard]] double difference() const {
    double out = 0.0;
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      const double each = std::abs(sum_[i] - right_[i]);
      out = std::isfinite(each) ? std::max(out, each) : std::numeric_limits<double>::infinity();
    }
    return out;
  }

private:
  Numbers sum_;
  Numbers right_;
};

inline std::vector<std::string> names_of(const std::string& joined) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  for (std::size_t comma = joined.find(", "); comma != std::string::npos; comma = joined.find(", ", begin)) {
    out.push_back(joined.substr(begin, comma - begin));
    begin = comma + 2;
  }
  out.push_back(joined.substr(begin));
  return out;
}

/// The forces of one model and the arrows that its scene shows of them.
class ArrowLaw {
public:
  explicit ArrowLaw(const std::filesystem::path& path)
      : session_(opened(path)),
        engine_(session_.engine()),
        equations_(session_.equations()),
        system_(engine_.study->system),
        graph_(*system_.graph),
        n_(system_.coordinates.size()),
        program_(lower_picture(*engine_.study, equations_, session_.picture(), engine_.parameters)),
        rows_(engine_, program_) {
    find_arrows();
    find_forces();
    group_constraints();
    matrix_ = place(equations_.constraint_matrix.entries);
    applied_ = place(equations_.generalized_forces);
    Substitution meaning(graph_, meanings(*engine_.study, equations_));
    for (Expr& each : wanted_)
      each = meaning.of(each);
    numbers_.emplace(engine_.compile(build_tape(graph_, full_inputs(*engine_.study), wanted_)));
  }

  [[nodiscard]] std::size_t arrows() const { return arrows_.size(); }
  [[nodiscard]] double largest(std::size_t arrow) const { return arrows_[arrow].largest; }
  void turn_round(std::size_t arrow) { turned_ = arrow; }

  /// The largest deviation from the law at `wanted_states` states, relative to the largest entry of the force.
  [[nodiscard]] double defect() {
    const State base = start();
    int good = 0;
    int attempts = 0;
    for (double spread = 0.5; good < wanted_states && attempts < most_attempts; ++attempts) {
      const std::optional<Evaluation> at = random_evaluation(base, spread);
      if (!at) {
        spread *= 0.98;
        continue;
      }
      const Numbers row = rows_.at(*at);
      const Numbers numbers = numbers_at(*at);
      judge_rows(*at, numbers);
      judge_reactions(*at, row, numbers);
      judge_frictions(*at, row, numbers);
      judge_applied(row, numbers);
      if (good == 0) expect_slopes_of_the_scene(*at, numbers);
      ++good;
    }
    EXPECT_EQ(good, wanted_states) << "of " << attempts << " random states";
    for (const LawArrow& arrow : arrows_)
      EXPECT_TRUE(arrow.is_judged || has_arc_.contains(arrow.of.front())) << arrow.of.front();
    return defect_;
  }

private:
  static Session opened(const std::filesystem::path& path) {
    Session out(path.string(), without_drawings(text_of(path)));
    out.set_include_root(path.parent_path().string());
    return out;
  }

  std::size_t place(const std::vector<Expr>& expressions) {
    const std::size_t begin = wanted_.size();
    wanted_.insert(wanted_.end(), expressions.begin(), expressions.end());
    return begin;
  }

  /// ∂P/∂qᵢ by forward sweeps: i·(components) + k.
  std::size_t place_slopes(const Place<Expr>& at) {
    std::vector<Expr> slopes;
    for (const Coordinate& q : system_.coordinates) {
      const std::vector<Seed> seed{{q.position, graph_.one()}};
      const std::vector<Expr> one = directional(graph_, at, seed);
      slopes.insert(slopes.end(), one.begin(), one.end());
    }
    return place(slopes);
  }

  void find_arrows() {
    const Picture& picture = session_.picture();
    for (std::size_t i = 0; i < picture.items.size(); ++i) {
      if (const auto* arc = std::get_if<Arc<Expr>>(&picture.items[i].what))
        for (const std::string& name : names_of(arc->of))
          has_arc_[name] = true;
      const auto* arrow = std::get_if<Arrow<Expr>>(&picture.items[i].what);
      if (arrow == nullptr || arrow->standing != Standing::solid || arrow->role == ArrowRole::impulse) continue;
      LawArrow out;
      out.of = names_of(arrow->of);
      out.shown = std::get<Arrow<SceneNumber>>(program_.scene.items.at(i).what);
      out.at_slopes = place_slopes(arrow->at);
      out.against_slopes = place_slopes(arrow->against);
      arrows_.push_back(out);
    }
  }

  [[nodiscard]] bool is_solid(const std::string& name) const {
    return std::ranges::any_of(
        arrows_, [&](const LawArrow& arrow) { return std::ranges::find(arrow.of, name) != arrow.of.end(); });
  }

  LawForce force(const std::string& name, Expr speed) {
    return {name, place(gradient(graph_, speed, system_.rates())), is_solid(name)};
  }

  void find_forces() {
    for (const Reaction& each : system_.reactions)
      reactions_.push_back(force(each.name, each.speed));
    for (const Friction& each : system_.frictions)
      frictions_.push_back(force(each.name, each.slip));
    std::vector<Expr> others(n_, graph_.zero());
    for (const Force& each : system_.forces)
      for (const Force::Part& part : each.parts) {
        if (is_solid(each.name)) continue;
        const std::vector<Expr> slopes = gradient(graph_, part.speed, system_.rates());
        for (std::size_t i = 0; i < n_; ++i)
          others[i] = graph_.add(others[i], graph_.mul(part.magnitude, slopes[i]));
      }
    unseen_ = place(others);
  }

  /// Constraints that reactions join: their forces together are the constraint forces of the group.
  void group_constraints() {
    group_.resize(system_.constraints.size());
    std::iota(group_.begin(), group_.end(), std::size_t{0});
    for (const Reaction& reaction : system_.reactions)
      for (const int k : reaction.of) {
        const std::size_t from = group_[static_cast<std::size_t>(k)];
        const std::size_t to = group_[static_cast<std::size_t>(reaction.of.front())];
        std::ranges::replace(group_, from, to);
      }
  }

  /// How many reactions constraint group `g` has; one without is a constraint alone.
  [[nodiscard]] std::ptrdiff_t reactions_of(std::size_t g) const {
    return std::ranges::count_if(system_.reactions, [&](const Reaction& reaction) {
      return group_[static_cast<std::size_t>(reaction.of.front())] == g;
    });
  }

  // ---- states

  [[nodiscard]] State start() {
    try {
      return session_.initial_state().state;
    } catch (const ModelError&) {
      return {engine_.model_begin(), Numbers(n_, 0.0), Numbers(n_, 0.0)};
    } catch (const SolveError&) {
      return {engine_.model_begin(), Numbers(n_, 0.0), Numbers(n_, 0.0)};
    }
  }

  /// A random state on the constraints and what is known there; nothing where there is none near, or no solution.
  [[nodiscard]] std::optional<Evaluation> random_evaluation(const State& base, double spread) {
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    State state = base;
    state.t += std::abs(uniform(random_));
    for (double& q : state.q)
      q += spread * uniform(random_);
    for (double& v : state.v)
      v += uniform(random_);
    try {
      Numbers inputs = engine_.blank_inputs();
      put_state(engine_.programs->layout, state, inputs);
      Manifold manifold(engine_);
      if (!manifold.project(inputs)) return std::nullopt;
      return evaluate_at(engine_, state_of(engine_.programs->layout, inputs));
    } catch (const SolveError&) {
      return std::nullopt;
    }
  }

  [[nodiscard]] Numbers numbers_at(const Evaluation& at) {
    const InputLayout& layout = engine_.programs->layout;
    Numbers inputs = engine_.blank_inputs();
    put_state(layout, at.state, inputs);
    std::ranges::copy(at.accelerations, inputs.begin() + static_cast<std::ptrdiff_t>(layout.acceleration()));
    std::ranges::copy(at.multipliers, inputs.begin() + static_cast<std::ptrdiff_t>(layout.multiplier()));
    std::ranges::copy(at.frictions, inputs.begin() + static_cast<std::ptrdiff_t>(layout.friction()));
    Numbers out(numbers_->outputs());
    numbers_->evaluate(inputs, out);
    return out;
  }

  // ---- the law

  /// Adds arrow·∂P/∂q − arrow·∂Q/∂q.
  void add(LawArrow& arrow, const Numbers& row, const Numbers& numbers, Balance& balance) const {
    arrow.is_judged = true;
    const double sign = turned_ < arrows_.size() && &arrow == &arrows_[turned_] ? -1.0 : 1.0;
    const std::size_t size = arrow.shown.vector.size();
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t k = 0; k < size; ++k) {
        const double component = sign * arrow.shown.vector[k].at(row);
        arrow.largest = std::max(arrow.largest, std::abs(component));
        balance.add(i, component * numbers[arrow.at_slopes + i * size + k]);
        if (!arrow.shown.against.empty()) balance.add(i, -component * numbers[arrow.against_slopes + i * size + k]);
      }
  }

  void judge(const Balance& balance) {
    if (balance.difference() > 0.0) defect_ = std::max(defect_, balance.difference() / balance.size());
  }

  void judge_reactions(const Evaluation& at, const Numbers& row, const Numbers& numbers) {
    for (std::size_t g = 0; g < group_.size(); ++g) {
      Balance balance(n_);
      std::vector<std::string> names; // of the reactions whose arrows are solid
      bool has_arc = false;
      for (std::size_t r = 0; r < reactions_.size(); ++r) {
        if (group_[static_cast<std::size_t>(system_.reactions[r].of.front())] != g) continue;
        if (reactions_[r].is_solid) {
          names.push_back(reactions_[r].name);
          has_arc = has_arc || has_arc_.contains(reactions_[r].name);
          continue;
        }
        for (std::size_t i = 0; i < n_; ++i)
          balance.add(i, at.reactions[r] * numbers[reactions_[r].slopes + i]);
      }
      if (reactions_of(g) == 0 && is_solid(system_.constraints[g].name)) names.push_back(system_.constraints[g].name);
      if (names.empty() || has_arc) continue;
      for (LawArrow& arrow : arrows_)
        if (std::ranges::find(names, arrow.of.front()) != names.end()) add(arrow, row, numbers, balance);
      for (std::size_t k = 0; k < group_.size(); ++k)
        for (std::size_t i = 0; i < n_ && group_[k] == g; ++i)
          balance.expect(i, at.multipliers[k] * numbers[matrix_ + k * n_ + i]);
      judge(balance);
    }
  }

  /// The rows of this test are those of the program.
  void judge_rows(const Evaluation& at, const Numbers& numbers) {
    Balance balance(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t k = 0; k < group_.size(); ++k)
        balance.add(i, at.multipliers[k] * numbers[matrix_ + k * n_ + i]);
      balance.expect(i, at.constraint_forces[i]);
    }
    judge(balance);
  }

  void judge_frictions(const Evaluation& at, const Numbers& row, const Numbers& numbers) {
    for (std::size_t f = 0; f < frictions_.size(); ++f) {
      if (!frictions_[f].is_solid || has_arc_.contains(frictions_[f].name)) continue;
      Balance balance(n_);
      for (LawArrow& arrow : arrows_)
        if (arrow.of.front() == frictions_[f].name) add(arrow, row, numbers, balance);
      for (std::size_t i = 0; i < n_; ++i)
        balance.expect(i, at.frictions[f] * numbers[frictions_[f].slopes + i]);
      judge(balance);
    }
  }

  void judge_applied(const Numbers& row, const Numbers& numbers) {
    Balance balance(n_);
    for (LawArrow& arrow : arrows_)
      if (arrow.shown.role == ArrowRole::applied) add(arrow, row, numbers, balance);
    for (std::size_t i = 0; i < n_; ++i) {
      balance.add(i, numbers[unseen_ + i]);
      balance.expect(i, numbers[applied_ + i]);
    }
    judge(balance);
  }

  /// The derivative that the law takes is that of the numbers which the scene shows.
  void expect_slopes_of_the_scene(const Evaluation& at, const Numbers& numbers) {
    constexpr double h = 1e-5;
    for (std::size_t i = 0; i < n_; ++i) {
      Evaluation moved = at;
      moved.state.q[i] = at.state.q[i] + h;
      const Numbers after = rows_.at(moved);
      moved.state.q[i] = at.state.q[i] - h;
      const Numbers before = rows_.at(moved);
      const auto compare = [&](const Place<SceneNumber>& place, std::size_t slopes) {
        for (std::size_t k = 0; k < place.size(); ++k) {
          const double difference = (place[k].at(after) - place[k].at(before)) / (2.0 * h);
          const double slope = numbers[slopes + i * place.size() + k];
          // Central differences, h = 1e-5: h²/6 of the third derivative, 1e-10, and rounding 1e-16/h.
          EXPECT_NEAR(difference, slope, 1e-6 * std::max(1.0, std::abs(slope)));
        }
      };
      for (const LawArrow& arrow : arrows_) {
        compare(arrow.shown.at, arrow.at_slopes);
        compare(arrow.shown.against, arrow.against_slopes);
      }
    }
  }

  Session session_;
  const Engine& engine_;
  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  std::size_t n_;
  PictureProgram program_;
  PictureRows rows_;
  std::vector<LawArrow> arrows_;
  std::vector<LawForce> reactions_;
  std::vector<LawForce> frictions_;
  std::map<std::string, bool> has_arc_;
  std::vector<std::size_t> group_;
  std::vector<Expr> wanted_;
  std::size_t matrix_ = 0;
  std::size_t applied_ = 0; ///< Q of all declared forces
  std::size_t unseen_ = 0;  ///< Q of those without solid arrows
  std::optional<ProgramInstance> numbers_;
  std::size_t turned_ = std::numeric_limits<std::size_t>::max(); ///< an arrow that is taken the wrong way round
  double defect_ = 0.0;
  std::mt19937 random_{20}; // NOLINT: a fixed seed
};

} // namespace dalembert::test
