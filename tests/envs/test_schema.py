"""The names and ranges of the schema agree with the observations, and the document agrees with the schema."""

import itertools
from collections import Counter
from pathlib import Path

import pytest

import rattus
from rattus.envs.play import make_setting
from rattus.envs.schema import BEGIN, END, document, main, tables_in
from rattus.games.cartus.editions import BUILDINGS
from rattus.games.cartus.vocabulary import CARDS, CLASSES, SPECIALS
from rattus.games.rattus.editions import SYMBOLS

GUIDE = Path(__file__).parents[2] / "docs" / "learning.md"
OPTIONS = {
    "rattus": [{}, {"phase_order": "free", "placing": "compulsory", "max_turns": 9}],
    "africanus": [{}],
    "cartus": [{}, {"buildings": "mixed"}, {"buildings": "one_each"}],
}


def test_every_number_has_a_unique_name(table) -> None:
    engine = rattus.engine(*table, compiled=False)
    schema = engine.schema()
    names = schema.names()
    assert len(names) == len(set(names)) == engine.observation_size == len(schema.ranges())
    assert [place for field in schema.observation for place, _ in field.numbers()] != []
    assert all(-128 <= low <= high <= 127 for low, high in schema.ranges())
    assert all(field.what and field.rules for field in schema.observation)


def test_every_action_is_of_one_kind(table) -> None:
    engine = rattus.engine(*table, compiled=False)
    schema, place = engine.schema(), 0
    for kind in schema.actions:
        assert kind.first == place
        assert kind.example == engine.text(place)
        words = kind.verb.split()
        for move in range(place, place + kind.size):
            text = engine.text(move).split()
            assert len(text) == len(words)
            assert all(word == said for word, said in zip(words, text, strict=True) if word.islower())
        place += kind.size
    assert place == engine.num_actions


CASES = [
    (name, players, number)
    for name, book in rattus.GAMES.items()
    for players in book.player_counts
    for number in range(len(OPTIONS[name]))
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "number"), CASES)
def test_observations_agree_with_the_view_by_name(name, players, number, moments) -> None:
    compared, written = 0, set()
    for play in moments(
        name, players, every=3, decisions=240, seed=number, compiled=False, options=OPTIONS[name][number]
    ):
        schema, box = play.setting.engine.schema(), play.setting.engine.box
        names, ranges = schema.names(), schema.ranges()
        for seat in range(players):
            row, view = play.observe(seat).tolist(), play.view(seat)
            for what, value, (low, high) in zip(names, row, ranges, strict=True):
                assert low <= value <= high, what
            numbers = {what: value for what, value in zip(names, row, strict=True) if value}
            written |= numbers.keys()
            steps = {box.seats[(seat + step) % players]: str(step) for step in range(players)}
            check_growing(view, steps, numbers)
            numbers = {what: value for what, value in numbers.items() if not what.startswith("grow")}
            told = expected(view, box, seat)
            if name == "cartus" and view["pending"] is None:  # the view tells the building with the question only
                numbers = {what: value for what, value in numbers.items() if not what.startswith("resolving")}
            assert numbers == told
            compared += 1
    assert compared > 70 * players
    assert len(written) > 150


@pytest.mark.parametrize("name", rattus.GAMES)
def test_the_document_shows_the_schema(name) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    begin, end = BEGIN.format(name), END.format(name)
    shown = text.partition(begin)[2].partition(end)[0].strip()
    players = max(rattus.GAMES[name].player_counts)
    written = tables_in(make_setting(name, players, {}, compiled=False).engine.schema()).strip()
    assert shown == written, "to write it anew: python -m rattus.envs.schema docs/learning.md"


def test_the_tables_of_the_document_are_rewritten_in_place() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert document(text) == text
    spoilt = "\n".join(line for line in text.split("\n") if not line.startswith("| `pawn"))
    assert spoilt != text
    assert document(spoilt) == text


def test_a_schema_is_printed_line_by_line(capsys) -> None:
    main(["cartus", "3"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "0\tphase/supply\t0..1"
    engine = rattus.engine("cartus", 3, compiled=False)
    assert len(lines) == engine.observation_size + 1 + engine.num_actions


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "required"),
        (["chess", "3"], "game: must be one of"),
        (["cartus", "9"], "Cartus is for 2 to 5 players, not 9"),
        (["cartus", "many"], "Cartus is for 2 to 5 players, not 'many'"),
        (["nowhere.md"], "No such file"),
    ],
)
def test_wrong_arguments_are_named(arguments, why, capsys) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert why in capsys.readouterr().err


