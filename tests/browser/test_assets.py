"""The minified style sheets in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from views.operations.assets import shortened

SHEETS = sorted((Path(__file__).parents[2] / "static/css").glob("*.css"))
RULES_OF = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText);
}"""


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_minified_style_sheet_has_the_same_rules(phone, sheet):
    rules = phone.evaluate(RULES_OF, sheet.read_text())
    assert rules
    assert phone.evaluate(RULES_OF, shortened(sheet.read_text(), ".css")) == rules
