"""What FMI 2.0 demands of modelDescription.xml and of the files of an FMU, from the text of the standard."""

import re

# initial by causality and variability; the first is the default. () stands for none.
INITIAL = {
    ("parameter", "fixed"): ("exact",), ("parameter", "tunable"): ("exact",),
    ("calculatedParameter", "fixed"): ("calculated", "approx"),
    ("calculatedParameter", "tunable"): ("calculated", "approx"),
    ("input", "discrete"): (), ("input", "continuous"): (),
    ("output", "constant"): ("exact",), ("local", "constant"): ("exact",),
    ("output", "discrete"): ("calculated", "exact", "approx"), ("output", "continuous"): ("calculated", "exact", "approx"),
    ("local", "fixed"): ("calculated", "approx"), ("local", "tunable"): ("calculated", "approx"),
    ("local", "discrete"): ("calculated", "exact", "approx"), ("local", "continuous"): ("calculated", "exact", "approx"),
    ("independent", "continuous"): (),
}
ORDER = ["ModelExchange", "CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment",
         "VendorAnnotations", "ModelVariables", "ModelStructure"]
ATTRIBUTES = {
    "fmiModelDescription": "fmiVersion modelName guid description author version copyright license generationTool "
                           "generationDateAndTime variableNamingConvention numberOfEventIndicators",
    "ModelExchange": "modelIdentifier needsExecutionTool completedIntegratorStepNotNeeded "
                     "canBeInstantiatedOnlyOncePerProcess canNotUseMemoryManagementFunctions canGetAndSetFMUstate "
                     "canSerializeFMUstate providesDirectionalDerivative",
    "CoSimulation": "modelIdentifier needsExecutionTool canHandleVariableCommunicationStepSize canInterpolateInputs "
                    "maxOutputDerivativeOrder canRunAsynchronuously canBeInstantiatedOnlyOncePerProcess "
                    "canNotUseMemoryManagementFunctions canGetAndSetFMUstate canSerializeFMUstate "
                    "providesDirectionalDerivative",
    "SourceFiles": "", "File": "name", "UnitDefinitions": "", "Unit": "name",
    "BaseUnit": "kg m s A K mol cd rad factor offset", "DisplayUnit": "name factor offset", "LogCategories": "",
    "Category": "name description", "DefaultExperiment": "startTime stopTime tolerance stepSize", "ModelVariables": "",
    "ScalarVariable": "name valueReference description causality variability initial canHandleMultipleSetPerTimeInstant",
    "Real": "declaredType quantity unit displayUnit relativeQuantity min max nominal unbounded start derivative reinit",
    "Integer": "declaredType quantity min max start", "ModelStructure": "", "Outputs": "", "Derivatives": "",
    "InitialUnknowns": "", "Unknown": "index dependencies dependenciesKind",
}
Q_NAME = r"'(?:[A-Za-z0-9_!#$%&()*+,\-./:;<>=?@\[\]^{}| ~]|\\['\"?\\abfnrtv])+'"
B_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
IDENTIFIER = rf"(?:{B_NAME}|{Q_NAME})(?:\[\d+(?:,\d+)*\])?"
STRUCTURED = re.compile(rf"(?:{IDENTIFIER}(?:\.{IDENTIFIER})*|der\({IDENTIFIER}(?:\.{IDENTIFIER})*(?:,[1-9]\d*)?\))\Z")


