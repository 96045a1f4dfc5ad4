import { named, words } from "../games/describe.js";

/** What a round's result is called; seats are told apart where two players have one name.
 * @param {import("../lib/types.js").RoundResult} result @param {string[]} players */
export function heading(result, players) {
  const names = result.winners.map(seat => named(seat, players)).join(" and ");
  const { reason, name } = result.result;
  if (!names) return `Round ${name ?? result.round}: ${reason ? words(reason) : "a draw"}`;
  const verb = result.winners.length > 1 ? "win" : "wins";
  return `${names} ${verb}${reason ? ` by ${words(reason)}` : ""}`;
}
