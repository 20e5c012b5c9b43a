"""Random models from a printed seed: roots, redundant rows, redundant coordinates, quaternions, parameters of either sign."""

import math
import pathlib
import random
import tempfile


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.parameters = [], {}

    def number(self, low, high, digits=3):
        return round(self.random.uniform(low, high), digits)

    def parameter(self, name, low, high, either_sign=False):
        value = self.number(low, high)
        if either_sign and self.random.random() < 0.4:
            value = -value
        self.parameters[name] = value
        return name

    def chance(self, p):
        return self.random.random() < p

    def text(self, name, comment):
        listed = ", ".join(f"{k} = {v}" for k, v in self.parameters.items())
        head = [f"# {comment}", f"model {name}"] + ([f"param {listed}"] if listed else [])
        return "\n".join([*head, *self.lines, "simulate 0..2", ""])


def coupled(w):
    """Coordinates with a mass matrix that depends on the position, springs with roots, parameters of either sign."""
    n = w.random.randint(2, 3)
    names = ["x", "u", "s"][:n]
    angles = [w.chance(0.5) for _ in names]
    w.lines.append("coord " + ", ".join(f"{q} [{'rad' if a else 'm'}]" if False else q for q, a in zip(names, angles)))
    parts = [f"1/2*{w.parameter(f'm{k}', 0.5, 2)}*{q}'^2" for k, q in enumerate(names)]
    i, j = w.random.sample(range(n), 2)
    shape = w.random.choice([f"sin({names[i]})", f"cos({names[j]})", f"{names[i]}", "1"])
    parts.append(f"1/2*{w.parameter('m9', 0.5, 2)}*({names[i]}' + {w.parameter('b', 0.2, 1, True)}*{shape}*{names[j]}')^2")
    w.lines.append("kinetic T = " + " + ".join(parts))
    wells = [f"1/2*{w.parameter('k', 0.5, 5, True)}*(sqrt({names[0]}^2 + {w.parameter('a', 0.3, 1)}^2) - {w.parameter('c', 0.3, 1)})^2",
             f"{w.parameter('g', 1, 9)}*cos({names[-1]})", f"{w.parameter('e', 0.2, 2, True)}*{names[0]}*{names[-1]}"]
    w.lines.append("potential V = " + " + ".join(w.random.sample(wells, w.random.randint(1, 3))))
    if w.chance(0.3):
        w.lines.append(f"dissipation D = 1/2*{w.parameter('d', 0.1, 1)}*{names[0]}'^2")
    w.lines.append("initial " + ", ".join(f"{q} = {w.number(-1, 1)}, {q}' = {w.number(-1, 1)}" for q in names))


def rods(w):
    """Point masses in the plane on rods, the rows as roots or as squares, some of them twice, in other words."""
    n = w.random.randint(1, 2)
    at = ("0", "0")
    start, here = [], (0.0, 0.0)
    w.parameter("g", 1, 9)
    coords, kinetic, potential = [], [], []
    for k in range(1, n + 1):
        length, angle = w.number(0.4, 1.2), w.number(-3, 3)
        w.parameters[f"l{k}"] = length
        m = w.parameter(f"m{k}", 0.5, 2)
        here = (here[0] + length * math.cos(angle), here[1] + length * math.sin(angle))
        coords += [f"x{k}", f"y{k}"]
        kinetic.append(f"1/2*{m}*(x{k}'^2 + y{k}'^2)")
        potential.append(f"{m}*g*y{k}")
        dx, dy = (f"x{k}", f"y{k}") if k == 1 else (f"(x{k} - {at[0]})", f"(y{k} - {at[1]})")
        square = f"{dx}^2 + {dy}^2"
        rows = [f"sqrt({square}) = l{k}", f"{square} = l{k}^2", f"{w.number(2, 30)}*({square}) = {w.number(2, 30)}*l{k}^2"]
        factor = w.number(2, 30)
        rows[2] = f"{factor}*({square}) = {factor}*l{k}^2"
        chosen = w.random.sample(rows, 2 if w.chance(0.4) else 1)
        start.append((f"x{k}", here[0], f"y{k}", here[1]))
        for r, row in enumerate(chosen):
            w.lines.append(f"constraint rod{k}_{r + 1}: {row}")
        at = (f"x{k}", f"y{k}")
    w.lines.insert(0, "coord " + ", ".join(coords))
    w.lines.insert(1, "kinetic T = " + " + ".join(kinetic))
    w.lines.insert(2, "potential V = " + " + ".join(potential))
    w.lines.append("initial " + ", ".join(f"{a} ~ {x!r}, {b} ~ {y!r}" for a, x, b, y in start))


