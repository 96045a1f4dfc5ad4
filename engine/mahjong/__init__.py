"""What the mahjong games share: tiles, melds, claim priority and the hand-shape kernel."""
