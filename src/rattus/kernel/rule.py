"""One source, three ways to run it: as plain Python on lists, or compiled by Numba for the CPU or for a GPU.

    @rule
    def crowd(box, table, region): ...

leaves `crowd` a plain function. `compiled(crowd)` is the same code compiled, in which every rule that it calls is
replaced by its compiled version. `rattus.kernel.cuda` compiles rules for GPUs the same way.
"""

import enum
import functools
import hashlib
import linecache
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rattus.kernel import cache

__all__ = [
    "UNBOUND", "Rule", "all_called", "bind", "compiled", "key_of", "rule", "rule_on_lists", "rule_with_instruction",
    "translated", "with_names", "write_rule",
]  # fmt: skip

Rule = Callable[..., Any]

# Rules allocate nothing, so reference counts (`_nrt`) are off. They would be atomic operations at every call that gets
# an array, which is half of the cost of an observation.
OPTIONS = {"nogil": True, "_nrt": False}


class _Unbound:
    """The value of a name that `bind` gives a value. Whoever uses it before that finds out at once."""

    def __bool__(self) -> bool:
        raise TypeError("a name of a rule is used that is bound to no value")


UNBOUND: Any = _Unbound()

_rules: dict[Rule, Rule] = {}  # by rule, the function that is compiled for it
_compiled: dict[Rule, Rule] = {}
_instructions: dict[Rule, Callable[[], Any]] = {}


if TYPE_CHECKING:
    # Rules run on compiled records and on plain lists, and Numba infers their types: no annotation would fit both. They
    # are the only functions without types; everything else is checked strictly.
    from typing import no_type_check as rule
else:

    def rule(function: Rule) -> Rule:
        """Mark a function as a rule, so that it can be compiled with all the rules it calls."""
        _rules[function] = function
        return function


def rule_on_lists(plain: Rule) -> Callable[[Rule], Rule]:
    """Mark a rule whose source cannot run on lists: `plain` takes its place there."""

    def mark(function: Rule) -> Rule:
        _rules[plain] = function
        return plain

    return mark


def rule_with_instruction(find: Callable[[], Any]) -> Callable[[Rule], Rule]:
    """Mark a rule that some CPUs have an instruction for: `find` gives what to compile in its place, or None."""

    def mark(function: Rule) -> Rule:
        _instructions[function] = find
        return rule(function)

    return mark


def bind(
    functions: Mapping[str, Rule], label: str, names: Mapping[str, Any], instead: Mapping[Rule, Rule] | None = None
) -> dict[str, Rule]:
    """Copies of these rules, and of all the rules they call, in which some global names have other values.

    This is how code is shared: `entry_points` is bound to the rules of each game, and the editions of a game are the
    same rules bound to other constants. `instead` has rules that take the place of others; they are bound as well. The
    label keeps the copies apart in the cache.
    """
    copies: dict[Rule, Rule] = {}
    others_of = instead or {}

    def copy(function: Rule) -> Rule:
        function = others_of.get(function, function)
        if function not in copies:
            source = _rules[function]
            scope = source.__globals__
            for name in source.__code__.co_names:
                if scope.get(name) is UNBOUND and name not in names:
                    raise NameError(f"{source.__qualname__} uses {name}, which {label} gives no value")
            called = {name: value for name, value in _called(source).items() if name not in names}
            others = {name: copy(value) for name, value in called.items()}
            if others == called and not names.keys() & set(source.__code__.co_names):
                copies[function] = function  # nothing to bind in it: share it
            else:
                copies[function] = rule(with_names(source, {**names, **others}))
                copies[function].__qualname__ = f"{label}_{source.__qualname__}"
        return copies[function]

    return {name: copy(function) for name, function in functions.items()}


def write_rule(name: str, module: str, source: str, names: Mapping[str, Any]) -> Rule:
    """A rule whose source is text: a choice between other rules, written by a program.

    The text is registered under a name of its own, so that tracebacks can show it.
    """
    file = f"<{name} in {module}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    scope = {"__name__": module, **names}
    exec(compile(source, file, "exec"), scope)
    written: Rule = rule(scope[name])
    return written


def compiled(function: Rule) -> Rule:
    """The compiled version of a rule. It is compiled, or loaded from the cache, at the first call."""
    if function not in _compiled:
        instruction = _instructions[function]() if function in _instructions else None
        _compiled[function] = instruction or _compile(translated(function, compiled), key_of(function))
    return _compiled[function]


def translated(function: Rule, translate: Callable[[Rule], Any]) -> Rule:
    """The source of a rule, in which every rule that it calls is replaced by `translate` of it."""
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
    """A copy of a function in which some global names have other values."""
    copy = types.FunctionType(
        source.__code__, {**source.__globals__, **names}, source.__name__, source.__defaults__, source.__closure__
    )
    copy.__module__, copy.__qualname__, copy.__doc__ = source.__module__, source.__qualname__, source.__doc__
    return copy


def _compile(function: Rule, key: str) -> Rule:
    import numba  # imported late: it is slow, and list mode does not need it
    from numba.core.caching import FunctionCache

    dispatcher: Rule = numba.njit(**OPTIONS)(function)
    if not numba.config.DISABLE_JIT:
        cache.keep(dispatcher, FunctionCache, key)
    return dispatcher


# ---- keys


@functools.cache
def key_of(function: Rule) -> str:
    """A hash of all that a rule does: its code, the constants that it uses, and the same of all the rules it calls.

    Docstrings, comments and line numbers are no part of it. The module is: compiled code imports those of its callees.
    """
    source = _rules.get(function, function)
    digest = hashlib.sha256(f"{source.__module__}.{source.__qualname__}{OPTIONS}".encode())
    for part in _code_parts(source.__code__, source.__doc__):
        digest.update(repr(part).encode())
    for name in sorted(_names(source.__code__)):
        if name in source.__globals__:
            digest.update(f"{name}={_value_key(source.__globals__[name])}".encode())
    if function in _instructions:
        digest.update(key_of(_instructions[function]).encode())
    inner = [cell.cell_contents for cell in source.__closure__ or ()]
    for value in (source.__defaults__, source.__kwdefaults__, *inner):
        digest.update(_value_key(value).encode())
    return digest.hexdigest()[:16]


def _code_parts(code: types.CodeType, doc: str | None = None) -> Iterator[object]:
    yield code.co_code, code.co_exceptiontable, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    yield code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_flags
    for place, constant in enumerate(code.co_consts):
        if isinstance(constant, types.CodeType):
            yield from _code_parts(constant)
        elif place > 0 or doc is None or constant != doc:  # the first constant is the docstring, if there is one
            yield _value_key(constant)


def _names(code: types.CodeType) -> set[str]:
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, types.CodeType))
    return set(code.co_names).union(*inner)


def _value_key(value: Any) -> str:
    if isinstance(value, types.FunctionType):
        return key_of(value)
    if isinstance(value, types.ModuleType):
        return value.__name__
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({','.join(map(_value_key, value))})"
    if isinstance(value, set | frozenset):  # in an order that is the same in every process
        return f"{type(value).__name__}({','.join(sorted(map(_value_key, value)))})"
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    if value is None or isinstance(
        value, bool | int | float | complex | str | bytes | np.generic | np.dtype | enum.Enum
    ):
        return repr(value)
    return f"{type(value).__name__} {getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"
