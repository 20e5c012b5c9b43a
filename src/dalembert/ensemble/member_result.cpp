#include <dalembert/ensemble/member_result.h>

namespace dalembert {
inline namespace ensemble {

std::string_view end_word(MemberEnd end) {
  switch (end) {
  case MemberEnd::completed:
    return "completed";
  case MemberEnd::stopped:
    return "stopped";
  case MemberEnd::failed:
    return "failed";
  case MemberEnd::refused:
    return "refused";
  }
  return "failed";
}

} // namespace ensemble
} // namespace dalembert
