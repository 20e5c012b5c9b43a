#include <dalembert/base/errors.h>
#include <dalembert/jit/calls.h>
#include <dalembert/jit/extremes.h>
#include <dalembert/jit/live_values.h>
#include <dalembert/jit/translate.h>
#include <dalembert/jit/turn_batches.h>
#include <dalembert/jit/vector_assembler.h>
#include <dalembert/program/look_up.h>

#include <cmath>
#include <limits>
#include <utility>

namespace dalembert::inline jit {

namespace {

constexpr std::size_t most_values = std::size_t{1} << 26; ///< whose rows have numbers of 32 bits

template <typename Function>
const void* address_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

class Translation {
public:
  Translation(const Tape& tape, const Translating& how)
      : tape_(tape),
        how_(how),
        order_(batch_turns(tape)),
        extremes_(tape),
        code_(how.instructions, how.lanes, bytes_per_operation * tape.operations() + bytes_around),
        values_(tape, order_, how.lanes, code_) {}

  /// True where every offset that the code can hold fits an instruction.
  [[nodiscard]] bool fits() const {
    constexpr std::size_t largest_offset = std::numeric_limits<std::int32_t>::max();
    const std::size_t rows =
        values_.memory().rows_of_turns() + tape_.values() + tape_.outputs() + SpecialConstants::numbers;
    return rows < largest_offset / (how_.lanes * sizeof(double));
  }

  MachineCode finish() {
    code_.begin();
    std::size_t batch = 0;
    for (std::size_t place = 0; place <= order_.others.size(); ++place) {
      for (; batch < order_.batches.size() && order_.batches[batch].before == place; ++batch)
        translate_batch(batch);
      if (place < order_.others.size()) translate_instruction(order_.others[place], place);
    }
    for (std::uint32_t k = 0; k < tape_.outputs(); ++k)
      if (const std::uint32_t v = tape_.output_values()[k]; memory().is_copied(v))
        values_.copy({CodePlace::Area::outputs, k}, memory().home(v));
    code_.end();
    return {{code_.code().begin(), code_.code().end()}, values_.workspace_rows(), memory().rows_of_turns()};
  }

private:
  // Memory is asked for once; what is not written costs nothing.
  static constexpr std::size_t bytes_per_operation = 32;
  static constexpr std::size_t bytes_around = 256;

  [[nodiscard]] const MemoryPlan& memory() const { return values_.memory(); }

  void translate_instruction(std::uint32_t k, std::size_t place) {
    const Instruction& i = tape_.instructions()[k];
    const std::uint32_t result = memory().result(k);
    values_.begin_instruction(i, place);
    if (const Extremes::Kind kind = extremes_.of(k); kind != Extremes::Kind::none)
      return translate_extreme(kind, i, result);
    switch (i.operation) {
    case Operation::add:
    case Operation::mul:
      translate_commutative(i, result);
      break;
    case Operation::sub:
    case Operation::div:
    case Operation::less:
    case Operation::less_equal:
    case Operation::equal:
    case Operation::not_equal:
      translate_binary(i.operation, i.a, i.b, result);
      break;
    case Operation::fma:
    case Operation::fms:
    case Operation::fnma:
    case Operation::fnms:
      translate_multiply_add(i, result);
      break;
    case Operation::neg:
    case Operation::sqrt:
      translate_unary(i.operation, i.a, result);
      break;
    case Operation::select:
      translate_select(i, result);
      break;
    case Operation::unary:
      if (i.function() == Function::abs) {
        translate_unary(i.operation, i.a, result);
        break;
      }
      [[fallthrough]];
    case Operation::binary:
    case Operation::exp:
    case Operation::table:
      if (how_.lanes == 1)
        translate_call(i, result);
      else
        translate_call_of_lanes(i, result);
      break;
    case Operation::sincos:
    case Operation::sin:
    case Operation::cos:
      ENSURE(false); // they are in batches
    }
  }

  void translate_commutative(const Instruction& i, std::uint32_t result) {
    std::uint32_t a = i.a;
    std::uint32_t b = i.b;
    put_first(a, b);
    translate_binary(i.operation, a, b, result);
  }

  void translate_binary(Operation operation, std::uint32_t first, std::uint32_t second, std::uint32_t result) {
    const int a = values_.in_register(first);
    const CodeOperand b = values_.anywhere(second);
    values_.release_operands();
    const int to = values_.free_register();
    const bool is_relation = operation >= Operation::less && operation <= Operation::not_equal;
    if (is_relation)
      code_.compare(operation, to, a, b);
    else
      code_.arithmetic(operation, to, a, b);
    values_.define(result, to);
  }

