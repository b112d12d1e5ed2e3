"use strict";
/* Printing: a page for every move that was asked for. The pages are made when they are needed and thrown away after. */

const PAPER = { width: 1040, height: 650 }; // pixels for a board on A4, landscape, beside margins and heading (measured)

function stepsToPrint() {
  const numbers = game().steps.map((_, number) => number);
  const what = $("print-what").value;
  if (what === "game") return numbers;
  const { day } = game().steps[at.step];
  return what === "day" ? numbers.filter((number) => game().steps[number].day === day) : [at.step];
}

function printPage(number) {
  const step = game().steps[number];
  const { where, what } = sentences(step);
  const page = make("section", "print-page");
  const board = make("div");
  const head = make("header", "print-head");
  head.append(
    make("h2", "", {}, what),
    make("p", "", {}, `${TRACE.title} · ${where} · ${number + 1} of ${game().steps.length}`),
  );
  drawBoard(board, step.state, boardView(step));
  fitBoard(board, [step.state], PAPER.width, PAPER.height);
  page.append(head, board);
  return page;
}

addEventListener("beforeprint", () => $("print-pages").replaceChildren(...stepsToPrint().map(printPage)));
addEventListener("afterprint", () => $("print-pages").replaceChildren());
$("print").addEventListener("click", () => print());
openTrace();
