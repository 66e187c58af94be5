"""A small prose file with all sections: sample(turn="You draw {{ draws }}.") fills one of them."""

import re

from game.rulebook.notation import parse_line
from game.rulebook.pages import page
from game.rulebook.prose import SECTIONS, read_prose
from game.variants import VARIANTS

USUAL = {"variations": "{{ option_list() }}"}


HAS_ID = re.compile(r".*\[#[a-z0-9-]+\]")
SAYS_SOMETHING = re.compile(r"[^#].*\w.*")


def with_ids(key, body):
    """The body, with an id at the end of every line of a passage that has none."""
    lines = enumerate(body.split("\n"), 1)
    return "\n".join(
        f"{line} [#{key}-{n}]" if SAYS_SOMETHING.fullmatch(line) and not HAS_ID.fullmatch(line) else line
        for n, line in lines
    )


def sample(**sections):
    bodies = {key: sections.get(key, USUAL.get(key, "")) for key in SECTIONS}
    return (
        "\n\n".join(f"## Of {key} [#{key}]\n\n{with_ids(key, body)}" for key, body in bodies.items()) + "\n"
    )


def read(text, variant="derange", language="en"):
    return read_prose(text, f"rules.{language}.md", language, VARIANTS[variant].options)


def shown(variant="derange", language="en", options=None, players=None, **sections):
    """The page of a variant whose prose is this sample."""
    prose = read(sample(**sections), variant, language)
    return page(VARIANTS[variant], language, options or {}, players, prose)


def section(shown_page, key):
    return next(section for section in shown_page.sections if section.key == key)


def texts(shown_page, key):
    return [block.text for block in section(shown_page, key).blocks]


def named(kind, *passages):
    """The cards or citations of passages of a file, under any option."""
    typed = [text for passage in passages for _line, text in passage.template.constant_texts]
    return [token.content.strip("[]") for text in typed for token in parse_line(text) if token.type == kind]