  void translate_extreme(Extremes::Kind kind, const Instruction& i, std::uint32_t result) {
    if (kind == Extremes::Kind::relation) return values_.release_operands(); // the selection reads them again
    const int a = values_.in_register(i.b);
    const CodeOperand b = values_.anywhere(i.c);
    values_.release_operands();
    const int to = values_.free_register();
    code_.extreme(kind, to, a, b);
    values_.define(result, to);
  }

  void translate_unary(Operation operation, std::uint32_t operand, std::uint32_t result) {
    const int a = values_.in_register(operand);
    values_.release_operands();
    const int to = values_.free_register();
    if (operation == Operation::sqrt)
      code_.square_root(to, a);
    else if (operation == Operation::neg)
      code_.negative(to, a);
    else
      code_.absolute(to, a);
    values_.define(result, to);
  }

  void translate_select(const Instruction& i, std::uint32_t result) {
    const int condition = values_.in_register(i.a);
    const int yes = values_.in_register(i.b);
    const int no = values_.in_register(i.c);
    const int spare = values_.free_register();
    code_.choose(spare, condition, yes, no, spare);
    values_.release_operands();
    values_.define(result, spare);
  }

  // A multiply-add writes over one of its operands: one that is not read again, or a copy.

  void translate_multiply_add(const Instruction& i, std::uint32_t result) {
    std::uint32_t a = i.a;
    std::uint32_t b = i.b;
    if (values_.is_spent(2) && i.c != i.a && i.c != i.b) {
      put_first(a, b);
      const int factor = values_.in_register(a);
      finish_multiply_add(i.operation, MultiplyAddForm::replaces_summand, values_.in_register(i.c), factor,
                          values_.anywhere(b), result);
      return;
    }
    const bool a_is_spent = values_.is_spent(0) && i.a != i.c;
    const bool b_is_spent = values_.is_spent(1) && i.b != i.c;
    if (a_is_spent || b_is_spent) {
      if (!a_is_spent) std::swap(a, b);
      multiply_into(i.operation, values_.in_register(a), a, b, i.c, result);
      return;
    }
    if (!values_.is_in_register(i.c)) {
      put_first(a, b);
      const int factor = values_.in_register(a);
      const int to = values_.loaded_copy(i.c);
      finish_multiply_add(i.operation, MultiplyAddForm::replaces_summand, to, factor, values_.anywhere(b), result);
      return;
    }
    if (values_.is_in_register(a)) std::swap(a, b);
    if (!values_.is_in_register(a)) {
      multiply_into(i.operation, values_.loaded_copy(a), a, b, i.c, result);
      return;
    }
    const int to = values_.free_register();
    code_.move(to, values_.in_register(i.c));
    finish_multiply_add(i.operation, MultiplyAddForm::replaces_summand, to, values_.in_register(a), values_.anywhere(b),
                        result);
  }

  /// Operands 0 and 1 may change places; the first one needs a register. Rather one that has it, or wants it later.
  void put_first(std::uint32_t& a, std::uint32_t& b) const {
    const bool is_swapped = values_.is_in_register(a) == values_.is_in_register(b)
                                ? values_.operands()[1].then < values_.operands()[0].then
                                : values_.is_in_register(b);
    if (is_swapped) std::swap(a, b);
  }

  /// a·b ± c in the register `to` that holds factor a.
  void multiply_into(Operation operation, int to, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                     std::uint32_t result) {
    values_.lock(to);
    if (a == b) {
      finish_multiply_add(operation, MultiplyAddForm::replaces_factor_times_second, to, to, values_.anywhere(c),
                          result);
    } else if (values_.is_in_register(c)) {
      finish_multiply_add(operation, MultiplyAddForm::replaces_factor_times_third, to, values_.in_register(c),
                          values_.anywhere(b), result);
    } else {
      const int second = values_.in_register(b);
      finish_multiply_add(operation, MultiplyAddForm::replaces_factor_times_second, to, second, values_.anywhere(c),
                          result);
    }
  }

  void finish_multiply_add(Operation operation, MultiplyAddForm form, int to, int second, const CodeOperand& third,
                           std::uint32_t result) {
    code_.multiply_add(operation, form, to, second, third);
    values_.release_operands();
    values_.define(result, to);
  }

  // Calls

