#include <dalembert/api/language_sessions.h>
#include <dalembert/api/text_analysis.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

using namespace std::chrono_literals;

constexpr auto quiet = 30ms;         // changes that follow one another faster are waited for
constexpr auto half_wait = 60ms;     // what a study says is not shown before, so that it does not come and go
constexpr int analysis_seconds = 10; // of a processor
constexpr std::size_t most_running = 2;

Remark slow_remark(const ModelText& text) {
  return remark_on_model(
      text, 3, fmt::format("analysis takes longer than {} s; `dalembert check` has no limit", analysis_seconds));
}

bool same(const std::vector<Remark>& a, const std::vector<Remark>& b) {
  Knowledge left;
  Knowledge right;
  left.remarks = a;
  right.remarks = b;
  return to_json(left) == to_json(right);
}

} // namespace

LanguageSessions::LanguageSessions(std::function<void()> limit_memory, std::string memory, Callbacks callbacks)
    : limit_memory_(std::move(limit_memory)), memory_(std::move(memory)), callbacks_(std::move(callbacks)) {}

void LanguageSessions::schedule(Open& open) const {
  const Clock::time_point now = Clock::now();
  open.analysis.reset();
  open.received.clear();
  open.half.reset();
  open.half_due.reset();
  open.due = now - open.changed >= quiet ? now : now + quiet;
  open.changed = now;
}

void LanguageSessions::put(std::shared_ptr<const ModelText> text) {
  Open& open = open_[text->uri()];
  open.text = std::move(text);
  schedule(open);
  if (!open.text->is_read()) {
    open.due.reset();
    publish(open, {remark_on_model(*open.text, 3,
                                   fmt::format("this text is longer than {} MiB: it is not analysed",
                                               ModelText::longest_read >> 20U))});
    return;
  }
  if (has_errors(open.text->syntax())) publish(open, remarks_of(open.text->syntax(), open.text->sources(), *open.text));
}

void LanguageSessions::close(const std::string& uri) {
  const auto found = open_.find(uri);
  if (found == open_.end()) return;
  callbacks_.publish(*found->second.text, {});
  open_.erase(found);
}

void LanguageSessions::analyse_all() {
  for (auto& [uri, open] : open_)
    if (open.text->is_read()) schedule(open);
}

std::shared_ptr<const ModelText> LanguageSessions::find(const std::string& uri) const {
  const auto found = open_.find(uri);
  return found == open_.end() ? nullptr : found->second.text;
}

std::vector<std::shared_ptr<const ModelText>> LanguageSessions::all() const {
  std::vector<std::shared_ptr<const ModelText>> out;
  for (const auto& [uri, open] : open_)
    out.push_back(open.text);
  return out;
}

std::vector<Remark> LanguageSessions::remarks(const std::string& uri) const {
  const Open& open = open_.at(uri);
  return open.remarks_version == open.text->version() ? open.remarks : std::vector<Remark>();
}

std::size_t LanguageSessions::running() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(open_, [](const auto& each) { return each.second.analysis != nullptr; }));
}

std::vector<int> LanguageSessions::descriptors() const {
  std::vector<int> out;
  for (const auto& [uri, open] : open_)
    if (open.analysis) out.push_back(open.analysis->descriptor());
  return out;
}

std::optional<LanguageSessions::Clock::time_point> LanguageSessions::next_time() const {
  std::optional<Clock::time_point> out;
  const bool may_start = running() < most_running;
  for (const auto& [uri, open] : open_)
    for (const auto& each : {may_start ? open.due : std::nullopt, open.half_due})
      if (each && (!out || *each < *out)) out = each;
  return out;
}

void LanguageSessions::work() {
  const Clock::time_point now = Clock::now();
  for (auto& [uri, open] : open_) {
    if (open.analysis) read(open);
    if (!open.half_due || *open.half_due > now) continue;
    open.half_due.reset();
    publish(open, open.half->remarks);
  }
  // What was changed last is looked at first.
  std::vector<Open*> waiting;
  for (auto& [uri, open] : open_)
    if (open.due && *open.due <= now) waiting.push_back(&open);
  std::ranges::sort(waiting, [](const Open* a, const Open* b) { return a->changed > b->changed; });
  for (Open* const open : waiting)
    if (running() < most_running) start(*open);
}

void LanguageSessions::start(Open& open) {
  open.due.reset();
  const ModelText& text = *open.text;
  const auto work = [&text](int descriptor) {
    analyse_text(text, [descriptor](const std::string& line) {
      if (!write_all(descriptor, line)) throw std::runtime_error("nobody reads the analysis");
    });
  };
  try {
    open.analysis = std::make_unique<ChildProcess>(ChildProcess::Limits{analysis_seconds, limit_memory_}, work);
  } catch (const std::runtime_error& error) {
    publish(open, {remark_on_model(text, 3, fmt::format("the model is not analysed: {}", error.what()))});
  }
}

void LanguageSessions::read(Open& open) {
  const bool is_open = open.analysis->read(open.received);
  std::size_t end = 0;
  while ((end = open.received.find('\n')) != std::string::npos) {
    const std::string line = open.received.substr(0, end);
    open.received.erase(0, end + 1);
    take(open, knowledge_from(ProtocolJson::parse(line)));
  }
  if (!is_open) finish(open);
}

void LanguageSessions::take(Open& open, Knowledge found) {
  if (!found.is_complete) {
    open.half = std::move(found);
    open.half_due = Clock::now() + half_wait;
    return;
  }
  open.half.reset();
  open.half_due.reset();
  std::vector<Remark> remarks = found.remarks;
  if (found.has_meaning) {
    open.known = std::move(found);
    callbacks_.hints_changed();
  }
  publish(open, std::move(remarks));
}

void LanguageSessions::finish(Open& open) {
  const ChildProcess::End end = open.analysis->end();
  open.analysis.reset();
  open.received.clear();
  open.half_due.reset();
  if (end == ChildProcess::End::whole) return;
  std::vector<Remark> remarks;
  if (open.half) {
    remarks = open.half->remarks;
    open.known = std::move(*open.half);
    open.half.reset();
    callbacks_.hints_changed();
  } else {
    remarks = remarks_of(open.text->syntax(), open.text->sources(), *open.text);
  }
  if (end == ChildProcess::End::out_of_time)
    remarks.push_back(slow_remark(*open.text));
  else if (end == ChildProcess::End::out_of_memory)
    remarks.push_back(remark_on_model(
        *open.text, 3,
        fmt::format("analysis needs more memory than {}; `dalembert lsp --memory` allows more", memory_)));
  else
    remarks.push_back(remark_on_model(
        *open.text, 3, "the analysis failed: this is a bug of the program, not of your model; please report it"));
  publish(open, std::move(remarks));
}

void LanguageSessions::publish(Open& open, std::vector<Remark> remarks) {
  const bool is_said = open.remarks_version == open.text->version() && same(remarks, open.remarks);
  open.remarks = std::move(remarks);
  open.remarks_version = open.text->version();
  if (!is_said) callbacks_.publish(*open.text, open.remarks);
}

} // namespace api
} // namespace dalembert
