"""Linear algebra of small dense matrices (lists of rows): ranks, null spaces, least squares, eigenvalues."""

import cmath
import math
from operator import mul


def transpose(a):
    return [list(column) for column in zip(*a)]


def multiply(a, b):
    columns = list(zip(*b))
    return [[sum(map(mul, row, column)) for column in columns] for row in a]


def apply(a, x):
    return [sum(map(mul, row, x)) for row in a]


def norm(x):
    return math.sqrt(sum(abs(u) ** 2 for u in x))


def svd(a, columns):
    """U·S of each column, the singular values and V (one-sided Jacobi); `columns` where there may be no rows."""
    u = transpose(a) if a else [[] for _ in range(columns)]
    n = len(u)
    v = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(60):
        turned = False
        squares = [sum(map(mul, x, x)) for x in u]
        for i in range(n - 1):
            for j in range(i + 1, n):
                alpha, beta, gamma = squares[i], squares[j], sum(map(mul, u[i], u[j]))
                # A rotation by less than an ulp would turn nothing.
                if abs(gamma) <= 1e-15 * math.sqrt(alpha * beta) or gamma == 0.0:
                    continue
                turned = True
                zeta = (beta - alpha) / (2 * gamma)
                t = math.copysign(1.0, zeta) / (abs(zeta) + math.hypot(1.0, zeta))
                c = 1 / math.hypot(1.0, t)
                ct = c * t
                for w in (u, v):
                    pairs = list(zip(w[i], w[j]))
                    w[i], w[j] = [c * x - ct * y for x, y in pairs], [ct * x + c * y for x, y in pairs]
                # not updated but summed anew: what cancels would be lost
                squares[i], squares[j] = sum(map(mul, u[i], u[i])), sum(map(mul, u[j], u[j]))
        if not turned:
            break
    sizes = [norm(x) for x in u]
    order = sorted(range(n), key=lambda k: -sizes[k])
    return [u[k] for k in order], [sizes[k] for k in order], [v[k] for k in order]


def scaled_rows(a):
    """Rows of length one; a row is what it says, not how it was multiplied."""
    return [[x / norm(row) for x in row] if norm(row) > 0 else row for row in a]


# Of rows of length 1: rounding lies below, and System.clear admits nothing between it and 1e-3.
def rank(a, columns, tolerance=1e-9):
    if not a:
        return 0
    sizes = svd(scaled_rows(a), columns)[1]
    return sum(1 for s in sizes if s > tolerance * max(1.0, sizes[0]))


def gap(a, columns, tolerance=1e-9):  # as in rank
    """The rank, and how near the next singular value is: (rank, smallest taken, largest left out)."""
    sizes = svd(scaled_rows(a), columns)[1] if a else []
    taken = [s for s in sizes if s > tolerance * max(1.0, sizes[0])]
    left = [s for s in sizes if s <= tolerance * max(1.0, sizes[0])]
    return len(taken), min(taken, default=1.0), max(left, default=0.0)


def null_space(a, columns, tolerance=1e-9):  # as in rank
    """An orthonormal basis of a·x = 0."""
    if not a:
        return [[float(i == j) for j in range(columns)] for i in range(columns)]
    _, sizes, v = svd(scaled_rows(a), columns)
    return [v[k] for k in range(columns) if sizes[k] <= tolerance * max(1.0, sizes[0])]


# Rounding of the largest singular value, with a thousand ulps to spare.
def least_squares(a, b, columns, tolerance=1e-12):
    """The shortest x with a·x nearest to b."""
    if not a:
        return [0.0] * columns
    u, sizes, v = svd(a, columns)
    x = [0.0] * columns
    for uk, s, vk in zip(u, sizes, v):
        if s > tolerance * sizes[0]:
            weight = sum(p * q for p, q in zip(uk, b)) / (s * s)
            x = [xi + weight * vi for xi, vi in zip(x, vk)]
    return x


