#include <dalembert/api/file_errors.h>
#include <dalembert/api/kept_file.h>
#include <dalembert/api/record_difference.h>
#include <dalembert/api/row_sums.h>
#include <dalembert/base/checksum.h>

#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace dalembert {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class KeptFiles : public testing::Test {
protected:
  KeptFiles() : folder_(fs::temp_directory_path() / ("dalembert-kept-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~KeptFiles() override { fs::remove_all(folder_); }
  KeptFiles(const KeptFiles&) = delete;
  KeptFiles& operator=(const KeptFiles&) = delete;

  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  void write(const char* name, const std::string& text) const { std::ofstream(path(name), std::ios::binary) << text; }

  fs::path folder_;
};

TEST_F(KeptFiles, packed_bytes_come_back_only_where_nothing_was_changed) {
  constexpr std::string_view heading = "heading 1\n";
  write_packed(path("a"), heading, "owner", std::string("by\0tes", 6));
  const std::string whole = bytes_of(path("a")).value();
  EXPECT_EQ(unpacked(whole, heading, "owner"), std::string("by\0tes", 6));
  EXPECT_FALSE(unpacked(whole, heading, "another owner"));
  EXPECT_FALSE(unpacked(whole, "heading 2\n", "owner"));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_FALSE(unpacked(whole.substr(0, i), heading, "owner")) << i;
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(unpacked(changed, heading, "owner")) << i;
  }
}

TEST_F(KeptFiles, checksums_of_files_are_those_of_their_bytes) {
  write("empty", "");
  EXPECT_EQ(checksum_of_file(path("empty")), "cbf29ce484222325"); // FNV-1a, 64 bits: of nothing, and of "a"
  write("a", "a");
  EXPECT_EQ(checksum_of_file(path("a")), "af63dc4c8601ec8c");
  EXPECT_FALSE(checksum_of_file(path("none")));
}

TEST_F(KeptFiles, a_folder_is_locked_as_long_as_its_lock_lives) {
  auto first = std::make_unique<FolderLock>(folder_.string());
  try {
    const FolderLock second(folder_.string());
    ADD_FAILURE() << "the folder was locked twice";
  } catch (const WriteError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is in use by another run or sweep"));
  }
  first.reset();
  EXPECT_NO_THROW(const FolderLock third(folder_.string()));
}

TEST_F(KeptFiles, nothing_is_kept_in_a_pipe_or_a_folder) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_THROW(require_regular(path("pipe")), WriteError);
  EXPECT_THROW(require_regular(folder_.string()), WriteError);
  EXPECT_NO_THROW(require_regular(path("missing")));
}

TEST_F(KeptFiles, rows_are_known_as_far_as_both_files_have_them) {
  const std::array<std::string, 3> rows{"0,1.5,\n", "1,2.5,\n", "2,3.5,\n"};
  RowSums sums(path("sums"));
  sums.begin();
  for (const std::string& row : rows)
    sums.add(checksum(row));
  sums.close();
  const auto known = [&](const std::vector<std::string>& table, std::size_t most = 100) {
    std::size_t next = 0;
    const auto next_sum = [&]() -> std::optional<std::uint64_t> {
      if (next == table.size()) return std::nullopt;
      return checksum(table[next++]);
    };
    return sums.known("table", next_sum, most);
  };
  EXPECT_EQ(known({rows[0], rows[1], rows[2]}), 3U);
  EXPECT_EQ(known({rows[0], rows[1], rows[2]}, 2), 2U);
  EXPECT_EQ(known({rows[0], rows[1]}), 2U);
  EXPECT_EQ(known({}), 0U);
  for (const std::string changed : {"1,2.6,\n", "1,2.5,x\n", "1,2.5,\r\n"}) {
    try {
      static_cast<void>(known({rows[0], changed, rows[2]}));
      ADD_FAILURE() << changed;
    } catch (const WriteError& error) {
      EXPECT_THAT(error.what(), HasSubstr("what it has of member 1 is not what was written"));
    }
  }
  fs::resize_file(path("sums"), 2 * 17 - 1); // the second is cut off
  EXPECT_EQ(known({rows[0], rows[1], rows[2]}), 1U);
  sums.resume(1);
  sums.add(checksum(rows[1]));
  sums.close();
  EXPECT_EQ(known({rows[0], rows[1]}), 2U);
  fs::remove(path("sums"));
  EXPECT_THROW(static_cast<void>(known({rows[0]})), WriteError);
}

TEST(RecordDifference, tables_count_by_their_contents) {
  const auto record = [](const std::string& files) {
    return R"({"schema":"s","version":"1","texts":[],"set":[])" + files + "}";
  };
  const auto file = [](const char* name, int bytes, const char* sum) {
    return std::string(R"({"name":")") + name + R"(","bytes":)" + std::to_string(bytes) + R"(,"checksum":")" + sum +
           R"("})";
  };
  const auto difference = [&](const std::string& there, const std::string& here) {
    return record_difference(record(there), record(here), "run.json", {});
  };
  const std::string one = R"(,"files":[)" + file("f.csv", 10, "0a") + "]";
  EXPECT_EQ(difference(one, one), "");
  EXPECT_EQ(difference(one, R"(,"files":[)" + file("elsewhere/f.csv", 10, "0a") + "]"), "");
  EXPECT_EQ(difference(one, R"(,"files":[)" + file("f.csv", 10, "0b") + "]"),
            "the table f.csv has other contents there than here");
  EXPECT_EQ(difference(one, R"(,"files":[)" + file("f.csv", 11, "0a") + "]"),
            "the table f.csv has other contents there than here");
  EXPECT_EQ(difference("", one), "the model reads no table there and one table here");
  EXPECT_EQ(difference(one, ""), "the model reads one table there and no table here");
}

} // namespace
} // namespace dalembert
