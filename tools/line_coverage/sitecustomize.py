"""Measures a Python process: Python imports this module first if its folder is on PYTHONPATH, as `make coverage` does.

So the servers and workers that tests start are measured, too. SlipCover removes its probes from lines that were seen:
that costs a tenth of the time, where tracing every line would triple it.
"""

import json
import os
import signal
import threading
import uuid
from multiprocessing.util import Finalize
from pathlib import Path

import slipcover.slipcover
from measure import OutsideRules, new_slipcover
from slipcover import ImportManager

# Which lines could be run is found once, by the report. Finding it in every process took half of the time it needs to
# instrument its modules.
slipcover.slipcover._get_annotation_only_lines = lambda _: frozenset()
_counter = new_slipcover()
ImportManager(_counter, OutsideRules()).__enter__()


def _write() -> None:
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes: no traceback while one is ending
    path = Path(os.environ["RATTUS_COVERAGE"]) / f"{os.getpid()}-{uuid.uuid4().hex}.json"
    half = path.with_suffix(".half")  # the report reads none of a process that was killed while it wrote
    half.write_text(json.dumps(_counter.get_coverage()), "utf-8")
    half.rename(path)


Finalize(None, _write, exitpriority=-100)  # last of all; plain atexit would miss the workers of multiprocessing
