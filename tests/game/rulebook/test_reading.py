"""A mistake in a file of prose is named by file and line."""

import pytest

from game.rulebook.prose import SECTIONS, BadProse
from tests.game.rulebook.sample import read, sample, shown

MISTAKES = {
    "Draw {?mode=tiny} one.": "stands in the middle",
    "{?mode=tiny} Draw.": "“mode” is never “tiny”",
    "{?mode} Draw.": "“mode” needs one of its values",
    "{?nothing} Draw.": "no option “nothing”",
    "Draw. [DO99]": r"no fact or decision \[DO99\]",
    "Draw {draws.": "no such notation: {draws.",
    "Draw {draws:words}.": "no such notation",
    "Lay [[1H]].": "no such notation",
    "Lay [[8X]].": "no such notation",
    "Look: {points}": "on a line of its own",
    "- {points}": "on a line of its own",
    "### Drawing": "ends with its anchor",
    "### Drawing {#call}": "a second “call”",
    "### *Drawing* {#drawing}": "plain text",
    "#### Drawing {#drawing}": "## or ###",
    "---": "no hr here",
    "> Draw.": "no blockquote here",
    "- One.\n-\n": "an item that says nothing",
}


@pytest.mark.parametrize("body", MISTAKES)
def test_a_mistake_is_named_by_file_and_line(body):
    text = sample(turn=f"A line.\n\n{body}")
    line = text[: text.index(body)].count("\n") + 1
    line += body.startswith("- One")
    with pytest.raises(BadProse, match=rf"^rules\.en\.md:{line}: .*{MISTAKES[body]}"):
        read(text)


@pytest.mark.parametrize("body", ["Draw {never_heard_of} cards.", "{hand 8 JK}"])
def test_a_mistake_in_the_data_it_names_is_told_as_well(body):
    line = sample(turn=body).split("\n").index(body) + 1
    with pytest.raises(BadProse, match=rf"^rules\.en\.md:{line}: "):
        shown(turn=body)


def test_all_sections_stand_in_their_order():
    assert [section.key for section in read(sample()).sections] == list(SECTIONS)
    for wrong in (sample().replace("{#turn}", "{#call}", 1), sample().partition("## Of source")[0], ""):
        with pytest.raises(BadProse, match="the sections are breath, deal, turn"):
            read(wrong)


def test_nothing_stands_before_the_first_heading():
    with pytest.raises(BadProse, match=r"^rules\.en\.md:1: text before the first heading"):
        read(f"Hello.\n\n{sample()}")


def test_the_options_are_always_listed():
    with pytest.raises(BadProse, match="“variations” needs a line"):
        read(sample(variations="Nothing."))


def test_what_looks_like_html_is_text():
    page = shown(turn="A <b>bold</b> <script>claim</script>.")
    assert page.sections[2].blocks[0].text == "A <b>bold</b> <script>claim</script>."
