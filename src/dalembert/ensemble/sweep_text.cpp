#include <dalembert/ensemble/sweep_report.h>
#include <dalembert/printing/counted.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/page.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace ensemble {

namespace {

constexpr int digits = 5;
constexpr std::size_t reasons_on_screen = 5;

std::string given_text(const SweepReport& report, std::size_t member, const Style& style) {
  std::string out;
  const std::vector<double> values = report.plan.values(member);
  for (std::size_t a = 0; a < values.size(); ++a) {
    const Sweep& varied = report.plan.axes[a].varied;
    out += fmt::format("{}{} = {}", a > 0 ? ", " : "", name_text(varied.name, style),
                       quantity_text(values[a], varied.measure.unit(), style, digits));
  }
  return out;
}

/// `3 values: 1, 2, 5 kg`.
std::string listed_values(const SweepAxis& axis, const Style& style) {
  constexpr std::size_t most = 8;
  const std::size_t shown = std::min(axis.values.size(), most);
  std::string out = counted(axis.values.size(), "value") + ": ";
  for (std::size_t k = 0; k + 1 < shown; ++k)
    out += number_text(axis.values[k], style, digits) + ", ";
  out += quantity_text(axis.values[shown - 1], axis.varied.measure.unit(), style, digits);
  if (shown < axis.values.size()) out += fmt::format(" and {} more", axis.values.size() - shown);
  return out;
}

void add_axes(Page& page, const SweepReport& report) {
  const Style& style = page.style();
  bool is_first = true;
  for (const SweepAxis& axis : report.plan.axes) {
    const std::string name = name_text(axis.varied.name, style);
    const std::string unit = axis.varied.measure.unit();
    const std::string what = axis.varied.initial ? "at the start, " : "";
    std::string text;
    if (axis.varied.choice == Sweep::Choice::normal)
      text = fmt::format("{}, {}drawn from a normal distribution: mean {}, standard deviation {}", name, what,
                         quantity_text(axis.mean, unit, style, digits),
                         quantity_text(axis.deviation, unit, style, digits));
    else if (axis.is_listed())
      text = fmt::format("{}, {}{}", name, what, listed_values(axis, style));
    else
      text = fmt::format("{}, {}{} from {} to {}", name, what,
                         axis.is_drawn() ? "drawn evenly" : counted(axis.varied.count, "value"),
                         number_text(axis.low, style, digits), quantity_text(axis.high, unit, style, digits));
    page.row(is_first ? "varied" : "", text);
    is_first = false;
  }
  const bool is_combined =
      std::ranges::any_of(report.plan.axes, [](const SweepAxis& axis) { return !axis.is_drawn(); });
  if (report.plan.is_random())
    page.row("", fmt::format("{}{}, seed {}", counted(report.plan.draws, "draw"),
                             is_combined ? " for each combination" : "", report.plan.seed));
}

void add_members(Page& page, const SweepReport& report) {
  const SweepSummary& summary = report.summary;
  std::string text;
  for (const MemberEnd end : {MemberEnd::completed, MemberEnd::stopped, MemberEnd::failed, MemberEnd::refused})
    if (summary.count(end) > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", summary.count(end),
                          end == MemberEnd::stopped   ? "stopped by an event"
                          : end == MemberEnd::refused ? "without an initial state"
                                                      : std::string(end_word(end)));
  const std::size_t all = report.plan.members();
  page.row("members", fmt::format("{}{}: {}", report.is_complete() ? "" : fmt::format("{} of ", summary.members()), all,
                                  !text.empty()        ? text
                                  : report.waiting > 0 ? "the first one is not done"
                                                       : "none was run"));
  if (report.threads == 0 && report.known > 0)
    page.row("", fmt::format("all known from before; nothing was run, {:.3g} s", report.seconds));
  else
    page.row("", fmt::format("{:.3g} s with {}{}{}", report.seconds, counted(report.threads, "thread"),
                             report.processes > 1 ? fmt::format(" in each of {} processes", report.processes) : "",
                             report.known > 0 ? fmt::format("; {} were known from before", report.known) : ""));
  if (report.waiting > 0)
    page.row("", fmt::format("{} of those behind are done as well, and kept for --resume", report.waiting));
  const auto note = [&page](std::size_t count, std::string_view what) {
    if (count > 0) page.row("", fmt::format("{} {}", counted(count, "member"), what));
  };
  note(summary.uncertified(), "with a certificate that does not hold");
  note(summary.with_failed_checks(), "with checks that fail");
  note(summary.alone(), "that had to run alone");
  note(summary.without_sign(), "whose exponent may be 0: |lyapunov| is not above lyapunov.error");
}

void add_reasons(Page& page, const SweepReport& report) {
  const auto& reasons = report.summary.reasons();
  for (std::size_t r = 0; r < std::min(reasons.size(), reasons_on_screen); ++r) {
    const SweepSummary::Reason& reason = reasons[r];
    page.row(r == 0 ? "reasons" : "",
             fmt::format("{}, the first of them number {} ({}): {}", counted(reason.count, "member"), reason.first,
                         given_text(report, reason.first, page.style()), reason.text));
  }
  if (reasons.size() > reasons_on_screen)
    page.row("", fmt::format("and {} more reasons", reasons.size() - reasons_on_screen));
}

/// Rows of equal width, the first column to the left and the others to the right.
void add_table(Page& page, const std::vector<std::vector<std::string>>& rows,
               const std::vector<std::string>& behind = {}) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], display_width(row[c]));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::vector<std::string>& row = rows[r];
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(widths[c] - display_width(row[c]) + (c > 0 ? 2 : 0), ' ');
      line += c == 0 ? row[c] + blanks : blanks + row[c];
    }
    if (r < behind.size() && !behind[r].empty()) line += "  " + behind[r];
    page.exact_row("", line);
  }
}

