// Keys of a page that the server has drawn.
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { localTimes } from "../lib/times.js";
import { t } from "../lib/messages.js";

onKeys({
  t: toggleTheme,
  "?": helpDialog([
    ["Tab", t("from link to link")],
    ["t", t("dark or light")],
    ["?", t("this list")],
  ]),
});
localTimes();
