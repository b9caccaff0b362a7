// The model, what is selected, and small helpers that the other parts share. All text goes in as text nodes: nothing is parsed as HTML.

const model = JSON.parse(document.getElementById("model").textContent);
const { functions, buffers, groups, blocks } = model;

const OWNERSHIP = ["owned", "not owned", "by flag", "unknown"];
const SHAPES = ["●", "○", "◐", "?"];
const FREES = new Set(["freed", "maybe", "partly"]);
const RELATIONS = { M: "MUST", m: "MAY", n: "NEVER", "?": "not asked" };

/** What is looked at: a function, a buffer (or null), and a second buffer whose relation to the first is explained (or null). */
const state = { function: 0, buffer: null, other: null };
const NO_FUNCTION = { name: "this module", line: 1, end: 1, buffers: [], blocks: [], groups: [], graphs: [], asked: 0 };
const followers = [];

/** The function at hand; a module may have none. */
function currentFunction() {
  return functions[state.function] ?? NO_FUNCTION;
}

/** Calls `follow(what)` whenever the state changes; `what` is "function", "buffer" or "other". */
function onChange(follow) {
  followers.push(follow);
}

function changed(what) {
  for (const follow of followers) follow(what);
}

function byId(id) {
  return document.getElementById(id);
}

/** A new element: `attributes` are set as they are, functions become listeners; children are elements or text. */
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

function plural(count, word, words = `${word}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? word : words}`;
}

function colour(number) {
  return `k${groups[buffers[number].group].colour}`;
}

function letter(number) {
  return groups[buffers[number].group].letter;
}

/** M, m, n, ? or = : how two buffers are related; buffers of different functions are never compared. */
function relation(number, other) {
  const { aliases, function: home } = buffers[number];
  return aliases[other - functions[home].buffers[0]] ?? "?";
}

function chip(group) {
  return make("span", { class: `chip k${group.colour}`, title: `class ${group.letter}: ${group.what}` }, group.letter);
}

/** A button that shows a buffer with its class; pressing it selects the buffer, or does what `act` says. */
function bufferLink(number, act = () => select(number), pressed = null) {
  const group = groups[buffers[number].group];
  return make(
    "button",
    { type: "button", class: `buffer-link ${colour(number)}`, "data-buffer": number, "aria-pressed": pressed === null ? null : String(pressed), click: act },
    chip(group),
    buffers[number].name,
    namesakes.get(fullName(number)) > 1 ? make("small", { class: "quiet" }, `:${buffers[number].line}`) : null,
  );
}

function fullName(number) {
  return `${buffers[number].function}/${buffers[number].name}`;
}

/** How many buffers of a function have a name. */
const namesakes = new Map();
buffers.forEach((_, number) => namesakes.set(fullName(number), (namesakes.get(fullName(number)) ?? 0) + 1));

/** What the reader chose on an earlier visit, where the browser lets a page remember. */
function kept(name) {
  try { return localStorage.getItem(`ownlog-${name}`); } catch { return null; }
}

function keep(name, text) {
  try { localStorage.setItem(`ownlog-${name}`, text); } catch { /* the choice holds for this visit */ }
}

function lineLink(line, text = `line ${line}`) {
  return make("button", { type: "button", class: "goto", click: () => showLine(line) }, text);
}

/** The first `limit` of some things, and a button that shows the others. */
function shortList(things, limit, show) {
  const list = make("span", { class: "list" }, things.slice(0, limit).map(show));
  if (things.length > limit) {
    const more = make("button", { type: "button", class: "more" }, `${things.length - limit} more`);
    more.addEventListener("click", () => more.replaceWith(...things.slice(limit).map(show)));
    list.append(more);
  }
  return list;
}

/** Makes one of many things in a container a tab stop, which the arrow keys move. `step(items, at, key)` may know better ways. Gives
 *  a function that makes an item the tab stop, by default the first; to be called when there are new items. */
function roving(container, selector, step = () => null) {
  let current = null;
  const stop = (item) => {
    if (current) current.tabIndex = -1;
    current = item;
    if (current) current.tabIndex = 0;
  };
  container.addEventListener("focusin", (event) => {
    const item = event.target.closest(selector);
    if (item) stop(item);
  });
  container.addEventListener("keydown", (event) => {
    const item = event.target.closest(selector);
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...container.querySelectorAll(selector)].filter((other) => other.checkVisibility({ contentVisibilityAuto: false }));
    const at = items.indexOf(item);
    const plain = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    const next = items[step(items, at, event.key) ?? plain[event.key] ?? -1];
    if (!(event.key in plain)) return;
    event.preventDefault();
    if (next) next.focus();
  });
  return (item) => {
    if (!item) for (const other of container.querySelectorAll(selector)) other.tabIndex = -1;
    stop(item ?? container.querySelector(selector));
  };
}

/** Selects a buffer (null: none) everywhere on the page. */
function select(number, reveal = true) {
  state.buffer = number;
  state.other = null;
  if (number !== null && buffers[number].function !== state.function) {
    state.function = buffers[number].function;
    changed("function");
  }
  try {
    history.replaceState(null, "", number === null ? "#" : `#${encodeURIComponent(buffers[number].full)}`);
  } catch { /* a page that is shown inside another one may have no address of its own */ }
  changed("buffer");
  if (number !== null && reveal) showDefinition(number);
}
