"""The linear motion about a state, by differences: what eigenvalues and stability verdicts are tested with."""

import math

import linear
from states import State

STEP = 2e-3       # of a four-point difference: truncation 1e-11, round-off 1e-13
ACCURACY = 1e-8   # of the norm: what the differences are good to
# A thousand times ACCURACY.
BOUND = 1e-5      # of the norm: an eigenvalue nearer to the axis than this is not said to lie off it by us


class Linearized:
    """A of ẋ = A·x in a chart: `chart` lists names (x or x') that are independent on the constraints, `still` positions held."""

    def __init__(self, system, state, chart, still=()):
        self.system, self.state, self.chart = system, state, list(chart)
        n = len(system.names)
        self.index = {name: k for k, name in enumerate(system.names)}
        self.index.update({name + "'": n + k for k, name in enumerate(system.names)})
        self.held = [self.index[name] for name in still]
        self.matrix, self.step = None, STEP

    def tangent(self):
        """2n × 2n rows of the constraints' first derivatives at the state: φ, and ψ."""
        system, state, n = self.system, self.state, len(self.system.names)
        rows = []
        if system.holonomic():
            hol, _ = system.row_matrix(state, system.holonomic())
            rows += [[*row, *[0.0] * n] for row in hol]
        columns = [self.difference(i, lambda s: system.psis(system.constraints, s)) for i in range(2 * n)]
        return rows + linear.transpose(columns) if system.constraints else []

    def shifted(self, moves):
        z = [*self.state.q, *self.state.v]
        for i, d in moves:
            z[i] += d
        n = len(self.system.names)
        return State(self.state.t, z[:n], z[n:], self.state.parameters)

    def difference(self, i, value):
        """d value/dz_i by four points."""
        def at(k):
            return value(self.shifted([(i, k * self.step)]))
        return [(8 * (a - b) - (c - d)) / (12 * self.step) for a, b, c, d in zip(at(1), at(-1), at(2), at(-2))]

    def compute(self):
        """A, or None with the reason in `why`."""
        n = len(self.system.names)
        directions, self.why = [], ""
        rows = self.tangent()
        for name in self.chart:
            wanted = [([float(k == self.index[other]) for k in range(2 * n)], float(other == name)) for other in self.chart]
            wanted += [([float(k == i) for k in range(2 * n)], 0.0) for i in self.held]
            matrix = [*linear.scaled_rows(rows), *(row for row, _ in wanted)]
            right = [*[0.0] * len(rows), *(x for _, x in wanted)]
            direction = linear.least_squares(matrix, right, 2 * n, 1e-9)
            # The rows are differences, good to ACCURACY.
            if max(abs(x - y) for x, y in zip(linear.apply(matrix, direction), right)) > 1e-7:
                self.why = f"{name} is no independent state"
                return None
            directions.append(direction)
        slopes = []
        for direction in directions:
            moves = [[(i, k * self.step * d) for i, d in enumerate(direction) if d != 0.0] for k in (1, -1, 2, -2)]
            flows = [self.flow(self.shifted(move)) for move in moves]
            if None in flows:
                self.why = "the motion near by is not determined"
                return None
            slopes.append([(8 * (a - b) - (c - d)) / (12 * self.step) for a, b, c, d in zip(*flows)])
        self.matrix = linear.transpose(slopes)
        return self.matrix

    def settled(self):
        """A with steps that are shortened until it no longer changes: where the flow bends within a step."""
        matrix = self.compute()
        for _ in range(3):
            before, self.step = matrix, self.step / 4
            if before is None:
                return None
            matrix = self.compute()
            largest = max((abs(x) for row in before for x in row), default=0.0)
            # Ten times ACCURACY.
            if matrix is None or all(abs(x - y) <= 1e-7 * largest for p, q in zip(matrix, before) for x, y in zip(p, q)):
                return before
        return matrix

    def flow(self, state):
        a = self.system.motion(state)
        if a is None:
            return None
        z = [*state.v, *a]
        return [z[self.index[name]] for name in self.chart]


def size(matrix):
    """A rate that the matrix is measured by; balancing alone would make a nilpotent one small without end."""
    largest = max((abs(x) for row in matrix for x in row), default=0.0)
    return max([linear.norm(row) for row in linear.balanced(matrix)] + [1e-2 * math.sqrt(largest)], default=0.0) or 1.0


def nearest(matrix, s):
    """The smallest singular value of A − s of the norm: how near s is to being an eigenvalue."""
    return shifted_sizes(matrix, s)[-1]


def grows(matrix):
    """True where an eigenvalue lies right of the axis beyond doubt, False where none does beyond the bound, None between."""
    scale = size(matrix)
    values = linear.eigenvalues(matrix)
    largest = max((s for s in values), key=lambda s: s.real, default=0.0)
    if largest.real <= BOUND * scale * 0.1:
        return False
    # A double value is moved by the root of 100 ACCURACY.
    if largest.real < 1e-3 * scale and nearest(matrix, complex(0.0, largest.imag)) < 100 * ACCURACY:
        return None
    return True


def resonates(matrix, again=None):
    """True where oscillations of equal frequencies have fewer directions than frequencies, so that they grow with t; None between. Frequencies
    that lie apart, and by as much in `again`, the matrix by other differences, are not equal."""
    scale = size(matrix)
    other = linear.eigenvalues(again) if again else []
    # A triple value is moved by the third root of 100 ACCURACY.
    values = [s for s in linear.eigenvalues(matrix) if s.imag > 1e-2 * scale and abs(s.real) < 1e-2 * scale]
    doubtful = False
    while values:
        group = [s for s in values if abs(s - values[0]) < 1e-2 * scale]  # as above: nearer values may be one
        values = [s for s in values if s not in group]
        if len(group) < 2:
            continue
        apart = min(abs(s - z) for k, s in enumerate(group) for z in group[:k])
        moved = max(min((abs(s - z) for z in other), default=math.inf) for s in group)
        if apart > max(10 * moved, 1e-5 * scale):  # BOUND
            continue
        middle = complex(0.0, sum(s.imag for s in group) / len(group))
        sizes = shifted_sizes(matrix, middle)
        flat = sum(s <= 1e-5 for s in sizes)  # every direction counts twice, as real and imaginary part; BOUND
        clear = sum(s <= 2e-3 for s in sizes)
        # BOUND for the sum, in which what splits a multiple value cancels.
        if abs(sum(s.real for s in group)) < 1e-5 * scale * len(group) and max(abs(s - middle) for s in group) < 3e-3 * scale:
            if clear < 2 * len(group) and flat > 0:
                return True
            doubtful = doubtful or flat != 2 * len(group)
    return None if doubtful else False


def shifted_sizes(matrix, s):
    """The singular values of A − s of the norm, each twice."""
    a = linear.balanced(matrix)
    n = len(a)
    real = [[a[i][j] - (s.real if i == j else 0.0) for j in range(n)] + [s.imag if i == j else 0.0 for j in range(n)] for i in range(n)]
    real += [[-s.imag if i == j else 0.0 for j in range(n)] + [a[i][j] - (s.real if i == j else 0.0) for j in range(n)] for i in range(n)]
    return [x / size(matrix) for x in linear.svd(real, 2 * n)[1]]
