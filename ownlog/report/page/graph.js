// The control-flow graph as it was laid out beforehand, and the table of blocks.

const BOX = { width: 148, height: 62 };

function path(points, bent) {
  const [x, y, ...rest] = points;
  let text = `M${x},${y}`;
  let [px, py] = [x, y];
  for (let i = 0; i < rest.length; i += 2) {
    const [nx, ny] = [rest[i], rest[i + 1]];
    const middle = (py + ny) / 2;
    text += bent ? `L${nx},${ny}` : `C${px},${middle} ${nx},${middle} ${nx},${ny}`;
    [px, py] = [nx, ny];
  }
  return text;
}

function edgeShape([source, , back, label, points], id, boxes) {
  const bent = points.length >= 12 && points[2] === points[0]; // it runs in a lane
  const parts = [makeSvg("path", { class: back ? "edge back" : "edge", d: path(points, bent), "marker-end": `url(#${id})` })];
  if (label) {
    // Beside the edge, on the side where the other edge of the box is not.
    const left = points[0] < boxes[source][1] + BOX.width / 2;
    parts.push(makeSvg("text", { class: "edge-label", x: points[0] + (left ? -7 : 7), y: points[1] + 13, "text-anchor": left ? "end" : "start" }, label));
  }
  return parts;
}

function clip(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function boxShape([number, x, y]) {
  const block = blocks[number];
  const shown = block.freed.slice(0, block.freed.length > 5 ? 4 : 5);
  const chips = shown.map(([buffer], i) => [
    makeSvg("rect", { class: `chip-face ${colour(buffer)}`, x: 40 + i * 19, y: 42, width: 16, height: 14, rx: 3 }),
    makeSvg("text", { x: 48 + i * 19, y: 53, "text-anchor": "middle", class: "chip-letter" }, clip(letter(buffer), 2)),
  ]);
  const more = block.freed.length > shown.length ? makeSvg("text", { class: "small", x: 40 + 19 * shown.length, y: 53 }, `+${block.freed.length - shown.length}`) : null;
  const pick = () => showLine(block.line, false);
  const key = (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(); }
  };
  return makeSvg(
    "g",
    { class: "box", transform: `translate(${x},${y})`, role: "button", tabindex: -1, "data-block": number, "aria-label": `${block.name}, lines ${block.line} to ${block.end}`, click: pick, keydown: key },
    makeSvg("title", {}, `${block.name}, lines ${block.line}–${block.end}`),
    makeSvg("rect", { class: "face", width: BOX.width, height: BOX.height, rx: 6 }),
    makeSvg("text", { class: "title", x: 10, y: 18 }, clip(block.name, 13)),
    makeSvg("text", { class: "badge", x: BOX.width - 9, y: 18, "text-anchor": "end" }),
    makeSvg("text", { class: "small", x: 10, y: 34 }, `${block.line}–${block.end} · ${plural(block.ops, "op")}`),
    block.freed.length ? makeSvg("text", { class: "small", x: 10, y: 53 }, "frees") : null,
    chips,
    more,
  );
}

function drawing(graph, index) {
  const id = `arrow${index}`;
  const marker = makeSvg("marker", { id, viewBox: "0 0 8 8", refX: 7.5, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, makeSvg("path", { class: "arrow", d: "M0,0 L8,4 L0,8 z" }));
  const size = { width: graph.width, height: graph.height, viewBox: `0 0 ${graph.width} ${graph.height}`, role: "group", "aria-label": `control flow ${graph.title}` };
  const picture = makeSvg("svg", size, makeSvg("defs", {}, marker), graph.edges.map((edge) => edgeShape(edge, id, graph.boxes)), graph.boxes.map(boxShape));
  const frame = make("div", { class: "drawing" }, picture);
  roving(frame, ".box")();
  return frame;
}

function blockTable(home) {
  const row = (number) => {
    const block = blocks[number];
    const name = make("td", {}, blockLink(number));
    name.style.paddingLeft = `${block.depth * 14}px`;
    const freed = block.freed.length ? shortList(block.freed, 6, ([buffer]) => bufferLink(buffer)) : make("span", { class: "quiet" }, "–");
    return make("tr", { "data-block-row": number }, name, make("td", { class: "num" }, `${block.line}–${block.end}`), make("td", { class: "num" }, String(block.ops)), make("td", {}, freed));
  };
  const columns = [
    ["Block", (number) => blocks[number].line],
    ["Lines", (number) => blocks[number].line - blocks[number].end],
    ["Ops", (number) => -blocks[number].ops],
    ["Frees (some only if owned)", (number) => -blocks[number].freed.length],
  ];
  const drawn = new Set(home.graphs.flatMap((graph) => graph.boxes.map(([number]) => number)));
  const shown = home.blocks.filter((number) => blocks[number].holds || blocks[number].freed.length || drawn.has(number));
  const hidden = home.blocks.length - shown.length;
  const words = (number) => `${blocks[number].name} :${blocks[number].line} ${blocks[number].freed.map(([buffer]) => buffers[buffer].name).join(" ")}`;
  const note = hidden ? [make("p", { class: "sub" }, `${plural(hidden, "block")} in which no buffer is defined, live or freed ${hidden === 1 ? "is" : "are"} not listed.`)] : [];
  return [...table(columns, shown, row, words, "blocks"), ...note];
}

function drawGraph() {
  const home = currentFunction();
  const pictures = home.graphs.flatMap((graph, i) => [graph.title ? make("h3", {}, graph.title) : null, drawing(graph, i)]).filter(Boolean);
  const text = home.graphs.length
    ? "Select a buffer: a filled box owns it, an outlined one does not, a dashed one by flag."
    : "Control flow is structured: no region has more than one block.";
  byId("graph").replaceChildren(make("p", { class: "sub" }, text), make("br"), ...pictures, ...blockTable(home));
  for (const frame of byId("graph").querySelectorAll(".drawing")) frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
  markGraph();
}

/** Shows in each box whether the selected buffer is live there, who owns it, and whether it is freed. */
function markGraph() {
  const states = new Map();
  const freed = new Map();
  if (state.buffer !== null) {
    for (const [block, sign] of buffers[state.buffer].states) states.set(block, sign);
    for (const ending of buffers[state.buffer].endings) freed.set(ending.block, ending.outcome);
  }
  for (const box of byId("graph").querySelectorAll(".box")) {
    const number = Number(box.dataset.block);
    const sign = states.get(number);
    const out = freed.get(number);
    box.setAttribute("class", sign === undefined ? "box" : `box s${sign} ${colour(state.buffer)}`);
    box.querySelector(".badge").textContent = sign === undefined ? "" : `${SHAPES[sign]}${FREES.has(out) ? " freed" : ""}`;
  }
}
