"use strict";
/* The board: which clicks go on with a move, in any order; marks of a hint; and what moved glides to its place. */

let picked = []; // the clicks that were made on the board, of those that an action takes

const elementsOf = (click) => part("board").querySelectorAll(`[data-click="${CSS.escape(click)}"]`);
const elementOf = (click) => elementsOf(click)[0];

/** Return the clicks of an option that are still to be made in any order; null if it does not have those made. */
function left(option, made) {
  const rest = [...option.clicks];
  for (const click of made) {
    const at = rest.indexOf(click);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** Return what may follow some clicks: the moves with the clicks that go on with each, and whether these are lit.
 *
 * Clicks in the order of the move come first: the piece, then where it goes. Any other order is taken, too.
 */
function ways(made = picked) {
  const options = news?.question?.options ?? [];
  const inOrder = options.filter((option) => made.every((click, i) => option.clicks[i] === click));
  const free = news?.question?.any_order;
  if (!free && inOrder.length) return inOrder.map((option) => ({ option, next: option.clicks.slice(made.length, made.length + 1) }));
  return options.map((option) => ({ option, next: left(option, made) })).filter((way) => way.next !== null);
}

/** Return the clicks that may be made now, lit or not. */
function open() {
  const options = news?.question?.options ?? [];
  return new Set(options.flatMap((option) => left(option, picked) ?? []));
}

/** Let elements of the board be clicked that go on with a move, and return the moves that need buttons. */
function markBoard() {
  const all = ways();
  const lit = new Set(all.flatMap((way) => way.next).filter(elementOf));
  const also = open();
  for (const element of part("board").querySelectorAll("[data-click]")) mark(element, lit.has(element.dataset.click), also);
  const first = part("board").querySelector(".clickable");
  if (first && !part("board").querySelector('.clickable[tabindex="0"]')) first.setAttribute("tabindex", "0");
  return all.filter((way) => !way.next.some((click) => lit.has(click))).map((way) => way.option);
}

function mark(element, lit, also) {
  const click = element.dataset.click;
  element.classList.toggle("clickable", lit);
  element.classList.toggle("open", !lit && also.has(click));
  element.classList.toggle("picked", picked.includes(click));
  element.dataset.role ??= element.getAttribute("role") ?? ""; // which the drawing gave it
  const nameless = !element.textContent.trim() && !element.hasAttribute("aria-label");
  if (lit && nameless) element.setAttribute("aria-label", click);
  if (lit && element.dataset.role === "img" && element.hasAttribute("aria-label")) {
    element.dataset.label = element.getAttribute("aria-label"); // a picture's label; a button is called what stands on it
    element.removeAttribute("aria-label");
  } else if (!lit && element.dataset.label) element.setAttribute("aria-label", element.dataset.label);
  if (lit) {
    element.setAttribute("tabindex", click === place ? "0" : "-1"); // one stop of the tabulator; arrows go on from there
    element.setAttribute("role", "button");
    element.removeAttribute("aria-disabled");
  } else if (element.tagName === "BUTTON") {
    element.setAttribute("tabindex", "-1");
    element.setAttribute("aria-disabled", "true");
  } else {
    element.removeAttribute("tabindex");
    if (element.dataset.role) element.setAttribute("role", element.dataset.role);
    else element.removeAttribute("role");
  }
}

/** Take a click on the board; the click on another piece begins anew. */
function pick(click) {
  const again = picked.includes(click) && !ways().some((way) => way.next.includes(click));
  if (again) picked = picked.slice(0, picked.lastIndexOf(click));
  else if (open().has(click)) picked = [...picked, click];
  else if (ways([]).some((way) => way.next[0] === click)) picked = [click];
  else return;
  const whole = ways();
  if (whole.length === 1 && whole[0].next.length === 0) {
    choose(whole[0].option);
    picked = [];
  }
  place = click;
  showControls();
}

function stepBack() {
  picked = picked.slice(0, -1);
  showControls();
}

/** Mark the clicks of a move on the board, in their order. */
function showMove(option) {
  for (const element of part("board").querySelectorAll(".hinted")) element.classList.remove("hinted");
  for (const click of option?.clicks ?? []) {
    for (const element of elementsOf(click)) element.classList.add("hinted");
  }
}

const GLIDE = { duration: 350, easing: "ease-out" };

/** Let what has moved glide from where it was, unless the reader wants no motion. */
function glide() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const piece of part("board").querySelectorAll("[data-from]")) {
    const source = elementOf(piece.dataset.from);
    if (!source) continue;
    const [from, to] = [source, piece].map((element) => middle(element));
    const scale = piece.ownerSVGElement?.getScreenCTM()?.a ?? 1; // lengths inside of a picture are its own
    const [x, y] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], GLIDE);
  }
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

part("board").addEventListener("click", (event) => {
  const element = event.target.closest("[data-click]");
  if (element && event.detail <= 1) pick(element.dataset.click); // the second click of a double click is none
});
