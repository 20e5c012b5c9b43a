#include <dalembert/base/checksum.h>
#include <dalembert/base/missing_library.h>
#include <dalembert/base/own_module.h>
#include <dalembert/ensemble/trajectories.h>
#include <dalembert/ensemble/trajectories_module.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace dalembert {
inline namespace ensemble {

namespace {

constexpr std::size_t most_waiting_rows = std::size_t{64} << 20; // bytes

const DalembertTrajectoriesModule& opened_module() {
  const OwnModule module = open_own_module(dalembert_trajectories_file, dalembert_trajectories_symbol);
  const auto* const functions = static_cast<const DalembertTrajectoriesModule*>(module.symbol);
  const bool is_ours = functions != nullptr && functions->version == dalembert_trajectories_version;
  if (!is_ours)
    throw MissingLibrary(fmt::format(
        "trajectories need the module of dalembert for HDF5 (Debian: libhdf5-dev when it is built): {}",
        functions == nullptr ? module.refusal : std::string(dalembert_trajectories_file) + " is of another version"));
  return *functions;
}

std::vector<DalembertQuantity> quantities_of(const std::vector<MemberColumn>& columns) {
  std::vector<DalembertQuantity> out;
  out.reserve(columns.size());
  for (const MemberColumn& column : columns)
    out.push_back({column.name.c_str(), column.unit.c_str()});
  return out;
}

} // namespace

namespace {

/// The numbers of members that follow each other, as they stand in the file.
struct Block {
  Block(std::size_t count, const RowLayout& layout, const SweepPlan& plan)
      : members(count),
        instants(layout.instants()),
        width(layout.width()),
        values(count * instants * width, std::numeric_limits<double>::quiet_NaN()),
        given(count * plan.axes.size()),
        rows(count),
        ends(count) {}

  /// The checksum of what belongs to member `m`.
  [[nodiscard]] std::uint64_t sum(std::size_t m) const {
    std::uint64_t out = checksum({});
    const auto add = [&out](const auto* numbers, std::size_t count) {
      out = checksum({reinterpret_cast<const char*>(numbers), count * sizeof *numbers}, out);
    };
    for (std::size_t q = 0; q < width; ++q)
      add(&values[(q * members + m) * instants], instants);
    for (std::size_t at = m; at < given.size(); at += members)
      add(&given[at], 1);
    add(&rows[m], 1);
    add(&ends[m], 1);
    return out;
  }

  std::size_t members;
  std::size_t instants;
  std::size_t width;
  std::vector<double> values;
  std::vector<double> given;
  std::vector<int> rows;
  std::vector<unsigned char> ends;
};

} // namespace

/// The tables of functions and of names, in C.
struct TrajectoryFile::Module {
  Module(const RowLayout& rows, const SweepPlan& plan, TrajectoryRemarks what) : said(std::move(what)) {
    quantities = quantities_of(rows.quantities);
    for (const SweepAxis& axis : plan.axes)
      axes.push_back({axis.varied.name, axis.varied.measure.unit()});
    given = quantities_of(axes);
    for (const auto& [name, text] : said.texts)
      remarks.push_back({name.c_str(), text.c_str(), 0.0, ""});
    for (const TrajectoryRemarks::Parameter& parameter : said.parameters)
      remarks.push_back({parameter.name.c_str(), nullptr, parameter.value, parameter.unit.c_str()});
    layout = {plan.members(), rows.instants(), quantities.data(), quantities.size(),  given.data(),
              given.size(),   remarks.data(),  remarks.size(),    said.record.c_str()};
  }

  const DalembertTrajectoriesModule& functions = opened_module();
  TrajectoryRemarks said;
  std::vector<MemberColumn> axes;
  std::vector<DalembertQuantity> quantities;
  std::vector<DalembertQuantity> given;
  std::vector<DalembertRemark> remarks;
  DalembertTrajectoriesLayout layout{};
};

namespace {

void require_written(const char* failure, const std::string& path) {
  if (failure != nullptr) throw std::runtime_error(fmt::format("cannot write {}: {}", path, failure));
}

} // namespace

TrajectoryFile::TrajectoryFile(std::string path, const RowLayout& layout, const SweepPlan& plan,
                               TrajectoryRemarks remarks)
    : path_(std::move(path)),
      layout_(layout),
      plan_(plan),
      module_(std::make_unique<Module>(layout, plan, std::move(remarks))) {}

TrajectoryFile::~TrajectoryFile() = default;

void TrajectoryFile::begin() {
  require_written(module_->functions.create(path_.c_str(), &module_->layout), path_);
}

std::optional<std::size_t> TrajectoryFile::known() const {
  int is_same = 0;
  unsigned long long members = 0;
  const char* const failure = module_->functions.known(path_.c_str(), &module_->layout, &is_same, &members);
  if (failure != nullptr) throw std::runtime_error(fmt::format("cannot read {}: {}", path_, failure));
  if (is_same == 0) return std::nullopt;
  return members;
}

std::size_t TrajectoryFile::at_once() const {
  const std::size_t bytes = std::max<std::size_t>(1, layout_.instants() * layout_.width() * sizeof(double));
  return std::max<std::size_t>(1, most_waiting_rows / bytes);
}

std::vector<std::uint64_t> TrajectoryFile::sums(std::size_t first, std::size_t count) const {
  Block block(count, layout_, plan_);
  const char* const failure =
      module_->functions.read(path_.c_str(), &module_->layout, first, count, block.values.data(), block.given.data(),
                              block.rows.data(), block.ends.data());
  if (failure != nullptr) throw std::runtime_error(fmt::format("cannot read {}: {}", path_, failure));
  std::vector<std::uint64_t> out;
  for (std::size_t m = 0; m < count; ++m)
    out.push_back(block.sum(m));
  return out;
}

void TrajectoryFile::add(std::size_t member, const MemberResult& result) {
  if (waiting_.empty()) first_ = member;
  waiting_.push_back(result.rows);
  ends_.push_back(static_cast<unsigned char>(1 + static_cast<int>(result.end)));
  bytes_ += layout_.instants() * layout_.width() * sizeof(double);
  if (bytes_ > most_waiting_rows || Clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

void TrajectoryFile::flush() {
  flushed_ = Clock::now();
  if (waiting_.empty()) return;
  const std::size_t members = waiting_.size();
  Block block(members, layout_, plan_);
  for (std::size_t m = 0; m < members; ++m) {
    const std::size_t count = std::min(waiting_[m].count, block.instants);
    block.rows[m] = static_cast<int>(count);
    for (std::size_t row = 0; row < count; ++row)
      for (std::size_t q = 0; q < block.width; ++q)
        block.values[(q * members + m) * block.instants + row] = waiting_[m].values[row * block.width + q];
    const std::vector<double> of_member = plan_.values(first_ + m);
    for (std::size_t a = 0; a < of_member.size(); ++a)
      block.given[a * members + m] = of_member[a];
  }
  block.ends = ends_;
  const DalembertTrajectories all{first_,           members, block.values.data(), block.given.data(), block.rows.data(),
                                  block.ends.data()};
  require_written(module_->functions.add(path_.c_str(), &module_->layout, &all), path_);
  for (std::size_t m = 0; m < members; ++m)
    sums_.push_back(block.sum(m));
  waiting_.clear();
  ends_.clear();
  bytes_ = 0;
}

} // namespace ensemble
} // namespace dalembert
