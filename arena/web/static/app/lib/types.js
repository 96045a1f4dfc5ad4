/**
 * What the server sends, as far as the pages look at it. The view itself belongs to the game.
 *
 * @typedef {{type: string, seat?: number, text?: string, opens_round?: string,
 *   [key: string]: any}} GameEvent
 * @typedef {{seats: number, round: number, turn: number, phase: string, asking: string,
 *   to_act: number | null, current_player: number, hand: string[], hand_sizes: number[],
 *   scores: number[], legal: string[], viewer: string, hands?: (string[] | null)[],
 *   [key: string]: any}} View
 * @typedef {{seat: number, kind: string, reason: string, received?: string, legal?: string[],
 *   late_ms?: number}} Fault
 * @typedef {{round: number, winners: number[], points: number[], scores: number[],
 *   placements: number[], result: Record<string, any>}} RoundResult
 * @typedef {{seq: number, events: GameEvent[], view: View, results?: RoundResult[],
 *   moves?: Record<string, string>, info?: Record<string, any>, ms?: Record<string, number>,
 *   auto?: {seat: number, by: string, choice?: string}[], faults?: Fault[], banks?: number[],
 *   heard?: number, study?: import("../match/study.js").Study}} Frame
 * @typedef {{frame: number, name: string, scores?: number[], points?: number[]}} Round
 * @typedef {{frame: number, kind: string, seat: number, text: string}} Mark
 * @typedef {{points: number[], ranks: number[], winner: number}} Outcome
 * @typedef {{match_id: string, game: string, title: string, players: string[], teams: number[][],
 *   config: Record<string, any>, variants: import("./variants.js").VariantEntry[],
 *   as: string, result: Outcome | null,
 *   clock: Record<string, number> | null,
 *   rounds: Round[], marks: Mark[], frames: Frame[], room_id?: string | null, bots?: string[],
 *   longest_ms?: number, brought?: {link?: string, log?: string}, pages?: string[],
 *   open_seats?: number[], bots_only?: boolean, next?: boolean, rules?: boolean,
 *   drawing?: import("../games/index.js").Drawing | null,
 *   hands?: "live" | "rounds" | "nothing", behind?: number, logs?: number[],
 *   taken_over?: {name: string, house_moves: number, forfeit: boolean}[]}} History
 * @typedef {{text: string, said: string, low: boolean}} TimeLeft
 * @typedef {{seat: number, name: string, lines: {seq: number, text: string}[]}} SeatLog
 *
 * How a table is to be drawn.
 * @typedef {{players: string[], bots: string[], pages?: string[], bottom: number, faults: number[],
 *   ms: (number | null)[],
 *   clocks: (TimeLeft | null)[], ranks: number[] | null, teams: number[][],
 *   choose?: (choice: string) => void,
 *   above?: (tile: string, drawn: boolean) => Above | null}} Look
 *
 * What stands above a tile of the bottom seat's hand.
 * @typedef {{drawn: Template, said: string, title: string}} Above
 *
 * @typedef {import("../../vendor/lit-html/lit-html.js").TemplateResult} Template
 */
export {};
