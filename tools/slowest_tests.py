#!/usr/bin/env python3
"""Prints the twenty slowest tests of a run of ctest, from the file that `ctest --output-junit` writes."""

import sys
from xml.etree import ElementTree as xml

LISTED = 20


def main():
    cases = xml.parse(sys.argv[1]).getroot().iter("testcase")
    times = sorted(((float(case.get("time") or 0), case.get("name")) for case in cases), reverse=True)
    if len(times) < 2:
        return
    print(f"slowest of {len(times)} tests:")
    for seconds, name in times[:LISTED]:
        print(f"  {seconds:7.2f} s  {name}")


if __name__ == "__main__":
    main()
