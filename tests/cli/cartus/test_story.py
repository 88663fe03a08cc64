import json
import random
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

import rattus
from rattus.cli.cartus.story import NARRATOR, events, labels, named, question
from rattus.cli.menu import Menu
from rattus.games.cartus.events import SHAPES
from rattus.match.game import Game
from rattus.match.move import Move


def asked(game: Game) -> str:
    return question(game.view(game.to_move), game.legal())


def test_phases(example: Callable[..., Game]) -> None:
    assert asked(example(phase="supply")) == "Use the supply action of an open building (C10)."
    assert asked(example()) == "Enter an open building, or play a pass instead (C13)."
    assert asked(example("enter 2", "done")) == "Enter an open building (C11)."
    assert asked(example(round=8, buildings=0)).endswith("In this last round there are no building actions (C24).")


def test_playing(example: Callable[..., Game]) -> None:
    assert asked(example("enter 2")) == (
        "Lay cards face down in the Monastery, in the order of the list: each but swords and flutes gives 1 influence "
        "in Church, ● also a rat (C16)."
    )


def test_resolving(entered: Game) -> None:
    assert asked(entered) == "Tent: will you use your premium action? (C30)"
    entered.play("act")
    assert asked(entered) == "Look at 2 cards of the nun row (C30)."
    entered.play("peek 2")
    assert asked(entered) == "Look at a card of the nun row (C30)."
    entered.play("peek 1")
    entered.play("skip")
    assert asked(entered) == "Blue robs you: give 2 cards, in the order of the list (C19)."
    entered.play("give peasantry-0")
    assert asked(entered) == "Blue robs you: give a card, in the order of the list (C19)."


@pytest.mark.parametrize(
    ("pending", "told"),
    [
        ({"ask": "peek", "place": None, "due": 1}, "Look at a card of the nun row (C10)."),
        ({"ask": "rob", "place": 1}, "You have played the most swords in the Tent. Whom do you rob? (C19)"),
        (
            {"ask": "infest", "place": 2},
            "You have played the most flutes in the Monastery. To whom do you give a rat? (C20)",
        ),
        ({"ask": "act", "place": 3, "premium": False}, "Monastery: will you use your standard action? (C28)"),
        (
            {"ask": "give", "place": 1, "by": "tower", "to": "green", "due": 3},
            "Green's Watchtower: give 3 cards, in the order of the list (C29).",
        ),
        (
            {"ask": "discard", "place": 1, "due": 2},
            "The Hospital: discard up to 2 cards, each with a rat, in the order of the list (C28).",
        ),
    ],
)
def test_questions(pending: dict[str, Any], told: str, example: Callable[..., Game]) -> None:
    view = example().view("red") | {"phase": "resolve", "pending": pending}
    assert question(view, [Move("discard church-0"), Move("done")]) == told


def test_every_question_of_a_game_is_a_sentence() -> None:
    asks = set()
    for seed in range(16):
        game, chance = rattus.new("cartus", 2 + seed % 4, seed, {"buildings": "mixed"}), random.Random(seed)
        while not game.is_over:
            view = game.view(game.to_move)
            text = asked(game)
            assert text[0].isupper()
            assert text[-1] in ".)"
            assert "  " not in text
            assert "{" not in text
            pending = view["pending"] or {"ask": view["phase"]}
            asks.add((pending["ask"], pending.get("by")))
            game.play(chance.choice(game.legal()))
    kinds = {"supply", "enter", "peek", "play", "rob", "infest", "act", "discard"}
    assert asks == {*((kind, None) for kind in kinds), ("give", "sword"), ("give", "tower")}


def shown(game: Game) -> list[str]:
    view, legal = game.view(game.to_move), game.legal()
    return [" ".join(line.split()) for line in Menu(legal, labels(view, legal)).render(80).plain.splitlines()]


