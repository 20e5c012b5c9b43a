#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// One line of formatted text before it is set in columns.
struct Line {
  int indent = 0;
  std::string text;
  std::string description; ///< the string at the end, with its quotes
  std::string comment;
  std::string kind;                 ///< statements of one kind share columns; empty where the line has none
  std::vector<std::size_t> columns; ///< bytes of `text` where a column starts
  bool is_blank = false;
  bool is_comment_line = false;
};

/// Sets neighbouring lines in columns and joins all to one text.
[[nodiscard]] std::string set_in_columns(std::vector<Line> lines);

} // namespace ast
} // namespace language
} // namespace dalembert
