import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import Result

import rattus
from rattus.bots.hints import Hint, Purpose, Reason
from rattus.bots.protocol import Option
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.menu import Menu
from rattus.cli.session import hint_line
from rattus.match.game import Game
from rattus.match.seal import Seal
from rattus.words import speak, speaking

Run = Callable[..., Result]

START = ["play", "--seed", 7, "-p", 3, "-o", "first=red"]
SETTLED = ["settle gallia", "settle italia"]


def tables(output: str) -> list[str]:
    """The maps with the players under them, as drawn."""
    return re.findall(r"^─.*?^Rats: [^\n]*$", output, re.DOTALL | re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_by_numbers(run: Run, players: int) -> None:
    chance = random.Random(players)
    lines = [chance.randint(0, 40) for _ in range(5000)]
    result = run("play", "--seed", 1, "-p", players, "--player", "random", lines=lines)
    assert result.exit_code == 0
    assert "The game is over." in result.stdout
    assert " wins with " in result.stdout
    assert "The last round began after " in result.stdout
    assert "Traceback" not in result.output


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_whole_game_of_africanus_by_numbers(run: Run, players: int) -> None:
    chance = random.Random(players)
    lines = [chance.randint(0, 40) for _ in range(9000)]
    result = run("play", "africanus", "--seed", 1, "-p", players, "--player", "random", lines=lines)
    assert result.exit_code == 0
    assert "Traceback" not in result.output
    assert "The game is over." in result.stdout
    assert re.search(r"Bonus: .* \(A23\)", result.stdout)
    assert not re.search(r"(Yellow|Green|Blue|White|Orange)'s hand", result.stdout.partition("The game is over.")[0])
    for keeps in re.findall(r"keeps \w+", re.sub(r"Red[^.]*\.", "", result.stdout)):
        assert keeps == "keeps one"


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_of_cartus_by_numbers(run: Run, players: int) -> None:
    chance = random.Random(players)
    lines = [chance.randint(0, 12) for _ in range(3000)]
    result = run("play", "cartus", "--seed", 1, "-p", players, "-o", "buildings=mixed", lines=lines)
    assert result.exit_code == 0
    assert "Traceback" not in result.output
    assert "You are Red." in result.stdout
    before, over, after = result.stdout.partition("──── Over after ")
    assert over
    assert "The nun row is turned up: " in before
    assert not re.search(r"(Yellow|Green|Blue|White)'s (hand|victory)", before)
    assert re.search(r"(Yellow|Green|Blue|White)'s hand", after)
    assert re.search(r"^ points +\d+", after, re.MULTILINE)
    assert re.search(r" wins? with | nobody wins", after)
    for told in ("Red uses the supply of ", "Red enters the ", "Red lays ", "Red announces ", "; gains "):
        assert told in before


def test_cartus_by_the_beginnings_of_words(run: Run) -> None:
    start = ["play", "cartus", "-p", 2, "--seed", 7, "-o", "first=red"]
    output = run(*start, lines=["su 1", "2", "en 2", "pl roy", "undo", "done", "rules c13"]).stdout
    assert "Red uses the supply of the " in output
    assert "Red lays Royalty " in output
    assert "Taken back: play royalty-" in output
    assert "Red announces no card." in output
    assert "Pass: at the start of your turn in phase C" in output


def test_what_is_not_possible_in_cartus(run: Run) -> None:
    output = run("play", "cartus", "--seed", 7, lines=["play church-1", "supply 4", "supply", "9", "give"]).stdout
    assert "`play church-1` is not possible now. " in output
    assert "Legal: supply 1, supply 2, supply 3" in output
    assert "There is no move `supply 4`." in output
    assert "3 moves begin like that:" in output
    assert "There is no move 9: the numbers go from 1 to 3." in output


def test_a_resumed_game_of_cartus(run: Run) -> None:
    lines = ["1"] * 12
    run("play", "cartus", "--seed", 7, "-o", "buildings=one_each", lines=[*lines, "save whole.json"])
    run("play", "cartus", "--seed", 7, "-o", "buildings=one_each", lines=[*lines[:5], "save half.json"])
    run("play", "--resume", "half.json", lines=[*lines[5:], "save other.json"])
    assert json.loads(Path("whole.json").read_text()) == json.loads(Path("other.json").read_text())


def test_chosen_class_cards(run: Run) -> None:
    cards = "peasant,monk,witch,king,explorer,trader"
    output = run("play", "africanus", "-p", 3, "-o", f"cards={cards}", "-o", "first=red").stdout
    assert "Beside the board: Peasant · Monk · Witch · King · Explorer · Trader" in output


def test_discards(run: Run) -> None:
    assert "Nothing has been discarded yet." in run("play", "africanus", lines=["discards"]).stdout
    assert "  discards     the discarded cards" in run("play", "africanus", lines=["help"]).stdout
    assert "The discard pile is empty." in run("play", "cartus", lines=["discards"]).stdout
    assert "such as `rules C23`" in run("play", "cartus", lines=["help"]).stdout
    plain = run("play", lines=["discards", "help"]).stdout
    assert "There is no move `discards`." in plain
    assert "the discarded cards" not in plain


def test_everything_by_the_computer(run: Run) -> None:
    result = run("play", "--humans", 0, "--seed", 3)
    assert result.exit_code == 0
    assert "The computer plays Red, Yellow, Green and Blue (normal)." in result.stdout
    assert result.stdout.count(" moves the plague") > 10
    assert result.stdout == run("play", "--humans", 0, "--seed", 3).stdout


def test_undo(run: Run) -> None:
    lines = ["undo", "settle gallia", "undo", "settle italia", "take witch", "undo", "undo", "undo"]
    output = run(*START, lines=lines).stdout
    assert "you have not moved yet" in output
    assert output.count("Too late: Yellow has moved since.") == 2
    assert "Taken back: take witch" in output
    assert "Taken back: settle italia" in output
    _, settling, turn, _, turn_again, settling_again = tables(output)
    assert (settling, turn) == (settling_again, turn_again)


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "`take king` is not possible now. You have already taken a card this turn (R14). Legal: place anglia 1"),
        ("nl", "`take king` kan nu niet. Je hebt deze beurt al een kaart genomen (R14). Mogelijk: place anglia 1"),
        ("de", "`take king` geht jetzt nicht. Du hast in diesem Zug schon eine Karte genommen (R14). Möglich: place"),
    ],
)
def test_the_engine_says_why_something_is_not_possible(run: Run, language: str, answer: str) -> None:
    output = run(*START, "--language", language, lines=[*SETTLED, "take monk", "take king"]).stdout
    assert answer in " ".join(output.split())
    assert language == "en" or " in all" not in output
    assert {"en": "red> ", "nl": "rood> ", "de": "rot> "}[language] in output


