/**
 * A room's WebSocket that comes back by itself. `heard` gets every message; `state` is told
 * "open" or "lost". Whoever joins gets the table as it is, so nothing has to be resumed.
 */
export class RoomSocket {
  /** @param {string} room @param {Record<string, any>} join
   * @param {(message: Record<string, any>) => void} heard
   * @param {(state: "open" | "lost") => void} changed */
  constructor(room, join, heard, changed) {
    this.room = room;
    this.join = join;
    this.heard = heard;
    this.changed = changed;
    this.wait = 250;
    this.closed = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/ws/${encodeURIComponent(this.room)}`,
    );
    this.socket = socket;
    socket.onopen = () =>
      socket.send(
        JSON.stringify({ type: "join", room_id: this.room, detail: "full", ...this.join }),
      );
    socket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.type === "join_ack") {
        this.wait = 250;
        this.changed("open");
      }
      this.heard(message);
    };
    socket.onclose = () => this.again();
  }

  again() {
    if (this.closed) return;
    this.changed("lost");
    setTimeout(() => this.closed || this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.6, 2000);
  }

  /** @param {Record<string, any>} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
