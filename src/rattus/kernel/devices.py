"""Where the engine of a game runs: on the CPU, or on an NVIDIA GPU."""

from rattus.errors import FormatError
from rattus.kernel.engine import Engine
from rattus.kernel.rulebook import Box, Rulebook


def make_engine(rulebook: Rulebook, box: Box, compiled: bool = True, device: str = "cpu") -> Engine:
    """The engine of a game on a device: `cpu`, or `cuda` for an NVIDIA GPU."""
    if device == "cpu":
        return Engine(rulebook, box, compiled)
    if device != "cuda":
        raise FormatError("device", f"cpu or cuda, not {device!r}")
    if not compiled:
        raise FormatError("device", "rules run on lists on the CPU only")
    from rattus.kernel.cuda import CudaEngine  # imported late: it needs an extra

    return CudaEngine(rulebook, box)
