// Tells the remarks on stdin as the pages do; without messages that is English.
import { readFileSync } from "node:fs";
import { remarked } from "../../../arena/web/static/app/match/remarks.js";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(remarked)));
