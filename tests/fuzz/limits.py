"""Limits of time and memory for one run of the program, which also suit a build with the address sanitizer."""

import functools
import os
import pathlib
import re
import resource

MEMORY = 4 << 30  # bytes of address space; no model drawn here comes near it
SLOWER = 10  # a sanitized program takes up to this many times the CPU


@functools.cache
def is_sanitized(program):
    """The address sanitizer reserves terabytes of addresses, so such a program cannot start below a limit of them."""
    return b"__asan_init" in pathlib.Path(program).read_bytes()


def allowed_cpu(program, seconds):
    """`seconds` of CPU for a release build, more for a sanitized one."""
    return SLOWER * seconds if is_sanitized(program) else seconds


def sanitizer_report(errors):
    """The first line in which a sanitizer says what is wrong, or None: its exit code 1 is also that of a wrong model."""
    found = re.search(rb".*(?:ERROR: \w+Sanitizer|runtime error:).*", errors)
    return found.group().decode(errors="replace") if found else None


def limiter(program, seconds):
    """For `preexec_fn`: bounds CPU and, where the program can bear it, memory; lowers the priority."""
    has_memory_limit, cpu = not is_sanitized(program), allowed_cpu(program, seconds)

    def bounded():
        if has_memory_limit:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        os.nice(10)

    return bounded
