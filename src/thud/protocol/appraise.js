'use strict';
// What the moves of positions are worth, by the search of our client; a line of JSON from standard input, one out.
//
//   node appraise.js OPTIONS    weights and settings of the side whose eyes all positions are seen with
//
//   {"state": STATE, "seat": 0, "most": 3, "nodes": 7000, "played": [x, y, toX, toY] or null}
//   [{"move": [x, y, toX, toY], "score": 130, "points": 90, "depth": 3, "line": [[x, y, toX, toY], ...]}, ...]
//
// Scores are hundredths of a dwarf for who moves, the best first, with what was played among them. All are searched to
// the same depth: the worth of a position changes with every ply, so that scores of different depths cannot be compared.
// Points are scores less what only draws the sides together, as it stands before the move: it counts at no game's end.
const readline = require('readline');
const {DWARF, TROLL, cellAt, xOf, yOf, Board} = require('../client/board.js');
const {Scorer} = require('../client/evaluation.js');
const {addMoves} = require('../client/moves.js');
const {Search} = require('../client/search.js');

const INFINITY = 1000000;
const DEEPEST = 12;
const WIDE = 3;  // times as many moves as are wanted are searched two deep

const options = JSON.parse(process.argv[2]);
const board = new Board();
const search = new Search(board, new Scorer(board, options.weights, 0), {...options.settings});

const spacesOf = (rows) => rows.flatMap((row, y) => [...row].map((sign, x) => ({x, y, piece: sign === ' ' ? null : sign, sign})))
  .filter(({sign}) => sign !== '#');

const encoded = (move) => [xOf(move & 255), yOf(move & 255), xOf(move >> 8 & 255), yOf(move >> 8 & 255)];

// Forget other positions, so that the same question has the same answer.
const begin = (left, nodes) => {
  search.settings.nodes = nodes;
  search.nodes = 0;
  search.stopped = false;
  search.lastPly = Math.min(left, 46);
  search.scorer.settle(left < 48);
  search.killers.fill(0);
  search.entries.fill(0);
  for (const history of search.ordering.history.slice(1)) history.fill(0);
};

// Return the score of a move with the replies searched so deep, null when the nodes are spent.
const searched = (move, depth) => {
  search.rootMove = move;
  board.make(move);
  const score = -search.node(depth - 1, -INFINITY, INFINITY, 1, true);
  board.unmake(move);
  return search.stopped ? null : score;
};

// Return the moves that the table of positions has after a move.
const lineAfter = (move, depth) => {
  const made = [move], line = [];
  board.make(move);
  while (line.length < depth - 1) {
    const slot = board.key & search.entries.length - 1, next = search.entries[slot] & 65535;
    if (search.locks[slot] !== board.lock || !next || board.trollCount === 0 || board.dwarfCount === 0) break;
    board.make(next);
    made.push(next);
    line.push(encoded(next));
  }
  for (const each of made.reverse()) board.unmake(each);
  return line;
};

const byScore = (a, b) => b.score - a.score || a.move - b.move;

// The first of some moves, and what was played where it is not among them.
const firstOf = (moves, limit, wanted) => moves.filter(({move}, i) => i < limit || move === wanted);

// The best moves and what was played, one deep.
const glanced = (count, wanted) => {
  const list = new Int32Array(1024), number = addMoves(board, list, 0);
  const moves = Array.from(list.slice(0, number), (move) => search.tried(move, 0, () => search.scorer.glance())).sort(byScore);
  const tried = firstOf(moves, 8 * count, wanted).map(({move}) => search.tried(move, 0, () => search.leaf(-INFINITY, INFINITY, 1)));
  return firstOf(tried.sort(byScore), count, wanted);
};

const answer = ({state, seat, most, nodes, played}) => {
  board.set(spacesOf(state.board), seat === 0 ? DWARF : TROLL);
  const left = state.max_moves - state.moves;
  begin(left, nodes);
  const wanted = played && (cellAt(played[0], played[1]) | cellAt(played[2], played[3]) << 8);
  let moves = glanced(WIDE * most, wanted), deep = 1;
  for (let depth = 2; depth <= Math.min(left, DEEPEST); depth++) {
    const next = moves.map(({move}) => ({move, score: searched(move, depth)}));
    if (search.stopped) break;
    moves = firstOf(next.sort(byScore), most, wanted);
    deep = depth;
  }
  const drawn = (seat === 0 ? 1 : -1) * search.scorer.approach();
  return firstOf(moves, most, wanted)
    .map(({move, score}) => ({move: encoded(move), score, points: score - drawn, depth: deep, line: lineAfter(move, deep)}));
};

readline.createInterface({input: process.stdin}).on('line', (line) => {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
});
