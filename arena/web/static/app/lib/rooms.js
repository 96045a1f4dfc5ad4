import { problemOf } from "./errors.js";

/** Time enough for a person. */
const CLOCK = { decision_ms: 600000, bank_ms: 3600000, round_bonus_ms: 60000, ready_ms: 60000 };

/** A name for a new room. @param {string} game */
const roomName = game => `play-${game}-${Math.random().toString(36).slice(2, 8)}`;

/** Open a room in which a person plays.
 * @param {string} game @param {number} longest_ms the longest time that the server gives
 * @param {Record<string, any>} rules
 * @returns {Promise<{room: string, problem: string, status: number}>} */
export async function openRoom(game, longest_ms, rules) {
  const room = roomName(game);
  const time = Object.fromEntries(
    Object.entries(CLOCK).map(([name, ms]) => [name, Math.min(ms, longest_ms)]),
  );
  const response = await fetch("/rooms", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ room_id: room, time, ...rules }),
  }).catch(() => null);
  if (response?.ok) return { room, problem: "", status: response.status };
  const told = await response?.json().catch(() => null);
  return { room, problem: problemOf(response, told), status: response?.status ?? 0 };
}
