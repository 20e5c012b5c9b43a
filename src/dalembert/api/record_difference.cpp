#include <dalembert/api/input_record.h>
#include <dalembert/api/record_difference.h>
#include <dalembert/language/lexer.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace api {

namespace {

using nlohmann::json;

constexpr std::string_view varied_on_command_line = "<--over>";

/// True where a blank before `token` may have a meaning: `f (x)` is not `f(x)`, but `2 [m]` is `2[m]`.
bool may_blank_matter(const ast::Token& before, const ast::Token& token) {
  using enum ast::TokenKind;
  switch (token.kind) {
  case square_open:
    return before.kind != number && before.kind != round_close;
  case round_open:
  case prime:
  case bar:
  case dot:
  case superscript:
    return true;
  default:
    return false;
  }
}

struct Line {
  std::string text; ///< without comments, and with the blanks that matter alone
  std::string written;
};

std::vector<Line> lines_without_layout(const std::string& text) {
  const ast::LexerOutput read = ast::lex(text, 0);
  std::vector<Line> out;
  const ast::Token* before = nullptr;
  std::uint32_t begin = 0;
  for (const ast::Token& token : read.tokens.tokens) {
    if (token.kind == ast::TokenKind::end) break;
    if (before == nullptr || is_on_new_line(token)) {
      out.emplace_back();
      begin = token.begin;
    } else if (!may_blank_matter(*before, token) || token.gap != ast::Gap::none) {
      out.back().text += ' ';
    }
    out.back().text += text.substr(token.begin, token.end - token.begin);
    out.back().written = text.substr(begin, token.end - begin);
    before = &token;
  }
  return out;
}

std::string text_without_layout(const std::string& text) {
  std::string out;
  for (const Line& line : lines_without_layout(text))
    out += line.text + '\n';
  return out;
}

/// The first line that differs; empty where none does.
std::string line_difference(const std::string& there, const std::string& here) {
  const std::vector<Line> old_lines = lines_without_layout(there);
  const std::vector<Line> new_lines = lines_without_layout(here);
  std::size_t at = 0;
  while (at < old_lines.size() && at < new_lines.size() && old_lines[at].text == new_lines[at].text)
    ++at;
  if (at == old_lines.size() && at == new_lines.size()) return {};
  const auto line = [at](const std::vector<Line>& lines) {
    return at < lines.size() ? fmt::format("`{}`", lines[at].written) : std::string("nothing more");
  };
  return fmt::format("the model has {} there and {} here", line(old_lines), line(new_lines));
}

std::string join(const std::vector<std::string>& parts) {
  if (parts.empty()) return "absent";
  std::string out;
  for (const std::string& part : parts)
    out += (out.empty() ? "`" : ", `") + part + "`";
  return out;
}

/// Texts of one kind, by the name that stands for a file: the model and what it includes have names of their own.
std::vector<std::string> texts_of(const json& record, std::string_view kind, bool with_layout = false) {
  std::vector<std::string> out;
  for (const json& each : record.at("texts")) {
    const auto name = each.at("name").get<std::string>();
    const bool is_file = !name.starts_with("<--");
    const auto text = each.at("text").get<std::string>();
    if (kind.empty() ? is_file : name == kind) out.push_back(with_layout ? text : text_without_layout(text));
  }
  return out;
}

std::string text_difference(const json& there, const json& here) {
  const std::vector<std::string> old_files = texts_of(there, "", true);
  const std::vector<std::string> new_files = texts_of(here, "", true);
  if (old_files.size() != new_files.size())
    return fmt::format("the model consists of {} texts there and {} here", old_files.size(), new_files.size());
  for (std::size_t file = 0; file < old_files.size(); ++file)
    if (std::string out = line_difference(old_files[file], new_files[file]); !out.empty()) return out;
  // What is varied is compared by its numbers where both have them.
  const bool has_axes = there.contains("axes") && here.contains("axes");
  for (const std::string_view kind : {varied_on_command_line, std::string_view("<--first>")}) {
    const bool is_varied = kind == varied_on_command_line;
    const bool is_same =
        is_varied && has_axes ? there["axes"] == here["axes"] : texts_of(there, kind) == texts_of(here, kind);
    if (!is_same)
      return fmt::format("{} {} {} there and {} here", is_varied ? "--over and --with" : "--first",
                         is_varied ? "are" : "is", join(texts_of(there, kind, true)), join(texts_of(here, kind, true)));
  }
  return {};
}

/// Values that were set, by their names: their order does not matter.
std::vector<std::string> set_values(const json& record) {
  std::vector<std::string> out;
  for (const json& each : record.at("set"))
    out.push_back(text_without_layout(each.get<std::string>()));
  const auto name = [](const std::string& text) { return std::string_view(text).substr(0, text.find('=')); };
  std::ranges::stable_sort(out, {}, name);
  return out;
}

/// The value of an option for a message.
std::string option_text(const json& record, const char* key) {
  const auto found = record.find(key);
  if (found == record.end() || found->is_null() || *found == json("")) return "absent";
  if (found->is_boolean()) return found->get<bool>() ? "given" : "absent";
  if (found->is_array() && found->empty()) return "absent";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string difference_of(const json& there, const json& here, std::span<const RecordedOption> options) {
  for (const char* const key : {"schema", "version"}) {
    if (there.at(key) == here.at(key)) continue;
    return fmt::format("it was begun by another version of dalembert ({} there, {} here)", option_text(there, key),
                       option_text(here, key));
  }
  if (std::string out = text_difference(there, here); !out.empty()) return out;
  if (std::string out = input_difference(there, here); !out.empty()) return out;
  if (set_values(there) != set_values(here))
    return fmt::format("--set is {} there and {} here", join(there.at("set").get<std::vector<std::string>>()),
                       join(here.at("set").get<std::vector<std::string>>()));
  for (const auto& [key, option] : options) {
    const std::string before = option_text(there, key);
    const std::string now = option_text(here, key);
    if (before != now) return fmt::format("{} is {} there and {} here", option, before, now);
  }
  // What is compared above is all that this version writes.
  for (const auto& [key, value] : there.items())
    if (!here.contains(key) && key != "axes")
      return fmt::format("it was begun by another version of dalembert, which knows `{}`", key);
  return {};
}

} // namespace

std::string record_difference(const std::string& there, const std::string& here, const char* file,
                              std::span<const RecordedOption> options) {
  if (there == here) return {};
  const json old_record = json::parse(there, nullptr, false);
  if (old_record.is_discarded()) return fmt::format("its {} was changed or cut off", file);
  try {
    return difference_of(old_record, json::parse(here), options);
  } catch (const json::exception&) {
    return fmt::format("its {} was changed, or written by another version of dalembert", file);
  }
}

} // namespace api
} // namespace dalembert
