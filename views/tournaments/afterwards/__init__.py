"""What an evening has come to: the podium and the prizes, a text for the chat, a sheet of paper."""
