// Table Arena's client for JavaScript: the full level of the protocol, for node and browsers.
//
// A bot is an object with `act(turn)`, which returns one of `turn.legal`; `start`, `watch` and `end`
// are optional. `runStdio(bot)` plays as a child process, `connect(url, room, bot)` over a WebSocket.
// arena.d.mts has the types.

/** Plays one match: takes the server's messages and returns the replies. */
export class Conversation {
  constructor(bot) {
    this.bot = bot;
    this.ack = null;
    this.result = null;
    this.seq = -1;
    this.events = [];
  }

  /** Take one message; return what is to be sent back, or null. */
  async hear(message) {
    switch (message.type) {
      case "join_ack":
        return this.#joined(message);
      case "state":
        return this.#state(message);
      case "game_over":
        this.result = message;
        await this.bot.end?.(message);
        return null;
      case "error":
        if (this.ack === null) throw new Error(`not let in: ${message.message} ${message.detail ?? ""}`);
        console.error(`the server refused a message: ${message.message} ${message.detail ?? ""}`);
        return null;
      default:
        return null;
    }
  }

  async #joined(ack) {
    if (this.ack !== null) {
      this.ack = ack; // back after a lost connection: the bot has started already
      return null;
    }
    this.ack = ack;
    await this.bot.start?.(ack);
    return { type: "ready" };
  }

  async #state(state) {
    if (state.seq > this.seq) {
      this.seq = state.seq;
      this.events.push(...state.events);
      await this.bot.watch?.(state.events);
    }
    if (state.request_id === null) return null;
    const events = this.events;
    this.events = [];
    const reply = { type: "action", request_id: state.request_id };
    try {
      const answer = await this.bot.act({
        seat: this.ack.seat,
        legal: state.view.legal,
        view: state.view,
        events,
        deadlineMs: state.deadline_ms,
      });
      return typeof answer === "string" ? { ...reply, choice: answer } : { ...reply, ...answer };
    } catch (error) {
      console.error(error);
      return { ...reply, choice: "", fault: `${error.name}: ${error.message}`.slice(0, 300) };
    }
  }
}

/** Play one match as a child process, over stdin and stdout; print your own text with console.error. */
export async function runStdio(bot) {
  const { createInterface } = await import("node:readline");
  console.log = console.error; // stdout carries the protocol
  const conversation = new Conversation(bot);
  for await (const line of createInterface({ input: process.stdin })) {
    const reply = await conversation.hear(JSON.parse(line));
    if (reply !== null) process.stdout.write(`${JSON.stringify(reply)}\n`);
    if (conversation.result !== null) break;
  }
  return conversation.result;
}

/**
 * Play one match at a server. A lost connection is opened again with the seat's token, `retries` times.
 * `token` is your account's. `WebSocket` may be given where there is no global one (node before 22:
 * start it with --experimental-websocket).
 */
export async function connect(url, room, bot, options = {}) {
  const { name = "bot", token, game, retries = 5, WebSocket: Socket = globalThis.WebSocket } = options;
  if (Socket === undefined) throw new Error("no WebSocket here; start node with --experimental-websocket");
  const conversation = new Conversation(bot);
  const join = { type: "join", room_id: room, player_id: name, role: "player", detail: "full", bot: name };
  for (let attempt = 0; ; attempt++) {
    const seatToken = conversation.ack?.token ?? token;
    const words = { ...join, ...(game && { game }), ...(seatToken && { token: seatToken, takeover: true }) };
    const address = `${url.replace(/^http/, "ws").replace(/\/$/, "")}/ws/${encodeURIComponent(room)}`;
    await listen(new Socket(address), words, conversation);
    if (conversation.result !== null) return conversation.result;
    if (attempt >= retries) throw new Error("the server ended the connection");
    await new Promise((done) => setTimeout(done, 200 * 2 ** attempt));
  }
}

/**
 * Play all matches of an event, `event:ID`, over one connection: the server leads the bot from table to table.
 * A lost connection is opened again for `patience` seconds. Returns the last message of each match.
 */
export async function attend(url, event, bot, options = {}) {
  const { name = "bot", token, patience = 60, WebSocket: Socket = globalThis.WebSocket } = options;
  if (Socket === undefined) throw new Error("no WebSocket here; start node with --experimental-websocket");
  const join = { type: "join", room_id: event, player_id: name, role: "player", detail: "full", bot: name };
  const address = `${url.replace(/^http/, "ws").replace(/\/$/, "")}/ws/${encodeURIComponent(event)}`;
  const guest = new EventGuest(bot);
  for (let lost = 0; ; ) {
    const { opened, code } = await listen(new Socket(address), { ...join, token, takeover: true }, guest);
    if (code === 1000 || guest.over) return guest.results;
    if (opened || !lost) lost = Date.now();
    if (Date.now() - lost > 1000 * patience) throw new Error("the server ended the connection");
    await new Promise((done) => setTimeout(done, 300));
  }
}

/** A bot at an event: an `event` message that names a table begins a new conversation. */
class EventGuest {
  constructor(bot) {
    this.bot = bot;
    this.result = null; // the event ends with its connection, not with a match
    this.results = [];
    this.match = null;
    this.letIn = false;
    this.over = false;
  }

  async hear(message) {
    if (message.type === "event") {
      this.letIn = true;
      if (message.table !== null) this.match = new Conversation(this.bot);
      return null;
    }
    if (this.match === null) {
      if (message.type === "error" && !this.letIn)
        throw new Error(`not let in: ${message.message} ${message.detail ?? ""}`);
      // It ended while we were away; the server closes a connection that does not join.
      this.over = message.type === "error" && message.code === "room_not_found";
      return null;
    }
    const match = this.match;
    const reply = await match.hear(message);
    if (match.result !== null) {
      this.results.push(match.result);
      this.match = null;
    }
    return reply;
  }
}

/** Answer messages in order until the match or the connection ends. */
function listen(socket, join, conversation) {
  return new Promise((resolve, reject) => {
    let last = Promise.resolve();
    let opened = false;
    socket.onopen = () => ((opened = true), socket.send(JSON.stringify(join)));
    socket.onmessage = (event) => {
      last = last.then(async () => {
        const reply = await conversation.hear(JSON.parse(event.data));
        if (reply !== null && socket.readyState === 1) socket.send(JSON.stringify(reply));
        if (conversation.result !== null) socket.close();
      });
      last.catch((error) => (socket.close(), reject(error)));
    };
    socket.onclose = ({ code }) => last.then(() => resolve({ opened, code }), reject);
    // A close follows, which counts; but some runtimes send none if the connection was never opened.
    socket.onerror = () => opened || resolve({ opened, code: 1006 });
  });
}
