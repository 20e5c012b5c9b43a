#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/sketch/axis_names.h>
#include <dalembert/sketch/components.h>
#include <dalembert/sketch/named_points.h>

#include <algorithm>
#include <array>
#include <map>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_groups = 400;

bool stands_in(const std::vector<KnownPoint>& points, const Place<Expr>& at) {
  return std::ranges::any_of(points, [&](const KnownPoint& point) { return point.at == at; });
}

class NameSearch {
public:
  NameSearch(Kinematics& kinematics, std::vector<KnownPoint>& known)
      : kinematics_(kinematics), graph_(kinematics.graph()), known_(known) {}

  NamedPoints run() {
    for (const KnownPoint& point : known_)
      used_.insert(used_.end(), point.at.begin(), point.at.end());
    coordinates();
    lets();
    parameters();
    plots();
    return std::move(out_);
  }

private:
  struct Named {
    Expr value;
    std::string name;
    SourceSpan span;
  };
  /// Values by their letters, of one tag.
  using Group = std::array<std::vector<Named>, 3>;

  [[nodiscard]] std::vector<std::pair<std::string, Group>> grouped(const std::vector<Named>& all) const {
    std::vector<std::pair<std::string, Group>> out;
    std::map<std::string, std::size_t> places;
    for (const Named& each : all)
      for (const AxisName& name : axis_names(each.name)) {
        const auto [place, is_new] = places.try_emplace(name.tag, out.size());
        if (is_new) out.emplace_back(name.tag, Group{});
        out[place->second].second.at(axis_letters.find(name.axis)).push_back(each);
      }
    return out;
  }

