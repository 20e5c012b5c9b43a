"""Models with contacts, frictions and functions of the time that jump, made at random; a seed gives one model.

Run alone, `random_contacts.py FIRST COUNT`, it runs the models of these seeds and prints those that pass their certificate
with a closed contact that pulls or an open one that penetrates, those that end early, and those whose end depends on the
times at which states are shown. The variable DALEMBERT names the program.
"""

import csv
import pathlib
import random
import sys
import tempfile

G = 9.81


class Maker:
    """Makes one model and its tables."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.files = {}
        self.end = round(self.rng.uniform(0.8, 2.0), 3)
        self.gaps = []
        self.pushes = []

    def table(self, size, unit):
        """A table of the time that covers the run, its values within ±size; `t` follows in brackets."""
        rng = self.rng
        count = rng.randint(3, 7)
        times = sorted(round(rng.uniform(0.05, self.end), 3) for _ in range(count))
        times = [0.0] + [t for i, t in enumerate(times) if i == 0 or t > times[i - 1] + 0.02] + [self.end + 0.5]
        name = f"table{len(self.files)}.csv"
        value, rows = 0.0, []
        for t in times:
            rows.append(f"{t}, {value:.4f}")
            value += rng.uniform(-size, size)
        self.files[name] = f"t [s], value [{unit}]\n" + "\n".join(rows) + "\n"
        return f'table("{name}", t)'

    def force(self, size):
        """A force that jumps in time or whose rate does, in newtons."""
        rng = self.rng
        at = round(rng.uniform(0.1, self.end - 0.2), 3)
        kind = rng.choice(["table", "heaviside", "if", "pulse", "ramp"])
        height = round(rng.uniform(-size, size), 2)
        if kind == "table":
            return self.table(size, "N")
        if kind == "heaviside":
            return f"{height} [N]*heaviside(t - {at} [s])"
        if kind == "if":
            return f"(if t < {at} [s] then {round(rng.uniform(-size, size) / 2, 2)} [N] else {height} [N])"
        if kind == "pulse":
            return f"{height} [N]*(heaviside(t - {at} [s]) - heaviside(t - {round(at + 0.15, 3)} [s]))"
        return f"{height} [N/s]*max(0 [s], t - {at} [s])"

    def on_platform(self):
        """A mass on a floor that a table moves; the floor may be a body."""
        rng = self.rng
        is_body = rng.random() < 0.5
        e = rng.choice([0, 0, 0, 0.4])
        motion = self.table(0.3, "m")
        floor = "p" if is_body else motion
        self.gaps.append(("z", floor))
        lines = ["param m = 1.5 [kg], g = 9.81 [m/s^2]",
                 "coord z [m]" + (", p [m]" if is_body else ""),
                 "kinetic T = 1/2*m*z'^2" + (" + 1/2*(2 [kg])*p'^2" if is_body else ""),
                 "potential V = m*g*z" + (" + (2 [kg])*g*p" if is_body else "")]
        if is_body:
            lines.append(f"constraint drive: p = {motion}")
        lines += [f"let gap = z - {floor}",
                  f"constraint road: z >= {floor} {{ restitution = {e} }}",
                  "reaction N [N] of road conjugate z'" + (" - p'" if is_body else "")]
        if rng.random() < 0.5:
            lines.append(f"force P on z = {self.force(20)}")
        start = f"z = {floor}" if rng.random() < 0.7 else "z = 0.3 [m]"
        lines += [f"initial {start}, z' ~ 0" if start != "z = 0.3 [m]" else f"initial {start}, z' = 0"]
        return lines

    def rough_block(self):
        """A block on a rough floor, pushed and lifted by forces that jump."""
        rng = self.rng
        mu = round(rng.uniform(0.1, 0.7), 2)
        static = round(mu + rng.choice([0, 0.1]), 2)
        self.gaps.append(("y", "0"))
        return ["param m = 1 [kg], g = 9.81 [m/s^2]",
                "coord x [m], y [m]",
                "kinetic T = 1/2*m*(x'^2 + y'^2)",
                "potential V = m*g*y",
                f"force P on x = {self.force(12)}",
                f"force Q on y = {self.force(14)}",
                "let gap = y",
                f"constraint floor: y >= 0 {{ restitution = {rng.choice([0, 0, 0.3])} }}",
                "reaction N [N] of floor conjugate y'",
                f"friction F [N] of N conjugate x' {{ coefficient = {mu}; static_coefficient = {static} }}",
                f"initial x = 0, y = 0, x' = {round(rng.uniform(-1, 1), 2)} [m/s], y' = 0"]

    def stacked(self):
        """Two masses on one another, the lower one on a floor or on a table of the time."""
        rng = self.rng
        floor = self.table(0.2, "m") if rng.random() < 0.5 else "0 [m]"
        return ["param m = 1 [kg], M = 2 [kg], g = 9.81 [m/s^2]",
                "coord a [m], b [m]",
                "kinetic T = 1/2*M*a'^2 + 1/2*m*b'^2",
                "potential V = M*g*a + m*g*b",
                f"force P on a = {self.force(40)}",
                f"force Q on b = {self.force(15)}",
                f"let gap = a - {floor}",
                "let gap2 = b - a",
                f"constraint low: a >= {floor}",
                "constraint high: b >= a",
                "reaction N [N] of low conjugate a'",
                "reaction N2 [N] of high conjugate b' - a'",
                f"initial a = {floor}, b = a, a' ~ 0, b' ~ 0"]

    def slack_rope(self):
        """A pendulum on a rope that may slacken, with a pivot that a table moves."""
        rng = self.rng
        pivot = self.table(0.25, "m")
        speed = round(rng.uniform(1.5, 4.5), 2)
        return ["param m = 1 [kg], g = 9.81 [m/s^2], l = 1 [m]",
                "coord x [m], y [m]",
                "kinetic T = 1/2*m*(x'^2 + y'^2)",
                "potential V = m*g*y",
                f"let up = y - {pivot}",
                "let gap = l - sqrt(x^2 + up^2)",
                "constraint rope: sqrt(x^2 + up^2) <= l",
                "reaction N [N] of rope conjugate -(x*x' + up*up')/sqrt(x^2 + up^2)",
                f"initial x = 0, y = -l, x' = {speed} [m/s], y' ~ 0"]

    def between_walls(self):
        """A mass between two walls, one of which moves."""
        rng = self.rng
        wall = self.table(0.15, "m")
        return ["param m = 1 [kg], k = 20 [N/m]",
                "coord x [m]",
                "kinetic T = 1/2*m*x'^2",
                "potential V = 1/2*k*x^2",
                f"force P on x = {self.force(25)}",
                f"let gap = x + 0.5 [m] - {wall}",
                "let gap2 = 0.9 [m] - x",
                f"constraint left: x >= -0.5 [m] + {wall}",
                "constraint right: x <= 0.9 [m]",
                "reaction N [N] of left conjugate x'",
                "reaction N2 [N] of right conjugate -x'",
                f"initial x = 0, x' = {round(rng.uniform(-2, 2), 2)} [m/s]"]

    def on_road(self):
        """A mass that slides over a measured road, with friction or without."""
        rng = self.rng
        xs = sorted(round(rng.uniform(0, 6), 2) for _ in range(7))
        xs = [-3.0] + [x for i, x in enumerate(xs) if i == 0 or x > xs[i - 1] + 0.1] + [12.0]
        rows, height = [], 0.0
        for x in xs:
            rows.append(f"{x}, {height:.4f}")
            height = rng.uniform(-0.3, 0.3)
        self.files["road.csv"] = "x [m], h [m]\n" + "\n".join(rows) + "\n"
        road = 'table("road.csv", x)'
        return ["param m = 1 [kg], g = 9.81 [m/s^2]",
                "coord x [m], z [m]",
                "kinetic T = 1/2*m*(x'^2 + z'^2)",
                "potential V = m*g*z",
                f"force P on z = {self.force(8)}",
                f"let gap = z - {road}",
                f"constraint road: z >= {road}",
                "reaction N [N] of road conjugate gap'",
                f"initial x = 0, z = {road}, x' = {round(rng.uniform(0.5, 3), 2)} [m/s], z' ~ 0"]

    def released(self):
        """A block that a catch holds for a while above a rough floor."""
        rng = self.rng
        at = round(rng.uniform(0.1, 0.5), 3)
        return ["param m = 1 [kg], g = 9.81 [m/s^2]",
                "coord x [m], y [m]",
                "kinetic T = 1/2*m*(x'^2 + y'^2)",
                "potential V = m*g*y",
                f"force P on x = {self.force(9)}",
                f"force Q on y = {self.force(16)}",
                "let gap = y",
                "constraint floor: y >= 0",
                f"constraint catch: y = 0.1 [m] until {at} [s]",
                "reaction N [N] of floor conjugate y'",
                "friction F [N] of N conjugate x' { coefficient = 0.3 }",
                f"initial x = 0, y = 0.1 [m], x' = {round(rng.uniform(-1, 1), 2)} [m/s], y' = 0"]

    def two_feet(self):
        """A plank on two feet, lifted at places by forces that jump."""
        return ["param m = 2 [kg], J = 0.3 [kg*m^2], g = 9.81 [m/s^2], l = 0.5 [m]",
                "coord y [m], th [rad]",
                "kinetic T = 1/2*m*y'^2 + 1/2*J*th'^2",
                "potential V = m*g*y",
                f"force P on y = {self.force(18)}",
                f"force Q on th = ({self.force(10)})*l",
                "let gap = y - l*sin(th)",
                "let gap2 = y + l*sin(th)",
                "constraint left: y - l*sin(th) >= 0",
                "constraint right: y + l*sin(th) >= 0",
                "reaction N [N] of left conjugate y' - l*cos(th)*th'",
                "reaction N2 [N] of right conjugate y' + l*cos(th)*th'",
                "initial y = 0, th = 0, y' = 0, th' = 0"]

    KINDS = [on_platform, rough_block, stacked, slack_rope, between_walls, on_road, released, two_feet]

    def make(self, seed):
        kind = self.KINDS[seed % len(self.KINDS)]
        lines = kind(self)
        shown = ["N", "gap"] + [name for name in ("N2", "gap2") if any(f" {name} " in line for line in lines)]
        return "\n".join([f'model M{seed} "{kind.__name__}"', *lines, f"simulate 0..{self.end} [s]",
                          f"plot {', '.join(shown)} vs t", ""])


def write_model(seed, folder):
    """Writes the model of a seed with its tables into a folder; returns its path and its maker."""
    maker = Maker(seed)
    text = maker.make(seed)
    folder = pathlib.Path(folder)
    for name, content in maker.files.items():
        (folder / name).write_text(content, encoding="utf-8")
    path = folder / "model.mech"
    path.write_text(text, encoding="utf-8")
    return path, maker


def state_of(result):
    """The numbers of the final state, by name."""
    return {name: value for name, value in result["final"].items() if isinstance(value, (int, float))}


def breaches(folder):
    """The rows of a kept run in which a contact pulls or penetrates: (t, name, value)."""
    with open(pathlib.Path(folder) / "table.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    names = [cell.split(" ")[0] for cell in rows[0]]
    out = []
    for row in rows[1:]:
        numbers = dict(zip(names, map(float, row)))
        for name in ("N", "N2", "gap", "gap2"):
            # Bounds of the certificate: 1e-7 of forces of 10 N, 1e-8 of lengths of 1 m.
            if numbers.get(name, 0.0) < (-1e-6 if name[0] == "N" else -1e-8):
                out.append((numbers["t"], name, numbers[name]))
    return out


def variations(maker):
    """Options that show states at other times, or limit steps, as a user may ask for."""
    rng = maker.rng
    times = ",".join(f"{rng.uniform(0, maker.end):.6f}" for _ in range(4))
    return [["--at", times], ["--samples", str(rng.randint(3, 200))], ["--max-step", f"{rng.uniform(0.002, 0.05):.4f}"]]


def main(first, count):
    """Runs the models of some seeds; prints what goes wrong with them."""
    from program import run_json
    passed = ended = 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            path, maker = write_model(seed, folder)
            code, result = run_json("run", path, "--out", f"{folder}/o")
            label = f"{seed} {Maker.KINDS[seed % len(Maker.KINDS)].__name__}"
            if result.get("outcome") != "completed":
                ended += 1
                reason = result.get("failure") or [d["message"] for d in result.get("diagnostics", [])][:1]
                print(f"{label}: exit {code}: {reason}", flush=True)
                continue
            failed = result["certificate"]["failed"]
            wrong = breaches(f"{folder}/o")
            if failed or wrong:
                print(f"{label}: failed {failed}, rows {wrong[:3]} of {len(wrong)}", flush=True)
            passed += not failed
            end = state_of(result)
            for options in variations(maker):
                _, other = run_json("run", path, *options)
                if other.get("outcome") != "completed":
                    print(f"{label}: {options}: {other.get('failure')}", flush=True)
                    continue
                if other["certificate"]["failed"]:
                    print(f"{label}: {options}: failed {other['certificate']['failed']}", flush=True)
                if abs(other["t_end"] - result["t_end"]) > 0:
                    continue
                far = {name: value - end[name] for name, value in state_of(other).items() if name in end}
                worst = max(far, key=lambda name: abs(far[name]) / (1 + abs(end[name])))
                if abs(far[worst]) > 1e-7 * (1 + abs(end[worst])):  # 100 tolerances (1e-9)
                    print(f"{label}: {options}: {worst} differs by {far[worst]:.2g}", flush=True)
    print(f"{passed} of {count} pass, {ended} end early")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
