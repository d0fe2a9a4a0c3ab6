// One system at work on the sentence: its setup, its state, and what can be done next.

import { html, useEffect, useRef, useState } from "preact";
import { Drawing, History, Legend, Lists, Notes, Transitions, transitionName } from "view";
import { Beam } from "./beam.js";
import { copyText, savePng, saveText } from "./files.js";
import { ask } from "./server.js";
import { SetupForm } from "./setup.js";

const FORMATS = [["svg", "SVG"], ["png", "PNG"], ["latex", "LaTeX table"], ["tikz", "tikz-dependency"],
  ["html", "HTML to step through"], ["conllu", "CoNLL-U"]];

// The state that the server shows for a panel, and whether another is on its way: till then it stays.
function useServerState(request, onState, onError) {
  const key = JSON.stringify(request);
  const [answer, setAnswer] = useState({ key: null, state: null });
  const newest = useRef(key);
  newest.current = key;
  useEffect(() => {
    ask("state", request).then(
      (state) => { if (key === newest.current) { setAnswer({ key, state }); onState(state); } },
      (error) => { if (key === newest.current) { setAnswer({ ...answer, key }); onError(error.message); } },
    );
  }, [key]);
  return [answer.state, answer.key !== key];
}

export function Panel({ about, sentence, model, panel, onChange, onClose, onError, isActive, onActive, onDrawing, onShown }) {
  const { setup, made } = panel;
  const [losing, setLosing] = useState([]);
  const [chosen, setChosen] = useState({});
  const [ahead, setAhead] = useState([]);
  const [playing, setPlaying] = useState(null);
  const [pace, setPace] = useState(1);
  const shown = (found) => { setLosing([]); setChosen({}); onError(null); onShown?.(found); };
  const request = { conllu: sentence.conllu, setup, transitions: made, model };
  const [state, isComing] = useServerState(request, shown, (message) => { setPlaying(null); onError(message); });
  const drawing = useRef(null);
  const ready = state !== null && !isComing && state.made.length === made.length;
  const ended = ready && state.configuration.terminal;

  const put = (transitions, later = []) => { setAhead(later); onChange({ ...panel, made: transitions }); };
  const move = (name, label) => put([...made, [name, label]]);
  const go = (to) => {
    const all = [...made, ...ahead];
    put(all.slice(0, to), all.slice(to));
  };
  const by = async (who, toEnd = false) => {
    if (!ready || ended) return;
    try {
      const found = await ask("go", { ...request, by: who, to_end: toEnd });
      put(found.made);
    } catch (error) {
      setPlaying(null);
      onError(error.message);
    }
  };
  const nth = (i) => {
    const found = ready && state.transitions[i];
    if (found) move(found.name, chosen[found.name] ?? found.label);
  };
  const acts = { back: () => made.length && go(made.length - 1), by, nth, go,
    play: () => setPlaying((who) => (who ? null : "oracle")) };
  useEffect(() => { if (isActive) onActive(acts); });
  useEffect(() => { if (onDrawing) onDrawing(drawing); }, []);
  useEffect(() => {
    if (!playing || !ready) return undefined;
    if (ended) { setPlaying(null); return undefined; }
    const timer = setTimeout(() => by(playing), 1000 / pace);
    return () => clearTimeout(timer);
  }, [playing, pace, made, ready, ended]);

  const take = async (format) => {
    try {
      const kind = format === "png" ? "svg" : format;
      const file = await ask("export", { ...request, format: kind });
      if (format === "png") await savePng("configuration.png", file.content);
      else saveText(file.name, file.media_type, file.content);
    } catch (error) {
      onError(error.message);
    }
  };

  if (!state) return html`<section class="card panel" aria-busy="true"><p class="soft">…</p></section>`;
  const hasModel = state.transitions.some((each) => each.score !== null);
  const rows = state.history;
  const lastRow = rows.at(-1);
  return html`<section class="card panel ${isActive ? "active" : ""}" aria-label=${setup.system} aria-busy=${isComing}
    onPointerDown=${() => onActive(acts)} onFocusIn=${() => onActive(acts)}>
    <${SetupForm} about=${about} model=${model} setup=${setup} onClose=${onClose}
      onSetup=${(next, keep) => { setAhead([]); onChange({ setup: next, made: keep ? made : [] }); }} />
    <div class="toolbar" role="toolbar" aria-label="steps">
      <button onClick=${() => go(0)} disabled=${!made.length} title="to the start (Home)">Start</button>
      <button onClick=${acts.back} disabled=${!made.length} title="back (←)">← Back</button>
      <button onClick=${() => by("oracle")} disabled=${ended} title="step by the oracle (→)">Oracle →</button>
      <button onClick=${() => by("model")} disabled=${ended || !hasModel}
        title=${state.model_note ?? "step by the model (m)"}>Model →</button>
      <button onClick=${() => by("oracle", true)} disabled=${ended} title="to the end by the oracle (End)">To the end</button>
      <button onClick=${() => setPlaying(playing ? null : "oracle")} disabled=${ended && !playing}
        aria-pressed=${Boolean(playing)} title="play (space)">${playing ? "Pause" : "Play"}</button>
      <label>speed <input type="range" min="0.5" max="8" step="0.5" value=${pace} aria-label="steps a second"
        onInput=${(event) => setPace(Number(event.currentTarget.value))} /></label>
      <output class="loss" aria-live="polite">${lastRow
        ? `${made.length}: ${transitionName(lastRow.transition, lastRow.label)}, cost ${lastRow.cost}. ` : ""}Loss
        ${" "}<b>${state.loss}</b></output>
    </div>
    <${Legend} />
    <${Drawing} svg=${state.svg} losing=${losing} front=${state.configuration.buffer[0]} inner=${drawing} className="main" />
    <${Lists} configuration=${state.configuration} forms=${state.forms} />
    <${Transitions} state=${state} chosen=${chosen} onMove=${move} onFocus=${setLosing}
      onLabel=${(name, label) => setChosen({ ...chosen, [name]: label })} />
    <${Notes} state=${state} />
    <h3>The best tree still in reach</h3><${Drawing} svg=${state.best_svg} front=${state.configuration.buffer[0]} />
    <h3>History</h3>
    <${History} rows=${rows} forms=${state.forms} current=${made.length} onGo=${go} />
    <${Beam} about=${about} sentence=${sentence} model=${model} forms=${state.forms} onError=${onError} />
    <details class="take"><summary>Take away</summary><div class="toolbar">
      <button onClick=${() => copyText(location.href)}>Copy link</button>
      ${FORMATS.map(([format, name]) => html`<button key=${format} onClick=${() => take(format)}>${name}</button>`)}
    </div></details></section>`;
}
