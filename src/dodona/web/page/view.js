// What is seen of one state: the drawing, the lists, the transitions and the history.

import { html, useEffect, useRef } from "preact";

const LISTS = { stack: "Stack", inactive: "Inactive stack", lambda1: "λ₁", lambda2: "λ₂", buffer: "Buffer" };

export const transitionName = (name, label) => (label ? `${name}·${label}` : name);

// A word that is written from right to left must not turn round what stands beside it.
const isolated = (form) => `\u2068${form}\u2069`;

const arcText = (head, word, forms) => `${isolated(forms[head])} → ${isolated(forms[word])}`;

// Scrolls a box sideways so that what is in it can be seen, if it cannot.
function bringIntoView(box, element) {
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  box.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
}

// A picture made by the server; `losing` are the words whose gold arcs a transition would lose, and
// `front` is a word to be seen where not all of a long sentence is.
export function Drawing({ svg, losing = [], front, inner, className = "" }) {
  const own = useRef(null);
  const box = inner ?? own;
  const scrolled = useRef(0);
  useEffect(() => {
    box.current.innerHTML = svg;
    box.current.scrollLeft = scrolled.current;
  }, [svg]);
  useEffect(() => {
    const word = front && box.current.querySelector(`.word[data-word="${front}"]`);
    if (word) bringIntoView(box.current, word);
  }, [svg, front]);
  useEffect(() => {
    const lost = new Set(losing.map(String));
    for (const arc of box.current.querySelectorAll(".arc.open, .arc.had")) {
      arc.classList.toggle("losing", lost.has(arc.dataset.word));
    }
  }, [svg, losing]);
  const keep = (event) => { scrolled.current = event.currentTarget.scrollLeft; };
  return html`<div class="drawing scroll ${className}" ref=${box} onScroll=${keep} tabindex="0"
    role="group" aria-label="drawing"></div>`;
}

function Nodes({ name, nodes, forms, spines }) {
  const shown = nodes.map((node, i) => {
    const [left, right] = spines?.[i] ?? [[], []];
    const long = left.length > 1 || right.length > 1;
    const spine = (list) => `⟨${list.map((each) => forms[each]).join(" ")}⟩`;
    const text = long ? `${spine(left)} ${spine(right)}` : forms[node];
    return html`<bdi class="node" key=${node}>${text}<sub>${node}</sub></bdi>`;
  });
  const row = useRef(null);
  useEffect(() => {
    if (name !== "buffer") row.current.scrollLeft = row.current.scrollWidth;
  }, [nodes]);
  return html`<div class="list ${name}"><dt>${LISTS[name]}</dt>
    <dd ref=${row}>${nodes.length ? shown : html`<span class="soft">empty</span>`}</dd></div>`;
}

export function Lists({ configuration, forms }) {
  const names = Object.keys(LISTS).filter((name) => name in configuration);
  return html`<dl class="lists">${names.map((name) => html`<${Nodes} key=${name} name=${name}
    nodes=${configuration[name]} forms=${forms}
    spines=${name === "stack" ? configuration.spines : null} />`)}</dl>`;
}

function Cost({ cost }) {
  return html`<span class="cost ${cost > 0 ? "some" : "none"}">${cost > 0 ? `+${cost}` : cost}</span>`;
}

function Losses({ move, forms, gold }) {
  const arc = (word) => arcText(gold[word - 1].head, word, forms);
  const parts = [];
  if (move.loses.length) parts.push(`loses ${move.loses.map(arc).join(", ")}`);
  if (move.wins.length) parts.push(`wins ${move.wins.map(arc).join(", ")}`);
  return html`<span class="losses">${parts.join("; ")}</span>`;
}

function Labels({ move, label, onLabel }) {
  if (!move.labels.length) return null;
  const names = move.labels.map((each) => each.label);
  const all = names.includes(label) || label === null ? names : [label, ...names];
  return html`<select aria-label="label of ${move.name}" value=${label}
    onChange=${(event) => onLabel(event.currentTarget.value)}>
    ${all.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select>`;
}

