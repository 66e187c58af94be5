"""What a long document is made of is not looked through for garbage again and again."""

import gc

from exchange.document.collecting import making_many


def test_what_was_made_is_old_at_once():
    with making_many():
        made = [[number] for number in range(8)]
        assert not gc.isenabled()
    assert any(thing is made for thing in gc.get_objects(generation=2))
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()
