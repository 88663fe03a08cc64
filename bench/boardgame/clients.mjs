// node clients.mjs PORT TABLES WARMUP SECONDS LIMIT: tables of two boardgame.io clients, each moving as soon as it may.
//
// A move is counted, and its latency ends, when the mover's client has taken in the server's own `update` with that
// move: the client's optimistic state, shown at once, does not count. Says `seated`, `begin` and `end` on stderr as it
// gets there, and prints one JSON object.

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import { NAME, TicTacToe, legalCells } from './game.mjs';

const require = createRequire(import.meta.url);
const { Client, LobbyClient } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');

const [port, tables, warmup, seconds, limit] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const lobby = new LobbyClient({ server });
const socket = SocketIO({ server });
const latencies = [];
let playing = false;
let measuring = false;
let refused = 0;

class Seat {
  constructor(matchID, playerID, credentials) {
    this.awaited = null; // the number of the state that our move makes
    this.sent = 0;
    this.confirmed = 0;
    this.client = Client({
      game: TicTacToe,
      matchID,
      playerID,
      credentials,
      debug: false,
      multiplayer: (options) => socket({ ...options, transportDataCallback: (data) => this.receive(options, data) }),
    });
    this.client.start();
  }

  receive(options, data) {
    options.transportDataCallback(data);
    if (data.type === 'update' && data.args[1]._stateID === this.awaited) this.confirm();
    if (playing) this.move();
  }

  confirm() {
    this.awaited = null;
    this.confirmed = performance.now();
    if (measuring) latencies.push(this.confirmed - this.sent);
  }

  move() {
    const state = this.client.getState();
    if (!state.isActive || this.awaited !== null) return;
    const cells = legalCells(state.G);
    this.awaited = state._stateID + 1;
    this.sent = performance.now();
    this.client.moves.clickCell(cells[Math.floor(Math.random() * cells.length)]);
    if (this.client.getState()._stateID !== this.awaited) refused += 1;
  }

  // The transport starts with polling, as it does by default, and goes over to a WebSocket. Who else is connected does
  // not count: where matches are kept in files, two clients that connect at once overwrite each other's presence.
  get seated() {
    const { engine } = this.client.transport.socket.io;
    return engine.transport.name === 'websocket' && this.client.getState() !== null;
  }
}

async function openTable() {
  const { matchID } = await lobby.createMatch(NAME, { numPlayers: 2 });
  const seats = [];
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await lobby.joinMatch(NAME, matchID, { playerID, playerName: `player ${playerID}` });
    seats.push(new Seat(matchID, playerID, playerCredentials));
  }
  return seats;
}

function say(word) {
  process.stderr.write(`${word}\n`);
}

setTimeout(() => {
  say('out of time');
  process.exit(1);
}, limit * 1000);

const pairs = [];
for (let table = 0; table < tables; table += 1) pairs.push(await openTable());
const seats = pairs.flat();
while (!seats.every((seat) => seat.seated)) await sleep(50);
say('seated');
await sleep(500); // so that memory can be read before the first move

playing = true;
seats.forEach((seat) => seat.move());
await sleep(warmup * 1000);

say('begin');
measuring = true;
const begin = performance.now();
await sleep(seconds * 1000);
measuring = false;
const end = performance.now();
say('end');

const latest = ([one, other]) => Math.max(one.confirmed, other.confirmed);
const standing = pairs.filter((pair) => latest(pair) < (begin + end) / 2).length;
const away = seats.filter((seat) => !seat.client.transport.isConnected).length;
latencies.sort((one, other) => one - other);
const quantile = (share) => latencies[Math.max(0, Math.ceil(share * latencies.length) - 1)] ?? null;
console.log(
  JSON.stringify({
    moves: latencies.length,
    seconds: (end - begin) / 1000,
    moves_per_second: (latencies.length / (end - begin)) * 1000,
    latency_ms: { median: quantile(0.5), p99: quantile(0.99), max: quantile(1) },
    errors: refused + standing + away, // moves refused, tables that came to a stop, clients that lost the server
  }),
);
process.exit();