def test_supply(example: Callable[..., Game]) -> None:
    assert shown(example(phase="supply", to_move="red")) == [
        "supply 1 Tent: draw 2, look at 1 2 Monastery: draw 4",
        "3 Monastery: lose a rat, look at 1",
    ]


@pytest.mark.rules("C13")
def test_entering(example: Callable[..., Game]) -> None:
    assert shown(example()) == [
        "enter 1 Tent (Magic) 2 Monastery (Church) 3 Monastery (Church)",
        "4 pass: play a pass card",
    ]


@pytest.mark.rules("C12", "C16")
def test_cards_of_another_class_bring_a_rat(example: Callable[..., Game]) -> None:
    game = example("enter 2")
    assert shown(game) == [
        "play 1 church-0 2 church-1 3 magic-0 ● 4 magic-1 ●",
        "5 royalty-0 ● 6 joker",
        "7 done: with 0 cards",
    ]
    game.play("play magic-0")
    assert shown(game) == ["play 1 magic-1 ● 2 royalty-0 ● 3 joker", "4 done: with 1 card"]
    assert shown(example("enter 1"))[0] == "play 1 church-0 ● 2 church-1 ● 3 magic-0 4 magic-1"


def test_building_actions(entered: Game) -> None:
    assert shown(entered) == ["1 act: look at 2 nun cards 2 skip: decline it"]
    entered.play("act")
    assert shown(entered) == ["peek 1 card 1 2 card 2 3 card 3 4 card 4 5 card 5"]


def test_giving(entered: Game) -> None:
    for move in ("skip", "skip"):
        entered.play(move)
    assert shown(entered) == ["give 1 peasantry-0 2 peasantry-1 3 bourgeoisie-0 4 bourgeoisie-4"]


def test_victims(entered: Game) -> None:
    view = entered.view("blue") | {"hands": {"red": 5, "green": []}, "rats": {"red": 1, "green": 12}}
    moves = [Move(f"{verb} {seat}") for verb in ("rob", "infest") for seat in ("red", "green")]
    assert list(labels(view, moves).values()) == [
        "red: 2 of 5 cards",
        "green: 0 of 0 cards",
        "red: has a rat",
        "green: has 12 rats",
    ]


@pytest.mark.rules("C28")
def test_discarding(example: Callable[..., Game]) -> None:
    view = example().view("red") | {"pending": {"ask": "discard", "place": 2, "due": 2, "last": None}}
    assert list(labels(view, [Move("discard church-0"), Move("done")]).values()) == [
        "church-0",
        "done: discard no more",
    ]


@pytest.mark.parametrize("players", [2, 5])
def test_every_move_of_a_game_is_labelled_and_found(players: int, advanced: Callable[..., Game]) -> None:
    verbs = set()
    for seed in range(4):
        game = advanced(players, 0, seed, "cartus")
        for _, move in advanced(players, 10_000, seed, "cartus").moves:
            view, legal = game.view(game.to_move), game.legal()
            menu = Menu(legal, labels(view, legal))
            text = menu.render(80).plain
            assert max(map(len, text.splitlines())) <= 80
            for number, one in enumerate(menu.moves, 1):
                assert f" {number} {labels(view, legal)[one]}" in text
                assert menu.find(str(one)) == menu.find(str(number)) == [one]
                assert menu.completions(f"{one.verb} ") == [
                    each.arguments[0] for each in legal if each.verb == one.verb and each.arguments
                ]
            verbs.add(move.verb)
            game.play(move)
    assert verbs >= {"supply", "enter", "play", "done", "act", "skip", "peek"}


KINDS = [name for name, _, _ in SHAPES.values()]
VALUES: dict[str, Any] = {
    "move": "done", "place": 2, "building_card": {"building": "tent", "supply": "ddl"}, "card": "church-3", "cards": 3,
    "rats": 2, "nun_place": 4, "class": "magic", "influence": 3, "from_seat": "blue", "to_seat": "green",
    "victim_seat": "yellow", "premium": True, "value": 2, "round": 5, "nuns": 7, "by": "sword",
}  # fmt: skip


