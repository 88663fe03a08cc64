"""Reads the parts of a position that only Africanus has: region cards, caravan, diplomats, and questions on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.rattus.box import Box
from rattus.games.rattus.cards import knight, trader
from rattus.games.rattus.components import read_face
from rattus.games.rattus.plague import bites
from rattus.games.rattus.secret_cards import resample_cards
from rattus.games.rattus.sizes import DISCS, DRAWN_CARDS, EXTRA_WEIGHT, REGION_CARDS
from rattus.games.rattus.tokens import crowd
from rattus.games.rattus.veil import SCRATCH
from rattus.games.rattus.vocabulary import (
    CARAVAN,
    DISCARDED,
    DRAWN,
    FINAL_RAVAGE,
    GONE,
    HIDDEN,
    IN_HAND,
    IN_PILE,
    LAID,
    NO_CARD,
    NOWHERE,
    OUT_OF_PLAY,
    SETTLING,
)
from rattus.kernel.random import below, stream
from rattus.kernel.validation import read_number, read_stream, read_word

AFRICAN_FIELDS = frozenset({"caravan", "palace_diplomats", "hands", "pile", "discards", "shuffled", "stream"})


def read_region_cards(box: Box, table: Any, data: Mapping[str, Any], seed: int | str) -> None:
    """All region cards. Those given as a number are arbitrary; those not mentioned are not in the game."""
    _CardReader(box, table, data, stream(f"{seed}/cards")).read()


class _CardReader:
    def __init__(self, box: Box, table: Any, data: Mapping[str, Any], rng: list[int]) -> None:
        self.box, self.table, self.data, self.rng = box, table, data, rng
        self.names = [card.name for card in box.region_cards]
        self.known = [card.name for card in box.components.region_cards]

    def read(self) -> None:
        table = self.table
        table.lies = [GONE] * REGION_CARDS
        table.cover = [NO_CARD] * len(table.cover)
        table.token = HIDDEN
        shuffled = self.read_shuffled()
        self.read_hands(shuffled["hands"])
        self.read_drawn(shuffled["drawn"])
        self.read_pile()
        self.read_covers()
        self.read_discards()
        self.fill()
        self.check_counted()
        self.read_stream()

    def read_shuffled(self) -> dict[str, Any]:
        """Which shuffle every card came from; by default all from the first."""
        data = self.data.get("shuffled", {})
        self.table.shuffle = read_number(data.get("pile", 0), "shuffled.pile", 0, REGION_CARDS)
        for name, number in data.get("cards", {}).items():
            self.table.shuffled[self._card(name, "shuffled.cards")] = self._shuffle(number, "shuffled.cards")
        hands = data.get("hands", {})
        for name in hands:
            read_word(name, self.box.seats, "shuffled.hands")
        return {
            "hands": {seat: self._shuffles(numbers, "shuffled.hands") for seat, numbers in hands.items()},
            "drawn": self._shuffles(data.get("drawn", []), "shuffled.drawn"),
        }

    def read_hands(self, shuffles: Mapping[str, list[int]]) -> None:
        hands = self.data.get("hands", {})
        for name in hands:
            read_word(name, self.box.seats, "hands")
        table, place = self.table, 0
        for seat, name in enumerate(self.box.seats):
            hand = self._cards(hands.get(name, []), f"hands.{name}", REGION_CARDS - place)
            came = shuffles.get(name, [0] * len(hand))
            if len(came) != len(hand):
                raise FormatError("shuffled.hands", f"{name} has {len(hand)} cards, not {len(came)}")
            for card, shuffle in zip(hand, came, strict=True):
                table.held[place], table.held_by[place], table.held_from[place] = card, seat, shuffle
                place += 1
                if card != HIDDEN:
                    self._lay(card, IN_HAND, f"hands.{name}")
        table.held_count = place

    def read_drawn(self, shuffles: list[int]) -> None:
        pending = self.data.get("pending")
        if pending is None or pending["ask"] not in ("hold", "explore"):
            return
        cards = self._cards(pending.get("cards", []), "pending.cards", DRAWN_CARDS)
        if not cards or (shuffles and len(shuffles) != len(cards)):
            raise FormatError("pending.cards", f"one to {DRAWN_CARDS} cards drawn")
        for place, card in enumerate(cards):
            self.table.drawn[place] = card
            self.table.drawn_from[place] = shuffles[place] if shuffles else self.table.shuffle
            if card != HIDDEN:
                self._lay(card, DRAWN, "pending.cards")
        self.table.drawn_count = len(cards)

    def read_pile(self) -> None:
        pile = self._cards(self.data.get("pile", []), "pile", REGION_CARDS)
        for card in pile:
            if card != HIDDEN:
                self._lay(card, IN_PILE, "pile")
        self.table.pile[: len(pile)] = pile[::-1]  # the last one is drawn first
        self.table.pile_left = len(pile)

    def read_covers(self) -> None:
        covered = (self.data.get("ravage") or {}).get("covered", {})
        for name, card_name in covered.items():
            card = read_word(name, self.box.cards, "ravage.covered")
            region_card = self._card(card_name, f"ravage.covered.{name}")
            if self.table.holder[card] < 0 or not self.box.record.protects[card][region_card]:
                raise FormatError(f"ravage.covered.{name}", f"{card_name} cannot lie on it")
            self._lay(region_card, LAID, f"ravage.covered.{name}")
            self.table.cover[card] = region_card

    def read_discards(self) -> None:
        discards = self._cards(self.data.get("discards", []), "discards", REGION_CARDS)
        for card in discards:
            if card != HIDDEN:
                self._lay(card, DISCARDED, "discards")
        for _ in range(discards.count(HIDDEN)):
            free = [card for card in range(len(self.names)) if self.table.lies[card] == GONE]
            if not free:
                raise FormatError("discards", "there are not as many cards")
            self.table.lies[free[below(self.rng, len(free))]] = DISCARDED

    def fill(self) -> None:
        """Choose cards for the places that name none, consistent with what everybody can count, and deal them."""
        table = self.table
        wanted: Counter[int] = Counter()
        for row, number, came in (
            (table.held, table.held_count, table.held_from),
            (table.drawn, table.drawn_count, table.drawn_from),
            (table.pile, table.pile_left, [table.shuffle] * REGION_CARDS),
        ):
            wanted.update(came[place] for place in range(number) if row[place] == HIDDEN)
        for shuffle, number in sorted(wanted.items()):
            free = [c for c in range(len(self.names)) if table.lies[c] == GONE and table.shuffled[c] == shuffle]
            if number > len(free):
                raise FormatError("position", f"{number} arbitrary region cards wanted; {len(free)} are not named")
            for _ in range(number):
                table.lies[free.pop(below(self.rng, len(free)))] = HIDDEN
        resample_cards(self.box.record, table, self.rng, [0] * SCRATCH)

    def check_counted(self) -> None:
        """Check the cards against what everybody can count."""
        table = self.table
        came = dict(zip(table.held[: table.held_count], table.held_from, strict=False))
        came |= dict(zip(table.drawn[: table.drawn_count], table.drawn_from, strict=False))
        came |= dict.fromkeys(table.pile[: table.pile_left], table.shuffle)
        for card, shuffle in came.items():
            if table.shuffled[card] != shuffle:
                raise FormatError("shuffled", f"{self.names[card]} cannot be where it is")

    def read_stream(self) -> None:
        words = self.data.get("stream")
        self.table.rng = stream(f"{self.rng}") if words is None else read_stream(words, "stream")

    def _lay(self, card: int, where: int, place: str) -> None:
        if self.table.lies[card] != GONE:
            raise FormatError(place, f"{self.names[card]} is in two places")
        self.table.lies[card] = where

    def _cards(self, cards: int | list[str | None], place: str, most: int) -> list[int]:
        if isinstance(cards, int):
            return [HIDDEN] * read_number(cards, place, 0, most)
        if len(cards) > most:
            raise FormatError(place, f"at most {most} cards, not {len(cards)}")
        return [HIDDEN if name is None else self._card(name, place) for name in cards]

    def _card(self, name: str, place: str) -> int:
        if name in self.known and name not in self.names:
            raise FormatError(place, f"{name} is not in use with {self.box.players} players")
        if name not in self.names:
            raise FormatError(place, f"no region card is called {name!r}")
        return self.names.index(name)

    def _shuffle(self, number: int, place: str) -> int:
        return read_number(number, place, 0, REGION_CARDS)

    def _shuffles(self, numbers: list[int], place: str) -> list[int]:
        return [self._shuffle(number, place) for number in numbers]


def read_african_pieces(box: Box, table: Any, data: Mapping[str, Any]) -> None:
    """Caravan (A9) and diplomats (A18)."""
    _read_caravan(box, table, data.get("caravan"))
    for name, part in data.get("regions", {}).items():
        place = f"regions.{name}.diplomats"
        for seat_name in part.get("diplomats", []):
            seat, region = read_word(seat_name, box.seats, place), box.regions.index(name)
            if table.diplomat[region][seat] or not table.cubes[region][seat]:
                raise FormatError(place, f"{seat_name} can have one there, under a cube (A18)")
            table.diplomat[region][seat] = 1
    for name, number in data.get("palace_diplomats", {}).items():
        seat = read_word(name, box.seats, "palace_diplomats")
        table.palace_diplomats[seat] = read_number(number, f"palace_diplomats.{name}", 0, table.palace[seat])
    table.discs = DISCS - sum(map(sum, table.diplomat)) - sum(table.palace_diplomats)
    if table.discs < 0:
        raise FormatError("regions", f"there are {DISCS} diplomats (A10)")


def _read_caravan(box: Box, table: Any, name: Any) -> None:
    table.caravan = NOWHERE
    without = table.holder[box.cards.index(trader.CARD.name)] == OUT_OF_PLAY
    if table.phase == CARAVAN and without:
        raise FormatError("phase", "without the Trader there is no caravan (A9)")
    if name is None:
        return
    if without or table.phase in (SETTLING, CARAVAN):
        raise FormatError("caravan", "it is not on the board yet, or at all (A9)")
    table.caravan = read_word(name, box.regions, "caravan")


def read_protection(box: Box, table: Any, ravage: Mapping[str, Any], asks: str) -> None:
    """A token is turned, and somebody is asked (A12)."""
    if (ravage.get("token") is None) != (asks != "protect"):
        raise FormatError("ravage.token", "a token waits exactly while somebody is asked to protect")
    if ravage.get("token") is None:
        if ravage.get("asking") is not None:
            raise FormatError("ravage.asking", "without a token nobody is asked")
        return
    face = read_face(box.edition, ravage["token"], "ravage.token")
    if not table.turned_count or box.kinds[table.turned[table.turned_count - 1]].face != face:
        raise FormatError("ravage.token", "it is the token turned last")
    table.token = table.turned[table.turned_count - 1]
    if not bites(box.record, table, table.ravaged, table.token) and not _bit_with_the_knight(box, table):
        raise FormatError("ravage.token", "it does not bite (R30)")
    seat = read_word(ravage.get("asking"), box.seats, "ravage.asking")
    table.asking = (seat - table.turn) % box.players


def _bit_with_the_knight(box: Box, table: Any) -> bool:
    """Whether the token in a final ravage bites only because the pawn counted until the Knight was covered (A14)."""
    card = box.cards.index(knight.CARD.name)
    if table.phase != FINAL_RAVAGE or table.ravaged != table.pawn or table.cover[card] == NO_CARD:
        return False
    shows_chivalry = box.record.symbols[table.token][box.record.symbol[card]] > 0
    limit = box.record.limit[table.token]
    return bool(shows_chivalry and crowd(box.record, table, table.ravaged) + EXTRA_WEIGHT >= limit)


def plan_shuffle(box: Box, table: Any, pile: list[str]) -> None:
    """Make the next shuffle give this pile, the first one to be drawn first; an empty list makes it random."""
    if not box.edition.african:
        raise FormatError("shuffles", "no pile is made anew in this game")
    names = [card.name for card in box.region_cards]
    if len(pile) > len(names) or not all(name in names for name in pile):
        raise FormatError("shuffles", "a list of region cards in use")
    table.planned = [names.index(name) for name in reversed(pile)] + [0] * (REGION_CARDS - len(pile))
    table.planned_count = len(pile)
