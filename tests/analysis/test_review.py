import json

import numpy as np
import pytest

import rattus
from rattus.analysis.judge import EFFORTS, Judge
from rattus.analysis.review import (
    WHOLE,
    Decision,
    Luck,
    Verdict,
    digest_of,
    kept_review,
    review_path,
    review_record,
    save_review,
    whole_amounts,
)
from rattus.bots.players import make_player
from rattus.errors import FormatError
from rattus.match.record import begin_record, replay
from rattus.match.sight import sight_of

GAMES = [("rattus", 3), ("africanus", 2), ("cartus", 2)]


def check_sums(review, result, nobody_may_win=False):
    """The parts of a review must add up to the result, exactly."""
    for place, seat in enumerate(review.seats):
        total = review.sums[seat]
        assert total.start + sum(total.decisions.values()) + total.chance == total.end
        assert total.end == result[place]
        assert total.chance == sum(piece.change[place] for piece in review.luck)
        for other in review.seats:
            changes = [each.change[place] for each in review.decisions if each.seat == other]
            assert total.decisions[other] == sum(changes)
    assert len(review.chances) == review.luck[-1].last + 1
    totals = [sum(row) for row in review.chances[:-1]]
    if nobody_may_win:
        assert all(0 < total <= WHOLE for total in totals)
        assert min(totals) < WHOLE
    else:
        assert set(totals) == {WHOLE}
    starts = [review.sums[seat].start for seat in review.seats]
    assert max(starts) - min(starts) <= 1
    assert sum(starts) == totals[0]  # so the deal changes who wins, not whether somebody does
    assert [piece.first for piece in review.luck[1:]] == sorted({piece.first for piece in review.luck[1:]})


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_parts_add_up_to_the_result(name, players, played):
    """The luck and the decisions of a whole game."""
    game = played(name, players, ("policy:3,0.01",))
    review = review_record(game.record(), effort="glance", compiled=True)
    shares = [WHOLE // len(game.outcome.winners) if seat in game.outcome.winners else 0 for seat in game.seats]
    check_sums(review, shares, nobody_may_win=name == "cartus")
    assert 0 < len(review.moments) <= 5
    asked = sum(len(each.legal_texts) > 1 for each in positions(game.record())[:-1])
    assert len(review.decisions) == asked
    data = json.loads(json.dumps(review.as_data()))
    assert data["sums"][game.seats[0]]["end"] == shares[0]
    assert data["record"] == digest_of(game)


def positions(record):
    start = begin_record(record)
    return [start.copy(), *(game.copy() for game in replay(start, record))]


def test_moments_and_verdicts_follow_from_the_decisions(played):
    game = played("rattus", 4, ("easy", "random"))
    review = review_record(game.record(), effort="glance", compiled=True)
    costs = sorted((each.cost for each in review.decisions), reverse=True)
    shown = [each for each in review.moments if isinstance(each, Decision)]
    assert max(each.cost for each in shown) == costs[0] > 0
    assert all(each.events for each in review.moments if isinstance(each, Luck))
    for each in review.decisions:
        assert (each.better is None) == (each.cost == 0) == (each.verdict == Verdict.BEST)
        assert each.better != each.played
        assert each.played in [option.move for option in each.options]
        if each.better:
            assert each.options[0].move == each.better
    worst = max(review.decisions, key=lambda each: each.cost)
    assert worst.verdict == Verdict.VERY_COSTLY
    assert worst.reason is not None


def test_a_running_game_is_reviewed_for_one_seat_only(advanced):
    """On lists: nothing is compiled."""
    game = advanced("rattus", 2, 9)
    with pytest.raises(FormatError, match="not over"):
        review_record(game.record(), effort="glance", compiled=False)
    with pytest.raises(FormatError, match="seat"):
        review_record(game.record(), "blue", effort="glance", compiled=False)
    review = review_record(game.record(), "red", effort="glance", compiled=False)
    assert not review.is_over
    assert {decision.seat for decision in review.decisions} == {"red"}
    check_sums(review, review.chances[-1])
    assert sum(review.chances[-1]) == WHOLE


# With more moves hardly any other deal looks the same.
@pytest.mark.parametrize(("name", "moves"), [("rattus", 12), ("africanus", 8), ("cartus", 3)])
def test_what_a_seat_cannot_know_changes_nothing(name, moves, advanced):
    """Deal what is hidden from a seat anew: as long as it sees the same, its review stays the same."""
    game = advanced(name, 2, moves)
    viewer = game.seats[0]
    record, seen = game.record(), [each.view(viewer) for each in positions(game.record())]
    for seed in range(300):
        world = begin_record(record).resample(viewer, seed)
        other = {**record, "start": world.record()["start"], "seed": None, "shuffles": []}
        try:
            views = [each.view(viewer) for each in positions(other)]
        except rattus.IllegalMove:
            continue
        if views != seen or other["start"] == record["start"]:
            continue
        one = review_record(record, viewer, effort="glance", compiled=False).as_data()
        two = review_record(other, viewer, effort="glance", compiled=False).as_data()
        assert one == two
        return
    pytest.fail("no deal looks the same to this seat")


def test_lists_and_compiled_rules_judge_alike(advanced):
    """The same worlds, moves and chances: only the effort differs by default."""
    sight = sight_of(advanced("rattus", 2, 20))
    rulebook = sight.parts.rulebook
    effort = EFFORTS["glance"]
    plain, fast = (Judge(rulebook, sight.box, effort, compiled=way) for way in (False, True))
    plain.effort = effort
    one, two = (judge.judge(sight, sight.legal[0], 5) for judge in (plain, fast))
    assert [each.move for each in one.options] == [each.move for each in two.options]
    for a, b in zip(one.options, two.options, strict=True):
        np.testing.assert_allclose(a.worlds, b.worlds, atol=1e-4)


def test_the_same_seed_gives_the_same_review(played):
    game = played("rattus", 2, ("random",), moves=16)
    one, two = (review_record(game.record(), "red", "glance", seed=3, compiled=True).as_data() for _ in range(2))
    other = review_record(game.record(), "red", "glance", seed=4, compiled=True).as_data()
    assert one == two != other


def test_whole_amounts_keep_the_sum():
    assert whole_amounts(np.array([1 / 3, 1 / 3, 1 / 3])).tolist() == [3334, 3333, 3333]
    assert whole_amounts(np.array([0.0, 1.0])).tolist() == [0, WHOLE]
    assert whole_amounts(np.zeros(4)).tolist() == [0, 0, 0, 0]


def test_a_review_is_kept_beside_its_record(tmp_path, advanced):
    game = advanced("rattus", 2, 6)
    path = review_path(tmp_path / "game.json")
    assert path.name == "game.review.json"
    data = review_record(game.record(), "red", "glance", compiled=False).as_data()
    save_review(data, path)
    assert kept_review(path, game, "glance", "red") == data
    assert kept_review(path, game, "glance", "yellow") is None
    assert kept_review(path, game, "deep", "red") is None
    game.play(game.legal()[0])
    assert kept_review(path, game, "glance", "red") is None
    path.write_text("no review", "utf-8")
    assert kept_review(path, game, "glance", "red") is None


# ---- fairness: luck without bias, decisions that cost strong players less


def luck_and_decisions(name, players, games):
    """By game and seat: all luck after the deal, and all decisions, of games of the network against itself."""
    rows = []
    for number in range(games):
        game = rattus.new(name, players, f"equals/{number}")
        player = make_player("policy:1")
        while not game.is_over:
            game.play(player.choose(sight_of(game), f"{number}/{len(game.moves)}").move)
        review = review_record(game.record(), effort="glance", seed=number, compiled=True)
        sums = [review.sums[seat] for seat in review.seats]
        luck = [total.chance - dealt for total, dealt in zip(sums, review.luck[0].change, strict=True)]
        rows.append((luck, [sum(total.decisions.values()) for total in sums]))
    return np.array(rows).transpose(1, 0, 2) / WHOLE


def check_unbiased(name, players, games, most):
    """Each seat's mean is nought within `most` standard errors."""
    for part in luck_and_decisions(name, players, games):
        errors = part.std(axis=0, ddof=1) / np.sqrt(games)
        assert (abs(part.mean(axis=0)) < most * errors + 0.001).all(), (part.mean(axis=0), errors)


def test_luck_of_equals_has_no_bias():
    """A smaller version of the long test, with the network alone."""
    check_unbiased("rattus", 2, 12, 4.0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "players", "games"), [("rattus", 2, 1000), ("rattus", 4, 150), ("africanus", 2, 150), ("cartus", 3, 60)]
)
def test_luck_of_many_equals_has_no_bias(name, players, games):
    check_unbiased(name, players, games, 3.5)


