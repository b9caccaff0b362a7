// The tables of a function's buffers and of its alias classes.

const ROWS = 300;

const stopInBuffers = roving(byId("buffers"), "button");
const stopInClasses = roving(byId("classes"), "button");

function mergedRanges(ranges) {
  const merged = [];
  for (const [first, last, , sign] of ranges) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 2) before[1] = Math.max(before[1], last);
    else merged.push([first, last, sign]);
  }
  return merged;
}

/** The lines of the function from left to right: a bar where the buffer is live. */
function spark(number) {
  const home = currentFunction();
  const height = Math.max(1, home.end - home.line + 1);
  const least = height / 100; // or nobody would see it
  const bar = ([first, last]) => makeSvg("rect", { x: first - home.line, y: 3, width: Math.max(last - first + 1, least), height: 8 });
  const label = buffers[number].ranges.map(([first, last]) => `${first}–${last}`).slice(0, 8).join(", ");
  const parts = mergedRanges(buffers[number].ranges).map(bar);
  const drawing = { class: `spark ${colour(number)}`, viewBox: `0 0 ${height} 14`, preserveAspectRatio: "none", role: "img", "aria-label": `live on lines ${label}` };
  return makeSvg("svg", drawing, makeSvg("title", {}, `live on lines ${label}`), parts);
}

function freedText(number) {
  const places = buffers[number].endings.filter(({ outcome }) => FREES.has(outcome));
  if (!places.length) return make("span", { class: "quiet" }, "–");
  return shortList(places, 3, (ending) => make("span", {}, lineLink(ending.line, String(ending.line)), ending.outcome === "freed" ? " " : "? "));
}

const FILTERED = 8; // with fewer things there is nothing to look for

/** The words of a text, in which "not owned" is one: who looks for "owned" does not mean that. */
const splitWords = (text) => text.toLowerCase().replaceAll("not owned", "not-owned").split(/\s+/).filter(Boolean);
const holdsWord = (words, wanted) => words.some((word) => word.includes(wanted) && (word !== "not-owned" || "not-owned".startsWith(wanted)));

/** A box that shows only what holds all words that are typed; `words(thing)` is the text of a thing, `draw(things)` shows some. */
function filterBox(things, words, draw, what) {
  if (things.length <= FILTERED) return [];
  const count = make("span", { class: "quiet", role: "status" });
  const box = make("input", { type: "text", class: "filter", placeholder: `Filter ${what}`, "aria-label": `filter ${what}`, spellcheck: "false", autocomplete: "off" });
  box.addEventListener("input", () => {
    const wanted = splitWords(box.value);
    const found = things.filter((thing) => { const own = splitWords(words(thing)); return wanted.every((word) => holdsWord(own, word)); });
    count.textContent = wanted.length ? `${found.length.toLocaleString("en")} of ${things.length.toLocaleString("en")}` : "";
    draw(found);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.value) return;
    event.stopPropagation();
    box.value = "";
    box.dispatchEvent(new Event("input"));
  });
  return [make("div", { class: "filters" }, box, count)];
}

/** A table with a row for each thing, of which the first are drawn at once and the others when they are asked for. A column is a title, or
 *  a title and what to sort by: a press sorts, another one turns it round, a third one goes back to the order of the source. */
function table(columns, things, row, words = null, what = "rows") {
  const body = make("tbody");
  const more = make("button", { type: "button", class: "more" });
  let found = things;
  let sorted = null; // [column, 1 or -1]
  let rest = [];
  const draw = () => {
    const order = sorted ? [...found].sort((a, b) => sorted[1] * compare(columns[sorted[0]][1](a), columns[sorted[0]][1](b))) : found;
    body.replaceChildren(...order.slice(0, ROWS).map(row));
    rest = order.slice(ROWS);
    more.textContent = plural(rest.length, "more row");
    more.hidden = !rest.length;
  };
  more.addEventListener("click", () => { body.append(...rest.map(row)); more.hidden = true; });
  const press = (i) => {
    sorted = sorted?.[0] !== i ? [i, 1] : sorted[1] === 1 ? [i, -1] : null;
    heads.forEach((head, at) => head.setAttribute("aria-sort", sorted?.[0] !== at ? "none" : sorted[1] === 1 ? "ascending" : "descending"));
    draw();
  };
  const heads = columns.map((column, i) =>
    Array.isArray(column)
      ? make("th", { scope: "col", "aria-sort": "none" }, make("button", { type: "button", class: "sort", tabindex: -1, title: "sort", click: () => press(i) }, column[0]))
      : make("th", { scope: "col" }, column),
  );
  draw();
  const box = words ? filterBox(things, words, (some) => { found = some; draw(); }, what) : [];
  return [...box, make("table", {}, make("thead", {}, make("tr", {}, heads)), body), more];
}

