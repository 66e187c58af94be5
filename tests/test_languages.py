"""English and Swedish: every text is translated, with the same placeholders and punctuation.

The texts of variants are not in the catalogue; tests/game/variants/ checks them.
"""

import ast
import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask_babel import gettext, ngettext

from app import create_app

ROOT = Path(__file__).parent.parent
CATALOGUE = ROOT / "translations/sv/LC_MESSAGES/messages.po"

SAME_IN_BOTH = {
    "Bonus",
    "minus",
    "Joker",
    "Form",
    "Offline",
    "Hand",
    "hand",
    "Start",
    "%(num)d %(round)s",
    "%(num)d %(rounds)s",
    "%(num)d %(word)s",
    "%(num)d %(words)s",
    "%(num)d joker",
    "joker",
    "%(came)s.",
    "± %(reach)s",
    "%(num)d person",
    "%(minutes)d min",
    "%(game)s: %(counted)s",
    "BG Stats",
    "BoardGameGeek",
    "Turn Eight, version %(version)s",
    "%(problem)s",
    "%(round)s %(number)d",
    "%(round)s %(number)d: %(result)s",
}
PROPER_NAMES = {"English", "Svenska", "Turn Eight"}  # allowed without gettext
FOR_MACHINES = {
    "Requests answered",
    "Sessions with a change in the last hour",
    "Jobs that wait for their turn",
    "Until the answer is begun",
    "By which the clock was set since the start",
    "Changes of games of the last day with a time before the previous one",
    "no page of ours",
    "6 per minute",
    "20 per minute",
    "30 per minute",
    "120 per minute",
    "20 per hour",
    "60 per hour",
    '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
    '<span class="card{}">{}{}</span>',
    '<span class="own-choice" role="img" aria-label="{}">{}</span>',
    '<span aria-hidden="true">{}</span><span class="unseen"> {}</span>',
}
TRANSLATED = ("_", "N_", "ngettext", "pgettext", "lazy_gettext", "Plural")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
SEVERAL_WORDS = re.compile("[A-Za-z]{2} [A-Za-z]{2}")
STRAIGHT_QUOTES = re.compile("[\"'´`]")
NOT_TEXT = re.compile(r"\{#.*?#\}|\{% block body_class %\}.*?\{% endblock %\}|\{%.*?%\}|\{\{.*?\}\}", re.S)
TEXT_ATTRIBUTE = re.compile(r'(?:aria-label|alt|placeholder|title)="([^"]*)"')


def catalogue(file):
    with file.open("rb") as opened:
        return read_po(opened, locale="sv", abort_invalid=True)


def forms(text):
    return text if isinstance(text, tuple | list) else (text,)


def _path(file):
    return str(file.relative_to(ROOT))


def pairs(messages):
    """Each English text with its Swedish one, each plural with its plural."""
    return [pair for m in messages if m.id for pair in zip(forms(m.id), forms(m.string), strict=True)]


@pytest.fixture(scope="module")
def swedish():
    return catalogue(CATALOGUE)


@pytest.fixture(scope="module")
def messages_in_code(tmp_path_factory):
    """All English messages in the code, freshly extracted."""
    found = tmp_path_factory.mktemp("messages") / "messages.pot"
    mapping = str(ROOT / "babel.cfg")
    ours = ["-k", "BadDocument:2", "-k", "lazy_gettext", "-k", "Plural:1,2"]
    command = ["pybabel", "-q", "extract", "-F", mapping, *ours, "-o", str(found), str(ROOT)]
    CommandLineInterface().run(command)
    messages = {message.id for message in catalogue(found) if message.id}
    assert len(messages) > 300
    return messages


def test_the_catalogue_contains_exactly_the_messages_of_the_code(swedish, messages_in_code):
    in_catalogue = {message.id for message in swedish if message.id}
    assert messages_in_code - in_catalogue == set(), "make messages, then translate these"
    assert in_catalogue - messages_in_code == set(), "make messages takes these out"
    assert not swedish.obsolete


def test_every_message_is_translated(swedish):
    assert [english for english, text in pairs(swedish) if not text.strip()] == []
    assert [message.id for message in swedish if message.id and message.fuzzy] == []


