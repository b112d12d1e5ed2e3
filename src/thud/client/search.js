'use strict';
// Principal variation search, iteratively deepened until a budget of nodes is spent. Scores are hundredths of a dwarf
// from the side to move. The same positions in the same order give the same moves on every machine.
const {DWARF, TROLL, DISTANCE} = require('./board.js');
const {addHurls, addKills, addMoves, exchange} = require('./moves.js');
const {Ordering} = require('./ordering.js');

const INFINITY = 1000000;
const TABLE = 1 << 17;  // entries of the table of positions
const DEEPEST = 24, PLIES = 48;
const WIDTH = 1024;  // room for the moves of a position; there are fewer
const EXACT = 0, LOWER = 1, UPPER = 2;

const at = (list, index) => list[index < list.length ? index : list.length - 1];

const byScore = (a, b) => b.score - a.score || a.move - b.move;

class Search {
  // `settings`, lists by remaining depth 1, 2, ...; the last item goes on: nodes, the budget of a turn; root, how many
  // moves of the dwarfs are tried at the root; quiet, how many quiet ones of them below it; margin, how far below the
  // window a kill is still tried at a leaf; repeat, what it costs to leave a position behind that was left before.
  constructor(board, scorer, settings) {
    this.board = board;
    this.scorer = scorer;
    this.settings = settings;
    this.ordering = new Ordering(board);
    this.moves = new Int32Array(PLIES * WIDTH);
    this.ranks = new Int32Array(PLIES * WIDTH);
    this.rootMove = 0;  // the one that is searched
    this.killers = new Int32Array(2 * PLIES);
    this.locks = new Int32Array(TABLE);
    this.scores = new Int32Array(TABLE);
    this.entries = new Int32Array(TABLE);  // move | depth << 16 | bound << 24; 0 if empty
    this.nodes = 0;
    this.stopped = false;
    this.lastPly = 0;
  }

  // Return {move, score, depth, nodes} for the side to move; move 0 if it has none. `left` moves of both sides remain
  // until the end, and visits(key) says how often this side has left a position behind before.
  choose(left, visits) {
    const {board, settings} = this;
    this.nodes = 0;
    this.stopped = false;
    this.lastPly = Math.min(left, PLIES - 2);
    this.killers.fill(0);
    this.ordering.fade();
    if (this.scorer.settle(left < PLIES)) this.entries.fill(0);
    let roots = this.roots(visits);
    const best = {move: 0, score: 0, depth: 0, nodes: 0};
    if (roots.length > 0) Object.assign(best, roots[0], {depth: 1});
    for (let depth = 2; depth <= DEEPEST && depth <= left && roots.length > 1 && !this.stopped; depth++) {
      if (board.side === DWARF) roots = roots.slice(0, at(settings.root, depth - 1));
      this.deepen(roots, depth, best);
    }
    best.nodes = this.nodes;
    return best;
  }

  // The moves of the position with their scores one move deep, best first. Of the dwarfs' hundreds only those that look
  // best at a glance, without quiescence, are scored.
  roots(visits) {
    const {board, moves, settings} = this, count = addMoves(board, moves, 0);
    let roots = Array.from(moves.slice(0, count), (move) => this.tried(move, 0, () => this.scorer.glance()));
    if (board.side === DWARF) roots = roots.sort(byScore).slice(0, settings.root[0]);
    return roots.map(({move}) => this.tried(move, settings.repeat * this.after(move, visits),
      () => this.leaf(-INFINITY, INFINITY, 1))).sort(byScore);
  }

  // A move with what `ask` says of the position after it.
  tried(move, cost, ask) {
    this.board.make(move);
    const score = -ask() - cost;
    this.board.unmake(move);
    return {move, score, cost};
  }

  after(move, visits) {
    this.board.make(move);
    const count = visits(this.board.key);
    this.board.unmake(move);
    return count;
  }

  // Search the moves of the root so deep, and move each new best one to their front; `best` is what was found.
  deepen(roots, depth, best) {
    const board = this.board;
    let alpha = -INFINITY;
    for (let i = 0; i < roots.length; i++) {
      const root = roots[i], {move, cost} = root;
      this.rootMove = move;
      board.make(move);
      let score;
      if (i === 0) {
        score = -this.node(depth - 1, -INFINITY, INFINITY, 1, true) - cost;
      } else {
        score = -this.node(depth - 1 - (i >= 12 && depth > 2 ? 1 : 0), -alpha - cost - 1, -alpha - cost, 1, true) - cost;
        if (score > alpha) score = -this.node(depth - 1, -INFINITY, -alpha - cost, 1, true) - cost;
      }
      board.unmake(move);
      if (this.stopped) return;
      if (score > alpha) {
        alpha = root.score = score;
        Object.assign(best, {move, score, depth});
        roots.splice(i, 1);
        roots.unshift(root);
      }
    }
  }

