"""`prove`: of several corrections of a wrong equation the likeliest comes first.

Each row of ORDERED names prices of claims/edit_costs.h, a wrong equation and the correction that comes first. With one of these
prices 0, twice as large or negative another correction would.
"""

import unittest

from program import SEEDS, InFolder, run_json

GALLERY = SEEDS.parent / "gallery"
LITERATURE = SEEDS.parent.parent / "tests" / "truth" / "literature"

HOOP = SEEDS / "s1_bead_hoop.mech"
CYLINDER = SEEDS / "s1_rolling_cylinder.mech"
COIN = SEEDS / "s2_rolling_coin.mech"
COIN_NORMAL = SEEDS / "s2_rolling_coin_normal.mech"
COLLAR = SEEDS / "s3_collar_beam.mech"
COULOMB_COLLAR = SEEDS / "s3_collar_beam_coulomb.mech"
SLEIGH = SEEDS / "s0_chaplygin_sleigh.mech"
SPHERE = SEEDS / "s0_rolling_sphere.mech"
TURNTABLE = SEEDS / "s0_sphere_turntable.mech"
RODS = SEEDS / "s0_multibody_interaction.mech"
EULER = SEEDS / "s4_euler_rigid_body.mech"
SPRING = SEEDS / "s4_spring_pendulum.mech"
WHEEL = SEEDS / "s4_wheel_incline.mech"
CHARGE = SEEDS / "s4_charged_particle.mech"
CHAIN = SEEDS / "s4_two_mass_chain_x.mech"
SHAKEN = SEEDS / "s4_moving_foundation_harmonic_x.mech"
CARRIED = SEEDS / "s4_moving_foundation_uniform_x.mech"
PRINCIPAL = SEEDS / "s4_principal_coordinates.mech"
KEPLER = GALLERY / "kepler.mech"
DOUBLE = GALLERY / "double_pendulum.mech"
SPHERICAL = GALLERY / "spherical_pendulum.mech"
DISC = GALLERY / "rolling_disc.mech"
RACER = LITERATURE / "roller_racer.mech"

LAGRANGIAN = "L = 1/2*m*r^2*(3/2*theta'^2 + 5/4*phi'^2 + 3/2*psi'^2*sin(phi)^2 + 1/4*psi'^2*cos(phi)^2{}) - m*g*r*cos(phi)"

