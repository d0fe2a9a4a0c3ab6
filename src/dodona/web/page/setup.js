// Which system, which oracle, and what counts.

import { html } from "preact";

function Choice({ name, value, options, onChange }) {
  return html`<label>${name} <select aria-label=${name} value=${value} onChange=${(event) => onChange(event.currentTarget.value)}>
    ${options.map(([key, text]) => html`<option key=${key} value=${key}>${text}</option>`)}</select></label>`;
}

function Switch({ name, value, disabled, title, onChange }) {
  return html`<label class=${disabled ? "soft" : ""} title=${title}><input type="checkbox" checked=${value}
    disabled=${disabled} onChange=${(event) => onChange(event.currentTarget.checked)} /> ${name}</label>`;
}

// A setup that fits a system: what it does not know goes back to what all systems know.
export function fitted(setup, system) {
  const { name, oracles, losses, parsing_root: parsingRoot } = system;
  const root = setup.root === "last" && parsingRoot !== "last" ? "first" : setup.root;
  return {
    ...setup,
    system: name,
    oracle: oracles.includes(setup.oracle) ? setup.oracle : "dynamic",
    loss: losses.includes(setup.loss) ? setup.loss : null,
    root,
    single_root: setup.single_root && root === parsingRoot,
  };
}

export function SetupForm({ about, model, setup, onSetup, onClose }) {
  const system = about.systems.find((each) => each.name === setup.system);
  const own = about.models.find((each) => each.name === model)?.setup;
  const asModel = own && { ...own, oracle: setup.oracle, labelled: setup.labelled, loss: null };
  const change = (part, keep) => onSetup(fitted({ ...setup, ...part }, system), keep);
  const pairs = (names) => names.map((name) => [name, name]);
  const rootFits = setup.root === system.parsing_root;
  return html`<form class="setup" onSubmit=${(event) => event.preventDefault()}>
    <${Choice} name="system" value=${setup.system} options=${pairs(about.systems.map((each) => each.name))}
      onChange=${(name) => onSetup(fitted(setup, about.systems.find((each) => each.name === name)), false)} />
    <${Choice} name="oracle" value=${setup.oracle} options=${pairs(system.oracles)}
      onChange=${(oracle) => change({ oracle }, true)} />
    ${system.losses.length > 0 && html`<${Choice} name="loss" value=${setup.loss ?? system.losses[0]}
      options=${pairs(system.losses)} onChange=${(loss) => change({ loss }, true)} />`}
    <${Switch} name="labels" value=${setup.labelled} onChange=${(labelled) => change({ labelled }, false)} />
    ${system.parsing_root === "last" && html`<${Choice} name="root" value=${setup.root}
      options=${[["first", "first, as in the papers"], ["last", "last, as in parsing"]]}
      onChange=${(root) => change({ root }, false)} />`}
    <${Switch} name="one root" value=${setup.single_root} disabled=${!rootFits}
      title=${rootFits ? "" : `goes with the root ${system.parsing_root}`}
      onChange=${(single) => change({ single_root: single }, false)} />
    ${asModel && JSON.stringify(asModel) !== JSON.stringify(setup) && html`<button type="button"
      onClick=${() => onSetup(asModel, false)}>As the model has it</button>`}
    ${onClose && html`<button type="button" class="close" onClick=${onClose} aria-label="close">✕</button>`}
  </form>`;
}
