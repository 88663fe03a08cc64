"""Points for region cards and diplomats (A23, A24)."""

from rattus.kernel.rule import rule


@rule
def score_region_cards(box, table, points):
    """A point for each region of which a player holds a card and has the most cubes, alone or tied (A23)."""
    for region in range(box.regions):
        most = 1
        for seat in range(box.players):
            most = max(most, table.cubes[region][seat])
        for seat in range(box.players):
            if table.cubes[region][seat] == most and holds_card_of(box, table, seat, region):
                points[seat] += 1


@rule
def holds_card_of(box, table, seat, region):
    """Whether a player has a card of the region in hand."""
    for place in range(table.held_count):
        if table.held_by[place] == seat and box.card_region[table.held[place]] == region:
            return True
    return False


@rule
def diplomats(box, table, seat):
    """How many diplomats a player has, the palace included (A20)."""
    number = table.palace_diplomats[seat]
    for region in range(box.regions):
        number += table.diplomat[region][seat]
    return number


@rule
def score_diplomats(box, table, points):
    """4 points for the most diplomats and 2 for the second most; those tied share (A24)."""
    most, second = 0, 0
    for seat in range(box.players):
        number = diplomats(box, table, seat)
        if number > most:
            second = most
            most = number
        elif number < most:
            second = max(second, number)
    leaders = count_with(box, table, most)
    for seat in range(box.players):
        number = diplomats(box, table, seat)
        if number == most and most > 0:
            points[seat] += first_prize(box, leaders)
        elif number == second and second > 0 and leaders == 1 and box.players > 2:
            points[seat] += 2 // count_with(box, table, second)


@rule
def first_prize(box, leaders):
    """Alone 4 points; tied, a share of 6, or of 4 with two players (A24)."""
    if leaders == 1:
        return 4
    if box.players == 2:
        return 4 // leaders
    return 6 // leaders


@rule
def count_with(box, table, number):
    """How many players have so many diplomats."""
    found = 0
    for seat in range(box.players):
        if diplomats(box, table, seat) == number:
            found += 1
    return found
