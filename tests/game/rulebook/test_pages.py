"""Rendering of prose: values, passages with conditions, tables drawn from the data."""

import pytest

from game.rulebook.prose import BadProse
from game.variants import VARIANTS, IllegalOption
from tests.game.rulebook.sample import section, shown, texts


def test_a_value_is_filled_in_as_digits_or_as_a_word():
    page = shown(turn="Deal {{ cards }}, {{ cards|word }}. {{ cards|word|capitalize }} it is.")
    assert texts(page, "turn") == ["Deal 8, eight. Eight it is."]
    page = shown(language="sv", turn="Ge {{ cards|word }} kort. {{ cards|word|capitalize }}.")
    assert texts(page, "turn") == ["Ge åtta kort. Åtta."]


def test_swedish_counts_decks_and_cards_with_different_words():
    turn = '{{ decks|word }} kort, {{ decks|word("en") }} lek'
    page = shown(language="sv", options={"decks": 1}, turn=turn)
    assert texts(page, "turn") == ["ett kort, en lek"]


def test_a_passage_is_shown_only_under_its_option():
    turn = """
{% if options.eight_follows %}It may.{% endif %}

{% if not options.eight_follows %}It may not.{% endif %}

- {% if options.mode == "short" %}Short.{% endif %}
- Always."""
    assert texts(shown(turn=turn), "turn") == ["It may.", "Always."]
    page = shown(turn=turn, options={"eight_follows": False, "mode": "short"})
    assert texts(page, "turn") == ["It may not.", "Short.", "Always."]


def test_a_condition_may_name_several_values_and_computed_ones():
    turn = "{% if options.decks not in (1, 2) %}Many.{% else %}Few.{% endif %}"
    pages = [shown(turn=turn, options={"decks": n}) for n in (1, 2, 3)]
    assert [texts(page, "turn") for page in pages] == [["Few."], ["Few."], ["Many."]]


def test_a_condition_may_begin_within_a_sentence():
    turn = '- Deal {{ cards }} cards{% if options.mode == "short" %}, for it is short{% endif %}.'
    assert texts(shown(turn=turn), "turn") == ["Deal 8 cards."]
    assert texts(shown(turn=turn, options={"mode": "short"}), "turn") == ["Deal 4 cards, for it is short."]


def test_values_that_depend_on_the_number_of_players_are_unknown_before_they_sit_down():
    rounds = "{% if options.rounds %}{{ rounds }} rounds.{% endif %}"
    assert texts(shown("vandatta_pagat", rounds=rounds), "rounds") == []
    assert texts(shown("vandatta_pagat", players=4, rounds=rounds), "rounds") == ["4 rounds."]
    assert texts(shown("vandatta_pagat", options={"rounds": 6}, rounds=rounds), "rounds") == ["6 rounds."]
    with pytest.raises(BadProse, match="'rounds' is undefined"):
        shown("vandatta", rounds="{{ rounds }} rounds.")
    assert texts(shown("vandatta", players=5, rounds="{{ rounds }} rounds."), "rounds") == ["5 rounds."]


def test_a_passage_is_addressed_by_its_id():
    short = '{% if options.mode == "short" %}'
    items = f"- {short}Two.{{% endif %}} [#two]\n- Three. [#three]"
    turn = f"{short}One.{{% endif %}} [#one]\n\n{items}\n\nFour. [#four]"
    usual, short = (section(shown(turn=turn, options=o), "turn") for o in ({}, {"mode": "short"}))
    assert [block.id for block in usual.blocks] == ["three", "four"]
    assert [block.id for block in short.blocks] == ["one", "two", "three", "four"]
    assert texts(shown(turn=turn), "turn") == ["Three.", "Four."]


def test_what_is_drawn_is_addressed_by_its_id():
    page = shown(breath="{{ point_table() }} [#prices]", deal='{{ layout("9D") }} [#picture]')
    assert [section(page, key).blocks[0].id for key in ("breath", "deal")] == ["prices", "picture"]


def test_alternatives_share_an_id():
    turn = """
{% if options.mode == "short" %}Short.{% endif %} [#length]

{% if options.mode == "full" %}Full.{% endif %} [#length]"""
    for mode, text in (("short", "Short."), ("full", "Full.")):
        page = shown(turn=turn, options={"mode": mode})
        assert [(block.id, block.text) for block in section(page, "turn").blocks] == [("length", text)]


