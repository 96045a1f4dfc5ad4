import { problemOf } from "../lib/errors.js";

/** What the strongest house bot would do, and what there is to know about choices. */

/** @typedef {{bot: string, choice: string | null, candidates: Record<string, number>,
 *   notes: Record<string, string>,
 *   remarks: Record<string, import("./remarks.js").Remark>}} Advice */

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
  asked(`/api/matches/${matchId}/advice?seat=${seat}&frame=${frame}`, {}, true);

/** @param {string} address @param {RequestInit} how
 * @param {boolean} [patient] whether to wait where the server says when to ask again
 * @returns {Promise<Advice | string>} */
async function asked(address, how, patient = false) {
  const response = await fetch(address, how).catch(() => null);
  const later = Number(response?.headers.get("Retry-After"));
  if (patient && response?.status === 429 && later) {
    await new Promise(resolve => setTimeout(resolve, later * 1000));
    return asked(address, how, patient);
  }
  const told = await response?.json().catch(() => null);
  return response?.ok ? told : problemOf(response, told);
}

const WINS = /^(ron|tsumo|hu|win)$/;

/** Whether a win is on offer that may be passed.
 * @param {{legal: string[]}} view */
export const mayPassWin = view => view.legal.includes("pass") && view.legal.some(isWin);

/** @param {string} choice */
const isWin = choice => WINS.test(choice.split(":")[0]);

/** The choice that somebody who wants to win or pass by itself makes; none if there is to decide.
 * @param {{legal: string[], asking: string}} view @param {{win: boolean, pass: boolean}} wanted */
export function automatic(view, wanted) {
  const wins = view.legal.find(isWin);
  if (wins) return wanted.win ? wins : undefined;
  return wanted.pass && view.asking === "claim" && view.legal.includes("pass") ? "pass" : undefined;
}
