#include <dalembert/base/errors.h>
#include <dalembert/program/matrix_by_columns.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace dalembert::inline program {

namespace {

class WithMatrix final : public Executor {
public:
  WithMatrix(std::shared_ptr<const Executor> rest, std::shared_ptr<const Executor> product, std::size_t size,
             std::size_t place)
      : rest_(std::move(rest)), product_(std::move(product)), size_(size), place_(place) {
    ENSURE(product_->outputs() == size_ && product_->inputs() >= size_ && state() <= rest_->inputs());
    ENSURE(place_ <= rest_->outputs());
  }

  [[nodiscard]] std::size_t inputs() const override { return rest_->inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return rest_->outputs() + size_ * size_; }
  /// Those of both programs are made for each evaluation, which is long beside that.
  [[nodiscard]] Workspace workspace() const override { return {}; }

  void evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const override {
    const std::vector<double> kept(in.begin(), in.end()); // `out` may alias `in`
    std::vector<double> others(rest_->outputs());
    Workspace of_rest = rest_->workspace();
    of_rest.unpolled = workspace.unpolled;
    rest_->evaluate(kept, others, of_rest);
    const auto behind = others.begin() + static_cast<std::ptrdiff_t>(place_);
    std::copy(others.begin(), behind, out.begin());
    std::copy(behind, others.end(), out.subspan(place_ + size_ * size_).begin());
    Workspace of_product = product_->workspace();
    of_product.unpolled = of_rest.unpolled;
    write_matrix(std::span(kept).first(state()), out.subspan(place_, size_ * size_), of_product);
    workspace.unpolled = of_product.unpolled;
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
  [[nodiscard]] std::size_t state() const { return product_->inputs() - size_; }

  /// The upper half from products with unit vectors, the lower one the same numbers.
  void write_matrix(std::span<const double> state, std::span<double> out, Workspace& workspace) const {
    std::vector<double> in(state.begin(), state.end());
    in.resize(product_->inputs(), 0.0);
    const std::span<double> unit = std::span(in).subspan(state.size());
    std::vector<double> column(size_);
    for (std::size_t j = 0; j < size_; ++j) {
      unit[j] = 1.0;
      product_->evaluate(in, column, workspace);
      unit[j] = 0.0;
      for (std::size_t i = 0; i <= j; ++i)
        out[i * size_ + j] = out[j * size_ + i] = column[i];
    }
  }

  std::shared_ptr<const Executor> rest_;
  std::shared_ptr<const Executor> product_;
  std::size_t size_;
  std::size_t place_;
};

} // namespace

std::shared_ptr<const Executor> with_matrix(std::shared_ptr<const Executor> rest,
                                            std::shared_ptr<const Executor> product, std::size_t size,
                                            std::size_t place) {
  return std::make_shared<const WithMatrix>(std::move(rest), std::move(product), size, place);
}

} // namespace dalembert::inline program
