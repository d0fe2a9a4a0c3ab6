// What the keys do and what the picture shows.

import { html, useEffect, useRef } from "preact";

const KEYS = [["→ or o", "a step by the oracle"], ["m", "a step by the model"], ["←", "a step back"],
  ["1 to 9", "the transition of that number"], ["Home, End", "to the start; to the end by the oracle"],
  ["space", "play and pause"], ["c", "compare two systems"], ["e", "edit the gold tree"], ["?", "this page"]];

export function Help({ onClose }) {
  const dialog = useRef(null);
  useEffect(() => dialog.current.showModal(), []);
  return html`<dialog ref=${dialog} onClose=${onClose} aria-label="help"><h2>Help</h2>
    <p>Arcs built so far stand above the words, the gold tree below. The loss is the number of gold arcs that no tree
    still in reach has; the cost of a transition is the loss it adds. A transition marked <b>oracle</b> is one that the chosen
    oracle takes, one marked <b>model</b> has the highest score.</p>
    <table><tbody>${KEYS.map(([key, what]) => html`<tr key=${key}><td><kbd>${key}</kbd></td><td>${what}</td></tr>`)}</tbody></table>
    <form method="dialog"><button>Close</button></form></dialog>`;
}