function compare(a, b) {
  return typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
}

function freedLines(number) {
  return buffers[number].endings.filter(({ outcome }) => FREES.has(outcome)).map(({ line }) => line);
}

/** On how many lines a buffer is live. */
function liveLines(number) {
  return mergedRanges(buffers[number].ranges).reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** What the filter of buffers looks at. */
function bufferWords(number) {
  const buffer = buffers[number];
  const freed = freedLines(number).length ? "freed" : "";
  return `${buffer.name} ${buffer.type} ${buffer.origin} :${buffer.line} ${OWNERSHIP[buffer.sign]} ${freed} class ${letter(number)}`;
}

function drawBuffers() {
  const home = currentFunction();
  const row = (number) =>
    make(
      "tr",
      { "data-row": number, class: number === state.buffer ? "current" : null },
      make("td", { class: "first" }, bufferLink(number)),
      make("td", { class: "num" }, lineLink(buffers[number].line, String(buffers[number].line))),
      make("td", {}, signText(buffers[number].sign)),
      make("td", {}, freedText(number)),
      make("td", { class: "wide" }, spark(number)),
    );
  const columns = [
    ["Buffer", (number) => buffers[number].name],
    ["Line", (number) => buffers[number].line],
    ["Owned", (number) => buffers[number].sign],
    ["Freed", (number) => freedLines(number)[0] ?? Infinity],
    ["Live", (number) => -liveLines(number)],
  ];
  const title = make("p", { class: "sub" }, `${plural(home.buffers.length, "buffer")} of ${home.name}. “Freed” names lines ${model.at_block_ends ? "before" : "at"} which it is freed; ? means only if it is owned then, or only on one way out.`);
  byId("buffers").replaceChildren(title, ...table(columns, home.buffers, row, bufferWords, "buffers"));
  stopInBuffers(byId("buffers").querySelector("tbody button"));
}

/** The classes that a class may share its allocation with. */
function neighbours(number) {
  const found = new Set();
  for (const member of groups[number].members) {
    for (const other of currentFunction().buffers) {
      if (relation(member, other) === "m" && buffers[other].group !== number) found.add(buffers[other].group);
    }
  }
  return [...found].sort((a, b) => a - b);
}

function classChip(number) {
  const group = groups[number];
  return make("button", { type: "button", class: `chip k${group.colour}`, title: group.what, click: () => select(group.members[0]) }, group.letter);
}

function drawClasses() {
  const home = currentFunction();
  const row = (number) => {
    const group = groups[number];
    const near = home.asked ? neighbours(number) : [];
    const shared = !home.asked ? make("span", { class: "quiet" }, "not asked") : near.length ? shortList(near, 12, (other) => [classChip(other), " "]) : "–";
    return make(
      "tr",
      { "data-class": number, class: state.buffer !== null && buffers[state.buffer].group === number ? "current" : null },
      make("td", {}, chip(group)),
      make("td", {}, group.what),
      make("td", {}, shortList(group.members, 8, (member) => bufferLink(member))),
      make("td", {}, shared),
    );
  };
  const columns = [
    ["Class", (number) => groups[number].members[0]],
    ["Allocation", (number) => groups[number].what],
    ["Buffers", (number) => -groups[number].members.length],
    "May be the same as",
  ];
  const words = (number) => `${groups[number].letter} ${groups[number].what} ${groups[number].members.map((member) => buffers[member].name).join(" ")}`;
  const title = make("p", { class: "sub" }, `Buffers of one class always have the same allocation. ${plural(home.groups.length, "class", "classes")} in ${home.name}.`);
  byId("classes").replaceChildren(title, ...table(columns, home.groups, row, words, "classes"));
  stopInClasses(byId("classes").querySelector("tbody button"));
}
