"use strict";
/* The page of a seat: shows what the server says, and sends what is clicked. A reload loses nothing. */

const faces = JSON.parse(document.getElementById("faces").textContent);
const MOST_BUTTONS = 12; // a bid of more coins is typed or set with a slider
const MOST_SLIDER = 1000n;
const MOST_CANDIDATES = 6; // that a hint shows

/** Let the second click of a double click do nothing: by then it may hit the next question. */
function dropSecondClick(event) {
  if (event.detail > 1 && event.target.closest("#controls, #board")) {
    event.stopPropagation();
    event.preventDefault();
  }
}

const choose = (action) => send("/move", `{"moment":${news.moment},"action":${typeof action === "bigint" ? action : JSON.stringify(action)}}`);

function show(latest) {
  if (news !== null && latest.version < news.version) return;
  const before = news;
  news = latest;
  if (hint !== null && hint.moment !== news.moment) hint = null;
  showProgress();
  showQuestion(before);
  showHint();
  showStory();
  showBoard();
  showWays();
  document.title = news.question ? `Your turn · Economancy` : "Economancy";
}

function name(seat) {
  return seat === news.seat ? "You" : news.names[seat];
}

function showProgress() {
  const phase = { investing: 0, attacking: 1, buy: 2 }[news.state.phase.name];
  mark(part("days"), news.over ? -1 : news.state.day - 1);
  mark(part("phases"), phase ?? -1);
}