def event(kind: str, **changes: Any) -> dict[str, Any]:
    shape = next(shape for name, _, shape in SHAPES.values() if name == kind)
    values = {meaning.removeprefix("secret "): VALUES[meaning.removeprefix("secret ")] for meaning in shape}
    building = {"building": "farm"} if "place" in values else {}
    return {"event": kind, "seat": "red"} | values | building | changes


@pytest.mark.parametrize("kind", KINDS)
def test_every_event_is_a_sentence(kind: str) -> None:
    sentence = NARRATOR.sentence(event(kind))
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "  " not in sentence
    assert sentence[0].isupper()


def test_no_sentence_is_left_over() -> None:
    texts = json.loads(resources.files("rattus.words").joinpath("en.json").read_text("utf-8"))["terminal"]
    told = [key.split(".") for key in texts]
    assert {key[2] for key in told if key[:2] in (["cartus", "does"], ["cartus", "says"])} == set(KINDS)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (event("forced"), "Red has no choice."),
        (event("opened", seat=None), "Open: Tent (draw 2, look at 1)."),
        (event("replaced", seat=None), "Tent (draw 2, look at 1) goes under the replacement deck."),
        (event("supplied"), "Red uses the supply of the Farm."),
        (event("drew"), "Red draws Church 3."),
        (event("drew", card=None), "Red draws a card."),
        (event("shuffled", seat=None), "The discards become a new deck of 3 cards."),
        (event("freed"), "Red discards 2 rats."),
        (event("looked"), "Red looks at card 4 of the nun row: Church 3."),
        (event("looked", card=None), "Red looks at card 4 of the nun row."),
        (event("passed"), "Red plays a pass."),
        (event("entered"), "Red enters the Farm."),
        (event("laid"), "Red lays Church 3 face down."),
        (event("laid", card=None), "Red lays a card face down."),
        (event("announced"), "Red announces 3 cards."),
        (event("announced", cards=0), "Red announces no card."),
        (event("showed", card="sword"), "Red shows a sword."),
        (event("scored"), "Red gains 3 influence in Magic and 2 rats."),
        (event("scored", rats=0), "Red gains 3 influence in Magic."),
        (event("scored", rats=0, influence=0), "Red gains nothing."),
        (event("robbed"), "Red robs Blue of 3 cards."),
        (event("gave"), "Red gives Church 3 to Green."),
        (event("gave", card=None), "Red gives a card to Green."),
        (event("infested"), "Red gives a rat to Yellow."),
        (event("premium"), "Red has the premium action of this round."),
        (event("crowned"), "Red gains 1 more influence in Magic for the last round."),
        (event("acted"), "Red uses the premium action of the Farm."),
        (event("skipped", premium=False), "Red declines the standard action of the Farm."),
        (event("took", card="pass"), "Red takes a pass."),
        (event("earned"), "Red takes a victory token worth 2."),
        (event("earned", value=None), "Red takes a victory token."),
        (event("discarded"), "Red discards Church 3."),
        (event("left"), "Red puts the cards played in the Farm away."),
        (event("next"), "Round 5 begins; Red is first."),
        (event("turned", seat=None), "The nun row is turned up: Church 3."),
        (event("died"), "Red dies of the plague: 2 rats against 7 nuns."),
        (event("ended", seat=None), "The game is over."),
    ],
)
def test_sentences(told: dict[str, Any], sentence: str) -> None:
    assert NARRATOR.sentence(told) == sentence


