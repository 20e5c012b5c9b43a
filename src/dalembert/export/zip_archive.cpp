#include <dalembert/base/errors.h>
#include <dalembert/export/zip_archive.h>

#include <array>
#include <cstdint>
#include <limits>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::uint32_t polynomial = 0xEDB88320U; ///< of CRC-32, lowest bit first

constexpr std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> out{};
  for (std::uint32_t byte = 0; byte < out.size(); ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit)
      value = (value & 1U) != 0 ? (value >> 1U) ^ polynomial : value >> 1U;
    out.at(byte) = value;
  }
  return out;
}

std::uint32_t crc32(const std::string& bytes) {
  static constexpr std::array<std::uint32_t, 256> table = crc_table();
  std::uint32_t value = ~0U;
  for (const char c : bytes)
    value = (value >> 8U) ^ table.at((value ^ static_cast<unsigned char>(c)) & 0xFFU);
  return ~value;
}

constexpr std::uint32_t local_header = 0x04034B50U;
constexpr std::uint32_t directory_header = 0x02014B50U;
constexpr std::uint32_t directory_end = 0x06054B50U;
constexpr std::uint32_t version = 10;                ///< 1.0: files stored as they are
constexpr std::uint32_t made_by = 0x0300 | version;  ///< on Unix
constexpr std::uint32_t utf8_names = 0x0800;         ///< flag
constexpr std::uint32_t first_day = (1U << 5U) | 1U; ///< 1 January 1980
constexpr std::uint32_t readable = 0100644U;         ///< a regular file that all may read
constexpr std::uint32_t mode_place = 16;

/// Numbers of an archive, lowest byte first.
class Bytes {
public:
  void put(std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i, value >>= 8U)
      text += static_cast<char>(value & 0xFFU);
  }
  void put_two(std::uint32_t value) { put(value, 2); }
  void put_four(std::uint32_t value) { put(value, 4); }

  /// What local and central headers share: version to the length of the extra field.
  void put_description(const ArchivedFile& file) {
    put_two(version);
    put_two(utf8_names);
    put_two(0); // stored
    put_two(0); // midnight
    put_two(first_day);
    put_four(crc32(file.content));
    put_four(static_cast<std::uint32_t>(file.content.size()));
    put_four(static_cast<std::uint32_t>(file.content.size()));
    put_two(static_cast<std::uint32_t>(file.path.size()));
    put_two(0); // no extra field
  }

  std::string text;
};

} // namespace

std::string zip_archive(const std::vector<ArchivedFile>& files) {
  Bytes out;
  Bytes directory;
  ENSURE(files.size() <= std::numeric_limits<std::uint16_t>::max());
  for (const ArchivedFile& file : files) {
    const std::size_t place = out.text.size();
    ENSURE(place + file.content.size() <= std::numeric_limits<std::uint32_t>::max());
    out.put_four(local_header);
    out.put_description(file);
    out.text += file.path + file.content;
    directory.put_four(directory_header);
    directory.put_two(made_by);
    directory.put_description(file);
    directory.put_two(0); // no comment
    directory.put_two(0); // on this disk
    directory.put_two(0); // no internal attributes
    directory.put_four(readable << mode_place);
    directory.put_four(static_cast<std::uint32_t>(place));
    directory.text += file.path;
  }
  const std::size_t begin = out.text.size();
  out.text += directory.text;
  out.put_four(directory_end);
  out.put_four(0); // one disk
  out.put_two(static_cast<std::uint32_t>(files.size()));
  out.put_two(static_cast<std::uint32_t>(files.size()));
  out.put_four(static_cast<std::uint32_t>(directory.text.size()));
  out.put_four(static_cast<std::uint32_t>(begin));
  out.put_two(0); // no comment
  return out.text;
}

} // namespace exporting
} // namespace dalembert
