/** @typedef {import("./types.js").History} History */

/** @type {History} */
export const first = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");

/** Everything that can change, in one place. */
export const at = {
  history: first,
  view: "",
  seat: 0,
  text: false,
  cursor: 0,
  /** @type {number | null} */ hover: null,
  /** @type {number | null} */ pinned: null,
  playing: false,
  speed: 1,
  following: false,
  paced: localStorage.getItem("arena-pace") === "on",
  heard: 0,
  /** Between the last two things that came in. */ gap: 0,
  /** Rounds there were when hands were opened last. */ opened: 0,
  tab: "Why",
  /** @type {import("./types.js").SeatLog[] | null} */ logs: null,
  live: Boolean(first.room_id),
  lost: false,
  said: "",
  note: "",
  loaded: false,
};
/** @type {() => void} */
let redraw = () => {};

/** Say what is to be done whenever something has changed.
 * @param {() => void} draw */
export function onChange(draw) {
  redraw = draw;
}

export const changed = () => redraw();

// -- where we are

export const last = () => at.history.frames.length - 1;
export const shown = () => Math.min(at.hover ?? at.cursor, last());
export const viewer = () => (at.view === "seat" ? String(at.seat) : at.view);
export const hidden = () => at.live && !at.history.result;
/** What a running match is followed as; hands of rounds that are over come besides. */
export const feedView = first.hands === "live" ? "all" : "public";
export const mayOpen = () => !hidden() || first.hands === "rounds" || first.hands === "live";

/** Take over what the link says; the event it names.
 * @returns {number | null} */
export function readHash() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const seat = Number(hash.get("seat"));
  if (hash.has("seat") && seat >= 0 && seat < first.players.length) at.seat = seat;
  const view = hash.get("view");
  at.text = view === "text" || hash.get("mode") === "text";
  at.view = hidden() ? (view === "all" && mayOpen() ? "all" : feedView) : view === "seat" || view === "public" || view === "all" ? view
    : hash.has("seat") ? "seat" : "all";
  const e = hash.get("e");
  return e === null ? null : Number(e);
}

export function writeHash() {
  const hash = new URLSearchParams();
  if (!at.following) hash.set("e", String(at.cursor));
  if (at.seat || at.view === "seat") hash.set("seat", String(at.seat));
  if (at.view !== "all") hash.set("view", at.view);
  if (at.text) hash.set("mode", "text");
  const text = `#${hash}`;
  if (text !== location.hash) history.replaceState(null, "", text === "#" ? location.pathname : text);
}
