"""What came of the sentences: true, false, or not tested and why."""

import collections
import dataclasses


@dataclasses.dataclass
class Outcome:
    kind: str
    verdict: str  # true, false, untested
    text: str
    reason: str = ""
    model: str = ""


class Outcomes:
    def __init__(self, model):
        self.model, self.all = model, []

    def add(self, kind, verdict, text, reason=""):
        self.all.append(Outcome(kind, verdict, str(text)[:240], str(reason)[:300], self.model))

    def true(self, kind, text=""):
        self.add(kind, "true", text)

    def false(self, kind, text, reason):
        self.add(kind, "false", text, reason)

    def untested(self, kind, text, reason):
        self.add(kind, "untested", text, reason)

    def judge(self, kind, is_true, text, reason=""):
        self.add(kind, "true" if is_true else "false", text, "" if is_true else reason)


def summary(outcomes):
    """Lines: one per kind with counts, then what was not tested by kind and reason."""
    counts = collections.defaultdict(collections.Counter)
    for one in outcomes:
        counts[one.kind][one.verdict] += 1
    lines = [f"{'kind of sentence':<34}{'true':>8}{'false':>8}{'untested':>10}"]
    for kind in sorted(counts):
        c = counts[kind]
        lines.append(f"{kind:<34}{c['true']:>8}{c['false']:>8}{c['untested']:>10}")
    total = collections.Counter(one.verdict for one in outcomes)
    lines.append(f"{'all':<34}{total['true']:>8}{total['false']:>8}{total['untested']:>10}")
    reasons = collections.Counter((one.kind, one.reason) for one in outcomes if one.verdict == "untested")
    if reasons:
        lines.append("\nsentences that were not tested:")
        lines += [f"  {n:>5}  {kind}: {reason}" for (kind, reason), n in sorted(reasons.items())]
    return lines