  // Return the score of a position within a window, searched so deep.
  node(depth, alpha, beta, ply, mayPass) {
    const {board, moves, ranks, settings} = this;
    if (depth <= 0 || ply >= this.lastPly || board.trollCount === 0 || board.dwarfCount === 0) {
      return this.leaf(alpha, beta, ply);
    }
    if (this.stopped || ++this.nodes >= settings.nodes) {
      this.stopped = true;
      return 0;
    }
    const slot = board.key & TABLE - 1;
    let known = 0;
    if (this.locks[slot] === board.lock && this.entries[slot] !== 0) {
      const entry = this.entries[slot], score = this.scores[slot], bound = entry >>> 24;
      known = entry & 65535;
      if ((entry >> 16 & 255) >= depth && beta - alpha === 1
        && (bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha))) return score;
    }
    if (mayPass && depth >= 2 && beta - alpha === 1 && this.scorer.score() >= beta) {
      board.pass();
      const score = -this.node(depth - 3, -beta, -beta + 1, ply + 1, false);
      board.pass();
      if (this.stopped) return 0;
      if (score >= beta) return score;
    }
    const side = board.side, start = ply * WIDTH, first = this.killers[2 * ply], second = this.killers[2 * ply + 1];
    const end = this.ordering.rank(moves, ranks, start, first, second);
    if (end === start) return this.leaf(alpha, beta, ply);
    const quietLimit = side === DWARF ? at(settings.quiet, depth - 1) : WIDTH;
    const floor = alpha;
    let best = -INFINITY, bestMove = 0, quiet = 0;
    for (let i = start; i < end; i++) {
      let top = i;
      if (i === start && known) {
        for (let j = i; j < end; j++) if (moves[j] === known) top = j;
      } else {
        for (let j = i + 1; j < end; j++) if (ranks[j] > ranks[top]) top = j;
      }
      const move = moves[top], rank = ranks[top];
      moves[top] = moves[i];
      ranks[top] = ranks[i];
      moves[i] = move;
      ranks[i] = rank;
      const isQuiet = rank < 1 << 23;
      if (isQuiet && ++quiet > quietLimit) break;
      const next = depth - 1 + (ply === 1 && side === TROLL && this.takesBack(move) ? 2 : 0);
      board.make(move);
      let score;
      if (i === start) {
        score = -this.node(next, -beta, -alpha, ply + 1, true);
      } else {
        const reduced = isQuiet && depth >= 3 && i - start >= 4 ? 1 + (i - start >= 16 ? 1 : 0) : 0;
        score = -this.node(next - reduced, -alpha - 1, -alpha, ply + 1, true);
        if (score > alpha && (reduced || score < beta)) score = -this.node(next, -beta, -alpha, ply + 1, true);
      }
      board.unmake(move);
      if (this.stopped) return 0;
      if (score > best) {
        best = score;
        bestMove = move;
        if (score > alpha) alpha = score;
        if (score >= beta) {
          if (isQuiet) {
            this.ordering.reward(side, move, depth);
            if (move !== first) {
              this.killers[2 * ply + 1] = first;
              this.killers[2 * ply] = move;
            }
          }
          break;
        }
      }
    }
    this.locks[slot] = board.lock;
    this.scores[slot] = best;
    this.entries[slot] = bestMove | depth << 16 | (best >= beta ? LOWER : best > floor ? EXACT : UPPER) << 24;
    return best;
  }

  // Does a troll's move kill the dwarf that has just been moved at the root? Such a pair of moves costs no depth, or else
  // dwarfs would be thrown away one by one to push a greater loss out of sight.
  takesBack(move) {
    return DISTANCE[this.rootMove & 0xff00 | move >> 8] === 1;
  }

  // Return the score of a position when only hurls and kills that win something are still played.
  leaf(alpha, beta, ply) {
    const {board, moves, ranks, settings} = this;
    if (this.stopped || ++this.nodes >= settings.nodes) {
      this.stopped = true;
      return 0;
    }
    if (board.trollCount === 0 || board.dwarfCount === 0 || ply >= this.lastPly) {
      const worth = this.scorer.worth();
      return board.side === DWARF ? worth : -worth;
    }
    let best = this.scorer.score();
    if (best >= beta || ply >= PLIES - 2) return best;
    if (best > alpha) alpha = best;
    const start = ply * WIDTH, stand = best, hurling = board.side === DWARF;
    const end = hurling ? addHurls(board, moves, start) : addKills(board, moves, start);
    for (let i = start; i < end; i++) ranks[i] = hurling ? 4 : exchange(board, moves[i]);
    for (let i = start; i < end; i++) {
      let top = i;
      for (let j = i + 1; j < end; j++) if (ranks[j] > ranks[top]) top = j;
      const move = moves[top], won = ranks[top];
      moves[top] = moves[i];
      ranks[top] = ranks[i];
      if (won <= 0 || stand + (100 + this.scorer.extra) * won + settings.margin <= alpha) break;
      board.make(move);
      const score = -this.leaf(-beta, -alpha, ply + 1);
      board.unmake(move);
      if (this.stopped) return 0;
      if (score > best) {
        best = score;
        if (score > alpha) alpha = score;
        if (score >= beta) break;
      }
    }
    return best;
  }
}

module.exports = {Search};
