#pragma once

#include <dalembert/sketch/kinematics.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// A summand coefficient·base² of T, as it is written: the coefficient holds no rates.
struct KineticSquare {
  Expr coefficient;
  Expr base;
  /// The same summand with every even power of the coefficient drawn into the square: m·(l·θ′)² for m·l²·θ′².
  Expr outer;
  std::vector<Factor> whole; ///< factors of this larger base
  bool is_taken = false;     ///< a rule explains it
};

/// T as it is written: its summands that are squares, and the others that hold rates. Nothing is expanded but a sum
/// before a square that depends on the position, (J + m·r²)·θ′².
struct KineticTerms {
  std::vector<KineticSquare> squares;
  std::vector<Expr> rest;    ///< products of different rates, functions of rates
  std::vector<Expr> resting; ///< terms of T without rates; those of L are left out, since they may belong to V
};

[[nodiscard]] KineticTerms kinetic_terms(Kinematics& kinematics);

} // namespace sketching
} // namespace dalembert
