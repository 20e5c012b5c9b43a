#include <dalembert/base/errors.h>
#include <dalembert/jit/held_coefficients.h>
#include <dalembert/jit/series_assembler.h>

#include <algorithm>
#include <asmjit/x86.h>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

namespace dalembert {
inline namespace jit {

namespace x86 = asmjit::x86;
using Id = x86::Inst::Id;

namespace {

struct StrictErrors final : asmjit::ErrorHandler {
  void handleError(asmjit::Error /*error*/, const char* message, asmjit::BaseEmitter* /*origin*/) override {
    throw InternalError(message);
  }
};

constexpr x86::Gp numbers_base = x86::rdi;
constexpr x86::Gp order_base = x86::rsi; ///< numbers + K: what is read at the order at hand

std::int32_t bytes(std::size_t numbers) {
  return static_cast<std::int32_t>(numbers * sizeof(double));
}

/// True of what has a translation.
bool is_translated(const SeriesOperation& o, const SeriesProgram& program) {
  if (o.level == SeriesLevel::constant) return true;
  const auto is_sign = [](double x) { return x == 1.0 || x == -1.0; };
  switch (o.kind) {
  case SeriesKind::scale:
    return program.level(o.b) == SeriesLevel::constant && (is_sign(o.u) || o.u == 0.0);
  case SeriesKind::linear:
  case SeriesKind::product:
  case SeriesKind::square:
    return is_sign(o.s) && (is_sign(o.u) || o.u == 0.0);
  case SeriesKind::chain:
    return program.level(o.c) == SeriesLevel::constant;
  case SeriesKind::quotient:
  case SeriesKind::fixed_quotient:
  case SeriesKind::root:
  case SeriesKind::steps:
    return true;
  default:
    return false;
  }
}

class SeriesTranslation {
public:
  SeriesTranslation(const SeriesProgram& program, const SeriesLayout& layout, Instructions instructions)
      : program_(program), layout_(layout), is_wide_(instructions == Instructions::avx512), held_(program.rows()) {
    constexpr std::size_t bytes_per_operation = 160;
    holder_.init(asmjit::Environment(asmjit::Arch::kX64));
    holder_.setErrorHandler(&strict_);
    holder_.attach(&code_);
    holder_.reserveBuffer(&holder_.textSection()->buffer(), bytes_per_operation * program.operations().size() + 1024);
    unit_.resize(program.rows());
    for (const SeriesProgram::Constant& constant : program.constants())
      unit_[constant.row] = constant.value;
  }

  SeriesMachineCode finish() {
    SeriesMachineCode out;
    for (std::size_t l = 0; l < SeriesMachineCode::levels; ++l) {
      const std::span<const SeriesOperation> all = program_.operations();
      const auto begin = std::ranges::find(all, static_cast<SeriesLevel>(l), &SeriesOperation::level);
      const auto end = std::find_if(begin, all.end(),
                                    [l](const SeriesOperation& o) { return o.level != static_cast<SeriesLevel>(l); });
      const auto first = static_cast<std::size_t>(begin - all.begin());
      const auto count = static_cast<std::size_t>(end - begin);
      out.raise[l] = out.raise_final[l] = SeriesMachineCode::none;
      if (count == 0) continue;
      out.raise[l] = raise(first, first + count, SeriesPart::tentative);
      const bool are_all_in_both =
          std::all_of(begin, end, [](const SeriesOperation& o) { return o.part == SeriesPart::both; });
      out.raise_final[l] = are_all_in_both ? out.raise[l] : raise(first, first + count, SeriesPart::final);
    }
    out.settle = settle();
    const asmjit::CodeBuffer& buffer = holder_.textSection()->buffer();
    out.bytes.assign(buffer.data(), buffer.data() + buffer.size());
    return out;
  }

private:
  static constexpr int result_register = 0; // and 1, 2 of what is at work

  [[nodiscard]] static x86::Xmm number(int n) { return x86::xmm(static_cast<std::uint32_t>(n)); }
  [[nodiscard]] x86::Mem first(std::uint32_t row) const { return x86::ptr(numbers_base, bytes(layout_.first(row))); }
  [[nodiscard]] x86::Mem row_at_order(std::uint32_t row) const {
    return x86::ptr(order_base, bytes(layout_.kept(row)));
  }
  [[nodiscard]] bool is_constant(std::uint32_t row) const { return program_.level(row) == SeriesLevel::constant; }
  /// Where order K of `row` stands in memory.
  [[nodiscard]] x86::Mem home(std::uint32_t row) const {
    return layout_.is_kept(row) ? row_at_order(row) : x86::ptr(numbers_base, bytes(layout_.at_hand(row)));
  }

  // What the operations of one order are made of. `with` is the third operand, in a register or in memory.

  template <typename Emit>
  void with_coefficient(std::uint32_t row, Emit emit) {
    if (const int held = held_.find(row); held >= 0)
      emit(number(held));
    else
      emit(home(row));
  }
  void load(int to, std::uint32_t row) {
    if (const int held = held_.find(row); held >= 0)
      code_.vmovapd(number(to), number(held));
    else
      code_.vmovsd(number(to), home(row));
  }
  /// to = order K of `row` · `factor`
  void multiply(int to, std::uint32_t row, const x86::Mem& factor) {
    if (const int held = held_.find(row); held >= 0) {
      code_.vmulsd(number(to), number(held), factor);
    } else {
      code_.vmovsd(number(to), home(row));
      code_.vmulsd(number(to), number(to), factor);
    }
  }
  void negate(int to, int from) {
    code_.vxorpd(number(3), number(3), number(3));
    code_.vsubsd(number(to), number(3), number(from));
  }
  void store(const SeriesOperation& o, int from) {
    const int to = held_.take(o.result);
    if (to != from) code_.vmovapd(number(to), number(from));
    code_.vmovsd(home(o.result), number(to));
  }

  /// result = s·x + u·c, x in register 0.
  void finish_sum(const SeriesOperation& o, double s) {
    if (s < 0) negate(result_register, result_register);
    if (o.u != 0.0 && !is_constant(o.c))
      with_coefficient(o.c, [&](const auto& c) {
        if (o.u > 0)
          code_.vaddsd(number(0), number(0), c);
        else
          code_.vsubsd(number(0), number(0), c);
      });
    store(o, result_register);
  }

  void raise_operation(std::size_t index) {
    const SeriesOperation& o = program_.operations()[index];
    const x86::Mem factor = x86::ptr(numbers_base, bytes(layout_.factor(index)));
    switch (o.kind) {
    case SeriesKind::linear:
      if (is_constant(o.a))
        code_.vxorpd(number(0), number(0), number(0));
      else
        load(0, o.a);
      return finish_sum(o, is_constant(o.a) ? 1.0 : o.s);
    case SeriesKind::scale:
      multiply(0, o.a, factor);
      return finish_sum(o, 1.0);
    case SeriesKind::product:
      multiply(0, o.b, first(o.a));
      multiply(1, o.a, first(o.b));
      code_.vaddsd(number(0), number(0), number(1));
      code_.vaddsd(number(0), number(0), row_at_order(o.sums));
      return finish_sum(o, o.s);
    case SeriesKind::square:
      multiply(0, o.a, first(o.a));
      code_.vaddsd(number(0), number(0), number(0));
      code_.vaddsd(number(0), number(0), row_at_order(o.sums));
      return finish_sum(o, o.s);
    case SeriesKind::quotient:
      multiply(1, o.b, first(o.result));
      subtract_from(o.a, 1);
      code_.vsubsd(number(0), number(0), row_at_order(o.sums));
      code_.vdivsd(number(0), number(0), first(o.b));
      return store(o, 0);
    case SeriesKind::fixed_quotient:
      load(0, o.a);
      code_.vdivsd(number(0), number(0), first(o.b));
      return store(o, 0);
    case SeriesKind::root:
      load(0, o.a);
      code_.vsubsd(number(0), number(0), row_at_order(o.sums));
      code_.vmovsd(number(1), first(o.result));
      code_.vaddsd(number(1), number(1), number(1));
      code_.vdivsd(number(0), number(0), number(1));
      return store(o, 0);
    case SeriesKind::chain:
      with_coefficient(o.a, [&](const auto& a) { code_.vmulsd(number(3), number(2), a); }); // K·a
      code_.vmovsd(row_at_order(o.slope), number(3));
      multiply(0, o.a, first(o.b));
      code_.vmovsd(number(1), row_at_order(o.sums));
      code_.vdivsd(number(1), number(1), number(2)); // K
      code_.vaddsd(number(0), number(0), number(1));
      if (const double known = o.s * unit_[o.c]; known == -1.0)
        negate(0, 0);
      else if (known != 1.0)
        code_.vmulsd(number(0), number(0), factor);
      return store(o, 0);
    default: // steps
      code_.vxorpd(number(0), number(0), number(0));
      return store(o, 0);
    }
  }

  /// register 0 = order K of `row` − register `other`
  void subtract_from(std::uint32_t row, int other) {
    if (is_constant(row))
      code_.vxorpd(number(0), number(0), number(0));
    else
      load(0, row);
    code_.vsubsd(number(0), number(0), number(other));
  }

  std::size_t raise(std::size_t begin, std::size_t end, SeriesPart part) {
    const std::size_t out = code_.offset();
    held_.forget();
    code_.vmovapd(number(2), number(0)); // K
    for (std::size_t i = begin; i != end; ++i)
      if (is_in(program_.operations()[i].part, part)) raise_operation(i);
    code_.ret();
    return out;
  }

  [[nodiscard]] std::size_t lanes() const { return is_wide_ ? 8 : 4; }
  [[nodiscard]] x86::Vec vector(int n) const {
    const auto id = static_cast<std::uint32_t>(n);
    return is_wide_ ? x86::Vec(x86::zmm(id)) : x86::Vec(x86::ymm(id));
  }
  void packed(asmjit::InstId id, const x86::Vec& to, const x86::Vec& a, const asmjit::Operand& b) {
    code_.emit(id, to, a, b);
  }
  /// Adds to the numbers at `to` those of vector `v` that its mask names.
  void add_masked(const x86::Mem& to, std::size_t v, const x86::Vec& increment) {
    if (is_wide_) {
      const x86::Vec sum = vector(3);
      code_.emit(Id::kIdVmovupd, sum, to);
      code_.k(bits_of(v, false)).emit(Id::kIdVaddpd, sum, sum, increment);
      code_.emit(Id::kIdVmovupd, to, sum);
    } else {
      packed(Id::kIdVandpd, increment, increment, mask_of(v, false));
      packed(Id::kIdVaddpd, increment, increment, to);
      code_.emit(Id::kIdVmovupd, to, increment);
    }
  }

  /// The masks of vector `v`: of x_K·yⱼ, and of y_K·xⱼ.
  [[nodiscard]] static x86::KReg bits_of(std::size_t v, bool is_other) {
    return x86::KReg(static_cast<std::uint32_t>(v) + (is_other ? 3 : 1));
  }
  [[nodiscard]] x86::Vec mask_of(std::size_t v, bool is_other) const {
    return vector(first_mask + static_cast<int>(v) + (is_other ? 4 : 0));
  }
  /// Register 3 = y_K·xⱼ, 0 where j = K.
  void multiply_others(std::size_t v, const x86::Mem& x) {
    if (is_wide_) {
      code_.k(bits_of(v, true)).z().emit(Id::kIdVmulpd, vector(3), vector(1), x);
    } else {
      packed(Id::kIdVmulpd, vector(3), vector(1), x);
      packed(Id::kIdVandpd, vector(3), vector(3), mask_of(v, true));
    }
  }
  /// Register 1 = 2·x_K, x_K where j = K.
  void double_others(std::size_t v) {
    if (is_wide_) {
      code_.emit(Id::kIdVmovapd, vector(1), vector(0));
      code_.k(bits_of(v, true)).emit(Id::kIdVaddpd, vector(1), vector(0), vector(0));
    } else {
      packed(Id::kIdVandpd, vector(1), vector(0), mask_of(v, true));
      packed(Id::kIdVaddpd, vector(1), vector(1), vector(0));
    }
  }

  /// One loop over products or squares that passes on so many vectors of coefficients. Of a square y is x.
  void pass_on(std::size_t vectors, const x86::Gp& left, bool are_squares) {
    const x86::Gp x = x86::rax;
    const x86::Gp y = are_squares ? x86::rax : x86::rdx;
    const x86::Gp sums = x86::rcx;
    const asmjit::Label loop = code_.newLabel();
    const asmjit::Label done = code_.newLabel();
    code_.test(left, left);
    code_.jz(done);
    code_.bind(loop);
    const auto place = [](std::size_t offset) {
      return x86::dword_ptr(convolution, static_cast<std::int32_t>(offset));
    };
    code_.movsxd(x, place(offsetof(Convolution, x)));
    if (!are_squares) code_.movsxd(y, place(offsetof(Convolution, y)));
    code_.movsxd(sums, place(offsetof(Convolution, sums)));
    code_.emit(Id::kIdVbroadcastsd, vector(0), x86::ptr(order_base, x));
    if (!are_squares) code_.emit(Id::kIdVbroadcastsd, vector(1), x86::ptr(order_base, y));
    for (std::size_t v = 0; v < vectors; ++v) {
      // What stands behind the coefficients that are final is multiplied with them, and not added.
      const std::int32_t from = bytes(1 + v * lanes());
      if (are_squares) {
        double_others(v);
        packed(Id::kIdVmulpd, vector(2), vector(1), x86::ptr(numbers_base, x, 0, from));
      } else {
        packed(Id::kIdVmulpd, vector(2), vector(0), x86::ptr(numbers_base, y, 0, from));
        multiply_others(v, x86::ptr(numbers_base, x, 0, from));
        packed(Id::kIdVaddpd, vector(2), vector(2), vector(3));
      }
      add_masked(x86::ptr(order_base, sums, 0, from), v, vector(2));
    }
    code_.add(convolution, static_cast<int>(sizeof(Convolution)));
    code_.dec(left);
    code_.jnz(loop);
    code_.bind(done);
  }

  std::size_t settle() {
    const std::size_t out = code_.offset();
    const auto argument = [](std::size_t offset) { return x86::ptr(x86::rdx, static_cast<std::int32_t>(offset)); };
    for (std::size_t other = 0; other < 2; ++other) {
      if (is_wide_) {
        for (std::size_t v = 0; v < 2; ++v)
          code_.kmovw(bits_of(v, other != 0),
                      argument(offsetof(SettleArguments, bits) + (2 * other + v) * sizeof(std::uint64_t)));
      } else {
        code_.mov(x86::rax, argument(offsetof(SettleArguments, masks) + other * sizeof(std::uint64_t*)));
        for (std::size_t v = 0; v < 4; ++v)
          code_.emit(Id::kIdVmovupd, mask_of(v, other != 0), x86::ptr(x86::rax, static_cast<std::int32_t>(32 * v)));
      }
    }
    code_.mov(convolution, argument(offsetof(SettleArguments, convolutions)));
    code_.mov(x86::r9, argument(offsetof(SettleArguments, products)));
    code_.mov(x86::r10, argument(offsetof(SettleArguments, squares)));
    code_.mov(x86::rcx, argument(offsetof(SettleArguments, count)));
    const std::size_t most = most_passed_on / lanes();
    std::vector<asmjit::Label> versions;
    for (std::size_t vectors = 1; vectors <= most; ++vectors) {
      versions.push_back(code_.newLabel());
      code_.cmp(x86::rcx, static_cast<int>(vectors * lanes()));
      code_.jbe(versions.back());
    }
    for (std::size_t vectors = 1; vectors <= most; ++vectors) {
      code_.bind(versions[vectors - 1]);
      pass_on(vectors, x86::r9, false);
      pass_on(vectors, x86::r10, true);
      code_.vzeroupper();
      code_.ret();
    }
    return out;
  }

  static constexpr int first_mask = 5;            ///< and seven more
  static constexpr x86::Gp convolution = x86::r8; ///< the one at hand

  const SeriesProgram& program_;
  const SeriesLayout& layout_;
  bool is_wide_;
  StrictErrors strict_;
  asmjit::CodeHolder holder_;
  x86::Assembler code_;
  HeldCoefficients held_;
  std::vector<double> unit_; ///< of rows that are constants of the program, their values; else 0
};

} // namespace

std::optional<SeriesMachineCode> translate_series(const SeriesProgram& program, const SeriesLayout& layout,
                                                  Instructions instructions) {
  const bool fits = layout.size() < std::numeric_limits<std::int32_t>::max() / sizeof(double);
  const bool is_known =
      std::ranges::all_of(program.operations(), [&](const SeriesOperation& o) { return is_translated(o, program); });
  if (!fits || !is_known) return std::nullopt;
  return SeriesTranslation(program, layout, instructions).finish();
}

} // namespace jit
} // namespace dalembert
