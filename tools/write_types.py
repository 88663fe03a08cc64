"""Write the TypeScript types of everything that crosses the server's border: `make types`.

    python tools/write_types.py          writes them
    python tools/write_types.py --check  says which files would change, and fails if some would

They are made from the JSON Schema of `rattus.server.protocol` and of the games' `models`. What the client's shared code
knows of a view, an event or an outcome is what all games have in common; each game's own types are in its own folder.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

from rattus.bots.levels import LEVELS
from rattus.games import GAMES
from rattus.games.cartus import editions as cartus_editions
from rattus.games.cartus import models as cartus
from rattus.games.cartus import vocabulary as cartus_words
from rattus.games.rattus import editions as rattus_words
from rattus.games.rattus import models as rattus
from rattus.kernel.seats import SEATS
from rattus.match.vocabulary import vocabulary_of
from rattus.server.errors import ErrorCode
from rattus.server.protocol import basics, messages, players, records, requests

ROOT = Path(__file__).resolve().parent.parent / "web" / "src"
WORDS = ROOT.parent.parent / "src" / "rattus" / "words"
Schema = Mapping[str, Any]

HEAD = "/** Written by `make types` from {source}. Do not edit. */\n"
# Words that have a name of their own wherever they occur.
NAMED = {
    tuple(SEATS): "Colour",
    tuple(LEVELS): "Level",
    tuple(code.value for code in ErrorCode): "Code",
    tuple(GAMES): "GameName",
}
LISTS = {"Colour": "COLOURS", "Level": "LEVELS", "Code": "CODES", "GameName": "GAMES"}
# Names of cards and the like: which there are is the server's to say (GET /api/games/{game}/vocabulary).
OPEN = {
    *(rattus_words.CARDS, rattus_words.SYMBOLS),
    *(cartus_words.CARDS, cartus_words.CLASSES, cartus_editions.BUILDINGS, cartus_words.SPECIALS),
}
JSON_TYPE = "export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }\n"
# What shared code knows of things that differ from game to game: the fields that all of them have.
SHARED = {
    "View": (rattus.RattusView, rattus.AfricanusView, cartus.CartusView),
    "Position": (rattus.RattusPosition, rattus.AfricanusPosition, cartus.CartusPosition),
    "GameEvent": tuple(get_args(get_args(rattus.RattusEvent)[0]) + get_args(get_args(cartus.CartusEvent)[0])),
    "Outcome": (rattus.RattusOutcome, cartus.CartusOutcome),
}
# Everything that crosses the border: all models of the protocol, and what is no model.
BASES = {"StrictModel", "ClientRequest", "RecordAnswer"}  # the last one is a GameRecord
BORDER = (
    messages.ServerMessage,
    requests.ClientMessage,
    records.GameRecord,
    players.WaitingMessage,
    *(model for name, model in basics.models_by_name().items() if name not in BASES and not name.startswith("_")),
)


@dataclass
class Writer:
    """Turns a JSON Schema into TypeScript."""

    definitions: Mapping[str, Schema]
    shared: Mapping[frozenset[str], str] = field(default_factory=dict)  # a union of these definitions -> its name
    is_wide: bool = False  # words of one game are any text

    def type_of(self, schema: Schema) -> str:
        """The type of a schema."""
        if "$ref" in schema:
            return self._reference(schema)
        if "const" in schema:
            return "string" if self.is_wide else _literal(schema["const"])
        if "enum" in schema:
            words = tuple(schema["enum"])
            return NAMED.get(words) or ("string" if self.is_wide or words in OPEN else " | ".join(map(_literal, words)))
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return self._union(schema[union])
        return self._plain(schema)

    def _reference(self, schema: Schema) -> str:
        name = schema["$ref"].rpartition("/")[2]
        return self.shared.get(frozenset([name])) or (self._inline(self.definitions[name]) if self.is_wide else name)

    def _inline(self, definition: Schema) -> str:
        if "properties" not in definition:
            return self.type_of(definition)
        return "{ " + "; ".join(self.fields(definition)) + " }"

    def _union(self, options: Iterable[Schema]) -> str:
        flat = list(_flat(options))
        names = frozenset(option["$ref"].rpartition("/")[2] for option in flat if "$ref" in option)
        if names in self.shared:
            rest = [self.type_of(option) for option in flat if "$ref" not in option]
            return " | ".join([self.shared[names], *rest])
        return " | ".join(dict.fromkeys(self.type_of(option) for option in flat))

    def _plain(self, schema: Schema) -> str:
        match schema.get("type"):
            case "string":
                return "string"
            case "integer" | "number":
                return "number"
            case "boolean":
                return "boolean"
            case "null":
                return "null"
            case "array":
                return self._array(schema)
            case "object":
                return self._map(schema)
        return "Json"

    def _array(self, schema: Schema) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(self.type_of(item) for item in schema['prefixItems'])}]"
        item = self.type_of(schema.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"

    def _map(self, schema: Schema) -> str:
        values = schema.get("additionalProperties", True)
        value = "Json" if values is True else self.type_of(values)
        key = "string" if "propertyNames" not in schema else self.type_of(schema["propertyNames"])
        return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"

    def fields(self, definition: Schema, comments: bool = False) -> Iterator[str]:
        """The fields of an object."""
        needed = definition.get("required", ())
        for name, schema in definition["properties"].items():
            comment = f"/** {schema['description']} */\n  " if comments and "description" in schema else ""
            yield f"{comment}{name}{'' if name in needed else '?'}: {self.type_of(schema)}"

    def declaration(self, name: str) -> str:
        """A definition by its name."""
        definition = self.definitions[name]
        if "properties" not in definition:
            return f"{_comment(definition)}export type {name} = {self.type_of(definition)}\n"
        lines = "".join(f"  {line}\n" for line in self.fields(definition, comments=True))
        return f"{_comment(definition)}export interface {name} {{\n{lines}}}\n"

    def common(self, name: str, members: Iterable[str], comment: str) -> str:
        """An interface with the fields that all of these definitions have, and any others as JSON."""
        wide = Writer(self.definitions, is_wide=True)
        schemas = [self.definitions[member] for member in members]
        lines = []
        for field_name in schemas[0]["properties"]:
            if all(field_name in schema["properties"] for schema in schemas):
                found = [schema["properties"][field_name] for schema in schemas]
                is_needed = all(field_name in schema.get("required", ()) for schema in schemas)
                kind = wide.common_type(found)
                if kind:
                    lines.append(f"  {field_name}{'' if is_needed else '?'}: {kind}\n")
        return f"/** {comment} */\nexport interface {name} {{\n{''.join(lines)}  [more: string]: Json | undefined\n}}\n"

    def common_type(self, schemas: list[Schema]) -> str:
        """A type that fits all of these: objects by their shared fields. Empty if they are different things."""
        options = [option for schema in schemas for option in _flat([schema])]
        words = tuple(option["const"] for option in options if "const" in option)
        if len(words) == len(options) and words in NAMED:
            return NAMED[words]
        objects = [self.definitions[option["$ref"].rpartition("/")[2]] for option in options if "$ref" in option]
        if not objects or not all("properties" in each for each in objects):
            kinds = {self.type_of(schema) for schema in schemas}
            return kinds.pop() if len(kinds) == 1 else ""
        shared = [name for name in objects[0]["properties"] if all(name in each["properties"] for each in objects)]
        inside = [
            f"{name}{'' if all(name in each.get('required', ()) for each in objects) else '?'}: {kind}"
            for name in shared
            if (kind := self.common_type([each["properties"][name] for each in objects]))
        ]
        rest = [self.type_of(option) for option in options if "$ref" not in option]
        whole = "{ " + "; ".join([*inside, "[more: string]: Json | undefined"]) + " }"
        return " | ".join(dict.fromkeys([whole, *rest]))


def _flat(options: Iterable[Schema]) -> Iterator[Schema]:
    for option in options:
        inner = option.get("anyOf") or option.get("oneOf")
        if inner:
            yield from _flat(inner)
        else:
            yield option


def _literal(word: Any) -> str:
    return "'" + word + "'" if isinstance(word, str) else json.dumps(word)


def _comment(definition: Schema) -> str:
    text = " ".join(definition.get("description", "").split())
    return f"/** {text} */\n" if text else ""


def definitions_of(types: Iterable[Any]) -> dict[str, Schema]:
    """The JSON Schema of each type that these are made of, by name."""
    inputs = [(number, "validation", TypeAdapter(each)) for number, each in enumerate(types)]
    _, schema = TypeAdapter.json_schemas(inputs, ref_template="#/$defs/{model}")  # type: ignore[arg-type]
    found: dict[str, Schema] = schema["$defs"]
    return found


def shared_types() -> str:
    """The types of lib/net."""
    definitions = definitions_of(BORDER)
    shared = {name: [member.__name__ for member in members] for name, members in SHARED.items()}
    own = {name for name in definitions if name not in _of_games(definitions)}
    unions = {
        "PublicEntry": sorted(name for name in own if name.startswith("Public") and name.endswith("Entry")),
        "ServerMessage": sorted(name for name in own if name.endswith("Message") and name != "WaitingMessage"),
    }
    names = {frozenset(members): name for name, members in (shared | unions).items()}
    writer = Writer(definitions, names)
    comments = {
        "View": "What all games have of a view. Each game's folder has the whole type of its own.",
        "Position": "What all games have of a position that one gives; most of it may be left out.",
        "GameEvent": "What all games have of an event.",
        "Outcome": "What all games have of a result.",
    }
    lists = [_word_list(words, name) for words, name in NAMED.items() if name != "GameName"]
    parts = [
        "import type { GameName } from '../../games/names'\n",
        f"export const PROTOCOL = {basics.PROTOCOL}\n",
        f"export const PROTOCOL_HEADER = '{basics.PROTOCOL_HEADER}'\n",
        *lists,
        JSON_TYPE,
        *(writer.common(name, members, comments[name]) for name, members in shared.items()),
        *(writer.declaration(name) for name in sorted(own)),
        *(f"export type {name} = {' | '.join(members)}\n" for name, members in unions.items()),
    ]
    return HEAD.format(source="rattus.server.protocol") + "\n" + "\n".join(parts)


def _word_list(words: tuple[str, ...], name: str) -> str:
    listed = f"export const {LISTS[name]} = [{', '.join(map(_literal, words))}] as const\n"
    return f"{listed}export type {name} = (typeof {LISTS[name]})[number]\n"


def _of_games(definitions: Mapping[str, Schema]) -> set[str]:
    """The definitions that only views, events and outcomes of games use."""
    roots = {member.__name__ for members in SHARED.values() for member in members}
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += re.findall(r"#/\$defs/([\w]+)", json.dumps(definitions[name]))
    return found


def game_types(name: str, types: Mapping[str, Any]) -> str:
    """The types of a game: its views, its events, its outcome."""
    definitions = definitions_of(types.values())
    writer = Writer(definitions)
    body = "\n".join(writer.declaration(each) for each in sorted(definitions))
    unions = "".join(
        f"\nexport type {union} = {' | '.join(sorted(each.__name__ for each in get_args(get_args(kind)[0])))}\n"
        for union, kind in types.items()
        if union not in definitions
    )
    used = [each for each in (*NAMED.values(), "Json") if re.search(rf"\b{each}\b", body)]
    imports = f"import type {{ {', '.join(sorted(used))} }} from '$lib/net/types'\n"
    return HEAD.format(source=f"rattus.games.{name}.models") + f"\n{imports}\n{body}{unions}"


def names_of_games() -> str:
    """The names of the games, and how many can play each."""
    counts = "".join(
        f"  {name}: {{ from: {min(game.player_counts)}, to: {max(game.player_counts)} }},\n"
        for name, game in GAMES.items()
    )
    players = f"\nexport const PLAYERS: Record<GameName, {{ from: number; to: number }}> = {{\n{counts}}}\n"
    return HEAD.format(source="rattus.games") + "\n" + _word_list(tuple(GAMES), "GameName") + players


def palette() -> str:
    """The colours of seats, classes, map and pieces, and those of the two themes, for the browser."""
    shared = json.loads((WORDS.parent / "data" / "palette.json").read_text("utf-8"))
    names: dict[str, str] = {}
    for seat, colours in shared["seats"].items():
        names[f"seat-{seat}"] = colours["fill"]
        names |= {f"seat-{seat}-{part}": colours[part] for part in ("edge", "letter", "line")}
    for name, colours in shared["classes"].items():
        names |= {f"class-{name}": colours["band"], f"on-{name}": colours["on"]}
    names |= shared["inks"] | shared["pigments"] | shared["themes"]["day"]
    blocks = {":root": names, ":root[data-theme='candle']": shared["themes"]["candle"]}
    written = ["/* Written by `make types` from data/palette.json. Do not edit. */\n"]
    for selector, each in blocks.items():
        lines = "".join(f"  --{name}: {colour};\n" for name, colour in each.items())
        written.append(f"{selector} {{\n{lines}}}\n")
    return "\n".join(written)


def english() -> str:
    """The English texts as a type: the keys that there are, and the values that each text needs."""
    texts: dict[str, dict[str, str]] = json.loads((WORDS / "en.json").read_text("utf-8"))
    areas = []
    for area, words in texts.items():
        if area not in ("terminal", "notice"):  # what the server and the terminal say
            lines = [f"    {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)}\n" for key, text in words.items()]
            areas.append(f"  {area}: {{\n{''.join(lines)}  }}\n")
    return HEAD.format(source="src/rattus/words/en.json") + "\nexport interface English {\n" + "".join(areas) + "}\n"


def files() -> dict[Path, str]:
    """What the files of types should contain."""
    return {
        ROOT / "lib/net/types.ts": shared_types(),
        ROOT / "games/names.ts": names_of_games(),
        ROOT / "lib/i18n/english.ts": english(),
        ROOT / "palette.css": palette(),
        ROOT / "fixtures/vocabulary.json": json.dumps(
            {name: vocabulary_of(rulebook) for name, rulebook in GAMES.items()}, indent=1
        )
        + "\n",
        ROOT / "games/rattus/types.ts": game_types(
            "rattus",
            {
                "RattusView": rattus.RattusView,
                "AfricanusView": rattus.AfricanusView,
                "RattusPosition": rattus.RattusPosition,
                "AfricanusPosition": rattus.AfricanusPosition,
                "RattusEvent": rattus.RattusEvent,
                "RattusOutcome": rattus.RattusOutcome,
            },
        ),
        ROOT / "games/cartus/types.ts": game_types(
            "cartus",
            {
                "CartusView": cartus.CartusView,
                "CartusPosition": cartus.CartusPosition,
                "CartusEvent": cartus.CartusEvent,
                "CartusOutcome": cartus.CartusOutcome,
            },
        ),
    }


def main(arguments: list[str]) -> int:
    """Write the files, or check them."""
    stale = {path: text for path, text in files().items() if not path.exists() or path.read_text("utf-8") != text}
    for path, text in stale.items():
        if "--check" in arguments:
            print(f"{path.relative_to(ROOT.parent.parent)} is not what `make types` writes", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