def test_names_are_numbered_by_strides() -> None:
    schema = rattus.engine("cartus", 3, compiled=False).schema()
    field = next(field for field in schema.observation if field.name == "leads")
    names = schema.names()
    seats, tracks = (list(enumerate(axis.labels)) for axis in field.axes)
    for (seat, one), (track, other) in itertools.product(seats, tracks):
        place = field.first + seat * field.strides[0] + track * field.strides[1]
        assert names[place] == f"leads/{one}/{other}"


# ---- The expected observation, computed from the view: by names of the schema, without zeros. It shares no code with
# the observations of the engine.


def expected(view, box, viewer):
    """The numbers by name, from the view of a seat."""
    told = Counter()
    order = [box.seats[(viewer + step) % box.players] for step in range(box.players)]
    steps = {seat: str(step) for step, seat in enumerate(order)}
    told["players/" + str(view["players"])] = 1
    told["phase/" + view["phase"]] = 1
    told["question/" + (view["pending"]["ask"] if view["pending"] else "none")] = 1
    told[f"first/{steps[view['first']]}"] = 1
    told[f"to_move/{steps[view['to_move']]}"] = 1
    (read_cartus if view["game"] == "cartus" else read_rattus)(view, box, steps, told)
    return {name: number for name, number in told.items() if number}


# ---- Rattus and Rattus Africanus


def read_rattus(view, box, steps, told):
    options, pending = box.options, view["pending"] or {}
    told["taken"], told["placed"] = int(view["taken"]), int(view["placed"])
    told["due"] = pending.get("due", 0)
    told["weight"] = max((view["ravage"] or {}).get("weight", 0), 0)
    told["supply"], told["removed"] = view["supply"], view["removed"]
    told["turns"] = min(view["turns"], 127)
    told["turns_left"] = min(options["max_turns"] - view["turns"], 127)
    told["free_order"] = int(options["phase_order"] == "free")
    told["compulsory"] = int(options["placing"] == "compulsory")
    told[f"turn/{steps[view['turn']]}"] = 1
    if view["acting"]:
        told[f"last_round/{steps[view['acting']]}"] = 1
    told[f"pawn/{view['plague']}"] = 1
    if view["ravage"]:
        told[f"ravaged/{view['ravage']['region']}"] = 1
    read_tokens(view, box, steps, told)
    for region, here in view["regions"].items():
        told[f"in_use/{region}"] = 1
        told[f"rats/{region}"] = len(here["rats"])
        for seat, number in here["cubes"].items():
            told[f"cubes/{steps[seat]}/{region}"] = number
    for seat, step in steps.items():
        out = sum(here["cubes"].get(seat, 0) for here in view["regions"].values())
        told[f"palace/{step}"] = view["palace"].get(seat, 0)
        told[f"stock/{step}"] = 20 - out - view["palace"].get(seat, 0)
    for card in box.cards:
        who = "out" if card not in view["classes"] else view["classes"][card] or "nobody"
        told[f"holder/{card}/{steps.get(who, who)}"] = 1
    for card in view["used"]:
        told[f"used/{card}"] = 1
    if view["game"] == "africanus":
        read_africanus(view, steps, told)


def label(starting, token):
    return f"unseen/{'start-' if starting else ''}{token['limit']}-{'+'.join(token['symbols'])}"


def read_tokens(view, box, steps, told):
    """Faces, looks, and what is left of each kind. A starting token is known by its mark."""
    for starting, face, copies in box.kinds:
        told[label(starting, {"limit": face.limit, "symbols": face.symbols})] += copies
    for place, token in enumerate(view["turned"], 1):
        told[label(f"turned.{place}" in view["marked"], token)] -= 1
    for region, here in view["regions"].items():
        for slot, token in enumerate(here["rats"], 1):
            name = f"{region}.{slot}"
            if token:
                told[label(name in (*view["marked"], *view["starting"]), token)] -= 1
                read_face(token, f"face_*/{region}/{slot}", told)
    for name in view["starting"]:
        told["starting/" + name.replace(".", "/")] = 1
    for seat, names in view["known"].items():
        for name in names:
            told[f"seen/{steps[seat]}/" + name.replace(".", "/")] = 1
    pending = view["pending"] or {}
    for name in (pending.get("first"), pending.get("second")):
        if name:
            told["witch/" + name.replace(".", "/")] = 1


def read_face(token, pattern, told):
    told[pattern.replace("*", "limit")] = token["limit"]
    for symbol in SYMBOLS:
        told[pattern.replace("*", symbol)] = token["symbols"].count(symbol)


