"""The steady states that `analyse` finds, as the tests read them."""

from program import run_json

CART_POLE = """model CartPole
param m = 0.2 [kg], M = 1 [kg], l = 0.5 [m], g = 9.81 [m/s^2]
coord x [m], theta [rad]
input F [N] = 0
let xp = x + l*sin(theta)
let yp = -l*cos(theta)
kinetic T = 1/2*M*x'^2 + 1/2*m*(xp'^2 + yp'^2)
potential V = m*g*yp
force push on x = F
initial x = 0 [m], theta = 0.3, x' = 0, theta' = 0
"""


def steady(model, *arguments, text=None):
    code, out = run_json("analyse", model, *arguments, text=text)
    assert code == 0, out
    return out["steady_states"]


def notes(out):
    return out["steady_notes"]


def of_kind(states, kind):
    return [state for state in states if state["kind"] == kind]


def eigenvalues(state):
    return [complex(*entry["value"]) for entry in state["eigenvalues"]]
