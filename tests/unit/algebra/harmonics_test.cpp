#include <dalembert/algebra/harmonics.h>
#include <dalembert/algebra/work_budget.h>

#include "ring.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(Harmonics, form_no_more_products_than_allowed_and_find_those_that_are_known) {
  Ring r;
  HarmonicTable& table = *r.harmonics;
  const auto cosine = [&](std::size_t i) { return table.harmonic(false, r.names[i]).harmonic; };
  const HarmonicId a = cosine(4);
  const HarmonicId b = cosine(5);
  table.limit(2);
  EXPECT_NO_THROW(static_cast<void>(table.product(a, a)));
  EXPECT_NO_THROW(static_cast<void>(table.product(a, b)));
  EXPECT_NO_THROW(static_cast<void>(table.product(a, b)));
  EXPECT_THROW(static_cast<void>(table.product(b, b)), WorkSpent);
  table.limit(3);
  EXPECT_NO_THROW(static_cast<void>(table.product(b, b)));
}

} // namespace
} // namespace dalembert
