"""While two groups are put together somebody plays on or does the same: it counts, or is refused."""

import pytest

from models import Group, db
from tests.concurrency.test_at_once import at_once, filled
from tests.exchange.document.files import exported
from tests.sampling import chaos
from tests.table import at_work

pytestmark = pytest.mark.both_databases

TIMES = [0, *(pytest.param(time, marks=chaos) for time in range(1, 6))]  # which of two comes first is chance


@pytest.fixture
def kept(game):
    return game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()


@pytest.fixture
def gone(game):
    return game("derange", "Cara Dilan", group_name="Sunday table").plays("Cara out, Dilan 8").stops()


@pytest.fixture
def owner_of_both(kept, gone, phone_of):
    """A phone that has opened the owner's link of each group."""
    phone = phone_of(kept, "owner")
    phone.open_link(gone.link("owner"))
    return phone


def on_its_way(phone, kept, gone):
    """What joins one group into the other when it is sent."""
    phone.get(f"{gone.group_path}/merge")
    phone.submit("#merge", {"into": str(kept.group_id)})
    return phone, *phone.filled("#apply", button="Put together")[::2]


def joined(app, table):
    with at_work(app):
        return db.session.get_one(Group, table.group_id).merged_into_id


@pytest.mark.parametrize("_time", TIMES)
def test_whoever_opens_a_game_again_plays_on_or_reads_where_it_went(app, kept, gone, owner_of_both, _time):
    both = on_its_way(owner_of_both, kept, gone)
    again = filled(owner_of_both.twin(), gone.path, "/undo")
    codes = [answer.status_code for answer in at_once(app, [both, again])]
    assert codes in ([303, 410], [422, 303])
    assert (joined(app, gone) is None, gone.is_finished()) == (codes[1] == 303, codes[1] == 410)


@pytest.mark.parametrize("_time", TIMES)
def test_a_game_that_begins_is_not_lost(app, kept, gone, owner_of_both, _time):
    both = on_its_way(owner_of_both, kept, gone)
    new = filled(
        owner_of_both.twin(), f"/new/derange?group={gone.group_id}&seats_of={gone.session_id}", "#new-game"
    )
    codes = [answer.status_code for answer in at_once(app, [both, new])]
    begun = len(exported(app, gone.group_id)["sessions"]) == 2
    assert codes in ([303, 410], [422, 303])
    assert (begun, joined(app, gone) is None) == (codes[1] == 303, codes[1] == 303)


def test_into_each_other_one_goes(app, kept, gone, owner_of_both):
    there, back = on_its_way(owner_of_both, kept, gone), on_its_way(owner_of_both.twin(), gone, kept)
    at_once(app, [there, back])
    assert sorted(bool(joined(app, table)) for table in (kept, gone)) == [False, True]


def test_sent_by_two_phones_it_is_done_once(app, kept, gone, owner_of_both):
    both = on_its_way(owner_of_both, kept, gone)
    assert [answer.status_code for answer in at_once(app, [both] * 4)].count(303) >= 1
    assert len(exported(app, kept.group_id)["sessions"]) == 2