def test_a_paragraph_a_phase_and_a_building() -> None:
    told = [
        event("next"), event("opened", seat=None), event("opened", seat=None),
        event("supplied"), event("drew", card=None), event("drew", card=None), event("freed", rats=1),
        event("supplied", seat="blue"), event("looked", seat="blue", card=None),
        event("passed"), event("entered", seat="blue"), event("laid", seat="blue", card=None),
        event("announced", seat="blue", cards=1), event("entered"), event("laid"), event("laid", card="joker"),
        event("forced"), event("announced", cards=2),
        event("showed"), event("showed", card="joker"), event("scored"), event("acted"), event("took", card="gold"),
        event("took", card="gold"), event("left"),
        event("scored", seat="blue", influence=0), event("left", seat="blue"),
        event("turned", seat=None), event("turned", seat=None, card="magic-0"), event("died"),
        event("ended", seat=None),
    ]  # fmt: skip
    tent = "Tent (draw 2, look at 1)"
    assert NARRATOR.paragraphs(told) == [
        f"Round 5 begins; Red is first. Open: {tent} and {tent}.",
        "Red uses the supply of the Farm; draws 2 cards; discards a rat. Blue uses the supply of the Farm; "
        "looks at card 4 of the nun row.",
        "Red plays a pass. Blue enters the Farm; announces a card. Red enters the Farm; lays Church 3 and a joker "
        "face down; announces 2 cards.",
        "Red shows Church 3 and a joker; gains 3 influence in Magic and 2 rats; uses the premium action of the Farm; "
        "takes 2 gold cards.",
        "Blue gains 2 rats.",
        "The nun row is turned up: Church 3 and Magic 0. Red dies of the plague: 2 rats against 7 nuns. "
        "The game is over.",
    ]


def test_cards_given_to_different_players_are_told_apart() -> None:
    gifts = [event("gave"), event("gave", card="magic-0"), event("gave", to_seat="blue", card=None)]
    assert NARRATOR.paragraphs(gifts) == ["Red gives Church 3 and Magic 0 to Green; gives a card to Blue."]


@pytest.mark.rules("C19")
def test_cards_given_are_told_to_giver_and_taker_only(entered: Game) -> None:
    for move in ("skip", "skip", "give peasantry-0", "give bourgeoisie-0"):
        entered.play(move)
    stories = {seat: " ".join(NARRATOR.paragraphs(events(entered, seat))) for seat in (None, *entered.seats)}
    for seat, story in stories.items():
        assert ("Peasantry 0" in story) is (seat in ("green", "blue"))
        assert "Green gives " in story


@pytest.mark.rules("C11")
def test_that_somebody_has_no_card_left_to_lay_is_not_told(entered: Game) -> None:
    seen = [each["event"] for each in entered.events_seen("red")]
    assert "forced" in seen  # Yellow has laid all cards
    assert "no choice" not in " ".join(NARRATOR.paragraphs(events(entered, "red")))


def test_buildings_of_all_rounds_are_named() -> None:
    game, chance = rattus.new("cartus", 3, 4, {"buildings": "mixed"}), random.Random(4)
    rows = {game.view(None)["round"]: game.view(None)["row"]}
    told: list[tuple[int, str, str]] = []
    while not game.is_over:
        view, move = game.view(None), chance.choice(game.legal())
        rows[view["round"]] = view["row"]
        if move.verb in ("supply", "enter"):
            told.append((view["round"], move.verb, view["row"][int(move.arguments[0]) - 1]["building"]))
        game.play(move)
    kinds = {"supply": "supplied", "enter": "entered"}
    found = [each["building"] for each in events(game, None) if each["event"] in kinds.values()]
    assert found == [building for _, _, building in told]
    assert len(rows) == 9


def test_a_game_that_begins_in_the_middle(entered: Game) -> None:
    places = {
        each["seat"]: each["building"]
        for each in named(entered.view(None), entered.events_seen(None))
        if each["event"] == "entered"
    }
    assert places == {"red": "monastery", "yellow": "tent", "green": "monastery", "blue": "monastery"}


@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_can_be_told(players: int, advanced: Callable[..., Game]) -> None:
    game = advanced(players, 10_000, name="cartus")
    assert NARRATOR.paragraphs(events(game, "red"))[-1].endswith("The game is over.")
    assert NARRATOR.paragraphs([]) == []
