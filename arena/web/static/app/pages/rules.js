// The rules of a game: the server has written them, the game's own drawing shows the pieces.
import { render } from "../../vendor/lit-html/lit-html.js";
import { deed } from "../games/describe.js";
import { loadRenderer } from "../games/index.js";
import "./plain.js";

/** @type {{drawing: import("../games/index.js").Drawing | null}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
await loadRenderer(page.drawing);
for (const place of document.querySelectorAll("[data-piece]")) {
  const name = place.getAttribute("data-piece");
  place.replaceChildren();
  render(deed({ type: "piece", text: `[${name}]` }, []), /** @type {HTMLElement} */ (place));
}
document.querySelector(".rules")?.setAttribute("data-drawn", "true");
