// The smallest bot: it takes the first legal choice. With URL and ROOM it plays at a server, a whole
// event if ROOM is event:ID.

import { attend, connect, runStdio } from "./arena.mjs";

const bot = { act: (turn) => turn.legal[0] };
const [url, room, token] = process.argv.slice(2);
if (room?.startsWith("event:")) {
  const played = await attend(url, room, bot, { name: "first-js", token });
  console.log(`matches ${played.length}`);
} else {
  const over = url ? await connect(url, room, bot, { name: "first-js", token }) : await runStdio(bot);
  if (url) console.log(`points ${over.deltas.join(" ")}`);
}
