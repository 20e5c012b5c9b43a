#include <dalembert/base/archive.h>
#include <dalembert/studies/nearby_motion.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace studies {

bool MotionPhase::is_same(const MotionPhase& other) const {
  const auto is_same_mode = [](const FrictionMode& a, const FrictionMode& b) {
    return a.kind == b.kind && (a.direction > 0.0) == (b.direction > 0.0) && (a.direction < 0.0) == (b.direction < 0.0);
  };
  const auto is_same_jump = [](const JumpMode& a, const JumpMode& b) { return a.kind == b.kind; };
  return rows == other.rows && std::ranges::equal(frictions, other.frictions, is_same_mode) &&
         std::ranges::equal(jumps, other.jumps, is_same_jump);
}

MotionPhase phase_of(const Engine& engine, const Motion& motion) {
  MotionPhase out;
  for (std::size_t k = 0; k < engine.constraints(); ++k)
    out.rows.push_back(motion.dynamics().is_active(k));
  out.frictions = motion.dynamics().frictions().modes();
  out.jumps = motion.dynamics().jumps().modes();
  return out;
}

NearbyMotion::NearbyMotion(const Engine& engine, std::vector<double> parameters, double tolerance, const State& start,
                           const std::optional<RowRanks>& ranks)
    : engine_(with_parameters(engine, std::move(parameters))),
      motion_(engine_, tolerance),
      laws_(engine_, motion_, notes_) {
  notes_.tolerance = tolerance;
  motion_.start(start, nullptr);
  if (!ranks) return;
  if (laws_.rows_change())
    laws_.contacts().set_known_ranks(*ranks);
  else
    motion_.set_known_ranks(*ranks);
}

namespace {

void hand_over_phase(Archive& with, Motion& motion, Laws& laws) {
  with(laws.impositions(), laws.contacts()); // which rows are active, before what frictions do with these
  with(motion, laws.frictions(), laws.jumps());
}

} // namespace

std::string kept_phase(Motion& motion, Laws& laws) {
  Archive written;
  hand_over_phase(written, motion, laws);
  return written.bytes();
}

void NearbyMotion::take_phase(const std::string& kept) {
  Archive read(kept);
  hand_over_phase(read, motion_, laws_);
  const InputLayout& layout = engine_.programs->layout;
  std::ranges::copy(engine_.parameters, motion_.inputs().begin() + static_cast<std::ptrdiff_t>(layout.parameter()));
}

NotedChanges::NotedChanges(const RunResult& notes)
    : notes_(notes),
      impacts_(notes.contact_impacts.size()),
      contacts_(notes.contact_changes.size()),
      impositions_(notes.impositions.size()) {}

std::vector<std::vector<std::size_t>> NotedChanges::since() const {
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t i = impacts_; i < notes_.contact_impacts.size(); ++i)
    out.push_back(notes_.contact_impacts[i].contacts);
  for (std::size_t i = contacts_; i < notes_.contact_changes.size(); ++i) {
    const ContactChange& change = notes_.contact_changes[i];
    out.push_back({change.contact, change.kind == ContactChange::Kind::opens ? 0U : 1U});
  }
  for (std::size_t i = impositions_; i < notes_.impositions.size(); ++i) {
    out.push_back(notes_.impositions[i].imposed);
    out.push_back(notes_.impositions[i].released);
  }
  return out;
}

std::vector<Event> events_beside(const Event& event, Laws& laws) {
  std::vector<Event> out;
  const auto add = [&](EventKind kind, std::size_t index) {
    if (kind == event.kind && index == event.index) return;
    out.push_back({event.time, kind, EventEffect::changes, {}, index, event.y});
  };
  if (!laws.contacts().empty()) {
    const std::vector<Touch> touches = laws.contacts().touches(event.time, event.y);
    for (std::size_t c = 0; c < touches.size(); ++c)
      if (touches[c].is_approaching && !laws.contacts().is_closed(c)) add(EventKind::contact, c);
  }
  const auto add_reserves = [&](Reserves& reserves, EventKind kind) {
    for (std::size_t i = 0; i < reserves.size(); ++i)
      if (reserves.is_watched(i) && reserves.reserve(i, event.time, event.y) <= reserves.negligible(i)) add(kind, i);
  };
  add_reserves(laws.frictions(), EventKind::friction);
  add_reserves(laws.jumps(), EventKind::jump);
  return out;
}

EventSurface::EventSurface(const Engine& engine, Event event) : engine_(engine), event_(std::move(event)) {}

double EventSurface::time(const NearbyMotion& motion) const {
  const std::size_t n = engine_.coordinates();
  std::optional<double> out;
  for (std::size_t i = 0; i < engine_.study->imposed.size(); ++i)
    for (const bool is_from : {true, false}) {
      const auto of = [&](const Engine& engine) {
        return is_from ? engine.range().from(n, i) : engine.range().until(n, i);
      };
      if (of(engine_) != event_.time) continue;
      if (out && *out != of(motion.engine()))
        throw CourseEnds("several constraints are imposed or released at one instant, and would not for another value");
      out = of(motion.engine());
    }
  if (!out) throw CourseEnds("constraints are imposed or released there");
  return *out;
}

double EventSurface::value(Motion& motion, Laws& laws, double t, std::span<const double> y) const {
  switch (event_.kind) {
  case EventKind::contact: {
    Contacts& contacts = laws.contacts();
    return contacts.is_closed(event_.index) ? contacts.states().push(event_.index, t, y)
                                            : contacts.states().gap(event_.index, t, y);
  }
  case EventKind::friction:
    return laws.frictions().reserve(event_.index, t, y);
  case EventKind::jump:
    return laws.jumps().reserve(event_.index, t, y);
  case EventKind::awaited: {
    motion.unpack(t, y);
    if (engine_.programs->events.needs_forces) motion.solve();
    ProgramInstance program(engine_.events);
    std::vector<double> excesses(program.outputs());
    program.evaluate(motion.inputs(), excesses);
    return excesses[event_.index];
  }
  default:
    throw CourseEnds("the equations change there");
  }
}

} // namespace studies
} // namespace dalembert
