// What solid arrows do is the force of Lagrange's equations, in every model.
#include "arrow_law.h"

namespace dalembert::test {
namespace {

std::vector<std::filesystem::path> models_with_numbers() {
  std::vector<std::filesystem::path> out = all_models();
  std::erase_if(out, [](const auto& path) { return path.parent_path().parent_path().filename() == "golden"; });
  return out;
}

TEST(arrow_law, what_solid_arrows_do_is_the_force_of_the_equations) {
  std::size_t models = 0;
  std::size_t arrows = 0;
  for (const std::filesystem::path& path : models_with_numbers()) {
    SCOPED_TRACE(path.stem().string());
    ArrowLaw law(path);
    if (law.arrows() == 0) continue;
    EXPECT_LE(law.defect(), 1e-12); // a share of the largest: rounding of sums of a few forces
    ++models;
    arrows += law.arrows();
  }
  EXPECT_GE(models, 32U);
  EXPECT_GE(arrows, 49U);
}

TEST(arrow_law, sees_each_arrow_that_has_the_wrong_sign) {
  std::size_t zeros = 0;
  for (const std::filesystem::path& path : models_with_numbers()) {
    SCOPED_TRACE(path.stem().string());
    const std::size_t arrows = ArrowLaw(path).arrows();
    for (std::size_t a = 0; a < arrows; ++a) {
      ArrowLaw law(path);
      law.turn_round(a);
      const double defect = law.defect();
      if (law.largest(a) > 0.0)
        EXPECT_GT(defect, 1e-3) << a; // the whole force, twice: far above rounding
      else
        ++zeros;
    }
  }
  EXPECT_LE(zeros, 2U); // the rail of c27_integrable_set; free motion is heisenberg_particle's own
}

} // namespace
} // namespace dalembert::test
