#pragma once

// The words that statements start with, each with the rule of StatementParser that reads the statement: the one place
// that names both. The words stand in alphabetical order.

// clang-format off
#define DALEMBERT_STATEMENT_WORDS(WORD) \
  WORD(animate, animate) WORD(assume, assume) WORD(body, body) WORD(check, check) WORD(constraint, constraint) \
  WORD(contact, contact) WORD(coord, declarations) WORD(count, declarations) WORD(dissipation, energy) \
  WORD(event, event) WORD(export, export_) WORD(for, for_) WORD(force, force) WORD(frame, frame) \
  WORD(friction, friction) WORD(function, function) WORD(gravity, gravity) WORD(impact, impact) \
  WORD(include, include) WORD(initial, initial) WORD(input, declarations) WORD(joint, joint) WORD(kinetic, energy) \
  WORD(lagrangian, energy) WORD(let, let) WORD(model, model) WORD(param, declarations) WORD(plot, plot) \
  WORD(point, point) WORD(potential, energy) WORD(reaction, reaction) WORD(show, show) WORD(simulate, simulate) \
  WORD(speed, declarations) WORD(sweep, sweep) WORD(torque, force)

// Words that start a statement and are names everywhere else.
#define DALEMBERT_CONTEXTUAL_WORDS(WORD) WORD(draw, draw)

#define DALEMBERT_STATEMENT_RULES(RULE) \
  RULE(animate) RULE(assume) RULE(body) RULE(check) RULE(constraint) RULE(contact) RULE(declarations) RULE(draw) \
  RULE(energy) \
  RULE(event) RULE(export_) RULE(for_) RULE(force) RULE(frame) RULE(friction) RULE(function) RULE(gravity) \
  RULE(impact) RULE(include) RULE(initial) RULE(joint) RULE(let) RULE(model) RULE(plot) RULE(point) RULE(reaction) \
  RULE(show) RULE(simulate) RULE(sweep)
// clang-format on
