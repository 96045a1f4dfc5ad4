import { t } from "../lib/messages.js";

/** What the strongest house bot would do, and what there is to know about choices. */

/** @typedef {{bot: string, choice: string | null, candidates: Record<string, number>,
 *   notes: Record<string, string>}} Advice */

/** Ask about the own decision in a running match, with the seat's token.
 * @param {string} matchId @param {string} token @param {boolean} think
 * @returns {Promise<Advice | string>} the advice, or why there is none */
export const askHere = (matchId, token, think) =>
  asked(`/api/matches/${matchId}/advice?think=${think}`, {
    headers: { Authorization: `Bearer ${token}` },
  });

/** Ask about a decision of a match that is over.
 * @param {string} matchId @param {number} seat @param {number} frame
 * @returns {Promise<Advice | string>} */
export const askThere = (matchId, seat, frame) =>
  asked(`/api/matches/${matchId}/advice?seat=${seat}&frame=${frame}`, {});

/** @param {string} address @param {RequestInit} how @returns {Promise<Advice | string>} */
async function asked(address, how) {
  const response = await fetch(address, how).catch(() => null);
  const told = await response?.json().catch(() => null);
  return response?.ok ? told : (told?.error?.message ?? t("The server does not answer."));
}

/** The choice that somebody who wants to win or pass by itself makes; none if there is to decide.
 * @param {{legal: string[], asking: string}} view @param {{win: boolean, pass: boolean}} wanted */
export function automatic(view, wanted) {
  const wins = view.legal.find(choice => /^(ron|tsumo|hu|win)$/.test(choice.split(":")[0]));
  if (wins) return wanted.win ? wins : undefined;
  return wanted.pass && view.asking === "claim" && view.legal.includes("pass") ? "pass" : undefined;
}
