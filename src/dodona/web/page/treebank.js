// The sentences of the treebank that was opened, and a search in them.

import { html, useEffect, useState } from "preact";
import { ask } from "./server.js";
import { SentenceCard } from "./sentence.js";

const PAGE = 20;

export function TreebankPage({ about, onExplore, onError }) {
  const [query, setQuery] = useState({});
  const [start, setStart] = useState(0);
  const [found, setFound] = useState(null);
  const search = (from, asked = query) => {
    const cleaned = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== "" && value !== null));
    setStart(from);
    ask("search", { query: cleaned, start: from }).then((answer) => { setFound(answer); onError(null); },
      (error) => onError(error.message));
  };
  useEffect(() => search(0), []);
  const text = (name, title) => html`<label>${title} <input value=${query[name] ?? ""} size="12" spellcheck=${false}
    onInput=${(event) => setQuery({ ...query, [name]: event.currentTarget.value })} /></label>`;
  const number = (name, title) => html`<label>${title} <input type="number" min="1" value=${query[name] ?? ""}
    onInput=${(event) => setQuery({ ...query, [name]: event.currentTarget.value ? event.currentTarget.valueAsNumber : null })} /></label>`;
  const check = (name, title) => html`<label><input type="checkbox" checked=${query[name] ?? false}
    onChange=${(event) => setQuery({ ...query, [name]: event.currentTarget.checked })} /> ${title}</label>`;
  const end = found && Math.min(start + PAGE, found.count);
  return html`<form class="card setup" onSubmit=${(event) => { event.preventDefault(); search(0); }}>
    <p><code>${about.treebank.name}</code>: ${about.treebank.sentences.toLocaleString("en")} sentences</p>
    ${text("form", "word or lemma")} ${text("tag", "tag")} ${text("label", "label")} ${text("sent_id", "sentence id")}
    ${number("least_words", "words from")} ${number("most_words", "to")}
    ${check("nonprojective", "not projective")} ${about.treebank.has_second && check("errors", "trees differ")}
    <button>Search</button></form>
    <div class="toolbar" aria-live="polite">${found && html`<span>${found.count
      ? `${start + 1} to ${end} of ${found.count.toLocaleString("en")}` : "nothing found"}</span>
      <button disabled=${start === 0} onClick=${() => search(start - PAGE)}>← Before</button>
      <button disabled=${end >= found.count} onClick=${() => search(start + PAGE)}>Next →</button>`}</div>
    ${found?.sentences.map((each) => html`<${SentenceCard} key=${each.conllu} sentence=${each} onExplore=${onExplore} />`)}`;
}
