"""Columns: what the breaking of text and notes keeps, whatever the text; and cases that a person can read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edition.columns import Piece, Run, clusters, columns, halves, hung, is_mark, is_opening

CHARS = "天地玄黄宇宙洪荒□𢷏"
texts = st.text(alphabet=CHARS + "，。“”《》、？", max_size=60)
runs = st.lists(st.builds(Run, texts, st.booleans()), max_size=8)
lengths = st.integers(min_value=1, max_value=24)


def drawn(some: list[Run], cells: int) -> list[list[str]]:
    """Each column as it is read: a character of the text, or right half|left half."""
    found: list[list[str]] = []
    for piece in columns(some, cells):
        text = some[piece.run].text
        while len(found) <= piece.column:
            found.append([])
        if some[piece.run].note:
            found[-1].append(f"{text[piece.begin : piece.middle]}|{text[piece.middle : piece.end]}")
        else:
            found[-1].append(text[piece.begin : piece.end])
    return found


def room(piece: Piece, run: Run) -> int:
    """Cells that a piece takes, counted from its characters."""
    chars = [c for c in run.text[piece.begin : piece.end] if not is_mark(c)]
    if not run.note:
        return len(chars)
    right = [c for c in run.text[piece.begin : piece.middle] if not is_mark(c)]
    return (max(len(right), len(chars) - len(right)) + 1) // 2


def test_a_note_takes_what_is_left_and_goes_on_in_the_next_column() -> None:
    some = [Run("司射犹"), Run("天地玄黄宇宙洪荒日月盈", True), Run("三耦皆")]
    assert drawn(some, 5) == [["司射犹", "天地玄黄|宇宙洪荒"], ["日月|盈", "三耦皆"]]


def test_a_short_note_is_balanced_and_the_text_goes_on_below() -> None:
    assert drawn([Run("遂授矢。"), Run("受于纳矢而授之。", True), Run("三耦")], 9) == [
        ["遂授矢。", "受于纳矢|而授之。", "三耦"],
    ]


def test_marks_take_no_room_and_stay_with_their_characters() -> None:
    assert drawn([Run("三耦：“各与其耦”。"), Run("《礼》“曰”", True)], 4) == [
        ["三耦：“各与"],
        ["其耦”。", "《礼》|“曰”"],
    ]
    assert clusters("“各”，与《其》。") == [0, 4, 5]


@given(runs, lengths)
def test_the_pieces_in_order_are_the_text(some: list[Run], cells: int) -> None:
    assert "".join(some[p.run].text[p.begin : p.end] for p in columns(some, cells)) == "".join(r.text for r in some)


@given(runs, lengths)
def test_no_column_is_longer_than_its_cells_and_none_is_left_short(some: list[Run], cells: int) -> None:
    found = columns(some, cells)
    used: dict[int, int] = {}
    for piece in found:
        if any(not is_mark(c) for c in some[piece.run].text):
            used[piece.column] = used.get(piece.column, 0) + room(piece, some[piece.run])
    assert all(n <= cells for n in used.values())
    last = max((p.column for p in found), default=0)
    full = [used.get(k, 0) for k in range(last)]
    assert all(n == cells for n in full) or any(all(map(is_mark, r.text)) and r.text for r in some)


@given(runs, lengths)
def test_one_pair_for_each_note_in_each_column_and_columns_in_order(some: list[Run], cells: int) -> None:
    found = columns(some, cells)
    places = [(p.column, p.run) for p in found]
    assert len(places) == len(set(places))
    assert [p.column for p in found] == sorted(p.column for p in found)
    assert [p.run for p in found] == sorted(p.run for p in found)


@given(runs, lengths)
def test_the_right_half_is_never_the_shorter_and_by_one_at_most_the_longer(some: list[Run], cells: int) -> None:
    for piece in columns(some, cells):
        if some[piece.run].note:
            text = some[piece.run].text
            right, left = text[piece.begin : piece.middle], text[piece.middle : piece.end]
            more = sum(not is_mark(c) for c in right) - sum(not is_mark(c) for c in left)
            assert 0 <= more <= 1
            assert piece.blank == piece.cells * 2 - (piece.left or piece.right) >= 0


@given(runs, lengths)
def test_no_half_begins_with_a_closing_mark_nor_ends_with_an_opening_one(some: list[Run], cells: int) -> None:
    for piece in columns(some, cells):
        text = some[piece.run].text
        for begin in (piece.begin, piece.middle) if some[piece.run].note else (piece.begin,):
            if 0 < begin < len(text) and begin < piece.end:
                assert is_opening(text[begin]) or not is_mark(text[begin])
                assert not is_opening(text[begin - 1])


@given(st.text(alphabet=CHARS + "，。“”、", min_size=2, max_size=40))
def test_two_lines_part_where_they_may_and_nowhere_better(text: str) -> None:
    at = halves(text)
    may = [
        k for k in range(1, len(text)) if (is_opening(text[k]) or not is_mark(text[k])) and not is_opening(text[k - 1])
    ]
    assert (at in may) if may else at == 0
    if may:
        assert abs(hung(text[:at]) - hung(text[at:])) == min(abs(hung(text[:k]) - hung(text[k:])) for k in may)


def test_halves_that_a_person_can_read() -> None:
    for text, first in (
        ("犹，有故之辞。拾，更也。", "犹，有故之"),
        ("受于纳矢而授之。", "受于纳矢"),
        ("未违俟处也。搢，插也，插于带右。", "未违俟处也。搢，"),
        ("曰“教之”", "曰“教"),
        ("。", ""),
    ):
        assert text[: halves(text)] == first
