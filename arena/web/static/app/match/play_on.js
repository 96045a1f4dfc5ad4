import { openRoom } from "../lib/rooms.js";
import { t } from "../lib/messages.js";

/** @typedef {import("./position.js").Position} Position */

/** The link that holds a finished match; none while it runs, as it holds every hand.
 * @param {Position} at @returns {Promise<string | null>} */
export async function linkOf({ first }) {
  if (first.brought) return first.brought.link ?? null;
  const response = await fetch(`/api/matches/${first.match_id}/link`).catch(() => null);
  return response?.ok ? (await response.json()).link : null;
}

/** Open a table that goes on from what is shown, with house bots at all seats but the chosen one;
 * what is wrong, or nothing.
 * @param {Position} at @returns {Promise<string>} */
export async function playOn(at) {
  const { game, longest_ms } = at.first;
  const link = await linkOf(at);
  if (!link) return t("This can be played on when the match is over.");
  const about = await fetch(`/api/games/${game}`).then(response => response.json());
  const bots = at.first.players.map((_, seat) => (seat === at.seat ? "" : about.house_bot));
  const step = at.history.frames[at.shown].seq;
  const { room, problem } = await openRoom(game, longest_ms ?? 600000, { link, step, bots });
  if (!problem) location.href = `/play/${game}?room=${room}`;
  return problem;
}
