"""docs/performance.md: the results of `./dev bench machine_code` with their bars and what limits them.

Standard library only.
"""
import os

PAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "performance.md")

# Name of a result, the largest ratio that is wanted (None: none was set), what it is, what limits it.
ROWS = (
    ("double_pendulum", 1.4, "accelerations of one state, against their closed form written by hand",
     "latency: sines, then two divisions that wait for each other, where the closed form has one"),
    ("double_pendulum_run", None, "the same as a run calls it", "as above, with its calls and copies of the state"),
    ("cart_5", 1.1, "accelerations of a cart with five links, solved on the tape, against `cc -O2` on the same tape",
     "sines; the rest is read from memory where an instruction can"),
    ("cart_5_matrices", None, "its matrices M and h alone, likewise", "likewise"),
    ("compile_cart_5", 1 / 200, "its compilation, against `cc -O1`", "linear in the operations: some for the order and the registers, most for the encoding of instructions"),
    ("chain_20", None, "a chain of 20 links in absolute angles, against a recursion written by hand", "sines, then the latency of one division for each link"),
    ("chain_100", 1.2, "the same, 100 links", "likewise"),
    ("chain_1000", 1.4, "the same, 1000 links", "the same; its code is loops, its data come from the second cache"),
    ("chain_1000_lanes", 1.8, "one of eight states together, against a recursion for eight chains by hand, with vectors and short polynomials for sines",
     "from pivot to pivot a division of eight numbers, then five operations in sequence. A quarter of the time is sines, right for all angles, a sixth data from the second cache"),
    ("chain_1000_lanes_scalar", None, "the same, against one state alone", "likewise"),
    ("chain_100_pinned", 1.3, "the chain of 100 links with its end held and both multipliers, against the open chain", "rows at the tip meet the last link alone"),
    ("chain_first_evaluation", 20, "from the text of a chain of 1000 links to its first accelerations, against one of 100",
     "linear in n, with what sets and maps of nodes add"),
    ("rods_100_klu", None, "a whole evaluation of 100 rods by their centres and angles, two constraints for each joint. Against factors and solution alone by KLU, same matrix", "two pivots more than in angles, for the multipliers of each joint"),
    ("four_bar", 1.3, "accelerations and multipliers of a four-bar linkage, against code written by hand", "latency: sines, then three divisions that wait for each other (two more wait for nothing), where the hand has one"),
    ("four_bar_run", None, "the same as a run calls it: by the structure, with a correction of the rows and a look at pivots and sizes of rows", "calls, the correction of the rows behind the solution, checks"),
    ("four_bar_simbody", 1 / 50, "the same, against Simbody (the faster of two ways to close the loop)", "likewise"),
    ("chain_100_simbody", None, "a chain of 100 links in relative angles, against Simbody's recursion in the same coordinates", "as for `chain_100`; the numbers of relative angles are sums along the chain"),
    ("chain_1000_simbody", None, "the same, 1000 links", "likewise"),
    ("lanes_double_pendulum", None, "one of eight states together, against one alone", "sines: two thirds of the time"),
    ("lanes_cart_5", None, "the same for the cart with five links", "ports of 512-bit operations, two for each cycle"),
    ("lanes_andrews", None, "the same for Andrews' mechanism (matrices alone)", "likewise"),
    ("ensemble_rk4", 1 / 6, "a step of order 4 of one of 256 double pendulums, `Session::motion_lanes`, against a loop written by hand", "sines, see below"),
    ("ensemble_rk8", None, "a member of a sweep of double pendulums by `rk8` at 1e-9, eight together, against one after the other, to the same bits",
     "what each run does by itself after its steps: certificate, checks, records"),
    ("ensemble_constrained", None, "the same for the rolling disc, with constraints of rates", "the start of each member, and records of the table, five in each step"),
    ("ensemble_four_bar", None, "the same for the four-bar linkage, with constraints of positions", "the projection, which each run does by itself"),
    ("run_1000_links", 12, "a step of `run` of the pendulum of 1000 links, of order 8 with checks and certificate, against one of 100 links", "ten for the links; data from the second cache, and all of M now and then"),
    ("run_before_integration", 1, "all that a process does of Andrews' mechanism but for the integration and proofs of checks, against one of `python3 -c pass`", "processes start in 2 ms; derivation and compilation of 300 operations"),
    ("threads_2", 1 / 1.9, "a sweep of 800 double pendulums by two threads, against one", "the processors, see `threads_2_limit`; members share nothing but constant programs"),
    ("ranks_2", 1 / 1.9, "the same by two processes of MPI", "as for threads; process 0 hands out and writes besides, and the other starts when it has read the model"),
    ("threads_2_limit", None, "two processes at once of the double pendulum's loop written by hand (`bench/bench_processors.cpp`). Each has half of the work, against one with all of it",
     "what the processors share, and who else uses them: what two threads can reach on this machine"),
)
NUMBERS = (
    ("chain_exponent", "1.0 ± 0.1", "exponent of the growth of a chain's time with its links, in absolute angles"),
    ("chain_exponent_relative", "1.0 ± 0.1", "the same in relative angles"),
    ("chain_exponent_cartesian", "1.0 ± 0.1", "the same in Cartesian coordinates, one constraint for each link"),
)
# Rows that the benchmark has to have; Simbody, MPI and AVX-512 are not everywhere.
WANTED = ("double_pendulum", "cart_5", "compile_cart_5", "chain_100", "chain_1000", "chain_1000_lanes", "chain_100_pinned", "four_bar", "four_bar_simbody",
          "ensemble_rk4", "threads_2", "threads_2_limit", "ranks_2", "chain_exponent")


