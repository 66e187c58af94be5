"""How templates write words, numbers and days: one filter each."""

from __future__ import annotations

from flask import Flask

from models.names import initials, isolated, two_letters
from views.words.cards import card_name, lettered
from views.words.custom_games import (
    deal_in_words,
    ends_in_words,
    game_sentence,
    own_game_args,
    own_game_note,
    packs_in_words,
    rank_label,
    rules_since,
)
from views.words.deals import stage_in_words
from views.words.figures import (
    day,
    decimal,
    file_size,
    moment,
    month,
    number,
    percent,
    rating_points,
    short_day,
    signed,
    with_minus,
)
from views.words.hands import cards_in_words, classes_in_words, names_of
from views.words.nights import ending, who_played
from views.words.phrases import listed, number_word, opening, variant_name, words
from views.words.results import score

FILTERS = (
    card_name,
    cards_in_words,
    classes_in_words,
    day,
    deal_in_words,
    decimal,
    ends_in_words,
    ending,
    file_size,
    game_sentence,
    initials,
    isolated,
    lettered,
    listed,
    moment,
    month,
    names_of,
    number,
    number_word,
    opening,
    packs_in_words,
    percent,
    rank_label,
    rating_points,
    rules_since,
    score,
    short_day,
    signed,
    stage_in_words,
    two_letters,
    variant_name,
    who_played,
    with_minus,
    words,
)


def register(app: Flask) -> None:
    for each in FILTERS:
        app.add_template_filter(each)
    app.jinja_env.globals.update(own_game_note=own_game_note, own_game_args=own_game_args)
