// Every wrong model of models/ gives the diagnostic that expected.json wants, and no other error.
#include <dalembert/elaborate/whole/elaborate.h>
#include <dalembert/elaborate/whole/unread.h>
#include <dalembert/language/parse.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dalembert {
namespace {

using nlohmann::json;

const std::string folder = std::string(DALEMBERT_SOURCE_DIR) + "/tests/error/models/";

json all_cases() {
  std::ifstream in(folder + "expected.json");
  return json::parse(in).at("expected");
}

std::vector<json> cases_of_elaboration() {
  std::vector<json> out;
  for (const json& each : all_cases())
    if (!each.contains("stage")) out.push_back(each);
  return out;
}

std::string_view word(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

std::string all_words(const Diagnostic& diagnostic) {
  std::string text = diagnostic.message + '\n' + diagnostic.note + '\n' + diagnostic.help;
  for (const Label& label : diagnostic.labels)
    text += '\n' + label.text;
  return text;
}

/// A wrong model, read and elaborated.
struct Reading {
  explicit Reading(const std::string& file) {
    std::ifstream in(folder + file);
    std::stringstream text;
    text << in.rdbuf();
    const std::uint32_t number = sources.add(file, text.str());
    const ast::File tree = ast::parse(sources, number, diagnostics);
    if (has_errors(diagnostics))
      complain_beside_unread(tree, sources, {}, diagnostics);
    else
      study = elaborate(tree, sources, {}, diagnostics);
  }
  [[nodiscard]] const Diagnostic* find(const std::string& code) const {
    const auto found =
        std::find_if(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& each) { return each.code == code; });
    return found == diagnostics.end() ? nullptr : &*found;
  }
  [[nodiscard]] std::string listing() const {
    std::string text;
    for (const Diagnostic& each : diagnostics)
      text += render(each, sources) + '\n';
    return text;
  }
  SourceMap sources;
  std::vector<Diagnostic> diagnostics;
  Study study;
};

void expect_place(const json& wanted, const SourcePosition& found) {
  const std::pair begin{found.line, found.column};
  const std::pair end{found.end_line, found.end_column};
  const std::pair wanted_begin{wanted.at("line").get<int>(), wanted.at("column").get<int>()};
  const std::pair wanted_end{wanted.at("end_line").get<int>(), wanted.at("end_column").get<int>()};
  if (wanted.value("narrower", false)) {
    EXPECT_GE(begin, wanted_begin);
    EXPECT_LE(end, wanted_end);
  } else {
    EXPECT_EQ(begin, wanted_begin);
    EXPECT_EQ(end, wanted_end);
  }
}

class wrong_model : public testing::TestWithParam<json> {};

TEST_P(wrong_model, is_answered_at_its_place_in_the_words_of_the_user) {
  const json& wanted = GetParam();
  const Reading reading(wanted.at("file"));
  SCOPED_TRACE(reading.listing());
  const Diagnostic* found = reading.find(wanted.at("code"));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(word(found->severity), wanted.at("severity"));
  expect_place(wanted, reading.sources.position(found->span));
  const std::string text = all_words(*found);
  for (const std::string each : wanted.value("words", json::array()))
    EXPECT_NE(text.find(each), std::string::npos) << each;
  if (!wanted.contains("edit")) return;
  ASSERT_TRUE(found->edit);
  EXPECT_EQ(found->edit->insert, wanted.at("edit").at("insert"));
  EXPECT_EQ(reading.sources.text(found->edit->span), wanted.at("edit").at("replaces").get<std::string>());
}

TEST_P(wrong_model, has_no_error_that_only_follows_from_it) {
  const json& wanted = GetParam();
  const Reading reading(wanted.at("file"));
  std::vector<std::string> codes;
  for (const Diagnostic& each : reading.diagnostics)
    if (each.severity == Severity::error) codes.push_back(each.code);
  std::vector<std::string> allowed = wanted.value("also", std::vector<std::string>{});
  if (wanted.at("severity") == "error") allowed.push_back(wanted.at("code"));
  std::sort(codes.begin(), codes.end());
  std::sort(allowed.begin(), allowed.end());
  EXPECT_EQ(codes, allowed) << reading.listing();
}

TEST_P(wrong_model, is_correct_after_the_edit_it_offers) {
  const json& wanted = GetParam();
  if (!wanted.contains("edit")) return;
  const Reading reading(wanted.at("file"));
  const Diagnostic* found = reading.find(wanted.at("code"));
  ASSERT_TRUE(found != nullptr && found->edit);
  std::string text = reading.sources.text(0);
  text.replace(found->edit->span.begin, found->edit->span.end - found->edit->span.begin, found->edit->insert);
  SourceMap sources;
  std::vector<Diagnostic> diagnostics;
  const ast::File tree = ast::parse(sources, sources.add("mended", text), diagnostics);
  ASSERT_FALSE(has_errors(diagnostics)) << text;
  static_cast<void>(elaborate(tree, sources, {}, diagnostics));
  for (const Diagnostic& each : diagnostics)
    EXPECT_NE(each.code, found->code) << render(each, sources);
}

std::string name_of(const testing::TestParamInfo<json>& info) {
  const std::string file = info.param.at("file");
  return file.substr(0, file.find('.'));
}

INSTANTIATE_TEST_SUITE_P(corpus, wrong_model, testing::ValuesIn(cases_of_elaboration()), name_of);

TEST(corpus, has_at_least_sixty_models_and_each_has_its_expectation) {
  EXPECT_GE(all_cases().size(), 60U);
  for (const json& each : all_cases()) {
    std::ifstream in(folder + each.at("file").get<std::string>());
    EXPECT_TRUE(in.good()) << each.at("file");
  }
}

} // namespace
} // namespace dalembert
