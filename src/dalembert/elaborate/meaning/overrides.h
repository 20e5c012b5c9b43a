#pragma once

#include <dalembert/elaborate/meaning/context.h>
#include <dalembert/elaborate/meaning/symbol_table.h>
#include <dalembert/language/ast.h>

#include <memory>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// The values given by `--set name=value [unit]`, read as declarations of pseudo files named `<--set>`.
class Overrides {
public:
  explicit Overrides(Context& context);

  /// Returns the declaration that replaces the value of `name` with this index; null where none was given.
  [[nodiscard]] const ast::Declaration* find(std::string_view name, const std::vector<int>& index) const;

  /// True where a value was given for `name` or for one of its members.
  [[nodiscard]] bool has(std::string_view name) const;

  /// Reports those that name nothing that may be set, with the nearest name.
  void report_unknown(const SymbolTable& symbols) const;

private:
  struct Entry {
    std::unique_ptr<ast::File> file;
    const ast::Declaration* declaration = nullptr;
    std::vector<int> index;
    bool is_indexed = false;
  };
  void read(const std::string& text);
  [[nodiscard]] bool read_index(Entry& entry) const;

  Context& context_;
  std::vector<Entry> entries_;
};

} // namespace elaboration
} // namespace dalembert
