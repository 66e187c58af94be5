"""The tree that tests read, and the mistakes in the syntax of a page."""

from __future__ import annotations

import pytest

from tests.html import Document

PAGE = """<!doctype html>
<html lang="en"><head><title>Anna &amp; Bo</title></head><body>
<main id="main"><h1>Anna &amp; Bo</h1>
<p class="lead  wide" hidden>One <b>two</b>&nbsp;three<br>four</p>
<script src="/a.js">if (a < b && c) {}</script>
<template data-says><p class="in">five</p></template>
<form method=post><textarea name="note">a < b
c</textarea><input value="x
y > &quot;z&quot;">
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>
</form></main></body></html>"""


@pytest.fixture
def page():
    return Document(PAGE)


def test_a_correct_page_has_no_mistakes(page):
    assert page.mistakes == []


@pytest.mark.parametrize(
    ("source", "mistakes"),
    [
        ("<p>a", ["never closed: p"]),
        ("<div><p>a</div>", ["</div> closes nothing after “a”"]),
        ("<b><i>a</b></i>", ["</b> closes nothing after “a”", "</i> closes nothing after “”"]),
        ("<p>a</p></p>", ["</p> closes nothing after “”"]),
        ("a</br>", ["</br> closes nothing after “a”"]),
        ("<ul><li>a<li>b</li></ul>", ["</ul> closes nothing after “”"]),
        ("<textarea>a", ["never closed: textarea"]),
        ("<script src='a'>", ["never closed: script"]),
        ('<p id="a" id="b"></p>', ["id twice in p"]),
        ('<p id="a" ID="b"></p>', ["id twice in p"]),
        ("<input hidden hidden>", ["hidden twice in input"]),
        ('<title class="a" class="b"></title>', ["class twice in title"]),
        ('<p id="a"class="b"></p>', ['malformed attributes in p: class="b"']),
        ('<p id="a"b"></p>', None),
        ('<p id="a></p>', None),
        ("<p", ["no tag: <p"]),
        ("a < b", ["no tag: < b"]),
        ("<!-- a -->", ["a comment:  a "]),
    ],
)
def test_each_mistake_in_the_syntax_is_listed(source, mistakes):
    listed = Document(source).mistakes
    assert listed if mistakes is None else listed == mistakes


def test_nesting_is_that_of_the_source():
    page = Document("<p>a<div><form><form>b</form></form></div></p><td>c</td>")
    assert page.mistakes == []
    assert [form.find_parent("form") is None for form in page.by_name["form"]] == [True, False]
    assert page.div.find_parent("p")
    assert page.td.parent == page
    assert page.html is None


def test_text(page):
    paragraph = page.select_one(".lead")
    assert paragraph.text == "One two\N{NO-BREAK SPACE}threefour"
    assert paragraph.get_text("|", strip=True) == "One|two|three|four"
    assert page.title.text == "Anna & Bo"
    assert page.textarea.text == "a < b\nc"
    assert page.input["value"] == 'x\ny > "z"'


def test_the_text_of_scripts_and_templates_is_their_own(page):
    assert page.script.text == "if (a < b && c) {}"
    assert page.template.text == "five"
    assert not {"five", "if"} & set(page.main.text.split())


def test_line_ends_and_control_characters():
    page = Document("<textarea>a\r\nb</textarea><p title='\t\r\n'>\x00&#1;</p>")
    assert page.textarea.text == "a\r\nb"
    assert page.p["title"] == "\t\r\n"
    assert page.p.text.startswith("\N{REPLACEMENT CHARACTER}")


def test_attributes(page):
    paragraph = page.p
    assert paragraph["class"] == ["lead", "wide"]
    assert paragraph["hidden"] == ""
    assert paragraph.has_attr("hidden")
    assert not paragraph.has_attr("id")
    assert paragraph.get("id", "none") == "none"
    with pytest.raises(KeyError):
        paragraph["id"]
    assert page.svg.attrs == {"viewbox": "0 0 1 1"}
    assert page.form["method"] == "post"


def test_selectors_may_name_elements_around(page):
    paragraph = page.p
    assert [found.name for found in paragraph.select("main b")] == ["b"]
    assert paragraph.select("p") == []
    assert page.select_one("template p.in") == page.by_name["p"][1]
    assert page.with_id("main") == page.main


def test_an_element_is_removed_without_the_text_after_it(page):
    page.b.decompose()
    assert page.p.text == "One \N{NO-BREAK SPACE}threefour"
    page.br.decompose()
    assert page.p.text == "One \N{NO-BREAK SPACE}threefour"


def test_the_source_of_an_element(page):
    assert str(page.b) == "<b>two</b>"
    assert str(page).startswith('<html lang="en"><head><title>Anna &amp; Bo</title>')
