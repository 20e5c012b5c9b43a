#!/usr/bin/env python3
"""Simplifies the first equation of the double pendulum with SymPy's trigsimp and prints the seconds it took."""
import time


def main():
    from sympy import Rational, cos, diff, sin, symbols, trigsimp
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    t = dynamicsymbols._t
    theta1, theta2 = dynamicsymbols("theta1 theta2")
    m1, m2, l1, l2, g = symbols("m1 m2 l1 l2 g")
    x1, y1 = l1 * sin(theta1), -l1 * cos(theta1)
    x2, y2 = x1 + l2 * sin(theta2), y1 - l2 * cos(theta2)
    kinetic = Rational(1, 2) * m1 * (diff(x1, t) ** 2 + diff(y1, t) ** 2)
    kinetic += Rational(1, 2) * m2 * (diff(x2, t) ** 2 + diff(y2, t) ** 2)
    potential = m1 * g * y1 + m2 * g * y2
    equations = LagrangesMethod(kinetic - potential, [theta1, theta2]).form_lagranges_equations()
    start = time.perf_counter()
    trigsimp(equations[0])
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