def test_a_translation_keeps_placeholders_and_surrounding_blanks(swedish):
    for english, text in pairs(swedish):
        assert sorted(set(PLACEHOLDER.findall(text))) == sorted(set(PLACEHOLDER.findall(english))), english
        assert PLACEHOLDER.sub("", text).count("%") == PLACEHOLDER.sub("", english).count("%"), english
        for around in (r"^\s*", r"\s*$"):
            assert re.findall(around, text)[0] == re.findall(around, english)[0], english


def test_a_translation_keeps_the_final_punctuation(swedish):
    different = [(english, text) for english, text in pairs(swedish) if _ending(english) != _ending(text)]
    assert different == []


def _ending(text):
    return text[-1] if text[-1] in ".:?!" else ""


def test_quotes_are_those_of_the_language(swedish):
    for english, text in pairs(swedish):
        assert not STRAIGHT_QUOTES.search(english), english
        assert not STRAIGHT_QUOTES.search(text), text
        assert "“" not in text, text
        assert text.count("”") == english.count("“") * 2, text
        assert english.count("“") == english.count("”"), english
        assert "..." not in english + text


def test_identical_translations_are_listed(swedish):
    same = {english for english, text in pairs(swedish) if english == text}
    assert same == SAME_IN_BOTH


def test_the_compiled_catalogue_is_up_to_date(swedish):
    compiled = BytesIO()
    write_mo(compiled, swedish)
    assert CATALOGUE.with_suffix(".mo").read_bytes() == compiled.getvalue(), "make install"


def test_templates_contain_no_untranslatable_text(subtests):
    for template in sorted((ROOT / "templates").rglob("*.*")):
        with subtests.test(_path(template)):
            text = NOT_TEXT.sub("", template.read_text(encoding="utf-8"))
            texts = TEXT_ATTRIBUTE.findall(text) + re.sub(r"<[^>]*>", "\n", text).split("\n")
            words = {line.strip(" ·") for line in texts if re.search(r"[^\W\d_]{2}", line)}
            assert words <= PROPER_NAMES


def test_views_contain_no_untranslatable_text(subtests):
    for module in sorted([*(ROOT / "views").rglob("*.py"), *(ROOT / "forms").rglob("*.py")]):
        with subtests.test(_path(module)):
            tree = ast.parse(module.read_text(encoding="utf-8"))
            translated = {
                id(argument)
                for call in ast.walk(tree)
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in TRANSLATED
                for argument in call.args
            }
            comments = {id(line.value) for line in ast.walk(tree) if isinstance(line, ast.Expr)}
            strings = {
                text.value
                for text in ast.walk(tree)
                if isinstance(text, ast.Constant)
                and isinstance(text.value, str)
                and id(text) not in translated | comments
            }
            assert {text for text in strings if SEVERAL_WORDS.search(text)} <= FOR_MACHINES | PROPER_NAMES


@pytest.mark.parametrize("folder", ["files/document", "files/importing", "files/readers"])
def test_messages_of_refused_documents_can_be_translated(folder):
    refusals = [
        (_path(module), call)
        for module in sorted((ROOT / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if getattr(getattr(call, "func", None), "id", "") == "BadDocument"
    ]
    assert refusals
    untranslated = [
        (path, call.lineno) for path, call in refusals if not isinstance(call.args[1], ast.Constant)
    ]
    assert untranslated == []


def test_texts_are_in_the_language_of_the_phone(tmp_path):
    app = create_app(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path}/t.sqlite3",
            "SECRET_KEY": "only for this test, and long enough",
            "UPGRADE_ON_START": False,
        }
    )
    for accepted, take_back, nights in (
        ("sv-SE,sv;q=0.9,en;q=0.8", "Ta tillbaka", "2 kvällar"),
        ("en-GB,en;q=0.9", "Take back", "2 nights"),
        ("fi", "Take back", "2 nights"),
    ):
        with app.test_request_context(headers={"Accept-Language": accepted}):
            assert gettext("Take back") == take_back
            assert ngettext("%(num)d night", "%(num)d nights", 2) == nights
