"""An option changes what single cards cost: pure data, as in `sets = { card_points = { J = 3 } }`."""

import shutil
from pathlib import Path

import pytest

from game import variants
from game.variants import BadVariant, load
from game.variants.cards import points_by_rank

FOLDER = Path(variants.__file__).parent
JACKS = """
[[options]]
key = "jacks"
kind = "yes_no"
default = false
name = { en = "Dear jacks", sv = "Dyra knektar" }
help = { en = "Jacks cost 3.", sv = "Knektar kostar 3." }
sets = { card_points = { POINTS } }
facts = ["FACT"]

[[options]]"""


@pytest.fixture
def with_option(tmp_path):
    """A variant whose option “jacks” sets these points."""

    def load_with(key, points):
        folder = tmp_path / "variants" / key
        shutil.copytree(FOLDER / key, folder, dirs_exist_ok=True)
        option = JACKS.replace("POINTS", points).replace("FACT", {"derange": "DO44"}.get(key, "V37"))
        text = (FOLDER / key / "variant.toml").read_text(encoding="utf-8")
        (folder / "variant.toml").write_text(text.replace("\n[[options]]", option, 1), encoding="utf-8")
        return load(folder)

    return load_with


def classes(rules):
    return [(each.key, " ".join(each.ranks), each.points, each.per_deck) for each in rules.classes]


def test_a_card_leaves_its_class_and_the_others_stay(with_option):
    variant = with_option("vandatta", "J = 3")
    usual, dear = (variant.rules({"jacks": chosen}, 4) for chosen in (False, True))
    assert classes(usual)[-1] == ("other", "2 3 4 5 6 7 9 10 J Q K", 1, 44)
    assert classes(dear)[-2:] == [("other", "2 3 4 5 6 7 9 10 Q K", 1, 40), ("J", "J", 3, 4)]
    assert points_by_rank(dear) == {**points_by_rank(usual), "J": 3}
    assert dear.by_key["J"].many["en"] == "jacks"


def test_a_class_of_which_all_cards_change_keeps_its_names(with_option):
    variant = with_option("derange", "3 = 25, 10 = 25")
    before, after = (variant.rules({"jacks": chosen}, 4) for chosen in (False, True))
    assert [each.key for each in before.classes] == [each.key for each in after.classes]
    assert (after.by_key["3-10"].points, after.by_key["3-10"].one["en"]) == (25, "a three or ten")


def test_cards_with_the_same_points_form_one_class(with_option):
    rules = with_option("vandatta", "J = 3, Q = 3, 2 = 20").rules({"jacks": True}, 4)
    assert classes(rules)[-3:] == [
        ("other", "3 4 5 6 7 9 10 K", 1, 32),
        ("2", "2", 20, 4),
        ("Q-J", "Q J", 3, 8),
    ]
    assert [each.key for each in rules.classes if each.danger] == ["8", "A", "2"]


@pytest.mark.parametrize("points", ["X = 3", "J = -1", 'J = "3"'])
def test_other_points_are_refused(with_option, points):
    with pytest.raises(BadVariant, match="card_points"):
        with_option("vandatta", points)