  void translate_call(const Instruction& i, std::uint32_t result) {
    values_.pass_operands();
    if (i.operation == Operation::table) {
      code_.integer_argument(0, reinterpret_cast<std::uintptr_t>(tape_.tables()[i.b].get()));
      code_.integer_argument(1, i.c);
      code_.call(address_of(&look_up));
    } else if (i.operation == Operation::exp) {
      code_.call(address_of(static_cast<double (*)(double)>(&std::exp)));
    } else {
      code_.integer_argument(0, i.c);
      code_.call(address_of(static_cast<double (*)(Function, double, double)>(&evaluate)));
    }
    values_.define(result, 0);
  }

  void translate_call_of_lanes(const Instruction& i, std::uint32_t result) {
    values_.write_operands();
    const CodePlace to = values_.define_in_memory(result);
    code_.address_argument(0, memory().home(i.a));
    code_.address_argument(2, to);
    code_.integer_argument(4, how_.lanes);
    if (i.operation == Operation::table) {
      code_.integer_argument(1, reinterpret_cast<std::uintptr_t>(tape_.tables()[i.b].get()));
      code_.integer_argument(3, i.c);
      code_.call(address_of(&call_table_lanes));
    } else {
      const Function function = i.operation == Operation::exp ? Function::exp : i.function();
      code_.address_argument(1, memory().home(i.operation == Operation::binary ? i.b : i.a));
      code_.integer_argument(3, static_cast<std::uint64_t>(function));
      code_.call(address_of(&call_function_lanes));
    }
    values_.release_operands();
    for (const CodePlace further : memory().stores(result).subspan(memory().stores(result).empty() ? 0 : 1))
      values_.copy(further, to);
  }

  [[nodiscard]] std::uint32_t angle_of(const TurnBatch& batch, std::uint32_t j) const {
    return tape_.instructions()[order_.turns[batch.first + j]].a;
  }

  /// True where the angles are inputs one behind the other, with others behind
  /// them that fill the last vector.
  [[nodiscard]] bool has_angles_in_place(const TurnBatch& batch) const {
    const std::uint32_t first = angle_of(batch, 0);
    const auto vectors = (batch.count() * how_.lanes + turn_padding - 1) / turn_padding;
    if (first < tape_.constants().size() || first + vectors * turn_padding / how_.lanes > tape_.first_result())
      return false;
    for (std::uint32_t j = 1; j < batch.count(); ++j)
      if (angle_of(batch, j) != first + j) return false;
    return true;
  }

  void translate_batch(std::size_t b) {
    const TurnBatch& batch = order_.batches[b];
    const MemoryPlan::Rows& rows = memory().rows(b);
    constexpr auto workspace = CodePlace::Area::workspace;
    values_.empty_registers();
    const bool is_in_place = has_angles_in_place(batch);
    for (std::uint32_t j = 0; j < batch.count() && !is_in_place; ++j)
      if (const std::uint32_t angle = angle_of(batch, j); memory().is_copied(angle))
        values_.copy({workspace, rows.angles + j}, memory().home(angle));
    code_.address_argument(0, is_in_place ? memory().home(angle_of(batch, 0)) : CodePlace{workspace, rows.angles});
    code_.address_argument(1, {workspace, rows.sines});
    code_.address_argument(2, {workspace, rows.cosines});
    code_.integer_argument(3, batch.both * how_.lanes);
    code_.integer_argument(4, batch.sines * how_.lanes);
    code_.integer_argument(5, batch.cosines * how_.lanes);
    code_.call(address_of(turn_function(how_.sines, how_.instructions)));
  }

  const Tape& tape_;
  Translating how_;
  TurnBatches order_;
  Extremes extremes_;
  VectorAssembler code_;
  LiveValues values_;
};

} // namespace

std::optional<MachineCode> translate(const Tape& tape, const Translating& how) {
  if (tape.values() > most_values) return std::nullopt;
  Translation translation(tape, how);
  if (!translation.fits()) return std::nullopt;
  return translation.finish();
}

std::vector<double> constants_in_lanes(const Tape& tape, std::size_t lanes) {
  std::vector<double> out;
  out.reserve(SpecialConstants::numbers + lanes * tape.constants().size());
  for (std::size_t c = 0; c < SpecialConstants::count; ++c)
    out.insert(out.end(), SpecialConstants::copies, SpecialConstants::value(c));
  for (const double c : tape.constants())
    out.insert(out.end(), lanes, c);
  return out;
}

} // namespace dalembert::inline jit
