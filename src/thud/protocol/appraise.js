'use strict';
// What the moves of positions are worth, by the search of our client; a line of JSON from standard input, one out.
//
//   node appraise.js '{"0": OPTIONS, "1": OPTIONS}'    weights and settings for the dwarfs and the trolls
//
//   {"state": STATE, "seat": 0, "most": 5, "nodes": 4000, "played": [x, y, toX, toY] or null}
//   [{"move": [x, y, toX, toY], "score": 130, "depth": 3, "line": [[x, y, toX, toY], ...]}, ...]
//
// Scores are hundredths of a dwarf for who moves; the best by a glance come first, and what was played last if it is
// not among them.
const readline = require('readline');
const {DWARF, TROLL, cellAt, xOf, yOf, Board} = require('../client/board.js');
const {Scorer} = require('../client/evaluation.js');
const {addMoves} = require('../client/moves.js');
const {Search} = require('../client/search.js');

const GLANCE = 500;  // nodes for each of the moves that may be among the best; enough for most replies one deep

const options = JSON.parse(process.argv[2]);
const board = new Board();

const searchOf = (seat) => {
  const {weights, settings} = options[seat];
  return new Search(board, new Scorer(board, weights, 0), {...settings});
};

const spacesOf = (rows) => rows.flatMap((row, y) => [...row].map((sign, x) => ({x, y, piece: sign === ' ' ? null : sign, sign})))
  .filter(({sign}) => sign !== '#');

const encoded = (move) => [xOf(move & 255), yOf(move & 255), xOf(move >> 8 & 255), yOf(move >> 8 & 255)];

// The moves of the position with what the other side finds at a glance against each, best first.
const ranked = (search) => {
  const list = new Int32Array(1024), count = addMoves(board, list, 0);
  return Array.from(list.slice(0, count), (move) => search.tried(move, 0, () => search.scorer.glance()))
    .sort((a, b) => b.score - a.score || a.move - b.move);
};

const answer = ({state, seat, most, nodes, played}) => {
  board.set(spacesOf(state.board), seat === 0 ? DWARF : TROLL);
  const left = state.max_moves - state.moves, search = searchOf(seat), reply = searchOf(1 - seat);  // no memory of others
  search.scorer.settle(left < 48);
  const wanted = played && (cellAt(played[0], played[1]) | cellAt(played[2], played[3]) << 8);
  const moves = ranked(search);
  const close = moves.filter(({move}, i) => i < 3 * most || move === wanted);
  const scored = close.map(({move}) => ({move, ...after(reply, move, left, GLANCE)}))
    .sort((a, b) => b.score - a.score || a.move - b.move);
  return scored.filter(({move}, i) => i < most || move === wanted)
    .map(({move}) => ({move: encoded(move), ...after(reply, move, left, nodes)}))
    .sort((a, b) => b.score - a.score);
};

// What a move is worth once the other side has searched so many nodes for its reply.
const after = (reply, move, left, nodes) => {
  board.make(move);
  reply.settings.nodes = nodes;
  const over = board.dwarfCount === 0 || board.trollCount === 0 || left <= 1;
  const found = over ? null : reply.choose(left - 1, () => 0);
  const material = 100 * board.material() * (board.side === DWARF ? -1 : 1);
  board.unmake(move);
  if (!found || !found.move) return {score: material, depth: 1, line: []};
  return {score: -found.score, depth: found.depth + 1, line: [encoded(found.move)]};
};

readline.createInterface({input: process.stdin}).on('line', (line) => {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
});
