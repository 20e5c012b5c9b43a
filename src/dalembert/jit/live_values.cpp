#include <dalembert/base/errors.h>
#include <dalembert/jit/live_values.h>

#include <utility>

namespace dalembert {
inline namespace jit {

LiveValues::LiveValues(NextReads reads, MemoryPlan& memory, Slots& slots, VectorAssembler& code, int registers)
    : code_(code),
      reads_(std::move(reads)),
      memory_(memory),
      slots_(slots),
      registers_(registers, reads_.first.size()) {}

bool LiveValues::has_slot(std::uint32_t value) const {
  const CodePlace home = memory_.home(value);
  return !memory_.is_copied(value) && home.area == CodePlace::Area::workspace && home.index >= memory_.planned_rows();
}

void LiveValues::spill(std::uint32_t value) {
  if (!memory_.home(value).is_none()) return;
  memory_.set_home(value, {CodePlace::Area::workspace, slots_.take()});
  code_.store(memory_.home(value), registers_.of(value));
}

/// Of one lane a value that is not read soon will be driven out anyway. Who goes at once leaves the lower registers to
/// the others, whose names take two bytes less.
void LiveValues::leave_if_waiting_long(std::uint32_t value, std::uint32_t next_read) {
  constexpr std::uint32_t soon = 200; // instructions: 50 to 400 make code of the same length, to 3 %
  if (code_.lanes() != 1 || next_read == NextReads::never || next_read < place_ + soon) return;
  spill(value);
  registers_.remove(registers_.of(value));
}

int LiveValues::free_register() {
  const int r = registers_.choose();
  ENSURE(r != RegisterFile::none);
  if (const std::uint32_t value = registers_.value_in(r); value != RegisterFile::no_value) {
    spill(value);
    registers_.remove(r);
  }
  return r;
}

int LiveValues::in_register(std::uint32_t value) {
  if (is_in_register(value)) return registers_.of(value);
  const int r = loaded_copy(value);
  registers_.put(r, value, place_);
  registers_.lock(r);
  return r;
}

int LiveValues::loaded_copy(std::uint32_t value) {
  const int r = free_register();
  code_.load(r, memory_.home(value));
  return r;
}

CodeOperand LiveValues::anywhere(std::uint32_t value) const {
  return is_in_register(value) ? CodeOperand{registers_.of(value)} : CodeOperand{-1, memory_.home(value)};
}

void LiveValues::begin_instruction(const Instruction& i, std::size_t place) {
  while (slots_given_back_ > 0)
    slots_.give_back(given_back_[--slots_given_back_]);
  place_ = static_cast<std::uint32_t>(place);
  operands_ = 0;
  for_operands(i, [&](std::uint32_t value) {
    read_[operands_] = {value, reads_.then[place][operands_]};
    ++operands_;
    if (is_in_register(value)) registers_.lock(registers_.of(value));
  });
}

void LiveValues::release_operands() {
  registers_.unlock_all();
  for (const auto [value, then] : operands()) {
    if (is_in_register(value)) {
      registers_.set_next_read(registers_.of(value), then);
      leave_if_waiting_long(value, then);
    }
    if (then != NextReads::never) continue;
    if (is_in_register(value)) registers_.remove(registers_.of(value));
    if (!has_slot(value)) continue;
    // The instruction may still read it, hence it is given back before the next one.
    given_back_[slots_given_back_++] = memory_.home(value).index;
    memory_.set_home(value, {}); // an operand that is read twice gives it back once
  }
}

void LiveValues::release_reads_of_loop(std::size_t loop) {
  for (const auto [value, then] : reads_.of_loops[loop])
    if (then == NextReads::never && has_slot(value)) {
      slots_.give_back(memory_.home(value).index);
      memory_.set_home(value, {});
    }
}

void LiveValues::put(std::uint32_t value, int r) {
  registers_.put(r, value, reads_.first[value]);
}

void LiveValues::give_back_slots() {
  while (slots_given_back_ > 0)
    slots_.give_back(given_back_[--slots_given_back_]);
  for (std::uint32_t value = 0; value < reads_.first.size(); ++value)
    if (has_slot(value)) slots_.give_back(memory_.home(value).index);
}

void LiveValues::define(std::uint32_t value, int r) {
  for (const CodePlace place : memory_.stores(value)) {
    code_.store(place, r);
    if (memory_.home(value).is_none()) memory_.set_home(value, place);
  }
  if (reads_.first[value] == NextReads::never) return;
  registers_.put(r, value, reads_.first[value]);
  leave_if_waiting_long(value, reads_.first[value]);
}

CodePlace LiveValues::define_in_memory(std::uint32_t value) {
  const std::span<const CodePlace> stores = memory_.stores(value);
  memory_.set_home(value, stores.empty() ? CodePlace{CodePlace::Area::workspace, slots_.take()} : stores.front());
  return memory_.home(value);
}

void LiveValues::copy(CodePlace to, CodePlace from) {
  const int r = free_register();
  code_.load(r, from);
  code_.store(to, r);
}

bool LiveValues::is_read_after(std::uint32_t value) const {
  for (const Read& read : operands())
    if (read.value == value) return read.then != NextReads::never;
  return true;
}

void LiveValues::pass(int n, const CodeOperand& from) {
  if (from.in_register >= 0)
    code_.move(n, from.in_register);
  else
    code_.load(n, from.place);
}

void LiveValues::pass_operands() {
  for (int r = 0; r < registers_.count(); ++r)
    if (const std::uint32_t value = registers_.value_in(r); value != RegisterFile::no_value && is_read_after(value))
      spill(value);
  const CodeOperand a = anywhere(read_[0].value);
  CodeOperand b = operands_ > 1 ? anywhere(read_[1].value) : a;
  if (operands_ > 1 && b.in_register == 0) { // make way for the first one
    const int aside = a.in_register == 1 ? 2 : 1;
    code_.move(aside, 0);
    b.in_register = aside;
  }
  pass(0, a);
  if (operands_ > 1) pass(1, b);
  release_operands();
  for (int r = 0; r < registers_.count(); ++r)
    if (registers_.value_in(r) != RegisterFile::no_value) registers_.remove(r);
}

void LiveValues::write_operands() {
  for (const Read& read : operands())
    if (is_in_register(read.value)) spill(read.value);
  empty_registers();
}

void LiveValues::empty_registers() {
  registers_.unlock_all();
  for (int r = 0; r < registers_.count(); ++r) {
    const std::uint32_t value = registers_.value_in(r);
    if (value == RegisterFile::no_value) continue;
    spill(value);
    registers_.remove(r);
  }
}

} // namespace jit
} // namespace dalembert
