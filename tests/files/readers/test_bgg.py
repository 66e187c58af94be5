"""Import of BoardGameGeek plays saved as a file."""

import pytest

from files.readers import bgg
from files.readers.bgg import trees_of
from tests.files.drafts import kind_of, plays_in, read, reasons, refused, sample
from tests.sampling import full_only


def test_plays_are_read_in_chronological_order():
    draft = read(sample("plays.xml"))
    assert kind_of(sample("plays.xml")) == "bgg"
    assert plays_in(draft) == [
        ("2024-03-08", "Vandatta", {"Anna": 60, "Bo": 35}),
        ("2024-03-09", "Vandatta", {"Anna": 25, "Bo": 40}),
    ]
    assert [(s["place"], s["note"]) for s in draft["sessions"]] == [
        ("The cabin", "Rain all day & cards"),
        (None, None),
    ]


def test_records_with_missing_values_or_free_text_are_left_out_with_their_line():
    assert reasons(read(sample("plays.xml"))) == {
        "27": "the points of Anna are neither a number nor a sum: 49-46ish",
        "21": "not played to the end",
        "18": "the file does not say who played",
        "3": "logged as 3 games with one set of points: one of them is imported",
    }


def test_a_player_with_a_user_name_is_identified_by_it():
    renamed = sample("plays.xml").replace(b'name="Anna"', b'name="Annie"')
    ids = [{p["name"]: p["id"] for p in read(c)["players"]} for c in (sample("plays.xml"), renamed)]
    assert ids[0]["Anna"] == ids[1]["Annie"]


@pytest.mark.parametrize("name", ["growing.xml", "fetching.xml"])
def test_a_document_type_definition_is_refused_before_it_is_read(name):
    assert str(refused(sample(name))) == "2: a document type has no place in this file"


def test_predefined_entities_are_read():
    assert trees_of(b"<a b='&lt;&#233;'>&amp;</a>")[0].get("b") == "<é"


@pytest.mark.parametrize(
    ("text", "place"),
    [("<plays", "1:1"), ("<plays></play>", "1:10"), ("<plays>&nothing;</plays>", "1:8"), ("<a>" * 30, "1")],
)
def test_the_location_of_a_syntax_error_is_reported(text, place):
    assert refused(text).place == place


@full_only
def test_a_file_that_is_too_large_is_refused_before_it_fills_the_memory():
    """Attributes use fifty times their size in the parser: in one unclosed tag, or in very many tags."""
    numbered = " ".join(f"a{n}='1'" for n in range(200_000))
    hundred = " ".join(f"a{n}='1'" for n in range(100))
    for text in (f"<plays><play {numbered}/></plays>", f"<plays>{f'<play {hundred}/>' * 20_000}</plays>"):
        assert str(refused(text)) == "1: more than such a file can hold"


def test_text_in_many_pieces_is_joined_once(monkeypatch):
    """Each element splits the text around it."""
    written = []

    class Counting(bgg.Element):
        """Records the length of text in each assignment."""

        def __setattr__(self, name, value):
            if name == "text":
                written.append(len(value))
            super().__setattr__(name, value)

    monkeypatch.setattr(bgg, "Element", Counting)
    pieces = 1_000
    assert len(trees_of(b"<a>" + (b"a" * 27 + b"<b/>") * pieces + b"</a>")[0].text) == 27 * pieces
    assert sum(written) == 27 * pieces


def test_the_text_of_an_element_excludes_its_children():
    (root,) = trees_of(b"<a>one <b>two</b>three</a>")
    assert (root.text, root.children[0].text) == ("one three", "two")


def test_other_xml_is_refused():
    assert "no plays" in str(refused("<html><body/></html>"))


def test_an_invalid_common_day():
    draft = read(
        '<plays><play id="1" date="0000-00-00"><players><player name="A" score="1"/></players></play></plays>'
    )
    assert reasons(draft) == {"1": "not a date that can be read: 0000-00-00"}


def test_old_encodings():
    text = (
        '<?xml version="1.0" encoding="iso-8859-1"?><plays><play id="1" date="2024-01-01">'
        '<item name="Vändåtta"/><players><player name="Åsa" score="5"/><player name="Örjan" score="1"/>'
        "</players></play></plays>"
    )
    plays = [("2024-01-01", "Vändåtta", {"Åsa": 5, "Örjan": 1})]
    assert plays_in(read(text.encode("latin-1"))) == plays
    assert plays_in(read(text.replace("iso-8859-1", "utf-16").encode("utf-16"))) == plays


