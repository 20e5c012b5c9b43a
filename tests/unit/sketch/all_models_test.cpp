// What the automatic picture shows of each model of the repository: each line was looked at and found true.
#include "all_models.h"

#include <array>
#include <map>
#include <string_view>

namespace dalembert {
namespace {

const std::map<std::string, std::string, std::less<>> shown{
    {"andrews_squeezer", "gauge 7, dial 7"},
    {"appell_hamel", "trail, mass, gauge"},
    {"ball_on_turntable", "trail, mass, reaction solid, reaction hollow 2, dial 3"},
    {"benchmark_bicycle", "rod 2, mass 4, gauge 6, dial 2 up -z"},
    {"chain", "rod 10, pin, trail, mass 10, reaction solid 10"},
    {"double_pendulum", "rod 2, pin, trail, mass 2"},
    {"foucault", "rod, pin, trail, mass, reaction solid moving"},
    {"fourbar", "rod, trail, mass, point 2, reaction solid"},
    {"huygens_cycloid", "curve, trail, mass, reaction hollow, dial"},
    {"kepler", "trail, mass"},
    {"n_pendulum", "rod 5, pin, trail, mass 5"},
    {"pendulum_xy", "rod, pin, trail, mass, reaction solid"},
    {"quarter_car", "lane 2"},
    {"rolling_disc", "rod, trail 2, mass, point, reaction hollow 2, dial"},
    {"slider_crank", "rod, mass 2, point, reaction solid 2, gauge"},
    {"spherical_pendulum", "rod, pin, trail, mass"},
    {"swinging_atwood", "line, trail, mass"},
    {"two_wheeled_robot", "rod, trail, mass, point, reaction solid, reaction hollow 2, gauge 2, dial 2"},
    {"watt_governor", "dial 2"},
    {"ziegler_column", "rod 2, pin, mass 2, applied solid"},
    {"c01_skate_on_floe", "trail, mass, reaction solid up -x"},
    {"c03_skate_reduced_speeds", "trail, mass, reaction solid, dial"},
    {"c05_four_legged_table", "gauge 5, lane, dial 2"},
    {"c09_driven_hoop", "line, mass, reaction solid, arc solid"},
    {"c10_bead_on_wire", "curve, trail, mass, reaction solid"},
    {"c13_pfaffian_hoop", "line, mass, reaction solid"},
    {"c14_follower_force", "rod, pin, point, applied solid 2"},
    {"c15_dalembert", "rod 2, pin, trail, mass 2, applied solid"},
    {"c16_cancelled_dots", "trail, mass"},
    {"c17_quadratic_drag", "trail, mass"},
    {"c19_principal_coordinates", "lane 2"},
    {"c20_turntable_slot", "line, spring, mass"},
    {"c21_turning_hoop", "rod, pin, mass moving"},
    {"c22_winding_pendulum", "line, mass"},
    {"c23_magnetic_lens", "line, trail, mass"},
    {"c24_moving_axes", "rod, trail, mass, point, applied solid, arc solid"},
    {"c27_classification", "trail, mass, gauge 3, reaction solid, reaction hollow, applied solid, dial 3, lane"},
    {"c27_integrable_set", "mass, reaction solid 2"},
    {"s0_chaplygin_sleigh", "rod, trail, mass, point, reaction solid"},
    {"s0_chaplygin_sleigh_printed", "point, reaction solid, dial"},
    {"s0_multibody_interaction", "rod 3, mass 2, point 3, reaction solid 2, arc solid 2"},
    {"s0_multibody_interaction_minimal", "rod, pin, mass 2, gauge"},
    {"s0_rod_corner", "gauge 3, lane, dial"},
    {"s0_rod_corner_coulomb", "gauge 3, lane, dial"},
    {"s0_rolling_sphere", "trail, mass, reaction hollow 2, dial 3"},
    {"s0_sphere_turntable", "trail, mass, reaction hollow 2, dial 3"},
    {"s1_bead_hoop", "line, mass, reaction solid"},
    {"s1_rheonomic_bead", "line, mass, reaction solid"},
    {"s1_rolling_cylinder", "gauge, lane, dial"},
    {"s2_rolling_coin", "rod, trail 2, mass, point, reaction hollow, reaction solid, dial"},
    {"s2_rolling_coin_normal", "rod, trail, mass, point, gauge, reaction hollow, reaction solid, dial"},
    {"s3_collar_beam", "rod, line, pin, mass, point, reaction hollow, applied solid 2"},
    {"s3_collar_beam_coulomb", "rod, line, pin, mass, point, reaction hollow, friction solid, applied solid"},
    {"s4_charged_particle", "trail, mass"},
    {"s4_cyclic_drift", "line 2, mass 2"},
    {"s4_euler_rigid_body", "dial 3"},
    {"s4_moving_foundation_harmonic_x", "lane"},
    {"s4_moving_foundation_harmonic_y", "lane"},
    {"s4_moving_foundation_uniform_x", "lane"},
    {"s4_moving_foundation_uniform_y", "lane"},
    {"s4_principal_coordinates", "lane 2"},
    {"s4_rigid_link", "rod, mass 2, reaction solid"},
    {"s4_rods_impact", "gauge 2, lane 2, dial 2"},
    {"s4_rods_impact_e06", "gauge 2, lane 2, dial 2"},
    {"s4_rods_impact_energy", "gauge 2, lane 2, dial 2"},
    {"s4_rotating_frame", "spring, trail, mass moving"},
    {"s4_spring_pendulum", "line, spring, trail, mass"},
    {"s4_tangent_plane_fixed", "plane, trail, mass, reaction solid moving"},
    {"s4_tangent_plane_turning", "plane, trail, mass, reaction solid moving"},
    {"s4_two_mass_chain_x", "gauge 2, lane 2"},
    {"s4_two_mass_chain_y", "gauge 2, lane 2"},
    {"s4_wheel_incline", "trail, mass, reaction hollow, reaction solid 2, gauge, dial 2"},
};

/// What an item is, without its numbers: `mass`, `reaction solid`.
std::string kind_of(const std::string& words) {
  constexpr std::array<std::string_view, 5> with_standing{"reaction", "friction", "applied", "impulse", "arc"};
  const std::size_t end = words.find(' ');
  const std::string first = words.substr(0, end);
  if (std::ranges::find(with_standing, first) == with_standing.end()) return first;
  return words.substr(0, words.find(' ', end + 1));
}

std::string summary(const Sketched& s) {
  std::vector<std::pair<std::string, int>> counts;
  for (const DrawnItem<Expr>& item : s.picture.items) {
    const std::string kind = kind_of(s.words(item));
    const auto found = std::ranges::find(counts, kind, &std::pair<std::string, int>::first);
    if (found == counts.end())
      counts.emplace_back(kind, 1);
    else
      ++found->second;
  }
  std::string out;
  for (const auto& [kind, count] : counts)
    out += (out.empty() ? "" : ", ") + kind + (count > 1 ? " " + std::to_string(count) : "");
  if (s.picture.moving_axes) out += " moving";
  constexpr std::array<std::string_view, 6> directions{"y", "-y", "x", "z", "-z", "-x"};
  if (s.picture.settings.up)
    out += " up " + std::string(directions.at(static_cast<std::size_t>(*s.picture.settings.up)));
  return out;
}

TEST(all_models, show_what_was_looked_at) {
  std::size_t known = 0;
  EXPECT_GT(all_models().size(), 130U);
  for (const std::filesystem::path& path : all_models()) {
    const auto wanted = shown.find(path.stem().string());
    if (wanted == shown.end()) continue; // a newer model
    ++known;
    EXPECT_EQ(summary(Sketched(without_drawings(text_of(path)), beside(path))), wanted->second) << path.stem();
  }
  EXPECT_EQ(known, shown.size());
}

TEST(all_models, show_every_coordinate_and_every_reaction) {
  for (const std::filesystem::path& path : all_models()) {
    SCOPED_TRACE(path.stem().string());
    const Sketched s(without_drawings(text_of(path)), beside(path));
    const std::string all = s.listing();
    for (const Reaction& reaction : s.system->reactions) {
      const bool is_shown = std::ranges::any_of(s.picture.items, [&](const DrawnItem<Expr>& item) {
        return ("\n" + item.name + ", ").find("\n" + reaction.name + ", ") != std::string::npos ||
               (", " + item.name + ", ").find(", " + reaction.name + ", ") != std::string::npos;
      });
      EXPECT_TRUE(is_shown) << reaction.name;
    }
    for (const Coordinate& q : s.system->coordinates)
      EXPECT_NE(all.find(q.name), std::string::npos) << q.name;
  }
}

TEST(all_models, have_suggestions_that_are_read_without_complaint) {
  for (const std::filesystem::path& path : all_models()) {
    SCOPED_TRACE(path.stem().string());
    const std::string text = without_drawings(text_of(path));
    const Sketched s(text, beside(path));
    for (const NotDrawn& each : s.picture.not_drawn) {
      if (each.suggest.empty()) continue;
      const Reading again(text + each.suggest + "\n", beside(path));
      EXPECT_TRUE(again.is_clean()) << again.listing();
      EXPECT_FALSE(again.study.picture.items.empty()) << each.suggest;
      for (const Diagnostic& diagnostic : again.diagnostics)
        EXPECT_NE(diagnostic.code.substr(0, 3), "E11") << render(diagnostic, again.sources);
    }
  }
}

} // namespace
} // namespace dalembert
