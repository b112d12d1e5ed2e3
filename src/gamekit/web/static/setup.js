"use strict";
/* Beginning a new game: at once with those who play, or, for one who plays alone, chosen in a dialog. */

const choices = JSON.parse(part("choices").textContent);

/** Begin a new game: the person chooses, or asks the others. */
function restart() {
  if (choices === null || news.setup === null) send("/new", `{"game":${news.game}}`);
  else openSetup();
}

/** Begin another game with the same players. */
const again = () => send("/new", `{"game":${news.game}}`);

function openSetup() {
  const { seats, variant } = news.setup;
  showSetup(seats.filter((text) => text !== choices.person), seats.indexOf(choices.person), variant);
  part("setup").showModal();
}

/** Draw the dialog for these opponents, this seat of one's own, from 0, and this variant. */
function showSetup(others, own, variant) {
  const rows = [];
  const count = others.length + 1;
  const redraw = () => {
    const chosen = chosenSetup();
    const wanted = Number(part("setup-count")?.value ?? count) - 1;
    const kept = chosen.others.slice(0, wanted);
    while (kept.length < wanted) kept.push(choices.ours);
    showSetup(kept, Math.min(chosen.own, wanted), chosen.variant);
  };
  if (choices.seats.length > 1) {
    const many = select("setup-count", choices.seats.map((n) => [n, `${n} players`]), count);
    many.addEventListener("change", () => {
      redraw();
      part("setup-count").focus();
    });
    rows.push(row("How many", many));
  }
  rows.push(row("Your seat", select("setup-own", others.concat(0).map((_, seat) => [seat, `Player ${seat + 1}`]), own)));
  const players = choices.players.map((text, i) => [text, text + (text === choices.ours ? " (ours, the strongest)" : i === 0 ? " (the weakest)" : "")]);
  others.forEach((text, i) => rows.push(row(others.length > 1 ? `Opponent ${i + 1}` : "Opponent", select(`setup-${i}`, players, text))));
  if (choices.variants.length > 1) {
    const noun = choices.noun[0].toUpperCase() + choices.noun.slice(1);
    rows.push(row(noun, select("setup-variant", choices.variants.map((each) => [each, each]), variant)));
  }
  part("setup-rows").replaceChildren(...rows);
}

function row(text, field) {
  const made = make("p", "");
  made.append(make("label", "", { for: field.id }, text), field);
  return made;
}

function select(id, options, chosen) {
  const made = make("select", "", { id });
  for (const [value, text] of options) made.append(make("option", "", { value }, text));
  made.value = chosen;
  return made;
}

/** Return what stands in the dialog. */
function chosenSetup() {
  const others = [];
  for (let i = 0; part(`setup-${i}`); i += 1) others.push(part(`setup-${i}`).value);
  return { others, own: Number(part("setup-own").value), variant: part("setup-variant")?.value ?? news.setup.variant };
}

part("setup").addEventListener("close", () => {
  if (part("setup").returnValue !== "begin") return;
  part("setup").returnValue = "";
  const { others, own, variant } = chosenSetup();
  const seats = [...others.slice(0, own), choices.person, ...others.slice(own)];
  send("/new", JSON.stringify({ game: news.game, seats, variant }));
});
