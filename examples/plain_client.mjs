// A player (or spectator) that knows the wire alone: flat JSON objects in text frames.
//
// node plain_client.mjs ws://127.0.0.1:8001/ws/room1 NAME [spectator]

import { TinySocket } from "./tiny_socket.mjs";

const [url, name, role = "player"] = process.argv.slice(2);
const socket = new (globalThis.WebSocket ?? TinySocket)(url); // built in from Node 22 on
const send = (message) => socket.send(JSON.stringify(message));

socket.onopen = () => send({ type: "join", room_id: "room1", player_id: name, role });

socket.onerror = (problem) => {
  console.error(`error: ${problem.message}`);
  process.exitCode = 1;
};

socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "state" && message.legal) {
    send({ type: "action", choice: message.legal.split(",")[0] });
  } else if (message.type === "round_result") {
    console.log(`round ${message.round}: seat ${message.winner} ${message.scores}`);
  } else if (message.type === "error") {
    console.error(`error: ${message.message}`);
  } else if (message.type === "game_over") {
    console.log(`game over: seat ${message.winner} ${message.scores}`);
    socket.close();
  }
};
