"""Whatever a table has done, it reads the same as rows, goes into a file and comes back out of it."""

import json

from hypothesis import given, settings

from tests import sampling
from tests.exchange.document.files import take_in, written
from tests.exchange.document.test_played import assert_all_same
from tests.models.random_play import NAMES, Play, moves, setups
from tests.table import start


@given(setup=setups, plan=moves)
@settings(max_examples=sampling.examples(25))
def test_whatever_was_played_comes_back(app, setup, plan):
    (variant, options), players = setup
    table = start(app, variant, " ".join(NAMES[:players]), **options)
    play = Play(table)
    for move in plan:
        play.make(move)
    assert_all_same(app, table.group_id)
    document = written(app, table.group_id)
    copy, _report = take_in(app, document)
    ids = json.dumps(written(app, copy)["sessions"][0], sort_keys=True)
    names = {str(p["id"]): p["name"] for d in (document, written(app, copy)) for p in d["players"]}

    def with_names(text):
        for own, name in names.items():
            text = text.replace(own, name)
        return {**json.loads(text), "id": None, "night": None}

    assert with_names(ids) == with_names(json.dumps(document["sessions"][0], sort_keys=True))
