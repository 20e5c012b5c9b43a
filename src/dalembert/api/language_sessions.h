#pragma once

#include <dalembert/api/child_process.h>
#include <dalembert/editor/knowledge.h>
#include <dalembert/editor/model_text.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// The texts that an editor has open, and the analysis of each: started when it has changed and other changes have had
/// time to follow, ended by the next change, published when it is there.
class LanguageSessions {
public:
  using Clock = std::chrono::steady_clock;
  /// What happens when there is news of a text.
  struct Callbacks {
    std::function<void(const ModelText&, const std::vector<Remark>&)> publish;
    std::function<void()> hints_changed;
  };

  LanguageSessions(std::function<void()> limit_memory, std::string memory, Callbacks callbacks);

  /// Takes a text that was opened or changed.
  void put(std::shared_ptr<const ModelText> text);
  void close(const std::string& uri);
  /// Files beside the texts have changed: all are analysed again.
  void analyse_all();

  [[nodiscard]] std::shared_ptr<const ModelText> find(const std::string& uri) const; ///< null where it is not open
  [[nodiscard]] std::vector<std::shared_ptr<const ModelText>> all() const;
  /// What is known of a text, if of an earlier version. Precondition: it is open.
  [[nodiscard]] const Knowledge& known(const std::string& uri) const { return open_.at(uri).known; }
  /// The remarks that were published of this version; none where they are of an earlier one.
  [[nodiscard]] std::vector<Remark> remarks(const std::string& uri) const;

  /// The descriptors to wait for.
  [[nodiscard]] std::vector<int> descriptors() const;
  /// Reads what has come from the analyses, publishes it, and starts those whose time it is.
  void work();
  /// When `work` has something to do, whatever comes.
  [[nodiscard]] std::optional<Clock::time_point> next_time() const;

private:
  struct Open {
    std::shared_ptr<const ModelText> text;
    Knowledge known;
    std::vector<Remark> remarks;
    std::int64_t remarks_version = -1;
    Clock::time_point changed;                 ///< when it last did
    std::optional<Clock::time_point> due;      ///< when its analysis starts
    std::unique_ptr<ChildProcess> analysis;    ///< null where none runs
    std::string received;                      ///< of it: what is no whole line yet
    std::optional<Knowledge> half;             ///< the study, while the overview is made
    std::optional<Clock::time_point> half_due; ///< when that is published for itself
  };

  void schedule(Open& open) const;
  void start(Open& open);
  void read(Open& open);
  void take(Open& open, Knowledge found);
  void finish(Open& open);
  void publish(Open& open, std::vector<Remark> remarks);
  [[nodiscard]] std::size_t running() const;

  std::function<void()> limit_memory_;
  std::string memory_;
  Callbacks callbacks_;
  std::map<std::string, Open> open_;
};

} // namespace api
} // namespace dalembert
