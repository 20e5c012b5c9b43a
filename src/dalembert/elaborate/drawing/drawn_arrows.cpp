#include <dalembert/elaborate/drawing/drawn_arrows.h>
#include <dalembert/elaborate/drawing/orientation.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/meaning/suggestion.h>
#include <dalembert/mechanics/force_direction.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

using Clause = ast::DrawClauseKind;

/// A reaction, friction, force or impact as it is declared, before the clauses of the `draw` statement are applied.
struct NamedForce {
  std::string name;
  ArrowRole role = ArrowRole::reaction;
  SourceSpan span;                      ///< of its name
  std::optional<Scalar> magnitude;      ///< R; none of a force that is given as a vector
  std::optional<Expr> speed;            ///< that R is conjugate to
  const ast::Expr* at = nullptr;        ///< P as it is declared
  const ast::Expr* against = nullptr;   ///< Q as it is declared
  const ast::Expr* direction = nullptr; ///< u as it is declared, or the force itself
  const Scope* scope = nullptr;         ///< in which these three have their meaning
  std::vector<std::string> constraints; ///< that it belongs to
};

const ast::Expr* value_of_clause(const ast::List<ast::Clause>& clauses, ast::ClauseKind kind, std::size_t place) {
  for (const ast::Clause& clause : clauses)
    if (clause.kind == kind && place < clause.values.size()) return clause.values[place];
  return nullptr;
}

class ArrowMaker {
public:
  ArrowMaker(DrawingReader& reader, const ast::Draw& node, const Scope* scope)
      : reader_(reader),
        builder_(reader.builder()),
        context_(reader.context()),
        graph_(context_.graph),
        node_(node),
        scope_(scope) {}

  std::optional<DrawnThing> make() {
    const ast::DrawClause* of = find_clause(node_, Clause::of);
    return of == nullptr ? free_vector() : arrow_of(*of);
  }

private:
  // ---- a vector that is written

  std::optional<DrawnThing> free_vector() {
    const ast::DrawClause* at_clause = find_clause(node_, Clause::at);
    if (at_clause == nullptr) {
      context_.complaints.error("E1102", node_.kind.span, "an arrow that is written needs `at`").help =
          "write `draw arrow along (vx, vy) at P`";
      return std::nullopt;
    }
    const ast::Expr* written = reader_.only_value(*find_clause(node_, Clause::along));
    auto at = reader_.point(*at_clause, scope_);
    auto vector = written == nullptr ? std::nullopt : reader_.vector(*written, scope_);
    if (!at || !vector || !has_size_of(vector->components, *at)) return std::nullopt;
    Arrow<Expr> made;
    made.role =
        context_.content.has(vector->components.front(), holds::reaction) ? ArrowRole::reaction : ArrowRole::applied;
    made.at = std::move(*at);
    made.vector = std::move(vector->components);
    DrawnThing out;
    out.item.what = std::move(made);
    out.measured = vector->like;
    return out;
  }

  /// False while it is not known whether the scene is spatial.
  static bool has_size_of(const Place<Expr>& vector, const Place<Expr>& at) { return vector.size() == at.size(); }

  // ---- what `of` names

  std::optional<DrawnThing> arrow_of(const ast::DrawClause& of) {
    const ast::Expr* written = reader_.only_value(of);
    if (written == nullptr) return std::nullopt;
    const auto force = named_force(*written);
    if (!force) return std::nullopt;
    if (force->magnitude && is_a_moment(*force->magnitude)) return arc(*force);
    auto at = place_of_action(*force);
    if (!at) return std::nullopt;
    Arrow<Expr> made;
    made.role = force->role;
    made.of = force->name;
    made.at = std::move(*at);
    DrawnThing out;
    auto vector = vector_of(*force, made.at, out);
    if (!vector || !has_size_of(*vector, made.at)) return std::nullopt;
    made.vector = std::move(*vector);
    const bool is_elsewhere = find_clause(node_, Clause::at) != nullptr;
    if (force->against != nullptr && !is_elsewhere) {
      auto against = reader_.point(*force->against, force->scope);
      if (!against) return std::nullopt;
      made.against = std::move(*against);
    }
    out.item.name = force->name;
    out.item.what = std::move(made);
    out.has_role = true;
    return out;
  }

