"use strict";
/* The page of a seat of any game: shows what the server says, and sends what is clicked. A reload loses nothing. */

let picked = []; // the clicks that were made on the board, of those that an action takes

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
  showStory();
  showWays();
  if (same && before.board === news.board) return; // leave what is being typed, and the keyboard's place
  const hadFocus = part("ask").contains(document.activeElement) || part("board").contains(document.activeElement);
  if (!same) [picked, hint] = [[], null];
  part("board").innerHTML = news.board; // the server's own, of which the game has escaped all names
  showQuestion();
  showHint();
  if (hadFocus) part("title").focus();
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
    part("title").textContent = `Waiting for ${news.waiting.map((seat) => news.names[seat]).join(" and ")}…`;
    part("help").textContent = news.own === null ? "" : `You have chosen: ${news.own}.`;
  }
  showControls();
}

/** Show the ways to go on: elements of the board to click, and buttons for what has none. */
function showControls() {
  const asked = news.question;
  const begun = asked ? asked.options.filter((option) => picked.every((click, i) => option.clicks[i] === click)) : [];
  const onBoard = (click) => part("board").querySelector(`[data-click="${CSS.escape(click)}"]`) !== null;
  const ahead = begun.filter((option) => option.clicks.length > picked.length);
  const next = new Set(ahead.map((option) => option.clicks[picked.length]).filter(onBoard));
  const buttons = begun.filter((option) => !next.has(option.clicks[picked.length]));
  for (const element of part("board").querySelectorAll("[data-click]")) mark(element, next);
  part("picked").hidden = picked.length === 0;
  part("picked").firstChild.textContent = `Clicked: ${picked.join(", ")}.`;
  part("controls").replaceChildren(...(asked?.numbers ? [numberForm(asked.numbers)] : []), ...buttons.map(optionButton));
  if (!asked && news.over) part("controls").append(...endControls());
  const clicked = asked ? asked.options.filter((option) => option.clicks.length > 0) : [];
  part("all").hidden = clicked.length === 0;
  part("all").lastChild.replaceChildren(...clicked.map(optionButton));
}

/** Let an element of the board be clicked if a click on it goes on with a move, and show what was clicked. */
function mark(element, next) {
  const open = next.has(element.dataset.click);
  element.classList.toggle("clickable", open);
  element.classList.toggle("picked", picked.includes(element.dataset.click));
  if ("disabled" in element) element.disabled = !open;
  const nameless = !element.textContent.trim() && !element.hasAttribute("aria-label");
  if (open && nameless) element.setAttribute("aria-label", element.dataset.click);
  if (open) {
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
  } else {
    element.removeAttribute("tabindex");
    element.removeAttribute("role");
  }
}

function pick(click) {
  picked.push(click);
  const begun = news.question.options.filter((option) => picked.every((one, i) => option.clicks[i] === one));
  if (begun.length === 1 && begun[0].clicks.length === picked.length) {
    choose(begun[0]);
    picked = [];
  }
  showControls();
  part("board").querySelector(".clickable")?.focus();
}

function stepBack() {
  picked.pop();
  showControls();
}

function optionButton(option) {
  const made = button("", "option", () => choose(option), { "data-action": option.action });
  made.append(make("strong", "", {}, option.label));
  if (option.note) made.append(make("span", "note", {}, option.note));
  return made;
}

function numberForm([least, most]) {
  const field = make("input", "", { id: "number", inputmode: "numeric", autocomplete: "off", value: least, "aria-label": `A number from ${least} to ${most}` });
  const form = make("form", "", {}, field, make("button", "main", {}, "OK"));
  form.append(button(`Most: ${most.length > 20 ? `${most.slice(0, 8)}… (${most.length} digits)` : most}`, "", () => (field.value = most)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    const fits = /^-?\d+$/.test(typed) && BigInt(typed) >= BigInt(least) && BigInt(typed) <= BigInt(most);
    if (fits) send("/move", `{"moment":${news.moment},"number":"${BigInt(typed)}"}`);
    else trouble(`Not done: expected a whole number from ${least} to ${most}.`);
  });
  return form;
}

function endControls() {
  const view = make("a", "option", { href: `${base}/watch/${news.game}`, target: "_blank", rel: "noopener", id: "watch" }, "Watch it again");
  const trace = make("a", "option", { href: `${base}/trace/${news.game}`, download: "", id: "download" }, "Download the game");
  return [button("New game", "main", restart, { id: "again" }), view, trace];
}

function showHint() {
  if (hint === null || !news.question) return part("hint").replaceChildren();
  const labels = new Map(news.question.options.map((option) => [option.action, option.label]));
  const lines = hint.hints.map((one) => make("li", "", {}, make("strong", "", {}, labels.get(one.action) ?? one.label), ` ${one.text}`));
  part("hint").replaceChildren(lines.length ? make("ol", "", {}, ...lines) : "There is no hint.");
}

function showStory() {
  const list = (lines) => lines.map((line) => make("li", "", {}, line));
  const latest = news.story.slice(news.latest).flat();
  const lines = latest.length ? latest : ["The game begins."];
  const told = [...part("latest").children].map((item) => item.textContent);
  if (told.join("\n") !== lines.join("\n")) part("latest").replaceChildren(...list(lines));
  part("told").replaceChildren(...news.story.map((round) => make("li", "", {}, make("ul", "", {}, ...list(round)))));
}

part("board").addEventListener("click", (event) => {
  const element = event.target.closest(".clickable");
  if (element && event.detail <= 1) pick(element.dataset.click); // the second click of a double click is none
});
part("board").addEventListener("keydown", (event) => {
  const element = event.target.closest(".clickable");
  if (!element || element.tagName === "BUTTON" || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  pick(element.dataset.click);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && picked.length) stepBack();
});
part("controls").addEventListener("click", (event) => event.detail > 1 && event.stopPropagation(), true);
part("back").addEventListener("click", stepBack);
part("ask-hint").addEventListener("click", askHint);
part("restart").addEventListener("click", restart);
part("leave").addEventListener("click", leave);
listen();
