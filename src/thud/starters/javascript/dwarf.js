// The dwarfs. Think in worth(); turn() plays the move that is worth most.
module.exports = class {
  constructor(controller, utils) {
    this.controller = controller;
    this.utils = utils;
  }

  // What a move of a dwarf is worth: it kills trolls, keeps off them, and stays beside other dwarfs.
  worth(from, move) {
    const friends = this.controller.dwarfs().filter((dwarf) => !(dwarf.x === from.x && dwarf.y === from.y));
    const near = friends.map((dwarf) => this.utils.distance_between(dwarf, move));
    return 100 * move.kills - (move.in_danger ? 20 : 0) - Math.min(...near, 30) - near.length / 1000;
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
