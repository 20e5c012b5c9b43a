// The edit that a diagnostic offers corrects the text: over random slips of the pen in good models.
#include <dalembert/elaborate/whole/edits.h>
#include <dalembert/elaborate/whole/elaborate.h>
#include <dalembert/elaborate/whole/unread.h>
#include <dalembert/language/parse.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

namespace fs = std::filesystem;

struct Model {
  std::string name;
  std::string text;
};

std::vector<Model> good_models() {
  std::vector<Model> out;
  constexpr std::uintmax_t longest = 2500; // bytes: many short models say more than a few long ones
  for (const char* folder : {"/models/seeds", "/tests/truth/literature"})
    for (const fs::directory_entry& entry : fs::directory_iterator(DALEMBERT_SOURCE_DIR + std::string(folder))) {
      if (entry.path().extension() != ".mech" || entry.file_size() > longest) continue;
      std::ifstream in(entry.path());
      std::stringstream text;
      text << in.rdbuf();
      out.push_back({entry.path().stem().string(), text.str()});
    }
  std::sort(out.begin(), out.end(), [](const Model& a, const Model& b) { return a.name < b.name; });
  return out;
}

struct Fault {
  std::string code;
  std::string message;
  std::optional<Edit> edit;
  bool operator<(const Fault& other) const { return std::pair(code, message) < std::pair(other.code, other.message); }
};

std::vector<Fault> errors_of(const std::string& text) {
  SourceMap sources;
  std::vector<Diagnostic> found;
  const std::uint32_t file = sources.add("slip.mech", text);
  const ast::File tree = ast::parse(sources, file, found);
  ElaborateOptions options;
  options.largest_expansion = 20'000;
  if (has_errors(found))
    complain_beside_unread(tree, sources, options, found);
  else
    static_cast<void>(elaborate(tree, sources, options, found));
  confirm_edits(sources, file, options, found);
  std::vector<Fault> out;
  for (const Diagnostic& d : found)
    if (d.severity == Severity::error) out.push_back({d.code, d.message, d.edit});
  return out;
}

/// One slip: a character left out, doubled, exchanged with its neighbour, or another one from the model in its place.
std::string with_slip(const std::string& text, std::mt19937& random) {
  std::string out = text;
  const auto any = [&random](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  std::size_t at = any(out.size() - 1);
  while (static_cast<unsigned char>(out[at]) >= 0x80 || static_cast<unsigned char>(out[at + 1]) >= 0x80)
    at = any(out.size() - 1);
  switch (any(4)) {
  case 0:
    out.erase(at, 1);
    break;
  case 1:
    out.insert(at, 1, out[at]);
    break;
  case 2:
    std::swap(out[at], out[at + 1]);
    break;
  default:
    constexpr std::string_view common = "abmxyt019.,;'()[]{}+-*/^=~ ";
    out[at] = common[any(common.size())];
  }
  return out;
}

TEST(edits, remove_their_error_and_add_none) {
  constexpr unsigned seed = 20261;
  constexpr int slips_per_model = 40;
  std::mt19937 random(seed);
  int offered = 0;
  int wrong = 0;
  int restored = 0;
  std::string list;
  for (const Model& model : good_models()) {
    if (!errors_of(model.text).empty()) continue;
    for (int k = 0; k < slips_per_model; ++k) {
      const std::string text = with_slip(model.text, random);
      const std::vector<Fault> before = errors_of(text);
      const std::multiset<Fault> known(before.begin(), before.end());
      for (const Fault& fault : before) {
        if (!fault.edit) continue;
        ++offered;
        std::string edited = text;
        edited.replace(fault.edit->span.begin, fault.edit->span.end - fault.edit->span.begin, fault.edit->insert);
        const std::vector<Fault> after = errors_of(edited);
        const bool stays = std::any_of(after.begin(), after.end(), [&](const Fault& other) {
          return !(other < fault) && !(fault < other) && after.size() >= before.size();
        });
        const bool adds =
            std::any_of(after.begin(), after.end(), [&](const Fault& other) { return !known.contains(other); });
        restored += edited == model.text ? 1 : 0;
        if (!stays && !adds) continue;
        ++wrong;
        const auto line_of = [&](const std::string& whole) {
          const std::size_t at = std::min<std::size_t>(fault.edit->span.begin, whole.size() - 1);
          const std::size_t start = whole.rfind('\n', at == 0 ? 0 : at - 1) + 1;
          return whole.substr(start, whole.find('\n', start) - start);
        };
        list += "\n" + model.name + " " + fault.code + " " + fault.message + (stays ? " STAYS" : "") +
                (adds ? " ADDS " + after.front().code + " " + after.front().message : "") + "\n   " + line_of(text) +
                "\n   " + line_of(edited);
      }
    }
  }
  RecordProperty("offered", offered);
  std::printf("%d edits, %d wrong, %d give the model back\n", offered, wrong, restored);
  EXPECT_GE(offered, 500);
  EXPECT_EQ(wrong, 0) << list;
}

} // namespace
} // namespace dalembert
