#pragma once

#include <dalembert/base/diagnostic.h>

#include <deque>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Collects what is wrong with a model. One place is complained about once per code, however many family members
/// repeat it.
class Complaints {
public:
  /// Adds a diagnostic and returns it to be completed; the reference stays valid.
  Diagnostic& error(std::string code, SourceSpan span, std::string message);
  Diagnostic& warning(std::string code, SourceSpan span, std::string message);
  Diagnostic& note(std::string code, SourceSpan span, std::string message);

  /// Adds what others found.
  void add(std::vector<Diagnostic> diagnostics);

  /// While one of these lives, complaints go nowhere: for trying out a reading of the text.
  class Silence {
  public:
    explicit Silence(Complaints& complaints) : complaints_(complaints) { ++complaints_.silences_; }
    ~Silence() { --complaints_.silences_; }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

  private:
    Complaints& complaints_;
  };

  /// While one of these lives, errors are warnings that keep their codes: they are about the picture of a model, which
  /// may be wrong without harm to anything else (`is_picture_error`).
  class OfPicture {
  public:
    explicit OfPicture(Complaints& complaints) : complaints_(complaints) { ++complaints_.pictures_; }
    ~OfPicture() { --complaints_.pictures_; }
    OfPicture(const OfPicture&) = delete;
    OfPicture& operator=(const OfPicture&) = delete;

  private:
    Complaints& complaints_;
  };

  [[nodiscard]] bool is_silent() const { return silences_ > 0; }
  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  /// Moves everything to `out`, in order of place; of very many only the first are told (E0119).
  void hand_over(std::vector<Diagnostic>& out);

private:
  void drop_beyond_reading();
  Diagnostic& make(Severity severity, std::string code, SourceSpan span, std::string message);

  std::deque<Diagnostic> found_;
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t, std::uint32_t>> places_;
  Diagnostic unheard_;
  int silences_ = 0;
  int pictures_ = 0;
  std::size_t errors_ = 0;
};

} // namespace elaboration
} // namespace dalembert
