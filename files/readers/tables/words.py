"""Words above columns and before rows: in English, Swedish, and the languages of tables seen so far.

They only preselect: whoever imports a table sees what each column is, and can decide otherwise.
"""

from __future__ import annotations

import re

from models.names import folded


def _words(text: str) -> frozenset[str]:
    """The words of a text with commas between them."""
    return frozenset(text.split(", "))


# What a column is, by the words above it.
HEADS = {
    "date": _words(
        "date, day, datum, dag, when, när, zeitpunkt, tag, dato, timestamp, tidsstämpel, played on, "
        "play date, game date"
    ),
    "game": _words("game, variant, game_id, spel, spiel, spil, jeu"),
    "name": _words(
        "player, name, player name, players, who, person, participant, spelare, namn, vem, deltagare, "
        "spieler, spielername, wer, spiller, navn, joueur, nom"
    ),
    "points": _words(
        "points, score, total, pts, total score, final score, result, sum, stack, poäng, summa, resultat, "
        "slutpoäng, totalt, punkte, punktzahl, ergebnis, point"
    ),
    "session": _words(
        "session, play, no, number, match, game no, game id, gameid, session id, session_id, match id, "
        "play id, game #, game number, parti, omgång, nr, nummer, partie"
    ),
    "place": _words("place, location, where, venue, plats, ställe, var, ort, sted, lieu"),
    "note": _words(
        "note, notes, comment, comments, remark, anteckning, kommentar, anmärkning, bemerkung, notiz, "
        "remarque"
    ),
    "won": _words("won, win, winner, winners, vann, vinnare, gewonnen, sieger, gewinner, vinder"),
    "reached": _words(
        "rank, ranking, placering, plac, rang, position, pos, platz, platzierung, placement, finish"
    ),
    "starts": _words("starts, dealer, start player, började, giv, givare, geber"),
}
# Heads of the tables of totals that the first versions read; their games have ids of another kind.
FIRST_HEADS = (
    _words("date, day, datum, dag"),
    _words("variant, game, spel, game_id"),
    _words("player, name, spelare, namn"),
    _words("points, score, total, poäng, summa, resultat"),
)
ROUNDS = _words(
    "round, rounds, deal, deals, hand, hands, rd, runda, rundor, rond, omgång, giv, runde, spielrunde, "
    "ronde, donne"
)
GAMES = _words("game no, game number, match, parti, parti nr, session, play, game, spel, spiel, spil")
NUMBERS = _words("no, nr, #, number, nummer, num, lfd nr, id, index")
PERIODS = _words(
    "year, år, jahr, month, månad, monat, week, vecka, woche, kw, quarter, kvartal, season, säsong"
)
# Of a row or column of sums.
TOTAL = re.compile(
    r"(?:(?:grand|final|slut|running|delsumma|sub|over|overall|all)[\s-]?)?"
    r"(?:total|totals|totalt|total score|sum|sums|summa|summe|sa|s:a|σ|∑|gesamt|gesamtpunkte|insgesamt"
    r"|endstand|zwischenstand|stand|ställning|resultat|ergebnis|i alt|somme|poäng totalt|poäng|points|score"
    r"|punkte|slutresultat|slutsumma|totalsumma|gesamtsumme|tot)"
    r"(?:\s(?:points|score|poäng|punkte|totalt|total))?"
)
# Of a row or column that says something about a game beside its points.
BESIDE = re.compile(
    r"winners?|vinnare|vann|won|wins|sieger|gewinner|vinder|losers?|förlorare|verlierer"
    r"|dealers?|givare|geber|average|avg|mean|snitt|medel|medelvärde|durchschnitt|schnitt"
    r"|rank|ranking|rang|placering|place|plats|platz|platzierung|position|pos|starts|började"
    r"|max|min|best|bäst|sämst|worst|diff|difference|skillnad|differenz|ø|mittelwert|median|gns|high|low|bester"
    r"|range|margin|säsong|season|ziel|target|kontrolle?|check|prüfsumme|summe oben|summe unten"
)
# Parts of words above what is counted or measured, but are no points of a player.
MEASURES = re.compile(
    r"minut|durat|dauer$|^tid\b|tid$|zeit$|\btimes?\b|\bsecs?\b|seconds?\b|sekund|timmar|stunden|\bhours?\b"
    r"|\blength\b|längd|\bmins?\b|\bcards?\b|\bkort\b|karten|\bantal\b|anzahl|\bcount\b|\bnum\b"
    r"|\bnumber\b|nummer|\bno\b|\bnr\b|#|\bid\b|punkt|points?\b|poäng|\bscores?\b"
    r"|\bstacks?\b|\bbuy.?ins?\b|\bpots?\b|einsatz|\binsats\b|\bbets?\b|\bchips\b|\bmarker\b|\bcredits?\b"
    r"|\bpengar\b|\bmoney\b|\beuros?\b|\bkronor\b|\bkr\b|[€$%]|\brating\b|\belo\b|\bweeks?\b|\bvecka\b|\bwoche\b"
    r"|\byears?\b|\bår\b|\bjahr\b|\bmonths?\b|\bmånad\b|\blevel\b|\bnivå\b|players$|spelare$|spieler$"
    r"|\bdeltagare\b|\bpeople\b|\brounds?\b|\brundor\b|\brunden\b|\bomgångar\b|\bspiele\b|\bpott\b|\bkasse\b|\bpacks?\b|\bdecks?\b|\blekar\b"
)
NAMES_TOO = _words(
    "max, min, won, sa, no, april, june, may, stand, rang, pos, best, dag, day, tag, antal, hand, var, chips"
)
# In a column that says who won.
YES = _words(
    "x, yes, y, true, ja, j, sant, sann, wahr, vrai, oui, ✓, ✔, ✅, ☑, 🏆, 🥇, ★, *, +, won, win, wins, "
    "winner, w, vann, vunnit, vinst, vinnare, gewonnen, sieg, sieger"
)
NO = _words(
    "no, n, false, nej, falskt, falsk, falsch, nein, faux, non, -, –, —, ., ☐, lost, loss, lose, loser, l, "
    "förlorade, förlorat, förlust, förlorare, verloren"
)


def is_total(text: str) -> bool:
    """Whether a text says that sums stand beside or below it."""
    return bool(TOTAL.fullmatch(_bare(text)))


def is_beside(text: str) -> bool:
    """Whether a text says that something other than points stands beside or below it."""
    return bool(BESIDE.fullmatch(_bare(text)))


def is_measure(text: str) -> bool:
    """Whether a head looks like something that is counted or measured."""
    return bool(MEASURES.search(_bare(text)))


def is_a_name_too(text: str) -> bool:
    """Whether one of these words is also what somebody is called."""
    return _bare(text) in NAMES_TOO


def role_of(head: str) -> str:
    """What a column with this head is, a key of HEADS; "" for another head."""
    word = _bare(head)
    return next((role for role, words in HEADS.items() if word in words), "")


def is_round(head: str) -> bool:
    return _bare(head) in ROUNDS


def is_number(head: str) -> bool:
    return _bare(head) in NUMBERS or folded(head).strip() == "#"


def is_period(head: str) -> bool:
    """Whether a row may have the sums of a year, a month or a week."""
    return _bare(head) in PERIODS


def is_game_number(head: str) -> bool:
    """Whether the numbers below count games."""
    return _bare(head) in GAMES


def _bare(text: str) -> str:
    """Folded, without punctuation at its ends."""
    return folded(text).strip().strip(".:!?=*").strip()
