// The gold tree edited by hand: drag from head to dependent in the drawing, or fill in the form.

import { html, useEffect, useRef, useState } from "preact";
import { ask } from "./server.js";

const wordAt = (event) => {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".word");
  return found ? Number(found.dataset.word) : null;
};

// Lets people drag from word to word in a drawing; `onArc(head, word)` hears of it.
function useDragging(drawing, onArc) {
  useEffect(() => {
    const box = drawing?.current;
    if (!box) return undefined;
    let start = null;
    let line = null;
    const place = (event) => {
      const svg = box.querySelector("svg");
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [point.x, point.y];
    };
    const down = (event) => {
      start = wordAt(event);
      if (start === null) return;
      event.preventDefault();
      const [x, y] = place(event);
      line = document.createElementNS("http://www.w3.org/2000/svg", "path");
      line.setAttribute("class", "dragged");
      line.dataset.from = `M${x} ${y}`;
      box.querySelector("svg").append(line);
    };
    const moving = (event) => {
      if (!line) return;
      const [x, y] = place(event);
      line.setAttribute("d", `${line.dataset.from}L${x} ${y}`);
    };
    const up = (event) => {
      const end = wordAt(event);
      line?.remove();
      line = null;
      if (start !== null && end !== null && start !== end) onArc(start, end);
      start = null;
    };
    box.classList.add("editable");
    box.addEventListener("pointerdown", down);
    document.addEventListener("pointermove", moving);
    document.addEventListener("pointerup", up);
    return () => {
      box.classList.remove("editable");
      box.removeEventListener("pointerdown", down);
      document.removeEventListener("pointermove", moving);
      document.removeEventListener("pointerup", up);
    };
  });
}

export function Editor({ sentence, labels, drawing, onSentence, onError }) {
  const [word, setWord] = useState(1);
  const [head, setHead] = useState(sentence.heads[0]);
  const [label, setLabel] = useState(sentence.labels[0]);
  const input = useRef(null);
  const choose = (to, from) => {
    setWord(to);
    setHead(from ?? sentence.heads[to - 1]);
    setLabel(sentence.labels[to - 1]);
  };
  useDragging(drawing, (from, to) => { choose(to, from); input.current.focus(); input.current.select(); });
  const put = async (event) => {
    event.preventDefault();
    try {
      onSentence(await ask("edit", { conllu: sentence.conllu, word, head, label }));
      onError(null);
    } catch (error) {
      onError(error.message);
    }
  };
  const names = ["ROOT", ...sentence.forms];
  const nodes = (from) => names.map((form, node) => [node, form]).slice(from);
  const Words = ({ value, from, onChange, name }) => html`<label>${name} <select value=${value}
    onChange=${(event) => onChange(Number(event.currentTarget.value))}>
    ${nodes(from).map(([node, form]) => html`<option key=${node} value=${node}>${node} ${form}</option>`)}</select></label>`;
  return html`<form class="editor" onSubmit=${put} aria-label="gold tree">
    <p class="soft">Drag from head to dependent in the drawing, or choose here; then press Set.</p>
    <${Words} name="word" value=${word} from=${1} onChange=${(to) => choose(to)} />
    <${Words} name="head" value=${head} from=${0} onChange=${setHead} />
    <label>label <input ref=${input} list="labels" value=${label} size="14" spellcheck=${false}
      onInput=${(event) => setLabel(event.currentTarget.value)} /></label>
    <datalist id="labels">${labels.map((name) => html`<option key=${name} value=${name} />`)}</datalist>
    <button>Set</button></form>`;
}
