'use strict';
// A client of the environment: it shows the position to the search and plays what that finds.
const {DWARF, TROLL, cellAt, xOf, yOf, Board} = require('./board.js');
const {Scorer} = require('./evaluation.js');
const {Search} = require('./search.js');

const LAST_TURN = 500;  // of both sides together; the rules'
const PATIENCE = 150;  // moves of both sides without a kill after which whoever is ahead offers peace; guessed

class Client {
  // `options`: weights and settings, as in weights/*.json.
  constructor(controller, options) {
    this.controller = controller;
    this.options = options;
    this.visits = new Map();
    this.material = null;
    this.lastKill = 0;
    this.search = null;
  }

  // Play one move, whatever happens; no exception of ours leaves. All book-keeping is done before: move() plays the
  // rest of the match inside itself.
  turn() {
    let choice = this.guarded(() => this.choose());
    if (!choice || !this.guarded(() => this.mayMove(choice))) choice = this.guarded(() => this.anyMove());
    if (choice) this.play(choice);
  }

  // Return what an action returns, or null if it throws; measurements are strict, and want to see what it throws.
  guarded(action) {
    try {
      return action();
    } catch (error) {
      if (this.options.strict) throw error;
      return null;
    }
  }

  // Make a move. What is thrown once it is made comes from the rival, or from whoever runs the match: it leaves as it
  // came, so that whose fault it was can be seen there.
  play({x, y, toX, toY}) {
    const turn = this.guarded(() => this.controller.turn());
    try {
      this.controller.select_space(x, y);
      this.controller.move(toX, toY);
    } catch (error) {
      if (this.options.strict || turn !== this.guarded(() => this.controller.turn())) throw error;
    }
  }

  // Return the move that the search finds, {x, y, toX, toY}, or null.
  choose() {
    const controller = this.controller, side = controller.side === 'd' ? DWARF : TROLL, turn = controller.turn();
    if (!this.search) {
      this.board = new Board();
      const {weights, settings} = this.options;
      this.search = new Search(this.board, new Scorer(this.board, weights, settings.noise), settings);
    }
    const board = this.board;
    board.set(controller.spaces(), side);
    this.offerPeace(turn, board.material() * (side === DWARF ? 1 : -1));
    const {move, score, depth, nodes} = this.search.choose(LAST_TURN + 1 - turn, (key) => this.visits.get(key) || 0);
    this.report = {score, depth, nodes};
    if (!move) return null;
    board.make(move);
    this.visits.set(board.key, (this.visits.get(board.key) || 0) + 1);
    const from = move & 255, to = move >> 8 & 255;
    return {x: xOf(from), y: yOf(from), toX: xOf(to), toY: yOf(to)};
  }

  // Declare when this side leads by `material` and nothing has been won or lost for long.
  offerPeace(turn, material) {
    if (material !== this.material) {
      this.material = material;
      this.lastKill = turn;
      this.visits.clear();
    }
    this.controller.declare(material > 0 && turn - this.lastKill >= PATIENCE);
  }

  mayMove(choice) {
    const space = this.controller.space_info(choice.x, choice.y);
    return Boolean(space) && space.moves.some((move) => move.x === choice.toX && move.y === choice.toY);
  }

  anyMove() {
    for (const piece of this.controller.pieces()) {
      const move = this.controller.space_info(piece.x, piece.y).moves[0];
      if (move) return {x: piece.x, y: piece.y, toX: move.x, toY: move.y};
    }
    return null;
  }
}

module.exports = {Client};
