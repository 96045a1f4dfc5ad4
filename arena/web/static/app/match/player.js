import { askThere } from "./advice.js";
import { linkOf, playOn } from "./play_on.js";
import { writeHash } from "./position.js";
import { t, term } from "../lib/messages.js";

/** Milliseconds an event stays at speed 1. */
export const PACE = 1000;
/** Behind live, two events a second can be followed. */
const WATCHABLE = 500;

/** Moves a position through its match, by hand or by itself. */
export class Player {
  /** @param {import("./position.js").Position} at @param {() => void} changed */
  constructor(at, changed) {
    this.at = at;
    this.changed = changed;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.pacing = undefined;
  }

  /** @param {number} frame */
  go(frame) {
    this.at.go(frame);
    this.changed();
  }

  /** Go to a frame and stay there.
   * @param {number} frame */
  jump(frame) {
    this.stop();
    this.go(frame);
  }

  /** @param {number} by */
  step(by) {
    this.jump(this.at.cursor + by);
  }

  stop() {
    this.at.playing = false;
    clearTimeout(this.timer);
  }

  play() {
    const { at } = this;
    if (at.playing) this.stop();
    else if (at.speed === 0) this.go(at.cursor + 1);
    else {
      if (at.cursor >= at.last && !at.live) at.cursor = 0;
      at.playing = true;
      this.tick();
    }
    this.changed();
  }

  tick() {
    const { at } = this;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (at.cursor < at.last) this.go(at.cursor + 1);
      if (at.cursor >= at.last && !at.live) this.stop();
      if (at.playing) this.tick();
      this.changed();
    }, PACE / at.speed);
  }

  /** @param {number} value events a second; 0 steps one by one */
  setSpeed(value) {
    this.at.speed = value;
    if (!value) this.stop();
    else if (this.at.playing) this.tick();
    this.changed();
  }

  /** Show what has come in: the newest at once, or event by event at a watchable pace. */
  catchUp() {
    const { at } = this;
    if (!at.following || at.playing) return;
    if (!at.paced) at.cursor = at.last;
    else if (at.cursor < at.last)
      this.pacing ??= setTimeout(() => {
        this.pacing = undefined;
        if (at.following && at.paced) at.cursor = Math.min(at.cursor + 1, at.last);
        this.catchUp();
        this.changed();
      }, WATCHABLE);
  }

  /** @param {boolean} on */
  setPace(on) {
    this.at.paced = on;
    localStorage.setItem("arena-pace", on ? "on" : "off");
    this.catchUp();
    this.changed();
  }

  /** @param {number} by */
  problem(by) {
    const { at } = this;
    const { marks, players } = at.history;
    const next = at.nextProblem(by);
    if (next === undefined) {
      at.note = marks.length ? t("No further problem that way.") : t("No problems in this match.");
      this.changed();
    } else {
      at.note = marks
        .filter(item => item.frame === next)
        .map(
          item =>
            `${item.seat >= 0 ? `${players[item.seat]}, ` : ""}${term(item.kind)}: ${item.text}`,
        )
        .join("; ");
      this.jump(next);
    }
  }

  /** Go to the decision that cost the most, seen by who made it. */
  turn() {
    const { frame, seat } = this.at.turningPoint;
    this.at.seat = seat;
    this.at.note = t("{name} decides here; nobody lost more in a round.", {
      name: this.at.first.players[seat],
    });
    this.jump(frame);
  }

  /** @param {number} by */
  round(by) {
    this.jump(this.at.roundStart(by));
  }

  /** @param {number} by */
  decision(by) {
    this.stop();
    const next = this.at.nextDecision(by);
    if (next !== undefined) this.go(next);
  }

  end() {
    this.jump(this.at.last);
  }

  /** Ask the search what it would do here for the chosen seat. */
  async ask() {
    const { at } = this;
    if (!at.first.next || !at.history.result) return;
    this.stop();
    const { seat, shown } = at;
    at.note = t("The search is thinking …");
    this.changed();
    const advice = await askThere(at.first.match_id, seat, shown);
    at.note = typeof advice === "string" ? advice : "";
    if (typeof advice !== "string") at.asked = { frame: shown, seat, advice };
    this.changed();
  }

  /** Sit down at the chosen seat and play on from what is shown. */
  async playOn() {
    this.stop();
    this.at.note = await playOn(this.at);
    this.changed();
  }

  /** Copy a link that holds the whole match, for any server of these games. */
  async copyWhole() {
    const { at } = this;
    const link = await linkOf(at);
    const text = link && `${location.origin}/replay#${link}&e=${at.cursor}`;
    at.note = text ? await copied(text) : t("The whole match can be linked to when it is over.");
    this.changed();
  }

  async copy() {
    const { at } = this;
    writeHash(at);
    const link = new URL(location.href);
    if (at.following) link.hash = `e=${at.cursor}`;
    at.note = await copied(link.href);
    this.changed();
  }

  /** Show a frame while it is pointed at, unless another is pinned.
   * @param {number | null} frame */
  hover(frame) {
    if (this.at.pinned !== null) return;
    this.at.hover = frame;
    this.changed();
  }

  /** @param {number} frame */
  pin(frame) {
    this.jump(frame);
    this.at.pinned = this.at.hover = frame;
    this.changed();
  }

  unpin() {
    this.at.hover = this.at.pinned = null;
    this.changed();
  }
}

/** Copy a text; what to say of it.
 * @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return t("The link is copied.");
  } catch {
    return text;
  }
}
