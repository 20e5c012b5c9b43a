#include <dalembert/jit/code_memory.h>

#include <asmjit/core.h>
#include <cstring>

namespace dalembert {
inline namespace jit {

namespace memory = asmjit::VirtMem;

std::optional<CodeMemory> CodeMemory::holding(std::span<const std::uint8_t> code) {
  const std::size_t page = memory::info().pageSize;
  const std::size_t size = (code.size() + page - 1) / page * page;
  void* begin = nullptr;
  if (memory::alloc(&begin, size, memory::MemoryFlags::kAccessReadWrite) != asmjit::kErrorOk) return std::nullopt;
  CodeMemory out(begin, size);
  std::memcpy(begin, code.data(), code.size());
  if (memory::protect(begin, size, memory::MemoryFlags::kAccessRX) != asmjit::kErrorOk) return std::nullopt;
  memory::flushInstructionCache(begin, size);
  return out;
}

CodeMemory::~CodeMemory() {
  if (begin_ != nullptr) memory::release(begin_, size_);
}

} // namespace jit
} // namespace dalembert
