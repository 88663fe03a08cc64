"""16-bit floats in rules: every bit pattern of a finite number means what NumPy says."""

import numba
import numpy as np
import pytest

from rattus.kernel.half import instruction, number_of
from rattus.kernel.rule import OPTIONS, compiled

BITS = np.arange(1 << 16, dtype=np.uint16)
FINITE = BITS[np.isfinite(BITS.view(np.float16))]
EXPECTED = FINITE.view(np.float16).astype(np.float32)


def numbers(convert, bits):
    return np.array([convert(each) for each in bits], np.float32)


def converted_in_a_loop(convert):
    @numba.njit(**OPTIONS)
    def fill(bits, out):
        for place in range(len(bits)):
            out[place] = convert(bits[place])

    out = np.zeros(len(FINITE), np.float32)
    fill(FINITE, out)
    return out


def same(found):
    return found.tobytes() == EXPECTED.tobytes()  # the bytes: -0 is not 0


def test_on_lists() -> None:
    assert same(numbers(number_of, FINITE))


def test_compiled_for_this_cpu() -> None:
    assert same(converted_in_a_loop(compiled(number_of)))


def test_compiled_for_a_cpu_without_the_instruction() -> None:
    assert same(converted_in_a_loop(numba.njit(**OPTIONS)(number_of)))


def test_no_instruction_is_used_in_code_for_another_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CPU_NAME", "generic")
    assert instruction() is None


def test_no_instruction_is_used_if_the_cpu_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_features", lambda: {"avx2": True, "f16c": False})
    assert instruction() is None