def test_undo_of_what_told_something_new(run: Run) -> None:
    output = run(*START, lines=[*SETTLED, "take witch", "witch anglia.1", "undo"]).stdout
    assert "it has told somebody something new" in output


def test_bad_input_is_answered(run: Run) -> None:
    moves = ["", "dance", "99", "-1", "settle", "settle roma", "take king", "9" * 5000, "\x00", "é"]
    commands = ["rules R99", "save", "save \x00", "save /nowhere/x", "save .", "save ~nobody_here/x"]
    result = run(*START, lines=[*moves, *commands, *SETTLED])
    assert result.exit_code == 0
    for answer in (
        "There is no move `dance`. Legal: settle anglia",
        "There is no move 99: the numbers go from 1 to 10.",
        "10 moves begin like that:",
        "There is no move `settle roma`.",
        "`take king` is not possible now.",
        "R99: no such rule or section",
        "For example: save game.json",
        "Not saved: No such file or directory.",
        "Turn 1 · Red",
    ):
        assert answer in result.stdout


def test_commands(run: Run) -> None:
    output = run(*START, lines=["help", "rules r11", "rules", "moves", "log", "set ga", "log", "q", "no", "1"]).stdout
    assert "take your last move back" in output
    assert "Any region in use may be chosen" in output
    assert "R38 Among tied players" in output
    assert output.count("Red settles 2 cubes in Gallia.") == 2  # told, and again in the log
    assert output.endswith("Save the game first? (yes/no) no\n")


