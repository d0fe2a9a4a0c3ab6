// A derivation to step through without a server.

import { html, render, useEffect, useState } from "preact";
import { Drawing, History, Legend, Lists, Notes, Transitions, transitionName } from "view";

const { steps, forms } = JSON.parse(document.getElementById("derivation").textContent);
const rows = steps.slice(1).map((step) => step.history.at(-1));
const last = steps.length - 1;

function Stepper() {
  const [at, setAt] = useState(0);
  const [losing, setLosing] = useState([]);
  const go = (to) => { setAt(to); setLosing([]); };
  const by = (steps) => go((now) => Math.max(0, Math.min(last, now + steps)));
  useEffect(() => {
    const press = (event) => {
      const ways = { ArrowRight: 1, ArrowLeft: -1, Home: -last, End: last };
      if (event.key in ways && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        by(ways[event.key]);
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const state = { ...steps[at], forms };
  const row = rows[at - 1];
  const { system, oracle } = state.setup;
  return html`<header><h1>${forms.slice(1).join(" ")}</h1>
    <p class="soft">${system}, ${oracle} oracle</p></header>
    <div class="toolbar"><button onClick=${() => go(0)} disabled=${at === 0}>Start</button>
    <button onClick=${() => by(-1)} disabled=${at === 0}>← Back</button>
    <button onClick=${() => by(1)} disabled=${at === last}>Next →</button>
    <button onClick=${() => go(last)} disabled=${at === last}>End</button>
    <output aria-live="polite">Step ${at} of ${last}${row ? `: ${transitionName(row.transition, row.label)}, cost ${row.cost}` : ""}.
    Loss ${state.loss}.</output></div>
    <section class="card panel"><${Legend} /><${Drawing} svg=${state.svg} losing=${losing} front=${state.configuration.buffer[0]} />
    <${Lists} configuration=${state.configuration} forms=${forms} />
    <${Transitions} state=${state} onFocus=${setLosing} /><${Notes} state=${state} />
    <h3>The best tree still in reach</h3><${Drawing} svg=${state.best_svg} front=${state.configuration.buffer[0]} />
    <h3>History</h3><${History} rows=${rows} forms=${forms} current=${at} onGo=${go} /></section>`;
}

render(html`<${Stepper} />`, document.getElementById("stepper"));
