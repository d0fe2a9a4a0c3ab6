// The keyboard: arrows, digits and a few letters, wherever no text is being typed.

import { useEffect } from "preact";

export function useKeys(acts, { compare, help, edit }) {
  useEffect(() => {
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.target.closest("textarea, select, input:not([type=checkbox])")) return;
      const on = acts.current;
      const keys = {
        ArrowRight: () => on.by("oracle"),
        ArrowLeft: () => on.back(),
        Home: () => on.go(0),
        End: () => on.by("oracle", true),
        o: () => on.by("oracle"),
        m: () => on.by("model"),
        c: compare,
        e: edit,
        "?": help,
      };
      if (event.key === " " && event.target.closest("button, summary")) return;
      if (event.key === " ") keys[" "] = () => on.play();
      const act = keys[event.key] ?? (/^[1-9]$/.test(event.key) && (() => on.nth(Number(event.key) - 1)));
      if (!act || (!on && ![compare, edit, help].includes(act))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}
