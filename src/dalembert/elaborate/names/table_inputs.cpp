#include <dalembert/base/characters.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/names.h>
#include <dalembert/elaborate/meaning/function_names.h>
#include <dalembert/elaborate/meaning/suggestion.h>
#include <dalembert/elaborate/names/table_inputs.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert {
inline namespace elaboration {

namespace {

/// The letters and digits of `text`, an underscore for each run of others between them.
std::string identifier(std::string_view text) {
  std::string out;
  for (const char c : ast::normal_name(text)) {
    const bool continues = continues_name(c) && c != '_';
    if (continues)
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_')
    out.pop_back();
  return out;
}

std::string_view stem_of(std::string_view path) {
  path = path.substr(path.find_last_of("/\\") + 1);
  return path.substr(0, path.find_last_of('.'));
}

ColumnUnit column_unit(const Unit& unit) {
  Rational size(unit.numerator, unit.denominator);
  if (unit.decimal_power != 0) size = size * Rational(10).pow(unit.decimal_power);
  return {size, unit.pi_power};
}

/// A name with its primes taken off, `z_road''`.
struct PrimedName {
  const ast::Name* name = nullptr;
  std::uint32_t primes = 0;
};

PrimedName primed_name(const ast::Expr& expr) {
  PrimedName out;
  const ast::Expr* inner = &expr;
  for (; const auto* prime = std::get_if<ast::Prime>(&inner->node); inner = prime->operand)
    ++out.primes;
  out.name = std::get_if<ast::Name>(&inner->node);
  return out;
}

} // namespace

Value TableInputs::look_up(const ast::Expr& whole, const ast::Table& table, const Scope* scope) {
  const TableFile* file = load(table, whole.span);
  if (file == nullptr) return {};
  const std::optional<std::size_t> column = column_of(whole, table, *file);
  if (!column) return {};
  const Given& function = given(whole, table, *file, *column);
  if (function.failed) return {};
  const std::string key = std::string(table.file->text) + '\n' +
                          (table.column == nullptr ? std::string() : std::string(table.column->text));
  draft_.table_names.emplace(key, draft_.study.system.tables[function.slot].name);
  return value_at(whole, *table.argument, function, 0, scope);
}

std::optional<Value> TableInputs::call(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  const auto [name, primes] = primed_name(*call.callee);
  if (name == nullptr || call.arguments.size() != 1 || find_name(scope, name->text) != nullptr) return std::nullopt;
  const auto found = by_name_.find(name->text);
  if (found == by_name_.end()) return std::nullopt;
  return value_at(whole, *call.arguments[0], *found->second, primes, scope);
}

/// The file whose folder paths are relative to: the one at `span`, or the model where that is no file.
std::string TableInputs::directory_file(SourceSpan span) const {
  const std::string& own = context_.sources.name(span.file);
  return own.starts_with('<') ? context_.sources.name(0) : own;
}

const TableFile* TableInputs::load(const ast::Table& table, SourceSpan whole) {
  const std::string path(table.file->text);
  const std::string from = directory_file(whole);
  const std::string folder = from.substr(0, from.find_last_of('/') + 1);
  const auto [at, is_new] = files_.try_emplace(folder + '\n' + path);
  LoadedFile& loaded = at->second;
  if (!is_new) return loaded.file ? &*loaded.file : nullptr;
  auto found = context_.options.include ? context_.options.include(path, from) : std::nullopt;
  if (!found || !found->refusal.empty()) {
    Diagnostic& made =
        context_.complaints.error("E0211", table.file->span,
                                  found ? fmt::format("cannot read the table `{}`: {}", path, found->refusal)
                                        : fmt::format("cannot find the table `{}`", path));
    if (found)
      made.help = found->help;
    else
      made.note = "its path starts in the folder of the file that names it";
    return nullptr;
  }
  loaded.name = path;
  loaded.text = std::move(found->text);
  TableFile read(loaded.name, loaded.text);
  if (read.fault()) {
    complain(*read.fault(), table.file->span);
    return nullptr;
  }
  loaded.file = std::move(read);
  return &*loaded.file;
}

void TableInputs::complain(const TableFault& fault, SourceSpan span) {
  context_.complaints.error(fault.code, span, fault.message).help = fault.help;
}

std::optional<std::size_t> TableInputs::column_of(const ast::Expr& whole, const ast::Table& table,
                                                  const TableFile& file) {
  const auto& columns = file.columns();
  std::vector<std::string> names;
  for (std::size_t i = 1; i < columns.size(); ++i)
    names.push_back(columns[i].name);
  if (table.column == nullptr) {
    if (columns.size() == 2) return 1;
    Diagnostic& made = context_.complaints.error(
        "E0221", whole.span, fmt::format("the table `{}` has {} columns of values", table.file->text, names.size()));
    made.help = fmt::format("name one of {} as a third argument: `table(\"{}\", {}, \"{}\")`",
                            fmt::join(std::span(names).first(std::min<std::size_t>(names.size(), 10)), ", "),
                            table.file->text, context_.text(table.argument->span), names.front());
    return std::nullopt;
  }
  const auto found = std::ranges::find(names, table.column->text);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin()) + 1;
  const bool is_argument = columns.front().name == table.column->text;
  Diagnostic& made = context_.complaints.error(
      "E0221", table.column->span,
      is_argument ? fmt::format("`{}` is the argument of the table `{}`", table.column->text, table.file->text)
                  : fmt::format("the table `{}` has no column `{}`", table.file->text, table.column->text));
  made.note = fmt::format("its columns of values are {}",
                          fmt::join(std::span(names).first(std::min<std::size_t>(names.size(), 10)), ", "));
  if (const std::string nearest = nearest_name(table.column->text, names); !nearest.empty()) {
    made.help = fmt::format("did you mean \"{}\"?", nearest);
    made.edit = Edit{table.column->span, '"' + nearest + '"'};
  }
  return std::nullopt;
}

TableInputs::Given& TableInputs::given(const ast::Expr& whole, const ast::Table& table, const TableFile& file,
                                       std::size_t column) {
  const auto [at, is_new] = functions_.try_emplace({&file, column});
  if (!is_new) return at->second;
  at->second.failed = true;
  declare(whole, table, file, column, at->second);
  return at->second;
}

/// The unit of a column, or null, which is reported.
const ReadUnit* TableInputs::unit(const ast::Text& at, const TableFile::Header& column) {
  UnitError error;
  if (!parse_unit(column.unit, error)) {
    Diagnostic& made = context_.complaints.error(
        "E0218", at.span,
        fmt::format("{}: the unit [{}] of column `{}`: {}", at.text, column.unit, column.name, error.message));
    if (!error.suggestion.empty()) made.help = fmt::format("did you mean `{}`?", error.suggestion);
    return nullptr;
  }
  const std::string& text = unit_texts_.emplace_back(column.unit);
  return context_.units.read(units_.emplace_back(ast::UnitText{text, at.span}));
}

void TableInputs::declare(const ast::Expr& whole, const ast::Table& table, const TableFile& file, std::size_t column,
                          Given& out) {
  const TableFile::Header& x = file.columns().front();
  const TableFile::Header& y = file.columns()[column];
  const ReadUnit* x_unit = unit(*table.file, x);
  const ReadUnit* y_unit = x_unit == nullptr ? nullptr : unit(*table.file, y);
  if (y_unit == nullptr) return;
  TableFile::Numbers numbers = file.read(0, column);
  if (numbers.fault) return complain(*numbers.fault, table.file->span);
  const auto function = std::make_shared<const TabulatedFunction>(
      TabulatedFunction::Column{std::move(numbers.arguments), column_unit(x_unit->unit)},
      TabulatedFunction::Column{std::move(numbers.values), column_unit(y_unit->unit)});
  if (!function->is_usable()) {
    context_.complaints.error("E0220", table.file->span,
                              fmt::format("the table {} cannot be interpolated: two of its points lie closer together, "
                                          "or farther apart, than doubles can resolve",
                                          table.file->text));
    return;
  }
  TableInput made;
  made.name = printed_name(table.file->text, y.name);
  made.span = whole.span;
  made.file = table.file->text;
  made.column = y.name;
  made.argument = x.name;
  made.unit = y.unit;
  made.argument_unit = x.unit;
  made.id = context_.graph.declare_table(made.name, function);
  out.value = {context_.graph.zero(), y_unit->dimension, y_unit->angular, false, nullptr, y_unit->per_angle};
  out.argument = {context_.graph.zero(), x_unit->dimension, x_unit->angular, false, nullptr, x_unit->per_angle};
  out.slot = draft_.study.system.tables.size();
  out.failed = false;
  by_name_.emplace(made.name, &out);
  draft_.study.system.tables.push_back(std::move(made));
  draft_.later([this, &out] {
    TableInput& input = draft_.study.system.tables[out.slot];
    input.measure = context_.measure(out.value);
    input.argument_measure = context_.measure(out.argument);
  });
}

/// `z_road` for column z of road.csv; another name where the model has this one.
std::string TableInputs::printed_name(std::string_view path, std::string_view column) const {
  const std::string stem = identifier(stem_of(path));
  std::string name = identifier(column);
  if (name.empty() || !starts_name(name.front())) name = "f" + (name.empty() ? "" : "_" + name);
  if (!stem.empty() && stem != name) name += "_" + stem;
  const auto is_taken = [this](const std::string& wanted) {
    return evaluator_.names().symbols().find(wanted) != nullptr || by_name_.contains(wanted) || is_function(wanted) ||
           ast::is_reserved(wanted);
  };
  std::string out = name;
  for (int i = 2; is_taken(out); ++i)
    out = fmt::format("{}_{}", name, i);
  return out;
}

Value TableInputs::value_at(const ast::Expr& whole, const ast::Expr& argument, const Given& given, std::uint32_t order,
                            const Scope* scope) {
  const std::optional<Scalar> at = evaluator_.scalar(argument, scope);
  if (!at || !fits_argument(argument, *at, given, scope)) return {};
  const TableInput& input = draft_.study.system.tables[given.slot];
  if (!is_in_range(whole, *at, input)) return {};
  const Argument entry{at->expr, order};
  Scalar out = given.value;
  out.expr = context_.graph.unknown(input.id, std::span<const Argument>(&entry, 1));
  for (std::uint32_t i = 0; i < order; ++i)
    out.dimension = context_.dimensions.divide(out.dimension, given.argument.dimension);
  return Value(out);
}

bool TableInputs::fits_argument(const ast::Expr& argument, const Scalar& scalar, const Given& given,
                                const Scope* scope) {
  if (context_.fit(scalar, given.argument)) return true;
  const TableInput& input = draft_.study.system.tables[given.slot];
  Diagnostic& made = context_.complaints.error(
      "E0415", argument.span,
      fmt::format("the argument of the table `{}` is `{} [{}]`", input.file, input.argument, input.argument_unit));
  made.note = describe(evaluator_, argument, scope, scalar);
  return false;
}

/// A number is known to lie outside before any run.
bool TableInputs::is_in_range(const ast::Expr& whole, const Scalar& argument, const TableInput& input) {
  if (!context_.graph.is_number(argument.expr)) return true;
  const TabulatedFunction& function = *context_.graph.table(input.id);
  const double at = context_.graph.number(argument.expr).to_double();
  if (function.covers(at)) return true;
  context_.complaints.error("E0727", whole.span,
                            fmt::format("the table `{}` has no value at {} = {:.6g}: its range is {:.6g}..{:.6g}",
                                        input.file, input.argument, at, function.first(), function.last()));
  return false;
}

} // namespace elaboration
} // namespace dalembert
