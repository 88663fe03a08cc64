"""Imports between modules; those between packages are checked by import-linter (`make lint`)."""

from graphlib import TopologicalSorter

import pytest

grimp = pytest.importorskip("grimp", reason="comes with import-linter: pip install 'rattus[dev]'")


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside functions count. In the server, packages may import from each other, but modules in no circle."""
    graph = grimp.build_graph("rattus", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "rattus.server.live.registry" in imports["rattus.server.runtime"]
    TopologicalSorter(imports).prepare()  # CycleError names the modules of a circle