def missing(results):
    """Those that are not among the results."""
    names = {r["name"] for r in results}
    return [name for name in WANTED if name not in names]


TEXT = """# How fast it is, and what limits it

    ./dev bench machine_code            measures what follows (--json for programs)
    ./dev bench machine_code --docs     measures it again and writes this page

Every result is measured beside a baseline in the same run, on the same processor.

- A ratio is the time over that of the baseline: 1 is as fast, less is faster.
- Times of single calls are those of one of 180 rounds, in which both sides run for 2.5 ms each.
  It is the round in which both come nearest to their least time. Other work of the machine then slows both or neither.
- Times of sweeps are the least of five runs.

This page is one such run: {machine}.
Other programs change the ratios of long programs, which share the second cache with them.
They also change the ratios of two threads or processes ([decisions: machine code](decisions/machine-code.md#how-ratios-are-measured)).
In several runs on this machine `threads_2` was between 0.47 and 0.67, `ranks_2` between 0.50 and 0.65,
and `threads_2_limit` between 0.53 and 0.57.

What limits a result is concluded from counts of instructions, latencies and the ports of the processor, not from its counters.

| result | time | baseline | ratio | wanted | what limits it |
|---|---|---|---|---|---|
{rows}

{numbers}

What each result is:

{meanings}

## What separates an ensemble from code written by hand

`ensemble_rk4` is one of {members} double pendulums over 1000 steps.
The loop written by hand (`bench/hand_double_pendulum.cpp`) has the textbook's closed form with one division. The end differs by {difference} rad.

- A step of sixteen members is 302 operations on eight numbers each, 16 calls' worth of sines and cosines, and 10 divisions.
  With the equations as the derivatives of the energies give them there would be 652 operations.
  The closed form has the same operations, except for one division.
- About two thirds of the time are sines: 12 ns for eight angles, 62 instructions on two ports.
  They are right to 0.8 units in the last place for angles up to 2³⁰ rad, as everywhere in the program.
- When the goal was set, a loop vectorised by hand for it, with shorter polynomials, was 8.7 times as fast as the scalar one.
  The polynomials make the difference.
- Sixteen members instead of eight in one program save a fifth: one group of eight works while the other waits for its sines.
  Three or four groups save nothing more.
- Nothing else is done between the steps. 64 bytes are copied for each number of the state.
  Times are inserted only if the equations read them.

A sweep by `rk4` makes runs of its members, with initial state, table, checks and certificate.
That takes about 0.1 ms for each member and some 5 µs for each record of its table, beside 20 µs for 1000 steps.
Use few `--rows` if there are many members.

## All other results of the run

| result | value | baseline | its value | ratio |
|---|---|---|---|---|
{others}

## What is not measured here

- Counters of the processor.
- Times of systems with a constraint row for each link (unit quaternions, rungs of a ladder, wheels of trailers).
  Counts of operations test that their cost is proportional to the number of links
  (`tests/unit/api/chain_growth_test.cpp`, [decisions: structure](decisions/structure.md#order)).
- Runs as a whole. They are in [accuracy.md](accuracy.md), beside other codes.

The results of chains, of `double_pendulum` and of `four_bar` are for the programs that solve the equations.
"""


def time_text(result):
    value, unit = result["value"], result["unit"]
    if unit.startswith("ns"):
        return f"{value:.4g} ns", f"{result['baseline_value']:.4g} ns"
    return f"{value:.3g} s", f"{result['baseline_value']:.3g} s"


def verdict(ratio, wanted):
    return "–" if wanted is None else f"{wanted:.3g}" if ratio <= wanted else f"**{wanted:.3g}, missed**"


def growth_verdict(exponent):
    return "" if abs(exponent - 1) <= 0.1 else ", **missed**: operations grow with n, but data of long chains come from the second cache"


def write(results, machine):
    known = {r["name"]: r for r in results}
    rows = []
    for name, wanted, _, limit in ROWS:
        if name in known:
            time, baseline = time_text(known[name])
            ratio = known[name]["ratio"]
            rows.append(f"| `{name}` | {time} | {baseline} | {ratio:.3g} | {verdict(ratio, wanted)} | {limit} |")
    numbers = [f"- `{name}`: {known[name]['value']:.3f}, {what}; wanted {wanted}{growth_verdict(known[name]['value'])}" for name, wanted, what in NUMBERS if name in known]
    meanings = [f"- `{name}`: {what}" for name, _, what, _ in ROWS if name in known]
    told = {row[0] for row in ROWS} | {row[0] for row in NUMBERS}
    others = [f"| `{r['name']}` | {r['value']:.4g} {r['unit']} | {r['baseline']} | {r['baseline_value']:.4g} | {r['ratio']:.3g} |"
              for r in results if r["name"] not in told]
    ensemble = known["ensemble_rk4"]
    text = TEXT.format(machine=machine, rows="\n".join(rows), numbers="\n".join(numbers), meanings="\n".join(meanings),
                       others="\n".join(others),
                       members=ensemble["unit"].split(" of ")[-1].split(" ")[0], difference=f"{known['ensemble_rk4_difference']['value']:.1g}")
    with open(PAGE, "w", encoding="utf-8") as page:
        page.write(text)
