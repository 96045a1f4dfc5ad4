"""What the pages must do, point by point; every point of a page that is built has its test."""

from typing import Final

POINTS: Final = {
    "shared-origin": "no request leaves the origin and no console error",
    "shared-narrow": "no sideways scroll of the page at 360 pixels",
    "shared-first-draw": "the first draw is from data in the page",
    "match-deep-link": "#e=..&seat=..&view=seat opens that event and view",
    "match-hidden": "no hidden tile in the DOM or in any answer for a seat's view",
    "match-keys": "every key works",
    "match-scrub-api": "the scrubber at event k shows frame k of the API",
    "match-fault": "a fault shows its reason and the raw message of the bot",
    "match-speed": "speeds 0.5 to 8, 0 steps",
    "match-perspective": "a new round keeps the chosen perspective",
    "match-tabs": "two tabs can hold different events",
    "match-thousand": "1000 events scrub under 50 ms a move",
    "shared-axe": "axe: nothing serious or critical, dark and light, wide and narrow",
    "shared-reconnect": "socket lost: a mark within 2 s, then on without reload or doubled events",
    "lobby-appears": "a match started through the API shows up within 1 s without reload",
    "lobby-finishes": "a finished match moves to recent, with the result",
    "lobby-filter": "the filter is in the URL and survives reload",
    "lobby-fifty": "50 live cards at 2 events a second each keep 30 frames a second",
    "lobby-empty": "an empty server says how to start a match",
    "match-freeze": "stepping back freezes the table, the live counter goes on, Go live returns",
    "match-hidden-live": "no hidden tile in the DOM or in any socket frame of a live match",
    "match-final": "the end of a live match turns the badge to final, with places",
    "play-tigerdragon": "a person can play a whole Tiger & Dragon match by clicking",
    "play-riichi": "a person can play a riichi round by clicking",
    "play-keyboard": "a person can play by keyboard alone",
    "tournament-standings": "whiskers lie where the API's values are, to a pixel",
    "tournament-cross": "a cell of the cross table and its mirror make 100 %",
    "tournament-significant": "sure cells are marked by weight and underline",
    "tournament-in-place": "results come in without moving scroll or focus",
    "tournament-test": "the bar of a sequential test shows the API's values, and the verdict",
    "tournament-print": "paper shows the tables alone, within A4",
    "docs-reference": "the reference tells every message and key of the server's models",
    "docs-samples": "every sample message validates, for every game",
    "docs-playground": "the playground completes one deal against house bots",
    "docs-copy": "copy buttons work by keyboard",
    "docs-starters": "starter bots can be downloaded",
}

LATER: Final = {
    "shared-times": "times are <time>, estimates carry ± and n: no page has either yet",
    "bot": "the bot page",
    "leaderboard": "the leaderboard page",
    "submit": "the submit page",
}
"""Points of pages that are not built yet."""