def costs_of(played, who, games):
    """What the decisions of two players cost, each in each seat in turn."""
    costs = dict.fromkeys(who, 0)
    for seed in range(games):
        seated = who if seed % 2 == 0 else who[::-1]
        game = played("rattus", 2, seated, seed, compiled=True)
        for decision in review_record(game.record(), effort="normal", compiled=True).decisions:
            costs[seated[game.seats.index(decision.seat)]] += decision.cost
    return costs


def test_decisions_of_the_search_cost_less_than_those_of_easy(played):
    costs = costs_of(played, ("easy", "search:400"), 2)
    assert costs["easy"] > costs["search:400"]


@pytest.mark.long
def test_decisions_of_best_cost_much_less_than_those_of_easy(played):
    costs = costs_of(played, ("easy", "best"), 6)
    assert costs["easy"] > 1.5 * costs["best"]


def test_a_position_is_worth_what_the_move_that_leads_there_was_judged_to_be():
    """What is told of a line that is tried fits the review, also in a game that is not played as the network would."""
    game, greedy, off = rattus.new("rattus", 4, 7), make_player("greedy", compiled=False), []
    judge = Judge(game.parts.rulebook, game.box, EFFORTS["normal"], compiled=True)
    while not game.is_over:
        sight = sight_of(game)
        if len(sight.legal) > 1 and len(game.moves) % 6 == 0:
            judgement = judge.judge(sight, None, "judged")
            best, after = judgement.options[0], game.copy()
            after.play(game.box.moves[best.move])
            if not after.is_over:
                found = judge.chances(after.veiled(sight.box.seats[sight.seat]), sight.seat, "after")
                off.append(abs(found - judgement.chances(best))[sight.seat])
        game.play(greedy.choose(sight, f"7 {len(game.moves)}").move)
    assert len(off) > 5
    assert np.mean(off) < 0.06, off