  [[nodiscard]] bool is_a_moment(const Scalar& magnitude) const {
    return is_moment(magnitude) && context_.dimensions.checks() &&
           context_.dimensions.known(magnitude.dimension) == Dimension::energy();
  }

  static bool can_be_drawn(SymbolKind kind) {
    return kind == SymbolKind::reaction || kind == SymbolKind::friction || kind == SymbolKind::force ||
           kind == SymbolKind::impact;
  }

  void refuse_name(const ast::Expr& written, const std::string& message) {
    Diagnostic& made = context_.complaints.error("E1107", written.span, message);
    made.help = "an arrow shows a reaction, a friction, a force or an impact; another vector is drawn by `along`";
    std::vector<std::string> candidates;
    for (const Symbol& symbol : builder_.declared.symbols.all())
      if (can_be_drawn(symbol.kind)) candidates.push_back(symbol.name);
    const auto* name = std::get_if<ast::Name>(&written.node);
    const std::string nearest = name == nullptr ? std::string() : nearest_name(name->text, candidates);
    if (nearest.empty()) return;
    made.help = fmt::format("did you mean `{}`?", nearest);
    made.edit = Edit{written.span, nearest};
  }

  std::optional<NamedForce> named_force(const ast::Expr& written) {
    const auto* indexed = std::get_if<ast::Index>(&written.node);
    const auto* name = std::get_if<ast::Name>(indexed != nullptr ? &indexed->base->node : &written.node);
    const std::string text = context_.text(written.span);
    const Symbol* symbol = name == nullptr ? nullptr : builder_.declared.symbols.find(name->text);
    if (symbol == nullptr) {
      refuse_name(written, fmt::format("there is no force `{}`", text));
      return std::nullopt;
    }
    if (!can_be_drawn(symbol->kind)) {
      refuse_name(written, fmt::format("`{}` is {}, not a force", text, phrase(symbol->kind)));
      return std::nullopt;
    }
    const auto found = builder_.names.reference(written, scope_);
    if (!found) return std::nullopt;
    if (found->definition == nullptr) {
      context_.complaints.error("E1107", written.span, fmt::format("`{}` is a family: which member?", text)).help =
          fmt::format("write `draw arrow of {}[i] for i in 1..{}`", text, symbol->members.size());
      return std::nullopt;
    }
    return described_force(*found->symbol, *found->definition);
  }

  NamedForce described_force(const Symbol& symbol, const DeclaredName& definition) {
    const System& system = builder_.draft.study.system;
    const Meaning& meaning = builder_.names.definitions().of(definition);
    const auto slot = static_cast<std::size_t>(std::max(0, meaning.slot));
    NamedForce out;
    out.name = member_name(symbol.name, definition.index);
    out.span = definition.span;
    if (meaning.value.is_scalar()) out.magnitude = meaning.value.scalar();
    if (symbol.kind == SymbolKind::reaction) {
      out.speed = system.reactions.at(slot).speed;
      fill_reaction(definition, system.reactions.at(slot), out);
    } else if (symbol.kind == SymbolKind::friction) {
      const Friction& friction = system.frictions.at(slot);
      out.role = ArrowRole::friction;
      out.speed = friction.slip;
      fill_place_of_friction(friction, out);
    } else if (symbol.kind == SymbolKind::impact) {
      out.role = ArrowRole::impulse;
      out.speed = system.impacts.at(slot).speed;
    } else {
      out.role = ArrowRole::applied;
      if (slot < system.forces.size()) fill_force(definition, system.forces.at(slot), out);
    }
    return out;
  }

