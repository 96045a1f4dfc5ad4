"""Frames as a server sends them."""

ACK = {
    "type": "join_ack", "room_id": "r", "player_id": "p", "seat": 0, "players": 2,
    "game": "tigerdragon", "config": {},
}  # fmt: skip


STATE = {
    "type": "state", "seq": 0, "request_id": 1, "deadline_ms": None, "legal": "7,8",
    "view": {"legal": ["7", "8"]}, "events": [{"type": "passed", "seat": 1}],
}  # fmt: skip


OVER = {
    "type": "game_over", "winner": 1, "scores": "2,10", "deltas": [2, 10], "placements": [2, 1],
    "events": [{"type": "match_ended", "winner": 1, "scores": [2, 10]}],
}  # fmt: skip
