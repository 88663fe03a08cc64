"""A sheet as SVG."""

from xml.sax.saxutils import escape, quoteattr

from rattus.envs.drawing.sheet import Box, Circle, Ink, Polygon, Shape, Sheet


def to_svg(sheet: Sheet) -> str:
    """The text of an SVG file."""
    size = f'width="{sheet.width * sheet.scale:g}" height="{sheet.height * sheet.scale:g}"'
    box = f"{sheet.x:g} {sheet.y:g} {sheet.width:g} {sheet.height:g}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} font-family="sans-serif">'
    paper = Box(sheet.x, sheet.y, sheet.width, sheet.height, Ink(sheet.paper), 0)
    return "\n".join([head, *(_element(shape) for shape in [paper, *sheet.shapes]), "</svg>\n"])


def _element(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        tag = "polygon" if shape.closed else "polyline"
        points = " ".join(f"{x:g},{y:g}" for x, y in shape.points)
        return f'<{tag} points="{points}" {_ink(shape.ink)}/>'
    if isinstance(shape, Circle):
        return f'<circle cx="{shape.x:g}" cy="{shape.y:g}" r="{shape.r:g}" {_ink(shape.ink)}/>'
    if isinstance(shape, Box):
        place = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.w:g}" height="{shape.h:g}" rx="{shape.r:g}"'
        return f"<rect {place} {_ink(shape.ink)}/>"
    place = f'x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size:g}" fill={quoteattr(shape.colour)}'
    return f'<text {place} text-anchor="{shape.anchor}" dominant-baseline="central">{escape(shape.text)}</text>'


def _ink(ink: Ink) -> str:
    return f'fill="{ink.fill or "none"}" stroke="{ink.stroke or "none"}" stroke-width="{ink.width:g}"'
