"""https at home, by an authority of this computer’s own. authority.py and what it needs want cryptography."""
