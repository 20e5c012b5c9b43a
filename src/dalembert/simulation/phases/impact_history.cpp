#include <dalembert/simulation/phases/impact_history.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

void ImpactHistory::begin_instant() {
  for (OfContact& contact : contacts_) {
    contact.last_here = 0.0;
    contact.largest_here = 0.0;
  }
}

void ImpactHistory::add(std::size_t contact, double t, double approach, double unseen) {
  OfContact& of = contacts_[contact];
  of.bounces.add(t);
  const double height = approach * of.bounces.last_interval() / 4; // of a flight under a constant force
  if (height > 0.0) of.unseen = height < unseen ? of.unseen + 1 : 0;
  ++of.count;
  of.last = approach;
  of.last_here = approach;
  of.largest_here = std::max(of.largest_here, approach);
  largest_ = std::max(largest_, approach);
}

bool ImpactHistory::has_died_out(std::size_t contact) const {
  constexpr double hardly_here = 1e-5; // of the fastest impact at this instant
  constexpr double hardly = 1e-8;      // of the fastest impact of the run: below what its tolerance sees
  constexpr std::size_t often = 4;
  constexpr std::size_t unseen_flights = 8;
  const OfContact& of = contacts_[contact];
  return of.bounces.limit() || of.last_here < hardly_here * of.largest_here ||
         (of.count >= often && of.last < hardly * largest_) || of.unseen >= unseen_flights;
}

std::size_t ImpactHistory::busiest() const {
  return static_cast<std::size_t>(std::ranges::max_element(contacts_, {}, &OfContact::count) - contacts_.begin());
}

bool ImpactHistory::is_settling(std::size_t contact, double approach) const {
  constexpr double slow = 1e-2; // of the fastest impact of the run: a share of 10⁻⁴ of its energy
  constexpr std::size_t often = 3;
  return contacts_[contact].count >= often && approach < slow * largest_;
}

} // namespace simulation
} // namespace dalembert
