#pragma once

#include <dalembert/families/generic_term.h>
#include <dalembert/families/index_pattern.h>
#include <dalembert/families/indexed_term.h>
#include <dalembert/textbook/read_back.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace families {

/// One of the equations (or sides) that a generic line stands for.
struct MemberTerms {
  std::optional<int> own; ///< its index; none where it belongs to no family
  Laurent terms;
};

/// Finds generic terms that are, written out, all terms of every member; each is tried on the terms themselves before
/// it is taken. Whether they hold for other sizes of the family is for the caller to prove.
class GenericTerms {
public:
  /// `known` are the names of the system, `atom_names` those that stand for whole atoms.
  GenericTerms(Algebra& algebra, const KnownTexts& known, IndexNames names, AtomNames atom_names = {})
      : algebra_(algebra), known_(known), names_(std::move(names)), atom_names_(std::move(atom_names)) {}

  /// Returns terms with the index `names.own` for a family of members, with its number for a single one; nothing where
  /// none are found.
  [[nodiscard]] std::optional<std::vector<GenericTerm>> of(std::vector<MemberTerms> members) const;

  /// True where `terms` are what stands in `member`.
  [[nodiscard]] bool are_those_of(const std::vector<GenericTerm>& terms, const MemberTerms& member) const;

private:
  [[nodiscard]] std::optional<Laurent> written_for(const GenericTerm& term, std::optional<int> own) const;
  [[nodiscard]] bool take(const std::vector<GenericTerm>& terms, std::vector<MemberTerms>& members) const;

  Algebra& algebra_;
  const KnownTexts& known_;
  IndexNames names_;
  AtomNames atom_names_;
};

} // namespace families
} // namespace dalembert
