// The source: lines with the buffers in them, what is freed at the ends of blocks, and what the passes insert.

const CHUNK = 100;
const CLASSES = ["v", "v def", "comment", "label", "name"];
const FREED_SHOWN = 8;

const code = byId("code");
const rows = []; // of line i at i - 1
const mentions = buffers.map(() => []);
let barred = [];
let marked = [];

function mention(number, text, name = "v") {
  const element = make(
    "span",
    { class: `${name} ${colour(number)}`, role: "button", tabindex: -1, "data-buffer": number, "data-letter": letter(number) },
    text,
  );
  mentions[number].push(element);
  return element;
}

/** The text of a row with the values, labels and comments in it. */
function pieces(text, spans) {
  const what = make("span", { class: "what" });
  let at = 0;
  for (const [column, length, kind, number] of spans) {
    if (column < at) continue;
    what.append(text.slice(at, column));
    at = column + length;
    const piece = text.slice(column, at);
    what.append(kind < 2 ? mention(number, piece, CLASSES[kind]) : make("span", { class: CLASSES[kind] }, piece));
  }
  what.append(text.slice(at));
  // A line that is wrapped goes on where it began, and a little further to the right.
  const indent = /^ */.exec(text)[0].length;
  if (indent) what.style.setProperty("--indent", `${Math.min(indent, 40)}ch`);
  return what;
}

function sourceRow(line) {
  const live = make("span", { class: "live" });
  const row = make("div", { class: "row", id: `L${line}` }, make("span", { class: "no" }, String(line)), live, pieces(model.lines[line - 1], model.spans[line - 1]));
  rows.push(row);
  return row;
}

/** Puts rows into a pane in chunks, which the browser lays out when they come into sight. `add(chunk, i)` adds what belongs to row i. */
function inChunks(pane, count, widest, add) {
  const columns = 16 + widest;
  for (let first = 0; first < count; first += CHUNK) {
    const chunk = make("div", { class: "chunk" });
    for (let i = first; i < first + CHUNK && i < count; i++) add(chunk, i);
    // What a chunk holds does not widen it while it is out of sight: all are as wide as the longest line needs.
    chunk.style.minWidth = `max(100%, ${columns}ch)`;
    chunk.style.containIntrinsicSize = `auto ${columns}ch auto ${20 * chunk.childElementCount}px`;
    pane.append(chunk);
  }
}

function freedRow(block) {
  const shown = ([number, outcome]) => mention(number, buffers[number].name, { freed: "v", maybe: "v maybe-freed", partly: "v partly" }[outcome]);
  const what = make("span", { class: "what" }, `end of ${block.name} frees `, shortList(block.freed, FREED_SHOWN, shown));
  return make("div", { class: "row ghost" }, make("span", { class: "no" }, "free"), make("span", { class: "live" }), what);
}

function drawSource() {
  const freed = new Map();
  for (const block of blocks) {
    // Where each op has its own place, the inserted ones say it.
    if (model.at_block_ends && block.freed.length) freed.set(block.last, [...(freed.get(block.last) ?? []), block]);
  }
  const widest = model.lines.reduce((most, line) => Math.max(most, line.length), 0);
  inChunks(code, model.lines.length, widest, (chunk, i) => {
    for (const block of freed.get(i + 1) ?? []) chunk.append(freedRow(block));
    chunk.append(sourceRow(i + 1));
  });
}

let drewEdits = false;

function drawEdits() {
  if (drewEdits) return;
  drewEdits = true;
  const names = { "+": "edit", "~": "edit changed", "-": "edit removed" };
  for (const [line, sign, text, whys] of model.edits) {
    const row = rows[line - 1];
    const indent = /^[ \t]*/.exec(model.lines[line - 1])[0];
    text.split("\n").forEach((piece, i) => {
      const number = make("span", { class: "no" }, whys.length && i === 0 ? whyEdit(whys) : null, ` ${sign}`);
      row.before(make("div", { class: `row ${names[sign]}` }, number, make("span", { class: "live" }), make("span", { class: "what" }, indent + piece)));
    });
  }
}

/** A button that shows below an inserted or changed op why it is there. */
function whyEdit(whys) {
  const button = make("button", { type: "button", class: "more why-edit", tabindex: -1, "aria-expanded": "false" }, "why");
  button.addEventListener("click", () => {
    const row = button.closest(".row");
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    if (open) row.nextElementSibling.remove();
    else row.after(make("div", { class: "row edit reasons" }, shortList(whys, 8, ([text, part]) => why(text, part))));
  });
  return button;
}

/** Scrolls to a line and marks it. */
function showLine(line, focus = true) {
  const row = rows[Math.min(Math.max(line, 1), rows.length) - 1];
  for (const other of code.querySelectorAll(".here")) other.classList.remove("here");
  row.classList.add("here");
  row.scrollIntoView({ block: "center", inline: "nearest" });
  code.scrollLeft = 0;
  if (focus) code.focus({ preventScroll: true });
}

