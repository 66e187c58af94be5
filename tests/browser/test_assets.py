"""The minified style sheets in a browser."""

from __future__ import annotations

from pathlib import Path

from views.operations.assets import shortened

SHEETS = sorted((Path(__file__).parents[2] / "static/css").glob("*.css"))
RULES_OF = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText);
}"""


def test_minified_style_sheets_have_the_same_rules(phone):
    assert SHEETS
    for sheet in SHEETS:
        rules = phone.evaluate(RULES_OF, sheet.read_text())
        assert rules, sheet.name
        assert phone.evaluate(RULES_OF, shortened(sheet.read_text(), ".css")) == rules, sheet.name
