"""What axe-core finds wrong with a page."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.flatMap(({ id, nodes }) =>
  nodes.map(node => `${id}: ${node.target} ${node.html.slice(0, 160)} ${node.failureSummary}`))"""
THEMES = {"light": "parchment", "dark": "candle"}


def violations(page: Page) -> list[str]:
    """What is wrong, in either theme."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make setup")
    page.add_style_tag(content="* { transition: none !important }")  # a colour on its way is none
    found = []
    for scheme, theme in THEMES.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text("utf-8"))
        found += [f"{scheme}: {wrong}" for wrong in page.evaluate(RUN)]
    return found
