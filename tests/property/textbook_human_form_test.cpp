#include <dalembert/algebra/algebra.h>
#include <dalembert/algebra/printed_text.h>
#include <dalembert/algebra/typeset.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/textbook/plain_form.h>

#include "random_mechanics.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace dalembert {
namespace {

/// Puts other names into a text; names stand whole: letters, digits, primes apart.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
      ++end;
    if (end == at) {
      out += text[at++];
      continue;
    }
    const std::string word = text.substr(at, end - at);
    const auto found = names.find(word);
    out += found == names.end() ? word : found->second;
    at = end;
  }
  return out;
}

std::vector<PlainEquation> printed(const Equations& equations) {
  std::vector<PlainEquation> out;
  for (auto& line : plain_equations(equations))
    out.push_back(std::move(line.value()));
  return out;
}

constexpr std::uint64_t expressions = 2000;
constexpr std::uint64_t systems = 150;

/// A quarter of the expressions: 0 to 3.
class Expressions : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Expressions, keep_their_value_and_are_printed_again_as_they_were) {
  std::vector<std::uint64_t> changed;
  for (std::uint64_t seed = 1 + GetParam() * expressions / 4; seed <= (GetParam() + 1) * expressions / 4; ++seed) {
    RandomMechanics m(seed);
    const Expr e = m.expression();
    const Equations equations = m.bare();
    PlainForm form(equations);
    const std::string once = written(form.expression(e).value().formula);
    const auto read = read_back(m.graph(), once, m.known());
    ASSERT_TRUE(read.has_value()) << once;
    std::vector<Assignment> values;
    for (const auto& [text, symbol] : m.known())
      values.push_back({symbol, 0.3 + 0.01 * static_cast<double>(m.pick(140))});
    const double before = evaluate(m.graph(), e, values);
    // Sums in another order, of values that may cancel by 1e6.
    EXPECT_NEAR(evaluate(m.graph(), *read, values), before, 1e-10 * (1.0 + std::abs(before))) << once;
    if (written(PlainForm(equations).expression(*read).value().formula) != once) changed.push_back(seed);
  }
  EXPECT_THAT(changed, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Quarters, Expressions, testing::Range<std::uint64_t>(0, 4));

TEST(HumanForm, does_not_depend_on_what_things_are_called) {
  DeclaredNames other;
  other.parameters = {"zeta", "b", "M1", "alpha"};
  other.coordinates = {"q9", "a", "psi", "Omega"};
  const DeclaredNames first;
  std::map<std::string, std::string> names;
  for (std::size_t i = 0; i < first.parameters.size(); ++i)
    names[first.parameters[i]] = other.parameters[i];
  for (std::size_t i = 0; i < first.coordinates.size(); ++i)
    names[first.coordinates[i]] = other.coordinates[i];
  for (std::uint64_t seed = 1; seed <= systems; ++seed) {
    const std::vector<PlainEquation> one = printed(RandomMechanics(seed).equations());
    const std::vector<PlainEquation> two = printed(RandomMechanics(seed, other).equations());
    ASSERT_EQ(one.size(), two.size());
    for (std::size_t i = 0; i < one.size(); ++i)
      EXPECT_EQ(renamed(one[i].text(), names), two[i].text()) << "seed " << seed;
  }
}

/// Ties of the search fall by the order of declaration, so that a few lines of a hundred differ by a few nodes.
TEST(HumanForm, is_as_long_whatever_the_order_of_declaration_with_few_exceptions) {
  std::size_t lines = 0;
  std::vector<std::string> longer;
  for (std::uint64_t seed = 1; seed <= systems; ++seed) {
    const std::vector<PlainEquation> one = printed(RandomMechanics(seed).equations());
    const std::vector<PlainEquation> two = printed(RandomMechanics(seed, {}, {2, 0, 3, 1}).equations());
    for (const PlainEquation& line : one) {
      const auto same = std::ranges::find_if(
          two, [&line](const PlainEquation& other) { return other.coordinate == line.coordinate; });
      ASSERT_NE(same, two.end());
      ++lines;
      if (line.nodes != same->nodes) longer.push_back(line.text() + "\n" + same->text());
    }
  }
  EXPECT_LE(100 * longer.size(), lines) << testing::PrintToString(longer);
}

/// The cost of the search is the length of the text; a sign that a bracket takes in may be saved in print.
TEST(HumanForm, costs_as_many_nodes_as_its_text_has_or_a_sign_more) {
  std::uint64_t exact = 0;
  for (std::uint64_t seed = 1; seed <= expressions / 4; ++seed) {
    RandomMechanics m(seed);
    const Expr e = m.expression();
    const Equations equations = m.bare();
    Algebra algebra(equations);
    const std::vector<Expr> roots{e};
    algebra.harmonics.announce(roots);
    algebra.human.lead_with(-1);
    const std::optional<Sum> sum = algebra.shortest(e);
    ASSERT_TRUE(sum.has_value());
    const Formula formula = typeset(algebra.atoms, *sum);
    const int cost = algebra.atoms.cost(spliced(algebra.atoms, *sum));
    const int printed = sum->empty() ? 0 : node_count(formula);
    EXPECT_TRUE(cost == printed || cost == printed + 1) << cost << " for " << printed << ": " << written(formula);
    exact += cost == printed ? 1 : 0;
  }
  EXPECT_GT(exact, expressions / 5);
}

TEST(HumanForm, more_time_is_never_a_longer_line) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomMechanics m(seed);
    const Equations equations = m.equations();
    for (const Expr e : equations.residual) {
      int least = 0;
      for (const std::size_t budget : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U, 256U, 512U, 1024U, 4000U}) {
        Algebra algebra(equations);
        const Laurent* terms = algebra.expansion.of(e);
        ASSERT_NE(terms, nullptr);
        Sum sum;
        for (const LaurentTerm& t : *terms) {
          PowerProduct monomial = t.monomial;
          if (t.harmonic != 0) monomial.multiply(algebra.harmonics.atom(t.harmonic), 1);
          sum.push_back({t.coefficient, monomial});
        }
        const int cost = algebra.atoms.cost(Collector(algebra.atoms, budget).collect(sum));
        EXPECT_TRUE(least == 0 || cost <= least) << "seed " << seed << ", budget " << budget << ": " << cost;
        least = cost;
      }
    }
  }
}

} // namespace
} // namespace dalembert
