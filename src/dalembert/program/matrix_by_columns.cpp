#include <dalembert/base/errors.h>
#include <dalembert/program/matrix_by_columns.h>
#include <dalembert/program/split_tape.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace program {

MatrixProduct::MatrixProduct(const Tape& product, const Compile& compile) : size_(product.outputs()) {
  ENSURE(product.inputs() >= size_);
  SplitTape split = split_tape(product, product.inputs() - size_);
  fixed_ = compile(split.fixed);
  varying_ = compile(split.varying);
  fixed_outputs_ = std::move(split.fixed_outputs);
  varying_outputs_ = std::move(split.varying_outputs);
}

MatrixProduct::Instance::Instance(std::shared_ptr<const MatrixProduct> product)
    : product_(std::move(product)),
      fixed_(product_->fixed_),
      varying_(product_->varying_),
      inputs_(product_->varying_->inputs()),
      outputs_(product_->varying_->outputs()),
      column_(product_->size_) {}

void MatrixProduct::Instance::take_in(std::span<const double> state) {
  fixed_.evaluate(state, std::span(inputs_).first(inputs_.size() - product_->size_));
}

void MatrixProduct::Instance::multiply(std::span<const double> x, std::span<double> out) {
  std::ranges::copy(x, inputs_.end() - static_cast<std::ptrdiff_t>(product_->size_));
  varying_.evaluate(inputs_, outputs_);
  for (std::size_t k = 0; k < product_->fixed_outputs_.size(); ++k)
    out[product_->fixed_outputs_[k]] = inputs_[k];
  for (std::size_t k = 0; k < outputs_.size(); ++k)
    out[product_->varying_outputs_[k]] = outputs_[k];
}

void MatrixProduct::Instance::write_matrix(std::span<double> out) {
  const std::size_t n = product_->size_;
  std::vector<double> unit(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    unit[j] = 1.0;
    multiply(unit, column_);
    unit[j] = 0.0;
    for (std::size_t i = 0; i <= j; ++i)
      out[i * n + j] = out[j * n + i] = column_[i];
  }
}

namespace {

class WithMatrix final : public Executor {
public:
  WithMatrix(std::shared_ptr<const Executor> rest, std::shared_ptr<const MatrixProduct> product, std::size_t place)
      : rest_(std::move(rest)), product_(std::move(product)), size_(product_->size()), place_(place) {
    ENSURE(product_->state() <= rest_->inputs() && place_ <= rest_->outputs());
  }

  [[nodiscard]] std::size_t inputs() const override { return rest_->inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return rest_->outputs() + size_ * size_; }
  /// Those of all programs are made for each evaluation, which is long beside that.
  [[nodiscard]] Workspace workspace() const override { return {}; }

  void evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const override {
    const std::vector<double> kept(in.begin(), in.end()); // `out` may alias `in`
    std::vector<double> others(rest_->outputs());
    Workspace of_rest = rest_->workspace();
    of_rest.unpolled = workspace.unpolled;
    rest_->evaluate(kept, others, of_rest);
    workspace.unpolled = of_rest.unpolled;
    const auto behind = others.begin() + static_cast<std::ptrdiff_t>(place_);
    std::copy(others.begin(), behind, out.begin());
    std::copy(behind, others.end(), out.subspan(place_ + size_ * size_).begin());
    MatrixProduct::Instance matrix(product_);
    matrix.take_in(std::span(kept).first(product_->state()));
    matrix.write_matrix(out.subspan(place_, size_ * size_));
  }

  void evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                      Workspace& workspace) const override {
    std::vector<double> one(inputs());
    std::vector<double> found(outputs());
    for (std::size_t l = 0; l < lanes; ++l) {
      for (std::size_t i = 0; i < one.size(); ++i)
        one[i] = in[i * lanes + l];
      evaluate(one, found, workspace);
      for (std::size_t k = 0; k < found.size(); ++k)
        out[k * lanes + l] = found[k];
    }
  }

private:
  std::shared_ptr<const Executor> rest_;
  std::shared_ptr<const MatrixProduct> product_;
  std::size_t size_;
  std::size_t place_;
};

} // namespace

std::shared_ptr<const Executor> with_matrix(std::shared_ptr<const Executor> rest,
                                            std::shared_ptr<const MatrixProduct> product, std::size_t place) {
  return std::make_shared<const WithMatrix>(std::move(rest), std::move(product), place);
}

} // namespace program
} // namespace dalembert
