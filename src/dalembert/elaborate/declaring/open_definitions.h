#pragma once

#include <dalembert/elaborate/meaning/complaints.h>
#include <dalembert/elaborate/meaning/symbol_table.h>

#include <vector>

namespace dalembert {
inline namespace elaboration {

/// The definitions that are being worked out, outermost first.
class OpenDefinitions {
public:
  void open(const Symbol& symbol, const DeclaredName& definition) { open_.push_back({&symbol, &definition}); }
  void close() { open_.pop_back(); }

  /// True where `definition` is open; that it is asked for again is then reported as a circle (E0203).
  bool report_circle(const Symbol& symbol, const DeclaredName& definition, Complaints& complaints) const;

private:
  struct Entry {
    const Symbol* symbol;
    const DeclaredName* definition;
  };
  std::vector<Entry> open_;
};

} // namespace elaboration
} // namespace dalembert