function mark(list, current) {
  [...list.children].forEach((item, index) => {
    if (index === current) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
}

function showQuestion(before) {
  const asked = news.question;
  const controls = part("controls");
  document.body.dataset.version = news.version;
  const same = before !== null && before.moment === news.moment && Boolean(before.question) === Boolean(asked) && !news.over;
  document.body.dataset.kind = asked ? asked.kind : news.over ? "over" : "wait";
  if (same) return; // leave what is being typed, and the keyboard's place
  const hadFocus = controls.contains(document.activeElement) || part("board").contains(document.activeElement);
  controls.replaceChildren();
  if (asked) {
    part("title").textContent = asked.title;
    part("help").textContent = asked.help;
    controls.append(...(asked.kind === "bid" ? bidControls(asked) : optionControls(asked)));
    controls.append(button("Hint", "quiet", askHint, { id: "ask-hint" }));
  } else if (news.over) {
    part("title").textContent = news.over.text;
    part("help").textContent = "";
    controls.append(...endControls());
  } else {
    const waiting = news.waiting.map(name).join(" and ");
    part("title").textContent = news.state.players[news.seat].cards.length ? `Waiting for ${waiting}…` : `You are out. ${waiting} play on…`;
    part("help").textContent = news.own === null ? "" : "Your choice stays hidden until everybody has chosen.";
  }
  if (hadFocus) part("title").focus();
}

function button(text, className, click, attributes = {}) {
  const made = make("button", className, { type: "button", ...attributes }, text);
  made.addEventListener("click", click);
  return made;
}

function bidControls(asked) {
  const most = BigInt(asked.most);
  if (most <= BigInt(MOST_BUTTONS)) {
    return Array.from({ length: Number(most) + 1 }, (_, bid) =>
      button(String(bid), "bid", () => choose(BigInt(bid)), { "aria-label": `Bid ${counted(bid, "coin")}`, "data-action": bid }),
    );
  }
  const field = make("input", "", { id: "bid", inputmode: "numeric", pattern: "[0-9]*", value: "0", autocomplete: "off", "aria-label": `Your bid, 0 to ${most}` });
  const form = make("form", "bid-form");
  form.append(field);
  if (most <= MOST_SLIDER) {
    const slider = make("input", "", { type: "range", min: 0, max: most, value: 0, "aria-label": "Your bid" });
    slider.addEventListener("input", () => (field.value = slider.value));
    field.addEventListener("input", () => (slider.value = field.value));
    form.append(slider);
  }
  form.append(make("button", "main", {}, "Bid"), button(`All ${shortNumber(most)}`, "quiet", () => (field.value = String(most))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    if (/^\d+$/.test(typed) && BigInt(typed) <= most) choose(BigInt(typed));
    else trouble(`Not done: expected a whole number from 0 to ${most}.`);
  });
  return [form];
}

/** Return a button for each option; cards of the shop are clicked where they lie. */
function optionControls(asked) {
  const listed = asked.options.filter((option) => asked.kind !== "buy" || option.action === "Pass");
  return listed.map((option) => {
    const made = button("", "option", () => choose(option.action), { "data-action": option.action });
    made.append(make("strong", "", {}, option.label), make("span", "note", {}, option.note));
    return made;
  });
}

function endControls() {
  const trace = make("a", "option", { href: `${base}/trace/${news.game}`, download: "", id: "download" });
  trace.append(make("strong", "", {}, "Download the game"), make("span", "note", {}, "a trace, as the referee writes it"));
  const view = make("a", "option", { href: `${base}/watch/${news.game}`, target: "_blank", rel: "noopener", id: "watch" });
  view.append(make("strong", "", {}, "Watch it again"), make("span", "note", {}, "step by step, with the chances to win"));
  return [button("New game", "main", again, { id: "again" }), view, trace];
}

function showHint() {
  const place = part("hint");
  if (hint === null || !news.question) return place.replaceChildren();
  const labels = new Map(news.question.options.map((option) => [String(option.action), option.label]));
  const table = make("table");
  table.append(make("caption", "", {}, "How often we would choose it, and your chance to win after it"));
  const head = table.createTHead().insertRow();
  head.append(...["Move", "We choose it", "You win", "Draw"].map((text) => make("th", "", { scope: "col" }, text)));
  const body = table.createTBody();
  const bids = news.question.kind === "bid";
  const offered = hint.candidates.filter((one) => bids || labels.has(one.action)); // not what is sold out
  for (const one of offered.slice(0, MOST_CANDIDATES)) {
    const row = body.insertRow();
    const share = make("td", "share", {}, percent(one.probability));
    share.style.setProperty("--share", one.probability);
    row.append(
      make("th", "", { scope: "row" }, labels.get(one.action) ?? `Bid ${one.action}`),
      share,
      make("td", "", {}, percent(one.wins[news.seat])),
      make("td", "", {}, percent(one.draw)),
    );
  }
  place.replaceChildren(table);
}

const percent = (share) => `${Math.round(100 * share)} %`;

function showStory() {
  const rounds = news.story;
  const latest = rounds.slice(news.latest).flatMap((round) => round.lines);
  const told = [...part("latest").children].map((item) => item.textContent);
  const lines = latest.length ? latest : ["The game begins.", "Win it by having seven points, and more than anyone else, or by being the only one left."];
  if (told.join("\n") !== lines.join("\n")) {
    part("latest").replaceChildren(...lines.map((line) => make("li", "", {}, line)));
  }
  const days = [];
  let day = 0;
  for (const [index, round] of rounds.entries()) {
    if (index === 0 || round.day !== rounds[index - 1].day) {
      day += 1;
      const item = make("li");
      item.append(make("h3", "", {}, `Day ${round.day}${day > 3 ? ` (day ${day} of the game)` : ""}`), make("ul"));
      days.push(item);
    }
    days.at(-1).lastChild.append(...round.lines.map((line) => make("li", "", {}, line)));
  }
  part("days-told").replaceChildren(...days);
}

function showBoard() {
  const asked = news.question;
  const labels = {};
  if (news.over === null) for (const [seat, bid] of Object.entries(news.bids)) labels[seat] = `bid ${shortNumber(bid)}`;
  for (const seat of news.waiting) if (seat !== news.seat) labels[seat] = "choosing…";
  if (news.over !== null && news.over.winner !== null) labels[news.over.winner] = "wins the game";
  for (const seat of news.chosen) labels[seat] = "has chosen";
  const own = news.own === null ? {} : { [news.seat]: news.own };
  const focused = document.activeElement?.closest?.("#board button")?.dataset.card;
  drawBoard(part("board"), news.state, {
    faces,
    names: news.names.map((_, seat) => name(seat)),
    mover: asked ? news.seat : news.waiting.length === 1 ? news.waiting[0] : undefined,
    actions: own,
    labels,
    choices: asked ? asked.options.map((option) => option.action) : [],
    choose,
  });
  if (focused) part("board").querySelector(`button[data-card="${CSS.escape(focused)}"]`)?.focus();
}

part("restart").addEventListener("click", restart);
part("leave").addEventListener("click", leave);
part("take-back").addEventListener("click", takeBack);
document.addEventListener("click", dropSecondClick, true);
listen();
