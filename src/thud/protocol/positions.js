'use strict';
// The client's own move generator, asked position by position: a line of JSON in, a line out.
//
//   in   {"board": 225 characters row by row, "side": "d" or "t"}
//   out  {"moves": [[x, y, toX, toY, kills], ...] sorted, "same": whether each move made and taken back changed nothing}
//   in   {"perft": depth, "board", "side"}
//   out  {"count": positions after so many moves}
const readline = require('readline');
const {DWARF, TROLL, POPULATION, cellAt, xOf, yOf, Board} = require('../client/board.js');
const {addMoves} = require('../client/moves.js');

const board = new Board();
const list = new Int32Array(1024);

const setUp = ({board: text, side}) => {
  const spaces = [];
  [...text].forEach((piece, i) => {
    if (piece !== '#') spaces.push({x: i % 15, y: Math.floor(i / 15), piece: piece === ' ' ? null : piece});
  });
  board.set(spaces, side === 'd' ? DWARF : TROLL);
};

// All that a position consists of; the lists of pieces as sets.
const picture = () => JSON.stringify([
  board.side, board.key, board.lock, board.sumX, board.sumY, board.sumSquares, [...board.cells], [...board.mask],
  [...board.dwarfs.slice(0, board.dwarfCount)].sort(), [...board.trolls.slice(0, board.trollCount)].sort(),
]);

const listed = (move) => {
  const from = move & 255, to = move >> 8;
  const kills = board.side === DWARF ? Number(board.cells[to] === TROLL) : POPULATION[board.mask[to]];
  return [xOf(from), yOf(from), xOf(to), yOf(to), kills];
};

const answer = (position) => {
  const moves = [...list.slice(0, addMoves(board, list, 0))], before = position.check ? picture() : '';
  const same = !position.check || moves.every((move) => {
    board.make(move);
    board.unmake(move);
    return picture() === before;
  });
  return {moves: moves.map(listed).sort((a, b) => a[1] - b[1] || a[0] - b[0] || a[3] - b[3] || a[2] - b[2]), same};
};

const perft = (depth) => {
  if (depth === 0) return 1;
  const moves = list.slice(0, addMoves(board, list, 0));
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    board.make(move);
    count += perft(depth - 1);
    board.unmake(move);
  }
  return count;
};

readline.createInterface({input: process.stdin}).on('line', (line) => {
  const position = JSON.parse(line);
  setUp(position);
  const started = process.hrtime.bigint();
  const result = position.perft ? {count: perft(position.perft)} : answer(position);
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  process.stdout.write(`${JSON.stringify({...result, seconds})}\n`);
});
