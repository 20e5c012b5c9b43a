#include "reading.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace dalembert {
namespace {

TEST(seeds, every_example_elaborates_without_a_complaint) {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(DALEMBERT_SOURCE_DIR) + "/models/seeds")) {
    if (entry.path().extension() != ".mech") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    const Reading reading(text.str());
    EXPECT_TRUE(reading.is_clean()) << entry.path() << '\n' << reading.listing();
    EXPECT_FALSE(reading.system().name.empty()) << entry.path();
    ++models;
  }
  EXPECT_GE(models, 30);
}

} // namespace
} // namespace dalembert
