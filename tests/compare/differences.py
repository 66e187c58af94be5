"""Differences between the records of two revisions, grouped by their cause."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from tests.compare.contents import (
    Ids,
    kind_of_address,
    lines_of,
    masked,
    text_of_answer,
    without_numbers,
)
from tests.compare.phone import Record

HEADERS = ("content-type", "content-disposition", "cache-control", "content-security-policy")
MAX_LINES = 12  # of one difference in the report
MAX_EXAMPLES = 3
MAX_GROUPS = 25  # of each kind in the report
FIGURES, UPGRADED = "figures", "after the upgrade: "
MAX_MATCHED = 20_000  # lines; of longer files only the lines that one side has are compared
MAX_COMPARED = 3000  # responses that differ and are compared line by line, in one scenario
SIDES = ("only in the first", "only in the second")


@dataclass(frozen=True)
class Difference:
    """kind: what differs. where: the kind of page. step: what led there."""

    kind: str
    before: str
    after: str
    where: str
    step: str

    def after_upgrade(self) -> Difference:
        """The same difference, between a database and its upgrade."""
        return replace(self, kind=f"{UPGRADED}{self.kind}")

    @property
    def cause(self) -> tuple[str, str, str]:
        """Equal for differences with the same cause: their texts without numbers; of figures their place."""
        if self.kind.endswith(FIGURES):
            return self.kind, _place(self.before), ""
        return self.kind, without_numbers(self.before), without_numbers(self.after)


@dataclass
class Group:
    """Differences with one cause."""

    differences: list[Difference] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.differences[0].kind

    def __str__(self) -> str:
        first, pages = self.differences[0], sorted({change.where for change in self.differences})
        head = f"{first.kind} ×{len(self.differences)}, on {len(pages)} kind{'s' * (len(pages) != 1)} of page"
        lines = [f"■ {head}", *_shown("-", first.before), *_shown("+", first.after)]
        lines += [f"    at {change.where} · {masked(change.step)[0]}" for change in self._examples()]
        return "\n".join(lines)

    def _examples(self) -> list[Difference]:
        """One of each kind of page first."""
        by_page = {change.where: change for change in reversed(self.differences)}
        examples = [*by_page.values(), *self.differences]
        return list(dict.fromkeys(examples))[:MAX_EXAMPLES]


def grouped(differences: Iterable[Difference]) -> list[Group]:
    """The groups: figures last, the largest first. What also differs without the upgrade is not repeated."""
    groups: defaultdict[tuple[str, str, str], Group] = defaultdict(Group)
    for difference in differences:
        groups[difference.cause].differences.append(difference)
    for kind, before, after in list(groups):
        if (kind.removeprefix(UPGRADED), before, after) in groups and kind.startswith(UPGRADED):
            del groups[kind, before, after]
    return sorted(groups.values(), key=lambda group: (group.kind.endswith(FIGURES), -len(group.differences)))


def report(differences: Iterable[Difference]) -> Iterator[str]:
    """The groups in words, at most MAX_GROUPS of each kind, after a line that counts them."""
    groups = grouped(differences)
    sizes = Counter(group.kind for group in groups)
    if groups:
        yield "Differences by cause: " + ", ".join(f"{count} {kind}" for kind, count in sizes.most_common())
    shown: Counter[str] = Counter()
    for group in groups:
        shown[group.kind] += 1
        if shown[group.kind] <= MAX_GROUPS:
            yield str(group)
    for kind, count in sizes.items():
        if count > MAX_GROUPS:
            yield f"… and {count - MAX_GROUPS} more causes: {kind}"


def compare(here: Sequence[Record], there: Sequence[Record], ids: Ids | None = None) -> list[Difference]:
    """Compare the records of one scenario, in two revisions."""
    ids = Ids() if ids is None else ids
    differences: list[Difference] = []
    compared = 0
    for one, other in _pairs(here, there, ids):
        record = one or other
        assert record is not None
        where = kind_of_address(record.address)
        if one is None or other is None:
            side = SIDES[0] if one else SIDES[1]
            differences.append(
                Difference(side, where if one else "", "" if one else where, where, record.step)
            )
            continue
        changes = [*_changes(one, other, ids, in_detail=compared < MAX_COMPARED)]
        compared += bool(changes)
        differences += [Difference(*change, where, one.step) for change in changes]
    return differences


def query_changes(here: Sequence[Record], there: Sequence[Record]) -> dict[str, list[tuple[int, int]]]:
    """Numbers of SQL queries before and after, by kind of page, where they differ."""
    changes: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for one, other in _pairs(here, there, Ids()):
        if one and other and "queries" in one.costs and one.costs["queries"] != other.costs.get("queries"):
            kind = f"{'save ' if one.is_save else ''}{kind_of_address(one.address)}"
            changes[kind].append((int(one.costs["queries"]), int(other.costs.get("queries", 0))))
    return changes


def _pairs(
    here: Sequence[Record], there: Sequence[Record], ids: Ids
) -> Iterator[tuple[Record | None, Record | None]]:
    """Records of the same step and address; those that only one side has come with None."""
    waiting: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in there:
        waiting[record.step_key, record.address].append(record)
    missing = []
    for record in here:
        exact = waiting.get((record.step_key, ids.translated(record.address)))
        if exact:
            yield record, exact.pop(0)
        else:
            missing.append(record)
    by_kind: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
    for left in waiting.values():
        for record in left:
            by_kind[record.step_key, kind_of_address(record.address)].append(record)
    for record in missing:
        candidates = by_kind.get((record.step_key, kind_of_address(record.address)))
        yield record, candidates.pop(0) if candidates else None
    for candidates in by_kind.values():
        for record in candidates:
            yield None, record


def _changes(one: Record, other: Record, ids: Ids, *, in_detail: bool) -> Iterator[tuple[str, str, str]]:
    """Kind, text before and text after of all that differs."""
    if one.answer.status != other.answer.status:
        excerpt = text_of_answer(
            other.answer if other.answer.status >= 500 or not other.answer.status else one.answer
        )
        shown = excerpt[-600:] if not other.answer.status else ""
        yield "status", str(one.answer.status), f"{other.answer.status} {shown}".strip()
    for name in HEADERS:
        before, after = (masked(record.answer.headers.get(name, ""))[0] for record in (one, other))
        if before != after:
            yield f"header {name}", before, after
    chains = [masked(" ".join(record.chain)) for record in (one, other)]
    if chains[0][0] != chains[1][0]:
        yield "redirect", chains[0][0], chains[1][0]
    else:
        yield from _contradictions(ids, chains[0][1], chains[1][1])
    yield from _content_changes(one, other, ids, in_detail=in_detail)


def _content_changes(
    one: Record, other: Record, ids: Ids, *, in_detail: bool
) -> Iterator[tuple[str, str, str]]:
    if one.answer.body == other.answer.body:
        ids.equal_texts.append(one.answer.body)
        return
    texts = [text_of_answer(record.answer) for record in (one, other)]
    (before, ids_before), (after, ids_after) = (masked(text) for text in texts)
    if before == after:
        yield from _contradictions(ids, ids_before, ids_after)
        return
    if not in_detail:
        yield "more pages", "", ""
        return
    lines = [lines_of(record.answer.media_type, text) for record, text in ((one, before), (other, after))]
    if lines[0] == lines[1]:
        yield "white space", *_first_difference(before, after)
    yield from line_changes(*lines, is_page=one.answer.media_type == "text/html")


def _first_difference(before: str, after: str) -> tuple[str, str]:
    place = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    excerpt = slice(max(0, place - 40), place + 40)
    return repr(before[excerpt]), repr(after[excerpt])


def _contradictions(ids: Ids, before: list[str], after: list[str]) -> Iterator[tuple[str, str, str]]:
    if ids.agree(before, after):
        yield "another id", "an id that belongs to one object", "the id of another object"


def line_changes(before: list[str], after: list[str], *, is_page: bool) -> Iterator[tuple[str, str, str]]:
    """The blocks of lines that differ, each with its kind: figures, text, structure or content of a file."""
    if max(len(before), len(after)) > MAX_MATCHED:
        before, after = (
            [*(Counter(before) - Counter(after)).elements()],
            [*(Counter(after) - Counter(before)).elements()],
        )
    matcher = SequenceMatcher(None, before[:MAX_MATCHED], after[:MAX_MATCHED], autojunk=False)
    for operation, start, end, new_start, new_end in matcher.get_opcodes():
        if operation == "equal":
            continue
        old, new = before[start:end], after[new_start:new_end]
        if len(old) == len(new):
            yield from ((_kind([a], [b], is_page), a, b) for a, b in zip(old, new, strict=True) if a != b)
        else:
            yield _kind(old, new, is_page), "\n".join(old), "\n".join(new)


def _kind(old: list[str], new: list[str], is_page: bool) -> str:
    if [*map(without_numbers, old)] == [*map(without_numbers, new)]:
        return FIGURES
    if not is_page:
        return "file"
    return "structure" if any(line.startswith("<") for line in (*old, *new)) else "text"


def _place(line: str) -> str:
    """Where a figure is: the element, the member of a document, the first column of a row."""
    return without_numbers(re.split(r"[:=\s|]", line.lstrip("<"), maxsplit=1)[0])


def _shown(mark: str, text: str) -> list[str]:
    lines = text.splitlines()
    shown = [f"  {mark} {line[:300]}" for line in lines[:MAX_LINES]]
    return shown + ([f"  {mark} … and {len(lines) - MAX_LINES} more lines"] if len(lines) > MAX_LINES else [])
