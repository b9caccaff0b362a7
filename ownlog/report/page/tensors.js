// The tensors of a function: which may share a buffer, and which uses of them work on a copy, and why.

const { tensors } = model;
const stopInTensors = roving(byId("tensors"), "button");

function tensorLink(number) {
  const tensor = tensors.tensors[number];
  return make("span", {}, make("span", { class: "mono" }, tensor.name), " ", lineLink(tensor.line, String(tensor.line)), " ");
}

/** The linked lines of a reason: the write, the read and the definition between which it comes, or what is read-only. */
function copyPlaces(places) {
  const row = ([role, line]) => make("tr", {}, make("td", {}, role), make("td", {}, lineLink(line)), make("td", { class: "mono" }, model.lines[line - 1].trim()));
  return places.length ? make("table", { class: "places" }, make("tbody", {}, places.map(row))) : [];
}

function copyCard(use) {
  const tag = use.verdict === "out of place" ? "copied" : use.verdict;
  return make(
    "div",
    { class: "card copied" },
    make("header", {}, make("span", { class: "tag" }, tag), make("span", { class: "mono" }, use.value), ` of ${use.op}`, lineLink(use.line)),
    use.reasons.map(({ text, places, why: part }) => [make("p", {}, text), copyPlaces(places), part === null ? [] : why("Why?", part)]),
  );
}

function copyCards(copied) {
  const place = make("div");
  const draw = (some) => place.replaceChildren(shortList(some, 50, copyCard));
  draw(copied);
  const words = (use) => `${use.value} ${use.op} :${use.line} ${use.verdict} ${use.reasons.map(({ text }) => text).join(" ")}`;
  return [...filterBox(copied, words, draw, "copies"), place];
}

function drawTensors() {
  const home = currentFunction();
  const here = ({ function: number }) => functions[number] === home;
  const classes = tensors.classes.filter(here);
  const copied = tensors.copied.filter(here);
  const row = (group) =>
    make(
      "tr",
      {},
      make("td", {}, make("span", { class: `chip k${group.colour}`, title: `buffer ${group.letter}` }, group.letter)),
      make("td", {}, shortList(group.members, 12, tensorLink)),
      make("td", {}, group.read_only ? "read-only" : ""),
    );
  const words = (group) => `${group.letter} ${group.read_only ? "read-only" : ""} ${group.members.map((number) => tensors.tensors[number].name).join(" ")}`;
  const title = `Tensors of one class may share a buffer. ${plural(classes.length, "class", "classes")} in ${home.name}, as decided by ${tensors.passes}.`;
  byId("tensors").replaceChildren(
    make("p", { class: "sub" }, title),
    ...table([["Buffer", (group) => group.letter], ["Tensors", (group) => -group.members.length], ["Written", (group) => Number(group.read_only)]], classes, row, words, "classes"),
    make("h3", {}, "What works on a copy, and why"),
    ...(copied.length ? copyCards(copied) : [make("p", { class: "quiet" }, "Nothing: each use of a tensor is in place.")]),
  );
  stopInTensors();
}
