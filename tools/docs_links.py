"""A hook of MkDocs: links from a page to files of the repository outside docs/ become the names of those files.

The site does not contain those files; on a forge and in an editor the links work as they are.
"""

import re
from typing import Any

OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./([^)#\s]+)(?:#[^)\s]*)?\)")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by MkDocs with the text of each page."""
    return OUTSIDE.sub(lambda link: link[1] if link[2] in link[1] else f"{link[1]} (`{link[2]}`)", markdown)