  void fill_reaction(const DeclaredName& definition, const Reaction& reaction, NamedForce& out) {
    for (const int row : reaction.of)
      out.constraints.push_back(builder_.draft.study.system.constraints.at(static_cast<std::size_t>(row)).name);
    for (const ReactionItem& item : builder_.declared.reactions)
      for (std::size_t i = 0; i < item.definitions.size(); ++i) {
        if (item.definitions[i] != &definition) continue;
        out.scope = item.scope;
        out.at = value_of_clause(item.node->clauses, ast::ClauseKind::at, 0);
        out.against = value_of_clause(item.node->clauses, ast::ClauseKind::against, 0);
        out.direction = value_of_clause(item.node->clauses, ast::ClauseKind::along, i);
      }
  }

  /// Friction acts where the reaction acts that it belongs to.
  void fill_place_of_friction(const Friction& friction, NamedForce& out) {
    const std::string& name = builder_.draft.study.system.reactions.at(static_cast<std::size_t>(friction.of)).name;
    for (const ReactionItem& item : builder_.declared.reactions)
      for (std::size_t i = 0; i < item.definitions.size(); ++i) {
        const DeclaredName* definition = item.definitions[i];
        if (definition == nullptr || member_name(item.node->names[i].name.text, definition->index) != name) continue;
        NamedForce reaction;
        fill_reaction(*definition, builder_.draft.study.system.reactions.at(static_cast<std::size_t>(friction.of)),
                      reaction);
        out.scope = reaction.scope;
        out.at = reaction.at;
        out.against = reaction.against;
        out.constraints = reaction.constraints;
      }
  }

  void fill_force(const DeclaredName& definition, const Force& force, NamedForce& out) {
    for (const Item<ast::Force>& item : builder_.declared.forces) {
      if (item.definition != &definition) continue;
      out.scope = item.scope;
      out.at = value_of_clause(item.node->clauses, ast::ClauseKind::at, 0);
      out.against = value_of_clause(item.node->clauses, ast::ClauseKind::against, 0);
      if (out.at != nullptr) out.direction = item.node->value;
    }
    if (out.at != nullptr) out.magnitude.reset();
    if (out.at == nullptr && force.parts.size() == 1) out.speed = force.parts.front().speed;
  }

  // ---- where it acts, and in which direction

  std::optional<Place<Expr>> place_of_action(const NamedForce& force) {
    if (const ast::DrawClause* at = find_clause(node_, Clause::at)) return reader_.point(*at, scope_);
    if (force.at != nullptr) return reader_.point(*force.at, force.scope);
    place_is_not_known(force, "the point where {} acts is not known", "say where: `draw arrow of {} at P`");
    return std::nullopt;
  }

  void place_is_not_known(const NamedForce& force, std::string_view message, std::string_view help) {
    Diagnostic& made = context_.complaints.error("E1108", find_clause(node_, Clause::of)->values.front()->span,
                                                 fmt::format(fmt::runtime(message), force.name));
    if (!force.constraints.empty())
      made.note = fmt::format("it belongs to constraint {}", fmt::join(force.constraints, ", "));
    made.labels.push_back({force.span, "declared here"});
    made.help = fmt::format(fmt::runtime(help), force.name);
  }

  std::optional<Place<Expr>> vector_of(const NamedForce& force, const Place<Expr>& at, DrawnThing& out) {
    if (const ast::DrawClause* along = find_clause(node_, Clause::along)) return along_given(force, *along, out);
    if (force.direction != nullptr) {
      const auto stated = reader_.vector(*force.direction, force.scope);
      return stated ? std::optional(scaled(force, *stated, out)) : std::nullopt;
    }
    const auto direction = force.speed ? force_direction(builder_.draft.study.system, at, *force.speed) : std::nullopt;
    if (direction) {
      Place<Expr> vector;
      for (const Expr component : *direction)
        vector.push_back(graph_.mul(force.magnitude->expr, component));
      out.measured = measured_as(force);
      return vector;
    }
    place_is_not_known(force, "the direction of {} does not follow from this point",
                       "say which: `draw arrow of {} at P along u`");
    return std::nullopt;
  }

