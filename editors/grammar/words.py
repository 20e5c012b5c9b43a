"""The words of the language as grammars need them: which are reserved, and where the others count as words."""

import re

# Names of the language: `characters.h` of the program. Subscripts continue a name.
FIRST = "A-Za-z_\u0370-\u03ff"
NEXT = "A-Za-z0-9_\u0370-\u03ff\u2080-\u2089"
NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"

# Clause words that are names everywhere else: they count where an operand follows.
CONTEXTUAL_CLAUSES = ("from", "through", "turned", "until")
# … and not where an operand is still wanted: x = from from 1 [s].
OPERATORS = "=+*/^,(:<>~-"


class Words:
    def __init__(self, listed):
        if listed.get("schema") != "dalembert.language/1":
            raise ValueError(f"this word list is of another kind: {listed.get('schema')}")
        self.contextual_statements = ["draw"]
        self.statements = [w for w in listed["statements"] if w not in self.contextual_statements]
        self.contextual_clauses = [w for w in listed["clauses"] if w in CONTEXTUAL_CLAUSES]
        self.clauses = [w for w in listed["clauses"] if w not in CONTEXTUAL_CLAUSES]
        self.logic = listed["logic"]
        # Words that count before a bracket only.
        self.functions = sorted(set(listed["functions"]) | set(listed["folds"]))
        self.constants = listed["constants"]
        # Words that count before a dot only: lambda.rod.
        self.parts = listed["parts"]
        self.drawings = listed["drawings"]
        self.shown = listed["shown"]
        self.settings = sorted({key for keys in listed["settings"].values() for key in keys})
        # Settings whose value is a word, with these words.
        self.choices = {}
        for keys in listed["settings"].values():
            for key, values in keys.items():
                if any(value.isidentifier() for value in values):
                    known = self.choices.get(key, [])
                    self.choices[key] = sorted({*known, *(value for value in values if value.isidentifier())})
        units = listed["units"]
        self.units = self.unit_pattern(units)
        signs = {c for unit in units["with_prefixes"] + units["without_prefixes"] + units["prefixes"] for c in unit}
        self.unit_letters = "A-Za-z" + "".join(sorted(c for c in signs if not (c.isascii() and c.isalnum())))

    @staticmethod
    def unit_pattern(units):
        """A regular expression for one unit inside brackets, with its prefix."""
        prefixes = alternatives(units["prefixes"])
        prefixed = alternatives(units["with_prefixes"])
        plain = alternatives(units["without_prefixes"])
        return f"(?:{plain}|(?:{prefixes})?(?:{prefixed}))"


def alternatives(words):
    """`a|b|c`, longer words first: a choice takes the first that fits."""
    return "|".join(re.escape(w) for w in sorted(set(words), key=lambda w: (-len(w), w)))
