#include <dalembert/derivation/form_table.h>
#include <dalembert/families/family_form.h>
#include <dalembert/textbook/form_text.h>
#include <dalembert/textbook/impulse_form.h>
#include <dalembert/textbook/solved_form.h>
#include <dalembert/typesetting/formula_reader.h>

#include "printed_model.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace dalembert::test {
namespace {

/// The trees that are printed are those that their text is read as: the reader of what users write is their oracle.
class PrintedTrees {
public:
  void check(const Formula& formula) {
    const std::string text = written(formula);
    ++count_;
    if (read_formula(text) != formula) differing_.push_back(text);
  }

  void check(const std::optional<PlainEquation>& line) {
    if (!line) return;
    check(line->equation());
    check(line->left);
    check(line->right);
    check(line->divisor);
    for (const Definition& d : line->definitions) {
      check(d.name);
      check(d.meaning);
    }
  }

  void check(const std::vector<std::optional<PlainEquation>>& lines) {
    for (const auto& line : lines)
      check(line);
  }

  void check(const FamilyForm& form) {
    for (const FamilyLine& line : form.lines) {
      check(std::optional(line.equation));
      std::ranges::for_each(line.ranges(), [this](const Formula& range) { check(range); });
    }
  }

  [[nodiscard]] const std::vector<std::string>& differing() const { return differing_; }
  [[nodiscard]] std::size_t count() const { return count_; }

private:
  std::vector<std::string> differing_;
  std::size_t count_ = 0;
};

void check_forms(const Equations& equations, PrintedTrees& trees) {
  constexpr std::size_t most_nodes = 300; // of a part: longer ones take long and are printed likewise
  for (const FormRow& row : form_table()) {
    if (row.derive == nullptr) continue;
    try {
      for (const FormText& text : form_text(equations, derive_form(equations, row.form), most_nodes))
        trees.check(text.line);
    } catch (const ModelError&) { // NOLINT: the form does not apply
    }
  }
  const ImpulseForm impulses = impulse_form(equations, most_nodes);
  trees.check(impulses.balances);
  trees.check(impulses.persistences);
  trees.check(impulses.restitutions);
}

std::vector<std::string> models_in(const std::string& folder) {
  const std::filesystem::path root = std::filesystem::path(DALEMBERT_SOURCE_DIR) / "models";
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(root / folder))
    if (entry.path().extension() == ".mech") out.push_back(folder + "/" + entry.path().filename().string());
  std::ranges::sort(out);
  return out;
}

class PrintedTreesOf : public testing::TestWithParam<std::string> {};

TEST_P(PrintedTreesOf, all_models_are_those_that_their_texts_are_read_as) {
  constexpr std::size_t most_coordinates = 6;
  PrintedTrees trees;
  std::size_t unread = 0;
  for (const std::string& path : models_in(GetParam())) {
    std::optional<PrintedModel> model;
    try {
      model.emplace(path);
    } catch (const ModelError&) { // a table in a file, which is not read here
      ++unread;
      continue;
    }
    trees.check(plain_equations(model->equations));
    if (model->equations.residual.size() > most_coordinates) continue;
    check_forms(model->equations, trees);
    for (const SolvedUnknown& unknown : solved_form(model->equations))
      if (unknown.value) trees.check(*unknown.value);
  }
  EXPECT_LE(unread, 2U);
  EXPECT_THAT(trees.differing(), testing::IsEmpty());
  EXPECT_GT(trees.count(), 1000U);
}

INSTANTIATE_TEST_SUITE_P(Folders, PrintedTreesOf, testing::Values("seeds", "gallery"));

TEST(PrintedTrees, those_of_families_are_read_likewise) {
  PrintedTrees trees;
  for (const char* path : {"../tests/golden/models/cart_n_links.mech", "gallery/n_pendulum.mech"}) {
    const PrintedModel model(path, {}, {"n=6"});
    const std::optional<FamilyForm> form = family_form(model.equations, "n", 6);
    ASSERT_TRUE(form.has_value()) << path;
    trees.check(*form);
  }
  EXPECT_THAT(trees.differing(), testing::IsEmpty());
}

} // namespace
} // namespace dalembert::test
