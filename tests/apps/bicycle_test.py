"""Straight running of the benchmark bicycle against its linear equations.

Source: Meijaard, Papadopoulos, Ruina, Schwab, Proc. R. Soc. A 463 (2007) 1955: the recipe of their appendix A for
M q'' + v C1 q' + (g K0 + v^2 K2) q = 0, and their table of eigenvalues. The tolerance 1e-10 is 1e-11 of the largest one.
"""

import math
import unittest

from program import SEEDS, run_json

GALLERY = SEEDS.parent / "gallery" / "benchmark_bicycle.mech"


def coefficients(p):
    """M, K0, K2, C1 (roll, steer) from the parameters of the bicycle."""
    w, c = p["w"], p["c"]
    m_t = p["mR"] + p["mB"] + p["mH"] + p["mF"]
    x_t = (p["xB"]*p["mB"] + p["xH"]*p["mH"] + w*p["mF"])/m_t
    z_t = (-p["rR"]*p["mR"] + p["zB"]*p["mB"] + p["zH"]*p["mH"] - p["rF"]*p["mF"])/m_t
    t_xx = (p["IRx"] + p["IBx"] + p["IHx"] + p["IFx"] + p["mR"]*p["rR"]**2 + p["mB"]*p["zB"]**2 + p["mH"]*p["zH"]**2
            + p["mF"]*p["rF"]**2)
    t_xz = p["IBxz"] + p["IHxz"] - p["mB"]*p["xB"]*p["zB"] - p["mH"]*p["xH"]*p["zH"] + p["mF"]*w*p["rF"]
    t_zz = (p["IRx"] + p["IBz"] + p["IHz"] + p["IFx"] + p["mB"]*p["xB"]**2 + p["mH"]*p["xH"]**2 + p["mF"]*w**2)
    m_a = p["mH"] + p["mF"]
    x_a = (p["xH"]*p["mH"] + w*p["mF"])/m_a
    z_a = (p["zH"]*p["mH"] - p["rF"]*p["mF"])/m_a
    a_xx = p["IHx"] + p["IFx"] + p["mH"]*(p["zH"] - z_a)**2 + p["mF"]*(p["rF"] + z_a)**2
    a_xz = p["IHxz"] - p["mH"]*(p["xH"] - x_a)*(p["zH"] - z_a) + p["mF"]*(w - x_a)*(p["rF"] + z_a)
    a_zz = p["IHz"] + p["IFx"] + p["mH"]*(p["xH"] - x_a)**2 + p["mF"]*(w - x_a)**2
    s, k = math.sin(p["tilt"]), math.cos(p["tilt"])
    u = (x_a - w - c)*k - z_a*s
    a_ll = m_a*u**2 + a_xx*s**2 + 2*a_xz*s*k + a_zz*k**2
    a_lx = -m_a*u*z_a + a_xx*s + a_xz*k
    a_lz = m_a*u*x_a + a_xz*s + a_zz*k
    mu = c/w*k
    s_r, s_f = p["IRy"]/p["rR"], p["IFy"]/p["rF"]
    s_t, s_a = s_r + s_f, m_a*u + mu*m_t*x_t
    mass = [[t_xx, a_lx + mu*t_xz], [a_lx + mu*t_xz, a_ll + 2*mu*a_lz + mu**2*t_zz]]
    k0 = [[m_t*z_t, -s_a], [-s_a, -s_a*s]]
    k2 = [[0.0, (s_t - m_t*z_t)/w*k], [0.0, (s_a + s_f*s)/w*k]]
    c1 = [[0.0, mu*s_t + s_f*k + t_xz/w*k - mu*m_t*z_t], [-(mu*s_t + s_f*k), a_lz/w*k + mu*(s_a + t_zz/w*k)]]
    return mass, k0, k2, c1


