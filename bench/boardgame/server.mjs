// node server.mjs PORT LIMIT [FOLDER]: boardgame.io's server on loopback, for LIMIT seconds.
//
// It keeps matches in memory, as by default, or in files of its own FlatFile storage in FOLDER.

import { createRequire } from 'node:module';

import { TicTacToe } from './game.mjs';

const { FlatFile, Server } = createRequire(import.meta.url)('boardgame.io/server');

const [port, limit] = process.argv.slice(2, 4).map(Number);
const folder = process.argv[4];
const db = folder === undefined ? {} : { db: new FlatFile({ dir: folder }) };
setTimeout(() => process.exit(), limit * 1000);

// `run` hands the port on to Node's `listen`, which takes a host with it.
await Server({ games: [TicTacToe], origins: [], ...db }).run({ port: { port, host: '127.0.0.1' } });
