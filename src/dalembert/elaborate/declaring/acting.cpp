#include <dalembert/elaborate/declaring/acting.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

void raise(Acting& at, Acting to) {
  at = std::max(at, to);
}

Acting known(const std::map<std::string_view, Acting>& names, std::string_view name) {
  const auto found = names.find(name);
  return found == names.end() ? Acting::always : found->second;
}

} // namespace

Acting acting(const Item<ast::Constraint>& item) {
  if (item.node->relation.op != ast::Relop::equal) return Acting::at_contacts;
  return item.node->from != nullptr ? Acting::imposed : Acting::always;
}

Acting acting(const Item<ast::Impact>& item) {
  return item.node->when != nullptr ? Acting::at_contacts : Acting::always;
}

ActingNames::ActingNames(const Declarations& declared) {
  for (const Item<ast::Constraint>& item : declared.constraints)
    raise(constraints_[item.symbol->name], acting(item));
  for (const ReactionItem& item : declared.reactions)
    for (const ast::IndexedName& name : item.node->names)
      raise(pressing_[name.name.text], of(item));
  for (const Item<ast::Impact>& item : declared.impacts)
    raise(pressing_[item.symbol->name], acting(item));
}

Acting ActingNames::of(const ReactionItem& item) const {
  Acting out = Acting::always;
  for (const ast::Expr* written : item.node->constraints)
    raise(out, known(constraints_, base_name(*written)));
  return out;
}

Acting ActingNames::of(const Item<ast::Friction>& item) const {
  return known(pressing_, base_name(*item.node->reaction));
}

} // namespace elaboration
} // namespace dalembert
