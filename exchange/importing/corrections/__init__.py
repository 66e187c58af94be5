"""Points that a file tells otherwise than they stand here: found, offered by session, and put right.

A file may have come in before, or have gone out from here. Where only its points differ they are put right by
an ordinary change of the session, as at the table; where the table has changed a session itself, what stands
here holds unless somebody says otherwise.
"""
