// A party's page: what was tapped while the machine was out of reach is kept, and sent when it answers again. Each form
// carries a key, so that what had arrived after all counts once.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const said = byId("said");
  const kept = new Map(); // by address: the last tap counts
  let sending = false;

  addEventListener("htmx:error", ({ target }) => target.matches?.("form[hx-post]") && keep(target));
  addEventListener("htmx:after:request", ({ target, detail }) => {
    if (target.matches?.("form[hx-post]") && detail.ctx?.response?.status === 503) keep(target);
  });

  function keep(target) {
    const body = new URLSearchParams(new FormData(target));
    const tapped = document.activeElement;
    if (tapped?.form === target && tapped.name) body.set(tapped.name, tapped.value);
    kept.set(target.getAttribute("hx-post"), body);
    target.dataset.kept = said.dataset.lost;
  }

  async function send() {
    if (sending || !kept.size) return;
    sending = true;
    try {
      for (const [address, body] of kept) {
        const answer = await fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } });
        if (answer.status === 503) return; // the machine answers, but no hub behind it: later
        kept.delete(address);
        said.textContent = await answer.text();
      }
      for (const form of document.querySelectorAll("form[data-kept]")) delete form.dataset.kept;
    } catch {
      // still out of reach
    } finally {
      sending = false;
    }
  }

  byId("live").addEventListener("htmx:sse:before:message", send);
  addEventListener("online", send);
  addEventListener("beforeunload", (event) => kept.size && event.preventDefault());
})();