def test_no_more_input(run: Run) -> None:
    result = run(*START)
    assert result.exit_code == 0
    assert result.stdout.endswith("No more input: the game stops here, unsaved.\n")


def test_save_and_resume(run: Run) -> None:
    first = run(*START, lines=[*SETTLED, "take merchant", "board", "save game.json", "quit", "no"])
    assert "rattus play --resume game.json --seat red" in first.stdout
    second = run("play", "--resume", "game.json", "--seat", "red")
    assert tables(second.stdout) == [tables(first.stdout)[-1]]
    game = rattus.load(Path("game.json").read_text())
    assert (game.to_move, str(game.moves[-1][1])) == ("red", "take merchant")


def test_a_resumed_game_goes_on_as_if_never_left(run: Run) -> None:
    lines = ["1"] * 12
    run(*START, lines=[*lines, "save whole.json"])
    run(*START, lines=[*lines[:5], "save half.json"])
    run("play", "--resume", "half.json", lines=[*lines[5:], "save other.json"])
    assert json.loads(Path("whole.json").read_text()) == json.loads(Path("other.json").read_text())


def test_saving_over_a_file_needs_consent(run: Run) -> None:
    Path("game.json").write_text("precious")
    assert "Not saved." in run(*START, lines=["save game.json", "no"]).stdout
    assert Path("game.json").read_text() == "precious"
    run(*START, lines=["quit", "yes", "game.json", "yes"])
    assert json.loads(Path("game.json").read_text())["game"] == "rattus"
    assert [path.name for path in Path().iterdir()] == ["game.json"]


def test_a_finished_game_can_be_resumed_to_see_its_end(run: Run, advanced: Callable[..., Game]) -> None:
    Path("over.json").write_text(json.dumps(advanced(2, 10_000).record()))
    assert " wins with " in run("play", "--resume", "over.json").stdout


def test_hot_seat(run: Run) -> None:
    output = run("play", "-p", 2, "--humans", 2, "--seed", 7, lines=["1"] * 8).stdout
    assert "You are Red and Yellow." in output
    assert "red> 1" in output
    assert "yellow> 1" in output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["-p", 5], "Rattus is for 2 to 4 players"),
        (["-p", 0], "Rattus is for 2 to 4 players"),
        (["africanus", "-p", 7], "Rattus Africanus is for 2 to 6 players"),
        (["africanus", "-o", "cards=king"], "a list of 6 different class cards"),
        (["africanus", "-o", "cards=a,b,c,d,e,f"], "one of peasant, merchant"),
        (["-o", "cards=random"], "no such option"),
        (["cartus", "-p", 6], "Rattus Cartus is for 2 to 5 players"),
        (["cartus", "-o", "buildings=castle"], "a list of six buildings"),
        (["cartus", "-o", "buildings=farm,farm,office,hut,palace,castle"], "six buildings, one a class"),
        (["cartus", "-o", "buildings=farm:9"], "0 to 5 copies"),
        (["cartus", "-o", "buildings=farm:"], "0 to 5 copies"),
        (["chess"], "one of rattus"),
        (["--seat", "purple"], "one of red, yellow, green, blue"),
        (["--seat", "red", "--seat", "blue", "--humans", 1], "--humans"),
        (["--humans", 5], "--humans"),
        (["-o", "first"], "name=value"),
        (["-o", "first=purple"], "options.first"),
        (["--components", "nowhere"], "no component table"),
        (["--resume", "nowhere.json"], "cannot be read"),
        (["--resume", "nowhere.json", "--seed", 4], "leave it out with --resume"),
    ],
)
def test_bad_arguments(run: Run, arguments: list[object], why: str) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert why in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_custom_map(run: Run, tmp_path: Path) -> None:
    shipped = Path(rattus.__file__).parent / "data" / "map.toml"
    (tmp_path / "map.toml").write_text(shipped.read_text().replace("gallia", "burgundia"))
    output = run("play", "--components", tmp_path, "--seed", 1, lines=["settle burg", "save game.json"]).stdout
    assert "Also bordering: " in output
    assert "Burgundia" in run("replay", "game.json", "--all").stdout


