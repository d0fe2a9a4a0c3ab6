// The page: an explorer, plain parsing, and the treebank that was opened.

import { html, render, useEffect, useRef, useState } from "preact";
import { Editor } from "./editor.js";
import { Help } from "./help.js";
import { useKeys } from "./keys.js";
import { fromHash, toHash } from "./link.js";
import { Panel } from "./panel.js";
import { ParsePage } from "./parse.js";
import { ask } from "./server.js";
import { fitted } from "./setup.js";
import { Source } from "./source.js";
import { TreebankPage } from "./treebank.js";

const PLAIN = { system: "arc-eager", oracle: "dynamic", loss: null, labelled: true, root: "first", single_root: false };

function setupOf(about, example) {
  const system = about.systems.find((each) => each.name === example.system);
  const { oracle, root, loss } = example;
  return fitted({ ...PLAIN, oracle, root, loss }, system);
}

const lookAtOf = ({ look_at: text, source }) => (source ? `${text} (${source})` : text);

function Explorer({ about, model, start, onError, onHelp }) {
  const [sentences, setSentences] = useState(start.sentences);
  const [place, setPlace] = useState(0);
  const [panels, setPanels] = useState(start.panels);
  const [active, setActive] = useState(0);
  const [editing, setEditing] = useState(false);
  const [lookAt, setLookAt] = useState(start.lookAt);
  const [drawing, setDrawing] = useState(null);
  const acts = useRef(null);
  const sentence = sentences[place];
  const put = (i, panel) => setPanels(panels.map((each, j) => (i === j ? panel : each)));
  const begin = (list, at = 0, asModel = false) => {
    const own = asModel && about.models.find((each) => each.name === model)?.setup;
    setSentences(list);
    setPlace(at);
    setLookAt(null);
    setPanels(panels.map(({ setup }, i) => ({ setup: own && i === 0 ? own : setup, made: [] })));
  };
  const example = async (chosen) => {
    try {
      const found = await ask("sentences", { conllu: chosen.conllu });
      setSentences(found.sentences);
      setPlace(0);
      setPanels([{ setup: setupOf(about, chosen), made: [] }]);
      setLookAt(lookAtOf(chosen));
      onError(null);
    } catch (error) {
      onError(error.message);
    }
  };
  const compare = () => setPanels(panels.length > 1 ? panels.slice(0, 1) : [...panels, { ...panels[0], made: [] }]);
  useKeys(acts, { compare, help: onHelp, edit: () => setEditing(!editing) });
  useEffect(() => {
    toHash({ conllu: sentence.conllu, panels, model }).then((hash) => history.replaceState(null, "", hash));
  }, [sentence, panels, model]);
  const labels = [...new Set([...sentence.labels, ...(about.models.find((each) => each.name === model)?.labels ?? [])])].sort();
  return html`<div class="card"><${Source} about=${about} model=${model} sentences=${sentences} place=${place}
      onPlace=${(at) => begin(sentences, at)} onSentences=${(list, parsed) => begin(list, 0, parsed)} onExample=${example} onError=${onError} />
    <div class="toolbar"><button aria-pressed=${panels.length > 1} onClick=${compare}>Compare two systems</button>
      <button aria-pressed=${editing} onClick=${() => setEditing(!editing)}>Edit the gold tree</button></div>
    ${editing && html`<${Editor} key=${sentence.conllu} sentence=${sentence} labels=${labels} drawing=${drawing} onError=${onError}
      onSentence=${(edited) => setSentences(sentences.map((each, i) => (i === place ? edited : each)))} />`}
    ${lookAt && html`<p class="note look-at">${lookAt}</p>`}</div>
    <div class="panels ${panels.length > 1 ? "two" : ""}">${panels.map((panel, i) => html`<${Panel} key=${i} about=${about}
      sentence=${sentence} model=${model} panel=${panel} onChange=${(next) => put(i, next)} onError=${onError}
      onClose=${panels.length > 1 && i > 0 ? compare : null} isActive=${i === Math.min(active, panels.length - 1)}
      onDrawing=${i === 0 ? setDrawing : null}
      onActive=${(found) => { acts.current = found; if (active !== i) setActive(i); }} />`)}</div>`;
}

// What to begin with: the state of the link, else the first example.
async function beginning(about) {
  const model = about.models[0]?.name ?? null;
  if (location.hash.length > 1) {
    try {
      const linked = await fromHash(location.hash);
      const found = await ask("sentences", { conllu: linked.conllu });
      const known = about.models.some((each) => each.name === linked.model);
      return { sentences: found.sentences, panels: linked.panels, lookAt: null, model: known ? linked.model : model };
    } catch {
      return { ...(await firstExample(about)), model, error: "This link cannot be read: it may be cut off." };
    }
  }
  return { ...(await firstExample(about)), model };
}

async function firstExample(about) {
  const [first] = about.examples;
  const { sentences } = await ask("sentences", { conllu: first.conllu });
  return { sentences, panels: [{ setup: setupOf(about, first), made: [] }], lookAt: lookAtOf(first) };
}

function App({ about, first }) {
  const [start, setStart] = useState(first);
  const [view, setView] = useState(about.treebank && location.hash.length < 2 ? "treebank" : "explore");
  const [model, setModel] = useState(first.model);
  const [error, setError] = useState(first.error ?? null);
  const [help, setHelp] = useState(false);
  const views = [["explore", "Explore"], ["parse", "Parse"], ...(about.treebank ? [["treebank", "Treebank"]] : [])];
  const explore = (sentence) => {
    setStart({ ...start, sentences: [sentence], lookAt: null, panels: [{ setup: { ...PLAIN }, made: [] }] });
    setView("explore");
  };
  return html`<header class="top"><h1>Dodona</h1>
    <nav aria-label="views">${views.map(([name, title]) => html`<button key=${name} aria-current=${view === name ? "page" : null}
      onClick=${() => { setError(null); setView(name); }}>${title}</button>`)}</nav>
    ${about.models.length > 0 && html`<label>model <select aria-label="model" value=${model} onChange=${(event) => setModel(event.currentTarget.value)}>
      ${about.models.map((each) => html`<option key=${each.name} value=${each.name}>${each.name}</option>`)}</select></label>`}
    <button class="help-button" onClick=${() => setHelp(true)} aria-label="help">?</button></header>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    ${view === "explore" && html`<${Explorer} key=${start.sentences[0].conllu} about=${about} model=${model} start=${start}
      onError=${setError} onHelp=${() => setHelp(true)} />`}
    ${view === "parse" && html`<${ParsePage} about=${about} model=${model} onExplore=${explore} onError=${setError} />`}
    ${view === "treebank" && html`<${TreebankPage} about=${about} onExplore=${explore} onError=${setError} />`}
    ${help && html`<${Help} onClose=${() => setHelp(false)} />`}`;
}

async function main() {
  const place = document.getElementById("app");
  try {
    const about = await ask("about");
    const first = await beginning(about);
    render(html`<${App} about=${about} first=${first} />`, place);
  } catch (error) {
    render(html`<p class="error" role="alert">${error.message}</p>`, place);
  }
}

main();
