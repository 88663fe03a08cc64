"""Every event is shown in order, for long enough at the chosen speed, and no text is ahead of the board."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

import rattus
from screenshots import DESKTOP, PHONE, SeatClient

from ..server.server_process import GAMES, ServerProcess
from .conftest import LONG, ONE_GAME, STILL, TOUCHED, TWO_GAMES, Windows
from .crowded import SIZES, with_sizes
from .cut_off import FIND
from .test_connection import Line
from .test_sizes import CUT_NAMES
from .window import Window

NAMES = ("Anna", "Hildegard", "Boccaccio", "Petrarca", "Battuta", "Froissart")  # as long as those of computers
SEATS = ("red", "yellow", "green", "blue", "white", "orange")
LEAST = 1200  # milliseconds that something another person does is shown at `normal`
MINUTE = 60_000
TICK = 10_000  # milliseconds between two heartbeats of the server

# Records what the page shows after every change, with the page's own time.
SAMPLE = """() => {
  window.seen = []
  const number = element => Number(element?.dataset.event ?? 0)
  const look = () => {
    const stage = document.querySelector('.stage')
    if (!stage) return
    const ratsOf = each => Number(/(\\d+) rats?/.exec(each.getAttribute('aria-label'))?.[1] ?? 0)
    const now = {
      stage: number(stage), kind: stage.dataset.kind, text: stage.innerText.replace(/\\s+/g, ' '),
      log: Math.max(0, ...[...document.querySelectorAll('#log [data-event]')].map(number)),
      rats: [...document.querySelectorAll('[id^=region-]')].map(ratsOf).reduce((sum, n) => sum + n, 0),
      turned: document.querySelector('[data-turned]')?.dataset.turned ?? null,
      nuns: [...document.querySelectorAll('.finale [data-nun]')].map(each => each.dataset.nun),
      dead: [...document.querySelectorAll('[data-fate=dead]')].length,
      asks: document.querySelector('#prompt.mine') !== null,
      flights: document.querySelectorAll('.air g, .cartus-flying').length,
      result: document.querySelector('main.table') === null,
    }
    const last = window.seen.at(-1)
    const same = last && JSON.stringify({ ...last, at: 0 }) === JSON.stringify({ ...now, at: 0 })
    if (!same) window.seen.push({ ...now, at: Date.now() })
  }
  const all = { childList: true, subtree: true, attributes: true, characterData: true }
  new MutationObserver(look).observe(document.body, all)
  look()
}"""


@dataclass
class Played:
    """A random game, and a table that is some moves before its end."""

    record: dict[str, Any]
    rest: list[tuple[str, str]]
    made: dict[str, Any]
    clients: dict[str, SeatClient] = field(default_factory=dict)
    heard: int = 0  # moves that a spectator should have received

    def go_on(self, url: str, moves: int | None = None) -> None:
        """Make the next moves, or all that are left."""
        for colour, text in self.rest[:moves]:
            if colour not in self.clients:
                key = self.made["keys"]["chairs"][SEATS.index(colour)]
                self.clients[colour] = SeatClient(url, self.made["table"], key)
            self.clients[colour].move(text)
            self.heard += 1
        self.rest = [] if moves is None else self.rest[moves:]


@pytest.fixture
def tables(server: ServerProcess) -> Iterator["Tables"]:
    """Makes tables near the end of a game; their players are disconnected afterwards."""
    made = Tables(server)
    yield made
    for played in made.all:
        for client in played.clients.values():
            client.close()


class Tables:
    """Makes tables in the middle of random games with fixed seeds."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self.all: list[Played] = []

    def __call__(self, game: str, seed: int, left: int, players: int = 4) -> Played:
        """A table this many moves before the end; if negative, after the start."""
        played = rattus.new(game, players, seed, {})
        chance = random.Random(seed)
        while not played.is_over:
            played.play(chance.choice(played.legal_texts))
        record = played.record()
        moves = [next(iter(move.items())) for move in record["moves"]]
        at = len(moves) - left if left > 0 else -left
        chairs = [{"name": name} for name in NAMES[:players]]
        wish = {"record": record, "move": at, "chairs": chairs, "start": True}
        answer = self._server.ask("POST", "/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        self.all.append(Played(record, moves[at:], answer.json()))
        return self.all[-1]


class Time:
    """The clock of a page, which advances only when told to. The connection is kept alive meanwhile."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.line = Line()
        self.line.lay(window)
        window.page.clock.install(time=0)

    def stop(self) -> None:
        """Stop the clock."""
        now = self._window.page.evaluate("Date.now()")
        self._window.page.clock.pause_at(now / 1000 + 1)
        self._window.page.evaluate(SAMPLE)

    def go(self, milliseconds: float) -> None:
        """Advance the clock."""
        while milliseconds > 0:
            self.line.tick()
            self._window.page.clock.run_for(min(milliseconds, TICK))
            milliseconds -= TICK


def watch(window: Window, table: Played, seat: int = 1) -> Time:
    """Open a table in a window whose clock is stopped."""
    time = Time(window)
    window.sit(table.made, seat)
    expect(window.page.locator(".board > *").first).to_be_visible()
    table.heard = window.known.moves
    time.stop()
    return time


def hear(window: Window, table: Played) -> None:
    window.until(lambda: window.known.moves >= table.heard, "the moves are heard")


def seen(window: Window) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = window.page.evaluate("window.seen")
    return found


def moments(samples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first sample of each event on the stage."""
    return [
        one
        for one, before in zip(samples, [None, *samples], strict=False)
        if before is None or before["stage"] != one["stage"]
    ]


FINALES = [("rattus", 2, 1), ("africanus", 2, 6), ("cartus", 3, 1)]
# The map of Africanus is shown as that of Rattus.
FEWER_FINALES = [pytest.param(*each, marks=LONG if each[0] == "africanus" else []) for each in FINALES]
ONE_FINALE = [pytest.param(*each, marks=[] if each[0] == "rattus" else LONG) for each in FINALES]


@pytest.mark.parametrize(("game", "seed", "left"), FEWER_FINALES)
def test_a_finale_is_seen_whole_and_then_comes_the_result(
    windows: Windows, server: ServerProcess, tables: Tables, game: str, seed: int, left: int
) -> None:
    table = tables(game, seed, left)
    anna = windows(pace="normal")
    time = watch(anna, table, 1 if table.rest[-1][0] != "red" else 2)
    before = {event["number"] for event in anna.known.events}
    anna.page.evaluate("document.querySelector('.board').firstElementChild.isTheSame = true")
    table.go_on(server.url)
    hear(anna, table)
    assert not anna.page.evaluate("document.querySelector('main.table') === null"), "nothing is skipped"
    for _ in range(8):
        time.go(MINUTE / 4)
        if not anna.page.evaluate("document.querySelector('main.table') === null"):
            same = "document.querySelector('.board').firstElementChild.isTheSame === true"
            assert anna.page.evaluate(same), "the board stays where it is"
    expect(anna.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
    fresh = [event for event in anna.known.events if event["number"] not in before]
    samples = seen(anna)
    if game == "rattus":
        assert len(fresh) > 40, "more than used to be shown"
    shown = [(one["stage"], one["kind"]) for one in moments(samples)]
    kinds = {"turned", "lost", "ravaged", "ended", "died", "scored", "showed"}
    wanted = [(event["number"], event["event"]) for event in fresh if event["event"] in kinds]
    assert [each for each in shown if each[0] not in before and each[1] in kinds] == wanted
    if game == "cartus":
        rows = [one["nuns"] for one in samples if one["nuns"]]
        cards = [event["card"] for event in fresh if event["event"] == "turned"]
        for number, card in enumerate(cards, 1):
            assert [*cards[:number], *[""] * (5 - number)] in rows, f"card {number}, {card}"
        dead = sum(event["event"] == "died" for event in fresh)
        assert dead
        assert {one["dead"] for one in samples} >= set(range(dead + 1))
    else:
        faces = {(one["stage"], one["turned"]) for one in samples if one["kind"] == "turned"}
        for event in fresh:
            if event["event"] == "turned":
                assert (event["number"], f"{event['region']}.{event['slot']}") in faces, "turned where it lies"


@pytest.mark.parametrize(("game", "seed", "left"), ONE_FINALE)
def test_the_log_is_never_ahead_of_the_board(
    windows: Windows, server: ServerProcess, tables: Tables, game: str, seed: int, left: int
) -> None:
    table = tables(game, seed, left + 12)
    anna = windows(pace="quick")
    time = watch(anna, table)
    first = dict(anna.known.view or {})
    begun = max((event["number"] for event in anna.known.events), default=0)
    table.go_on(server.url)
    hear(anna, table)
    time.go(3 * MINUTE)
    samples = [one for one in seen(anna) if not one["result"]]
    assert len(moments(samples)) > 10
    assert not [one for one in samples if one["log"] > one["stage"]], "no line before its moment"
    assert not [one for one in samples[1:] if one["asks"]], "nothing is asked about a board that is not there yet"
    numbers = [one["log"] for one in samples]
    assert numbers == sorted(numbers)
    if game != "cartus":
        rats = sum(len(land["rats"]) for land in first["regions"].values())
        for one in samples:
            told = [each["event"] for each in anna.known.events if begun < each["number"] <= one["log"]]
            assert one["rats"] == rats + told.count("infested") - told.count("turned"), "the board is where the log is"


@pytest.mark.parametrize("game", ONE_GAME)
def test_at_normal_speed_moves_of_others_take_their_time(windows: Windows, server: ServerProcess, game: str) -> None:
    """A computer answers at once; the page shows it in its own time."""
    chairs = [{"name": "Anna"}, {"bot": "easy"}, {"bot": "easy"}]
    options = {} if game == "cartus" else {"first": "red"}
    made = server.make_table(game, 3, chairs=chairs, options=options, start=True)
    anna = windows(pace="normal")
    time = Time(anna)
    anna.sit(made)
    anna.until(lambda: anna.known.legal)
    expect(anna.page.locator(".board > *").first).to_be_visible()
    time.stop()
    for _ in range(12):
        anna.until(lambda: anna.known.legal)
        time.go(MINUTE)
        anna.move()
        if sum(event["seat"] != "red" for event in anna.known.events) > 8:
            break
    anna.until(lambda: anna.known.legal)
    time.go(MINUTE)
    move_of = {event["number"]: (event["after"], event["seat"]) for event in anna.known.events}
    first: dict[int, tuple[int, str | None]] = {}
    for one in moments(seen(anna)):
        after, seat = move_of.get(one["stage"], (0, None))
        first.setdefault(after, (one["at"], seat))
    times = list(first.values())
    others = [later - at for (at, seat), (later, _) in pairwise(times) if seat not in (None, "red")]
    assert len(others) > 3
    assert min(others) >= LEAST


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "hand"])
@pytest.mark.parametrize("game", TWO_GAMES)
def test_skipping_is_small_and_never_on_the_board(
    windows: Windows, server: ServerProcess, tables: Tables, game: str, size: ViewportSize
) -> None:
    table = tables(game, 1, -30)
    anna = windows(size, pace="normal", context=TOUCHED if size == PHONE else None)
    time = watch(anna, table, 1 if table.rest[0][0] != "red" else 2)
    table.go_on(server.url, 1)
    hear(anna, table)
    skips = anna.page.locator("[data-skip]")
    expect(skips).to_have_count(3)
    assert anna.prompt.locator("[data-skip]").count() == 3
    board, height = anna.board.bounding_box(), 44 if size == PHONE else 30
    assert board
    for skip in skips.all():
        box = skip.bounding_box()
        assert box
        assert round(box["height"]) == height
        assert box["y"] >= board["y"] + board["height"] or box["x"] >= board["x"] + board["width"]
        assert box["y"] + box["height"] <= size["height"]
    assert anna.board.get_by_role("button", name=re.compile("skip", re.IGNORECASE)).count() == 0
    line = anna.page.locator(".stage").bounding_box()
    assert line
    assert round(line["height"]) == (32 if size == PHONE else 36)
    assert line["y"] + line["height"] <= board["y"] + 1
    number = int(anna.page.locator(".stage").get_attribute("data-event") or 0)
    anna.page.keyboard.press("Escape")  # this
    time.go(10)
    after = anna.page.locator(".stage").get_attribute("data-event")
    assert int(after or 0) > number or not anna.page.locator("[data-skip]").count()


