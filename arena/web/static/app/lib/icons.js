import { svg } from "../../vendor/lit-html/lit-html.js";

/** The signs on buttons as shapes on a square of 16: no font of the machine has to have them.
 * @type {Record<string, string>} */
const SHAPES = {
  start: "M2 3h2v10H2z M14 3v10L6 8z",
  end: "M12 3h2v10h-2z M2 3v10l8-5z",
  previousRound: "M8 3v10L1 8z M15 3v10L8 8z",
  nextRound: "M1 3v10l7-5z M8 3v10l7-5z",
  previousDecision: "M7 3v10L1 8z M9 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
  nextDecision: "M9 3v10l6-5z M1 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
  back: "M12 3v10L4 8z",
  on: "M3 3v10l7-5z M11 3h2v10h-2z",
  play: "M4 2v12l10-6z",
  pause: "M3 2h4v12H3z M9 2h4v12H9z",
  previousProblem: "M7 3v10L1 8z M10.5 2h3l-.5 8h-2z M10.5 12h3v2h-3z",
  nextProblem: "M9 3v10l6-5z M2.5 2h3l-.5 8H3z M2.5 12h3v2h-3z",
  sound:
    "M1 6h3l4-4v12l-4-4H1z M10 5a4 4 0 0 1 0 6z M10 2a7 7 0 0 1 0 12v-1.6a5.4 5.4 0 0 0 0-8.8z",
  silence:
    "M1 6h3l4-4v12l-4-4H1z M10 6l1.2-1.2L13 6.6l1.8-1.8L16 6l-1.8 2L16 10l-1.2 1.2L13 9.4l-1.8 1.8L10 10l1.8-2z",
  fullScreen: "M1 1h6v2H3v4H1z M9 1h6v6h-2V3H9z M1 9h2v4h4v2H1z M13 9h2v6H9v-2h4z",
};

/** @param {string} name */
export const icon = name =>
  svg`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${SHAPES[name]}></path></svg>`;