/** Scrolls to the definition of a buffer, which may stand far to the right. */
function showDefinition(number) {
  showLine(buffers[number].line, false);
  mentions[number].find((element) => element.classList.contains("def"))?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function showBars(number) {
  for (const live of barred) live.className = "live";
  barred = [];
  if (number === null) return;
  const paint = (row, name) => {
    const live = row.children[1];
    live.className = `live ${colour(number)} ${name}`;
    barred.push(live);
  };
  for (const [first, last, held, sign] of buffers[number].ranges) {
    for (let line = first; line <= held; line++) {
      const name = line <= last ? `s${sign}` : "held";
      paint(rows[line - 1], name);
      // The bar goes on beside what is shown before the line.
      let above = rows[line - 1].previousElementSibling;
      for (; line > first && above && !above.id; above = above.previousElementSibling) {
        if (above.children.length === 3) paint(above, name);
      }
    }
  }
}

function showMentions(number) {
  for (const element of marked) element.classList.remove("selected", "same", "maybe");
  marked = [];
  if (number === null) return;
  const mark = (other, name) => {
    for (const element of mentions[other]) {
      element.classList.add(name);
      marked.push(element);
    }
  };
  for (const other of functions[buffers[number].function].buffers) {
    if (other === number) mark(other, "selected");
    else if (buffers[other].group === buffers[number].group) mark(other, "same");
    else if (relation(number, other) === "m") mark(other, "maybe");
  }
}

function drawLegend(number) {
  const legend = byId("legend");
  if (number === null) {
    legend.replaceChildren(
      make("span", {}, make("kbd", {}, "Tab"), "into the source, "),
      make("span", {}, make("kbd", {}, "←"), make("kbd", {}, "→"), make("kbd", {}, "↑"), make("kbd", {}, "↓"), "from value to value"),
      make("span", {}, make("kbd", {}, "Enter"), "selects"),
      make("span", {}, make("kbd", {}, "Esc"), "clears"),
      make("span", {}, make("kbd", {}, "/"), "finds"),
    );
    return;
  }
  const bars = OWNERSHIP.slice(0, 3).map((text, i) => make("span", { class: colour(number) }, make("i", { class: `s${i}` }), text));
  const held = make("span", { class: colour(number) }, make("i", { class: "held" }), "not used any more");
  legend.replaceChildren(make("span", {}, "live and"), ...bars, held);
}

/** Up and down lead to the nearest value on the next line that has one. */
function stepInSource(items, at, key) {
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const way = key === "ArrowDown" ? 1 : -1;
  const rowOf = (item) => item.closest(".row");
  const from = rowOf(items[at]);
  let i = at + way;
  while (items[i] && rowOf(items[i]) === from) i += way;
  if (!items[i]) return at;
  const row = rowOf(items[i]);
  const left = items[at].getBoundingClientRect().left;
  let best = i;
  for (; items[i] && rowOf(items[i]) === row; i += way) {
    const distance = (item) => Math.abs(item.getBoundingClientRect().left - left);
    if (distance(items[i]) < distance(items[best])) best = i;
  }
  return best;
}

function startSource() {
  drawSource();
  code.classList.add("hide-edits");
  const stop = roving(code, ".v, .why-edit", stepInSource);
  stop();
  const pick = (event) => {
    const element = event.target.closest(".v");
    if (element) select(Number(element.dataset.buffer), false);
    return element;
  };
  code.addEventListener("click", pick);
  code.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && pick(event)) event.preventDefault();
  });
  if (!model.at_block_ends) {
    // Each inserted op stands where it runs: that is what is freed.
    byId("show-frees").parentElement.hidden = true;
    byId("show-edits").checked = true;
    drawEdits();
    code.classList.remove("hide-edits");
  }
  const wrap = byId("wrap");
  wrap.addEventListener("change", () => {
    document.body.classList.toggle("wrap", wrap.checked);
    keep("wrap", wrap.checked ? "yes" : "no");
  });
  wrap.checked = kept("wrap") === "yes";
  document.body.classList.toggle("wrap", wrap.checked);
  byId("show-frees").addEventListener("change", (event) => code.classList.toggle("hide-frees", !event.target.checked));
  byId("show-edits").addEventListener("change", (event) => {
    drawEdits();
    code.classList.toggle("hide-edits", !event.target.checked);
  });
  onChange((what) => {
    if (what !== "buffer") return;
    showBars(state.buffer);
    showMentions(state.buffer);
    drawLegend(state.buffer);
    if (state.buffer !== null) stop(mentions[state.buffer][0]);
  });
  drawLegend(null);
}
