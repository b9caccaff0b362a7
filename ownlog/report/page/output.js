// What the passes print, beside the source: rows that come from one row of the source are shown together, from either side.

const madeOf = new Map(); // rows of the output, by the line of the source that they come from
let outputCode = null;
let linked = [];

function outputRow(i) {
  const entry = model.output[i];
  const [sign, origin, text, spans] = typeof entry === "number" ? [" ", entry, model.lines[entry - 1], model.spans[entry - 1]] : entry;
  const said = { "+": "inserted", "~": `changed, line ${origin} of the source`, " ": `line ${origin} of the source` }[sign];
  const number = make("span", { class: "no", title: said, "data-origin": origin || null }, String(i + 1));
  const name = { "+": "row edit", "~": "row edit changed", " ": "row" }[sign];
  const row = make("div", { class: name, "data-origin": origin || null }, number, make("span", { class: "live" }, sign), pieces(text, spans));
  if (origin) madeOf.set(origin, [...(madeOf.get(origin) ?? []), row]);
  return row;
}

/** Marks a line of the source and what became of it. */
function link(line) {
  for (const row of linked) row.classList.remove("linked");
  linked = line ? [rows[line - 1], ...(madeOf.get(line) ?? [])] : [];
  for (const row of linked) row.classList.add("linked");
}

function lineOf(event) {
  const row = event.target.closest(".row");
  return row ? Number(row.dataset.origin ?? (row.id ? row.id.slice(1) : 0)) : 0;
}

/** The output is drawn when it is first looked at. */
function drawOutput() {
  const panel = byId("output");
  if (outputCode) return;
  if (!model.output.length) {
    outputCode = make("p", { class: "quiet note" }, "The passes refuse this module: there is no output.");
    panel.append(outputCode);
    return;
  }
  outputCode = make("div", { class: "code", tabindex: -1, role: "group", "aria-label": "Output, line by line" });
  const widest = model.output.reduce((most, entry) => Math.max(most, (typeof entry === "number" ? model.lines[entry - 1] : entry[2]).length), 0);
  inChunks(outputCode, model.output.length, widest, (chunk, i) => chunk.append(outputRow(i)));
  const count = (sign) => model.output.filter((entry) => typeof entry !== "number" && entry[0] === sign).length;
  const title = `${plural(model.output.length, "line")} after ${model.pipeline}: ${count("+")} inserted, ${count("~")} changed. A line number leads to its source, and one of the source to here.`;
  panel.append(make("p", { class: "sub note" }, title), outputCode);
  const stop = roving(outputCode, ".v", stepInSource);
  stop();
  outputCode.addEventListener("click", (event) => {
    const value = event.target.closest(".v");
    const number = event.target.closest(".no");
    if (value) select(Number(value.dataset.buffer));
    else if (number && number.dataset.origin) showLine(Number(number.dataset.origin), false);
  });
  outputCode.addEventListener("keydown", (event) => {
    const value = event.target.closest(".v");
    if (!value || (event.key !== "Enter" && event.key !== " ")) return;
    select(Number(value.dataset.buffer), false);
    event.preventDefault();
  });
  showMentions(state.buffer);
}

/** Scrolls the output to the selected buffer, unless it is in sight there. */
function revealInOutput() {
  if (state.buffer === null || !madeOf.size) return;
  const found = mentions[state.buffer].filter((element) => outputCode.contains(element));
  const { top, bottom } = outputCode.getBoundingClientRect();
  const inSight = (element) => { const box = element.getBoundingClientRect(); return box.top >= top && box.bottom <= bottom; };
  if (found.length && !found.some(inSight)) found[0].scrollIntoView({ block: "center", inline: "nearest" });
}

function startOutput() {
  document.querySelector("main").addEventListener("mouseover", (event) => {
    if (tab === "output") link(lineOf(event));
  });
  code.addEventListener("click", (event) => {
    if (tab !== "output" || !event.target.closest(".row[id] .no")) return;
    const line = lineOf(event);
    const [first] = madeOf.get(line) ?? [];
    if (first) first.scrollIntoView({ block: "center", inline: "nearest" });
    link(line);
  });
}
