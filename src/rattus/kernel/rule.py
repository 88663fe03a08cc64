"""One source, three ways to run it: as plain Python on lists, or compiled by Numba for the CPU or for a GPU.

    @rule
    def crowd(box, table, region): ...

leaves `crowd` the plain function it is. `compiled(crowd)` is its compiled twin: the same code, in which every rule
that it calls is replaced by its twin. `rattus.kernel.cuda` makes twins for GPUs the same way.
"""

import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rattus.kernel import cache

Rule = Callable[..., Any]

_rules: dict[Rule, Rule] = {}  # rule -> the source to compile for it
_twins: dict[Rule, Rule] = {}


def rule(function: Rule) -> Rule:
    """Mark a function as a rule, so that it can be compiled with all the rules it calls."""
    _rules[function] = function
    return function


def rule_on_lists(plain: Rule) -> Callable[[Rule], Rule]:
    """Mark a rule whose source cannot serve lists too: `plain` takes its place there."""

    def mark(function: Rule) -> Rule:
        _rules[plain] = function
        return plain

    return mark


def bind(functions: Mapping[str, Rule], label: str, names: Mapping[str, Any]) -> dict[str, Rule]:
    """Copies of these rules, and of all the rules they call, in which some names mean something else.

    So what games share is written once: the entry points of `machine` get each game's own rules, and a larger edition
    of a game is the same rules with other constants. The label keeps the copies apart in the cache.
    """
    copies: dict[Rule, Rule] = {}

    def copy(function: Rule) -> Rule:
        if function not in copies:
            source = _rules[function]
            called = {name: value for name, value in _called(source).items() if name not in names}
            others = {name: copy(value) for name, value in called.items()}
            if others == called and not names.keys() & set(source.__code__.co_names):
                copies[function] = function  # nothing in it means anything else
            else:
                copies[function] = rule(with_names(source, {**names, **others}))
                copies[function].__qualname__ = f"{label}_{source.__qualname__}"
        return copies[function]

    return {name: copy(function) for name, function in functions.items()}


def compiled(function: Rule) -> Rule:
    """The compiled twin of a rule. Compiling itself happens at the first call, or comes from the cache."""
    if function not in _twins:
        _twins[function] = _compile(translated(function, compiled))
    return _twins[function]


def translated(function: Rule, translate: Callable[[Rule], Any]) -> Rule:
    """The source of a rule, in which every rule that it calls is what `translate` makes of it."""
    source = _rules[function]
    return with_names(source, {name: translate(value) for name, value in _called(source).items()})


def all_called(functions: Iterable[Rule]) -> set[Rule]:
    """These rules and all that they call, directly or not."""
    found: set[Rule] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += _called(_rules[function]).values()
    return found


def _called(source: Rule) -> dict[str, Rule]:
    scope = source.__globals__
    found = {name: scope[name] for name in source.__code__.co_names if name in scope}
    return {name: value for name, value in found.items() if _is_rule(value)}


def _is_rule(value: object) -> bool:
    return isinstance(value, types.FunctionType) and value in _rules


def with_names(source: Rule, names: Mapping[str, Any]) -> Rule:
    """A copy of a function in which some names mean something else."""
    copy = types.FunctionType(
        source.__code__, {**source.__globals__, **names}, source.__name__, source.__defaults__, source.__closure__
    )
    copy.__module__, copy.__qualname__, copy.__doc__ = source.__module__, source.__qualname__, source.__doc__
    return copy


def _compile(function: Rule) -> Rule:
    import numba  # here, so that playing by hand does not wait for it

    with cache.in_use():
        twin: Rule = numba.njit(cache=True, nogil=True)(function)
    return twin
