// The panel about the selected buffer.

const LISTED = 24;
const TITLES = { freed: "freed", maybe: "freed if owned", partly: "freed on one way", kept: model.at_block_ends ? "kept" : "goes on", left: model.at_block_ends ? "not freed" : "freed already" };
const MEANING = { M: "always the same allocation", m: "nothing rules it out", n: "never the same allocation", "?": "too many to ask about all" };

function signText(sign) {
  return make("span", { class: "sign" }, `${SHAPES[sign]} ${OWNERSHIP[sign]}`);
}

function blockLink(number) {
  const block = blocks[number];
  return make("button", { type: "button", class: "goto mono", click: () => showLine(block.line) }, block.name);
}

function head(number) {
  const buffer = buffers[number];
  const group = groups[buffer.group];
  const sites = group.sites.length ? shortList(group.sites, 8, (site) => bufferLink(site)) : null;
  return [
    make("h2", {}, chip(group), make("span", { class: "mono" }, buffer.name), make("span", { class: "quiet mono" }, buffer.type)),
    make(
      "dl",
      { class: "facts" },
      make("dt", {}, "Defined"), make("dd", {}, lineLink(buffer.line), ` ${buffer.origin}`, buffer.origin.startsWith("by") ? [" in ", blockLink(buffer.block)] : []),
      make("dt", {}, "Used"), make("dd", {}, buffer.uses.length ? lineLinks(buffer.uses) : "nowhere"),
      make("dt", {}, "Class"), make("dd", {}, `${group.letter}, ${group.what}`, why("Why is it in this class?", buffer.why)),
      sites ? [make("dt", {}, "May be"), make("dd", {}, sites)] : [],
      make("dt", {}, "Ownership"), make("dd", {}, signText(buffer.sign), buffer.sign === 2 ? `: ${model.texts[buffer.state]}` : ""),
    ),
  ];
}

function lineLinks(lines) {
  return shortList(lines, 16, (line) => make("span", {}, lineLink(line, String(line)), " "));
}

function endingCard(ending) {
  return make(
    "div",
    { class: `card ${ending.outcome}` },
    make("header", {}, make("span", { class: "tag" }, TITLES[ending.outcome]), `${ending.place} `, blockLink(ending.block), lineLink(ending.line)),
    make("p", {}, ending.text),
    ending.details.map((text) => make("p", { class: "quiet" }, text)),
    ending.whys.map(([text, number]) => why(text, number)),
  );
}

function endingCards(sorted) {
  const place = make("div");
  const draw = (some) => place.replaceChildren(shortList(some, 6, endingCard));
  draw(sorted);
  const words = (ending) => `${TITLES[ending.outcome]} ${ending.place} ${blocks[ending.block].name} line ${ending.line} ${ending.text}`;
  return [...filterBox(sorted, words, draw, "places"), place];
}

function endings(buffer) {
  const order = Object.keys(TITLES);
  const sorted = [...buffer.endings].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  return [
    make("h3", {}, model.at_block_ends ? "Where it is freed" : "What becomes of it"),
    endingCards(sorted),
    buffer.notes.map(([text, number]) => make("div", { class: "card" }, number === null ? make("p", {}, text) : why(text, number))),
  ];
}

function ownershipTable(buffer) {
  const row = ([block, sign, text, liveIn, liveOut, reason]) => {
    const live = [liveIn ? "in" : null, liveOut ? "out" : null].filter(Boolean).join(", ");
    const said = sign === 2 ? why(model.texts[text], reason) : why("why?", reason);
    return make("tr", {}, make("td", {}, blockLink(block)), make("td", {}, signText(sign), said), make("td", {}, live || "inside"));
  };
  return [
    make("h3", {}, "Where it is live and owned"),
    table([["Block", ([block]) => blocks[block].line], ["Ownership", ([, sign]) => sign], "Live"], buffer.states, row, ([block, sign]) => `${blocks[block].name} ${OWNERSHIP[sign]}`, "blocks"),
    buffer.cut ? make("p", { class: "quiet" }, `${plural(buffer.cut, "block")} left out; ownlog facts --derived writes all rows.`) : null,
  ];
}

/** The relation to every other buffer of the function, and the explanation of the pair that is looked at. */
function aliasRows(number) {
  const found = { M: [], m: [], n: [], "?": [] };
  for (const other of functions[buffers[number].function].buffers) {
    if (other !== number) found[relation(number, other)].push(other);
  }
  const link = (other) => bufferLink(other, () => { state.other = state.other === other ? null : other; changed("other"); }, state.other === other);
  const lines = Object.entries(found)
    .filter(([mark, others]) => mark !== "?" || others.length)
    .map(([mark, others]) =>
      make(
        "div",
        { class: "relation", "data-relation": RELATIONS[mark] },
        make("div", {}, RELATIONS[mark], make("small", {}, MEANING[mark])),
        make("div", {}, mark === "?" ? notAsked(number, others.length) : others.length ? shortList(others, LISTED, link) : make("span", { class: "quiet" }, "none")),
      ),
    );
  return [make("h3", {}, "Which buffers share its allocation"), lines, make("div", { id: "pair" })];
}

/** Where there are too many buffers to ask about all, the command that tells about this one. */
function notAsked(number, count) {
  const { name, line, function: home } = buffers[number];
  const called = namesakes.get(fullName(number)) > 1 ? `${name}:${line}` : name;
  const where = functions.length > 1 ? ` --func ${functions[home].name}` : "";
  return [plural(count, "buffer"), ": ", make("code", {}, `ownlog alias ${model.file}${where} --value '${called}'`)];
}

function drawPair() {
  const place = byId("pair");
  if (!place) return;
  for (const button of byId("buffer").querySelectorAll(".relation .buffer-link")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.buffer) === state.other));
  }
  const { buffer, other } = state;
  if (other === null) return place.replaceChildren();
  const mark = relation(buffer, other);
  const number = buffers[Math.min(buffer, other)].pairs[Math.max(buffer, other)];
  const said = number === undefined ? make("p", { class: "quiet" }, "This explanation was left out to keep the page small.") : tree(number, true);
  place.replaceChildren(
    make(
      "div",
      { class: "pair" },
      make("header", {}, make("strong", {}, `${RELATIONS[mark]}: `, make("span", { class: "mono" }, `${buffers[buffer].name}, ${buffers[other].name}`)),
        make("button", { type: "button", class: "goto", click: () => select(other) }, `select ${buffers[other].name}`)),
      said,
    ),
  );
  place.scrollIntoView({ block: "nearest" });
}

function drawBuffer() {
  const panel = byId("buffer");
  if (state.buffer === null) {
    const hint = "Click a value in the source, or find one with /, to see where it is live, who owns it, where it is freed and why, and which values share its allocation.";
    return panel.replaceChildren(make("p", { class: "quiet" }, hint));
  }
  const buffer = buffers[state.buffer];
  panel.replaceChildren(...[head(state.buffer), endings(buffer), aliasRows(state.buffer), ownershipTable(buffer)].flat(3).filter(Boolean));
  panel.scrollTop = 0;
}

function startBuffer() {
  onChange((what) => (what === "other" ? drawPair() : what === "buffer" ? drawBuffer() : null));
  drawBuffer();
}