  /// The point of a group with two letters or three; nothing where a letter stands twice.
  [[nodiscard]] std::optional<KnownPoint> point_of(const Group& group) const {
    KnownPoint out;
    std::vector<std::string> names;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (group[axis].size() > 1) return std::nullopt;
      if (group[axis].empty()) continue;
      const Named& part = group[axis].front();
      if (out.at.empty()) out.span = part.span;
      out.at.push_back(part.value);
      out.axes += axis_letters[axis];
      names.push_back(part.name);
    }
    if (out.at.size() < 2) return std::nullopt;
    out.name = joined_names(names);
    out.rule = "P4";
    return out;
  }

  [[nodiscard]] bool is_used(Expr part) const { return std::ranges::find(used_, part) != used_.end(); }

  void coordinates() {
    const System& system = kinematics_.system();
    std::vector<Named> all;
    for (std::size_t i = 0; i < system.coordinates.size(); ++i)
      if (kinematics_.is_length_coordinate(i) && !is_used(system.coordinates[i].position))
        all.push_back({system.coordinates[i].position, system.coordinates[i].name, system.coordinates[i].span});
    std::size_t looked_at = 0;
    for (const auto& [tag, group] : grouped(all)) {
      auto point = point_of(group);
      if (!point || ++looked_at > most_groups) continue;
      if (std::ranges::any_of(point->at, [this](Expr part) { return is_not_absolute(part); })) continue;
      out_.coordinates.push_back(std::move(*point));
    }
  }

  /// True where some known point moves with this coordinate and with another length along the same axis: the coordinate
  /// is then relative to something. Also where no known point moves with it.
  [[nodiscard]] bool is_not_absolute(Expr coordinate) {
    const std::size_t own = kinematics_.coordinates_of(coordinate).front();
    bool moves_something = false;
    for (const KnownPoint& point : known_)
      for (const Expr part : point.at) {
        const std::vector<std::size_t>& held = kinematics_.coordinates_of(part);
        if (!std::ranges::binary_search(held, own)) continue;
        moves_something = true;
        for (const std::size_t i : held)
          if (i != own && kinematics_.is_length_coordinate(i)) return true;
      }
    return !moves_something;
  }

  void lets() {
    std::vector<Named> all;
    for (const Let& let : kinematics_.system().lets)
      if (kinematics_.is_length(let.measure) && kinematics_.is_of_positions(let.value))
        all.push_back({let.value, let.name, let.span});
    add_candidates(all);
  }

  void parameters() {
    std::vector<Named> all;
    for (const Parameter& parameter : kinematics_.system().parameters)
      if (kinematics_.is_length(parameter.measure)) all.push_back({parameter.symbol, parameter.name, parameter.span});
    add_candidates(all);
  }

  void add_candidates(const std::vector<Named>& all) {
    for (const auto& [tag, group] : grouped(all)) {
      auto point = point_of(group);
      if (!point || stands_in(known_, point->at) || out_.candidates.size() >= most_groups) continue;
      if (std::ranges::all_of(point->at, [this](Expr part) { return graph_.is_number(part); })) continue; // the origin
      point->is_fixed = kinematics_.coordinates_of(point->at).empty();
      out_.candidates.push_back(std::move(*point));
    }
  }

  void plots() {
    for (const Plot& plot : kinematics_.study().plots) {
      if (!plot.versus || plot.curves.size() != 1) continue;
      const Quantity& down = *plot.versus;
      const Quantity& up = plot.curves.front();
      if (!kinematics_.is_length(down.measure) || !kinematics_.is_length(up.measure)) continue;
      if (!kinematics_.is_of_positions(down.value) || !kinematics_.is_of_positions(up.value)) continue;
      plotted({down.value, up.value}, plot.span);
    }
  }

  void plotted(const Place<Expr>& at, SourceSpan span) {
    for (std::vector<KnownPoint>* list : {&known_, &out_.coordinates})
      for (KnownPoint& point : *list) {
        if (is_seen_as(point, at)) {
          point.has_trail = true;
          return;
        }
      }
    for (const std::vector<KnownPoint>* list : {&known_, &out_.coordinates})
      for (const KnownPoint& point : *list)
        if (moves_with(point, at)) {
          KnownPoint made;
          made.at = at;
          made.axes = "xy";
          made.name = "point that moves with " + point.name;
          made.rule = "P4";
          made.span = span;
          made.has_trail = true;
          out_.coordinates.push_back(std::move(made));
          return;
        }
  }

  /// True where the plotted pair is the point, or its first two components.
  [[nodiscard]] bool is_seen_as(const KnownPoint& point, const Place<Expr>& at) const {
    const std::size_t size = point.at.size();
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t k = i + 1; k < size; ++k)
        if (kinematics_.are_same(point.at[i], at[0]) && kinematics_.are_same(point.at[k], at[1])) return true;
    return false;
  }

  /// True where a plotted pair is the point (x, y), whose components are coordinates, and a vector that depends on no
  /// length: a point of the body that (x, y) belongs to.
  [[nodiscard]] bool moves_with(const KnownPoint& point, const Place<Expr>& at) {
    if (point.axes != "xy" && point.axes != "xyz") return false;
    for (std::size_t k = 0; k < 2; ++k) {
      const Expr own = point.at[k];
      if (graph_.kind(own) != NodeKind::symbol || !depends(graph_, at[k], own)) return false;
      for (const std::size_t i : kinematics_.coordinates_of(at[k])) {
        const Expr q = kinematics_.system().coordinates[i].position;
        if (q != own && kinematics_.is_length_coordinate(i)) return false;
      }
      const Expr slope = gradient(graph_, at[k], std::vector<Expr>{own}).front();
      if (!kinematics_.vanish({graph_.sub(slope, graph_.one())})) return false;
    }
    return true;
  }

  Kinematics& kinematics_;
  Graph& graph_;
  std::vector<KnownPoint>& known_;
  std::vector<Expr> used_; ///< components of known points
  NamedPoints out_;
};

} // namespace

std::vector<KnownPoint> stated_points(Kinematics& kinematics) {
  std::vector<KnownPoint> out;
  const auto add = [&](const std::vector<Expr>& at, const Declared& of) {
    if (at.size() < 2 || stands_in(out, at)) return;
    if (!std::ranges::all_of(at, [&](Expr part) { return kinematics.is_of_positions(part); })) return;
    KnownPoint point;
    point.at = at;
    point.name = "point of " + of.name;
    point.rule = "P4";
    point.span = of.span;
    point.is_fixed = kinematics.coordinates_of(at).empty();
    out.push_back(std::move(point));
  };
  for (const Reaction& reaction : kinematics.system().reactions)
    if (reaction.application) {
      add(reaction.application->at, reaction);
      add(reaction.application->against, reaction);
    }
  for (const Force& force : kinematics.system().forces)
    if (force.application) {
      add(force.application->at, force);
      add(force.application->against, force);
    }
  return out;
}

NamedPoints named_points(Kinematics& kinematics, std::vector<KnownPoint>& known) {
  return NameSearch(kinematics, known).run();
}

} // namespace sketching
} // namespace dalembert