def quartic(p, v):
    """det(M s^2 + v C1 s + g K0 + v^2 K2), coefficients of s^0 ... s^4."""
    mass, k0, k2, c1 = coefficients(p)
    entry = [[[p["g"]*k0[i][j] + v*v*k2[i][j], v*c1[i][j], mass[i][j]] for j in range(2)] for i in range(2)]
    out = [0.0]*5
    for a in range(3):
        for b in range(3):
            out[a + b] += entry[0][0][a]*entry[1][1][b] - entry[0][1][a]*entry[1][0][b]
    return out


def roots(polynomial):
    """All roots, by the simultaneous iteration of Durand and Kerner, polished by Newton's method."""
    n = len(polynomial) - 1
    value = lambda s: sum(a*s**k for k, a in enumerate(polynomial))
    slope = lambda s: sum(k*a*s**(k - 1) for k, a in enumerate(polynomial) if k > 0)
    found = [5*(0.4 + 0.9j)**k for k in range(n)]
    for _ in range(200):
        for i in range(n):
            below = polynomial[-1]
            for j in range(n):
                if j != i:
                    below *= found[i] - found[j]
            found[i] -= value(found[i])/below
    for _ in range(3):
        found = [s - value(s)/slope(s) for s in found]
    return found


def straight_running(path, *arguments):
    code, out = run_json("analyse", path, *arguments)
    assert code == 0, out
    return out["steady_states"][0]


class StraightRunning(unittest.TestCase):
    def parameters(self):
        return {p["name"]: p["value"] for p in run_json("check", GALLERY)[1]["parameters"]}

    def assert_same(self, found, expected, delta=1e-10):
        """The eigenvalues of roll and steer; what belongs to families is 0."""
        left = [complex(*e["value"]) for e in found["eigenvalues"]]
        self.assertEqual(sum(s == 0 for s in left), found["zeros"])
        left = [s for s in left if s != 0]
        self.assertEqual(len(left), 4)
        for s in expected:
            nearest = min(left, key=lambda x: abs(x - s))
            self.assertLess(abs(nearest - s), delta)

    def test_the_recipe_gives_the_published_matrices(self):
        mass, k0, k2, c1 = coefficients(self.parameters())
        for got, published in ((mass[0][0], 80.81722), (mass[0][1], 2.31941332208709), (mass[1][1], 0.29784188199686),
                               (k0[0][0], -80.95), (k0[0][1], -2.59951685249872), (k0[1][1], -0.80329488458618),
                               (k2[0][1], 76.59734589573222), (k2[1][1], 2.65431523794604),
                               (c1[0][1], 33.86641391492494), (c1[1][0], -0.85035641456978),
                               (c1[1][1], 1.68540397397560)):
            # Published to 15 digits: some ten products, and half of the last digit.
            self.assertAlmostEqual(got, published, delta=1e-12*max(1, abs(published)))

    def test_the_eigenvalues_are_those_of_the_linear_equations_from_0_to_10_m_s(self):
        parameters = self.parameters()
        for v in (0, 2.5, 7, 10):
            with self.subTest(v=v):
                found = straight_running(GALLERY, "--set", f"v={v}")
                self.assertTrue(found["is_initial"])
                self.assert_same(found, roots(quartic(parameters, v)))

    def test_at_5_m_s_it_rides_by_itself_as_published(self):
        found = straight_running(GALLERY, "--set", "v=5")
        self.assert_same(found, (-0.77534188219585 + 4.46486771378823j, -0.77534188219585 - 4.46486771378823j,
                                 -14.07838969279822, -0.32286642900409))
        self.assertFalse(found["unstable"])
        self.assertEqual(found["linear_motion"], "returns_to_family")

    def test_outside_4_29_and_6_02_m_s_it_falls(self):
        """Weave and capsize speeds 4.292382536341 and 6.024262015388 m/s."""
        for v, falls in ((4.2923825, True), (4.2923826, False), (6.0242621, True)):
            self.assertEqual(straight_running(GALLERY, "--set", f"v={v}")["unstable"], falls, v)


if __name__ == "__main__":
    unittest.main()