def play(number, points=(5, 9), **about):
    """A play of Anna and Bo, on three lines."""
    values = {"id": number, "date": f"2024-05-{number:02}", "quantity": 1, **about}
    attributes = " ".join(f'{name}="{value}"' for name, value in values.items())
    players = zip(("Anna", "Bo"), points, strict=True)
    scores = "".join(f'<player username="" name="{name}" score="{score}"/>' for name, score in players)
    return f'<play {attributes}>\n<item name="Whist"/><players>{scores}</players>\n</play>\n'


def page(*plays, **about):
    attributes = "".join(f' {name}="{value}"' for name, value in about.items())
    return f"<plays{attributes}>\n{''.join(plays)}</plays>"


def days_in(draft):
    return [int(session["day"][-2:]) for session in draft["sessions"]]


DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
FIRST, SECOND = page(play(9), play(8)), page(play(7), play(6))


class TestJoinedPages:
    @pytest.mark.parametrize(
        "text",
        [
            FIRST + SECOND,
            FIRST + DECLARATION + SECOND,
            f"{DECLARATION}{FIRST}{DECLARATION}{SECOND}",
            f"{DECLARATION}\n{FIRST}\n\n\n{DECLARATION}\n{SECOND}\n\n",
            f"{MARK}{DECLARATION}{FIRST}{MARK}{DECLARATION}{SECOND}",
            f"{FIRST}\r\n{MARK}{SECOND}\r\n",
            f"\n {FIRST}<!-- the second page -->\n{SECOND}",
            f"<pages>{FIRST}{SECOND}</pages>",
            f"{DECLARATION}<saved><pages>{FIRST}</pages><pages>{SECOND}</pages></saved>",
            f"<pages>{FIRST}</pages>{DECLARATION}<pages>{SECOND}</pages>",
            f"<plays>{FIRST}{SECOND}</plays>",
            "".join(map(play, (6, 9, 8, 7))),
        ],
    )
    def test_all_pages_are_read(self, text):
        draft = read(text)
        assert (days_in(draft), draft["left_out"]) == ([6, 7, 8, 9], [])

    def test_in_other_encodings(self):
        text = (
            DECLARATION.replace("utf-8", "utf-16") + FIRST + DECLARATION.replace("utf-8", "utf-16") + SECOND
        )
        assert days_in(read(text.encode("utf-16"))) == [6, 7, 8, 9]

    def test_the_same_play_on_two_pages_is_imported_once(self):
        draft = read(page(play(9), play(8)) + page(play(8), play(7)) + page(play(8)))
        assert (days_in(draft), draft["left_out"]) == ([7, 8, 9], [])
        assert [(each["code"], each["values"]) for each in draft["odd"]] == [("repeated", {"count": 2})]

    def test_another_play_with_the_same_id_is_reported(self):
        draft = read(page(play(9), play(8)) + "\n" + page(play(8, (7, 7))))
        assert plays_in(draft)[0] == ("2024-05-08", "Whist", {"Anna": 5, "Bo": 9})
        assert reasons(draft) == {"10": "the play at 5 has the same id and other content"}

    @pytest.mark.parametrize("between", ["", "\n", "\n\n\n", DECLARATION, f"\r\n{MARK}", "<!--\n-->"])
    def test_lines_are_those_of_the_file(self, between):
        before = f"\n\n{FIRST}{between}"
        draft = read(before + page(play(7), play(6, ("x", 1))))
        assert list(reasons(draft)) == [str(before.count("\n") + 6)]

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            (f"{FIRST}<plays>", "8:16"),
            (f"{FIRST}\n\n<plays></play>", "10:10"),
            (f"\n{FIRST}{DECLARATION}<plays>&a;</plays>", "9:54"),
            (f"{FIRST}\nthe end", "9:1"),
            (f"{FIRST} the end", "8:10"),
            (f"{FIRST}{DECLARATION}\n<!DOCTYPE plays><plays/>", "9"),
            (f"{FIRST}\n{'<a>' * 30}", "9"),
        ],
    )
    def test_the_location_of_an_error_is_that_in_the_file(self, text, place):
        assert refused(text).place == place

    def test_a_page_without_plays_is_reported(self):
        draft = read(f"{FIRST}\n<error><message>Rate limit exceeded.</message></error>\n{SECOND}")
        assert days_in(draft) == [6, 7, 8, 9]
        assert reasons(draft) == {"9": "there are no plays in this part of the file"}

    def test_pages_further_down_are_not_looked_for(self):
        assert "no plays" in str(refused(f"<a><b><c>{FIRST}</c></b></a>"))

    @pytest.mark.parametrize(
        ("text", "missing"),
        [
            (page(play(9), play(8), total=178, page=1), {"count": 2, "total": 178}),
            (page(play(9), total=3, page=1) + page(play(8), total=3, page=2), {"count": 2, "total": 3}),
            (page(play(9), total=2, page=1) + page(play(9), total=2, page=1), {"count": 1, "total": 2}),
            (
                page(play(9), username="anna", total=2) + page(play(8), username="bo", total=1),
                {"count": 2, "total": 3},
            ),
            (page(play(9), total=2, page=1) + page(play(8), total=2, page=2), None),
            (page(play(9), total="many"), None),
        ],
    )
    def test_missing_pages_are_reported(self, text, missing):
        found = [each["values"] for each in read(text)["odd"] if each["code"] == "pages"]
        assert found == ([missing] if missing else [])

    def test_too_many_pages_are_refused(self):
        assert str(refused("<plays/>" * 2_000)) == "1: more than such a file can hold"


