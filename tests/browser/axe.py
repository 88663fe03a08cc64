"""Accessibility violations that axe-core finds on a page."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = """async what => (await axe.run(document, { ...what, resultTypes: ['violations'] })).violations.flatMap(
  ({ id, nodes }) => nodes.map(node => `${id}: ${node.target} ${node.html.slice(0, 160)} ${node.failureSummary}`))"""
THEMES: dict[Literal["light", "dark"], str] = {"light": "parchment", "dark": "candle"}
# What fades in has other colours until it is there; what moves for ever is not waited for.
SETTLED = """() => Promise.all(document.getAnimations()
  .filter(each => Number.isFinite(each.effect?.getComputedTiming().endTime) && each.playState === 'running')
  .map(each => each.finished.catch(() => null))).then(() => null)"""
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # the only rules that depend on the theme


def violations(page: Page) -> list[str]:
    """The violations in either theme."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make setup")
    page.add_style_tag(content="* { transition: none !important }")  # else colours in transition would be measured
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(SETTLED)
    found = []
    for scheme, theme in THEMES.items():
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found += [f"{scheme}: {wrong}" for wrong in page.evaluate(RUN, COLOURS if scheme == "dark" else {})]
    return found
