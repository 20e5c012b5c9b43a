#include <dalembert/base/errors.h>
#include <dalembert/jit/vector_assembler.h>

#include <algorithm>
#include <array>
#include <bit>

namespace dalembert {
inline namespace jit {

namespace x86 = asmjit::x86;
using Id = x86::Inst::Id;

namespace {

// Registers that a callee keeps.
constexpr x86::Gp inputs_base = x86::rbx;
constexpr x86::Gp outputs_base = x86::r12;
constexpr x86::Gp workspace_base = x86::r13;
constexpr x86::Gp constants_base = x86::r14;

/// Registers of windows: those that a call may change, and that need no further byte as a base.
constexpr std::array<x86::Gp, 9> window_registers = {x86::rax, x86::rcx, x86::rdx, x86::rsi, x86::rdi,
                                                     x86::r8,  x86::r9,  x86::r10, x86::r11};

/// In a loop they are pointers, with one more.
const x86::Gp& pointer_register(std::size_t n) {
  constexpr static x86::Gp last = x86::rbp;
  return n < window_registers.size() ? window_registers[n] : last;
}
constexpr x86::Gp rounds_left = x86::r15;

const x86::Gp& base_of(CodePlace::Area area) {
  switch (area) {
  case CodePlace::Area::inputs:
    return inputs_base;
  case CodePlace::Area::outputs:
    return outputs_base;
  case CodePlace::Area::workspace:
    return workspace_base;
  case CodePlace::Area::constants:
    return constants_base;
  case CodePlace::Area::none:
    break;
  }
  ENSURE(false);
  return inputs_base;
}

/// Scalar and packed instruction.
struct Pair {
  asmjit::InstId scalar;
  asmjit::InstId packed;
};

Pair arithmetic_of(Operation operation) {
  switch (operation) {
  case Operation::add:
    return {Id::kIdVaddsd, Id::kIdVaddpd};
  case Operation::sub:
    return {Id::kIdVsubsd, Id::kIdVsubpd};
  case Operation::mul:
    return {Id::kIdVmulsd, Id::kIdVmulpd};
  default:
    ENSURE(operation == Operation::div);
    return {Id::kIdVdivsd, Id::kIdVdivpd};
  }
}

/// In the order of MultiplyAddForm.
using Forms = std::array<Pair, 3>;

Forms multiply_adds_of(Operation operation) {
  switch (operation) {
  case Operation::fma:
    return {{{Id::kIdVfmadd213sd, Id::kIdVfmadd213pd},
             {Id::kIdVfmadd132sd, Id::kIdVfmadd132pd},
             {Id::kIdVfmadd231sd, Id::kIdVfmadd231pd}}};
  case Operation::fms:
    return {{{Id::kIdVfmsub213sd, Id::kIdVfmsub213pd},
             {Id::kIdVfmsub132sd, Id::kIdVfmsub132pd},
             {Id::kIdVfmsub231sd, Id::kIdVfmsub231pd}}};
  case Operation::fnma:
    return {{{Id::kIdVfnmadd213sd, Id::kIdVfnmadd213pd},
             {Id::kIdVfnmadd132sd, Id::kIdVfnmadd132pd},
             {Id::kIdVfnmadd231sd, Id::kIdVfnmadd231pd}}};
  default:
    ENSURE(operation == Operation::fnms);
    return {{{Id::kIdVfnmsub213sd, Id::kIdVfnmsub213pd},
             {Id::kIdVfnmsub132sd, Id::kIdVfnmsub132pd},
             {Id::kIdVfnmsub231sd, Id::kIdVfnmsub231pd}}};
  }
}

/// The relation as the processor numbers it; none of them raises an exception on a quiet NaN.
asmjit::Imm predicate_of(Operation relation) {
  constexpr int equal = 0x00;
  constexpr int not_equal_or_unordered = 0x04;
  constexpr int less = 0x11;
  constexpr int less_equal = 0x12;
  switch (relation) {
  case Operation::less:
    return asmjit::imm(less);
  case Operation::less_equal:
    return asmjit::imm(less_equal);
  case Operation::equal:
    return asmjit::imm(equal);
  default:
    ENSURE(relation == Operation::not_equal);
    return asmjit::imm(not_equal_or_unordered);
  }
}

x86::Gp argument_register(int n) {
  constexpr std::array<x86::Gp, 6> registers = {x86::rdi, x86::rsi, x86::rdx, x86::rcx, x86::r8, x86::r9};
  return registers.at(static_cast<std::size_t>(n));
}

} // namespace

double SpecialConstants::value(std::size_t constant) {
  constexpr std::uint64_t highest_bit = std::uint64_t{1} << 63;
  switch (constant) {
  case sign_bit:
    return -0.0;
  case all_but_sign:
    return std::bit_cast<double>(~highest_bit);
  case one:
    return 1.0;
  default:
    return 0.0;
  }
}

void VectorAssembler::Strict::handleError(asmjit::Error /*error*/, const char* message,
                                          asmjit::BaseEmitter* /*origin*/) {
  throw InternalError(message);
}

VectorAssembler::VectorAssembler(Instructions instructions, std::size_t lanes, std::size_t bytes)
    : instructions_(instructions), lanes_(lanes) {
  ENSURE(lanes == 1 || lanes == 4 || (lanes == 8 && instructions == Instructions::avx512));
  holder_.init(asmjit::Environment(asmjit::Arch::kX64));
  holder_.setErrorHandler(&strict_);
  holder_.attach(&assembler_);
  holder_.reserveBuffer(&holder_.textSection()->buffer(), bytes);
}

x86::Vec VectorAssembler::vector(int number) const {
  const auto id = static_cast<std::uint32_t>(number);
  if (lanes_ == 8) return x86::zmm(id);
  if (lanes_ == 4) return x86::ymm(id);
  return x86::xmm(id);
}

std::size_t VectorAssembler::offset_of(CodePlace place) const {
  std::size_t offset = std::size_t{place.index} * lanes_;
  if (place.area == CodePlace::Area::constants) offset += SpecialConstants::numbers;
  return offset * sizeof(double);
}

x86::Mem VectorAssembler::memory_from_base(CodePlace place) const {
  return x86::ptr(base_of(place.area), static_cast<std::int32_t>(offset_of(place)));
}

/// Offsets of numbers, and of vectors of eight, take one byte with AVX-512 where they are at most 127 rows (Intel's
/// manual, "Compressed displacement"), else four: a third of an instruction, and long code is fetched more slowly than
/// it is executed. So rows are addressed from the middle of their page.
x86::Mem VectorAssembler::memory(CodePlace place) {
  if (is_in_loop_) return memory_in_loop(place);
  const std::size_t page_size = 256 * lanes_ * sizeof(double);
  const std::size_t offset = offset_of(place);
  if (!has_short_offsets() || offset < page_size / 2) return memory_from_base(place);
  const std::size_t page = offset / page_size;
  const std::size_t middle = page * page_size + page_size / 2;
  const auto is_there = [&](const Window& w) { return w.area == place.area && w.page == page; };
  auto window = std::ranges::find_if(windows_, is_there);
  const bool is_new = window == windows_.end();
  if (is_new) window = std::ranges::min_element(windows_, {}, &Window::last_use);
  *window = {place.area, page, ++uses_of_windows_};
  const x86::Gp& base = window_registers.at(static_cast<std::size_t>(window - windows_.begin()));
  if (is_new) assembler_.lea(base, x86::ptr(base_of(place.area), static_cast<std::int32_t>(middle)));
  return x86::ptr(base, static_cast<std::int32_t>(offset) - static_cast<std::int32_t>(middle));
}

x86::Mem VectorAssembler::memory_in_loop(CodePlace place) const {
  if (place.stride == 0) return memory_from_base(place);
  const auto pointer = std::ranges::find(pointers_, Pointer{place.area, place.stride});
  ENSURE(pointer != pointers_.end());
  return x86::ptr(pointer_register(static_cast<std::size_t>(pointer - pointers_.begin())),
                  static_cast<std::int32_t>(offset_of(place)));
}

x86::Mem VectorAssembler::special(std::size_t constant) const {
  return x86::ptr(constants_base, static_cast<std::int32_t>(constant * SpecialConstants::copies * sizeof(double)));
}

/// Of the two encodings of an instruction on one number, chooses the one that needs a byte for `at`.
x86::Assembler& VectorAssembler::encoded_for(const x86::Mem& at) {
  const bool is_one_byte = at.offset() >= -128 && at.offset() <= 127;
  if (is_scalar() && has_short_offsets() && !is_one_byte) assembler_.evex();
  return assembler_;
}

void VectorAssembler::emit(asmjit::InstId id, int to, int a, const CodeOperand& b) {
  if (b.in_register >= 0) {
    assembler_.emit(id, vector(to), vector(a), vector(b.in_register));
    return;
  }
  const x86::Mem at = memory(b.place);
  encoded_for(at).emit(id, vector(to), vector(a), at);
}

void VectorAssembler::begin(Frame frame) {
  // Four pushes and the return address leave the stack 8 short of a multiple of 16, which calls need.
  for (const x86::Gp& base : {inputs_base, outputs_base, workspace_base, constants_base})
    assembler_.push(base);
  if (frame == Frame::with_loops) {
    assembler_.push(x86::rbp);
    assembler_.push(rounds_left);
  }
  assembler_.sub(x86::rsp, 8);
  assembler_.mov(inputs_base, x86::rdi);
  assembler_.mov(outputs_base, x86::rsi);
  assembler_.mov(workspace_base, x86::rdx);
  assembler_.mov(constants_base, x86::rcx);
}

void VectorAssembler::end(Frame frame) {
  if (!is_scalar()) assembler_.vzeroupper();
  assembler_.add(x86::rsp, 8);
  if (frame == Frame::with_loops) {
    assembler_.pop(rounds_left);
    assembler_.pop(x86::rbp);
  }
  for (const x86::Gp& base : {constants_base, workspace_base, outputs_base, inputs_base})
    assembler_.pop(base);
  assembler_.ret();
}

void VectorAssembler::begin_loop(std::span<const Pointer> pointers, std::uint32_t rounds) {
  constexpr std::uint32_t line = 64; // bytes that are fetched together
  ENSURE(pointers.size() <= most_pointers && rounds > 0);
  forget_windows();
  is_in_loop_ = true;
  pointers_.assign(pointers.begin(), pointers.end());
  for (std::size_t p = 0; p < pointers.size(); ++p)
    assembler_.mov(pointer_register(p), base_of(pointers[p].area));
  assembler_.mov(rounds_left.r32(), rounds);
  loop_ = assembler_.newLabel();
  assembler_.align(asmjit::AlignMode::kCode, line);
  assembler_.bind(loop_);
}

void VectorAssembler::end_loop() {
  for (std::size_t p = 0; p < pointers_.size(); ++p) {
    const std::int64_t bytes = std::int64_t{pointers_[p].stride} * static_cast<std::int64_t>(lanes_ * sizeof(double));
    assembler_.add(pointer_register(p), static_cast<std::int32_t>(bytes));
  }
  assembler_.dec(rounds_left.r32());
  assembler_.jnz(loop_);
  is_in_loop_ = false;
}

void VectorAssembler::load(int to, CodePlace from) {
  const x86::Mem at = memory(from);
  encoded_for(at).emit(for_width(Id::kIdVmovsd, Id::kIdVmovupd), vector(to), at);
}

void VectorAssembler::store(CodePlace to, int from) {
  const x86::Mem at = memory(to);
  encoded_for(at).emit(for_width(Id::kIdVmovsd, Id::kIdVmovupd), at, vector(from));
}

void VectorAssembler::move(int to, int from) {
  if (to != from) assembler_.emit(Id::kIdVmovapd, vector(to), vector(from));
}

void VectorAssembler::extreme(Extremes::Kind kind, int to, int a, const CodeOperand& b) {
  if (kind == Extremes::Kind::lesser)
    emit(for_width(Id::kIdVminsd, Id::kIdVminpd), to, a, b);
  else
    emit(for_width(Id::kIdVmaxsd, Id::kIdVmaxpd), to, a, b);
}

void VectorAssembler::arithmetic(Operation operation, int to, int a, const CodeOperand& b) {
  const Pair ids = arithmetic_of(operation);
  emit(for_width(ids.scalar, ids.packed), to, a, b);
}

void VectorAssembler::multiply_add(Operation operation, MultiplyAddForm form, int to, int second,
                                   const CodeOperand& third) {
  const Pair ids = multiply_adds_of(operation).at(static_cast<std::size_t>(form));
  emit(for_width(ids.scalar, ids.packed), to, second, third);
}

void VectorAssembler::square_root(int to, int a) {
  if (is_scalar())
    assembler_.emit(Id::kIdVsqrtsd, vector(to), vector(a), vector(a));
  else
    assembler_.emit(Id::kIdVsqrtpd, vector(to), vector(a));
}

void VectorAssembler::negative(int to, int a) {
  assembler_.emit(Id::kIdVxorpd, vector(to), vector(a), special(SpecialConstants::sign_bit));
}

void VectorAssembler::absolute(int to, int a) {
  assembler_.emit(Id::kIdVandpd, vector(to), vector(a), special(SpecialConstants::all_but_sign));
}

void VectorAssembler::compare(Operation operation, int to, int a, const CodeOperand& b) {
  const asmjit::InstId id = for_width(Id::kIdVcmpsd, Id::kIdVcmppd);
  const asmjit::Imm predicate = predicate_of(operation);
  const bool is_wide = instructions_ == Instructions::avx512;
  const asmjit::Operand result = is_wide ? asmjit::Operand(x86::k1) : asmjit::Operand(vector(to));
  if (b.in_register >= 0)
    assembler_.emit(id, result, vector(a), vector(b.in_register), predicate);
  else
    assembler_.emit(id, result, vector(a), memory(b.place), predicate);
  const x86::Mem one = special(SpecialConstants::one);
  if (!is_wide)
    assembler_.emit(Id::kIdVandpd, vector(to), vector(to), one);
  else
    assembler_.k(x86::k1).z().emit(for_width(Id::kIdVmovsd, Id::kIdVmovupd), vector(to), one);
}

void VectorAssembler::choose(int to, int condition, int yes, int no, int spare) {
  const asmjit::InstId id = for_width(Id::kIdVcmpsd, Id::kIdVcmppd);
  const asmjit::Imm predicate = predicate_of(Operation::not_equal);
  const x86::Mem zero = special(SpecialConstants::zero);
  if (instructions_ == Instructions::avx512) {
    assembler_.emit(id, x86::k1, vector(condition), zero, predicate);
    assembler_.k(x86::k1).emit(Id::kIdVblendmpd, vector(to), vector(no), vector(yes));
    return;
  }
  assembler_.emit(id, vector(spare), vector(condition), zero, predicate);
  assembler_.emit(Id::kIdVblendvpd, vector(to), vector(no), vector(yes), vector(spare));
}

void VectorAssembler::address_argument(int n, CodePlace place) {
  forget_windows();
  assembler_.lea(argument_register(n), memory_from_base(place));
}

void VectorAssembler::integer_argument(int n, std::uint64_t value) {
  forget_windows();
  assembler_.mov(argument_register(n), value);
}

void VectorAssembler::call(const void* function) {
  forget_windows();
  if (!is_scalar()) assembler_.vzeroupper();
  assembler_.mov(x86::rax, reinterpret_cast<std::uintptr_t>(function));
  assembler_.call(x86::rax);
}

std::span<const std::uint8_t> VectorAssembler::code() const {
  const asmjit::CodeBuffer& buffer = holder_.textSection()->buffer();
  return {buffer.data(), buffer.size()};
}

} // namespace jit
} // namespace dalembert