/// The final values; extremes along the runs stand in the table of members.
void add_values(Page& page, const SweepReport& report) {
  const Style& style = page.style();
  std::vector<std::vector<std::string>> rows{{"", "least", "greatest", "mean", "deviation"}};
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    const MemberColumn& column = report.columns[c];
    const ColumnSummary& all = report.summary.columns()[c];
    if (column.name.ends_with(".min") || column.name.ends_with(".max") || all.count == 0) continue;
    const bool has_part = column.name.find('.') != std::string::npos; // `hit.first`: no formula
    rows.push_back({(has_part ? column.name : formula(column.name, style)) + unit_bracket(column.unit, style),
                    number_text(all.least, style, digits), number_text(all.greatest, style, digits),
                    number_text(all.mean, style, digits), number_text(all.deviation(), style, digits)});
  }
  if (rows.size() < 2) return;
  page.gap();
  page.row("at the end", "final values of the members that completed or were stopped");
  add_table(page, rows);
}

/// How many members pass, of those that ran.
void add_passages(Page& page, const SweepReport& report) {
  bool is_first = true;
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    if (std::ranges::find(report.passages, report.columns[c].name) == report.passages.end()) continue;
    const ColumnSummary& all = report.summary.columns()[c];
    const std::string name = report.columns[c].name.substr(0, report.columns[c].name.rfind('.'));
    const std::size_t members = report.summary.count(MemberEnd::completed) + report.summary.count(MemberEnd::stopped);
    page.row(is_first ? "events" : "", fmt::format("{} is met by {} of {}", name_text(name, page.style()), all.count,
                                                   counted(members, "member")));
    is_first = false;
  }
}

void add_histograms(Page& page, const SweepReport& report) {
  constexpr std::size_t longest = 50;
  const Style& style = page.style();
  for (const Histogram& histogram : report.histograms) {
    page.gap();
    page.row("histogram",
             formula(histogram.column, style) + unit_bracket(histogram.unit, style) +
                 (histogram.without > 0 ? fmt::format("; {} have no number there", counted(histogram.without, "member"))
                                        : std::string()));
    if (histogram.counts.empty()) continue;
    const std::size_t most = std::max<std::size_t>(1, std::ranges::max(histogram.counts));
    const std::vector<double> edges = histogram.edges();
    std::vector<std::vector<std::string>> rows;
    for (std::size_t k = 0; k < histogram.counts.size(); ++k)
      rows.push_back({number_text(edges[k], style, digits), number_text(edges[k + 1], style, digits),
                      fmt::format("{}", histogram.counts[k])});
    std::vector<std::string> bars;
    for (const std::size_t count : histogram.counts)
      bars.emplace_back((count * longest + most - 1) / most, '#');
    add_table(page, rows, bars);
  }
}

void add_file_names(Page& page, const SweepReport& report) {
  if (report.files.empty())
    return page.row("files",
                    "none: --out DIR writes a table of all members (CSV), pictures (SVG) and this result (JSON)");
  const std::size_t folder = report.files.front().rfind('/') + 1; // npos + 1 is 0
  std::string out;
  for (const std::string& file : report.files)
    out += (out.empty() ? "" : ", ") + file.substr(folder);
  page.row("files", folder == 0 ? out : fmt::format("in {} {}", report.files.front().substr(0, folder), out));
  if (!report.picture_remark.empty()) page.row("", report.picture_remark);
}

} // namespace

std::string sweep_text(const SweepReport& report, const Style& style) {
  Page page(style);
  add_title(page, report.study->system);
  page.gap();
  add_axes(page, report);
  add_members(page, report);
  add_reasons(page, report);
  add_values(page, report);
  add_passages(page, report);
  add_histograms(page, report);
  page.gap();
  add_file_names(page, report);
  return page.text();
}

} // namespace ensemble
} // namespace dalembert
