#include <dalembert/elaborate/declaring/unsupported.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

void refuse_body_word(std::string_view word, const ast::Statement& statement, Context& context) {
  context.complaints.error("E0901", statement.keyword, fmt::format("`{}` is not supported yet", word)).help =
      "write the model with coordinates, `kinetic`, `potential`, `constraint` and `reaction`";
}

} // namespace

void refuse(const ast::Gravity&, const ast::Statement& statement, Context& context) {
  context.complaints.error("E0901", statement.keyword, "`gravity` is not supported yet").help =
      "write it as an energy, `potential V = m*g*z`";
}

void refuse(const ast::Frame&, const ast::Statement& s, Context& context) {
  refuse_body_word("frame", s, context);
}
void refuse(const ast::Point&, const ast::Statement& s, Context& context) {
  refuse_body_word("point", s, context);
}
void refuse(const ast::Body&, const ast::Statement& s, Context& context) {
  refuse_body_word("body", s, context);
}
void refuse(const ast::Joint&, const ast::Statement& s, Context& context) {
  refuse_body_word("joint", s, context);
}
void refuse(const ast::Contact&, const ast::Statement& s, Context& context) {
  refuse_body_word("contact", s, context);
}

bool refuse_impact(const ast::Impact& node, Context& context) {
  if (node.at == nullptr) return false;
  context.complaints.error("E0903", node.at->span, "impacts at a time or place (`at`) are not supported yet").help =
      "without it, the impact happens at the initial state; with `when gap <= 0` whenever the gap closes";
  return true;
}

} // namespace elaboration
} // namespace dalembert
