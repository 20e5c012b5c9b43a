#include <dalembert/base/errors.h>
#include <dalembert/jit/calls.h>
#include <dalembert/jit/instruction_writer.h>
#include <dalembert/program/look_up.h>

#include <cmath>
#include <utility>

namespace dalembert {
inline namespace jit {

namespace {

template <typename Function>
const void* address_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

} // namespace

void InstructionWriter::write(const Instruction& i, Extremes::Kind kind, std::uint32_t result, std::size_t place) {
  values_.begin_instruction(i, place);
  if (kind != Extremes::Kind::none) return extreme(kind, i, result);
  switch (i.operation) {
  case Operation::add:
  case Operation::mul:
    commutative(i, result);
    break;
  case Operation::sub:
  case Operation::div:
  case Operation::less:
  case Operation::less_equal:
  case Operation::equal:
  case Operation::not_equal:
    binary(i.operation, i.a, i.b, result);
    break;
  case Operation::fma:
  case Operation::fms:
  case Operation::fnma:
  case Operation::fnms:
    multiply_add(i, result);
    break;
  case Operation::neg:
  case Operation::sqrt:
    unary(i.operation, i.a, result);
    break;
  case Operation::select:
    select(i, result);
    break;
  case Operation::unary:
    if (i.function() == Function::abs) {
      unary(i.operation, i.a, result);
      break;
    }
    [[fallthrough]];
  case Operation::binary:
  case Operation::exp:
  case Operation::table:
    if (code_.lanes() == 1)
      call(i, result);
    else
      call_of_lanes(i, result);
    break;
  case Operation::sincos:
  case Operation::sin:
  case Operation::cos:
    ENSURE(false); // they are in batches
  }
}

void InstructionWriter::commutative(const Instruction& i, std::uint32_t result) {
  std::uint32_t a = i.a;
  std::uint32_t b = i.b;
  put_first(a, b);
  binary(i.operation, a, b, result);
}

void InstructionWriter::binary(Operation operation, std::uint32_t first, std::uint32_t second, std::uint32_t result) {
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

void InstructionWriter::extreme(Extremes::Kind kind, const Instruction& i, std::uint32_t result) {
  if (kind == Extremes::Kind::relation) return values_.release_operands(); // the selection reads them again
  const int a = values_.in_register(i.b);
  const CodeOperand b = values_.anywhere(i.c);
  values_.release_operands();
  const int to = values_.free_register();
  code_.extreme(kind, to, a, b);
  values_.define(result, to);
}

void InstructionWriter::unary(Operation operation, std::uint32_t operand, std::uint32_t result) {
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

void InstructionWriter::select(const Instruction& i, std::uint32_t result) {
  const int condition = values_.in_register(i.a);
  const int yes = values_.in_register(i.b);
  const int no = values_.in_register(i.c);
  const int spare = values_.free_register();
  code_.choose(spare, condition, yes, no, spare);
  values_.release_operands();
  values_.define(result, spare);
}

// A multiply-add writes over one of its operands: one that is not read again, or a copy.

void InstructionWriter::multiply_add(const Instruction& i, std::uint32_t result) {
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
void InstructionWriter::put_first(std::uint32_t& a, std::uint32_t& b) const {
  const bool is_swapped = values_.is_in_register(a) == values_.is_in_register(b)
                              ? values_.operands()[1].then < values_.operands()[0].then
                              : values_.is_in_register(b);
  if (is_swapped) std::swap(a, b);
}

/// a·b ± c in the register `to` that holds factor a.
void InstructionWriter::multiply_into(Operation operation, int to, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                      std::uint32_t result) {
  values_.lock(to);
  if (a == b) {
    finish_multiply_add(operation, MultiplyAddForm::replaces_factor_times_second, to, to, values_.anywhere(c), result);
  } else if (values_.is_in_register(c)) {
    finish_multiply_add(operation, MultiplyAddForm::replaces_factor_times_third, to, values_.in_register(c),
                        values_.anywhere(b), result);
  } else {
    const int second = values_.in_register(b);
    finish_multiply_add(operation, MultiplyAddForm::replaces_factor_times_second, to, second, values_.anywhere(c),
                        result);
  }
}

void InstructionWriter::finish_multiply_add(Operation operation, MultiplyAddForm form, int to, int second,
                                            const CodeOperand& third, std::uint32_t result) {
  code_.multiply_add(operation, form, to, second, third);
  values_.release_operands();
  values_.define(result, to);
}

// Calls

void InstructionWriter::call(const Instruction& i, std::uint32_t result) {
  values_.pass_operands();
  if (i.operation == Operation::table) {
    code_.integer_argument(0, reinterpret_cast<std::uintptr_t>(tables_[i.b].get()));
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

void InstructionWriter::call_of_lanes(const Instruction& i, std::uint32_t result) {
  values_.write_operands();
  const CodePlace to = values_.define_in_memory(result);
  code_.address_argument(0, values_.memory().home(i.a));
  code_.address_argument(2, to);
  code_.integer_argument(4, code_.lanes());
  if (i.operation == Operation::table) {
    code_.integer_argument(1, reinterpret_cast<std::uintptr_t>(tables_[i.b].get()));
    code_.integer_argument(3, i.c);
    code_.call(address_of(&call_table_lanes));
  } else {
    const Function function = i.operation == Operation::exp ? Function::exp : i.function();
    code_.address_argument(1, values_.memory().home(i.operation == Operation::binary ? i.b : i.a));
    code_.integer_argument(3, static_cast<std::uint64_t>(function));
    code_.call(address_of(&call_function_lanes));
  }
  values_.release_operands();
  for (const CodePlace further :
       values_.memory().stores(result).subspan(values_.memory().stores(result).empty() ? 0 : 1))
    values_.copy(further, to);
}

} // namespace jit
} // namespace dalembert
