import { LiveFeed } from "./feed.js";
import { problemOf } from "../lib/errors.js";
import { t } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").History} History */

/** Loads the frames of a match from the chosen perspective, and follows it while it runs. */
export class Loader {
  /** @param {import("./position.js").Position} at @param {import("./player.js").Player} player
   * @param {() => void} changed */
  constructor(at, player, changed) {
    this.at = at;
    this.player = player;
    this.changed = changed;
    /** @type {Map<string, History>} */ this.cache = new Map();
    /** @type {LiveFeed | null} */ this.feed = null;
  }

  /** The perspective whose frames are wanted now. */
  get wanted() {
    return this.at.hidden ? this.at.feedView : this.at.viewer;
  }

  async load() {
    const { at } = this;
    const as = this.wanted;
    const had = this.cache.get(as);
    if (had && !at.live) {
      at.history = had;
      at.withReview(had);
    } else {
      const loaded = await this.framesAs(as);
      if (!loaded || as !== this.wanted) return;
      this.take(loaded, as);
    }
    at.note = "";
    const newest = at.following && !(at.paced && at.loaded);
    at.cursor = Math.max(0, Math.min(newest ? at.last : at.cursor, at.last));
    at.loaded = true;
    if (at.hidden && at.view !== at.feedView) await this.openHands();
    this.changed();
  }

  /** @param {History} loaded @param {string} as */
  take(loaded, as) {
    const { at } = this;
    at.history = { ...loaded, room_id: at.first.room_id };
    if (at.hidden) at.history.frames[at.last].heard = performance.now();
    if (at.hidden && this.feed) this.feed.history = at.history;
    this.cache.set(as, at.history);
    at.withReview(at.history);
  }

  /** @param {string} as @returns {Promise<History | null>} */
  async framesAs(as) {
    const { at } = this;
    const { brought } = at.first;
    const study = /^\d+$/.test(as);
    const asked = brought
      ? fetch("/api/replay", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ ...brought, as, study }),
        })
      : fetch(`/api/matches/${at.first.match_id}/frames?as=${as}${study ? "&study=true" : ""}`);
    const response = await asked.catch(() => null);
    if (response?.ok) return response.json();
    const said = await response?.json().catch(() => null);
    at.note = problemOf(response, said);
    this.changed();
    return null;
  }

  /** Open the hands of a running match's finished rounds; the rest stays as it is. */
  async openHands() {
    const { at } = this;
    at.opened = at.history.rounds.length;
    const open = await this.framesAs("all");
    if (!open || !at.hidden || at.view !== "all") return;
    at.history.frames.splice(0, open.frames.length, ...open.frames);
    at.history.marks = open.marks;
    at.history.as = "all";
    at.note = open.frames.length ? "" : t("Hands are shown when their round is over.");
    this.changed();
  }

  /** Turn to another perspective at the same event.
   * @param {string} view @param {number} [seat] */
  look(view, seat = this.at.seat) {
    const { at } = this;
    at.seat = seat;
    if (at.hidden && view !== at.feedView && (view !== "all" || !at.mayOpen)) {
      at.note = t("That is shown when the match is over.");
      this.changed();
      return;
    }
    at.view = view;
    this.load();
  }

  /** Load what the reader's own bots wrote to stderr, when its tab is opened. */
  async readLogs() {
    const { at } = this;
    if (at.tab !== "Bot log" || !at.first.logs?.length || (at.logs && !at.live)) return;
    const response = await fetch(`/api/matches/${at.first.match_id}/logs`).catch(() => null);
    at.logs = response?.ok ? (await response.json()).logs : [];
    this.changed();
  }

  /** Show a running match as it goes on, from the first frame to its end. */
  follow() {
    const { at } = this;
    this.feed = new LiveFeed(at.first, at.feedView, {
      changed: lost => {
        at.lost = lost;
        this.changed();
      },
      reload: async () => {
        at.history.result = null;
        await this.load();
        return at.history;
      },
      grown: history => this.grown(history),
      over: outcome => this.over(outcome),
    });
    this.feed.start();
  }

  /** @param {History} history */
  grown(history) {
    const { at } = this;
    at.history = history;
    at.gap = performance.now() - at.heard;
    at.heard = performance.now();
    if (at.view !== at.feedView && history.rounds.length > at.opened) this.openHands();
    this.player.catchUp();
    this.changed();
  }

  /** @param {import("../lib/types.js").Outcome} outcome */
  async over(outcome) {
    this.at.history.result = outcome;
    this.at.live = false;
    this.cache.clear();
    this.changed();
    await this.load();
    this.player.catchUp();
  }
}
