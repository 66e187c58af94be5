"""The variant of a custom game."""

import pytest
from hypothesis import given, settings

from game.scoring.rules import BaseVariant, contradictions
from game.texts import LANGUAGES
from game.variants import VARIANTS
from game.variants.custom.building import variant_of
from game.variants.custom.definition import definition_of
from game.variants.custom.presets import like_variant, presets
from tests.game.scoring.builders import without_texts
from tests.game.variants.custom.definitions import definitions
from tests.sampling import examples

EIGHTS = presets()["crazy_eights"].definition("en")


def changed(game, **fields):
    return definition_of({**game.stored(), **fields})


def labels(variant):
    return {card_class.label["en"]: card_class.points for card_class in variant.classes}


@settings(max_examples=examples(120))
@given(definitions())
def test_the_rules_of_every_game_fit_together(game):
    for players in game.players:
        variant = variant_of("x", game)
        assert list(contradictions(variant.rules({}, players))) == []
        options = variant.rules({}, players).options
        assert variant.resolve(options, players) == options


@settings(max_examples=examples(120))
@given(definitions())
def test_every_rank_has_the_points_of_its_class(game):
    rules = variant_of("x", game).rules({}, game.players[0])
    of_rank = {rank: card_class.points for card_class in rules.classes for rank in card_class.ranks}
    assert of_rank == (game.values if game.counts_cards else {})
    if game.counts_cards:
        assert sum(map(rules.cards_in_pack, rules.classes)) == rules.pack_size


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_like_a_variant_has_the_same_rules(key):
    variant = VARIANTS[key]
    like = variant_of(key, like_variant(variant, "en"))
    for players in range(variant.players[0], variant.players[1] + 1):
        assert without_texts(like.rules({}, players)) == without_texts(variant.rules({}, players))
    assert [c.label for c in like.classes] == [c.label for c in variant.classes]
    assert {word: text for word, text in like.words.items() if word != "who_out"} == {
        word: text for word, text in variant.words.items() if word != "who_out"
    }


def test_cards_with_equal_points_share_a_key_of_the_pad_most_points_first():
    assert list(labels(variant_of("x", EIGHTS)).items())[:3] == [("8", 50), ("K·Q·J·10", 10), ("9", 9)]


def test_many_equal_cards_with_a_gap_are_named_by_their_sequences():
    flat = changed(EIGHTS, values={**dict.fromkeys(EIGHTS.values, 1), "8": 50, "5": 7})
    variant = variant_of("x", flat)
    assert list(labels(variant)) == ["8", "5", "A–9·7–6·4–2"]
    assert variant.classes[2].one["en"] == "a card (A–9·7–6·4–2)"


def test_only_the_cards_with_most_points_are_marked_as_costly():
    assert [c.label["en"] for c in variant_of("x", EIGHTS).classes if c.danger] == ["8"]
    flat = changed(EIGHTS, values=dict.fromkeys(EIGHTS.values, 1))
    assert not any(c.danger for c in variant_of("x", flat).classes)


def test_a_changed_value_leaves_the_other_keys_of_the_known_game():
    like = like_variant(VARIANTS["derange"], "en")
    before = labels(VARIANTS["derange"])
    after = labels(variant_of("x", changed(like, values={**like.values, "3": 40})))
    assert after == {**{key: before[key] for key in before if key != "3·10"}, "3": 40, "10": 30}


def test_the_chain_of_the_known_game_stays_while_its_cards_have_a_key_of_their_own():
    like = like_variant(VARIANTS["derange"], "en")
    assert variant_of("x", like).rules({}, 4).chain is not None
    no_twos = {rank: points for rank, points in like.values.items() if rank not in ("2", "3", "4", "5")}
    assert variant_of("x", changed(like, deck_size=36, values=no_twos)).rules({}, 4).chain is None