def read_africanus(view, steps, told):
    pending, ravage = view["pending"] or {}, view["ravage"] or {}
    viewer = next(seat for seat, step in steps.items() if step == "0")
    shuffled = view.get("shuffled")
    drawn = pending.get("cards", [])
    told["drawn_number"] = drawn if isinstance(drawn, int) else len(drawn)
    seen = [] if isinstance(drawn, int) else drawn
    laid = list(ravage.get("covered", {}).values())
    for name, cards in (("hand", view["hands"][viewer]), ("discarded", view["discards"] + laid), ("drawn", seen)):
        for card in cards:
            told[f"{name}/{card}"] = 1
    for seat, step in steps.items():
        hand = view["hands"][seat]
        told[f"cards/{step}"] = hand if isinstance(hand, int) else len(hand)
        if shuffled:
            told[f"cards_older/{step}"] = sum(came != shuffled["pile"] for came in shuffled["hands"][seat])
        told[f"palace_diplomats/{step}"] = view["palace_diplomats"].get(seat, 0)
    for card, came in (shuffled or {"cards": {}})["cards"].items():
        is_known = card in view["hands"][viewer] or card in view["discards"] + laid + seen
        told[f"older/{card}"] = int(came != shuffled["pile"] and not is_known)
    for card in ravage.get("covered", {}):
        told[f"covered/{card}"] = 1
    if ravage.get("token"):
        read_face(ravage["token"], "biting_*", told)
    out = sum(view["palace_diplomats"].values())
    for region, here in view["regions"].items():
        out += len(here["diplomats"])
        for seat in here["diplomats"]:
            told[f"diplomat/{steps[seat]}/{region}"] = 1
    told["pile"] = view["pile"]
    told["discs"] = 15 - out
    if view["caravan"]:
        told[f"caravan/{view['caravan']}"] = 1


def check_growing(view, steps, numbers):
    """The queue says where and who; where the caravan came from and passed it says only if somebody is asked there."""
    which = {"from": [], "over": []}
    for name in numbers:
        if name.startswith("grow_region/"):
            _, where, region = name.split("/")
            which[where].append(region)
    queue = (view["pending"] or {}).get("queue") if view["game"] == "africanus" else None
    if queue is None:
        assert which == {"from": [], "over": []}
        return
    told = [
        [seat, which[where][0]]
        for where in ("from", "over")
        for seat, step in steps.items()
        if numbers.get(f"growing/{where}/{step}")
    ]
    assert sorted(told) == sorted(queue)


# ---- Rattus Cartus


def read_cartus(view, box, steps, told):
    pending = view["pending"] or {}
    viewer = next(seat for seat, step in steps.items() if step == "0")
    told["cause/" + pending.get("by", "none")] = 1
    place = resolving(view, pending)
    if place:
        told[f"resolving/{place}"] = 1
    if pending.get("last"):
        told[f"last/{pending['last']}"] = 1
    told["due"] = pending.get("due", 0)
    rounds = {2: 10, 3: 9, 4: 8, 5: 8}[view["players"]]
    told["round"], told["rounds_left"], told["last_round"] = (
        view["round"], rounds - view["round"], int(view["round"] == rounds)
    )  # fmt: skip
    told["deck"], told["stock"] = view["deck"], view["tokens"]
    told["shuffled"] = int("new" in view["counted"])
    for special, number in view["stacks"].items():
        told[f"stack/{special}"] = number
    read_row(view, viewer, told)
    read_cards(view, viewer, box, told)
    read_buildings(view, box, told)
    for seat, step in steps.items():
        read_person(view, seat, step, viewer, told)


def resolving(view, pending):
    """The building being resolved: a view tells it with the question."""
    return pending.get("place") if view["phase"] == "resolve" else None


def class_of(card):
    return card.rpartition("-")[0]


def is_population(card):
    return card not in SPECIALS