  /// What an arrow of a force or an impulse is measured in.
  [[nodiscard]] Scalar measured_as(const NamedForce& force) const {
    Scalar out{graph_.zero(), context_.dimensions.of(Dimension::force()), false, false, nullptr};
    if (force.role == ArrowRole::impulse)
      out.dimension = context_.dimensions.multiply(out.dimension, context_.dimensions.of(Dimension::time()));
    return out;
  }

  /// R·u, or the vector itself of a force that is one.
  Place<Expr> scaled(const NamedForce& force, const DrawnVector& vector, DrawnThing& out) {
    out.measured = vector.like;
    if (!force.magnitude) return vector.components;
    out.measured = measured_as(force);
    Place<Expr> made;
    for (const Expr component : vector.components)
      made.push_back(graph_.mul(force.magnitude->expr, component));
    return made;
  }

  std::optional<Place<Expr>> along_given(const NamedForce& force, const ast::DrawClause& along, DrawnThing& out) {
    if (!force.magnitude) {
      context_.complaints.error("E1102", along.span, fmt::format("force {} is a vector already", force.name)).help =
          "leave `along` out";
      return std::nullopt;
    }
    const auto direction = reader_.direction(along, scope_);
    if (!direction) return std::nullopt;
    Scalar product = *force.magnitude;
    product.dimension = context_.dimensions.multiply(product.dimension, direction->like.dimension);
    if (direction->like.fits_any || context_.fit(measured_as(force), product)) return scaled(force, *direction, out);
    const ast::Expr& written = *along.values.front();
    Diagnostic& made = context_.complaints.error(
        "E1103", written.span, fmt::format("the direction of {} is a vector without unit", force.name));
    made.note = fmt::format("this is in {}, {} in {}", context_.unit_text(direction->like), force.name,
                            context_.unit_text(*force.magnitude));
    made.help = fmt::format("write `unit({})`", context_.text(written.span));
    made.edit = Edit{written.span, fmt::format("unit({})", context_.text(written.span))};
    return std::nullopt;
  }

  // ---- a moment

  std::optional<DrawnThing> arc(const NamedForce& force) {
    auto at = place_of_action(force);
    if (!at) return std::nullopt;
    Arc<Expr> made;
    made.role = force.role;
    made.of = force.name;
    made.value = force.magnitude->expr;
    const ast::DrawClause* along = find_clause(node_, Clause::along);
    if (at->size() == 3) {
      if (along == nullptr) {
        place_is_not_known(force, "the axis of the moment {} is not known",
                           "say which: `draw arrow of {} at P along u`");
        return std::nullopt;
      }
      const auto axis = reader_.direction(*along, scope_);
      if (!axis) return std::nullopt;
      made.axis = unit_vector(graph_, axis->components);
    } else if (along != nullptr) {
      context_.complaints
          .error("E1102", along->span, fmt::format("{} is a moment: in the plane it has no direction", force.name))
          .help = "leave `along` out";
      return std::nullopt;
    }
    made.at = std::move(*at);
    DrawnThing out;
    out.item.what = std::move(made);
    out.item.name = force.name;
    out.measured = *force.magnitude;
    out.has_role = true;
    return out;
  }

  DrawingReader& reader_;
  const Builder& builder_;
  Context& context_;
  Graph& graph_;
  const ast::Draw& node_;
  const Scope* scope_;
};

} // namespace

std::optional<DrawnThing> drawn_arrow(DrawingReader& reader, const ast::Draw& node, const Scope* scope) {
  return ArrowMaker(reader, node, scope).make();
}

} // namespace elaboration
} // namespace dalembert
