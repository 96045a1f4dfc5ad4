// Tells the events on stdin as the pages do in other languages; without messages that is English.
import { readFileSync } from "node:fs";
import * as games from "../../../arena/web/static/app/games/sentences.js";

/** @type {Record<string, any[]>} */
const told = JSON.parse(readFileSync(0, "utf-8"));
const said = Object.entries(told).map(([game, events]) => [
  game,
  events.map(e => /** @type {any} */ (games)[game](e) ?? null),
]);
console.log(JSON.stringify(Object.fromEntries(said)));
