"""Any history of a table is the same when read as rows, and survives export and import."""

import json

from hypothesis import given, settings

from tests import sampling
from tests.files.document.files import exported, import_document
from tests.files.document.test_played import assert_all_same
from tests.models.random_play import NAMES, Play, moves, setups
from tests.table import start


@given(setup=setups, plan=moves)
@settings(max_examples=sampling.examples(25))
def test_any_history_survives_export_and_import(app, setup, plan):
    (variant, options), players = setup
    table = start(app, variant, " ".join(NAMES[:players]), **options)
    play = Play(table)
    for move in plan:
        play.make(move)
    assert_all_same(app, table.group_id)
    document = exported(app, table.group_id)
    copy, _report = import_document(app, document)
    ids = json.dumps(exported(app, copy)["sessions"][0], sort_keys=True)
    names = {str(p["id"]): p["name"] for d in (document, exported(app, copy)) for p in d["players"]}

    def with_names(text):
        for own, name in names.items():
            text = text.replace(own, name)
        return {**json.loads(text), "id": None, "night": None}

    assert with_names(ids) == with_names(json.dumps(document["sessions"][0], sort_keys=True))
