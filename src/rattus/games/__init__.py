"""The games. Each is a package of pure rules: no files, no clock, no network, no global random state."""

from rattus.games.cartus import CARTUS
from rattus.games.rattus import AFRICANUS, RATTUS
from rattus.kernel.rulebook import Rulebook

GAMES: dict[str, Rulebook] = {book.name: book for book in (RATTUS, AFRICANUS, CARTUS)}
