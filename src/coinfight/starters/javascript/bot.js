'use strict';
// A player of Coin Fight, started for every turn: reads the state, writes a coin and its change. Think in choose.

// The coins of a line such as `4x1, 3x5`: [denomination, how many], the largest first.
const pool = (line) => line.split(',').map((pair) => pair.split('x').map(Number).reverse()).sort((a, b) => b[0] - a[0]);

// Change worth less than the coin: the largest coins first.
const mostChange = (table, coin) => {
  let left = coin - 1;
  return table.map(([face, count]) => {
    const taken = Math.min(count, Math.floor(left / face));
    left -= face * taken;
    return [face, taken];
  });
};

// The coin that I pay and the change that I take: what leaves me the most, small coins first.
const choose = (table, hands, me) => {
  let best = null;
  for (const [coin, count] of [...hands[me]].reverse()) {
    if (!count) continue;
    const change = mostChange(table, coin);
    const worth = change.reduce((sum, [face, taken]) => sum + face * taken, 0) - coin;
    if (!best || worth > best.worth) best = {worth, coin, change};
  }
  return best;
};

const [first, ...lines] = require('fs').readFileSync(0, 'utf8').split('\n').filter((line) => line.trim());
const [seats, turn] = first.trim().split(/\s+/).map(Number);
const [table, ...hands] = lines.slice(0, seats + 1).map(pool);
const {coin, change} = choose(table, hands, turn % seats);
console.log(coin); // to see what it thinks: console.error(...)
console.log(change.map(([face, taken]) => `${taken}x${face}`).join(', '));
