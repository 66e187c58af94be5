"""A file on its way into a group, in five steps.

1. Read (files/readers/reading.py): the bytes become a draft, or a refusal with its place.
2. Draft (draft.py): the content of the file, stored with the import until the table decides.
3. Preview (preview.py): the draft matched with the group and with what the table has chosen.
4. Apply (applying.py): what the preview says; files/document/loader.py writes it piece by piece.
5. Revert (reverting.py): what the file made goes again.

Short files are read, applied and reverted within a request; long ones are jobs (jobs.py).
"""
