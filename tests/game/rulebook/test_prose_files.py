"""The prose of the variants: complete in both languages, numbers from the data, each sentence cited."""

import re
import tomllib
from collections import Counter
from itertools import product

import pytest

from game.rulebook.notation import CARD, CITATION
from game.rulebook.pages import FOLDER, page, prose_of
from game.rulebook.prose import SECTIONS
from game.texts import LANGUAGES
from game.variants import KEYS, VARIANTS
from tests.game.rulebook.sample import named
from tests.game.variants.choices import every_choice
from tests.sampling import chance_for, full_only, one_of_each_kind

BRACES = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
NOTATION = re.compile(rf"^\d+\. |\[\[\w+\]\]|\[[A-Z]+\d+\]|\[#[a-z-]+\]|{BRACES.pattern}")
NUMBERS = {
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty",
    "sv": "två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton tjugo",
}
# “an eight”, “the three or ten”, “Någon åtta”: there the word is the name of a card …
BEFORE_A_CARD = {
    "en": "a an the another any no each other live further last or",
    "sv": "en ett någon ingen ny och eller",
}
# … unless something is counted: “an eight cards”.
COUNTED = {
    "en": "cards decks players rounds points games ranks suits jokers melds deals totals times",
    "sv": "kort kortlekar lekar spelare rundor poäng spel valörer färger jokrar utlägg givar totaler gånger",
}


def files():
    return [(key, language) for key in KEYS for language in LANGUAGES]


def lines(key, language):
    return (FOLDER / key / f"rules.{language}.md").read_text(encoding="utf-8").splitlines()


def typed_numbers(line, language):
    """Numbers in a line that are not placeholders."""
    words = re.findall(r"[^\W_]+|¤", NOTATION.sub(" ¤ ", line))
    around = zip(["", *words], words, [*words[1:], ""], strict=False)
    return [
        word
        for before, word, after in around
        if re.search(r"\d", word)
        or (
            word.lower() in NUMBERS[language].split()
            and (
                before.lower() not in BEFORE_A_CARD[language].split()
                or after.lower() in COUNTED[language].split()
            )
        )
    ]


@pytest.mark.parametrize(("key", "language"), files())
def test_no_number_is_typed(key, language):
    typed = {
        n: found for n, line in enumerate(lines(key, language), 1) if (found := typed_numbers(line, language))
    }
    assert typed == {}


def test_a_typed_number_is_distinguished_from_a_card():
    assert typed_numbers("Draw up to three cards, 2 or {{ draws }}. [V25]", "en") == ["three", "2"]
    assert typed_numbers("An eight on a three or ten, [[8]] too", "en") == []
    assert typed_numbers("On an eight eight cards, or ten cards", "en") == ["eight", "ten"]
    assert typed_numbers("Dra tre kort. En åtta, en trea eller tia.", "sv") == ["tre"]


@pytest.mark.parametrize(("key", "language"), files())
def test_all_sections_have_a_title_and_text(key, language):
    sections = prose_of(VARIANTS[key], language).sections
    assert [section.key for section in sections] == list(SECTIONS)
    assert all(section.title and section.passages for section in sections)


def structure(section):
    """The citations and conditions of a section, whatever its words."""
    braces = [BRACES.findall(passage.template.source) for passage in section.passages]
    return {
        "kinds": [passage.kind for passage in section.passages],
        "conditions": [[found for found in each if found.startswith("{%")] for each in braces],
        "values": Counter(re.split(r"[|}]", found)[0] for each in braces for found in each),
        "citations": Counter(named(CITATION, *section.passages)),
        "cards": Counter(named(CARD, *section.passages)),
    }


def test_both_languages_have_the_same_structure(subtests):
    for key, section in product(KEYS, SECTIONS):
        with subtests.test(f"{key} {section}"):
            english, swedish = (
                next(s for s in prose_of(VARIANTS[key], language).sections if s.key == section)
                for language in LANGUAGES
            )
            assert structure(swedish) == structure(english)
            ids = [[passage.id for passage in each.passages] for each in (english, swedish)]
            assert ids[0] == ids[1], "a link to a heading holds in both languages"


@pytest.mark.parametrize(("key", "language"), files())
def test_only_passages_of_the_summary_have_ids_of_the_summary(key, language):
    for section in prose_of(VARIANTS[key], language).sections:
        ids = {passage.id for passage in section.passages if passage.kind != "heading"}
        assert {i for i in ids if i.startswith("short-")} == (ids if section.key == "breath" else set())


@full_only
@pytest.mark.parametrize(("key", "language"), files())
def test_an_id_is_shown_once_under_every_choice(key, language):
    variant = VARIANTS[key]
    for options in every_choice(variant):
        page(variant, language, options)
        page(variant, language, options, variant.players[1])


def own_citations(key):
    """The prefixes of the facts and decisions that a variant's own data cites."""
    data = tomllib.loads((FOLDER / key / "variant.toml").read_text(encoding="utf-8"))
    blocks = [block for part in data.values() for block in (part if isinstance(part, list) else [part])]
    facts = [fact for block in blocks if isinstance(block, dict) for fact in block.get("facts", [])]
    return {fact.rstrip("0123456789") for fact in facts}


@pytest.mark.parametrize(("key", "language"), files())
def test_a_variant_cites_its_own_text_and_decisions(key, language):
    sections = prose_of(VARIANTS[key], language).sections
    cited = {citation for section in sections for citation in named(CITATION, *section.passages)}
    assert {citation.rstrip("0123456789") for citation in cited} <= own_citations(key)
    assert len(cited) > 20


@full_only
@pytest.mark.parametrize(("key", "language"), files())
def test_there_is_a_page_for_every_choice_of_a_table(key, language):
    variant = VARIANTS[key]
    players = (None, *range(variant.players[0], variant.players[1] + 1))
    tables = list(product(every_choice(variant), players))
    chance = chance_for(f"pages of {key} in {language}")
    for options, seated in one_of_each_kind(tables, lambda table: str(table[0]), chance):
        made = page(variant, language, options, seated)
        ids = [block.id for section in made.sections for block in section.blocks]
        assert len(set(ids)) == len(ids)
        assert not [s.key for s in made.sections if not s.blocks]
