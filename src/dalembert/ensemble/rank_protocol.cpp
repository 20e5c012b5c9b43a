#include <dalembert/ensemble/rank_protocol.h>

#include <array>
#include <unistd.h>
#include <utility>

namespace dalembert {
inline namespace ensemble {

void tell(Ranks& ranks, std::size_t to, RankOrder order) {
  ranks.send(to, archived(order));
}

RankOrder order_in(const RankMessage& message) {
  RankOrder out;
  restore(out, message.bytes);
  return out;
}

void tell(Ranks& ranks, RankReport report) {
  ranks.send(0, archived(report));
}

std::string machine_name() {
  constexpr std::size_t longest = 256;
  std::array<char, longest + 1> out{};
  return gethostname(out.data(), longest) == 0 ? std::string(out.data()) : std::string("an unnamed machine");
}

} // namespace ensemble
} // namespace dalembert