ORDERED = (
    ("sign", EULER, "Ix*wx' = (Iy + Iz)*wy*wz", "Ix*wx' = (Iy - Iz)*wy*wz"),
    ("sign missing extra", TURNTABLE, "x'' = 2/7*Omega*x'", "y'' = 2/7*Omega*x'"),
    ("twice_or_half", SLEIGH, "lambda.blade = m*u*theta'*(1 - m*2*b^2/I_C)", "lambda.blade = m*u*theta'*(1 - m*b^2/I_C)"),
    ("twice_or_half", PRINCIPAL, "m1*x1'' - k2*x2 = -(k1 + k1)*x1", "m1*x1'' - k2*x2 = -(k1 + k2)*x1"),
    ("three_or_four", DISC, "R*(psi'' + cos(theta)*phi'' + sin(theta)*phi'*theta')/2 - cos(phi)*x'' = sin(phi)*y''",
     "R*(psi'' + cos(theta)*phi'' - sin(theta)*phi'*theta')/2 - cos(phi)*x'' = sin(phi)*y''"),
    ("other_number", SPHERE, "m*x'' = m/2*g_x + lambda.slip1*cos(psi) - lambda.slip2*sin(psi)",
     "m*x'' = m*g_x + lambda.slip1*cos(psi) - lambda.slip2*sin(psi)"),
    ("function other_angle", SHAKEN, "m*x'' = -k*(x - A*cos(omega*t))", "m*x'' = -k*(x - A*sin(omega*t))"),
    ("other_angle", COLLAR, "N = 2*m*r'*phi' + m*r*phi'' + m*g*cos(phi)", "N = 2*m*r'*phi' + m*r*phi'' + m*g*sin(phi)"),
    ("dot", KEPLER, "y'' = -mu*y/sqrt(x^2 + y'^2)^3", "y'' = -mu*y/sqrt(x^2 + y^2)^3"),
    ("dot inertia", HOOP, "m*r^2*theta'' = 0", "m*r^2*theta'' + m*a*g*sin(theta) = 0"),
    ("both_factors", COIN, "x' = r*theta'*cos(phi)", "x' = r*theta'*cos(psi)"),
    ("same_class", COIN, "x' = r*theta'*sin(psi)", "x' = r*theta'*cos(psi)"),
    ("other_class", CARRIED, "E' = -k*U*(x - U)", "E' = -k*U*(x - U*t)"),
    ("extra other_class", KEPLER, "x'' = -mu*x/sqrt(x^2)^3", "x'' = -mu*x/sqrt(x^2 + y^2)^3"),
    ("dropped_factor two_factors", SPHERE,
     "T = 1/2*m*r^2*(x'^2 + y'^2) + 1/5*m*r^2*(psi'^2 + theta'^2 + phi'^2 + 2*psi'*phi'*cos(theta))",
     "T = 1/2*m*(x'^2 + y'^2) + 1/5*m*r^2*(psi'^2 + theta'^2 + phi'^2 + 2*psi'*phi'*cos(theta))"),
    ("power", CHARGE, "m*x'' = e^2*(E1 + B0*y')", "m*x'' = e*(E1 + B0*y')"),
    ("added_factor name_on_the_left below_coordinate", CYLINDER, "x'' = x*phi''", "x'' = a*phi''"),
    ("inverted squared", EULER, "Ix/wx' - (Iy - Iz)*wy*wz = 0", "Ix*wx' - (Iy - Iz)*wy*wz = 0"),
    ("further_factor", COIN, "5/4*w1' = 3/2*w2*w3 - 1/4*tan(phi) + g/r*sin(phi)",
     "5/4*w1' = 3/2*w2*w3 - 1/4*w3^2*tan(phi) + g/r*sin(phi)"),
    ("second_missing", DOUBLE, "(m1 + m2)*(l1*theta1'' + g*sin(theta1)) = -m2*l2*(cos(theta1 - theta2)*theta2'')",
     "(m1 + m2)*(l1*theta1'' + g*sin(theta1)) = -m2*l2*(cos(theta1 - theta2)*theta2'') - m2*l2*theta2'^2*sin(theta1 - theta2)"),
    ("group_member", COLLAR, "m*r/(r*phi'' + 2*r'*phi' + g*sin(phi)) = lambda.guide",
     "m*r*(r*phi'' + 2*r'*phi' + g*sin(phi)) = lambda.guide"),
    ("inertia", COIN, "psi'' = -2*phi'*theta'", "psi'' = -2*phi'*theta'/cos(phi)"),
    ("inside_bracket", SPRING, "m*(r'' - a*theta'^2 - g*cos(theta)) + k*(r - a) = 0",
     "m*(r'' - r*theta'^2 - g*cos(theta)) + k*(r - a) = 0"),
    ("first_term", WHEEL,
     "lambda.roll_x*cos(psi) - lambda.roll_y*sin(psi) = (m*r*phi'*psi' - m*g^2*sin(alpha)*sin(psi))",
     "lambda.roll_x*cos(psi) - lambda.roll_y*sin(psi) = (m*r*phi'*psi' - m*g*sin(alpha)*sin(psi))"),
    ("whole_bracket", COULOMB_COLLAR, "m*r'' - m*r*phi'^2 - m*g*cos(phi) = (-phi*N)",
     "m*r'' - m*r*phi'^2 - m*g*cos(phi) = (-mu*N)"),
    ("written_anew", SPHERICAL, "theta'' = sin(theta)*(-cos(theta)*phi'^2 - g/l)",
     "theta'' = sin(theta)*(cos(theta)*phi'^2 - g/l)"),
    ("empty_part", CHAIN, "m1*x1'' + c1*x1' + c2*(x1' - x2') + k1*x1 + k2*(x1 - x1) = F1",
     "m1*x1'' + c1*x1' + c2*(x1' - x2') + k1*x1 + k2*(x1 - x2) = F1"),
    ("new_force", SPHERE, "m*x'' = m*g_x", "m*x'' = 5/7*m*g_x"),
    ("new_inertia", WHEEL, "(I1 + m*r^2)*psi'' = C - m*g*r*sin(alpha)*cos(psi)",
     "(I1 + m*r^2)*phi'' = C - m*g*r*sin(alpha)*cos(psi)"),
    ("missing_inertia new_number", RODS, "m1*y2'' = -m2*g + lambda.pin2y", "m2*y2'' = -m2*g + lambda.pin2y"),
    ("one_scale", DOUBLE,
     "l2*theta2'' + g*sin(theta2) = -l1*(cos(theta1 - theta2)*theta1'' - sin(-theta1 - theta2)*theta1'^2)",
     "l2*theta2'' + g*sin(theta2) = -l1*(cos(theta1 - theta2)*theta1'' - sin(theta1 - theta2)*theta1'^2)"),
    ("one_scale", SPHERE, "7/5*m*r^2*theta'' - m*r^2*phi'^2*sin(theta)*cos(theta) + 2/5*m*r^2*psi'*phi'*sin(theta)"
     " = m*r*(g_x*sin(psi) - g_y*cos(psi))",
     "7/5*m*r^2*theta'' - m*r^2*phi'^2*sin(theta)*cos(theta) + 2/5*m*r^2*psi'*phi'*sin(theta) + m*r^2*phi'*wz*sin(theta)"
     " = m*r*(g_x*sin(psi) - g_y*cos(psi))"),
    ("odd_number another_number", COIN, LAGRANGIAN.format(""), LAGRANGIAN.format(" + 3*psi'*theta'*sin(phi)")),
    ("each_quantity", SPHERICAL, "theta'' = sin(theta)*(-g/l)", "theta'' = sin(theta)*(-g/l) + 1/2*phi'^2*sin(2*theta)"),
    ("unnamed_let", EULER, "Iz*wz' - (Ix - Iz)*wx*wy = 0", "Iz*wz' - (Ix - Iy)*wx*wy = 0"),
    ("new_denominator", KEPLER, "x'' = -mu*y/sqrt(x^2 + y^2)^3", "x'' = -mu*x/sqrt(x^2 + y^2)^3"),
    ("below_rate", WHEEL, "m = lambda.roll_x", "m*x'' = lambda.roll_x"),
    ("below_bracket", COIN, "psi'' = -2*theta'/sin(phi)", "psi'' = -2*phi'*theta'/cos(phi)"),
    ("below_sinusoid", COIN_NORMAL, "N = m*g - m*z*(phi''*sin(phi) + phi'^2*cos(phi))",
     "N = m*g - m*r*(phi''*sin(phi) + phi'^2*cos(phi))"),
    ("on_constraints", COLLAR, "N = 2*m*r'*phi' + m*r*phi''", "N = 2*m*r'*phi' + m*r*phi'' + m*g*sin(phi)"),
    ("consequence", RACER, "I1*th'' = lambda.front*(d1*cos(ph) + d2) + I2*(th'' + ph'')",
     "I1*th'' = lambda.front*(d1*cos(ph) + d2) - I2*(th'' + ph'')"),
)


