// Types of arena.mjs. A bot for one game is a BotFor<"riichi">: games.d.mts has the views and events of
// all games, generated from their schemas.

import type { Events, Views } from "./games.mjs";

export type { Events, Views } from "./games.mjs";

export interface Turn<View = Record<string, unknown>, Event = GameEvent> {
  seat: number;
  /** The legal choices; return one of them. */
  legal: string[];
  /** What this seat may know. */
  view: View & { legal: string[] };
  /** What happened since the last turn. */
  events: Event[];
  /** Milliseconds left for this answer, the bank included; null without a clock. */
  deadlineMs: number | null;
}

export interface GameEvent {
  type: string;
  [key: string]: unknown;
}

/** The table as it is when the bot is let in. */
export interface JoinAck {
  type: "join_ack";
  room_id: string;
  player_id: string;
  seat: number;
  players: number;
  game: string;
  config: Record<string, unknown>;
  token?: string;
}

export interface GameOver {
  type: "game_over";
  deltas: number[];
  placements: number[];
  winner: number;
}

/** A choice, or a choice with remarks for the viewer (2 kB of JSON at most). */
export type Answer = string | { choice: string; info?: unknown };

export interface Bot<View = Record<string, unknown>, Event = GameEvent> {
  start?(ack: JoinAck): void | Promise<void>;
  watch?(events: Event[]): void | Promise<void>;
  act(turn: Turn<View, Event>): Answer | Promise<Answer>;
  end?(over: GameOver): void | Promise<void>;
}

/** A bot for one game, with that game's view and events. */
export type BotFor<Game extends keyof Views> = Bot<Views[Game], Events[Game]>;

export interface ConnectOptions {
  name?: string;
  token?: string;
  game?: string;
  retries?: number;
  WebSocket?: unknown;
}

export function runStdio<View, Event>(bot: Bot<View, Event>): Promise<GameOver | null>;
export interface EventOptions {
  name?: string;
  token: string;
  patience?: number;
  WebSocket?: unknown;
}

export function attend<View, Event>(
  url: string,
  event: string,
  bot: Bot<View, Event>,
  options: EventOptions,
): Promise<GameOver[]>;
export function connect<View, Event>(
  url: string,
  room: string,
  bot: Bot<View, Event>,
  options?: ConnectOptions,
): Promise<GameOver>;
