// The trolls. Think in worth(); turn() plays the move that is worth most.
module.exports = class {
  constructor(controller, utils) {
    this.controller = controller;
    this.utils = utils;
  }

  // What a move of a troll is worth: it kills dwarfs, keeps out of reach, and comes nearer to the dwarfs.
  worth(from, move) {
    const near = this.controller.dwarfs().map((dwarf) => this.utils.distance_between(dwarf, move));
    return 10 * move.kills - (move.in_danger ? 15 : 0) - Math.min(...near, 30);
  }

  turn() {
    let best = null;
    for (const from of this.controller.pieces()) {
      for (const move of this.controller.space_info(from.x, from.y).moves) {
        const worth = this.worth(from, move);
        if (!best || worth > best.worth) best = {from, move, worth};
      }
    }
    this.controller.select_space(best.from.x, best.from.y);
    this.controller.move(best.move.x, best.move.y); // the last thing to do: it plays on, to see what it thinks: console.error
  }

  end_turn() {}
};
