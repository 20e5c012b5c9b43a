#include <dalembert/report/html_page.h>
#include <dalembert/report/html_resources.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

/// Puts `values` where the template names them as {{name}}.
std::string filled(std::string_view frame, const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string out;
  while (!frame.empty()) {
    const std::size_t begin = std::min(frame.find("{{"), frame.size());
    out += frame.substr(0, begin);
    if (begin == frame.size()) break;
    const std::size_t end = frame.find("}}", begin);
    const std::string_view name = frame.substr(begin + 2, end - begin - 2);
    for (const auto& [known, value] : values)
      if (known == name) out += value;
    frame.remove_prefix(end + 2);
  }
  return out;
}

} // namespace

std::string html_page(const HtmlPage& page) {
  std::string contents;
  std::string body;
  std::size_t count = 0;
  for (const HtmlSection& section : page.sections) {
    if (section.body.empty()) continue;
    ++count;
    contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, section.title);
    body += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
        section.id, section.title, section.body);
  }
  contents = fmt::format("<nav aria-label=\"Contents\">\n<ol>\n{}</ol>\n</nav>", contents);
  const std::string title = xml_escaped(page.title);
  const std::string header = fmt::format("<header>\n<h1>{}</h1>\n{}</header>", title, page.subtitle);
  return filled(
      html_page_frame,
      {{"generator", page.version.empty() ? "dalembert" : "dalembert " + page.version},
       {"title", title},
       {"style", std::string(html_page_style) + std::string(html_math_font)},
       {"header", header},
       {"contents", count > 1 ? contents : std::string()},
       {"body", body},
       {"footer", page.footer.empty() ? std::string() : fmt::format("<footer>\n{}</footer>\n", page.footer)}});
}

} // namespace report
} // namespace dalembert
