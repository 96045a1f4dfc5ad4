import { t } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {Record<string, number>} Rules */

/** Milliseconds as a clock shows them.
 * @param {number} ms */
function shown(ms) {
  if (ms >= 60000)
    return `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
  return `${ms >= 10000 ? Math.floor(ms / 1000) : (ms / 1000).toFixed(1)} s`;
}

/** What is left to a seat: of its bank and, while it is asked, of the time for the decision.
 * @param {Rules} rules @param {number} bank @param {number | null} spent on the open question */
export function timeLeft(rules, bank, spent) {
  if (spent === null)
    return { text: shown(bank), said: t("{time} in the bank", { time: shown(bank) }), low: false };
  const left = rules.decision_ms - spent;
  if (left >= 0)
    return {
      text: `${shown(left)} +`, // a plate has no room for both; what is said has the bank as well
      said: t("{time} for this decision, then {bank} from the bank", {
        time: shown(left),
        bank: shown(bank),
      }),
      low: false,
    };
  const rest = Math.max(0, bank + left);
  return {
    text: shown(rest),
    said: t("{time} left of the bank", { time: shown(rest) }),
    low: true,
  };
}

/** Carry the banks on to a frame that came by the socket: its sender tells nobody's clock,
 *   so what a
 * seat used on its turn is what went by here. The next load puts it right.
 * @param {Rules | null} rules @param {Frame | undefined} before @param {Frame} frame */
export function carryBanks(rules, before, frame) {
  frame.heard = performance.now();
  if (!rules || !before?.banks) return;
  const seat = before.view.current_player;
  const over =
    before.heard === undefined || before.view.asking === "claim"
      ? 0
      : frame.heard - before.heard - rules.decision_ms;
  const bonus = (frame.results?.length ?? 0) * rules.round_bonus_ms;
  frame.banks = before.banks.map(
    (bank, i) => Math.max(0, bank - (i === seat && over > 0 ? over : 0)) + bonus,
  );
}

/** Every seat's clock at a frame, where the match has clocks and the frame tells the banks.
 * @param {Frame} frame @param {import("../lib/types.js").History} match
 * @param {boolean} running whether somebody is being asked now */
export function clocksOf({ banks, heard, view }, { clock, players }, running) {
  const asked =
    running && heard !== undefined && view.asking !== "claim" ? view.current_player : -1;
  return players.map((_, seat) =>
    clock && banks
      ? timeLeft(clock, banks[seat], seat === asked ? performance.now() - Number(heard) : null)
      : null,
  );
}
