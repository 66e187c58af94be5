"""The app on the home screen of a phone: manifest, icons, and opening a group from a pasted link."""

import struct

import pytest


class TestTheHomeScreen:
    def test_the_manifest_and_its_icons_exist(self, client):
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

    def test_the_manifest_is_in_the_language_of_the_phone(self, client):
        manifest = client.get("/manifest.webmanifest", headers={"Accept-Language": "sv"}).get_json(force=True)
        assert (manifest["lang"], manifest["description"][:2]) == ("sv", "Fö")

    def test_every_page_links_to_the_manifest(self, phone):
        page = phone.get("/rules")
        assert page.soup.select_one("link[rel=manifest]")["href"] == "/manifest.webmanifest"
        assert page.soup.select_one("link[rel=apple-touch-icon]")

    def test_the_page_of_the_phone_explains_installation(self, phone):
        words = phone.get("/phone").words
        assert "Add to Home Screen" in words
        assert "Add to Home screen" in words


class TestAPastedLink:
    """An app on the home screen of an iPhone does not share cookies with Safari."""

    @pytest.mark.parametrize("around", ["{}", "Look: {} see you on Friday", "{}?game=x", "  {}\n"])
    def test_a_link_within_any_text_opens_the_group(self, table, phone, around):
        phone.get("/")
        phone.submit("/join", {"link": around.format(f"http://localhost{table.link('scorer')}")})
        assert phone.path == table.group_path

    @pytest.mark.parametrize("pasted", ["", "http://localhost/groups/1", "x" * 5000])
    def test_text_without_a_link_gets_a_message(self, phone, pasted):
        phone.get("/")
        phone.submit("/join", {"link": pasted}, status=422)
        assert "That is no link of a group." in phone.page.words

    def test_an_unknown_link_opens_nothing(self, phone):
        phone.get("/")
        phone.submit("/join", {"link": "http://localhost/join/abcdefghijklmnopqrstuv"}, status=404)
