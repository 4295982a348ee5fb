// A party's page: keep the taps that did not reach the machine, and send them when the machine answers again. Each form
// has a key, so that a tap that did arrive counts once.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const said = byId("said");
  const kept = new Map(); // the body of the last tap, by address
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
        if (answer.status === 503) return; // the machine answers, but its hub does not: try later
        kept.delete(address);
        said.textContent = await answer.text();
      }
      for (const form of document.querySelectorAll("form[data-kept]")) delete form.dataset.kept;
    } catch {
      // still unreachable
    } finally {
      sending = false;
    }
  }

  byId("live").addEventListener("htmx:sse:before:message", send);
  addEventListener("online", send);
  addEventListener("beforeunload", (event) => kept.size && event.preventDefault());
})();
