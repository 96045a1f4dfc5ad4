import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { named } from "../../../app/games/describe.js";
import { lastMoves } from "../../../app/games/miniature.js";
import { lastMove, plate } from "../../../app/games/seats.js";
import { stations } from "../../../app/games/stations.js";
import { addMessages, markup, t } from "../../../app/lib/messages.js";

addMessages({
  ja: {
    Goita: "ごいた", pawn: "し", lance: "香", knight: "馬", silver: "銀", gold: "金", bishop: "角",
    rook: "飛", king: "王", "jewel king": "玉", "piece, face down": "伏せた駒",
    "face down": "伏せる", receive: "受ける", "deal again": "配り直す", dealer: "親",
    "five pawns": "五し", "{who} opens": "{who} の親番", "{who} may receive": "{who} の受け番",
    "{who} decides: play or deal again": "{who} が五しを判断", "to {n}": "{n} 点先取",
    ", laid face down": "、伏せ", ", received with": "、受け", ", attack": "、攻め",
  },
});

const SIGNS = { p: "し", l: "香", n: "馬", s: "銀", g: "金", b: "角", r: "飛", k: "王", j: "玉" };
const NAMES = {
  p: t("pawn"), l: t("lance"), n: t("knight"), s: t("silver"), g: t("gold"), b: t("bishop"),
  r: t("rook"), k: t("king"), j: t("jewel king"),
};
const READABLE = hasGlyph("香");
const VERBS = { down: t("face down"), take: t("receive"), attack: t("attack") };
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
  const name = (NAMES[letter] ?? t("piece, face down")) + said;
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
    const said = {
      d: t(", laid face down"), r: t(", received with"), a: t(", attack"),
    }[how];
    const piece = drawn(letter, `${how === "d" ? "hidden" : ""} ${latest ? "hot" : ""}`, said);
    return latest ? html`<span class="goita-last last">${piece}</span>` : piece;
  };
  return html`<div class="goita-laid" role="group" aria-label=${t("laid by {name}", { name })}>
    ${[0, 2, 4, 6].map(cell)} ${[1, 3, 5, 7].map(cell)}
  </div>`;
}

function station(view, look, seat) {
  const name = look.players[seat];
  const hand = view.hands[seat];
  const passed = view.history.at(-1) === `${seat}pass`;
  return html`${plate(seat, view, look, {
    corner: SIDES[seat % 2],
    chips: html`${view.dealer === seat ? html`<span class="chip">${t("dealer")}</span>` : nothing}
      ${view.fives.includes(seat) ? html`<span class="chip hot">${t("five pawns")}</span>` : nothing}
      ${view.attack && view.attacker === seat ? html`<span class="chip hot">${t("attacks")}</span>` : nothing}
      ${passed ? html`<span class="chip">${t("passes")}</span>` : nothing}`,
  })}
  ${board(view, seat, name)}
  <div class="hand goita-hand" role="group"
    aria-label=${hand
      ? t("{name}'s hand", { name })
      : t("{name}'s hand: {n}, hidden", { name, n: view.hand_sizes[seat] })}>
    ${hand ? hand.map(letter => drawn(letter)) : Array.from({ length: view.hand_sizes[seat] }, () => drawn("?"))}
  </div>`;
}

function centre(view, look) {
  const who = view.current_player < 0 ? "" : named(view.current_player, look.players);
  const said = {
    Finished: t("The end"), Open: t("{who} opens", { who }),
    Receive: t("{who} may receive", { who }), Attack: t("{who} attacks", { who }),
    Redeal: t("{who} decides: play or deal again", { who }),
  }[view.phase];
  return html`${view.attack ? drawn(view.attack, "large hot", t(", the attack")) : nothing}
    <div class="big">${said}</div>
    <div class="line">${markup("round {n}", { n: html`<b>${view.round}</b>` })} · A <b>${view.scores[0]}</b> : <b>${view.scores[1]}</b> B
      · ${markup("to {n}", { n: html`<b>${view.target}</b>` })}</div>`;
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
    : html`<span>${text === "redeal" ? t("deal again") : text}</span>`;
}

/** The choice that a click on a piece of the own hand means. */
export const choiceOf = (view, letter) => view.legal.find(text => text.endsWith(`:${letter}`));
