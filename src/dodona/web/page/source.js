// Where the sentence comes from: typed, pasted, opened, or one of the examples.

import { html, useState } from "preact";
import { ask } from "./server.js";

export function Source({ about, model, sentences, place, onPlace, onSentences, onExample, onError }) {
  const [text, setText] = useState("");
  const [conllu, setConllu] = useState("");
  const canParse = about.models.find((each) => each.name === model)?.parts.includes("tokenizer");
  const groups = [...new Set(about.examples.map((each) => each.group))];
  const get = async (path, data) => {
    try {
      const found = await ask(path, { model, ...data });
      onError(null);
      onSentences(found.sentences, path === "parse");
    } catch (error) {
      onError(error.message);
    }
  };
  const open = async (event) => {
    const file = event.currentTarget.files[0];
    if (file) await get("sentences", { conllu: await file.text() });
  };
  const example = (event) => {
    const found = about.examples.find((each) => each.id === event.currentTarget.value);
    if (found) onExample(found);
  };
  return html`<div class="source">
    <label>Example <select onChange=${example} aria-label="example"><option value="">choose …</option>
      ${groups.map((group) => html`<optgroup key=${group} label=${group}>${about.examples
        .filter((each) => each.group === group)
        .map((each) => html`<option key=${each.id} value=${each.id}>${each.title}</option>`)}</optgroup>`)}</select></label>
    ${canParse && html`<form onSubmit=${(event) => { event.preventDefault(); get("parse", { text }); }}>
      <label>Sentence <input class="wide" value=${text} placeholder="Time flies like an arrow."
        onInput=${(event) => setText(event.currentTarget.value)} /></label> <button>Parse</button></form>`}
    <details><summary>CoNLL-U</summary>
      <form onSubmit=${(event) => { event.preventDefault(); get("sentences", { conllu }); }}>
        <textarea rows="6" aria-label="CoNLL-U" spellcheck=${false} value=${conllu}
          onInput=${(event) => setConllu(event.currentTarget.value)}></textarea>
        <p><button>Use</button> <label>or open a file <input type="file" accept=".conllu,.txt" onChange=${open} /></label></p></form></details>
    ${sentences.length > 1 && html`<label>Sentence <select value=${place} aria-label="which sentence"
      onChange=${(event) => onPlace(Number(event.currentTarget.value))}>
      ${sentences.map((each, i) => html`<option key=${i} value=${i}>${i + 1}. ${each.text.slice(0, 60)}</option>`)}</select></label>`}
  </div>`;
}
