"""Tables as families keep them, five of each kind: games, players, points and winners in the preview."""

from dataclasses import dataclass, field

import pytest

from tests.sampling import full_only
from tests.views.files.importing.test_tables import paste

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    full_only,
]


@dataclass
class Case:
    """text: as it is pasted. shown: the games of the preview, the newest first. answers: to its questions."""

    text: str
    shown: list[str]
    answers: dict[str, str] = field(default_factory=dict)


CASES = {
    "rounds, 1": Case(
        """
Omg | Mamma | Pappa | Elsa
1 | 12 | 0 | 7
2 | 0 | 5 | 3
3 | 8 | 14 | 0
Summa | 20 | 19 | 10
""",
        ["Thursday 1 May 2025: Derange Order of Eight Elsa 10, Pappa 19, Mamma 20 won by Elsa"],
        {"table-day": "2025-05-01"},
    ),
    "rounds, 2": Case(
        """
Round,Grandma,Liv,Otto
1,0,15,22
2,3,0,8
3,11,6,0
Total,14,21,30
Place,1,2,3
""",
        ["Thursday 1 May 2025: Derange Order of Eight Grandma 14, Liv 21, Otto 30 won by Grandma"],
        {"table-day": "2025-05-01"},
    ),
    "rounds, 3": Case(
        """
Giv;Kalle;Stina
1;4;0
2;0;11
Delsumma;4;11
3;6;0
4;0;2
Slutsumma;10;13
""",
        ["Thursday 1 May 2025: Derange Order of Eight Kalle 10, Stina 13 won by Kalle"],
        {"table-day": "2025-05-01"},
    ),
    "rounds, 4": Case(
        """
Vandatta 3 maj 2025

Runda | Ali | Bea | Cia
R1 | 0 | 7 | 9
R2 | 12 | x | 4
R3 | 3 | 1 | ×
""",
        ["Saturday 3 May 2025: Vandatta Bea 8, Cia 13, Ali 15 won by Bea"],
    ),
    "rounds, 5": Case(
        """
Runde;Oma;Opa;Emil
3;0;2;9
2;5;0;1
1;7;3;0
""",
        ["Thursday 1 May 2025: Derange Order of Eight Opa 5, Emil 10, Oma 12 won by Opa"],
        {"table-day": "2025-05-01"},
    ),
    "games, 1": Case(
        """
Datum;Plats;Lisa;Nils;Tove
3/1 -25;hemma;23;0;41
10/1 -25;Tove;12;30;0
17/1 -25;;0;18;25
""",
        [
            "Friday 17 January 2025: Derange Order of Eight Lisa 0, Nils 18, Tove 25 won by Lisa",
            "Friday 10 January 2025 Tove ·: Derange Order of Eight Tove 0, Lisa 12, Nils 30 won by Tove",
            "Friday 3 January 2025 hemma ·: Derange Order of Eight Nils 0, Lisa 23, Tove 41 won by Nils",
        ],
    ),
    "games, 2": Case(
        """
Date,Game,Winner,Amy,Ben,Cleo
Jan 3 2025,Vandatta,Amy,4,9,12
Jan 4 2025,Derange,Ben,60,15,33
""",
        [
            "Saturday 4 January 2025: Derange Order of Eight Ben 15, Cleo 33, Amy 60 won by Ben",
            "Friday 3 January 2025: Vandatta Amy 4, Ben 9, Cleo 12 won by Amy",
        ],
    ),
    "games, 3": Case(
        """
Parti nr;Dag;Eva;Ola
1;2025-02-01;10;7
2;2025-02-01;3;9
3;2025-02-08;0;22
""",
        [
            "Saturday 8 February 2025: Derange Order of Eight Eva 0, Ola 22 won by Eva",
            "Saturday 1 February 2025: Derange Order of Eight Ola 7, Eva 10 won by Ola",
            "Saturday 1 February 2025: Derange Order of Eight Eva 3, Ola 9 won by Eva",
        ],
    ),
    "games, 4": Case(
        """
När;Vad;Ida;Jon;Kim;Anm
lördag 1 feb 2025 kl 19.30;Vändåtta;5;12;;Kim var sjuk
lördag 8 feb 2025 kl 20;Vändåtta;8;0;14;
""",
        [
            "Saturday 8 February 2025: Derange Order of Eight Jon 0, Ida 8, Kim 14 won by Jon",
            "Saturday 1 February 2025: Derange Order of Eight Ida 5, Jon 12 won by Ida",
        ],
    ),
    "games, 5": Case(
        """
Spelat;Per;Siv
2025-03-01;1 250;980
2025-03-02;700;1 100
Totalt;1 950;2 080
""",
        [
            "Sunday 2 March 2025: Derange Order of Eight Per 700, Siv 1100 won by Per",
            "Saturday 1 March 2025: Derange Order of Eight Siv 980, Per 1250 won by Siv",
        ],
    ),
    "a row for each player, 1": Case(
        """
Datum;Spelare;Poäng
2025-01-03;Lisa;23
2025-01-03;Nils;0
2025-01-10;Lisa;12
2025-01-10;Nils;30
""",
        [
            "Friday 10 January 2025: Derange Order of Eight Lisa 12, Nils 30 won by Lisa",
            "Friday 3 January 2025: Derange Order of Eight Nils 0, Lisa 23 won by Nils",
        ],
    ),
    "a row for each player, 2": Case(
        """
Played on,Who,Game,Final score,Place
05.01.2025,Amy,Derange,60,At home
05.01.2025,Ben,Derange,15,At home
12.01.2025,Ben,Derange,44,
12.01.2025,Cleo,Derange,9,
""",
        [
            "Sunday 12 January 2025: Derange Order of Eight Cleo 9, Ben 44 won by Cleo",
            "Sunday 5 January 2025 At home ·: Derange Order of Eight Ben 15, Amy 60 won by Ben",
        ],
    ),
    "a row for each player, 3": Case(
        """
Spel;Omgång;Namn;Poäng
Vändåtta;1;Åke;0
Vändåtta;1;Ulla;8
Vändåtta;2;Åke;5
Vändåtta;2;Ulla;0
""",
        ["Thursday 1 May 2025: Vändåtta Åke 5, Ulla 8 won by Åke"],
        {"table-day": "2025-05-01"},
    ),
    "a row for each player, 4": Case(
        """
Dag;Namn;Resultat;Vinnare
17 maj 2025;Åke;4;ja
17 maj 2025;Ulla;9;nej
24 maj 2025;Åke;10;nej
24 maj 2025;Ulla;2;ja
""",
        [
            "Saturday 24 May 2025: Derange Order of Eight Ulla 2, Åke 10 won by Ulla",
            "Saturday 17 May 2025: Derange Order of Eight Åke 4, Ulla 9 won by Åke",
        ],
    ),
    "a row for each player, 5": Case(
        """
Match;Dato;Spiller;Point
A;1/2 2025;Lars;12
A;1/2 2025;Mette;5
B;1/2 2025;Lars;0
B;1/2 2025;Mette;31
""",
        [
            "Saturday 1 February 2025: Derange Order of Eight Mette 5, Lars 12 won by Mette",
            "Saturday 1 February 2025: Derange Order of Eight Lars 0, Mette 31 won by Lars",
        ],
    ),
    "written once, 1": Case(
        """
Datum;Spel;Vem;Poäng
2025-01-03;Derange;Lisa;23
;;Nils;0
;;Tove;41
2025-01-10;Vandatta;Lisa;12
;;Nils;30
""",
        [
            "Friday 10 January 2025: Vandatta Lisa 12, Nils 30 won by Lisa",
            "Friday 3 January 2025: Derange Order of Eight Nils 0, Lisa 23, Tove 41 won by Nils",
        ],
    ),
    "written once, 2": Case(
        """
Date,Name,Points
May 17 2025,Amy,4
,Ben,9
May 24 2025,Amy,12
,Ben,1
""",
        [
            "Saturday 24 May 2025: Derange Order of Eight Ben 1, Amy 12 won by Ben",
            "Saturday 17 May 2025: Derange Order of Eight Amy 4, Ben 9 won by Amy",
        ],
    ),
    "written once, 3": Case(
        """
Dag;Parti;Spelare;Poäng
17/5 2025;1;Åke;4
;;Ulla;9
;2;Åke;7
;;Ulla;3
24/5 2025;1;Åke;0
;;Ulla;8
""",
        [
            "Saturday 24 May 2025: Derange Order of Eight Åke 0, Ulla 8 won by Åke",
            "Saturday 17 May 2025: Derange Order of Eight Åke 4, Ulla 9 won by Åke",
            "Saturday 17 May 2025: Derange Order of Eight Ulla 3, Åke 7 won by Ulla",
        ],
    ),
    "written once, 4": Case(
        """
Game;Date;Player;Score;Note
Derange;2025-06-01;Amy;60;rain
;;Ben;10;
Derange;2025-06-02;Amy;5;
;;Ben;50;
""",
        [
            "Monday 2 June 2025: Derange Order of Eight Amy 5, Ben 50 won by Amy",
            "Sunday 1 June 2025: Derange Order of Eight Ben 10, Amy 60 won by Ben",
        ],
    ),
    "written once, 5": Case(
        """
Datum;Runda;Namn;Poäng
2025-06-01;1;Åke;4
;;Ulla;0
;2;Åke;0
;;Ulla;6
""",
        ["Sunday 1 June 2025: Derange Order of Eight Åke 4, Ulla 6 won by Åke"],
    ),
    "pairs, 1": Case(
        """
Date,Player 1,Score 1,Player 2,Score 2,Player 3,Score 3
2025-01-03,Amy,4,Ben,9,Cleo,0
2025-01-04,Ben,3,Cleo,8,,
""",
        [
            "Saturday 4 January 2025: Derange Order of Eight Ben 3, Cleo 8 won by Ben",
            "Friday 3 January 2025: Derange Order of Eight Cleo 0, Amy 4, Ben 9 won by Cleo",
        ],
    ),
    "pairs, 2": Case(
        """
Datum;Spelare 1;Spelare 2;Poäng 1;Poäng 2
2025-01-03;Åke;Ulla;4;9
2025-01-04;Ulla;Åke;0;12
""",
        [
            "Saturday 4 January 2025: Derange Order of Eight Ulla 0, Åke 12 won by Ulla",
            "Friday 3 January 2025: Derange Order of Eight Åke 4, Ulla 9 won by Åke",
        ],
    ),
    "pairs, 3": Case(
        """
Spel;Namn1;Po1;Namn2;Po2
Vandatta;Åke;4;Ulla;9
Derange;Åke;60;Ulla;25
""",
        [
            "Thursday 1 May 2025: Vandatta Åke 4, Ulla 9 won by Åke",
            "Thursday 1 May 2025: Derange Order of Eight Ulla 25, Åke 60 won by Ulla",
        ],
        {"table-day": "2025-05-01"},
    ),
    "pairs, 4": Case(
        """
Player A;Points A;Player B;Points B;Date
Amy;4;Ben;9;2025-01-03
Amy;7;Ben;1;2025-01-04
""",
        [
            "Saturday 4 January 2025: Derange Order of Eight Ben 1, Amy 7 won by Ben",
            "Friday 3 January 2025: Derange Order of Eight Amy 4, Ben 9 won by Amy",
        ],
    ),
    "pairs, 5": Case(
        """
When,Winner,Name_1,Score_1,Name_2,Score_2
3 Jan 2025,Amy,Amy,4,Ben,9
4 Jan 2025,Ben,Amy,7,Ben,1
""",
        [
            "Saturday 4 January 2025: Derange Order of Eight Ben 1, Amy 7 won by Ben",
            "Friday 3 January 2025: Derange Order of Eight Amy 4, Ben 9 won by Amy",
        ],
    ),
    "lists, 1": Case(
        """
3 januari 2025: Lisa 23, Nils 0, Tove 41
10 januari 2025: Lisa 12, Nils 30, Tove 0
""",
        [
            "Friday 10 January 2025: Derange Order of Eight Tove 0, Lisa 12, Nils 30 won by Tove",
            "Friday 3 January 2025: Derange Order of Eight Nils 0, Lisa 23, Tove 41 won by Nils",
        ],
    ),
    "lists, 2": Case(
        """
Vandatta
Åke 4
Ulla 9

Åke 0
Ulla 3
""",
        ["Thursday 1 May 2025: Vandatta Åke 4, Ulla 12 won by Åke"],
        {"table-day": "2025-05-01"},
    ),
    "lists, 3": Case(
        """
17/5 -25 Derange
Amy: 60; Ben: 15
18/5 -25 Derange
Amy: 5; Ben: 35
""",
        [
            "Sunday 18 May 2025: Derange Order of Eight Amy 5, Ben 35 won by Amy",
            "Saturday 17 May 2025: Derange Order of Eight Ben 15, Amy 60 won by Ben",
        ],
    ),
    "lists, 4": Case(
        """
1. Åke 4, Ulla 0
2. Åke 0, Ulla 9
Summa: Åke 4, Ulla 9
""",
        ["Thursday 1 May 2025: Derange Order of Eight Åke 4, Ulla 9 won by Åke"],
        {"table-day": "2025-05-01"},
    ),
    "lists, 5": Case(
        """
Sat 3 May 2025
Amy - 12
Ben - 0
Cleo - 33
Sun 4 May 2025
Amy - 3
Ben - 21
Cleo - 0
""",
        [
            "Sunday 4 May 2025: Derange Order of Eight Cleo 0, Amy 3, Ben 21 won by Cleo",
            "Saturday 3 May 2025: Derange Order of Eight Ben 0, Amy 12, Cleo 33 won by Ben",
        ],
    ),
    "running totals, 1": Case(
        """
Round,Amy,Ben
1,4,9
2,10,9
3,10,20
Total,10,20
""",
        ["Thursday 1 May 2025: Derange Order of Eight Amy 10, Ben 20 won by Amy"],
        {"table-day": "2025-05-01"},
    ),
    "running totals, 2": Case(
        """
Runda;Åke;Ulla;Sven
1;0;5;8
2;7;5;12
3;7;15;12
4;9;15;30
""",
        ["Thursday 1 May 2025: Derange Order of Eight Åke 9, Ulla 15, Sven 30 won by Åke"],
        {"table-day": "2025-05-01", "table-running": "yes"},
    ),
    "running totals, 3": Case(
        """
2025-01-03;
Round;Amy;Ben
3;20;9
2;10;9
1;0;4
""",
        ["Friday 3 January 2025: Derange Order of Eight Ben 9, Amy 20 won by Ben"],
        {"table-running": "yes"},
    ),
    "running totals, 4": Case(
        """
A,D,P,M
6,6,-6,-6
4,4,-4,-4
-6,-6,6,6
-2,-26,2,26
""",
        ["Thursday 1 May 2025: a pasted table M 26, P 2, A -2, D -26 won by M"],
        {"table-day": "2025-05-01", "table-running": "yes", "game-0": "new:highest"},
    ),
    "running totals, 5": Case(
        """
#;Amy;Ben;Cleo
0;0;0;0
1;5;0;9
2;5;12;10
3;8;12;21
""",
        ["Thursday 1 May 2025: Derange Order of Eight Amy 8, Ben 12, Cleo 21 won by Amy"],
        {"table-day": "2025-05-01", "table-running": "yes"},
    ),
    "only results, 1": Case(
        """
Date,Player,Place
2025-01-03,Amy,2
2025-01-03,Ben,1
2025-01-03,Cleo,3
""",
        ["Friday 3 January 2025: Derange Order of Eight Ben 1, Amy 2, Cleo 3 won by Ben"],
    ),
    "only results, 2": Case(
        """
Datum;Spelare;Vann
2025-01-03;Åke;x
2025-01-03;Ulla;
2025-01-10;Åke;
2025-01-10;Ulla;x
""",
        [
            "Friday 10 January 2025: Derange Order of Eight Ulla 1, Åke 0 won by Ulla",
            "Friday 3 January 2025: Derange Order of Eight Åke 1, Ulla 0 won by Åke",
        ],
    ),
    "only results, 3": Case(
        """
Date;Game;Player;Rank
2025-01-03;Derange;Amy;1
2025-01-03;Derange;Ben;2
2025-01-04;Derange;Amy;2
2025-01-04;Derange;Ben;1
""",
        [
            "Saturday 4 January 2025: Derange Order of Eight Ben 1, Amy 2 won by Ben",
            "Friday 3 January 2025: Derange Order of Eight Amy 1, Ben 2 won by Amy",
        ],
    ),
    "only results, 4": Case(
        """
Dag;Namn;Vinnare
3 maj 2025;Åke;Åke
3 maj 2025;Ulla;Åke
""",
        ["Saturday 3 May 2025: Derange Order of Eight Åke 1, Ulla 0 won by Åke"],
    ),
    "only results, 5": Case(
        """
Datum;Spel;Spelare;Placering
2025-01-03;Vatikan;Åke;3
2025-01-03;Vatikan;Ulla;1
2025-01-03;Vatikan;Sven;1
""",
        ["Friday 3 January 2025: Vatikan Ulla 1, Sven 1, Åke 3 won by Ulla and Sven"],
    ),
}


def shown(page):
    """The games of the preview, each after its night."""
    lines, night = [], ""
    for tag in page.select("[aria-labelledby=sessions] :is(h3, li)"):
        words = " ".join(tag.get_text(" ").split())
        if tag.name == "h3":
            night = words.removesuffix(" a new night")
        else:
            lines.append(f"{night}: {words}")
    return lines


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_is_shown_as_it_was_played(table, phone, case):
    paste(phone, table, case.text.strip() + "\n")
    for field_name, answer in case.answers.items():  # an answer may lead to further questions
        phone.submit("#apply", {field_name: answer}, button="Look again with these choices")
    assert shown(phone.page) == case.shown
