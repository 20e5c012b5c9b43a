#include <dalembert/base/errors.h>
#include <dalembert/report/atomic_file.h>
#include <dalembert/report/csv.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

namespace dalembert {
namespace {

namespace fs = std::filesystem;

TEST(csv, has_names_with_units_above_the_numbers) {
  EXPECT_EQ(csv({{"t", "s", {0, 0.5}}, {"theta'", "1/s", {1, -2}}, {"mu", "1", {3, 4}}}),
            "t [s],theta' [1/s],mu\n0,1,3\n0.5,-2,4\n");
}

TEST(csv, numbers_read_back_to_the_same_double) {
  const std::vector<double> values{0.1, 1.0 / 3, 6.02214076e23, -std::numeric_limits<double>::min(), 5e-324, 1e22};
  std::istringstream lines(csv({{"x", "m", values}}));
  std::string line;
  std::getline(lines, line);
  for (const double value : values) {
    std::getline(lines, line);
    EXPECT_EQ(std::strtod(line.c_str(), nullptr), value) << line;
  }
}

TEST(csv, quotes_names_that_would_be_misread) {
  EXPECT_EQ(csv({{"f(x, y)", "", {1}}, {"say \"a\"", "", {2}}}), "\"f(x, y)\",\"say \"\"a\"\"\"\n1,2\n");
}

TEST(csv, refuses_columns_of_unequal_length) {
  EXPECT_THROW((void)csv({{"a", "", {1}}, {"b", "", {}}}), InternalError);
}

TEST(csv, writes_a_header_also_where_there_are_no_rows) {
  EXPECT_EQ(csv({{"t", "s", {}}}), "t [s]\n");
}

class WriteAtomically : public testing::Test {
protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / ("dalembert-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                                     "-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] static std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(WriteAtomically, replaces_the_old_content_and_leaves_nothing_else) {
  write_atomically(folder_ / "a.csv", "old");
  write_atomically(folder_ / "a.csv", std::string("new\0\n", 5));
  EXPECT_EQ(read(folder_ / "a.csv"), std::string("new\0\n", 5));
  EXPECT_EQ(files(), 1U);
}

TEST_F(WriteAtomically, makes_missing_folders) {
  write_atomically(folder_ / "out/deep/a.svg", "<svg/>");
  EXPECT_EQ(read(folder_ / "out/deep/a.svg"), "<svg/>");
}

TEST_F(WriteAtomically, names_the_path_where_it_cannot_write_and_cleans_up) {
  fs::create_directories(folder_ / "taken/inside");
  try {
    write_atomically(folder_ / "taken", "text");
    FAIL() << "a folder was overwritten";
  } catch (const fs::filesystem_error& error) {
    EXPECT_EQ(error.path1(), folder_ / "taken");
  }
  EXPECT_EQ(files(), 1U);
}

TEST_F(WriteAtomically, refuses_a_folder_that_is_a_file) {
  write_atomically(folder_ / "file", "x");
  EXPECT_THROW(write_atomically(folder_ / "file/a.csv", "y"), fs::filesystem_error);
  EXPECT_EQ(read(folder_ / "file"), "x");
}

TEST_F(WriteAtomically, a_text_in_pieces_arrives_whole_or_not_at_all) {
  const auto pieces = [](const TextSink& sink) {
    for (int i = 0; i < 30'000; ++i)
      sink("0123456789");
  };
  write_atomically(folder_ / "long.csv", pieces);
  EXPECT_EQ(fs::file_size(folder_ / "long.csv"), 300'000U);
  const auto broken = [](const TextSink& sink) {
    sink("begun");
    throw std::runtime_error("no more");
  };
  EXPECT_THROW(write_atomically(folder_ / "broken.csv", broken), std::runtime_error);
  EXPECT_FALSE(fs::exists(folder_ / "broken.csv"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(WriteAtomically, files_that_belong_together_appear_all_or_none) {
  const auto text = [](const char* content) { return [content](const TextSink& sink) { sink(content); }; };
  write_atomically(folder_ / "a.h", "old");
  EXPECT_THROW(write_together({{folder_ / "a.h", text("new")}, {"/dev/full", text("new")}}), fs::filesystem_error);
  EXPECT_EQ(read(folder_ / "a.h"), "old");
  const auto broken = [](const TextSink& sink) {
    sink("begun");
    throw std::runtime_error("no more");
  };
  EXPECT_THROW(write_together({{folder_ / "a.h", text("new")}, {folder_ / "a.c", broken}}), std::runtime_error);
  EXPECT_EQ(read(folder_ / "a.h"), "old");
  EXPECT_EQ(files(), 1U);
  write_together({{folder_ / "a.h", text("new")}, {folder_ / "a.c", text("source")}});
  EXPECT_EQ(read(folder_ / "a.h") + read(folder_ / "a.c"), "newsource");
  EXPECT_EQ(files(), 2U);
}

TEST(Csv, is_the_same_in_pieces) {
  std::vector<double> values;
  for (int i = 0; i < 20'000; ++i)
    values.push_back(i / 7.0);
  std::string gathered;
  std::size_t pieces = 0;
  write_csv({{"x", "m", [&values](std::size_t row) { return values[row]; }}}, values.size(),
            [&](std::string_view piece) {
              gathered += piece;
              ++pieces;
            });
  EXPECT_EQ(gathered, csv({{"x", "m", values}}));
  EXPECT_GT(pieces, 3U);
}

} // namespace
} // namespace dalembert