def redundant_coordinates(w):
    """A pendulum or a bead with its Cartesian coordinates beside its angle, the angle once more, and rows that repeat others."""
    length, angle = w.number(0.4, 1.5), w.number(-1.4, 1.4)
    w.parameters.update(L=length, m=w.number(0.5, 2), g=w.number(1, 9))
    twice = w.chance(0.6)
    w.lines.append("coord x, y, q" + (", r" if twice else ""))
    w.lines.append("kinetic T = 1/2*m*(x'^2 + y'^2)" + (f" + 1/2*{w.parameter('J', 0.1, 1)}*q'^2" if w.chance(0.5) else ""))
    w.lines.append(w.random.choice(["potential V = m*g*x", "potential V = -m*g*y", f"potential V = 1/2*{w.parameter('k', 0.5, 4, True)}*x^2"]))
    w.lines += ["constraint a1: x = L*cos(q)", "constraint a2: y = L*sin(q)"]
    if twice:
        w.lines += ["constraint b1: x = L*cos(r)", "constraint b2: y = L*sin(r)"]
    if w.chance(0.4):
        w.lines.append("constraint circle: x^2 + y^2 = L^2")
    if w.chance(0.3):
        w.lines.append(f"force F on y = {w.number(0.5, 3)}")
    rate = w.number(-1, 1)
    w.lines.append(f"initial q = {angle}, x ~ {length * math.cos(angle)!r}, y ~ {length * math.sin(angle)!r}, q' = {rate}"
                   + (f", r ~ {angle}, r' ~ {rate}" if twice else "")
                   + f", x' ~ {-length * math.sin(angle) * rate!r}, y' ~ {length * math.cos(angle) * rate!r}")


def quaternion(w):
    """A rigid body that turns about a fixed point, by a unit quaternion: det M = 0 at every state."""
    names = ["q0", "q1", "q2", "q3"]
    q = [w.random.gauss(0, 1) for _ in names]
    if w.chance(0.3):
        q = [1.0, 0.0, 0.0, 0.0]
    elif w.chance(0.3):
        q[w.random.randrange(4)] *= 1e-3
    size = math.sqrt(sum(x * x for x in q))
    q = [x / size for x in q]
    for k, moment in enumerate("ABC"):
        w.parameters[moment] = w.number(0.5, 2)
    if w.chance(0.4):
        w.parameters["B"] = w.parameters["A"]
    w.lines.append("coord " + ", ".join(names))
    w.lines += ["let w1 = 2*(-q1*q0' + q0*q1' + q3*q2' - q2*q3')", "let w2 = 2*(-q2*q0' - q3*q1' + q0*q2' + q1*q3')",
                "let w3 = 2*(-q3*q0' + q2*q1' - q1*q2' + q0*q3')", "kinetic T = 1/2*(A*w1^2 + B*w2^2 + C*w3^2)"]
    if w.chance(0.6):
        w.lines.append(f"potential V = {w.parameter('h', 0.5, 3, True)}*(q0^2 - q1^2 - q2^2 + q3^2)")
    w.lines.append(w.random.choice(["constraint unit: q0^2 + q1^2 + q2^2 + q3^2 = 1", "constraint unit: sqrt(q0^2 + q1^2 + q2^2 + q3^2) = 1"]))
    v = [w.random.gauss(0, 1) for _ in names]
    along = sum(x * y for x, y in zip(q, v))
    v = [x - along * y for x, y in zip(v, q)]
    w.lines.append("initial " + ", ".join(f"{n} ~ {x!r}, {n}' ~ {y!r}" for n, x, y in zip(names, q, v)))


