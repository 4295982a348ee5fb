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

// The bell rings on every phone at one moment: by the hub's clock, which each phone asks for, and however late the word of
// it comes. The quickest answer is believed.
(() => {
  const live = document.getElementById("live");
  let ahead = null; // what the hub's clock shows more than this phone's, in seconds
  let took = Infinity;
  let next = null;
  let waiting = 0;

  async function ask() {
    const asked = performance.now();
    const answer = await fetch("/api/clock", { cache: "no-store" });
    const { shows } = await answer.json();
    const heard = performance.now();
    if (heard - asked > took) return;
    took = heard - asked;
    ahead = shows - (asked + heard) / 2000;
    wait();
  }

  function wait() {
    clearTimeout(waiting);
    if (next && ahead !== null) waiting = setTimeout(ring, Math.max(0, (next.at - ahead) * 1000 - performance.now()));
  }

  function ring() {
    const { rings, reason, left } = next;
    const data = JSON.stringify({ age: 0, bell: { rings, reason }, timer: { left, running: left > 0, pace: 1 } });
    live.dispatchEvent(new CustomEvent("state", { detail: { data } }));
  }

  live.addEventListener("state", ({ detail }) => {
    next = JSON.parse(detail.data).next || null;
    wait();
  });

  (async () => {
    for (let asked = 0; asked < 3; asked += 1) await ask().catch(() => {});
  })();
  setInterval(() => {
    took += 20; // two clocks drift apart: an old answer is worth less
    ask().catch(() => {});
  }, 60000 + 30000 * Math.random());
})();
