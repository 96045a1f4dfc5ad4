import { choicesWith, pickedChoices } from "../games/choices.js";

/** The tiles that somebody has picked of the own hand for a choice of several. */
export class Picking {
  /** @param {import("../lib/types.js").View | null} view @param {string} game */
  constructor(view, game) {
    this.hand = view?.hand ?? [];
    /** The choices by their tiles; null where choices are taken one by one. */
    this.sets = pickedChoices(view?.legal ?? [], game);
    /** @type {number[]} places in the hand */ this.places = [];
  }

  /** How many tiles a choice takes. */
  get size() {
    const [tiles] = this.sets?.values() ?? [[]];
    return tiles.length;
  }

  get tiles() {
    return this.places.map(place => this.hand[place]);
  }

  /** The choice that the picked tiles make, once there are enough. */
  get choice() {
    return this.places.length === this.size ? this.with(this.tiles)[0] : undefined;
  }

  /** @param {string[]} tiles */
  with(tiles) {
    return choicesWith(this.sets ?? new Map(), tiles);
  }

  /** Whether a tile can be picked next, or put back.
   * @param {number} place */
  fits(place) {
    if (this.places.includes(place)) return true;
    return this.with([...this.tiles, this.hand[place]]).length > 0;
  }

  /** Pick a tile, or put it back.
   * @param {number} place */
  toggle(place) {
    if (this.places.includes(place)) this.places = this.places.filter(other => other !== place);
    else if (this.fits(place)) this.places = [...this.places, place];
  }

  /** Pick a tile by its name; where no further one fits, put back those picked.
   * @param {string} name */
  pick(name) {
    const same = this.hand.flatMap((tile, place) => (tile === name ? [place] : []));
    const free = same.find(place => !this.places.includes(place) && this.fits(place));
    if (free === undefined) this.places = this.places.filter(place => !same.includes(place));
    else this.toggle(free);
  }

  /** Mark the picked tiles among those on the board.
   * @param {Iterable<Element>} tiles */
  show(tiles) {
    const left = this.tiles;
    for (const tile of tiles) {
      const place = left.indexOf(/** @type {HTMLElement} */ (tile).dataset.tile ?? "");
      tile.classList.toggle("picked", place >= 0);
      if (place >= 0) left.splice(place, 1);
    }
  }
}