def solve(a, b):
    """a·x = b with pivots by size; None where a pivot is round-off."""
    n = len(a)
    size = max((abs(x) for row in a for x in row), default=0.0)
    rows = [list(row) + [right] for row, right in zip(a, b)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if abs(rows[best][k]) <= 1e-13 * size:  # a thousand ulps of the largest entry
            return None
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            if factor != 0.0:
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
    x = [0.0] * n
    for k in range(n - 1, -1, -1):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def eigenvalues(a):
    """All eigenvalues: balanced, Hessenberg form, QR with complex shifts."""
    h = hessenberg([[complex(x) for x in row] for row in balanced(a)])
    values, n, turns = [], len(h), 0
    while n > 0:
        if n == 1:
            values.append(h[0][0])
            break
        low = n - 1
        # Less than an ulp of its neighbours.
        while low > 0 and abs(h[low][low - 1]) > 1e-16 * (abs(h[low][low]) + abs(h[low - 1][low - 1])):
            low -= 1
        if low == n - 1:
            values.append(h[n - 1][n - 1])
            n, turns = n - 1, 0
            h = [row[:n] for row in h[:n]]
            continue
        turns += 1
        if turns > 300:
            raise ArithmeticError("eigenvalues do not converge")
        qr_step(h, low, n, turns)
    return sorted(values, key=lambda s: (s.real, s.imag))


def balanced(a):
    """Scaled by powers of two so that rows and columns are of like size."""
    a = [list(row) for row in a]
    n = len(a)
    for _ in range(20):
        done = True
        for i in range(n):
            c = sum(abs(a[j][i]) for j in range(n) if j != i)
            r = sum(abs(a[i][j]) for j in range(n) if j != i)
            if c == 0 or r == 0:
                continue
            f = 2.0 ** round(math.log2(r / c) / 2)
            if f != 1.0 and c * f + r / f < 0.95 * (c + r):
                done = False
                a[i] = [x / f for x in a[i]]
                for j in range(n):
                    a[j][i] *= f
        if done:
            break
    return a


def hessenberg(h):
    n = len(h)
    for k in range(1, n - 1):
        best = max(range(k, n), key=lambda i: abs(h[i][k - 1]))
        if abs(h[best][k - 1]) == 0.0:
            continue
        h[k], h[best] = h[best], h[k]
        for row in h:
            row[k], row[best] = row[best], row[k]
        for i in range(k + 1, n):
            factor = h[i][k - 1] / h[k][k - 1]
            if factor != 0:
                h[i] = [x - factor * y for x, y in zip(h[i], h[k])]
                for row in h:
                    row[k] += factor * row[i]
    return h


def qr_step(h, low, n, turns):
    a, b, c, d = h[n - 2][n - 2], h[n - 2][n - 1], h[n - 1][n - 2], h[n - 1][n - 1]
    root = cmath.sqrt(((a - d) / 2) ** 2 + b * c)
    shift = min(((a + d) / 2 + root, (a + d) / 2 - root), key=lambda s: abs(s - d))
    if turns % 11 == 10:
        shift += abs(c)
    turned = []
    for k in range(low, n):
        h[k][k] -= shift
    for k in range(low, n - 1):
        x, y = h[k][k], h[k + 1][k]
        size = math.sqrt(abs(x) ** 2 + abs(y) ** 2)
        if size == 0.0:
            turned.append((1.0, 0.0))
            continue
        p, q = x / size, y / size
        turned.append((p, q))
        for j in range(k, n):
            u, w = h[k][j], h[k + 1][j]
            h[k][j], h[k + 1][j] = p.conjugate() * u + q.conjugate() * w, -q * u + p * w
    for k, (p, q) in zip(range(low, n - 1), turned):
        p, q = complex(p), complex(q)
        for i in range(low, min(k + 2, n)):
            u, w = h[i][k], h[i][k + 1]
            h[i][k], h[i][k + 1] = u * p + w * q, -u * q.conjugate() + w * p.conjugate()
    for k in range(low, n):
        h[k][k] += shift


def characteristic(a):
    """The coefficients of det(s − a), from s^0 to s^n (Faddeev–LeVerrier)."""
    n = len(a)
    c, m = [1.0], [[0.0] * n for _ in range(n)]
    for k in range(1, n + 1):
        m = multiply(a, m)
        for i in range(n):
            m[i][i] += c[-1]
        c.append(-sum(multiply(a, m)[i][i] for i in range(n)) / k)
    return c[::-1]


def matched(found, wanted):
    """The largest distance between two sets of complex numbers, paired greedily."""
    rest, worst = list(found), 0.0
    for s in sorted(wanted, key=abs, reverse=True):
        near = min(rest, key=lambda z: abs(z - s))
        worst = max(worst, abs(near - s))
        rest.remove(near)
    return worst
