"""Words above columns and before rows of tables, in several languages, by what they say of the cells.

They only preselect: whoever imports a table sees each column with numbers, and can decide otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from files.readers.totals_table import NAMES
from models.names import folded

# Words of fields beside those of the table of totals.
MORE: Mapping[str, tuple[str, ...]] = {
    "date": (
        *("when", "när", "zeitpunkt", "tag", "dato", "pvm", "päivä", "fecha", "giorno", "data"),
        *("timestamp", "played on", "play date", "game date", "tidsstämpel", "zeitstempel"),
    ),
    "game": ("spiel", "peli", "spil", "spill", "jeu", "juego", "gioco"),
    "player": (
        *("player name", "spieler", "spielername", "spiller", "navn", "pelaaja", "nimi", "joueur", "nom"),
        *("jugador", "nombre", "giocatore", "speler", "naam", "who", "wer", "vem", "person", "participant"),
        *("players", "deltagare"),
    ),
    "points": (
        *(
            "punkte",
            "point",
            "pisteet",
            "pts",
            "total score",
            "totalt",
            "result",
            "ergebnis",
            "tulos",
            "puntos",
        ),
        *("punti", "punten", "sum", "final score", "slutpoäng", "stack", "punktzahl"),
    ),
    "session": (
        *("match", "game no", "game id", "gameid", "session id", "match id", "play id", "partie", "game #"),
        *("game number", "session_id"),
    ),
    "place": ("where", "var", "ort", "sted", "paikka", "lieu", "lugar", "luogo", "plaats", "venue"),
    "note": ("notes", "remark", "bemerkung", "notiz", "huomautus", "remarque", "comentario", "anmärkning"),
    "won": ("win", "gewonnen", "sieger", "gewinner", "vinder", "voitti"),
    "starts": ("geber", "start player"),
}
COLUMNS = {name: (*words, *MORE[name]) for name, words in NAMES.items()}
ROUNDS = (
    *("round", "rounds", "deal", "hand", "runda", "rundor", "rond", "omgång", "giv", "runde", "spielrunde"),
    *("kierros", "jako", "manche", "ronda", "ronde", "mano", "donne", "hands", "deals", "rd"),
)
GAMES = (
    *("game no", "game number", "match", "parti", "parti nr", "session", "play", "game", "spel", "partie"),
    *("spiel", "peli", "spil"),
)
NUMBERS = ("no", "nr", "#", "number", "nummer", "num", "nro", "lfd nr", "id", "index")
# Of a row or column of sums.
TOTAL = re.compile(
    r"(?:(?:grand|final|slut|running|delsumma|sub|over|overall|all)[\s-]?)?"
    r"(?:total|totals|totalt|totale|total score|sum|sums|summa|summe|summen|sa|s:a|σ|∑|gesamt|gesamtpunkte"
    r"|insgesamt|endstand|zwischenstand|stand|ställning|resultat|ergebnis|i alt|ialt|yhteensä|samtals|somme"
    r"|totaal|suma|somma|celkem|razem|poäng totalt|poäng|points|score|punkte|slutresultat|slutsumma|itogo)"
    r"(?:\s(?:points|score|poäng|punkte|totalt|total))?"
)
# Of a row or column that says something about a game beside its points.
BESIDE = re.compile(
    r"winners?|vinnare|vann|won|wins|sieger|gewinner|vinder|vinner|voittaja|gagnant|vainqueur|ganador"
    r"|losers?|förlorare|verlierer"
    r"|dealers?|givare|geber|jakaja|donneur|average|avg|mean|snitt|medel|medelvärde|durchschnitt"
    r"|schnitt|keskiarvo|gennemsnitt|gjennomsnitt|moyenne|media|gemiddelde|rank|ranking|rang|placering|place"
    r"|plats|platz|platzierung|position|pos|plassering|sija|sijoitus|puesto|starts|började|max|min|best|bäst"
    r"|sämst|worst|diff|difference|skillnad|differenz"
)
# Parts of words above what is counted or measured, but are no points of a player.
MEASURES = re.compile(
    r"minut|durat|dauer$|^tid\b|tid$|zeit$|\btimes?\b|\bsecs?\b|seconds?\b|sekund|timmar|stunden|\bhours?\b"
    r"|\blength\b|längd|varighed|varighet|\bkesto\b|durée|duración|\bmins?\b"
    r"|\bcards?\b|\bkort\b|karten|\bkortit\b|\bcartes\b|\bcartas\b|\bantal\b|anzahl|\bcount\b|\bnum\b"
    r"|\bnumber\b|nummer|\bno\b|\bnr\b|#|\bid\b|punkt|points?\b|poäng|\bscores?\b|pisteet|\bpuntos\b"
    r"|\bstacks?\b|\bbuy.?ins?\b|\bpots?\b|einsatz|\binsats\b|\bbets?\b|\bchips\b|\bmarker\b|\bcredits?\b"
    r"|\bpengar\b|\bmoney\b|\beuros?\b|\bkronor\b|\bkr\b|[€$%]|\brating\b|\belo\b|temperatur|\bweeks?\b"
    r"|\bvecka\b|\bwoche\b|\byears?\b|\bår\b|\bjahr\b|\bmonths?\b|\bmånad\b|\blevel\b|\bnivå\b|players$"
    r"|spelare$|spieler$|\bdeltagare\b|\bpeople\b|\brounds?\b|\brundor\b|\brunden\b|\bpacks?\b|\bdecks?\b"
    r"|\blekar\b|\bbeers?\b|\böl\b|\bbier\b|\bsnacks\b|\bdice\b|tärning"
)
NAMES_TOO = frozenset(
    (
        *("max", "min", "won", "sa", "no", "april", "june", "may", "media", "stand", "rang", "pos", "best"),
        *("dag", "day", "tag", "antal", "hand", "data", "var", "chips"),
    )
)


def is_total(text: str) -> bool:
    """Whether a text says that sums stand beside or below it."""
    return bool(TOTAL.fullmatch(_bare(text)))


def is_beside(text: str) -> bool:
    """Whether a text says that something other than points stands beside or below it."""
    return bool(BESIDE.fullmatch(_bare(text)))


def is_measure(text: str) -> bool:
    """Whether a head looks like something that is counted or measured."""
    return bool(MEASURES.search(_bare(text))) or "(" in text


def is_a_name_too(text: str) -> bool:
    """Whether one of these words is also what somebody is called."""
    return _bare(text) in NAMES_TOO


def column_of(head: str) -> str:
    """The field of COLUMNS with this name; "" for another head."""
    word = _bare(head)
    return next((name for name, words in COLUMNS.items() if word in words), "")


def is_round(head: str) -> bool:
    return _bare(head) in ROUNDS


def is_number(head: str) -> bool:
    return _bare(head) in NUMBERS or folded(head).strip() == "#"


def is_game_number(head: str) -> bool:
    """Whether the numbers below count games."""
    return _bare(head) in GAMES


def _bare(text: str) -> str:
    """Folded, without punctuation at its ends."""
    return folded(text).strip().strip(".:!?=*").strip()
