#pragma once

#include <dalembert/derivation/expr_matrix.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace derivation {

/// A matrix that is there, or is made when it is first asked for. Copies share it.
class LateMatrix {
public:
  using Make = std::function<ExprMatrix()>;

  LateMatrix() : LateMatrix(ExprMatrix{}) {}
  explicit LateMatrix(ExprMatrix made) : content_(std::make_shared<Content>()) { content_->made = std::move(made); }
  explicit LateMatrix(Make make) : content_(std::make_shared<Content>()) { content_->make = std::move(make); }

  /// True of one that was not there from the start: programs do without its entries.
  [[nodiscard]] bool is_late() const { return content_->make != nullptr; }
  /// Of one that is late, the first call makes nodes; one thread at a time.
  [[nodiscard]] const ExprMatrix& get() const {
    if (!content_->made) content_->made = content_->make();
    return *content_->made;
  }

private:
  struct Content {
    Make make; ///< empty where it was there from the start
    std::optional<ExprMatrix> made;
  };
  std::shared_ptr<Content> content_;
};

} // namespace derivation
} // namespace dalembert
