#pragma once

#include <dalembert/report/html_page.h>
#include <dalembert/report/printed_form.h>
#include <dalembert/report/report_content.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/typesetting/html.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

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
  /// What the equations of a page have one sequence of.
  [[nodiscard]] std::string next_number() { return std::to_string(++last_number_); }
  /// Keeps the next `count` numbers for equations that stand farther down: what is folded between has later ones, so
  /// that numbers follow each other where it is not unfolded.
  void keep_numbers(int count);
  /// The next of the numbers that were kept; the next of all where none is left.
  [[nodiscard]] std::string kept_number();
  /// Notes that the equation with this number, which links find as `id`, is one of a kind.
  void note(std::string_view kind, const std::string& number, const std::string& id);
  /// The numbers noted for a kind, as links: `(3)`, `(3) and (4)`, `(3) to (7)`. Empty where there are none.
  [[nodiscard]] std::string reference(std::string_view kind) const;

  static constexpr std::size_t longest = 2000; ///< characters of one expression on the page

private:
  const Graph& graph_;
  PlainForm form_;
  struct Numbered {
    std::string number;
    std::string id;
  };
  std::map<std::string, std::vector<Numbered>, std::less<>> noted_;
  int last_number_ = 0;
  int next_kept_ = 0;
  int kept_ = 0; ///< how many are left
};

/// The kind under which the lines of multipliers are noted; lines of a form are noted under its name.
inline constexpr std::string_view multiplier_lines = "multipliers";

// One function for each section.

[[nodiscard]] HtmlSection system_section(const ReportPage& page, FormulaWriter& writer);
/// The constraints alone, which are a part of the system on the page of `report`.
[[nodiscard]] HtmlSection constraints_section(const Overview& overview);
[[nodiscard]] HtmlSection derivation_section(const ReportPage& page, FormulaWriter& writer);
[[nodiscard]] HtmlSection equations_section(const ReportPage& page, FormulaWriter& writer);
/// One form alone. @throws ModelError E0610 where it does not apply
[[nodiscard]] HtmlSection form_section(const Overview& overview, Form form, FormulaWriter& writer, Extent extent);
/// How many numbered equations `reactions_section` has.
[[nodiscard]] int displayed_forces(const Overview& overview);
/// The forces of the constraints, each a numbered equation with what it is in words; friction with them.
[[nodiscard]] HtmlSection reactions_section(const Overview& overview, FormulaWriter& writer);
[[nodiscard]] HtmlSection conservation_section(const ReportPage& page);
[[nodiscard]] HtmlSection equilibria_section(const ReportPage& page);
/// True where the page shows what the model defines with `let`: its equations need not say it again.
[[nodiscard]] bool shows_definitions(const System& system);
[[nodiscard]] HtmlSection motion_section(const ReportPage& page);
[[nodiscard]] HtmlSection accuracy_section(const ReportPage& page);
/// How the page was made, with the source of the model: what stands below the sections.
[[nodiscard]] std::string making_html(const ReportPage& page);

/// The title of a model, or its name.
[[nodiscard]] std::string page_title(const System& system);

} // namespace report
} // namespace dalembert
