"use strict";
/* The page to watch games on. It holds all boards; texts are only ever set as text. */

const TRACE = JSON.parse(document.getElementById("trace").textContent);
const PLAY_MILLISECONDS = 900;
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };

const $ = (id) => document.getElementById(id);
const at = { game: 0, step: 0, eyes: 0 };
let playing = null;

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const game = () => TRACE.games[at.game];
const list = (lines) => lines.map((line) => make("li", {}, line));
const board = (frame) => TRACE.boards[frame.boards[Math.min(at.eyes, frame.boards.length - 1)]];
const story = (frame) => frame.story[Math.min(at.eyes, frame.story.length - 1)] ?? [];

function show(gameNumber, step) {
  const changed = gameNumber !== at.game;
  at.game = Math.max(0, Math.min(gameNumber, TRACE.games.length - 1));
  if (changed || !$("eyes").children.length) showGame();
  const last = game().frames.length - 1;
  at.step = Math.max(0, Math.min(step, last));
  const frame = game().frames[at.step];
  if (at.step === last) stop();
  $("slider").max = last;
  $("slider").value = at.step;
  $("count").textContent = `${at.step + 1} / ${last + 1}`;
  drawInto($("board"), frame);
  $("where").textContent = heading(frame);
  $("moves").replaceChildren(...list(frame.moves));
  $("story").replaceChildren(make("ul", {}, ...list(newLines(frame))));
  history.replaceState(null, "", `#${at.game + 1}.${at.step + 1}`);
}

/** Return what is told of a frame beyond its moves; at the end, how the game ended. */
function newLines(frame) {
  if (!frame.movers.length) return [game().ending];
  return story(frame).filter((line) => !frame.moves.includes(line));
}

function heading(frame) {
  const who = frame.movers.map((seat) => game().names[seat]).join(", ");
  const title = frame.length[0].toUpperCase() + frame.length.slice(1);
  return who ? `${title}: ${who}` : title;
}

/** Draw a frame's board; its buttons are pictures here. */
function drawInto(element, frame) {
  element.innerHTML = board(frame);
  for (const button of element.querySelectorAll("button")) button.disabled = true;
}

function showGame() {
  $("game").value = at.game;
  $("ending").textContent = game().ending;
  $("complaint").hidden = !game().complaint;
  $("complaint").textContent = game().complaint ? `This trace is not valid: ${game().complaint}` : "";
  $("eyes-label").hidden = !game().hides;
  const names = ["an onlooker", ...(game().hides ? game().names : [])];
  at.eyes = Math.min(at.eyes, names.length - 1);
  $("eyes").replaceChildren(...names.map((name, value) => make("option", { value }, name)));
  $("eyes").value = at.eyes;
}

const GO = {
  first: () => show(at.game, 0),
  last: () => show(at.game, game().frames.length - 1),
  previous: () => show(at.game, at.step - 1),
  next: () => show(at.game, at.step + 1),
  play: () => (playing === null ? start() : stop()),
};

function start() {
  if (at.step === game().frames.length - 1) show(at.game, 0);
  playing = setInterval(GO.next, PLAY_MILLISECONDS);
  $("play").textContent = "⏸ Pause";
}

function stop() {
  clearInterval(playing);
  playing = null;
  $("play").textContent = "▶ Play";
}

/** Lay out the whole game for paper. */
function layOut() {
  const pages = game().frames.map((frame, step) => {
    const drawn = make("div", { class: "board" });
    drawInto(drawn, frame);
    const lines = [...frame.moves, ...newLines(frame)];
    return make("article", {}, make("h2", {}, `${step + 1}. ${heading(frame)}`), drawn, make("ul", {}, ...list(lines)));
  });
  $("paper").replaceChildren(...pages);
}

function showHash() {
  const [number, step] = location.hash.slice(1).split(".").map((text) => (parseInt(text, 10) || 1) - 1);
  show(number, step ?? 0);
}

document.body.classList.toggle("many", TRACE.games.length > 1);
TRACE.games.forEach((one, number) => {
  $("game").append(make("option", { value: number }, `${number + 1}: ${one.names.join(", ")}`));
});
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("select") || (event.key === " " && event.target.closest("button"));
  if (!KEYS[event.key] || busy || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  GO[KEYS[event.key]]();
});
for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => GO[button.dataset.go]());
$("slider").addEventListener("input", () => show(at.game, Number($("slider").value)));
$("game").addEventListener("change", () => show(Number($("game").value), 0));
$("eyes").addEventListener("change", () => {
  at.eyes = Number($("eyes").value);
  show(at.game, at.step);
});
$("print").addEventListener("click", () => window.print());
addEventListener("beforeprint", layOut);
addEventListener("afterprint", () => $("paper").replaceChildren());
addEventListener("hashchange", showHash);
showHash();
