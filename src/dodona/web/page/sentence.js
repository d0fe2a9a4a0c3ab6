// A sentence with its tree, as lists of sentences show it.

import { html } from "preact";
import { Drawing } from "view";
import { copyText } from "./files.js";

export function SentenceCard({ sentence, onExplore }) {
  return html`<article class="card sentence"><p class="soft"><code>${sentence.id}</code> <bdi>${sentence.text}</bdi></p>
    <${Drawing} svg=${sentence.svg} />
    ${sentence.second && html`<h3 class="side">second file</h3><${Drawing} svg=${sentence.second.svg} />`}
    <div class="toolbar">${sentence.has_tree && html`<button onClick=${() => onExplore(sentence)}>Explore</button>`}
      <button onClick=${() => copyText(sentence.conllu)}>Copy CoNLL-U</button></div>
    <details><summary>CoNLL-U</summary><pre class="scroll" tabindex="0">${sentence.conllu}</pre></details></article>`;
}