def test_the_cards_dealt_and_the_decks_depend_on_the_players():
    variant = variant_of("x", EIGHTS)
    assert [variant.rules({}, n).hand_sizes for n in (2, 3, 6)] == [(7,), (5,), (5,)]
    assert [variant.rules({}, n).decks for n in (2, 5, 6)] == [1, 1, 2]


def test_a_table_may_choose_another_target_number_of_cards_or_decks():
    rules = variant_of("x", EIGHTS).rules({"first_to": 200, "dealt": 6, "decks": 3}, 4)
    assert (rules.first_to, rules.hand_sizes, rules.decks) == (200, (6,), 3)


def test_one_round_each_grows_with_the_players():
    game = definition_of({"name": "Plump", "letters": "P", "rounds": "per_player"})
    assert [variant_of("x", game).rules({}, n).rounds for n in (2, 5)] == [2, 5]


def test_without_an_end_or_cards_dealt_there_is_nothing_to_choose():
    assert variant_of("x", presets()["points_only"].definition("en")).options == ()


def test_swedish_pursuit_keeps_its_cut_only_while_its_rounds_fill_blocks():
    like = like_variant(VARIANTS["swedish_pursuit"], "en")
    assert variant_of("x", changed(like, rounds=10)).rules({}, 4).block == 5
    odd = variant_of("x", changed(like, rounds=7))
    assert (odd.rules({}, 4).block, odd.words["block"]) == (None, None)


def test_reminders_of_the_known_game_come_before_the_table_s_own():
    like = like_variant(VARIANTS["derange"], "en")
    own = changed(like, reminders=[{"moment": "deal", "text": "100 % fun"}])
    prompts = variant_of("x", own).prompts
    assert len(prompts) == len(VARIANTS["derange"].prompts) + 1
    assert prompts[-1].prompt.text["en"] % {} == "100 % fun"


def test_a_session_knows_which_game_its_rules_are_like():
    like = changed(like_variant(VARIANTS["derange"], "en"), base_options={"mode": "short"})
    assert variant_of("x", like).rules({}, 4).base == BaseVariant("derange", {"mode": "short"})
    assert not variant_of("x", EIGHTS).rules({}, 4).base


@pytest.mark.parametrize("key", presets())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_can_be_played_and_says_where_its_values_come_from(key, language):
    preset = presets()[key]
    game = preset.definition(language)
    assert game.name == preset.name[language]
    assert game.source
    assert game.source == preset.source[language]
    variant = variant_of("x", game)
    for players in range(game.players[0], game.players[1] + 1):
        assert variant.can_be_dealt({}, players), players


def test_the_values_of_the_presets_are_those_of_their_sources():
    values = {key: preset.definition("en").values for key, preset in presets().items()}
    pips = {str(number): number for number in range(2, 10)}
    eights = {**pips, "8": 50, "A": 1, "10": 10, "J": 10, "Q": 10, "K": 10}
    assert values["crazy_eights"] == values["crazy_eights_low"] == values["last_one"] == eights
    assert values["switch"] == {**eights, "8": 8, "A": 50}
    assert values["mau_mau"] == {"7": 7, "8": 8, "9": 9, "10": 10, "J": 20, "Q": 10, "K": 10, "A": 10}
    assert values["vandatta_25"]["8"] == 25


class TestPlump:
    """sv.wikibooks.org/wiki/Plump: 2 to 5 players, ten cards to one and up again, a 1 before the tricks."""

    @pytest.mark.parametrize("language", ["en", "sv"])
    def test_it_agrees_with_its_source(self, language):
        game = presets()["plump"].definition(language)
        assert game.players == (2, 5)
        assert game.winner == "highest"
        assert game.hand_sizes == (*range(10, 0, -1), *range(2, 11))
        assert game.rounds == len(game.hand_sizes)
        assert game.decks == ((2, 1),)
        for points in ("13", "110", "5"):  # three tricks, ten, none
            assert points in game.notes
        differs = {"en": "here once: our choice", "sv": "här en gång: vårt val"}
        assert differs[language] in game.source