class ProveOrder(InFolder):
    def test_the_likeliest_correction_comes_first(self):
        for prices, model, claim, first in ORDERED:
            with self.subTest(prices=prices, claim=claim):
                self.assertEqual(run_json("prove", model, claim)[1]["diagnosis"]["mended"], first)

    def test_a_correction_that_is_nearly_as_likely_is_offered_beside_it(self):
        out = run_json("prove", COIN_NORMAL, "N = m*g - m*r*(phi''*sin(phi))")[1]
        self.assertEqual(out["diagnosis"]["mended"], "N = m*g - m*r*(phi''*sin(phi)) - m*r*phi'^2*cos(phi)")
        self.assertEqual([other["mended"] for other in out["others"]], ["N = m*g - m*r*(phi''*sin(phi)) - m*z*phi'^2"])
        self.assertEqual(run_json("prove", TURNTABLE, "x'' = 2/7*Omega*x'")[1]["others"], [])

    def test_nothing_is_said_where_every_correction_is_far_fetched(self):
        for model, claim in ((COIN, "3/2*(psi'*sin(phi))' = (-psi'*phi'*cos(phi))"), (RODS, "c*(th2' - th1') = 0")):
            self.assertEqual(run_json("prove", model, claim)[1]["diagnosis"]["kind"], "none", claim)


if __name__ == "__main__":
    unittest.main()
