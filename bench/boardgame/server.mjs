// node server.mjs PORT LIMIT: boardgame.io's server, its default storage (in memory), on loopback, for LIMIT seconds.

import { createRequire } from 'node:module';

import { TicTacToe } from './game.mjs';

const { Server } = createRequire(import.meta.url)('boardgame.io/server');

const [port, limit] = process.argv.slice(2).map(Number);
setTimeout(() => process.exit(), limit * 1000);

// `run` hands the port on to Node's `listen`, which takes a host with it.
await Server({ games: [TicTacToe], origins: [] }).run({ port: { port, host: '127.0.0.1' } });
