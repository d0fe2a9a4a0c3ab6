// The hypotheses of a model with a beam, step by step.

import { html, useEffect, useState } from "preact";
import { transitionName } from "view";
import { ask } from "./server.js";

export function Beam({ about, sentence, model, forms, onError }) {
  const beam = about.models.find((each) => each.name === model)?.beam ?? 1;
  const [steps, setSteps] = useState(null);
  const [at, setAt] = useState(0);
  useEffect(() => { setSteps(null); setAt(0); }, [sentence.conllu, model]);
  if (beam === 1) return null;
  const open = (event) => {
    if (!event.currentTarget.open || steps) return;
    ask("beam", { conllu: sentence.conllu, model }).then((found) => setSteps(found.steps),
      (error) => onError(error.message));
  };
  const step = steps?.[at] ?? [];
  const lists = Object.keys(step[0]?.lists ?? {});
  return html`<details class="beam" onToggle=${open}><summary>The beam of ${model} (${beam} hypotheses)</summary>
    ${steps && html`<div><label>step <input type="range" min="0" max=${steps.length - 1} value=${at}
      aria-label="step of the beam" onInput=${(event) => setAt(Number(event.currentTarget.value))} /></label>
      <output> ${at + 1} of ${steps.length}</output>
      <div class="scroll"><table><thead><tr><th>#</th><th>Score</th><th>Last transition</th>
      ${lists.map((name) => html`<th key=${name}>${name}</th>`)}</tr></thead><tbody>
      ${step.map((each, i) => html`<tr key=${i}><td>${i + 1}</td><td>${each.score}</td>
        <td>${transitionName(...each.last)}${each.complete ? " (complete)" : ""}</td>
        ${lists.map((name) => html`<td key=${name} class="nodes">${each.lists[name].map((node) => forms[node]).join(" ")}</td>`)}
      </tr>`)}</tbody></table></div></div>`}</details>`;
}
