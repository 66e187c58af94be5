"""The app on a phone's home screen: what the phone is told of it, and the way into a group from there."""

import struct

import pytest


class TestTheHomeScreen:
    def test_what_a_phone_needs_to_keep_the_app(self, client):
        answer = client.get("/manifest.webmanifest")
        assert answer.mimetype == "application/manifest+json"
        manifest = answer.get_json(force=True)
        assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
        sizes = [(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]]
        assert sizes == [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]
        for icon in manifest["icons"]:
            picture = client.get(icon["src"])
            assert picture.data[:8] == b"\x89PNG\r\n\x1a\n"
            width, height = struct.unpack(">II", picture.data[16:24])
            assert f"{width}x{height}" == icon["sizes"]

    def test_it_speaks_the_phones_language(self, client):
        manifest = client.get("/manifest.webmanifest", headers={"Accept-Language": "sv"}).get_json(force=True)
        assert (manifest["lang"], manifest["description"][:2]) == ("sv", "Fö")

    def test_every_page_names_it(self, phone):
        page = phone.get("/rules")
        assert page.soup.select_one("link[rel=manifest]")["href"] == "/manifest.webmanifest"
        assert page.soup.select_one("link[rel=apple-touch-icon]")

    def test_how_it_gets_there_is_told(self, phone):
        words = phone.get("/phone").words
        assert "Add to Home Screen" in words
        assert "Add to Home screen" in words


class TestAPastedLink:
    """An app on an iPhone's home screen knows nothing of what Safari knows."""

    @pytest.mark.parametrize("around", ["{}", "Look: {} see you on Friday", "{}?game=x", "  {}\n"])
    def test_opens_the_group_from_whatever_text_it_came_in(self, table, phone, around):
        phone.get("/")
        phone.submit("/join", {"link": around.format(f"http://localhost{table.link('scorer')}")})
        assert phone.path == table.group_path

    @pytest.mark.parametrize("pasted", ["", "http://localhost/groups/1", "x" * 5000])
    def test_what_is_no_link_is_told_in_words(self, phone, pasted):
        phone.get("/")
        phone.submit("/join", {"link": pasted}, status=422)
        assert "That is no link of a group." in phone.page.words

    def test_a_link_that_nobody_made_opens_nothing(self, phone):
        phone.get("/")
        phone.submit("/join", {"link": "http://localhost/join/abcdefghijklmnopqrstuv"}, status=404)