def rolling(w):
    """Velocity rows with factors that change, some of them integrable, some repeated in other words."""
    names = ["x", "y", "z", "u"][:w.random.randint(3, 4)]
    w.lines.append("coord " + ", ".join(names))
    w.lines.append("kinetic T = " + " + ".join(f"1/2*{w.parameter(f'm{k}', 0.5, 2)}*{q}'^2" for k, q in enumerate(names)))
    if w.chance(0.6):
        w.lines.append(f"potential V = 1/2*{w.parameter('k', 0.5, 4, True)}*x^2" + (" + 2*z" if w.chance(0.5) else ""))
    rows = ["z' = y*x'", "z' = x*y' - y*x'", "y'*cos(z) = x'*sin(z)", "x' = 0.5*z'", "x*x' + y*y' = 0.3*z'", "y' = x^2*x'", "z' = y*x' + 0.2"]
    if len(names) == 4:
        rows += ["u' = z*x'", "u' = x*y'", "x'*cos(u) + y'*sin(u) = 0.7*z'"]
    chosen = w.random.sample(rows, w.random.randint(1, len(names) - 2))
    for k, row in enumerate(chosen):
        w.lines.append(f"constraint c{k + 1}: {row}")
    if w.chance(0.3):
        left, right = chosen[0].split("=")
        w.lines.append(f"constraint again: 3*({left.strip()}) = 3*({right.strip()})")
    w.lines.append("initial " + ", ".join(f"{q} = {w.number(-1, 1)}, {q}' ~ {w.number(-1, 1)}" for q in names))


def mechanism(w):
    """A parallelogram with a third crank: a row pair too many at every position."""
    a, d, angle = w.number(0.3, 0.8), w.number(0.8, 1.5), w.number(0.2, 1.3)
    w.parameters.update(a=a, d=d, m=w.number(0.5, 2), J=w.number(0.02, 0.2), g=w.number(1, 9))
    w.lines += ["coord p, q, r, b", "kinetic T = 1/2*J*(p'^2 + q'^2 + r'^2) + 1/2*m*((a*p'*sin(p) + d/2*b'*sin(b))^2 + (a*p'*cos(p) + d/2*b'*cos(b))^2)",
                w.random.choice(["potential V = m*g*(a*sin(p) + d/2*sin(b))", f"force M on p = {w.number(-1, 1)}"]),
                "constraint x1: a*cos(p) + d*cos(b) = d + a*cos(q)", "constraint y1: a*sin(p) + d*sin(b) = a*sin(q)",
                "constraint x2: a*cos(p) + d/2*cos(b) = d/2 + a*cos(r)", "constraint y2: a*sin(p) + d/2*sin(b) = a*sin(r)"]
    rate = w.number(0.5, 2)
    w.lines.append(f"initial p = {angle}, q ~ {angle}, r ~ {angle}, b ~ 0, p' = {rate}, q' ~ {rate}, r' ~ {rate}, b' ~ 0")


def driven(w):
    """A frame that turns or shakes, written into the energies or as a row with the time."""
    w.parameters.update(m=w.number(0.5, 2), R=w.number(0.3, 1), g=w.number(1, 9), w=w.number(1, 6))
    if w.chance(0.5):
        w.lines += ["coord th", "kinetic T = 1/2*m*R^2*(th'^2 + w^2*sin(th)^2)", "potential V = -m*g*R*cos(th)"]
        w.lines.append(f"initial th = {w.number(-2, 2)}, th' = {w.number(-1, 1)}")
    else:
        w.lines += ["coord r, ph", "kinetic T = 1/2*m*(r'^2 + r^2*ph'^2)", w.random.choice(["constraint drive: ph = w*t", "constraint drive: ph' = w"]),
                    f"potential V = 1/2*{w.parameter('k', 0.5, 20, True)}*(r - R)^2"]
        w.lines.append(f"initial r = {w.number(-1, 1)}, ph ~ 0, r' = {w.number(-1, 1)}, ph' ~ {w.parameters['w']}")


KINDS = (coupled, rods, redundant_coordinates, quaternion, rolling, mechanism, driven)


def model(seed, number):
    kind = KINDS[number % len(KINDS)]
    w = Writer(f"{seed}/{number}")
    kind(w)
    return f"random_{seed}_{number:03d}_{kind.__name__}", w.text(f"Random{number}", f"{kind.__doc__} Seed {seed}, number {number}.")


class Folder:
    """The random models as files of a folder that goes when they are no longer needed, or of one that stays."""

    def __init__(self, count, seed, keep=None):
        self.count, self.seed = count, seed
        self.folder = None if keep else tempfile.TemporaryDirectory()
        self.path = pathlib.Path(keep or self.folder.name)

    def __enter__(self):
        self.path.mkdir(parents=True, exist_ok=True)
        files = []
        for number in range(self.count):
            name, text = model(self.seed, number)
            files.append(self.path / f"{name}.mech")
            files[-1].write_text(text, encoding="utf-8")
        return files

    def __exit__(self, *_):
        if self.folder:
            self.folder.cleanup()
