// As much of a WebSocket client as a bot needs, for Node.js before 22: text frames, pings, close.

import { randomBytes } from "node:crypto";
import { request } from "node:http";

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;

export class TinySocket {
  constructor(url) {
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
    };
    this.asked = request(url.replace(/^ws/, "http"), { headers });
    this.asked.on("upgrade", (_response, stream, head) => this.#open(stream, head));
    this.asked.on("response", (response) => {
      this.onerror?.(new Error(`the server answered ${response.statusCode}`));
      response.resume();
    });
    this.asked.on("error", (problem) => this.onerror?.(problem));
    this.asked.end();
  }

  #open(stream, head) {
    this.stream = stream;
    this.unread = head;
    stream.setNoDelay(true);
    stream.on("error", (problem) => this.onerror?.(problem));
    stream.on("close", () => this.onclose?.());
    stream.on("data", (chunk) => {
      this.unread = Buffer.concat([this.unread, chunk]);
      this.#readAll();
    });
    this.onopen?.();
    this.#readAll();
  }

  // Servers send whole messages in one unmasked frame each: two bytes, a longer length, the data.
  #readAll() {
    while (this.unread.length >= 2) {
      const short = this.unread[1] & 127;
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (this.unread.length < start) return;
      let length = short;
      if (short === 126) length = this.unread.readUInt16BE(2);
      if (short === 127) length = Number(this.unread.readBigUInt64BE(2));
      if (this.unread.length < start + length) return;
      const kind = this.unread[0] & 15;
      const data = this.unread.subarray(start, start + length);
      this.unread = this.unread.subarray(start + length);
      this.#frame(kind, data);
    }
  }

  #frame(kind, data) {
    if (kind === TEXT) this.onmessage?.({ data: data.toString("utf8") });
    else if (kind === PING) this.#write(PONG, data);
    else if (kind === CLOSE) this.close();
  }

  // Clients mask what they send.
  #write(kind, data) {
    if (this.stream.destroyed || this.stream.writableEnded) return;
    const long = data.length > 125;
    const head = Buffer.alloc(long ? 4 : 2);
    head[0] = 128 | kind;
    head[1] = 128 | (long ? 126 : data.length);
    if (long) head.writeUInt16BE(data.length, 2);
    const mask = randomBytes(4);
    const masked = Buffer.from(data.map((byte, index) => byte ^ mask[index % 4]));
    this.stream.write(Buffer.concat([head, mask, masked]));
  }

  send(text) {
    this.#write(TEXT, Buffer.from(text, "utf8"));
  }

  close() {
    this.#write(CLOSE, Buffer.alloc(0));
    this.stream.end();
  }
}
