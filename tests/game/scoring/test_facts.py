from game.scoring.facts import Away, Hand, Round, SeatFacts, in_order


def test_an_absence_covers_the_rounds_from_since_up_to_the_one_played_again():
    away = Away(since=3, until=5)
    assert [number for number in range(1, 8) if away.covers(number)] == [3, 4]


def test_a_player_without_a_return_has_left():
    seat = SeatFacts("Anna", 0, away=(Away(since=3),))
    assert seat.has_left
    assert [seat.plays(number) for number in (2, 3, 99)] == [True, False, False]


def test_a_player_who_came_back_has_not_left():
    assert not SeatFacts("Anna", 0, away=(Away(since=3, until=4),)).has_left


def test_a_seat_plays_from_the_first_round_with_zero_points_by_default():
    assert SeatFacts("Anna", 0) == SeatFacts("Anna", 0, joined_round=1, away=(), start_points=0, team=None)


def test_a_late_joiner_plays_from_the_round_of_joining():
    seat = SeatFacts("Bo", 1, joined_round=3)
    assert [seat.plays(number) for number in (2, 3)] == [False, True]


def test_seats_go_clockwise_by_position():
    anna, bo, cara = SeatFacts("Anna", 2), SeatFacts("Bo", 0), SeatFacts("Cara", 1)
    assert in_order([anna, bo, cara]) == [bo, cara, anna]


def test_zero_points_are_not_the_same_as_no_hand():
    played = Round(1, "Anna", 7, "Anna", (Hand("Anna", {}, 0),))
    assert played.points_of("Anna") == 0
    assert played.points_of("Bo") is None
