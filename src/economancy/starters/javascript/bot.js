'use strict';
// A player of Economancy. Think in bid, attack, defend and buy; the rest reads states and writes moves.
const CARDS = { // name: [cost, attack, defence]
  'Board of Monopoly': [2, 1, 1], 'Incantation': [4, 1, 1], 'Wall of Wealth': [1, 1, 2], 'Worker': [1, 1, 2],
  'Magic Bean Stock': [1, 1, 1], 'Bubble': [2, 9, 2], 'Ghost': [2, 3, 2], 'Senior Worker': [2, 2, 2],
  'Gold Fish': [3, 1, 2], 'Apprentice': [3, 2, 1], 'Thug': [3, 4, 4], 'Shield of Greed': [4, 2, 7],
  'Golem': [5, 7, 7],
};

// The indices of my cards that may still be used today; card 0, the Stipend, never is.
const usable = (cards, uses) => [...cards.keys()].filter((i) => {
  const {name} = cards[i], most = name in uses ? uses[name] : 1;
  return name in CARDS && cards[i].uses < most;
});

const bid = (state, me) => Math.floor(Math.min(me.coins, 1e9) / 3); // who bids most attacks; everybody pays

const attack = (state, me) => {
  const strong = usable(me.cards, {Bubble: 0}).filter((i) => CARDS[me.cards[i].name][1] > 1);
  return strong.length ? strong[0] : 0; // 0 stops the attack
};

const defend = (state, me) => usable(me.cards, {'Wall of Wealth': 2})
  .reduce((best, i) => CARDS[me.cards[i].name][2] > CARDS[me.cards[best].name][2] ? i : best);

const buy = (state, me) => Object.keys(state.shop)
  .filter((name) => state.shop[name] && name in CARDS && CARDS[name][0] <= me.coins)
  .reduce((best, name) => best === 'Pass' || CARDS[name][0] > CARDS[best][0] ? name : best, 'Pass');

// My move: a number of coins, the index of one of my cards, or a card's name.
const choose = (state) => {
  const {phase} = state, me = state.players[state.player];
  if (phase.name === 'investing') return bid(state, me);
  if (phase.name === 'buy') return buy(state, me);
  return (phase.attacker === state.player ? attack : defend)(state, me);
};

const take = (state) => {
  if (['end', 'fault'].includes(state.phase.name)) process.exit(0);
  process.stdout.write(`${JSON.stringify([choose(state)])}\n`); // to see what it thinks: console.error(...)
};

// States as they come: a state ends with its last bracket, not with a line.
let text = '', open = 0;
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  for (const letter of chunk) {
    text += letter;
    if (letter === '{') open++;
    if (letter === '}' && --open === 0) {
      take(JSON.parse(text));
      text = '';
    }
  }
});
