// A bot as a child process in JavaScript: one JSON object a line, in and out.
//
// arena play tigerdragon "flat:node flat_bot.mjs" random random random

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "game_over") break;
  if (message.type === "state" && message.legal) {
    const choice = message.legal.split(",")[0];
    console.log(JSON.stringify({ type: "action", choice }));
  }
}
