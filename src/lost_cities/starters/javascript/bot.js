'use strict';
// A player of Lost Cities, started with HOST and PORT. Think in plays and draws; the rest reads lines and answers.
const SUITS = ['Deserts:', 'Oceans:', 'Mountains:', 'Jungles:', 'Volcanoes:'];
const rank = (value) => value === 'Inv' ? 0 : Number(value);

// What I may lay, the best first: `4d` plays a card, `d4d` discards it.
const plays = (hand, mine) => {
  const found = [];
  for (const card of hand) {
    const value = card.slice(0, -1), suit = card.slice(-1);
    const name = (value === 'Inv' ? 'i' : value) + suit.toLowerCase();
    const same = hand.filter((each) => each.endsWith(suit)).map((each) => rank(each.slice(0, -1)));
    const top = Math.max(0, ...mine[suit].map(rank)), step = rank(value) - top;
    const fits = value === 'Inv' ? top === 0 : step > 0;
    if (fits) { // an expedition costs 20 points: begin one only with high cards behind it
      const sum = same.reduce((one, other) => one + other, 0);
      found.push([mine[suit].length ? 20 - step : sum - 18 - step, name]);
    }
    found.push([fits ? -rank(value) - 5 * same.length : -1, `d${name}`]);
  }
  return found.sort((a, b) => b[0] - a[0]).map(([, name]) => name);
};

// Where I draw from, the best first: `n` is the deck, a suit's letter its discard pile.
const draws = () => ['n', 'd', 'o', 'm', 'j', 'v'];

let hand = [], suit = '', answers = [], over = false;
const mine = {};
const [host, port] = process.argv.slice(2);
const server = require('net').connect({host, port: Number(port)});
require('readline').createInterface({input: server}).on('line', (line) => {
  const text = line.trim();
  if (SUITS.includes(text)) suit = text[0];
  if (text.startsWith('You:')) mine[suit] = text.slice(4).split('(')[0].split(' ').filter(Boolean);
  if (text.startsWith('Hand:')) hand = text.slice(5).split(' ').filter(Boolean);
  if (text === 'Game over.') over = true;
  if (text.endsWith('?')) answers = text.endsWith('Your play?') ? plays(hand, mine) : draws();
  if (!text.endsWith('?') && !text.startsWith('Error:')) return;
  if (!answers.length) process.exit(1);
  server.write(`${answers.shift()}\n`); // to see what it thinks: console.error(...)
}).on('close', () => process.exit(over ? 0 : 1));
