import * as generic from "./generic.js";
import * as riichi from "./riichi.js";
import * as sichuan from "./sichuan.js";
import * as taiwan from "./taiwan.js";
import * as texas42 from "./texas42.js";
import * as tigerdragon from "./tigerdragon.js";

/**
 * How a game is drawn; a game that is not here is shown as lists.
 * @typedef {{renderTable: (frame: import("../lib/types.js").Frame,
 *   look: import("../lib/types.js").Look) => import("../lib/types.js").Template}} Renderer
 */

/** @type {Record<string, Renderer>} */
const RENDERERS = { riichi, sichuan, taiwan, texas42, tigerdragon };

/** @param {string} game @returns {Renderer} */
export const renderer = game => RENDERERS[game] ?? generic;
