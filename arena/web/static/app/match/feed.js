import { carryBanks } from "./clock.js";
import { RoomSocket } from "../lib/socket.js";
import { append, framesOf } from "./live_frames.js";

/** @typedef {import("../lib/types.js").History} History */

/**
 * @typedef {{changed: (lost: boolean) => void, reload: () => Promise<History>,
 *   grown: (history: History) => void,
 *   over: (outcome: import("../lib/types.js").Outcome) => void}} Listener
 */

/** Follows a running match: what has been so far by REST, the rest by socket, each step once. */
export class LiveFeed {
  /** @param {History} head @param {"all" | "public"} view @param {Listener} listener */
  constructor(head, view, listener) {
    this.head = head;
    this.view = view;
    this.listener = listener;
    /** @type {History | null} */ this.history = null;
    /** @type {any[]} */ this.results = [];
    /** @type {{message: any, results: any[]}[]} */ this.waiting = [];
    this.loading = false;
    this.told = -1;
  }

  start() {
    this.socket = new RoomSocket(
      String(this.head.room_id),
      {
        player_id: `viewer-${crypto.randomUUID?.().slice(0, 8) ?? Date.now()}`,
        role: "spectator",
        view: this.view,
      },
      message => this.heard(message),
      state => this.listener.changed(state === "lost"),
    );
  }

  /** @param {any} message */
  heard(message) {
    if (message.type === "round_result") this.results.push(message);
    if (message.type === "join_ack") this.begin();
    if (message.type === "error" && message.code === "room_not_found") this.gone();
    if (message.type !== "state" && message.type !== "game_over") return;
    this.waiting.push({ message, results: this.results });
    this.results = [];
    this.catchUp();
  }

  /** A connection is new: whatever was missed is loaded with its first state. */
  begin() {
    this.history = null;
    this.results = [];
    this.told = -1;
  }

  /** Add what has come in; where a step is missing, ask for everything again. */
  async catchUp() {
    if (this.loading) return;
    while (this.waiting.length) {
      const { message, results } = this.waiting[0];
      const seq = this.history?.frames.at(-1)?.seq ?? -1;
      if (message.type === "game_over") return this.end(message);
      if (message.seq < this.told) this.history = null; // somebody took a decision back
      this.told = message.seq; // what was loaded may be ahead of what is still being told
      if (!this.history || message.seq > seq + 1) {
        await this.reload();
        if (!this.history) return;
        continue;
      }
      this.waiting.shift();
      if (message.seq <= seq) continue; // a step that is already here, told again
      for (const frame of framesOf(message, results, this.history.frames.at(-1))) {
        carryBanks(this.head.clock, this.history.frames.at(-1), frame);
        append(this.history, frame);
      }
    }
    if (this.history) this.listener.grown(this.history);
  }

  async reload() {
    this.loading = true;
    const before = this.history?.frames.length ?? 0;
    const loaded = await this.listener.reload().catch(() => null);
    this.loading = false;
    if (loaded && loaded.frames.length > before) this.history = loaded;
    else this.waiting.shift();
  }

  /** @param {any} message */
  end(message) {
    this.socket?.close();
    this.waiting = [];
    this.listener.over({
      points: message.deltas,
      ranks: message.placements,
      winner: message.winner,
    });
  }

  /** The room was closed while we were away: look at the match as it was kept. */
  gone() {
    this.socket?.close();
    this.listener.reload().catch(() => null);
  }
}
