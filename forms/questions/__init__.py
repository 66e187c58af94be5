"""What is asked in an address: may I play this, may I meld that, what is this hand worth where?"""
