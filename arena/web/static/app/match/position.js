/** @typedef {import("../lib/types.js").History} History */

/** Where a reader of a match is, what is shown from there, and how it goes on. */
export class Position {
  /** @param {History} first the match as the page came with it
   * @param {string | null} pace "on" or "off": whether the reader wants live events at a watchable
   *   pace; who has not said is shown bots' matches so, as bots play faster than people read */
  constructor(first, pace) {
    this.first = first;
    this.history = first;
    this.view = "";
    this.seat = 0;
    this.text = false;
    this.cursor = 0;
    /** @type {number | null} */ this.hover = null;
    /** @type {number | null} */ this.pinned = null;
    this.playing = false;
    this.speed = 1;
    this.following = false;
    this.paced = pace === null ? Boolean(first.bots_only) : pace === "on";
    /** When the last message came in. */ this.heard = 0;
    /** Milliseconds between the last two. */ this.gap = 0;
    /** Rounds there were when hands were opened last. */ this.opened = 0;
    this.tab = "Why";
    /** @type {import("../lib/types.js").SeatLog[] | null} */ this.logs = null;
    this.live = Boolean(first.room_id);
    this.lost = false;
    this.said = "";
    this.note = "";
    /** Whether what else can be done is shown, where it is folded away. */ this.more = false;
    this.loaded = false;
    /** What the search was asked last. @type {{frame: number, seat: number,
     *   advice: import("./advice.js").Advice} | null} */ this.asked = null;
    /** @type {import("../lib/types.js").Mark[]} */ this.reviewed = [];
  }

  get last() {
    return this.history.frames.length - 1;
  }

  /** The frame on the table: the one pointed at, else the one stepped to. */
  get shown() {
    return Math.min(this.hover ?? this.cursor, this.last);
  }

  /** What the API calls the chosen perspective. */
  get viewer() {
    return this.view === "seat" ? String(this.seat) : this.view;
  }

  /** Whether the match still runs, so that hands may be hidden. */
  get hidden() {
    return this.live && !this.history.result;
  }

  /** What a running match is followed as; hands of rounds that are over are loaded separately.
   * @returns {"all" | "public"} */
  get feedView() {
    return this.first.hands === "live" ? "all" : "public";
  }

  get mayOpen() {
    return !this.hidden || this.first.hands === "rounds" || this.first.hands === "live";
  }

  /** Move to a frame and let go of a pinned one; the last frame of a live match is followed.
   * @param {number} frame */
  go(frame) {
    this.cursor = Math.max(0, Math.min(frame, this.last));
    this.following = this.live && this.cursor === this.last;
    this.hover = this.pinned = null;
  }

  /** The round that is shown. */
  get round() {
    return Math.max(
      0,
      this.history.rounds.findLastIndex(round => round.frame <= this.cursor),
    );
  }

  /** Mark a decision, in this perspective and in those that are loaded later.
   * @param {import("../lib/types.js").Mark} mark */
  addMark(mark) {
    this.reviewed.push(mark);
    this.withReview(this.history);
  }

  /** Put what a review found among the marks of a history.
   * @param {History} history */
  withReview(history) {
    const own = history.marks.filter(mark => mark.kind !== "review");
    history.marks = [...own, ...this.reviewed].sort((a, b) => a.frame - b.frame);
  }

  /** All that has happened in the round that is shown, up to what is shown. */
  get roundEvents() {
    const start = this.history.rounds.findLast(round => round.frame <= this.shown)?.frame ?? 0;
    return this.history.frames.slice(start, this.shown + 1).flatMap(frame => frame.events);
  }

  /** The first frame of a neighbouring round; back goes to the start of this one first.
   * @param {number} by 1 or -1 */
  roundStart(by) {
    const rounds = this.history.rounds,
      now = this.round;
    if (by > 0) return rounds[now + 1]?.frame ?? this.last;
    return this.cursor > rounds[now].frame ? rounds[now].frame : rounds[Math.max(0, now - 1)].frame;
  }

  /** The frame before the next decision of the chosen seat, as far as this view shows it.
   * @param {number} by 1 or -1 @returns {number | undefined} */
  nextDecision(by) {
    for (let k = this.cursor + by; k >= 0 && k < this.last; k += by) {
      if (this.history.frames[k + 1]?.moves?.[this.seat] !== undefined) return k;
    }
    return undefined;
  }

  /** The frame of the next problem.
   * @param {number} by 1 or -1 @returns {number | undefined} */
  nextProblem(by) {
    const places = this.history.marks.map(item => item.frame);
    return by > 0
      ? places.find(place => place > this.cursor)
      : places.findLast(place => place < this.cursor);
  }

  /** The last decision that the match's greatest loss could still have been avoided by: who lost it,
   * and the frame before what they did. */
  get turningPoint() {
    const { frames } = this.history;
    let most = 0;
    let found = { frame: this.last, seat: 0 };
    frames.forEach((frame, place) => {
      for (const { points } of frame.results ?? []) {
        const least = Math.min(...points);
        if (least < -most) {
          most = -least;
          found = { frame: place, seat: points.indexOf(least) };
        }
      }
    });
    for (let k = found.frame; k > 0; k--)
      if (frames[k].moves?.[found.seat] !== undefined) return { ...found, frame: k - 1 };
    return found;
  }

  /** Apply the hash of a link; the frame it names.
   * @param {string} text @returns {number | null} */
  readHash(text) {
    const hash = new URLSearchParams(text.replace(/^#/, ""));
    const seat = Number(hash.get("seat"));
    if (hash.has("seat") && seat >= 0 && seat < this.first.players.length) this.seat = seat;
    const view = hash.get("view");
    this.text = view === "text" || hash.get("mode") === "text";
    if (this.hidden) this.view = view === "all" && this.mayOpen ? "all" : this.feedView;
    else if (view === "seat" || view === "public" || view === "all") this.view = view;
    else this.view = hash.has("seat") ? "seat" : "all";
    const e = hash.get("e");
    return e === null ? null : Number(e);
  }

  /** The hash of a link to what is shown; a live match is linked to as live. */
  get hash() {
    const hash = new URLSearchParams();
    if (!this.following) hash.set("e", String(this.cursor));
    if (this.seat || this.view === "seat") hash.set("seat", String(this.seat));
    if (this.view !== "all") hash.set("view", this.view);
    if (this.text) hash.set("mode", "text");
    const { link } = this.first.brought ?? {};
    return `#${[link, String(hash)].filter(Boolean).join("&")}`;
  }
}

/** Make the address of the page a link to what is shown.
 * @param {Position} at */
export function writeHash(at) {
  const text = at.hash;
  if (text !== location.hash)
    history.replaceState(null, "", text === "#" ? location.pathname : text);
}
