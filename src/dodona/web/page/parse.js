// Plain parsing: text in, drawn trees and CoNLL-U out.

import { html, useState } from "preact";
import { copyText } from "./files.js";
import { ask } from "./server.js";
import { SentenceCard } from "./sentence.js";

export function ParsePage({ about, model, onExplore, onError }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState(null);
  const canParse = about.models.find((each) => each.name === model)?.parts.includes("tokenizer");
  if (!canParse) return html`<p class="card">There is no model that takes text apart into sentences.</p>`;
  const parse = async (event) => {
    event.preventDefault();
    try {
      setFound((await ask("parse", { model, text })).sentences);
      onError(null);
    } catch (error) {
      onError(error.message);
    }
  };
  const all = found?.map((each) => each.conllu).join("");
  return html`<form class="card" onSubmit=${parse}><label for="text">Text</label>
    <textarea id="text" rows="5" value=${text} onInput=${(event) => setText(event.currentTarget.value)}></textarea>
    <p><button>Parse</button> ${found && html`<button type="button" onClick=${() => copyText(all)}>Copy all as CoNLL-U</button>`}</p></form>
    <div aria-live="polite">${found && html`<p class="soft">${found.length} sentence${found.length === 1 ? "" : "s"}</p>`}</div>
    ${found?.map((each, i) => html`<${SentenceCard} key=${i} sentence=${each} onExplore=${onExplore} />`)}`;
}
