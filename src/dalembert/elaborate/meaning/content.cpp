#include <dalembert/elaborate/meaning/content.h>

namespace dalembert {
inline namespace elaboration {

void ContentTable::mark(Expr symbol, Content content) {
  remember(symbol, content);
}

Content ContentTable::of(Expr e) {
  std::vector<Expr> waiting{e};
  while (!waiting.empty()) {
    const Expr top = waiting.back();
    if (is_known(top)) {
      waiting.pop_back();
      continue;
    }
    const std::size_t before = waiting.size();
    Content content = 0;
    graph_.for_children(top, [&](Expr child) {
      if (is_known(child))
        content = static_cast<Content>(content | table_[child.id]);
      else
        waiting.push_back(child);
    });
    if (waiting.size() > before) continue;
    remember(top, content);
    waiting.pop_back();
  }
  return static_cast<Content>(table_[e.id] & ~known);
}

void ContentTable::remember(Expr e, Content content) {
  if (e.id >= table_.size()) table_.resize(e.id + std::size_t{1});
  table_[e.id] = static_cast<Content>(content | known);
}

} // namespace elaboration
} // namespace dalembert
