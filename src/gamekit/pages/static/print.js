/* Printing: the steps that were asked for, laid out when they are needed and thrown away after. */

const PAPER = [1040, 550]; // pixels for a board on A4, landscape, beside margins and heading (measured)
const STEPS_AT_ONCE = 80; // a longer game is printed in parts unless asked for: paper is not for ever

function stepsToPrint() {
  const { frames } = game();
  const numbers = frames.map((_, number) => number);
  const what = $("print-what").value;
  if (what === "game") return numbers;
  return what === "length" ? numbers.filter((number) => frames[number].length === frame().length) : [at.step];
}

function sheet(step) {
  const one = game().frames[step];
  const board = make("div", { class: "board" });
  const place = `${TRACE.title} · ${title(one)} · ${step + 1} of ${game().frames.length}`;
  const head = make("header", {}, make("h2", {}, one.move ?? game().ending), make("p", {}, place));
  return { article: make("article", {}, head, board, make("ul", {}, ...told(step).map((line) => make("li", {}, line)))), board };
}

addEventListener("beforeprint", () => {
  $("paper").classList.add("measured"); // or a board is as high as if nothing stood above it
  for (const step of stepsToPrint()) {
    const { article, board } = sheet(step);
    $("paper").append(article);
    drawFrame(board, step, PAPER);
  }
  $("paper").classList.remove("measured");
});
addEventListener("afterprint", () => $("paper").replaceChildren());
$("print").addEventListener("click", () => print());
openTrace();
const unit = frame().moment.split(" ")[0].toLowerCase();
$("leap").textContent = grouped() ? unit : `${LEAP} steps`;
for (const [name, text] of [["back", "Previous"], ["on", "Next"]]) {
  const button = document.querySelector(`[data-go=${name}]`);
  button.setAttribute("aria-label", `${text} ${$("leap").textContent}`);
  button.title = `${text} ${$("leap").textContent} (${name === "back" ? "Page Up" : "Page Down"})`;
}
$("print-length").textContent = `this ${unit}`;
$("print-length").hidden = !grouped();
$("print-what").value = game().frames.length <= STEPS_AT_ONCE ? "game" : grouped() ? "length" : "frame";
