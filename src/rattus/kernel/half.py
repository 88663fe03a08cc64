"""16-bit floats in rules, as their bits: Numba has no such type for CPUs.

The weights of a network take half of the memory this way, and reading them is most of what its use costs.
"""

from typing import Any, no_type_check

import numpy as np

from rattus.kernel.rule import rule_with_instruction

LARGER = np.float32(2.0**112)  # the exponent of a 32-bit float is larger by 112


def instruction() -> Any:
    """The CPU's instruction that makes a 32-bit float of a 16-bit one, for compiled rules; None if it has none."""
    import platform

    from llvmlite import binding, ir
    from numba import config, float32, uint16
    from numba.extending import intrinsic

    is_host = not config.CPU_NAME and not config.CPU_FEATURES  # else Numba compiles for another CPU
    is_there = platform.machine() in ("aarch64", "arm64") or binding.get_host_cpu_features().get("f16c")
    if not is_host or not is_there:
        return None

    @intrinsic  # type: ignore[untyped-decorator]
    def convert(typing_context: Any, bits: Any) -> Any:  # noqa: ARG001  # Numba's signature
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.fpext(builder.bitcast(arguments[0], ir.HalfType()), ir.FloatType())

        return float32(uint16), write

    return convert


@rule_with_instruction(instruction)
@no_type_check
def number_of(bits):
    """The number that the bits of a finite 16-bit float mean."""
    size, sign = (np.uint32(bits) & np.uint32(0x7FFF)) << np.uint32(13), np.uint32(bits) >> np.uint32(15)
    return np.uint32(size | sign << np.uint32(31)).view(np.float32) * LARGER
