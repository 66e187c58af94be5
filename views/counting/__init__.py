"""Own hands: each says who they are, counts on a phone of their own, and sees how far the others are."""
