"""A mistake in a prose file is reported with file and line."""

import pytest

from game.rulebook.prose import SECTIONS, BadProse
from tests.game.rulebook.sample import read, sample, shown, texts

MISTAKES = {
    '{% if options.mode == "tiny" %}Draw.{% endif %}': "“mode” is never “tiny”",
    '{% if options.mode in ("full", "tiny") %}Draw.{% endif %}': "“mode” is never “tiny”",
    "{% if options.decks == '2' %}Draw.{% endif %}": "“decks” is never “2”",
    "{% if options.flipped_two == 1 %}Draw.{% endif %}": "“flipped_two” is never “1”",
    "{% if options.mode %}Draw.{% endif %}": "“mode” needs one of its values",
    "{% if options.nothing %}Draw.{% endif %}": "no option “nothing”",
    "{% if options.flipped_two %}Draw.": "end of template",
    "{% if options.flipped_two %}Draw. [DO99]{% endif %}": r"no fact or decision \[DO99\]",
    "Draw. [DO99]": r"no fact or decision \[DO99\]",
    "Draw. [#call]": "a second “call”",
    "Draw. [#first]\n\nDraw. [#first]": "a second “first”",
    "Draw. [#option-decks]": "“option-decks” would be the id of an option",
    "[#draw]": "“draw” says nothing",
    "Draw {draws.": "no such notation: {draws.",
    "Draw {draws} cards.": "no such notation: {draws}",
    "Draw {{ draws|words }}.": "No filter named 'words'",
    "Draw {{ draws }.": "unexpected",
    "Draw {# a note": "end of comment",
    "An id [#draw] within.": "no such notation",
    "Lay [[1H]].": "no such notation",
    "Lay [[8X]].": "no such notation",
    "### Drawing": "ends with its id",
    "### Drawing [#call]": "a second “call”",
    "### *Drawing* [#drawing]": "plain text",
    "#### Drawing [#drawing]": "## or ###",
    "---": "no hr here",
    "> Draw.": "no blockquote here",
    "- One.\n-\n": "an item that says nothing",
    "- One.\n\n  Two.": "an item is one paragraph",
}


NOT_ON_THE_FIRST_LINE = {"- One.\n-\n": 1, "Draw. [#first]\n\nDraw. [#first]": 2}


@pytest.mark.parametrize("body", MISTAKES)
def test_a_mistake_is_reported_with_file_and_line(body):
    text = sample(turn=f"A line.\n\n{body}")
    line = text[: text.index(body.split("\n")[0])].count("\n") + 1 + NOT_ON_THE_FIRST_LINE.get(body, 0)
    with pytest.raises(BadProse, match=rf"^rules\.en\.md:{line}: .*{MISTAKES[body]}"):
        read(text)


NAMING_WRONGLY = {
    "Draw {{ never_heard_of }} cards.": "'never_heard_of' is undefined",
    "Draw {{ never_heard_of() }} cards.": "'never_heard_of' is undefined",
    "Draw {{ never_heard_of|word }} cards.": "'never_heard_of' is undefined",
    "Draw {{ points }} cards.": "neither a number nor a text",
    "Draw {{ points('JK') }} cards.": "no points for “JK”",
    "Draw {{ points() }} cards.": "missing 1 required",
    "Draw {{ 'few'|word }} cards.": "“few” is not a number",
    "{{ hand('8 JK') }}": "JK",
    "{{ hand('8 1H') }}": "no card “1H”",
    "{{ layout('9X') }}": "no card “9X”",
    "Look: {{ point_table() }}": "on a line of its own",
    "{{ point_table() }}{{ point_table() }}": "on a line of its own",
    "- {{ point_table() }}": "on a line of its own",
}


@pytest.mark.parametrize("body", NAMING_WRONGLY)
def test_a_mistake_in_the_data_is_reported_as_well(body):
    text = sample(turn=body)
    line = text[: text.index(body)].count("\n") + 1
    with pytest.raises(BadProse, match=rf"^rules\.en\.md:{line}: .*{NAMING_WRONGLY[body]}"):
        shown(turn=body)


def test_values_that_depend_on_the_number_of_players_cannot_be_printed_before_they_sit_down():
    rounds = "{{ options.rounds }} rounds."
    assert texts(shown("vandatta_pagat", players=4, rounds=rounds), "rounds") == ["4 rounds."]
    with pytest.raises(BadProse, match="“None” is neither a number nor a text"):
        shown("vandatta_pagat", rounds=rounds)


def test_all_sections_are_in_order():
    assert [section.key for section in read(sample()).sections] == list(SECTIONS)
    for wrong in (sample().replace("[#turn]", "[#call]", 1), sample().partition("## Of source")[0], ""):
        with pytest.raises(BadProse, match="the sections are breath, deal, turn"):
            read(wrong)


@pytest.mark.parametrize("line", ["Draw.", "- Draw.", "{{ point_table() }}", "Draw. [DO18]", "Draw. [#Draw]"])
def test_a_passage_without_id_is_refused(line):
    text = sample(turn="A line.").replace("A line. [#turn-1]", line)
    at = text[: text.index(f"\n{line}\n")].count("\n") + 2
    with pytest.raises(BadProse, match=rf"^rules\.en\.md:{at}: a paragraph or item ends with its id, \[#…\]"):
        read(text)


def test_a_heading_and_a_passage_share_no_id():
    for turn in ("### Drawing [#draw]\n\nDraw. [#draw]", "Draw. [#draw]\n\n### Drawing [#draw]"):
        with pytest.raises(BadProse, match="a second “draw”"):
            read(sample(turn=turn))


def test_text_before_the_first_heading_is_refused():
    with pytest.raises(BadProse, match=r"^rules\.en\.md:1: text before the first heading"):
        read(f"Hello.\n\n{sample()}")


def test_the_options_are_always_listed():
    with pytest.raises(BadProse, match="“variations” needs a line"):
        read(sample(variations="Nothing."))


def test_html_like_text_is_escaped():
    page = shown(turn="A <b>bold</b> <script>claim</script>.")
    assert page.sections[2].blocks[0].text == "A <b>bold</b> <script>claim</script>."
