#include <dalembert/base/spare_work.h>

namespace dalembert {
inline namespace base {

namespace {

thread_local int spare_depth = 0;

} // namespace

SpareWork::SpareWork() {
  ++spare_depth;
}

SpareWork::~SpareWork() {
  --spare_depth;
}

bool is_spare_work() {
  return spare_depth > 0;
}

} // namespace base
} // namespace dalembert
