#include <dalembert/ensemble/rank_helpers.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <thread>
#include <utility>

namespace dalembert {
inline namespace ensemble {

RankHelpers::RankHelpers(Ranks& ranks, std::string identity)
    : ranks_(ranks), identity_(std::move(identity)), helpers_(ranks.count() - 1) {}

std::size_t RankHelpers::processes() const {
  return 1 + static_cast<std::size_t>(std::ranges::count(helpers_, true, &Helper::is_ready));
}

void RankHelpers::hand_out(std::size_t left,
                           const std::function<std::pair<std::size_t, std::size_t>(std::size_t most)>& next) {
  const std::size_t all = processes();
  for (std::size_t h = 0; h < helpers_.size(); ++h) {
    Helper& helper = helpers_[h];
    const std::size_t wanted = helper.pace.wanted(left, all);
    if (!helper.is_ready || helper.unfinished >= wanted) continue;
    const auto [first, last] = next(wanted - helper.unfinished);
    if (first == last) return;
    tell(ranks_, h + 1, {RankOrder::Kind::run, first, last});
    helper.unfinished += last - first;
    left -= last - first;
  }
}

std::chrono::duration<double> RankHelpers::patience(std::size_t left) const {
  std::chrono::duration<double> out = std::chrono::duration<double>::max();
  for (const Helper& helper : helpers_) {
    if (!helper.is_ready) return std::chrono::duration<double>::zero();
    if (left > 0 || helper.unfinished > 0) out = std::min(out, helper.pace.patience(helper.unfinished));
  }
  return out;
}

std::vector<MemberDone> RankHelpers::take() {
  std::vector<MemberDone> out;
  while (std::optional<RankMessage> message = ranks_.receive()) {
    RankReport report;
    restore(report, std::move(message->bytes));
    take_in(message->from, std::move(report), out);
  }
  return out;
}

void RankHelpers::take_in(std::size_t rank, RankReport report, std::vector<MemberDone>& out) {
  Helper& helper = helpers_.at(rank - 1);
  switch (report.kind) {
  case RankReport::Kind::ready:
    if (report.identity != identity_)
      throw RanksError(fmt::format("process {} on {} has another model, other options or another version of dalembert "
                                   "than process 0",
                                   rank, report.machine));
    helper.is_ready = true;
    helper.pace = MemberPace(report.at_once);
    return;
  case RankReport::Kind::results:
    helper.unfinished -= std::min(report.results.size(), helper.unfinished);
    helper.pace.note(report.results.size());
    std::ranges::move(report.results, std::back_inserter(out));
    return;
  case RankReport::Kind::failure:
    if (report.is_option_error) throw OptionError(report.text);
    throw RanksError(fmt::format("process {} on {} cannot go on: {}", rank, report.machine, report.text));
  case RankReport::Kind::parting:
    throw RanksError(fmt::format("process {} on {} has left", rank, report.machine));
  }
}

bool dismiss(Ranks& ranks, std::chrono::milliseconds longest) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline = Clock::now() + longest;
  std::size_t left = ranks.count() - 1;
  try {
    for (std::size_t rank = 1; rank < ranks.count(); ++rank)
      tell(ranks, rank, {RankOrder::Kind::end, 0, 0});
    // Results that are still on their way are received, so that who sends them can go on to its end.
    while (left > 0 && Clock::now() < deadline) {
      const std::optional<RankMessage> message = ranks.receive();
      if (!message) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      RankReport report;
      restore(report, message->bytes);
      if (report.kind == RankReport::Kind::parting) --left;
    }
  } catch (const RanksError&) { // with those that are lost nothing can be agreed on
  }
  return left == 0;
}

} // namespace ensemble
} // namespace dalembert
