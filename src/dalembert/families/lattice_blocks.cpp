#include <dalembert/families/lattice_blocks.h>

#include <algorithm>

namespace dalembert {
inline namespace families {

namespace {

constexpr int deepest_edge = 2; ///< members beside an end that may have terms of their own

std::vector<Block> cut_along(const std::vector<Block>& blocks, int low, int high, int first, int last) {
  if (high - low + 1 < first + last + 1) return {};
  std::vector<std::pair<int, int>> parts;
  for (int i = 0; i < first; ++i)
    parts.emplace_back(low + i, low + i);
  parts.emplace_back(low + first, high - last);
  for (int i = last; i > 0; --i)
    parts.emplace_back(high - i + 1, high - i + 1);
  std::vector<Block> out;
  for (const Block& block : blocks)
    for (const auto& part : parts) {
      out.push_back(block);
      out.back().push_back(part);
    }
  return out;
}

} // namespace

std::vector<std::vector<Block>> cuts(const std::vector<int>& low, const std::vector<int>& high) {
  std::vector<std::vector<Block>> out{{Block{}}};
  for (std::size_t d = 0; d < low.size(); ++d) {
    std::vector<std::vector<Block>> longer;
    for (const std::vector<Block>& blocks : out)
      for (int first = 0; first <= deepest_edge; ++first)
        for (int last = 0; last <= deepest_edge; ++last)
          if (auto cut = cut_along(blocks, low[d], high[d], first, last); !cut.empty())
            longer.push_back(std::move(cut));
    out = std::move(longer);
  }
  std::ranges::stable_sort(out, {}, [](const std::vector<Block>& blocks) { return blocks.size(); });
  return out;
}

} // namespace families
} // namespace dalembert
