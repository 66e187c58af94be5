"""What programs ask from outside: is it alive, how is it doing, what may be read, whom to write to."""