class TestPlayersWithoutNames:
    @pytest.mark.parametrize(
        ("players", "totals"),
        [
            (
                [("", "", 5), ("", "", 7)],
                {"Anonymous player": 5, "Anonymous player 2": 7},
            ),
            (
                [("", "Anonymous player", 5), ("anna", "Anna", 6), ("", "", 7)],
                {"Anonymous player": 5, "Anna": 6, "Anonymous player 2": 7},
            ),
            (
                [("", "Anonym spelare", 1), ("", "ANONYM SPELARE", 2), ("", "Bo", 3)],
                {"Anonym spelare": 1, "ANONYM SPELARE": 2, "Bo": 3},
            ),
            (
                [("", "Anonymous", 1), ("", "Anonymous", 2), ("", "Anonymous", 3)],
                {"Anonymous": 1, "Anonymous 2": 2, "Anonymous 3": 3},
            ),
            (
                [("", "Anonymer Spieler", 4), ("anonymous", "", 5)],
                {"Anonymer Spieler": 4, "anonymous": 5},  # a user has a name of its own
            ),
        ],
    )
    def test_each_is_a_guest(self, players, totals):
        scores = "".join(f'<player username="{u}" name="{n}" score="{s}"/>' for u, n, s in players)
        text = f'<plays><play id="1" date="2024-05-01"><players>{scores}</players></play></plays>'
        draft = read(text)
        assert (plays_in(draft), draft["left_out"]) == ([("2024-05-01", "", totals)], [])
        named = {player["name"] for player in draft["players"] if not player.get("nameless")}
        assert named == totals.keys() & {"Anna", "Bo", "anonymous"}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (play(1, incomplete=1), "not played to the end"),
        (play(1, nowinstats=1), "marked there as not counting"),
        (play(1, ("", 4)), "no points given for Anna"),
        (play(1).replace("Bo", "Anna"), "Anna sits here twice"),
        (play(1).replace("players", "people"), "the file does not say who played"),
        ('<play id="1" date="2024-05-01"><players/></play>', "the file does not say who played"),
        (
            '<play id="1" date="2024-05-01"><players><player name="Bo" score="1"/></players></play>',
            "a game takes two or more players",
        ),
    ],
)
def test_every_play_that_is_left_out_is_reported(entry, reason):
    draft = read(page(entry, play(2)))
    assert (days_in(draft), list(reasons(draft).values())) == ([2], [reason])


@pytest.mark.parametrize("count", [2, 12, 99_999])
def test_a_play_that_stands_for_several_is_imported_once_and_reported(count):
    draft = read(page(play(1, quantity=count)))
    assert days_in(draft) == [1]
    assert list(reasons(draft).values()) == [
        f"logged as {count} games with one set of points: one of them is imported"
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "Unauthorized. See https://boardgamegeek.com/using_the_xml_api\n",
        '<?xml version="1.0"?><error><message>https://boardgamegeek.com/using_the_xml_api</message></error>',
        "<!DOCTYPE html><html><body>See https://boardgamegeek.com/using_the_xml_api</body></html>",
    ],
)
def test_the_answer_to_whoever_is_not_registered_names_another_way(answer):
    """Since October 2025 its interface answers 401 without a token, also to browsers."""
    assert str(refused(answer)).startswith("BoardGameGeek has not given the plays")