# ---- what is hidden stays hidden


def drawn(game: Game, seat: str | None) -> str:
    console = Console(width=100, highlight=False)
    with console.capture() as captured:
        GAME_UIS[game.name].show_table(console, game, seat, ["red"])
        GAME_UIS[game.name].show_story(console, GAME_UIS[game.name].events(game, seat))
    return captured.get()


def asked(game: Game, seat: str | None) -> str:
    """The table, and for who is to move the question with all answers."""
    console = Console(width=100, highlight=False)
    with console.capture() as captured:
        GAME_UIS[game.name].show_table(console, game, seat, ["red"])
        if seat == game.to_move:
            ui, view, legal = GAME_UIS[game.name], game.view(seat), game.legal()
            console.print(ui.question(view, legal), Menu(legal, ui.labels(view, legal)).render(100))
    return captured.get()


@pytest.mark.rules("R6")
def test_only_faces_that_the_player_has_seen_are_drawn(advanced: Callable[..., Game]) -> None:
    for moves in range(0, 130, 10):
        game = advanced(4, moves)
        if game.is_over:
            break
        known = game.view(None)["known"]
        for seat in (None, *game.seats):
            map_drawn = drawn(game, seat).partition("● rat, face down")[0]
            assert map_drawn.count("◉") == len(known.get(seat, []))


@pytest.mark.slow
@pytest.mark.rules("R6")
def test_the_screen_is_the_same_in_all_worlds_that_are_possible_for_the_player(advanced: Callable[..., Game]) -> None:
    for moves in range(0, 130, 10):
        game = advanced(3, moves)
        if game.is_over:
            break
        for seat in (None, *game.seats):
            worlds = [game.resample(seat, number) for number in range(3)]
            table = tables(drawn(game, seat))
            assert all(tables(drawn(world, seat)) == table for world in worlds)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.rules("A6")
def test_hands_of_others_are_on_no_screen(players: int, advanced: Callable[..., Game]) -> None:
    for moves in range(0, 240, 12):
        game = advanced(players, moves, name="africanus")
        if game.is_over:
            break
        for seat in (None, *game.seats):
            screen = asked(game, seat)
            assert all(asked(game.resample(seat, number), seat) == screen for number in range(2))


@pytest.mark.rules("A15")
def test_cards_that_others_draw_are_not_told(advanced: Callable[..., Game]) -> None:
    told = 0
    for seed in range(20):
        game = advanced(4, 0, seed, "africanus")
        for _, move in advanced(4, 10_000, seed, "africanus").moves:
            others = [seat for seat in (None, *game.seats) if seat != game.to_move]
            worlds = [game.resample(seat, seed) for seat in others] if move.verb == "astronomer" else []
            game.play(move)
            for seat, world in zip(others, worlds, strict=False):
                world.play(move)
                stories = [story(each, seat) for each in (game, world)]
                assert stories[0] == stories[1]
                assert " region card" in stories[0]
                told += 1
            if move.verb == "hold":
                assert all("keeps one; discards " in story(game, seat) for seat in others)
    assert told


