// Derivations as trees that unfold. Their parts are drawn when they are first unfolded.


function cellText(cell) {
  if (cell < 0) return "_";
  const text = model.reasons.strings[cell];
  if (typeof text === "number") return String(text);
  const prefix = `${currentFunction().name}/`;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function rowText(part) {
  const [kind, name, , cells] = part;
  const relation = String(model.reasons.strings[name]);
  if (kind === 3) return make("span", { class: "row-text" }, `${cellText(cells[0])} = ${relation}`);
  const absent = kind === 2 ? "no " : "";
  return make("span", { class: "row-text" }, absent, make("b", {}, relation), `(${cells.map(cellText).join(", ")})`);
}

function because(part) {
  const [, , reason, , , line] = part;
  if (line > 0) return lineLink(line);
  const text = model.reasons.strings[reason];
  return text ? make("span", { class: "because" }, String(text)) : null;
}

/** The tree of a part; `open` shows the premises at once. */
function tree(number, open = false) {
  return make("ul", { class: "tree" }, branch(number, open));
}

function branch(number, open) {
  const part = model.reasons.parts[number];
  const premises = part[4];
  if (!premises.length) return make("li", { class: "leaf" }, rowText(part), " ", because(part));
  const details = make("details", { open }, make("summary", {}, rowText(part), " ", because(part)));
  const unfold = () => {
    if (details.open && details.childElementCount === 1) details.append(make("ul", {}, premises.map((premise) => branch(premise, false))));
  };
  details.addEventListener("toggle", unfold);
  unfold();
  return make("li", {}, details);
}

/** "why?", which unfolds to the tree; where the page does not have it, the command that gives it. */
function why(text, number) {
  if (number === null || number === undefined) return make("p", { class: "why" }, text);
  const details = make("details", { class: "why" }, make("summary", {}, text));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(tree(number, true));
  });
  return details;
}
