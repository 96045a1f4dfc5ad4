// Reads {messages: [{message, results}]} from stdin, and writes the frames and rounds of a page
// that hears them one after the other.
import { readFileSync } from "node:fs";
import { append, framesOf } from "../../../arena/web/static/app/match/live_frames.js";

const history = { frames: [], rounds: [] };
for (const { message, results } of JSON.parse(readFileSync(0, "utf-8")).messages) {
  for (const frame of framesOf(message, results, history.frames.at(-1))) append(history, frame);
}
process.stdout.write(JSON.stringify(history));