def test_two_passages_that_are_shown_together_share_no_id():
    turn = """
{% if options.mode == "full" %}Full.{% endif %} [#length]

{% if options.decks == 2 %}Two.{% endif %} [#length]"""
    assert texts(shown(turn=turn, options={"decks": 1}), "turn") == ["Full."]
    with pytest.raises(BadProse, match=r"^rules\.en\.md:\d+: two passages “length” are shown"):
        shown(turn=turn)


def test_the_point_table_has_every_rank_with_its_points():
    table = section(shown(breath="{{ point_table() }}"), "breath").blocks[0]
    priced = {card.rank: card.points for cards in table.rows for card in cards}
    assert priced == {
        "8": 50, "2": 30, "3": 30, "10": 30, "K": 20, "A": 15, "Q": 10, "J": 10,
        "9": 9, "7": 7, "6": 6, "5": 5, "4": 4,
    }  # fmt: skip
    assert "eights (8): 50" in table.text


def test_a_worked_hand_is_computed_from_the_data():
    # 8 = 50, K = 20, 5 = 5, 5 = 5
    hand = section(shown(scoring='{{ hand("8 K 5 5H") }}'), "scoring").blocks[0]
    assert [card.points for card in hand.cards] == [50, 20, 5, 5]
    assert hand.total == 80
    assert hand.text == "8 50 + K 20 + 5 5 + 5♥ 5 = 80 points"


def test_where_wins_are_counted_no_points_are_shown():
    prose = {"breath": "{{ point_table() }}", "scoring": '{{ hand("JK K") }}'}
    usual = shown("vatikan", **prose)
    assert texts(usual, "breath") == texts(usual, "scoring") == []
    house = shown("vatikan", options={"tally": "house_points", "points": {"K": 40}}, **prose)
    assert section(house, "scoring").blocks[0].total == 65


def test_a_section_lists_its_citations_once_in_order():
    page = shown(breath="Out! [DO38][DO1] Out. [DO38]", turn="Match. [DO17] Or be out. [DO1]")
    assert [fact.id for fact in section(page, "breath").sources] == ["DO38", "DO1"]
    assert [fact.id for fact in section(page, "turn").sources] == ["DO17", "DO1"]
    assert section(page, "special").sources == ()


def test_a_citation_links_to_the_detailed_passage_and_not_to_a_summary():
    page = shown(breath="Out! [DO38][DO1]", turn="Match. [DO1]", out="Out. [DO1]")
    homes = {(s.key, f.id) for s in page.sections for f in s.sources if f.at_home and s.key != "variations"}
    assert homes == {("breath", "DO38"), ("turn", "DO1")}


def test_the_options_cite_facts_too():
    assert "GD3" in [fact.id for fact in section(shown(), "variations").sources]


def test_a_passage_left_out_cites_nothing():
    prose = {"turn": '{% if options.mode == "short" %}Short. [DO21]{% endif %}'}
    assert section(shown(**prose), "turn").sources == ()
    (short,) = section(shown(options={"mode": "short"}, **prose), "turn").sources
    assert (short.id, short.source) == ("DO21", "derangeorderofeight.com")


def test_the_discard_pile_is_mentioned_beside_the_stock_where_there_is_one():
    pile = section(shown(deal='{{ layout("9H") }}'), "deal").blocks[0]
    assert (pile.cards, pile.has_pile, pile.text) == ((("9", "H"),), True, "9♥")
    melds = section(shown("vatikan", deal='{{ layout("9S 9H 9D") }}'), "deal").blocks[0]
    assert (len(melds.cards), melds.has_pile) == (3, False)


def test_defaults_that_are_decisions_are_marked():
    entries = {entry.option.key: entry for entry in section(shown(), "variations").blocks}
    assert list(entries) == [option.key for option in VARIANTS["derange"].options]
    assert entries["flipped_two"].option.default_by == "GD3"
    assert entries["mode"].option.default_by is None
    assert entries["decks"].cited == ("DO3", "DO4", "DO31", "GD1")


def test_deviations_from_the_usual_rules_are_listed():
    assert shown().differing == ()
    page = shown(options={"mode": "short", "decks": 2, "flipped_two": False})
    assert [option.key for option in page.differing] == ["mode", "flipped_two"]
    of_six = shown("vandatta", options={"decks": 2}, players=6)
    assert of_six.differing == ()  # GV4: two decks are usual with six players


def test_an_impossible_option_is_refused():
    with pytest.raises(IllegalOption):
        shown(options={"decks": 9})


def test_a_list_is_rendered_as_one():
    groups = section(shown(turn="Say.\n\n- One.\n- Two.\n\nMore.\n\n1. First.\n2. Second."), "turn")
    assert [len(group) for group in groups.lists_and_others()] == [1, 2, 1, 2]
