"""Requests during the merge of two groups are executed or refused."""

import pytest

from models import Group, db
from tests.concurrency.test_at_once import at_once, filled
from tests.files.document.files import exported
from tests.sampling import chaos
from tests.table import at_work

pytestmark = pytest.mark.both_databases

TIMES = [0, *(pytest.param(time, marks=chaos) for time in range(1, 6))]  # the order of the two is random


@pytest.fixture
def target(game):
    return game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()


@pytest.fixture
def source(game):
    return game("derange", "Cara Dilan", group_name="Sunday table").plays("Cara out, Dilan 8").stops()


@pytest.fixture
def owner_of_both(target, source, phone_of):
    """A phone that has opened the owner's link of each group."""
    phone = phone_of(target, "owner")
    phone.open_link(source.link("owner"))
    return phone


def merge_request(phone, target, source):
    """The form that merges one group into the other."""
    phone.get(f"{source.group_path}/merge")
    phone.submit("#merge", {"into": str(target.group_id)})
    return phone, *phone.filled("#apply", button="Put together")[::2]


def merged(app, table):
    with at_work(app):
        return db.session.get_one(Group, table.group_id).merged_into_id


@pytest.mark.parametrize("_time", TIMES)
def test_a_reopened_session_continues_or_leads_to_the_merged_group(app, target, source, owner_of_both, _time):
    both = merge_request(owner_of_both, target, source)
    again = filled(owner_of_both.twin(), source.path, "/undo")
    codes = [answer.status_code for answer in at_once(app, [both, again])]
    assert codes in ([303, 410], [422, 303])
    assert (merged(app, source) is None, source.is_finished()) == (codes[1] == 303, codes[1] == 410)


@pytest.mark.parametrize("_time", TIMES)
def test_a_new_session_is_not_lost(app, target, source, owner_of_both, _time):
    both = merge_request(owner_of_both, target, source)
    new = filled(
        owner_of_both.twin(),
        f"/new/derange?group={source.group_id}&seats_of={source.session_id}",
        "#new-game",
    )
    codes = [answer.status_code for answer in at_once(app, [both, new])]
    begun = len(exported(app, source.group_id)["sessions"]) == 2
    assert codes in ([303, 410], [422, 303])
    assert (begun, merged(app, source) is None) == (codes[1] == 303, codes[1] == 303)


def test_of_two_opposite_merges_one_is_executed(app, target, source, owner_of_both):
    there, back = (
        merge_request(owner_of_both, target, source),
        merge_request(owner_of_both.twin(), source, target),
    )
    at_once(app, [there, back])
    assert sorted(bool(merged(app, table)) for table in (target, source)) == [False, True]


def test_a_merge_sent_by_two_phones_is_executed_once(app, target, source, owner_of_both):
    both = merge_request(owner_of_both, target, source)
    assert [answer.status_code for answer in at_once(app, [both] * 4)].count(303) >= 1
    assert len(exported(app, target.group_id)["sessions"]) == 2
