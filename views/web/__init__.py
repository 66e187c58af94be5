"""HTTP for all rooms: who may, which phone, which language, what goes wrong."""
