#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/linear/cholesky.h>
#include <dalembert/simulation/engine/row_entries.h>
#include <dalembert/simulation/watch/watcher.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Watches for positions at which the rank of the rows falls, those between the ends of a step among them.
///
/// A combination uᵀA of the rows that vanishes at such a position has opposite directions before and behind:
/// (A(t₁)ᵀu)·D·(A(t₀)ᵀu) < 0, with D = diag(sᵢ²) of the sizes sᵢ of the coordinates. So where the symmetric part of
///
///   A(t₁) D A(t₀)ᵀ                                                   m×m
///
/// is positive definite no rank has fallen in the step, by one or by more, as long as rows turn by less than 90° in it.
/// Steps where it is not are halved, on the dense output: at a regular turn of the rows both halves pass the test.
/// Steps that end where rounding hides on which side they are, and all short steps there, count as one up to the first
/// end that is clear of the position.
/// Steps in which rows turn far, by how fast they turn at their ends, are looked at in pieces.
/// For a single row `RowWatch` does the same. Cost for a step: the products of rows that share coordinates, and a
/// Cholesky factorisation in their envelope.
class RankWatch : public Watcher {
public:
  explicit RankWatch(const WatchedRun& run);

  void start(double t, std::span<const double> y) override;
  [[nodiscard]] bool is_idle() const override { return is_idle_; }
  [[nodiscard]] std::vector<Event> inside(Stepper& stepper) override;

  void archive(Archive& with) override { with(last_, last_turn_, is_beside_, before_); }

private:
  using Rows = std::vector<double>; ///< of RowEntries
  struct Moment {
    double t = 0.0;
    Rows rows;
  };
  /// An instant close to a position, and how independent the rows are there.
  struct Sight {
    double t = 0.0;
    double independence = 0.0;
    void archive(Archive& with) { with(t, independence); }
  };
  void choose_rows();
  void find_pairs();
  [[nodiscard]] std::size_t pieces(const Stepper& stepper);
  [[nodiscard]] std::vector<double> suspects(Stepper& stepper, Moment from, const Moment& to, std::size_t pieces);
  [[nodiscard]] double turn(double t, std::span<const double> y, const Rows& rows, double length);
  [[nodiscard]] bool has_fallen(const Rows& from, const Rows& to);
  void search(Stepper& stepper, const Moment& from, const Moment& to, std::vector<double>& found);
  [[nodiscard]] Rows rows_inside(Stepper& stepper, double t);
  [[nodiscard]] std::vector<double> lengths(const Rows& at) const;
  [[nodiscard]] double independence(const Rows& at) const;
  [[nodiscard]] double refined(Stepper& stepper, double guess, double room);
  [[nodiscard]] bool is_dependent(Stepper& stepper, double t);
  [[nodiscard]] std::string reason(Stepper& stepper, double t);
  [[nodiscard]] Sight clear_of(Stepper& stepper, double end);
  [[nodiscard]] bool leaves_position(Stepper& stepper, Moment& from, std::vector<Event>& out);
  void come_beside(Stepper& stepper, Moment& to);

  const Engine& engine_;
  Motion& motion_;
  const Laws& laws_;
  RowRanks ranks_;
  RowEntries entries_;
  bool is_idle_;
  std::vector<std::size_t> chosen_; ///< rows that act, and have the rank of all together
  /// Places in `chosen_` of two rows that share coordinates, the later one first.
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  numerics::detail::Envelope envelope_; ///< of these
  std::vector<double> products_;        ///< the symmetric part, for the Cholesky factorisation
  double smallest_pivot_ = 1.0;         ///< of the last one
  std::vector<double> usual_;           ///< lengths of the rows at the ends of the step
  Rows last_;                           ///< at the end of the last step, or before where they were dependent there
  double last_turn_ = 0.0;              ///< 1/s, how fast rows turned there
  Rows end_;                            ///< of the step that is looked into
  bool is_beside_ = false;              ///< the last step has ended where nothing tells a position from the end
  Sight before_;                        ///< then: the last instant that was clear of it
};

} // namespace simulation
} // namespace dalembert
