// The memory that a function takes: drawn beforehand, as shapes.

function drawMemory() {
  const found = model.memory.find((drawing) => drawing.function === state.function);
  const panel = byId("memory");
  if (!found) {
    panel.replaceChildren(make("p", { class: "quiet" }, `${currentFunction().name} takes no memory of the heap.`));
    return;
  }
  const shapes = found.shapes.map(([tag, attributes, text, title]) => makeSvg(tag, attributes, title ? makeSvg("title", {}, title) : null, text || null));
  const box = { class: "plan", viewBox: `0 0 ${found.width} ${found.height}`, role: "img", "aria-label": `memory of ${currentFunction().name} over time` };
  panel.replaceChildren(
    make("p", { class: "quiet" }, `After ${found.passes}: bytes of the heap, op by op. Boxes show how --static-memory-planner would lay buffers into one arena. Sizes that types leave open count as 1.`),
    makeSvg("svg", box, shapes),
  );
}