class Rules:
    """The faults of one FMU, each as a sentence."""

    def __init__(self, fmu):
        self.fmu, self.faults = fmu, []
        self.elements()
        self.names()
        self.kinds()
        self.units()
        self.structure()
        self.files()

    def demand(self, holds, fault):
        if not holds:
            self.faults.append(fault)

    def elements(self):
        tree = self.fmu.tree
        for element in tree.iter():
            known = ATTRIBUTES.get(element.tag)
            self.demand(known is not None, f"an element {element.tag}")
            for name in element.keys():
                self.demand(name in (known or "").split(), f"an attribute {name} of {element.tag}")
        places = [ORDER.index(child.tag) for child in tree]
        self.demand(places == sorted(places), "elements out of order")
        self.demand(tree.get("fmiVersion") == "2.0", "another version")
        self.demand(tree.get("guid") and tree.get("modelName"), "no guid, or no name")
        self.demand(tree.get("numberOfEventIndicators", "0") == "0", "event indicators")
        for kind in ("ModelExchange", "CoSimulation"):
            identifier = tree.find(kind).get("modelIdentifier")
            self.demand(re.fullmatch(B_NAME, identifier), f"{identifier} is no identifier of C")
        names = [c.get("name") for c in tree.find("LogCategories")]
        self.demand(len(set(names)) == len(names), "two log categories of one name")

    def names(self):
        names = [v.get("name") for v in self.fmu.variables]
        self.demand(len(set(names)) == len(names), "two variables of one name")
        references = [(v[0].tag, v.get("valueReference")) for v in self.fmu.variables]
        self.demand(len(set(references)) == len(references), "two variables of one value reference")
        self.demand(self.fmu.tree.get("variableNamingConvention") == "structured", "no naming convention")
        for name in names:
            self.demand(STRUCTURED.match(name), f"{name} is no structured name")

    def kinds(self):
        independent = [v for v in self.fmu.variables if v.get("causality") == "independent"]
        self.demand(len(independent) <= 1, "two independent variables")
        for v in self.fmu.variables:
            name, value = v.get("name"), v[0]
            kind = (v.get("causality", "local"), v.get("variability", "continuous"))
            if kind not in INITIAL:
                self.demand(False, f"{name} is {kind}")
                continue
            allowed, initial = INITIAL[kind], v.get("initial")
            self.demand(initial in allowed if initial else True, f"{name} has initial={initial}")
            initial = initial or (allowed[0] if allowed else None)
            needs_start = initial in ("exact", "approx") or kind[0] in ("input", "parameter")
            self.demand((value.get("start") is not None) == needs_start, f"{name} has a start, or none")
            self.demand(value.tag == "Real" or kind[1] != "continuous", f"{name} is continuous and {value.tag}")
            numbers = {key: float(value.get(key)) for key in ("start", "min", "max", "nominal") if value.get(key)}
            self.demand(all(abs(x) < 1e300 for x in numbers.values()), f"{name} has a number that is not finite")
            start = numbers.get("start", numbers.get("min", numbers.get("max", 0.0)))
            self.demand(numbers.get("min", start) <= start <= numbers.get("max", start), f"{name} starts out of range")
            self.demand(numbers.get("nominal", 1.0) > 0, f"{name} has a nominal value of 0")

    def units(self):
        definitions = self.fmu.tree.find("UnitDefinitions")
        units = {} if definitions is None else {
            u.get("name"): {d.get("name"): float(d.get("factor", "1")) for d in u.findall("DisplayUnit")}
            for u in definitions}
        self.demand(definitions is None or len(units) == len(definitions), "two units of one name")
        used = set()
        for v in self.fmu.variables:
            unit, shown = v[0].get("unit"), v[0].get("displayUnit")
            used.add(unit)
            self.demand(unit is None or unit in units, f"{v.get('name')} has the unit {unit}")
            self.demand(shown is None or shown in units.get(unit, {}), f"{v.get('name')} is shown in {shown}")
        self.demand(set(units) <= used, "units that nothing has")
        self.demand(all(f > 0 for shown in units.values() for f in shown.values()), "a factor of 0")
        for base in self.fmu.tree.iter("BaseUnit"):
            for key in set(base.keys()) - {"factor", "offset"}:
                self.demand(re.fullmatch(r"-?\d+", base.get(key)), f"an exponent {base.get(key)}")

    def structure(self):
        structure = self.fmu.tree.find("ModelStructure")
        places = [s.tag for s in structure]
        self.demand(places == [t for t in ("Outputs", "Derivatives", "InitialUnknowns") if t in places], "structure")
        listed = {tag: [int(u.get("index")) for u in structure.findall(f"{tag}/Unknown")]
                  for tag in ("Outputs", "Derivatives", "InitialUnknowns")}
        variables = dict(enumerate(self.fmu.variables, 1))
        outputs = [i for i, v in variables.items() if v.get("causality") == "output"]
        self.demand(listed["Outputs"] == outputs, "the outputs of the structure are not those of the variables")
        derivatives = [i for i, v in variables.items() if v[0].get("derivative")]
        self.demand(sorted(listed["Derivatives"]) == derivatives, "derivatives of the structure")
        states = [int(variables[i][0].get("derivative")) for i in listed["Derivatives"]]
        self.demand(len(set(states)) == len(states), "two derivatives of one state")
        for state in states:
            self.demand(variables[state].get("variability") == "continuous" and variables[state][0].tag == "Real" and
                        variables[state].get("causality") in ("output", "local"), f"{state} is no state")
        unknown = [i for i, v in variables.items()
                   if v.get("initial") in ("calculated", "approx") and
                   (v.get("causality") in ("output", "calculatedParameter") or i in states + derivatives)]
        self.demand(listed["InitialUnknowns"] == unknown, "initial unknowns")
        inputs = [i for i, v in variables.items() if v.get("causality") == "input"]
        for tag in ("Outputs", "Derivatives"):
            for u in structure.findall(f"{tag}/Unknown"):
                depends = [int(i) for i in u.get("dependencies").split()]
                self.demand(set(depends) <= set(states + inputs), f"{u.get('index')} depends on what is not known")
                self.demand(depends == sorted(set(depends)), f"dependencies of {u.get('index')} out of order")

    def files(self):
        path = self.fmu.path
        for file in self.fmu.tree.iter("File"):
            self.demand((path / "sources" / file.get("name")).is_file(), f"no file {file.get('name')}")
        self.demand((path / "documentation/index.html").is_file(), "no documentation")
        for child in path.iterdir():
            self.demand(child.name in ("modelDescription.xml", "documentation", "sources", "binaries", "resources"),
                        f"{child.name} beside the description")


def faults(fmu):
    return Rules(fmu).faults
