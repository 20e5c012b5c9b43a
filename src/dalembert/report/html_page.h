#pragma once

#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

/// A section of a page: what links point to, its heading, and its HTML.
struct HtmlSection {
  std::string id;
  std::string title;
  std::string body; ///< empty where there is nothing to say: the section is left out
};

/// A self-contained page. Its style is that of all pages of the program; it holds no script and asks no network.
struct HtmlPage {
  std::string title;    ///< plain text
  std::string subtitle; ///< HTML under the title; may be empty
  std::string version;  ///< of the program; may be empty
  std::vector<HtmlSection> sections;
  std::string footer = {}; ///< HTML below the sections; may be empty
};

/// Sets the page, with a table of contents where there are several sections.
[[nodiscard]] std::string html_page(const HtmlPage& page);

} // namespace report
} // namespace dalembert
