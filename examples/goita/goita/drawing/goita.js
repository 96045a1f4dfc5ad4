import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { lastMoves } from "../../../app/games/miniature.js";
import { lastMove, plate } from "../../../app/games/seats.js";
import { stations } from "../../../app/games/stations.js";

const SIGNS = { p: "し", l: "香", n: "馬", s: "銀", g: "金", b: "角", r: "飛", k: "王", j: "玉" };
const NAMES = {
  p: "pawn", l: "lance", n: "knight", s: "silver", g: "gold", b: "bishop", r: "rook",
  k: "king", j: "jewel king",
};
const READABLE = hasGlyph("香");
const VERBS = { down: "face down", take: "receive", attack: "attack" };
const SIDES = ["A", "B"];

/** Whether a font of this machine has a character: one that is missing looks like another. */
function hasGlyph(character) {
  const pixels = text => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 20;
    const pen = canvas.getContext("2d");
    pen.font = "16px serif";
    pen.fillText(text, 2, 16);
    return pen.getImageData(0, 0, 20, 20).data.join();
  };
  return pixels(character) !== pixels("\uffff") && pixels(character) !== pixels("銀");
}

/** What stands on a piece: its character, or a letter where no font has it. */
const sign = letter => (READABLE ? SIGNS[letter] : letter.toUpperCase());

/** A piece: five corners, the point forward. "?" lies face down. */
function drawn(letter, look = "", said = "") {
  const name = (NAMES[letter] ?? "piece, face down") + said;
  const face = NAMES[letter] ? `kind-${letter}` : "down";
  return html`<span class="goita-piece ${face} ${look}" role="img" aria-label=${name}
    data-tile=${letter}><b aria-hidden="true">${NAMES[letter] ? sign(letter) : ""}</b></span>`;
}

/** Two rows of four turns: what was received or laid face down, and the attacks below. */
function board(view, seat, name) {
  const laid = view.laid[seat];
  const cell = i => {
    if (!laid[i]) return html`<span class="goita-slot"></span>`;
    const [how, letter] = laid[i];
    const latest = lastMove(view).seat === seat && i === laid.length - 1;
    const said = { d: ", laid face down", r: ", received with", a: ", attack" }[how];
    const piece = drawn(letter, `${how === "d" ? "hidden" : ""} ${latest ? "hot" : ""}`, said);
    return latest ? html`<span class="goita-last last">${piece}</span>` : piece;
  };
  return html`<div class="goita-laid" role="group" aria-label="laid by ${name}">
    ${[0, 2, 4, 6].map(cell)} ${[1, 3, 5, 7].map(cell)}
  </div>`;
}

function station(view, look, seat) {
  const name = look.players[seat];
  const hand = view.hands[seat];
  const passed = view.history.at(-1) === `${seat}pass`;
  return html`${plate(seat, view, look, {
    corner: SIDES[seat % 2],
    chips: html`${view.dealer === seat ? html`<span class="chip">dealer</span>` : nothing}
      ${view.fives.includes(seat) ? html`<span class="chip hot">five pawns</span>` : nothing}
      ${view.attack && view.attacker === seat ? html`<span class="chip hot">attacks</span>` : nothing}
      ${passed ? html`<span class="chip">passes</span>` : nothing}`,
  })}
  ${board(view, seat, name)}
  <div class="hand goita-hand" role="group"
    aria-label=${hand ? `${name}'s hand` : `${name}'s hand: ${view.hand_sizes[seat]}, hidden`}>
    ${hand ? hand.map(letter => drawn(letter)) : Array.from({ length: view.hand_sizes[seat] }, () => drawn("?"))}
  </div>`;
}

function centre(view, look) {
  const who = look.players[view.current_player];
  const said = {
    Finished: "The end", Open: `${who} opens`, Receive: `${who} may receive`,
    Attack: `${who} attacks`, Redeal: `${who} decides: play or deal again`,
  }[view.phase];
  return html`${view.attack ? drawn(view.attack, "large hot", ", the attack") : nothing}
    <div class="big">${said}</div>
    <div class="line">round <b>${view.round}</b> · A <b>${view.scores[0]}</b> : <b>${view.scores[1]}</b> B
      · to <b>${view.target}</b></div>`;
}

/** The table. */
export const renderTable = ({ view }, look) =>
  stations(look, "goita", centre(view, look), seat => station(view, look, seat));

/** The last pieces on a card of the lobby; what was laid face down stays so. */
export const miniature = ({ history }) =>
  lastMoves(history, did => (/^[rda].$/.test(did) ? drawn(did[0] === "d" ? "?" : did[1], "small") : null));

/** A piece inside a sentence, and how it is spoken. */
export const piece = letter => drawn(letter, "small");
export const spoken = letter => NAMES[letter] ?? letter;

/** A choice on its button. */
export function choice(text) {
  const [verb, letter] = text.split(":");
  return letter
    ? html`<span>${VERBS[verb]}</span> ${drawn(letter, "small")}`
    : html`<span>${text === "redeal" ? "deal again" : text}</span>`;
}

/** The choice that a click on a piece of the own hand means. */
export const choiceOf = (view, letter) => view.legal.find(text => text.endsWith(`:${letter}`));
