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

/** A table with a row for each thing, of which the first are drawn at once and the others when they are asked for. */
function table(titles, things, row) {
  const body = make("tbody", {}, things.slice(0, ROWS).map(row));
  const rest = things.slice(ROWS);
  const more = make("button", { type: "button", class: "more" }, plural(rest.length, "more row"));
  more.addEventListener("click", () => { body.append(...rest.map(row)); more.remove(); });
  const head = make("tr", {}, titles.map((text) => make("th", { scope: "col" }, text)));
  return [make("table", {}, make("thead", {}, head), body), rest.length ? more : []].flat();
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
  const title = make("p", { class: "sub" }, `${plural(home.buffers.length, "buffer")} of ${home.name}. “Freed” names lines ${model.at_block_ends ? "before" : "at"} which it is freed; ? means only if it is owned then, or only on one way out.`);
  byId("buffers").replaceChildren(title, ...table(["Buffer", "Line", "Owned", "Freed", "Live"], home.buffers, row));
  stopInBuffers();
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
  const title = make("p", { class: "sub" }, `Buffers of one class always have the same allocation. ${plural(home.groups.length, "class", "classes")} in ${home.name}.`);
  byId("classes").replaceChildren(title, ...table(["Class", "Allocation", "Buffers", "May be the same as"], home.groups, row));
  stopInClasses();
}
