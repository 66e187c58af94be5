"""English and Swedish: every word of the pages in both, and nothing lost on the way.

The texts that the variants bring along are not in the catalogue; tests/variants/ judges those.
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
    "Joker",
    "Form",
    "Offline",
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
    "%(problem)s",
    "%(round)s %(number)d",
    "%(round)s %(number)d: %(result)s",
}
NAMES_OF_OUR_OWN = {"English", "Svenska", "Turn Eight"}  # what may be said without gettext
FOR_MACHINES = {
    "Requests answered",
    "Sessions with a change in the last hour",
    "Jobs that wait for their turn",
    "Until the answer is begun",
    "no page of ours",
    "6 per minute",
    "20 per minute",
    "30 per minute",
    "20 per hour",
    "60 per hour",
    '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
    '<span class="card{}">{}{}</span>',
    '<span class="own-choice" role="img" aria-label="{}">{}</span>',
    '<span aria-hidden="true">{}</span><span class="unseen"> {}</span>',
}
TRANSLATED = ("_", "N_", "ngettext", "lazy_gettext", "Plural")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
SEVERAL_WORDS = re.compile("[A-Za-z]{2} [A-Za-z]{2}")
STRAIGHT_QUOTES = re.compile("[\"'´`]")
NOT_SAID = re.compile(r"\{#.*?#\}|\{% block body_class %\}.*?\{% endblock %\}|\{%.*?%\}|\{\{.*?\}\}", re.S)
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
def on_the_pages(tmp_path_factory):
    """What a fresh look at the pages finds: every English message."""
    found = tmp_path_factory.mktemp("messages") / "messages.pot"
    mapping = str(ROOT / "babel.cfg")
    ours = ["-k", "BadDocument:2", "-k", "lazy_gettext", "-k", "Plural:1,2"]
    command = ["pybabel", "-q", "extract", "-F", mapping, *ours, "-o", str(found), str(ROOT)]
    CommandLineInterface().run(command)
    messages = {message.id for message in catalogue(found) if message.id}
    assert len(messages) > 300
    return messages


def test_the_catalogue_has_the_words_of_the_pages_and_no_others(swedish, on_the_pages):
    in_catalogue = {message.id for message in swedish if message.id}
    assert on_the_pages - in_catalogue == set(), "make messages, then translate these"
    assert in_catalogue - on_the_pages == set(), "make messages takes these out"
    assert not swedish.obsolete


def test_every_message_is_translated(swedish):
    assert [english for english, text in pairs(swedish) if not text.strip()] == []
    assert [message.id for message in swedish if message.id and message.fuzzy] == []


def test_a_translation_keeps_the_placeholders_and_the_blanks_around_it(swedish):
    for english, text in pairs(swedish):
        assert sorted(set(PLACEHOLDER.findall(text))) == sorted(set(PLACEHOLDER.findall(english))), english
        assert PLACEHOLDER.sub("", text).count("%") == PLACEHOLDER.sub("", english).count("%"), english
        for around in (r"^\s*", r"\s*$"):
            assert re.findall(around, text)[0] == re.findall(around, english)[0], english


def test_questions_stay_questions(swedish):
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


def test_what_is_the_same_in_both_languages_is_meant_to_be(swedish):
    same = {english for english, text in pairs(swedish) if english == text}
    assert same == SAME_IN_BOTH


def test_the_compiled_catalogue_is_the_written_one(swedish):
    compiled = BytesIO()
    write_mo(compiled, swedish)
    assert CATALOGUE.with_suffix(".mo").read_bytes() == compiled.getvalue(), "make messages"


def test_a_template_says_nothing_that_cannot_be_translated(subtests):
    for template in sorted((ROOT / "templates").rglob("*.*")):
        with subtests.test(_path(template)):
            text = NOT_SAID.sub("", template.read_text(encoding="utf-8"))
            said = TEXT_ATTRIBUTE.findall(text) + re.sub(r"<[^>]*>", "\n", text).split("\n")
            words = {line.strip(" ·") for line in said if re.search(r"[^\W\d_]{2}", line)}
            assert words <= NAMES_OF_OUR_OWN


def test_a_view_says_nothing_that_cannot_be_translated(subtests):
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
            said = {
                text.value
                for text in ast.walk(tree)
                if isinstance(text, ast.Constant)
                and isinstance(text.value, str)
                and id(text) not in translated | comments
            }
            assert {text for text in said if SEVERAL_WORDS.search(text)} <= FOR_MACHINES | NAMES_OF_OUR_OWN


@pytest.mark.parametrize("folder", ["exchange/document", "exchange/importing", "exchange/formats"])
def test_why_a_document_is_refused_can_be_translated(folder):
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


def test_the_app_speaks_the_language_of_the_phone(tmp_path):
    app = create_app(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path}/t.sqlite3",
            "SECRET_KEY": "only for this test",
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