def read_row(view, viewer, told):
    for place, card in enumerate(view["row"], 1):
        track = CLASSES[BUILDINGS.index(card["building"]) // 2]
        told[f"building/{place}/{card['building']}"] = 1
        for name, letter in (("draws", "d"), ("frees", "r"), ("looks", "l")):
            told[f"{name}/{place}"] = card["supply"].count(letter)
        told[f"fitting/{place}"] = sum(class_of(card) == track for card in view["hands"][viewer])
        influence = dict(view["influence"][track])
        told[f"own_influence/{place}"] = influence.pop(viewer, 0)
        told[f"best_influence/{place}"] = max(influence.values(), default=0)
        inside = [entry for entry in view["entered"] if entry["building"] == place]
        told[f"inside/{place}"] = len(inside)
        laid = [number(entry["cards"]) for entry in inside if entry["seat"] != viewer]
        told[f"most_laid/{place}"] = max(laid, default=0)


def number(cards):
    return cards if isinstance(cards, int) else len(cards)


def read_cards(view, viewer, box, told):
    hand, counted = view["hands"][viewer], view["counted"].get(viewer, {})
    for card in hand:
        told[f"hand/{card}"] += 1
        told[f"hand_class/{class_of(card)}"] += is_population(card)
    for name, cards in (("discards", view["discards"]), ("loose", counted.get("loose", []))):
        for card in cards:
            told[f"{name}/{card}"] += 1
    for name, key in (("fresh", "deck"), ("old", "outside"), ("sealed", "nuns")):
        for card, cards in counted.get(key, {}).items():
            told[f"{name}/{card}"] = cards
    located = Counter(hand) + Counter(view["discards"]) + Counter(counted.get("loose", []))
    for cards in counted.get("held", {}).values():
        located += Counter(cards)
    for entry in view["entered"]:
        if not isinstance(entry["cards"], int):
            located += Counter(entry["cards"])
    located += Counter(card for card in view["nuns"] if card)
    unseen = {}
    for kind, card in enumerate(CARDS[:30]):
        unseen[card] = box.record.population[kind] - located[card]
        told[f"unseen/{card}"] = unseen[card]
    for place, card in enumerate(view["nuns"], 1):
        if card:
            told[f"nun_seen/{place}"], told[f"nuns/{place}"] = 1, int(card[-1])
    maybe = counted["nuns"] if "new" in view["counted"] else unseen
    cards, printed = sum(maybe.values()), sum(int(card[-1]) * number for card, number in maybe.items())
    hidden = view["nuns"].count(None)
    known = sum(int(card[-1]) for card in view["nuns"] if card)
    told["nuns_expected"] = 2 * known + 2 * hidden * printed // max(cards, 1)


def read_buildings(view, box, told):
    for name, cards in (("gone", view["used"]), ("returned", view["returned"])):
        for card in cards:
            told[f"{name}/{card['building']}"] += 1
    for place, building in enumerate(BUILDINGS):
        agreed = box.record.agreed[place]
        if "chosen" in view:
            agreed = 5 if building in view["chosen"] else 0
        told[f"copies/{building}"], told[f"copies_hidden/{building}"] = max(agreed, 0), int(agreed < 0)


def read_person(view, seat, step, viewer, told):
    pending, points = view["pending"] or {}, view["points"][seat]
    told[f"hand_size/{step}"] = number(view["hands"][seat])
    told[f"rats/{step}"] = view["rats"][seat]
    told[f"tokens/{step}"] = number(points)
    if seat == viewer:
        for value in points:
            told[f"earned/0/{value}"] += 1
    told[f"taker/{step}"] = int(pending.get("to") == seat)
    told[f"premium/{step}"] = int(strongest(view, pending) == seat)
    if pending.get("ask") == "act" and view["to_move"] == seat:
        assert pending["premium"] == bool(told[f"premium/{step}"])
    told[f"giver/{step}"] = int(seat in pending.get("givers", []))
    told[f"newest/{step}"] = view["counted"].get("new", {}).get(seat, 0)
    for track, ladder in view["influence"].items():
        for rank, (who, influence) in enumerate(ladder):
            if who == seat:
                told[f"influence/{step}/{track}"] = influence
                if rank < 3:
                    told[f"{('leads', 'second', 'third')[rank]}/{step}/{track}"] = 1
                    told[f"track_points/{step}"] += (10, 5, 2)[rank]
    for nun in view["looked"][seat]:
        told[f"looked/{step}/{nun}"] = 1
    told[f"known/{step}"] = int(seat == viewer)
    for order, entry in enumerate(view["entered"], 1):
        if entry["seat"] == seat:
            read_entry(entry, order, step, told)
    counted = view["counted"].get("all" if seat == viewer else viewer, {})
    for card in counted.get("held", {}).get(seat, []):
        told[f"held/{step}/{card}"] += 1
        if card in SPECIALS:
            told[f"most/{step}/{card}"] += 1
    for special, most in counted.get("most", {}).get(seat, {}).items():
        told[f"most/{step}/{special}"] = most


def strongest(view, pending):
    """Who has the premium action: with two players it is said, with more everybody sees who laid the most."""
    if "premium" in view or pending.get("ask") != "act":
        return view.get("premium")
    inside = [entry for entry in view["entered"] if entry["building"] == pending["place"]]
    return max(inside, key=lambda entry: entry["strength"])["seat"]  # the first of those tied


def read_entry(entry, order, step, told):
    told[f"entered/{step}/{entry['building']}"] = 1
    told[f"order/{step}"] = order
    told[f"laid/{step}"] = number(entry["cards"])
    told[f"shown/{step}"] = int(entry["shown"])
    if entry["strength"] is not None:
        told[f"strength/{step}"], told[f"known/{step}"] = entry["strength"], 1
        for card in entry["cards"]:
            if is_population(card):
                told[f"laid_class/{step}/{class_of(card)}"] += 1
            else:
                told[f"laid_{card}/{step}"] += 1
