// Types of arena.mjs. `arena schema GAME` describes a game's view and events.

export interface Turn<View = Record<string, unknown>> {
  seat: number;
  /** The legal choices; return one of them. */
  legal: string[];
  /** What this seat may know. */
  view: View & { legal: string[] };
  /** What happened since the last turn. */
  events: GameEvent[];
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

export interface Bot<View = Record<string, unknown>> {
  start?(ack: JoinAck): void | Promise<void>;
  watch?(events: GameEvent[]): void | Promise<void>;
  act(turn: Turn<View>): Answer | Promise<Answer>;
  end?(over: GameOver): void | Promise<void>;
}

export interface ConnectOptions {
  name?: string;
  token?: string;
  game?: string;
  retries?: number;
  WebSocket?: unknown;
}

export function runStdio(bot: Bot): Promise<GameOver | null>;
export interface EventOptions {
  name?: string;
  token: string;
  patience?: number;
  WebSocket?: unknown;
}

export function attend(url: string, event: string, bot: Bot, options: EventOptions): Promise<GameOver[]>;
export function connect(url: string, room: string, bot: Bot, options?: ConnectOptions): Promise<GameOver>;
