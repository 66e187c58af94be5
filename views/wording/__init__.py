"""What all rooms say and draw: hands, cards, deals, changes, results as sentences, sheets and charts."""
