// For the conformance script: the types hold for every game, and wrong ones are refused.

import { runStdio, type BotFor, type Events, type Views } from "./arena.mjs";

const seen: { [Game in keyof Views]: (view: Views[Game]) => string } = {
  tigerdragon: (view) => view.attack_tile,
  riichi: (view) => view.melds[0]?.[0]?.tiles[0] ?? view.dora[0],
  taiwan: (view) => view.flowers.flat().join(),
  sichuan: (view) => view.ponds.flat().join(),
  texas42: (view) => view.contract?.label ?? view.dominoes?.[0]?.tile ?? "",
};

const careful: BotFor<"riichi"> = {
  watch(events) {
    for (const event of events) if (event.type === "dora_revealed") console.error(event.indicator);
  },
  act(turn) {
    // @ts-expect-error there is no such key in a view of riichi
    void turn.view.attack_tile;
    // @ts-expect-error scores are numbers
    const wrong: string = turn.view.scores[0];
    void wrong;
    return turn.legal[0];
  },
};

let game: keyof Views;
await runStdio<Views[keyof Views], Events[keyof Events]>({
  start(ack) {
    game = ack.game as keyof Views;
  },
  act(turn) {
    void (seen[game] as (view: unknown) => string)(turn.view);
    if (turn.view.legal.length !== turn.legal.length || turn.view.hand_sizes.length !== turn.view.seats)
      throw new Error(`${game}: another view than its type`);
    return turn.view.legal[0];
  },
});
void careful;
