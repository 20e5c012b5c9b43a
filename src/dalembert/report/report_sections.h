#pragma once

#include <dalembert/report/html_page.h>
#include <dalembert/report/printed_form.h>
#include <dalembert/report/report_content.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/typesetting/html.h>

#include <optional>
#include <string>
#include <string_view>

namespace dalembert::inline report {

/// Writes formulas of one page: the texts that equations share, the limit of their length, their numbers.
class FormulaWriter {
public:
  explicit FormulaWriter(const Equations& equations) : graph_(*equations.system->graph), form_(equations) {}

  /// Prints `e`, the shorter of the collected and the structural form; nothing beyond `longest`.
  [[nodiscard]] std::optional<Formula> formula(Expr e);
  /// The tree of `left = e`, or words where e is too long.
  [[nodiscard]] HtmlEquation definition(FormulaNode left, Expr e);
  /// The same for a name of the language.
  [[nodiscard]] HtmlEquation definition(std::string_view name, Expr e);
  [[nodiscard]] std::string next_number() { return std::to_string(++last_number_); }

  static constexpr std::size_t longest = 2000; ///< characters of one expression on the page

private:
  const Graph& graph_;
  PlainForm form_;
  int last_number_ = 0;
};

// One function for each section.

[[nodiscard]] HtmlSection system_section(const ReportPage& page, FormulaWriter& writer);
/// The constraints alone, which are a part of the system on the page of `report`.
[[nodiscard]] HtmlSection constraints_section(const Overview& overview);
[[nodiscard]] HtmlSection derivation_section(const ReportPage& page, FormulaWriter& writer);
[[nodiscard]] HtmlSection equations_section(const ReportPage& page, FormulaWriter& writer);
/// One form alone. @throws ModelError E0610 where it does not apply
[[nodiscard]] HtmlSection form_section(const Overview& overview, Form form, FormulaWriter& writer, Extent extent);
[[nodiscard]] HtmlSection reactions_section(const Overview& overview);
[[nodiscard]] HtmlSection conservation_section(const ReportPage& page);
[[nodiscard]] HtmlSection equilibria_section(const ReportPage& page);
[[nodiscard]] HtmlSection motion_section(const ReportPage& page);
[[nodiscard]] HtmlSection accuracy_section(const ReportPage& page);
/// How the page was made, with the source of the model: what stands below the sections.
[[nodiscard]] std::string making_html(const ReportPage& page);

/// The title of a model, or its name.
[[nodiscard]] std::string page_title(const System& system);

} // namespace dalembert::inline report