def test_to_my_turn_and_to_the_result(windows: Windows, server: ServerProcess, tables: Tables) -> None:
    table = tables("rattus", 2, 1)
    anna = windows(pace="calm")
    time = watch(anna, table)
    table.go_on(server.url)
    hear(anna, table)
    expect(anna.button("to my turn")).to_be_visible()
    anna.button("to my turn").click()
    time.go(10)
    expect(anna.page.locator(".stage")).to_have_attribute("data-kind", "ravaged")  # the finale is not skipped with it
    expect(anna.page.get_by_role("list", name="The path of the plague")).to_be_visible()
    anna.button("the region").click()
    time.go(10)
    expect(anna.page.locator(".stage")).to_have_attribute("data-kind", "ravaged")
    anna.button("to the result").click()
    time.go(10)
    expect(anna.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()


def test_still_pictures_take_the_same_time(windows: Windows, server: ServerProcess, tables: Tables) -> None:
    times = []
    for context in (None, STILL):
        table = tables("rattus", 2, 1)
        anna = windows(pace="normal", context=context)
        time = watch(anna, table)
        table.go_on(server.url)
        hear(anna, table)
        time.go(2 * MINUTE)
        expect(anna.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
        samples = seen(anna)
        shown = moments(samples)[1:]
        times.append([(one["stage"], one["at"] - shown[0]["at"]) for one in shown])
        assert (max(one["flights"] for one in samples) == 0) == (context is STILL)
        assert any(one["turned"] for one in samples)
    assert times[0] == times[1]
    assert len(times[0]) > 40


def test_a_first_game_goes_step_by_step(windows: Windows, server: ServerProcess, tables: Tables) -> None:
    table = tables("rattus", 1, -30)
    anna = windows(pace=None)
    time = watch(anna, table, 1 if table.rest[0][0] != "red" else 2)
    expect(anna.page.get_by_role("region", name="The faces of the rats").first).to_be_visible()
    table.go_on(server.url, 2)
    hear(anna, table)
    time.go(MINUTE)
    numbers = [one["stage"] for one in moments(seen(anna))]
    onward = anna.prompt.get_by_role("button", name="Tap to continue")
    expect(onward).to_be_visible()
    time.go(MINUTE)
    assert [one["stage"] for one in moments(seen(anna))] == numbers, "it waits"
    anna.page.keyboard.press("Space")
    time.go(10)
    assert len(moments(seen(anna))) == len(numbers) + 1
    anna.prompt.get_by_role("combobox", name="Pace").select_option("normal")
    time.go(MINUTE)
    expect(onward).to_have_count(0)


def test_missed_events_are_shown_after_reconnecting(windows: Windows, server: ServerProcess, tables: Tables) -> None:
    table = tables("rattus", 1, -30)
    anna = windows(pace="normal")
    time = watch(anna, table, 1 if table.rest[0][0] != "red" else 2)
    line = time.line
    anna.page.evaluate("document.querySelector('.board').firstElementChild.isTheSame = true")
    before = max((event["number"] for event in anna.known.events), default=0)
    line.is_deaf = True
    table.go_on(server.url, 4)
    anna.until(lambda: line.missed.count("update") >= 4)
    line.cut()
    line.is_deaf = False
    anna.until(lambda: anna.known.moves >= table.heard or time.go(500), "it is connected again")
    silent = {"forced"}
    wanted = [
        event["number"] for event in anna.known.events if event["number"] > before and event["event"] not in silent
    ]

    def shown() -> list[int]:
        return [one["stage"] for one in moments(seen(anna)) if one["stage"] > before]

    # The page gets a message after this test has heard it, so time goes on until the last event has been shown.
    anna.until(lambda: shown()[-1:] == wanted[-1:] or time.go(1000), "the last event is shown")
    assert shown() == wanted
    assert anna.page.evaluate("document.querySelector('.board').firstElementChild.isTheSame === true")


def test_a_page_loaded_in_the_middle_shows_the_present(windows: Windows, server: ServerProcess, tables: Tables) -> None:
    table = tables("africanus", 1, -40)
    table.go_on(server.url, 5)
    anna = windows(pace="calm")
    watch(anna, table)
    expect(anna.page.locator("[data-skip]")).to_have_count(0)
    expect(anna.page.locator(".stage")).to_have_attribute("data-event", str(anna.known.events[-1]["number"]))


@pytest.mark.parametrize(("game", "seed", "left"), ONE_FINALE)
def test_the_finale_counts_its_regions_and_can_be_seen_again(
    windows: Windows, server: ServerProcess, tables: Tables, game: str, seed: int, left: int
) -> None:
    table = tables(game, seed, left)
    table.go_on(server.url)
    anna = windows(pace="normal")
    time = Time(anna)
    anna.sit(table.made, 2)
    expect(anna.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
    last = anna.known.events[-1]["number"]
    time.stop()
    anna.button("See the end again").click()
    anna.until(lambda: time.go(50) or anna.page.locator("main.table .stage").count(), "the board is back")
    anna.until(lambda: time.go(300) or anna.page.locator("#prompt [data-skip]").count(), "it begins")
    titles = set()
    for _ in range(400):
        time.go(400)
        if not anna.page.locator("#prompt h1").count():
            break
        titles.add(anna.page.locator("#prompt h1").inner_text())
    expect(anna.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()  # and then the result again
    samples = seen(anna)
    kinds = {"turned", "lost", "ravaged", "ended", "died"}
    fresh = [each for each in anna.known.events if each["event"] in kinds]
    begun = "turned" if game == "cartus" else "ravaged"
    shown = [(one["stage"], one["kind"]) for one in moments(samples) if one["kind"] in kinds and one["stage"]]
    wanted = [(each["number"], each["event"]) for each in fresh]
    first = next(place for place, (_, kind) in enumerate(wanted) if kind == begun)
    assert wanted[-1] in shown
    assert [each for each in shown if each[0] >= wanted[first][0]][-(len(wanted) - first) :] == wanted[first:]
    assert max(one["log"] for one in samples) == last
    assert not [one for one in samples if one["log"] > one["stage"]]
    if game != "cartus":
        numbers = [int(found[1]) for title in titles if (found := re.match(r"Region (\d+) of 12", title))]
        assert numbers
        assert min(numbers) >= 1
        assert max(numbers) <= 12


def test_a_bite_says_whom_it_hits_or_that_it_hits_nobody(
    windows: Windows, server: ServerProcess, tables: Tables
) -> None:
    table = tables("africanus", 2, 6)
    anna = windows(pace="normal")
    time = watch(anna, table)
    names = dict(zip(SEATS, ("you", *NAMES[1:]), strict=True))
    before = {event["number"] for event in anna.known.events}
    table.go_on(server.url)
    hear(anna, table)
    told: dict[int, str] = {}
    for _ in range(600):
        time.go(250)
        found = anna.page.evaluate(
            """() => {
              const [stage, panel] = [document.querySelector('.stage'), document.querySelector('aside .told')]
              return stage && [Number(stage.dataset.event), stage.dataset.kind, panel?.innerText ?? '']
            }"""
        )
        if found is None:
            break
        if found[1] == "turned":
            told[found[0]] = found[2]
    texts = {one["stage"]: one["text"] for one in seen(anna) if one["kind"] == "turned"}
    events = [event for event in anna.known.events if event["number"] not in before]
    kinds = set()
    for place, event in enumerate(events):
        if event["event"] != "turned":
            continue
        rest = events[place + 1 :]
        end = next((at for at, each in enumerate(rest) if each["event"] in ("turned", "ravaged", "ended")), len(rest))
        hit = {names[each["seat"]] for each in rest[:end] if each["event"] == "lost"}
        said, panel = texts[event["number"]], told[event["number"]]
        if not event["bites"]:
            assert "it does not bite" in said
        elif hit:
            assert "it bites" in said
            assert all(name in said or "not protected" in said for name in hit), said
        else:
            assert "nobody is hit" in said or "not protected" in said, said
        assert f"limit {event['face']['limit']}" in panel, "the face is explained"
        assert len(panel.strip().splitlines()) > 1, "with its verdict"
        kinds.add((event["bites"], bool(hit)))
    assert {(True, True), (True, False), (False, False)} <= kinds


# Records text that is cut off at any moment, and how often a rat or a nun was explained.
WATCH_FOR_CUTS = f"""async ([...given]) => {{
  await document.fonts.ready
  window.cuts = new Set()
  window.told = new Set()
  const find = {FIND}
  const look = () => {{
    const stage = document.querySelector('.stage')
    if (!document.querySelector('main.table') || !stage) return
    for (const each of find(given)) window.cuts.add(each)
    for (const each of document.querySelectorAll('.players .change')) {{
      const {{ color, backgroundColor }} = getComputedStyle(each)
      if (color === backgroundColor) window.cuts.add(`${{each.textContent}} in the colour of its ground`)
    }}
    const says = document.querySelector('#prompt .says').getBoundingClientRect()
    for (const each of document.querySelectorAll('#prompt .recent li')) {{
      if (getComputedStyle(each).visibility === 'visible' && each.checkVisibility()
        && each.getBoundingClientRect().top < says.bottom - 1) window.cuts.add(`on the title: ${{each.textContent}}`)
    }}
    const told = document.querySelector('.told > *, .finale .now')
    if (told) window.told.add(stage.dataset.event)
  }}
  const all = {{ childList: true, subtree: true, attributes: true, characterData: true }}
  new MutationObserver(look).observe(document.body, all)
}}"""
SHORT = [("africanus", 360, 640, "de"), ("cartus", 844, 390, "en")]
EVERY = [
    ("africanus", 1280, 800, "nl"),
    *(
        (game, *size, language)
        for game, size, language in product(GAMES, ((360, 640), (390, 844), (844, 390)), ("en", "nl", "de"))
    ),
]


@pytest.mark.parametrize(
    ("game", "width", "height", "language"),
    [*SHORT, *(pytest.param(*each, marks=LONG) for each in EVERY if each not in SHORT)],
)
def test_nothing_that_a_finale_tells_is_cut_off_in_a_first_game(
    windows: Windows, server: ServerProcess, tables: Tables, game: str, width: int, height: int, language: str
) -> None:
    _, seed, left = next(each for each in FINALES if each[0] == game)
    table = tables(game, seed, left, players=5 if width == 1280 else 4)  # five names in one line
    context = TOUCHED if width < 900 else {}
    anna = windows({"width": width, "height": height}, context=context, pace="normal", language=language)
    time = watch(anna, table, 1 if table.rest[-1][0] != "red" else 2)
    if width < 900:
        assert anna.page.locator(".legend").is_visible() == (game != "cartus")
    anna.page.evaluate(WATCH_FOR_CUTS, [list(NAMES), "#log, #log *"])
    table.go_on(server.url)
    hear(anna, table)
    for _ in range(8):
        if anna.page.locator("main.table").count():
            time.go(MINUTE / 4)
    cuts = anna.page.evaluate("[...window.cuts]")
    assert not cuts, "\n".join(cuts)
    assert anna.page.evaluate("window.told.size") >= 5, "rats or nuns were turned and explained meanwhile"


def test_the_finale_of_six_is_whole_on_a_tablet(windows: Windows, tables: Tables) -> None:
    """Who is alive, the legend and the log."""
    table = tables("africanus", 2, 6, players=6)
    anna = windows(ViewportSize(width=820, height=1180), context=TOUCHED | STILL, pace="normal", language="de")
    anna.sit(table.made)
    expect(anna.page.locator("aside .living li")).to_have_count(6)
    expect(anna.page.get_by_role("heading", name="Verlauf")).to_be_visible()
    anna.until(lambda: not anna.page.evaluate(FIND, [list(NAMES), "#log, #log *"]), "nothing is cut", 30)


# Rows of players that are not whole in the frame of the finale; nothing before the last card is turned.
HIDDEN_FATES = """players => {
  if ([...document.querySelectorAll('.finale [data-nun]')].filter(each => each.dataset.nun).length < 5) return null
  const frame = document.querySelector('.finale').getBoundingClientRect()
  const rows = [...document.querySelectorAll('.finale :is([data-fate], .law)')].filter(each => each.checkVisibility())
  if (rows.filter(each => each.dataset.fate).length < players) return ['too few']
  return rows.filter(each => {
    const { top, bottom, left, right } = each.getBoundingClientRect()
    return top < frame.top || bottom > frame.bottom || left < frame.left || right > frame.right
  }).map(each => each.textContent.trim())
}"""


# Changes of counters that are hard to read: with a contrast under 4.5.
FAINT = """() => {
  const light = color => color.match(/\\d+/g).slice(0, 3).map(part => part / 255)
    .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0)
  return [...document.querySelectorAll('.players .change')].filter(each => {
    const { color, backgroundColor } = getComputedStyle(each)
    const [one, other] = [light(color), light(backgroundColor)].sort((a, b) => b - a)
    return (one + 0.05) / (other + 0.05) < 4.5
  }).map(each => each.textContent)
}"""


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[] if size[1] in (390, 768) else LONG) for size in (*SIZES, (1024, 768))],
    ids=str,
)
def test_everybody_is_on_the_screen_when_the_nuns_are_turned(
    windows: Windows, server: ServerProcess, tables: Tables, size: tuple[int, int]
) -> None:
    table = tables("cartus", 3, 1, players=5)
    touched = TOUCHED if size[0] < 900 else {}
    anna = windows(ViewportSize(width=size[0], height=size[1]), pace="normal", language="de", context=touched)
    time = watch(anna, table, 1 if table.rest[-1][0] != "red" else 2)
    table.go_on(server.url)
    hear(anna, table)
    hidden = None
    for _ in range(60):
        hidden = anna.page.evaluate(HIDDEN_FATES, 5)
        assert anna.page.evaluate(FAINT) == []
        if hidden is not None:
            break
        time.go(500)
    assert hidden == []


@pytest.mark.parametrize("game", TWO_GAMES)
def test_the_last_lines_on_a_phone_are_those_of_the_log(
    windows: Windows, server: ServerProcess, tables: Tables, game: str
) -> None:
    table = tables(game, 3, -20)
    anna = windows(PHONE, pace="normal", context=TOUCHED, language="de")
    time = watch(anna, table)
    table.go_on(server.url, 12)
    hear(anna, table)
    lines: set[str] = set()
    for _ in range(40):
        time.go(900)
        texts = "where => [...document.querySelectorAll(where)].map(each => each.textContent.trim())"
        recent = anna.page.evaluate(texts, "#prompt .recent li > span:last-child")
        log = anna.page.evaluate(texts, "#log .line > span:last-child")
        assert set(recent) <= set(log)
        lines.update(recent)
    assert len(lines) > 5


# Changes of counters that lie on a count or a medal, by more than the room around its figures; and how many were there.
ON_COUNTS = """() => {
  const changes = [...document.querySelectorAll('.players .change')]
  const isOn = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 5 && other.top < one.bottom - 5
  const parts = '.number, .pair, .words, .medal'
  return [changes.length, changes.filter(each => [...each.closest('li').querySelectorAll(parts)]
    .filter(part => part.checkVisibility() && part.getBoundingClientRect().width > 1)
    .some(part => isOn(each.getBoundingClientRect(), part.getBoundingClientRect()))).map(each => each.textContent)]
}"""


@pytest.mark.parametrize(("size", "game", "seed", "left"), with_sizes(*FINALES))
def test_a_change_of_a_count_lies_on_none(
    windows: Windows, server: ServerProcess, tables: Tables, game: str, seed: int, left: int, size: tuple[int, int]
) -> None:
    table = tables(game, seed, left + 6)
    touched = TOUCHED if size[0] < 900 else {}
    anna = windows(ViewportSize(width=size[0], height=size[1]), pace="normal", language="de", context=touched)
    time = watch(anna, table)
    table.go_on(server.url)
    hear(anna, table)
    seen_changes = 0
    for _ in range(60):
        changes, wrong = anna.page.evaluate(ON_COUNTS)
        seen_changes += changes
        assert wrong == []
        assert anna.page.evaluate(CUT_NAMES) == []
        time.go(700)
    assert seen_changes > 2


# Remembers how compact the board of Cartus was, and during what.
FITS = """() => {
  window.fits = []
  const board = document.querySelector('.cartus')
  const note = () => window.fits.push([document.querySelector('.stage').dataset.kind, Number(board.dataset.fit)])
  new MutationObserver(note).observe(board, { attributes: true, attributeFilter: ['data-fit'] })
}"""


def test_what_moves_does_not_make_the_board_more_compact(windows: Windows, server: ServerProcess) -> None:
    """The hand slides when a second person enters a building on a phone in landscape; nothing shrinks meanwhile."""
    played = rattus.new("cartus", 4, 5, {})
    while played.position()["phase"] == "supply":
        played.play(played.legal_texts[0])
    wishes = iter(["enter 3", "play", "play", "play", "done", "enter 2", "done", "enter 1", "play", "play", "done"])
    for wish in wishes:
        played.play(next(move for move in played.legal_texts if move.startswith(wish)))
    mover = SEATS.index(played.to_move)
    chairs = [{"name": name} for name in NAMES[:4]]
    answer = server.ask("POST", "/api/tables", json={"position": played.position(), "chairs": chairs, "start": True})
    made = answer.json()
    anna = windows(ViewportSize(width=844, height=390), pace="normal", language="nl", context=TOUCHED)
    anna.sit(made, (mover + 1) % 4 + 1)
    expect(anna.page.locator(".bd").first).to_be_visible()
    anna.page.evaluate("document.fonts.ready")
    anna.page.evaluate(FITS)
    with SeatClient(server.url, made["table"], made["keys"]["chairs"][mover]) as other:
        for wish in ("enter 2", "play", "done"):
            other.move(next(move for move in other.legal if move.startswith(wish)))
        anna.until(lambda: "announced" in dict(anna.page.evaluate("window.fits")), "all cards are laid")
    compact = [step for kind, step in anna.page.evaluate("window.fits") if kind == "laid"]
    assert compact
    assert max(compact) == 1


# For each player which counts are shown, and whether the mark of who has entered lies on one of them.
COUNTS = """() => [...document.querySelectorAll('.players li')].map(each => {
  const isSeen = part => part.checkVisibility() && part.getBoundingClientRect().width > 1
  const pairs = [...each.querySelectorAll('.pair')]
  const places = pairs.map((part, place) => [place, part]).filter(([, part]) => isSeen(part))
  const mark = each.querySelector('.held.extra')
  const at = mark && isSeen(mark) ? mark.getBoundingClientRect() : null
  const isUnder = ({ left, right, top, bottom }) =>
    right > at.left + 1 && left < at.right - 1 && bottom > at.top + 1 && top < at.bottom - 1
  return [places.map(([place]) => place), !!at && places.some(([, part]) => isUnder(part.getBoundingClientRect()))]
})"""


@pytest.mark.parametrize("size", [(360, 640), pytest.param((844, 390), marks=LONG), (1280, 800)], ids=str)
def test_counts_of_players_stay_where_they_are(
    windows: Windows, server: ServerProcess, tables: Tables, size: tuple[int, int]
) -> None:
    table = tables("cartus", 3, 12)  # large numbers
    width, height = size
    touched = TOUCHED if width < 900 else None
    anna = windows(ViewportSize(width=width, height=height), pace="normal", language="de", context=touched)
    time = watch(anna, table)
    table.go_on(server.url, 11)
    hear(anna, table)
    wanted = [[[0, 1, 2] if width > 900 else [0, 1], False]] * 4
    for _ in range(30):
        assert anna.page.evaluate(COUNTS) == wanted
        time.go(800)
    assert {one["kind"] for one in seen(anna)} >= {"scored"}, "rats change"
