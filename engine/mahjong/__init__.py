"""What the mahjong games share: tiles, melds, histories, claims and the hand-shape kernel."""
