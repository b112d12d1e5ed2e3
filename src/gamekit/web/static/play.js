"use strict";
/* The page of a seat of any game: shows what the server says, and sends what is clicked. A reload loses nothing. */

const MOST_SLIDER = 1000n; // a number up to this can be set with a slider
const MOST_HINTS = 6; // that are listed
const NUMBER = /^\d+$/; // the name of a move that is a number: this is what is typed for it

function make(tag, className, attributes = {}, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function button(text, className, click, attributes = {}) {
  const made = make("button", className, { type: "button", ...attributes }, text);
  made.addEventListener("click", click);
  return made;
}

const choose = (option) => send("/move", `{"moment":${news.moment},"action":${option.action}}`);

function show(latest) {
  if (news !== null && latest.version < news.version) return;
  const before = news;
  news = latest;
  const same = before !== null && before.moment === news.moment && Boolean(before.question) === Boolean(news.question);
  document.body.dataset.version = news.version;
  document.body.dataset.kind = news.question ? "ask" : news.over ? "over" : "wait";
  document.title = `${news.question ? "Your turn · " : ""}${document.body.dataset.title}`;
  part("you").textContent = `You are ${news.own_name}.`;
  part("when").textContent = news.when;
  showStory();
  showWays();
  const redrawn = before === null || before.board !== news.board;
  if (same && !redrawn) return; // leave what is being typed, and the keyboard's place
  const focus = document.activeElement;
  const [onBoard_, inAsk] = [part("board").contains(focus), part("ask").contains(focus)];
  if (!same) [picked, hint] = [[], null];
  if (redrawn) draw();
  if (redrawn && before !== null && news.story.length > before.story.length) glide();
  showQuestion();
  showHint();
  if (onBoard_ || inAsk) part("title").focus({ preventScroll: onBoard_ });
}

/** Draw the board: the server's own HTML, of which the game has escaped all names, or by the game's script. */
function draw() {
  if (drawBoard === null) part("board").innerHTML = news.board;
  else {
    const seat = news.question ? news.seat : news.waiting.length === 1 ? news.waiting[0] : undefined;
    drawBoard(part("board"), news.board, { names: news.names, seat, playing: true });
  }
  part("keys-board").hidden = !part("board").querySelector("[data-click]");
}

/** Draw the pictures of the rules, by the game's script if it has one. */
function drawRules() {
  for (const picture of drawBoard ? document.querySelectorAll(".rules .picture") : []) {
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", picture.nextElementSibling.textContent);
    const html = picture.innerHTML;
    picture.replaceChildren();
    drawBoard(picture, html, { names: JSON.parse(picture.dataset.names), room: null });
  }
}

function showQuestion() {
  const asked = news.question;
  part("ask-hint").hidden = !asked || !news.has_hints;
  if (asked) {
    part("title").textContent = asked.title;
    part("help").textContent = asked.help;
  } else if (news.over) {
    part("title").textContent = news.over;
    part("help").textContent = "";
  } else {
    part("title").textContent = waitingText();
    part("help").textContent = news.own === null ? "" : `You have chosen: ${news.own}.`;
  }
  showControls();
}

/** Return who is waited for: programs think. */
function waitingText() {
  const names = news.waiting.map((seat) => news.names[seat]).join(" and ");
  const thinking = news.waiting.every((seat) => news.programs.includes(seat) || seat in news.stand_ins);
  return thinking ? `${names} ${news.waiting.length === 1 ? "is" : "are"} thinking…` : `Waiting for ${names}…`;
}

/** Show the ways to go on: elements of the board to click, and buttons for what has none. */
function showControls() {
  const asked = news.question;
  const focused = document.activeElement?.closest?.("#board [data-click]");
  const buttons = markBoard();
  part("picked").hidden = picked.length === 0;
  part("picked").firstElementChild.textContent = `Clicked: ${picked.map(clickName).join(" · ")}.`;
  const numbered = buttons.some((option) => NUMBER.test(option.label));
  const options = buttons.map((option, i) => optionButton(option, numbered ? option.label : String(i + 1)));
  part("controls").replaceChildren(...(asked?.numbers ? [numberForm(asked.numbers)] : []), ...options);
  if (!asked && news.over) part("controls").append(...endControls());
  const clicked = asked ? asked.options.filter((option) => option.clicks.length > 0) : [];
  part("all").hidden = clicked.length === 0;
  part("all").lastElementChild.replaceChildren(...clicked.map((option) => optionButton(option)));
  if (focused && !focused.classList.contains("clickable")) part("board").querySelector(".clickable")?.focus();
}

/** Return what people call the place of a click: the name that the drawing gives it. */
function clickName(click) {
  const element = elementOf(click);
  return element?.getAttribute("aria-label") || element?.querySelector("title")?.textContent || element?.textContent.trim() || click;
}

function optionButton(option, key) {
  const attributes = { "data-action": option.action, ...(key ? { "data-key": key } : {}) };
  const made = button("", NUMBER.test(option.label) ? "option number" : "option", () => choose(option), attributes);
  made.append(make("strong", "", {}, option.label));
  if (option.note) made.append(make("span", "note", {}, option.note));
  return showing(made, option);
}

/** Let a button show its move on the board while it is pointed at; return the button. */
function showing(made, option) {
  for (const event of ["pointerenter", "focus"]) made.addEventListener(event, () => showMove(option));
  for (const event of ["pointerleave", "blur"]) made.addEventListener(event, showHintOnBoard);
  return made;
}

function numberForm([least, most]) {
  const field = make("input", "", { id: "number", inputmode: "numeric", autocomplete: "off", value: least, "aria-label": `A number from ${least} to ${most}` });
  const form = make("form", "", {}, field);
  if (BigInt(most) - BigInt(least) <= MOST_SLIDER) {
    const slider = make("input", "", { type: "range", min: least, max: most, value: least, "aria-label": "The same as a slider" });
    slider.addEventListener("input", () => (field.value = slider.value));
    field.addEventListener("input", () => (slider.value = field.value));
    form.append(slider);
  }
  form.append(make("button", "main", {}, "OK"));
  form.append(button(`Most: ${most.length > 20 ? `${most.slice(0, 8)}… (${most.length} digits)` : most}`, "", () => (field.value = most)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const entered = field.value.trim();
    const fits = /^-?\d+$/.test(entered) && BigInt(entered) >= BigInt(least) && BigInt(entered) <= BigInt(most);
    if (fits) send("/move", `{"moment":${news.moment},"number":"${BigInt(entered)}"}`);
    else trouble(`Not done: expected a whole number from ${least} to ${most}.`);
  });
  return form;
}

function endControls() {
  const view = make("a", "option", { href: `${base}/watch/${news.game}`, target: "_blank", rel: "noopener", id: "watch" }, "Watch it again");
  const trace = make("a", "option", { href: `${base}/trace/${news.game}`, download: "", id: "download" }, "Download the game");
  const other = choices === null ? [] : [button("Change opponent…", "", restart, { id: "change" })];
  return [button("New game", "main", again, { id: "again", "data-key": "1" }), ...other, view, trace];
}

/** List what a hint says, each move to be clicked, and show the best on the board. */
function showHint() {
  if (hint === null || !news.question) {
    part("hint").replaceChildren();
    return showHintOnBoard();
  }
  const items = hint.hints.slice(0, MOST_HINTS).map((one) => make("li", "", {}, hintButton(one), ` ${one.text}`));
  part("hint").replaceChildren(items.length ? make("ol", "", {}, ...items) : "There is no hint.");
  showHintOnBoard();
}

const optionOf = (one) => news.question.options.find((option) => option.action === one.action);

function hintButton(one) {
  const option = optionOf(one);
  return showing(button(option?.label ?? one.label, "hint-move", () => choose(one)), option);
}

function showHintOnBoard() {
  showMove(hint !== null && news.question && hint.hints.length ? optionOf(hint.hints[0]) : null);
}

function showStory() {
  const list = (lines) => lines.map((line) => make("li", "", {}, line));
  const latest = news.story.slice(news.latest).flat();
  const lines = latest.length ? latest : ["The game begins."];
  const told = [...part("latest").children].map((item) => item.textContent);
  if (told.join("\n") !== lines.join("\n")) part("latest").replaceChildren(...list(lines));
  part("told").replaceChildren(...news.story.flatMap((round, i) => [...heading(i), make("li", "", {}, make("ul", "", {}, ...list(round)))]));
}

/** Return the title of a day, where several rounds make one, before its first round. */
function heading(i) {
  const { lengths, length_noun: noun } = news;
  const grouped = lengths.some((length, at) => length === lengths[at - 1]);
  if (!grouped || lengths[i] === lengths[i - 1]) return [];
  const title = `${noun[0].toUpperCase()}${noun.slice(1)} ${lengths[i] + (lengths[0] === 0 ? 1 : 0)}`;
  return [make("li", "heading", {}, make("strong", "", {}, title))];
}

part("controls").addEventListener("click", (event) => event.detail > 1 && event.stopPropagation(), true);
for (const [id, act] of Object.entries({ back: stepBack, "ask-hint": askHint, restart, leave, "take-back": takeBack })) {
  part(id).addEventListener("click", act);
}
part("stand-in").querySelector("button").addEventListener("click", standIn);

/** Begin a game from a step of one that is over, if the page to watch that leads here for it. */
function tryFromHash() {
  const [, game, step, seat] = location.hash.match(/^#try=(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/) ?? [];
  if (game === undefined) return;
  history.replaceState(null, "", location.pathname);
  send("/try", `{"game":${game},"step":${step},"seat":${seat}}`);
}

drawRules();
tryFromHash();
addEventListener("hashchange", tryFromHash);
listen();
