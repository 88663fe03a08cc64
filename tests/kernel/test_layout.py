"""Records on lists and in NumPy hold the same numbers."""

import pytest

from rattus.kernel.layout import Layout

FIELDS = {"one": (), "row": (3,), "grid": (2, 2), "wide": ()}
LAYOUT = Layout("Sample", FIELDS, wide=("wide",), veiled=("grid",))


def filled():
    record = LAYOUT.new()
    record.one, record.row, record.grid, record.wide = -1, [1, 2, 3], [[4, 5], [6, 7]], 70_000
    return record


def test_a_new_record_is_all_zero() -> None:
    record = LAYOUT.new()
    assert (record.one, record.row, record.grid, record.wide) == (0, [0, 0, 0], [[0, 0], [0, 0]], 0)


def test_pack_and_unpack_lose_nothing() -> None:
    array = LAYOUT.pack([LAYOUT.new(), filled()])
    assert LAYOUT.unpack(array, 1) == filled()
    assert LAYOUT.unpack(array, 0) == LAYOUT.new()


def test_a_copy_shares_nothing() -> None:
    record = filled()
    other = record.copy()
    assert record == other
    other.grid[0][0] = other.row[0] = other.one = 9
    assert (record.grid[0][0], record.row[0], record.one) == (4, 1, -1)
    assert record != other


def test_a_shallow_copy_has_its_own_numbers_and_veiled_fields_and_shares_the_rest() -> None:
    record = filled()
    shallow = record.shallow_for_veil()
    assert record == shallow
    shallow.grid[0] = [9, 9]
    shallow.one = 9
    assert (record.grid, record.one) == ([[4, 5], [6, 7]], -1)
    assert shallow.row is record.row
    assert shallow.grid[1] is record.grid[1]


@pytest.mark.parametrize(("field", "value"), [("one", 128), ("row", [0, 300, 0]), ("wide", 1 << 70)])
def test_numbers_out_of_range_are_refused(field: str, value: object) -> None:
    record = LAYOUT.new()
    setattr(record, field, value)
    with pytest.raises(OverflowError):
        LAYOUT.pack([record])


def test_a_misspelt_field_is_refused() -> None:
    with pytest.raises(AttributeError):
        LAYOUT.new().rows = 1
