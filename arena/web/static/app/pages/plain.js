// Keys of a page that the server has drawn.
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { localTimes } from "../lib/times.js";

onKeys({
  t: toggleTheme,
  "?": helpDialog([
    ["Tab", "from link to link"],
    ["t", "dark or light"],
    ["?", "this list"],
  ]),
});
localTimes();
