#!/usr/bin/env python3
"""Derives the cart with n links by SymPy's LagrangesMethod (mass matrix and forcing) and prints the seconds it took."""
import sys
import time


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    from sympy import Rational, cos, diff, sin, symbols
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    t = dynamicsymbols._t
    x = dynamicsymbols("x")
    q = dynamicsymbols(f"q1:{n + 1}")
    mass = symbols(f"m1:{n + 1}")
    length = symbols(f"l1:{n + 1}")
    cart, g = symbols("M g")
    start = time.perf_counter()
    kinetic, potential = Rational(1, 2) * cart * diff(x, t) ** 2, 0
    angle, px, py = 0, x, 0
    for i in range(n):
        angle = angle + q[i]
        px = px + length[i] * sin(angle)
        py = py - length[i] * cos(angle)
        kinetic += Rational(1, 2) * mass[i] * (diff(px, t) ** 2 + diff(py, t) ** 2)
        potential += mass[i] * g * py
    method = LagrangesMethod(kinetic - potential, [x, *q])
    method.form_lagranges_equations()
    method.mass_matrix, method.forcing
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
