// Tic-tac-toe as in boardgame.io's tutorial, but for its end: the next move wipes a finished board.
//
// A match that ends cannot go on in boardgame.io: `client.reset()` changes nothing on the server. A new match costs
// three requests to the lobby and two syncs for every 7.6 moves; without them the server makes more moves a second.

// RATTUS_BENCH_STATE names a JSON file that is put into the state beside the cells: a state as large as a real game's.

import { readFileSync } from 'node:fs';

const file = process.env.RATTUS_BENCH_STATE;
const board = file === undefined ? {} : { board: JSON.parse(readFileSync(file, 'utf-8')) };

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const empty = () => Array(9).fill(null);
const isWon = (cells) => LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);
const isFinished = (cells) => isWon(cells) || !cells.includes(null);

export const NAME = 'tic-tac-toe';

export const TicTacToe = {
  name: NAME,
  setup: () => ({ cells: empty(), ...board }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, cell) => {
      if (isFinished(G.cells)) G.cells = empty();
      if (G.cells[cell] !== null) return 'INVALID_MOVE';
      G.cells[cell] = playerID;
    },
  },
};

export function legalCells({ cells }) {
  const all = [...cells.keys()];
  return isFinished(cells) ? all : all.filter((cell) => cells[cell] === null);
}
