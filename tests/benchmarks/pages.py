"""The measured pages with their addresses. Braces are placeholders for the places of a Visit (groups.py)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """part: only the live part of the page is requested. known: the phone shows the current state already.

    changed: the place of a session that changes before each answer. first: a session ends before each answer,
    with everything that its end writes.
    """

    name: str
    address: str
    part: bool = False
    known: bool = False
    changed: str = ""
    first: bool = False


TABLE, RESULT = "/groups/{group}/sessions/{table}", "/groups/{group}/sessions/{result}"
NIGHT = "/groups/{group}/nights/{last_night}"
FIVE = "variant=derange&name=Anna&name=Bo&name=Cara&name=Dilan&name=Eva-Lena"

IN_A_SESSION = (
    Page("table", TABLE),
    Page("table, after a change", TABLE, changed="table"),
    Page("table, nothing new (304)", TABLE, known=True),
    Page("pad", TABLE + "/rounds/{next_round}"),
    Page("score sheet", RESULT + "/rounds"),
    Page("history", RESULT + "/history"),
)
PAGES = (
    *IN_A_SESSION,
    Page("groups", "/groups"),
    Page("new game", "/new/derange?group={group}"),
    Page("group", "/groups/{group}"),
    Page("seats", TABLE + "/seats"),
    Page("result", RESULT),
    Page("result, after a change", RESULT, changed="result"),
    Page("settings", "/groups/{group}/settings"),
    Page("links", "/groups/{group}/links"),
    Page("players", "/groups/{group}/players"),
    Page("a player", "/groups/{group}/players/{players[0]}"),
    Page("merging, asked", "/groups/{group}/players/{players[0]}/merge?into={players[1]}"),
    Page("rules", "/rules/derange"),
    Page("comparison", "/rules/compare?hand=8+5+K"),
    Page("verdict", "/rules/derange/referee?top=9H&play=3H+3C+9C&hand=4"),
    Page("search", "/rules/search?q=can+I+play+an+8+on+an+ace"),
    Page("deletion, asked", "/groups/{group}/deletion"),
    Page("nights", "/groups/{group}/nights"),
    Page("nights, far back", "/groups/{group}/nights?before={far_night}"),
    Page("nights of a player", "/groups/{group}/nights?who={players[0]}"),
    Page("nights with a variant", "/groups/{group}/nights?variant=vatikan"),
    Page("nights of both", "/groups/{group}/nights?who={players[0]}&variant=vatikan"),
    Page("nights at a place", "/groups/{group}/nights?place={place}"),
    Page("nights without somebody", "/groups/{group}/nights?who={players[0]}&sat=without"),
    Page("recap", NIGHT),
    Page("recap as text", NIGHT + ".txt"),
    Page("recap as picture", NIGHT + ".svg"),
    Page("note of a night", NIGHT + "/note"),
    Page("statistics", "/groups/{group}/statistics"),
    Page("statistics of a variant", "/groups/{group}/statistics?variant=derange"),
    Page("statistics at five", "/groups/{group}/statistics?players=5"),
    Page("statistics of a year", "/groups/{group}/statistics?year={year}"),
    Page("statistics on Fridays", "/groups/{group}/statistics?weekday=5"),
    Page("statistics at a place", "/groups/{group}/statistics?place={place}"),
    Page("statistics without somebody", "/groups/{group}/statistics?who={players[0]}&sat=without"),
    Page("statistics of just two", "/groups/{group}/statistics?who={players[0]}&who={players[1]}&sat=only"),
    Page("statistics of a player", "/groups/{group}/statistics/players/{players[0]}"),
    Page("a player in a variant", "/groups/{group}/statistics/players/{players[0]}?variant=derange"),
    Page("records", "/groups/{group}/statistics/records"),
    Page("records of a variant", "/groups/{group}/statistics/records?variant=vandatta_pagat"),
    Page("records on Fridays", "/groups/{group}/statistics/records?weekday=5"),
    Page("the year", "/groups/{group}/statistics/years"),
    Page("a year", "/groups/{group}/statistics/years/{year}"),
    Page("the year as text", "/groups/{group}/statistics/years/{year}.txt"),
    Page("two periods", "/groups/{group}/statistics/periods"),
    Page("honours", "/groups/{group}/statistics/honours"),
    Page("rivals", "/groups/{group}/statistics/rivals"),
    Page("rivals on Fridays", "/groups/{group}/statistics/rivals?weekday=5"),
    Page("rivals in a variant", "/groups/{group}/statistics/rivals?variant=derange"),
    Page("a rivalry", "/groups/{group}/statistics/rivals/{players[0]}/{players[1]}"),
    Page("ratings", "/groups/{group}/statistics/ratings"),
    Page("ratings in a variant", "/groups/{group}/statistics/ratings?variant=derange"),
    Page("rating of a player", "/groups/{group}/statistics/ratings?player={players[0]}"),
    Page("seasons", "/groups/{group}/seasons"),
    Page("chances", TABLE + "/chances"),
    Page("chances, looked back", RESULT + "/chances"),
    Page("rescoring", RESULT + "/rescoring"),
    Page("paper", RESULT + "/print"),
    Page("paper, blank", "/sheets/blank?group={group}&" + FIVE),
    Page("whole sheet, asked", "/groups/{group}/sheets/new/derange"),
    Page("whole sheet", "/groups/{group}/sheets/grid?start=2026-11-20T19:00&" + FIVE),
    Page("rounds still to type", TABLE + "/sheet"),
    Page("out", "/groups/{group}/export"),
    Page("out, of a night", NIGHT + "/export"),
    Page("out, of a session", RESULT + "/export"),
    Page("a session to BG Stats", RESULT + "/export/bg-stats"),
    Page("a night as CSV", NIGHT + "/export/rounds.csv"),
    Page("a night as XLSX", NIGHT + "/export/workbook.xlsx"),
    Page("a night as JSON", NIGHT + "/export/document.json"),
    Page("feed", "/feeds/{feed}/results.atom"),
    Page("calendar", "/feeds/{feed}/nights.ics"),
    Page("in", "/groups/{group}/imports"),
)

# Searches as typed: correct, misspelt, unfinished; and questions to the referee.
QUESTIONS = (
    Page("“can I play an 8 on an ace”", "/rules/search?q=can+I+play+an+8+on+an+ace", part=True),
    Page("“vandata lsat crad”", "/rules/search?q=vandata+lsat+crad", part=True),
    Page("“jok”", "/rules/search?q=jok", part=True),
    Page("“eigth vandeta …”, at length", "/rules/search?q=" + ("eigth+vandeta+" * 20)[:200], part=True),
    Page("an 8 on an ace", "/rules/vandatta/referee?top=AH&play=8S"),
    Page("3s and a Follow-me", "/rules/derange/referee?top=9H&play=3H+3C+9C&hand=4"),
    Page("a meld with a joker", "/rules/vatikan/referee?meld=5H+6H+JK"),
)

TOURNAMENT, NEXT = "/groups/{group}/tournaments/{tournament}", "/groups/{group}/tournaments/{to_draw}"
IN_A_TOURNAMENT = (
    Page("evening", TOURNAMENT),
    Page("evening, what changes", TOURNAMENT, part=True),
    Page("evening, nothing new (304)", TOURNAMENT, known=True),
    Page("wall", TOURNAMENT + "/board"),
    Page("wall, what changes", TOURNAMENT + "/board", part=True),
    Page("wall, nothing new (304)", TOURNAMENT + "/board", known=True),
    Page("entrants", TOURNAMENT + "/entrants"),
    Page("seating", TOURNAMENT + "/seating"),
    Page("history", TOURNAMENT + "/history"),
    Page("the next draw", NEXT + "/draw?seed=8"),
)
