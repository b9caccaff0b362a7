// The search box: values, blocks, functions, and `:12` for a line.

const FOUND = 40;
let results = [];
let chosen = 0;

function candidates() {
  const named = (entries, kind, go) => entries.map((entry, number) => ({ name: entry.name, line: entry.line, kind, number, go: () => go(number) }));
  const toBlock = (number) => { openFunction(blocks[number].function); showLine(blocks[number].line); };
  const toFunction = (number) => { openFunction(number); showLine(functions[number].line); };
  return [...named(buffers, "value", (number) => select(number)), ...named(functions, "function", toFunction), ...named(blocks, "block", toBlock)];
}

const everything = candidates();

/** Exact names first, then those that begin with the text, then those that hold it; of the function at hand before others. */
function find(text) {
  const line = /^:(\d+)$/.exec(text);
  if (line) return [{ name: `line ${line[1]}`, line: Number(line[1]), kind: "line", go: () => showLine(Number(line[1])) }];
  const wanted = text.toLowerCase();
  const scored = [];
  for (const entry of everything) {
    const name = entry.name.toLowerCase();
    const at = name.indexOf(wanted);
    if (at < 0) continue;
    const bare = name.replace(/^[%^@]/, "");
    const away = entry.kind === "value" && buffers[entry.number].function !== state.function ? 1 : 0;
    scored.push([(name === wanted || bare === wanted ? 0 : at <= 1 ? 2 : 4) + away, entry]);
  }
  return scored.sort((a, b) => a[0] - b[0]).map(([, entry]) => entry);
}

function drawResults(input) {
  const list = byId("found");
  const text = input.value.trim();
  results = text ? find(text) : [];
  chosen = 0;
  list.hidden = !text;
  input.setAttribute("aria-expanded", String(!list.hidden));
  const item = (entry, i) => {
    const mark = entry.kind === "value" ? chip(groups[buffers[entry.number].group]) : make("span", { class: "quiet" }, entry.kind);
    const where = entry.kind === "value" && functions.length > 1 ? `${functions[buffers[entry.number].function].name} ` : "";
    const pick = (event) => { event.preventDefault(); choose(input, i); };
    return make("li", { id: `found-${i}`, role: "option", mousedown: pick }, mark, make("span", { class: "mono" }, entry.name), make("span", { class: "quiet" }, `${where}line ${entry.line}`));
  };
  const more = results.length > FOUND ? [make("li", { class: "quiet" }, `${results.length - FOUND} more`)] : [];
  const none = [make("li", { class: "quiet" }, "No buffer, block or function has this name (other values are not listed).")];
  list.replaceChildren(...(results.length ? [...results.slice(0, FOUND).map(item), ...more] : none));
  highlight(input);
}

function highlight(input) {
  byId("found").querySelectorAll("[role=option]").forEach((item, i) => {
    item.setAttribute("aria-selected", String(i === chosen));
    if (i === chosen) item.scrollIntoView({ block: "nearest" });
  });
  if (results.length) input.setAttribute("aria-activedescendant", `found-${chosen}`);
  else input.removeAttribute("aria-activedescendant");
}

function choose(input, i) {
  if (!results[i]) return;
  const { go } = results[i];
  closeResults(input);
  input.value = "";
  input.blur();
  go();
}

function closeResults(input) {
  byId("found").hidden = true;
  input.setAttribute("aria-expanded", "false");
}

function startSearch() {
  const input = byId("search");
  input.addEventListener("input", () => drawResults(input));
  input.addEventListener("focus", () => drawResults(input));
  input.addEventListener("blur", () => closeResults(input));
  input.addEventListener("keydown", (event) => {
    const last = Math.min(results.length, FOUND) - 1;
    if (event.key === "ArrowDown") chosen = Math.min(chosen + 1, last);
    else if (event.key === "ArrowUp") chosen = Math.max(chosen - 1, 0);
    else if (event.key === "Enter") return choose(input, chosen);
    else if (event.key === "Escape") {
      event.stopPropagation();
      if (input.value) { input.value = ""; drawResults(input); } else input.blur();
      return event.preventDefault();
    } else return undefined;
    event.preventDefault();
    return highlight(input);
  });
}
