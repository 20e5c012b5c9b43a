#include <dalembert/base/watch.h>
#include <dalembert/ensemble/rank_helpers.h>
#include <dalembert/ensemble/sweep.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace ensemble {

namespace {

/// Lets who watches this thread look; true where the work is to stop.
bool is_stop_requested(const SweepRun& how) {
  constexpr std::size_t a_look = 2000; // units of work
  try {
    poll(a_look);
  } catch (const Stopped&) {
    return true;
  }
  return how.member.run.stop != nullptr && how.member.run.stop->requested();
}

// Between two looks at the other processes, and where there are none.
constexpr std::chrono::milliseconds short_wait(1);
constexpr std::chrono::milliseconds long_wait(20);

/// Until the next look at the other processes, which takes some 50 us of a processor that a member could have.
std::chrono::microseconds wait_for(std::chrono::duration<double> patience) {
  return std::clamp(
      std::chrono::duration_cast<std::chrono::microseconds>(std::min(patience, std::chrono::duration<double>(1))),
      std::chrono::microseconds(short_wait), std::chrono::microseconds(long_wait / 2));
}

/// What a process that helps has to say of an exception.
RankReport report_of_failure() {
  RankReport out;
  out.kind = RankReport::Kind::failure;
  out.machine = machine_name();
  try {
    throw;
  } catch (const OptionError& error) {
    out.text = error.what();
    out.is_option_error = true;
  } catch (const std::exception& error) {
    out.text = error.what();
  }
  return out;
}

/// Waits for the order to end, and takes leave.
void take_leave(Ranks& ranks) {
  for (;;) {
    const std::optional<RankMessage> message = ranks.receive();
    if (!message) {
      std::this_thread::sleep_for(short_wait);
      continue;
    }
    if (order_in(*message).kind == RankOrder::Kind::end) break;
  }
  tell(ranks, RankReport{});
}

/// The members that this process runs for process 0, until that says that this is the end.
void run_what_is_ordered(Ranks& ranks, MemberThreads& threads, const StopToken* stop) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds patience(2); // a signal to all processes reaches process 0 as well
  std::optional<Clock::time_point> stopped;
  constexpr std::size_t many_bytes = 1 << 20;
  RankReport report;
  report.kind = RankReport::Kind::results;
  std::size_t bytes = 0;
  Clock::time_point sent = Clock::now();
  MemberPace pace(threads.at_once());
  for (;;) {
    std::vector<MemberDone> all_done = threads.take(wait_for(pace.patience(threads.unfinished())));
    pace.note(all_done.size());
    for (MemberDone& done : all_done) {
      bytes += sizeof(MemberDone) + done.result.bytes();
      report.results.push_back(std::move(done));
    }
    const bool is_due = threads.unfinished() <= threads.at_once() || Clock::now() - sent >= 2 * short_wait;
    if (!report.results.empty() && (is_due || bytes > many_bytes)) {
      tell(ranks, report);
      report.results.clear();
      bytes = 0;
      sent = Clock::now();
    }
    while (const std::optional<RankMessage> message = ranks.receive()) {
      const RankOrder order = order_in(*message);
      if (order.kind == RankOrder::Kind::end) return;
      threads.add(order.first, order.last);
    }
    if (stop == nullptr || !stop->requested()) continue;
    if (!stopped) {
      stopped = Clock::now();
      threads.stop();
    } else if (Clock::now() - *stopped > patience) {
      throw std::runtime_error("it was interrupted by a signal");
    }
  }
}

} // namespace

std::size_t thread_count(std::size_t wanted, std::size_t members, const Ranks* ranks) {
  // What this process may use: a launcher that gives each process processors of its own is seen in it. Where it is all
  // that the machine has, its processes share them.
  const std::size_t mine = std::max(1U, std::thread::hardware_concurrency());
  const bool is_all = ranks != nullptr && static_cast<long>(mine) >= sysconf(_SC_NPROCESSORS_ONLN);
  const std::size_t share = is_all ? std::max<std::size_t>(1, mine / ranks->on_this_machine()) : mine;
  return std::min(wanted > 0 ? wanted : share, members);
}

SweepEnd run_sweep(const SweepPlan& plan, const MakeEngine& make_engine, const SweepRun& how, const TakeMember& take) {
  const std::size_t end = plan.members();
  if (how.first >= end) return {end, 0, 0};
  Activity activity("running the members");
  ResultsInOrder order(how.first, end, how.waiting_file, how.identity);
  std::optional<RankHelpers> helpers;
  if (how.ranks && how.ranks->count() > 1) helpers.emplace(*how.ranks, how.identity);
  MemberThreads own(make_engine, how.member, thread_count(how.threads, end - how.first, how.ranks.get()));
  MemberPace pace(own.at_once());
  bool has_more = false; // to hand over
  for (bool is_stopped = false;;) {
    if (!is_stopped) {
      const std::size_t wanted = pace.wanted(order.left(), helpers ? helpers->processes() : 1);
      if (own.unfinished() < wanted) {
        const auto [first, last] = order.next(wanted - own.unfinished());
        own.add(first, last);
      }
      if (helpers) helpers->hand_out(order.left(), [&order](std::size_t most) { return order.next(most); });
    }
    std::vector<MemberDone> done =
        own.take(has_more  ? std::chrono::microseconds(0)
                 : helpers ? wait_for(std::min(pace.patience(own.unfinished()), helpers->patience(order.left())))
                           : long_wait);
    pace.note(done.size());
    order.add(std::move(done));
    if (helpers && !is_stopped) order.add(helpers->take());
    has_more = order.hand_over(take);
    if (order.handed_over() + order.waiting() > how.first) note_results();
    activity.at(order.handed_over() + order.waiting(), end);
    if (order.is_complete() || (is_stopped && own.are_ended() && !has_more)) {
      order.put_away();
      return {order.handed_over(), order.waiting(), order.recovered()};
    }
    if (!is_stopped && is_stop_requested(how)) {
      is_stopped = true;
      own.stop();
    }
  }
}

void help_sweep(const MakeEngine& make_engine, const SweepRun& how) {
  Ranks& ranks = *how.ranks;
  note_results(); // those that process 0 has
  try {
    MemberThreads threads(make_engine, how.member, thread_count(how.threads, SweepPlan::most_members, &ranks));
    RankReport ready;
    ready.kind = RankReport::Kind::ready;
    ready.machine = machine_name();
    ready.identity = how.identity;
    ready.at_once = threads.at_once();
    tell(ranks, ready);
    run_what_is_ordered(ranks, threads, how.member.run.stop);
  } catch (const RanksError&) {
    throw;
  } catch (...) {
    tell(ranks, report_of_failure());
    return take_leave(ranks);
  }
  tell(ranks, RankReport{});
}

void decline_sweep(Ranks& ranks, const std::string& why) {
  RankReport report;
  report.kind = RankReport::Kind::failure;
  report.machine = machine_name();
  report.text = why;
  tell(ranks, report);
  take_leave(ranks);
}

} // namespace ensemble
} // namespace dalembert
