#include <dalembert/ensemble/rank_helpers.h>
#include <dalembert/ensemble/sweep.h>

#include "../simulation/pendulum_study.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

constexpr std::size_t ensemble_size = 60;

/// The mailboxes of processes that are threads of this one.
struct Post {
  explicit Post(std::size_t count) : boxes(count) {}
  std::mutex access;
  std::vector<std::deque<RankMessage>> boxes;
  std::atomic<bool> is_abandoned = false;
};

class ThreadRanks : public Ranks {
public:
  ThreadRanks(Post& post, std::size_t rank) : post_(post), rank_(rank) {}
  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t count() const override { return post_.boxes.size(); }
  [[nodiscard]] std::size_t on_this_machine() const override { return count(); }
  void send(std::size_t to, std::string_view bytes) override {
    const std::scoped_lock lock(post_.access);
    post_.boxes.at(to).push_back({rank_, std::string(bytes)});
  }
  [[nodiscard]] std::optional<RankMessage> receive() override {
    const std::scoped_lock lock(post_.access);
    auto& box = post_.boxes.at(rank_);
    if (box.empty()) return std::nullopt;
    RankMessage out = std::move(box.front());
    box.pop_front();
    return out;
  }
  void abandon(int /*exit_code*/) override { post_.is_abandoned = true; }

private:
  Post& post_;
  std::size_t rank_;
};

/// Pendulums of several lengths, the sixtieth part of which have no start.
class SharedSweep : public testing::Test {
protected:
  SharedSweep() {
    test::PendulumStudy pendulum;
    pendulum.initial(pendulum.x, Rational(1), true, "x");
    pendulum.initial(pendulum.y, Rational(-1, 10), false, "y");
    pendulum.initial(pendulum.vx, Rational(0), true, "x'");
    pendulum.simulate(1);
    engine_ = std::make_unique<Engine>(pendulum.engine());
    plan_.draws = ensemble_size;
    make_ = [this](std::size_t member) {
      const double length = member == 17 ? 0.5 : 1.0 + 0.01 * static_cast<double>(member);
      return with_parameters(*engine_, {2.0, length, 9.8});
    };
  }

  [[nodiscard]] SweepRun asked(std::size_t threads, std::shared_ptr<Ranks> ranks = nullptr) const {
    SweepRun out;
    out.member.run.table_rows = 5;
    out.member.instants = 5;
    out.threads = threads;
    out.ranks = std::move(ranks);
    out.identity = "this sweep";
    return out;
  }

  /// The results of all members, as bytes, and whether they came in order.
  [[nodiscard]] std::vector<std::string> swept(const SweepRun& how) const {
    std::vector<std::string> out;
    run_sweep(plan_, make_, how, [&out](std::size_t member, const MemberResult& result) {
      EXPECT_EQ(member, out.size());
      MemberResult copy = result;
      out.push_back(archived(copy));
    });
    return out;
  }

  /// The same by several processes, each with two threads; `help` is what processes but the first do.
  template <class Help>
  std::vector<std::string> shared(std::size_t processes, const Help& help) const {
    Post post(processes);
    std::vector<std::jthread> others;
    for (std::size_t rank = 1; rank < processes; ++rank)
      others.emplace_back([&, rank] { help(std::make_shared<ThreadRanks>(post, rank)); });
    const auto own = std::make_shared<ThreadRanks>(post, 0);
    std::vector<std::string> out;
    try {
      out = swept(asked(2, own));
    } catch (...) {
      EXPECT_TRUE(dismiss(*own, std::chrono::seconds(30)));
      throw;
    }
    EXPECT_TRUE(dismiss(*own, std::chrono::seconds(30)));
    return out;
  }

  std::unique_ptr<Engine> engine_;
  SweepPlan plan_;
  MakeEngine make_;
};

TEST_F(SharedSweep, threads_and_processes_have_the_bits_of_one_thread) {
  const std::vector<std::string> alone = swept(asked(1));
  ASSERT_EQ(alone.size(), ensemble_size);
  EXPECT_EQ(swept(asked(3)), alone);
  std::atomic<int> helped = 0;
  const auto help = [&](const std::shared_ptr<Ranks>& ranks) {
    help_sweep(make_, asked(2, ranks));
    ++helped;
  };
  EXPECT_EQ(shared(3, help), alone);
  EXPECT_EQ(helped, 2);
}

TEST_F(SharedSweep, what_a_process_cannot_do_is_said_and_ends_the_sweep) {
  // The others wait for what process 0 will say: it must not be through before.
  const MakeEngine usual = make_;
  make_ = [usual](std::size_t member) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return usual(member);
  };
  const auto message_of = [&](const auto& help) -> std::string {
    try {
      static_cast<void>(shared(2, help));
    } catch (const RanksError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message_of([](const std::shared_ptr<Ranks>& ranks) {
              decline_sweep(*ranks, "cannot read the model");
            }).find("cannot go on: cannot read the model"),
            std::string::npos);
  EXPECT_NE(message_of([this](const std::shared_ptr<Ranks>& ranks) {
              SweepRun other = asked(1, ranks);
              other.identity = "another sweep";
              help_sweep(make_, other);
            }).find("has another model"),
            std::string::npos);
  EXPECT_NE(message_of([this](const std::shared_ptr<Ranks>& ranks) {
              help_sweep([](std::size_t) -> Engine { throw std::runtime_error("no memory"); }, asked(1, ranks));
            }).find("cannot go on: no memory"),
            std::string::npos);
}

TEST_F(SharedSweep, a_stop_leaves_the_first_members) {
  StopToken stop;
  SweepRun how = asked(2);
  how.member.run.stop = &stop;
  std::size_t taken = 0;
  const SweepEnd end = run_sweep(plan_, make_, how, [&](std::size_t member, const MemberResult&) {
    EXPECT_EQ(member, taken++);
    if (member == 3) stop.request();
  });
  EXPECT_EQ(end.handed_over, taken);
  EXPECT_GE(taken, 4U);
}

} // namespace
} // namespace dalembert
