"""Every check of a page reports a page that is broken in one place."""

from __future__ import annotations

import pytest

from tests.page import Page

PAGE = """<!doctype html>
<html lang="en"><head><title>Phone · Turn Eight</title>
<script src="/static/js/live/screen.js"></script></head>
<body><main id="main"><h1>Phone</h1>
<div role="alert"><p>A name is needed</p></div>
<p>Read <a href="/rules">the rules</a> or <a href="#main">begin</a>.</p>
<form method="post" action="/phone" id="form"><input type="hidden" name="csrf_token" value="a">
<label for="name">Name</label><input id="name" name="name" aria-describedby="e-name">
<p class="wrong" id="e-name">A name is needed</p>
<label>Size <select name="size"><option>1</option></select></label><button>Save</button></form>
<div data-share><template data-says><p>Copied</p><a></a></template></div>
</main></body></html>"""


def defects(app, broken, **options):
    with pytest.raises(AssertionError) as raised:
        Page(broken, "/phone").check(app, **options)
    _path, *lines = str(raised.value).split("\n  ")
    return [line.split("\nassert")[0] for line in lines]


def test_a_page_without_defects_passes(app):
    Page(PAGE, "/phone").check(app)


@pytest.mark.parametrize(
    ("before", "after", "defect"),
    [
        ("<p>Read", "<p><p>Read", "</main> closes nothing"),
        ("</main>", "</div></main>", "</div> closes nothing"),
        ('id="name"', 'id="name" id="name"', "id twice in input"),
        ("<h1>", '<h1 id="name">', "2 × id name"),
        ('for="name"', "", "no label: <input"),
        ("Name</label>", "</label>", "no label: <input"),
        ("Size ", "", None),  # the option is the text of the label
        ("<label>Size ", "<label></label>", "</label> closes nothing"),
        ("<h1>", '<h1 style="color: red">', "style: <h1"),
        ("</main>", "</main><style>p {}</style>", "style: <style"),
        ("</script>", "alert()</script>", "inline script: <script"),
        (' src="/static/js/live/screen.js"', "", "inline script: <script"),
        ("<h1>", '<h1 onclick="a()">', "handler: <h1"),
        ('href="#main"', 'href="JavaScript:a()"', "script address: <a"),
        ("Read", "Don't read", "straight quotes: Don't read"),
        ("<h1>", '<h1 aria-label="Bo\'s">', "straight quotes: Bo's"),
        ("Copied", "It's copied", "straight quotes: It's copied"),
        ("<button>", '<form method="get"></form><button>', "a form in a form: <form"),
        ('name="csrf_token"', 'name="token"', "no csrf token: <form"),
        ('value="a"', 'value=""', "no csrf token: <form"),
        ("<button>", '<button form="other">', "belongs to no form: <button"),
        ('href="/rules"', 'href="/nowhere"', "404: GET /nowhere"),
        ('href="/rules"', 'href="/phone/appearance"', "405: GET /phone/appearance"),
        ('href="/rules"', 'href="https://example.org/"', "leaves the site: https://example.org/"),
        ('href="/rules"', 'href="/static/none.css"', "no such file: /static/none.css"),
        ('href="#main"', 'href="#there"', "no such place on the page: #there"),
        ('action="/phone"', 'action="/rules"', "405: POST /rules"),
        ("<button>", '<button formaction="/rules">', "405: POST /rules"),
        ("the rules</a>", "</a>", 'says nothing: <a href="/rules">'),
        ("Save", "", "says nothing: <button>"),
        ("data-says", "", "no sentences for its script: <div data-share"),
        ("<p>Read", "<p><ul></ul>Read", "ul in p: <ul>"),
        ("the rules", "<button>the rules</button>", "button within another control: <button>"),
        ("Size", "Size <label>a</label>", "label within another control: <label>"),
        ('lang="en"', 'lang="de"', "lang is de"),
        ("<h1>Phone</h1>", "", "0 h1"),
        ("<h1>", "<h1>My</h1><h1>", "2 h1"),
        ("<title>Phone", "<title>Telephone", "title “Telephone · Turn Eight” does not begin with “Phone”"),
        ("main", "section", "not one main"),
        ('id="e-name"', "", "aria-describedby names no e-name: <input"),
        (
            'class="wrong" id="e-name">A',
            'class="wrong" id="e-name">Another',
            "not on top of the page: Another name is needed",
        ),
    ],
)
def test_each_defect_is_reported(app, before, after, defect):
    broken = PAGE.replace(before, after)
    assert broken != PAGE
    if defect is None:
        Page(broken, "/phone").check(app)
    else:
        assert any(line.startswith(defect) for line in defects(app, broken))


def test_all_defects_of_a_page_are_reported_at_once(app):
    broken = PAGE.replace("Read", "Don't read").replace("<h1>", "<h1 style='a'>").replace("</main>", "")
    assert len(defects(app, broken)) == 3


def test_a_page_with_another_id_is_not_checked_again(app, monkeypatch):
    """Only its ids and secrets differ, and the same ones are equal."""
    one, other = (f"01890000-0000-7000-8000-00000000000{digit}" for digit in "12")
    page = PAGE.replace('id="main"', f'id="{one}"').replace('"#main"', f'"#{one}"')
    Page(page, "/phone").check(app)
    monkeypatch.setattr(Page, "soup", None)
    Page(page.replace(one, other), "/phone").check(app)
    with pytest.raises(AttributeError):
        Page(page.replace(one, other, 1), "/phone").check(app)


class TestFragments:
    def test_need_no_heading_and_no_form_around(self, app):
        fragment = '<button form="form" formaction="/phone">Save</button>'
        Page(fragment, "/phone").check(app, whole=False)
        assert "0 h1" in defects(app, fragment)

    def test_are_checked_for_everything_else(self, app):
        assert defects(app, "<p id='a'>Don't</p><p id='a'></p>", whole=False) == [
            "2 × id a",
            "straight quotes: Don't",
        ]

    def test_may_contain_quotes_that_users_typed(self, app):
        Page("<p>Don't</p>", "/phone").check(app, whole=False, quotes=False)