// The legal transitions; `chosen` are labels by the name of a transition, `onMove` makes one.
export function Transitions({ state, chosen = {}, onLabel, onMove, onFocus = () => {} }) {
  if (!state.transitions.length) {
    return html`<div class="moves"><p class="end">Terminal: no transition is left. Loss ${state.loss}.</p></div>`;
  }
  const scored = state.transitions.some((move) => move.score !== null);
  return html`<div class="moves"><table class="transitions"><thead><tr><th>Transition</th><th>Arc</th><th>Cost</th>
    ${scored && html`<th>Score</th>`}<th>What it loses</th></tr></thead>
    <tbody>${state.transitions.map((move, i) => {
      const label = chosen[move.name] ?? move.label;
      const own = move.labels.find((each) => each.label === label);
      const arc = move.dependent > 0 ? arcText(move.head, move.dependent, state.forms) : "";
      const cost = own?.cost ?? move.cost;
      const said = `${transitionName(move.name, label)}, cost ${cost}`;
      const focus = () => onFocus(move.loses);
      const blur = () => onFocus([]);
      return html`<tr key=${move.name} class="${move.by_oracle ? "by-oracle" : ""}"
        onMouseEnter=${focus} onMouseLeave=${blur}>
        <td><button class="move" aria-label=${said} disabled=${!onMove} data-name=${move.name}
          onFocus=${focus} onBlur=${blur} onClick=${() => onMove(move.name, label)}>
          <kbd>${i + 1}</kbd> ${move.name}</button>
          ${onMove ? html`<${Labels} move=${move} label=${label}
            onLabel=${(value) => onLabel(move.name, value)} />` : label && html` <i>${label}</i>`}
          ${move.by_oracle && html` <span class="badge oracle" title="of the oracle">oracle</span>`}
          ${move.by_model && html` <span class="badge model" title="of the model">model</span>`}</td>
        <td class="arc-cell">${arc}</td><td><${Cost} cost=${cost} /></td>
        ${scored && html`<td class="number">${own?.score ?? move.score}</td>`}
        <td><${Losses} move=${move} forms=${state.forms} gold=${state.gold} /></td></tr>`;
    })}</tbody></table></div>`;
}

// What is to be said of the oracle and the model; there is room for it before it is needed.
export function Notes({ state }) {
  return html`<div class="notes">${state.oracle_note && html`<p class="note">The oracle: ${state.oracle_note}.</p>`}
    ${state.model_note && html`<p class="note soft">No scores: ${state.model_note}.</p>`}</div>`;
}

const listText = (nodes, forms) => {
  const words = nodes.map((node) => isolated(forms[node]));
  return words.length > 8 ? [...words.slice(0, 3), "…", ...words.slice(-4)].join(" ") : words.join(" ");
};

// What was done; `onGo(n)` goes to the state after n transitions.
export function History({ rows, forms, current, onGo }) {
  const names = Object.keys(rows[0]?.lists ?? { stack: [], buffer: [] });
  const last = useRef(null);
  useEffect(() => {
    const box = last.current?.closest(".history");
    if (box) box.scrollTop = last.current.offsetTop - box.clientHeight / 2;
  }, [current]);
  return html`<div class="history scroll" tabindex="0" role="group" aria-label="history">
    <table><thead><tr><th>#</th><th>Transition</th><th>Cost</th>
    ${names.map((name) => html`<th key=${name}>${LISTS[name]}</th>`)}<th>Arc</th></tr></thead><tbody>
    <tr class=${current === 0 ? "current" : ""} ref=${current === 0 ? last : null}><td>
      <button class="go" onClick=${() => onGo(0)}>0</button></td><td>start</td>
      <td colspan=${names.length + 2}></td></tr>
    ${rows.map((row, i) => html`<tr key=${i} class=${current === i + 1 ? "current" : ""}
      ref=${current === i + 1 ? last : null}>
      <td><button class="go" aria-label="go to step ${i + 1}" onClick=${() => onGo(i + 1)}>${i + 1}</button></td>
      <td>${transitionName(row.transition, row.label)}</td><td><${Cost} cost=${row.cost} /></td>
      ${names.map((name) => html`<td key=${name} class="nodes">${listText(row.lists[name], forms)}</td>`)}
      <td>${row.arc && row.arc[0] >= 0 ? arcText(row.arc[0], row.arc[1], forms) : ""}</td></tr>`)}
    </tbody></table></div>`;
}

export function Legend() {
  const kinds = [["right", "built, gold"], ["wrong", "built, not gold"], ["had", "gold, built"],
    ["open", "gold, in reach"], ["lost", "gold, lost"]];
  return html`<ul class="legend arcs" aria-label="legend">${kinds.map(([kind, text]) => html`<li key=${kind}>
    <svg width="30" height="10" aria-hidden="true"><path class="sample ${kind}" d="M1 5H29" /></svg>${text}</li>`)}</ul>`;
}
