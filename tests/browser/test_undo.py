"""Undoing moves."""

from playwright.sync_api import expect

from ..server.server_process import ServerProcess
from .conftest import Windows
from .window import play, shows

TWO = [{"name": "Anna"}, {"name": "Ben"}]


def test_a_move_that_reveals_nothing_is_undone_at_once(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
    anna, ben = windows().sit(made, 1), windows().sit(made, 2)
    undo = anna.button("Undo", exact=True)
    anna.until(lambda: anna.known.legal)
    anna.until(lambda: anna.aim() is not None, "the question on the board")
    expect(undo).to_be_disabled()
    before, things = anna.known.view, anna.things()
    anna.move()
    anna.until(lambda: anna.known.undo == "free")
    undo.click()
    anna.until(lambda: anna.known.moves == 0)
    assert anna.known.view == before
    anna.until(lambda: anna.things() == things, "the board as it was")
    ben.until(lambda: ben.known.moves == 0)


def test_a_move_that_reveals_something_is_undone_if_the_others_agree(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
    anna, ben = windows().sit(made, 1), windows().sit(made, 2)
    play(anna, ben, until=lambda: anna.known.undo == "ask" and anna.known.moves > 4)
    anna.until(lambda: anna.known.number == ben.known.number)
    moves = anna.known.moves
    for answer, told in (("Decline", "Ben does not agree."), ("Agree", None)):
        anna.button("Undo", exact=True).click()
        asked = ben.page.get_by_role("dialog")
        expect(asked).to_contain_text("Anna")
        shows(anna, "Ben")
        asked.get_by_role("button", name=answer).click()
        expect(asked).to_have_count(0)
        if told:
            shows(anna, told)
            assert anna.known.moves == moves
    anna.until(lambda: anna.known.moves < moves)
    ben.until(lambda: ben.known.moves == anna.known.moves)
    assert anna.known.legal
    play(anna, ben, until=lambda: anna.known.moves >= moves)
