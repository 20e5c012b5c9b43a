#pragma once

#include <dalembert/elaborate/expressions/evaluator.h>
#include <dalembert/elaborate/meaning/draft.h>
#include <dalembert/elaborate/names/table_file.h>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace elaboration {

/// The functions that files give, `table("road.csv", x)`: each file is read once, each of its columns becomes one
/// function. It is printed by the names of its column and its file, `z_road(x)`, and by this name it can be called.
class TableInputs {
public:
  TableInputs(Draft& draft, Evaluator& evaluator) : draft_(draft), context_(draft.context), evaluator_(evaluator) {}

  /// Returns the value of `table`, which is `whole`.
  [[nodiscard]] Value look_up(const ast::Expr& whole, const ast::Table& table, const Scope* scope);

  /// Returns the value of a call `z_road(x)`, or of a derivative `z_road'(x)`, where the callee is the printed name of
  /// a table that was met before and no name of the model; nothing elsewhere.
  [[nodiscard]] std::optional<Value> call(const ast::Expr& whole, const ast::Call& call, const Scope* scope);

private:
  struct LoadedFile {
    std::string name; ///< by which a person knows it
    std::string text;
    std::optional<TableFile> file; ///< nothing where it could not be read
  };
  struct Given {
    Scalar value; ///< what a value is measured in; its expression means nothing
    Scalar argument;
    std::size_t slot = 0; ///< in System::tables
    bool failed = false;
  };

  const TableFile* load(const ast::Table& table, SourceSpan whole);
  [[nodiscard]] std::string directory_file(SourceSpan span) const;
  Given& given(const ast::Expr& whole, const ast::Table& table, const TableFile& file, std::size_t column);
  std::optional<std::size_t> column_of(const ast::Expr& whole, const ast::Table& table, const TableFile& file);
  void declare(const ast::Expr& whole, const ast::Table& table, const TableFile& file, std::size_t column, Given& out);
  const ReadUnit* unit(const ast::Text& at, const TableFile::Header& column);
  [[nodiscard]] std::string printed_name(std::string_view path, std::string_view column) const;
  [[nodiscard]] Value value_at(const ast::Expr& whole, const ast::Expr& argument, const Given& given,
                               std::uint32_t order, const Scope* scope);
  bool fits_argument(const ast::Expr& argument, const Scalar& scalar, const Given& given, const Scope* scope);
  bool is_in_range(const ast::Expr& whole, const Scalar& argument, const TableInput& input);
  void complain(const TableFault& fault, SourceSpan span);

  Draft& draft_;
  Context& context_;
  Evaluator& evaluator_;
  std::map<std::string, LoadedFile> files_;                             ///< by folder and path
  std::map<std::pair<const TableFile*, std::size_t>, Given> functions_; ///< by file and column
  std::map<std::string, const Given*, std::less<>> by_name_;
  std::deque<std::string> unit_texts_;
  std::deque<ast::UnitText> units_;
};

} // namespace elaboration
} // namespace dalembert