def story(game: Game, seat: str | None) -> str:
    """What is told of the last move."""
    ui = GAME_UIS[game.name]
    events = [event for event in ui.events(game, seat) if event["after"] == len(game.moves)]
    return " ".join(ui.narrator.paragraphs(events))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rattus", "africanus", "cartus"])
def test_the_whole_truth_is_never_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def refuse(_: Game) -> None:
        raise AssertionError("hidden things must not leave the engine")

    monkeypatch.setattr(Game, "position", refuse)
    monkeypatch.setattr(Game, "events", property(refuse))
    result = run("play", name, "--seed", 5, lines=["undo", "log", "board", *["1"] * 500])
    assert result.exit_code == 0
    assert "The game is over." in " ".join(result.stdout.split())


def test_the_seed_is_sealed_until_the_end(run: Run) -> None:
    output = run("play", "-p", 2, "-o", "max_turns=4", lines=["1"] * 100).stdout
    before, _, after = output.rpartition("The shuffle was made from the seed ")
    found = re.search(r"Seal of the shuffle: ([0-9a-f]{64})", before)
    assert found is not None
    seed, salt = re.findall(r"[0-9a-f]{32}", after)
    assert seed not in before
    assert found[1] == Seal(seed, salt).commitment


def test_players_by_name(run: Run) -> None:
    names = [word for name in ("easy", "normal", "mcts:3") for word in ("--player", name)]
    result = run("play", "cartus", "-p", 4, "--seed", 1, *names, lines=["1"] * 30)
    assert "Yellow, Green and Blue (easy, normal and mcts:3)." in result.stdout.replace(" \n", " ")
    assert "Traceback" not in result.output
    for bad, words in (
        (["expert"], "no player 'expert'; there are random, greedy"),
        (["random", "random"], "--player: one name for all, or one for each of 3 seats, not 2"),
        (["mcts:never"], "a number of simulations like 500"),
    ):
        result = run("play", "-p", 4, *[word for name in bad for word in ("--player", name)])
        assert result.exit_code == 2
        assert words in " ".join(result.stderr.split())


def test_a_program_that_fails_forfeits_its_moves_and_the_game_goes_on(run: Run) -> None:
    result = run("play", "-p", 2, "--seed", 1, "--player", "cmd:false", "-o", "max_turns=3", lines=["1"] * 60)
    assert "cmd:false: it has ended; a random move was made for it" in result.stdout
    assert "Traceback" not in result.output
    assert "The last round began after 3 turns" in result.stdout


def test_a_hint(run: Run) -> None:
    output = run("play", "-p", 2, "--seed", 1, "-o", "first=red", lines=["hint"]).stdout
    assert re.search(r"^settle \w+: Red \d+%, Yellow \d+%\. \w.+\.$", output, re.MULTILINE)  # chances, and a reason


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "pass: Red 60%, Yellow 40%. In random games Yellow gets fewer points: about 1.5."),
        ("nl", "pass: Rood 60%, Geel 40%. In willekeurige partijen krijgt Geel minder punten: zo\u2019n 1,5."),
        ("de", "pass: Rot 60 %, Gelb 40 %. In Zufallspartien bekommt Gelb weniger Punkte: etwa 1,5."),
    ],
)
def test_a_hint_in_three_languages(language: str, line: str) -> None:
    values = {"chance": 0.257, "other": 0.1, "points": 2.0, "seat": "red"}
    option = Option("pass", 9, 0.0, {"red": 0.6, "yellow": 0.4})
    spoken = speaking()
    speak(language)
    try:
        assert hint_line(Hint(option, Reason(Purpose.DENY, {"points": 1.5, "seat": "yellow"}))) == line
        for purpose in Purpose:
            told = hint_line(Hint(option, Reason(purpose, values)))
            assert "{" not in told
            assert told.endswith(".")
    finally:
        speak(spoken)
