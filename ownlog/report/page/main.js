// Puts the page together: head line, tabs, theme, keys.

const TABS = ["buffer", "output", "buffers", "classes", "graph", "memory", ...(tensors.tensors.length ? ["tensors"] : [])];
const DRAW = { buffer: () => {}, output: () => drawOutput(), buffers: drawBuffers, classes: drawClasses, graph: drawGraph, memory: drawMemory, tensors: drawTensors };
const WATCHED = new Set(["graph", "output"]); // a selection is watched in these
const stale = new Set(TABS);
let tab = "buffers";

/** Shows a tab; what it shows is drawn when it is first looked at. */
function openTab(name) {
  tab = name;
  for (const other of TABS) {
    const button = byId(`tab-${other}`);
    button.setAttribute("aria-selected", String(other === name));
    button.tabIndex = other === name ? 0 : -1;
    byId(other).hidden = other !== name;
  }
  document.body.classList.toggle("beside", name === "output");
  if (name === "buffer") byId("tab-buffer").classList.remove("news");
  if (stale.delete(name)) DRAW[name]();
}

function startTabs() {
  byId("tab-tensors").hidden = !tensors.tensors.length;
  for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => openTab(name));
  byId("tab-buffer").parentElement.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    openTab(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]);
    byId(`tab-${tab}`).focus();
  });
  onChange((what) => {
    if (what === "function") TABS.filter((name) => name !== "output").forEach((name) => stale.add(name));
    if (what === "buffer") followSelection();
    if (stale.delete(tab)) DRAW[tab]();
  });
}

/** Tables mark the selected row; a selection opens its panel, unless it is watched where it was made. */
function followSelection() {
  if (tab === "graph") markGraph();
  if (tab === "output") revealInOutput();
  if (WATCHED.has(tab)) byId("tab-buffer").classList.toggle("news", state.buffer !== null);
  else if (state.buffer !== null) openTab("buffer");
  for (const row of document.querySelectorAll("tr.current")) row.classList.remove("current");
  if (state.buffer === null) return;
  document.querySelector(`[data-row="${state.buffer}"]`)?.classList.add("current");
  document.querySelector(`[data-class="${buffers[state.buffer].group}"]`)?.classList.add("current");
  if (tab !== "graph") stale.add("graph");
}

function openFunction(number) {
  if (number === state.function) return;
  state.function = number;
  changed("function");
}

function startHead() {
  byId("file").textContent = model.file;
  const choice = byId("function");
  choice.append(...functions.map((home, i) => make("option", { value: i }, home.name)));
  byId("function-label").hidden = functions.length < 2;
  choice.addEventListener("change", () => { openFunction(Number(choice.value)); showLine(currentFunction().line, false); });
  onChange((what) => { if (what === "function") choice.value = String(state.function); });
  const counts = [plural(functions.length, "function"), plural(buffers.length, "buffer"), plural(groups.length, "alias class", "alias classes")];
  if (tensors.tensors.length) counts.push(plural(tensors.tensors.length, "tensor"));
  byId("summary").textContent = counts.join(" · ");
  byId("show-edits").parentElement.title = `what these passes add, change and remove: ${model.pipeline}`;
}

function startNotices() {
  if (model.refusals.length) {
    const items = model.refusals.map(([line, text]) => make("li", {}, line ? [lineLink(line), " "] : null, text));
    byId("notices").append(make("div", { class: "notice refused", role: "alert" }, make("strong", {}, "The passes refuse this module:"), make("ul", {}, items)));
    byId("show-edits").parentElement.hidden = true;
  }
  if (model.notes.length) byId("notices").append(make("div", { class: "notice" }, make("ul", {}, model.notes.map((text) => make("li", {}, text)))));
}

/** The theme is the system's until it is chosen; then it is remembered, where the browser lets a page remember. */
function startTheme() {
  const button = byId("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const shown = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const name = () => {
    button.textContent = shown() === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `switch to the ${button.textContent.toLowerCase()} theme`);
  };
  if (kept("theme") === "dark" || kept("theme") === "light") document.documentElement.dataset.theme = kept("theme");
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = shown() === "dark" ? "light" : "dark";
    keep("theme", shown());
    name();
  });
  dark.addEventListener("change", name);
  name();
}

function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input[type=search], input[type=text], select");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      byId("search").focus();
    } else if (event.key === "Escape" && !typing) {
      if (state.other !== null) { state.other = null; changed("other"); } else if (state.buffer !== null) select(null);
    }
  });
}

/** The bar between the panes moves with the mouse, and with the arrow keys. */
function startSplitter() {
  const bar = byId("splitter");
  const area = bar.parentElement;
  const place = (percent) => {
    const at = Math.round(Math.min(80, Math.max(20, percent)));
    area.style.setProperty("--source", `${at}fr`);
    area.style.setProperty("--analysis", `${100 - at}fr`);
    bar.setAttribute("aria-valuenow", String(at));
    keep("split", String(at));
  };
  if (Number(kept("split"))) place(Number(kept("split")));
  const at = () => Number(bar.getAttribute("aria-valuenow") ?? 53);
  bar.addEventListener("pointerdown", (event) => { bar.setPointerCapture(event.pointerId); event.preventDefault(); });
  bar.addEventListener("pointermove", (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, width } = area.getBoundingClientRect();
    place((100 * (event.clientX - left)) / width);
  });
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (step) { place(at() + step); event.preventDefault(); }
  });
}

function start() {
  startHead();
  startNotices();
  startTheme();
  startSource();
  startOutput();
  startSplitter();
  startBuffer();
  startTabs();
  startSearch();
  startKeys();
  openTab(buffers.length || !tensors.tensors.length ? "buffers" : "tensors");
  const asked = buffers.findIndex((buffer) => `#${encodeURIComponent(buffer.full)}` === location.hash);
  if (asked >= 0) select(asked);
}

start();
