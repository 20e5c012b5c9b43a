#include <dalembert/ensemble/results_in_order.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace dalembert {
namespace {

class WaitingInFile : public testing::Test {
protected:
  WaitingInFile() { std::filesystem::remove(path_); }
  ~WaitingInFile() override { std::filesystem::remove(path_); }

  static MemberDone done(std::size_t member) {
    MemberResult result;
    result.reason = "number " + std::to_string(member);
    result.values = {static_cast<double>(member), 0.5};
    return {member, std::move(result)};
  }
  static std::vector<MemberDone> all(const std::vector<std::size_t>& members) {
    std::vector<MemberDone> out;
    for (const std::size_t m : members)
      out.push_back(done(m));
    return out;
  }
  /// Those that are handed over, in order.
  static std::vector<std::size_t> handed(ResultsInOrder& order) {
    std::vector<std::size_t> out;
    while (order.hand_over([&out](std::size_t member, const MemberResult& result) {
      EXPECT_EQ(result.reason, "number " + std::to_string(member));
      out.push_back(member);
    }))
      ;
    return out;
  }

  std::string path_ = (std::filesystem::path(testing::TempDir()) / "waiting_results_test.state").string();
};

TEST_F(WaitingInFile, is_found_again_by_the_next_program) {
  {
    WaitingResults waiting(path_);
    for (const std::size_t m : {7UL, 5UL, 9UL})
      waiting.add(done(m));
    waiting.write_all();
    EXPECT_EQ(waiting.bytes_in_memory(), 0U);
    EXPECT_EQ(waiting.take(5)->reason, "number 5");
    waiting.add(done(11)); // never written
  }
  WaitingResults again(path_);
  EXPECT_EQ(again.count(), 3U); // what was taken may not have been written elsewhere
  again.forget_before(6);
  EXPECT_EQ(again.next_from(0), 7U);
  EXPECT_EQ(again.take(9)->values, (std::vector<double>{9, 0.5}));
  EXPECT_EQ(again.take(11), std::nullopt);
  EXPECT_EQ(again.count(), 1U);
}

TEST_F(WaitingInFile, ends_before_a_record_that_is_cut_off_or_changed) {
  {
    WaitingResults waiting(path_);
    waiting.add(done(1));
    waiting.add(done(2));
    waiting.write_all();
  }
  const auto size = std::filesystem::file_size(path_);
  std::filesystem::resize_file(path_, size - 3);
  {
    WaitingResults waiting(path_);
    EXPECT_EQ(waiting.count(), 1U);
    waiting.add(done(3)); // over what was cut off
    waiting.write_all();
    EXPECT_EQ(waiting.take(3)->reason, "number 3");
  }
  EXPECT_EQ(WaitingResults(path_).count(), 2U);
  std::fstream(path_, std::ios::in | std::ios::out | std::ios::binary).seekp(20).put('x');
  EXPECT_EQ(WaitingResults(path_).count(), 0U);
}

TEST_F(WaitingInFile, belongs_to_one_sweep) {
  {
    WaitingResults waiting(path_, "k = 1..9");
    waiting.add(done(3));
    waiting.write_all();
  }
  EXPECT_EQ(WaitingResults(path_, "k = 1..9").count(), 1U);
  EXPECT_EQ(WaitingResults(path_, "k = 1..8").count(), 0U);
}

TEST_F(WaitingInFile, is_not_begun_again) {
  {
    ResultsInOrder order(0, 10, path_);
    EXPECT_EQ(order.next(8), std::pair(std::size_t{0}, std::size_t{8}));
    order.add(all({1, 2, 5}));
    EXPECT_TRUE(handed(order).empty());
    EXPECT_EQ(order.waiting(), 3U);
    order.put_away();
  }
  ResultsInOrder order(0, 10, path_);
  EXPECT_EQ(order.recovered(), 3U);
  std::vector<std::size_t> begun;
  for (auto [first, last] = order.next(4); first < last; std::tie(first, last) = order.next(4))
    for (; first < last; ++first)
      begun.push_back(first);
  EXPECT_EQ(begun, (std::vector<std::size_t>{0, 3, 4, 6, 7, 8, 9}));
  order.add(all({0, 3, 4, 6}));
  EXPECT_EQ(handed(order), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
  order.add(all({9, 8, 7}));
  EXPECT_EQ(handed(order), (std::vector<std::size_t>{7, 8, 9}));
  EXPECT_TRUE(order.is_complete());
}

TEST(WaitingInMemory, needs_no_file) {
  WaitingResults waiting;
  MemberResult result;
  result.values = {1};
  waiting.add({3, result});
  waiting.write_all();
  EXPECT_GT(waiting.bytes_in_memory(), 0U);
  EXPECT_EQ(waiting.take(3)->values, result.values);
  EXPECT_EQ(waiting.bytes_in_memory(), 0U);
}

} // namespace
} // namespace dalembert
