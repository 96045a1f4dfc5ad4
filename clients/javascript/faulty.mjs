// For the conformance script: instead of its third answer it fails.

import { runStdio } from "./arena.mjs";

let asked = 0;
await runStdio({
  act(turn) {
    asked += 1;
    if (asked === 3) throw new Error("on purpose");
    return turn.legal[0];
  },
});
