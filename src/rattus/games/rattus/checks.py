"""Single values of data that is read: each is checked, and what is wrong is named with its place."""

from collections.abc import Collection, Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.rattus.components import Face, read_face
from rattus.games.rattus.kit import Kit


def read_faces(kit: Kit, data: Any, place: str, most: int) -> list[Face | None]:
    """Tokens: a list of faces, or a number of arbitrary ones."""
    if isinstance(data, int) and not isinstance(data, bool):
        return [None] * read_number(data, place, 0, most)
    faces = read_list(data, place)
    if len(faces) > most:
        raise FormatError(place, f"at most {most} tokens, not {len(faces)}")
    return [None if face is None else read_face(kit, face, f"{place}[{number}]") for number, face in enumerate(faces)]


def check_fields(data: Any, known: Collection[str], place: str) -> None:
    """A map in which every key is known."""
    for name in read_map(data, place):
        if name not in known:
            raise FormatError(place, f"unknown field {name!r}")


def read_map(data: Any, place: str) -> Mapping[Any, Any]:
    """A map."""
    if not isinstance(data, Mapping):
        raise FormatError(place, f"a map, not {data!r}")
    return data


def read_list(data: Any, place: str) -> list[Any]:
    """A list."""
    if not isinstance(data, list):
        raise FormatError(place, f"a list, not {data!r}")
    return data


def read_number(value: Any, place: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise FormatError(place, f"a number from {least} to {most}, not {value!r}")
    return value


def read_word(word: Any, words: Collection[str], place: str) -> int:
    """The place of a word in a list of words."""
    if not isinstance(word, str) or word not in words:
        raise FormatError(place, f"one of {', '.join(words)}, not {word!r}")
    return list(words).index(word)


def read_flag(data: Mapping[str, Any], name: str) -> int:
    """True or false, as 1 or 0; false where it is left out."""
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise FormatError(name, f"true or false, not {value!r}")
    return int(value)
