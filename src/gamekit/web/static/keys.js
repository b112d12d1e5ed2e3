"use strict";
/* The keyboard: arrows and Enter on the board, digits for the moves that are buttons, letters for what else there is. */

let place = null; // where the arrows are on the board, the name of a click
let typed = ""; // digits, while more may follow
let typing = null;

const LETTERS = { h: "ask-hint", z: "take-back" }; // the buttons that letters press
const TYPING_MILLISECONDS = 800; // that a second digit may take

/** Return the element of the board that is nearest in a direction, x and y of which one is 0. */
function neighbour(from, x, y) {
  let best = null;
  let least = Infinity;
  const start = middle(from);
  for (const element of part("board").querySelectorAll(".clickable")) {
    const there = middle(element);
    const along = (there.x - start.x) * x + (there.y - start.y) * y;
    const across = Math.abs((there.x - start.x) * y) + Math.abs((there.y - start.y) * x);
    const distance = along + 3 * across;
    if (element !== from && along > 2 && distance < least) [best, least] = [element, distance];
  }
  return best;
}

/** Move on the board by an arrow, from where the keyboard is or was. */
function walk(x, y) {
  const here = document.activeElement?.closest("#board [data-click]");
  const known = place === null ? null : elementOf(place);
  const entering = !here && known?.classList.contains("clickable");
  const goal = entering ? known : here || known ? neighbour(here ?? known, x, y) : null;
  const element = goal ?? (here ? null : part("board").querySelector(".clickable"));
  if (!element) return;
  for (const other of part("board").querySelectorAll('.clickable[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  element.setAttribute("tabindex", "0");
  place = element.dataset.click;
  element.focus();
}

/** Take a digit of the number of a button, or of a number that is asked for. */
function typeDigit(digit) {
  if (part("number")) {
    part("number").value = digit;
    return part("number").focus();
  }
  typed += digit;
  clearTimeout(typing);
  const buttons = part("controls").querySelectorAll("[data-key]");
  const press = () => {
    const wanted = [...buttons].find((each) => each.dataset.key === typed);
    typed = "";
    wanted?.click();
  };
  const longer = [...buttons].some((each) => each.dataset.key !== typed && each.dataset.key.startsWith(typed));
  if (longer) typing = setTimeout(press, TYPING_MILLISECONDS);
  else press();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const element = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.altKey || event.metaKey || element.closest("input, select, textarea, dialog")) return;
  const onPiece = element.closest("#board [data-click]");
  if (event.key in ARROWS && !element.closest("summary, #told")) walk(...ARROWS[event.key]);
  else if (event.key === "Escape" && picked.length) stepBack();
  else if (onPiece && ["Enter", " "].includes(event.key)) pick(onPiece.dataset.click);
  else if (/^\d$/.test(event.key)) typeDigit(event.key);
  else if (LETTERS[event.key.toLowerCase()] && !event.shiftKey) press(LETTERS[event.key.toLowerCase()]);
  else return;
  event.preventDefault();
});

function press(id) {
  if (!part(id).hidden) part(id).click();
}
