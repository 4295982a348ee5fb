// The connection to the table. htmx reads the event stream. This script notices a stream that has died silently, and asks
// again as soon as the phone is awake or its network is back. The stream is the same for all phones, so the script also
// hides the choices that this phone may not make.
"use strict";
(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const live = byId("live");
  const heardOf = (name, act) => live.addEventListener(name, (event) => act(event.detail));
  const SILENCE = 25000; // milliseconds without a message; the server sends one at least every ten seconds
  const LATER = [3000, 7000]; // milliseconds until the next try after a refusal, such as a proxy's whose table is starting
  let line = null;
  let heard = Date.now();
  let losing = 0;
  let retrying = 0;

  function link(state) {
    if (root.dataset.link === state) return;
    if (state === "trying" && root.dataset.link === "lost") return;
    root.dataset.link = state;
    if (byId("link")) byId("link-text").textContent = byId("link").dataset[state];
    clearTimeout(losing);
    if (state === "trying") losing = setTimeout(() => link("lost"), 5000);
  }

  function alive() {
    heard = Date.now();
    link("live");
  }

  function again() {
    clearTimeout(retrying);
    heard = Date.now();
    if (!line) return htmx.trigger(live, "again");
    line.reader?.cancel(); // htmx opens a new stream at once
    line.delayCanceller?.();
    dispatchEvent(new Event("again")); // other requests on the dead connection get no answer either
  }

  // All windows of a browser have one name, so that the table can limit their streams and keep connections free for taps.
  function browser() {
    try {
      return (localStorage.browser ||= Math.random().toString(36).slice(2));
    } catch {
      return ""; // a private window may store nothing
    }
  }

  heardOf("htmx:config:request", ({ ctx }) => (ctx.request.headers["X-Browser"] = browser()));
  heardOf("htmx:sse:after:connection", ({ connection }) => (line = connection));
  heardOf("htmx:sse:before:message", alive);
  heardOf("htmx:sse:error", () => link("trying"));
  heardOf("htmx:sse:close", () => (line = null));
  heardOf("htmx:error", refused);
  heardOf("htmx:after:request", ({ ctx }) => ctx.response.status >= 400 && refused());

  function refused() {
    clearTimeout(retrying);
    link("trying");
    retrying = setTimeout(again, LATER[0] + Math.random() * (LATER[1] - LATER[0]));
  }

  setInterval(() => Date.now() - heard > SILENCE && (link("trying"), again()), 5000);
  addEventListener("visibilitychange", () => document.hidden || link("trying"));
  addEventListener("online", again);
  addEventListener("offline", () => link("trying"));

  // --- the choices among players: only those that this phone may make ---------------------------------------------
  const seats = root.dataset.seats?.split(" ");
  const held = root.dataset.held?.split(" ") ?? []; // the seats of other phones
  function mine() {
    if (!seats) return; // a steward's phone may make all choices
    const ours = (one) => seats.includes(one.dataset.player);
    for (const choice of document.querySelectorAll('[form="challenge"][name="by"]')) choice.hidden = !seats.includes(choice.value);
    for (const one of document.querySelectorAll(".challenge")) one.hidden = !one.querySelector('[name="by"]:not([hidden])');
    for (const asks of document.querySelectorAll(".still")) asks.querySelector(".choices").hidden = held.includes(asks.dataset.player);
    for (const asks of document.querySelectorAll(".question")) {
      const theirs = held.includes(asks.dataset.player);
      for (const part of asks.querySelectorAll(".choices, .typing, .theirs")) part.hidden = part.matches(".theirs") !== theirs;
    }
    for (const own of document.querySelectorAll(".own")) own.hidden = !ours(own) && !own.disabled;
    for (const other of document.querySelectorAll(".of-another")) other.hidden = ours(other);
    for (const own of document.querySelectorAll(".taken-up")) own.hidden = !ours(own);
  }
  addEventListener("htmx:after:swap", mine);
  mine();

  // Show one question at a time: the first about this phone's seats, else the oldest.
  function asked() {
    const all = [...document.querySelectorAll(".question")];
    const first = all.find((one) => seats?.includes(one.dataset.player)) ?? all[0];
    for (const one of all) one.hidden = one.querySelector("fieldset").disabled = one !== first;
  }
  addEventListener("htmx:after:swap", asked);
  asked();

  // --- the picture, which must load before it is shown; htmx inserts all other regions -----------------------------
  heardOf("picture", ({ data }) => {
    if (!byId("region-table")) return;
    const template = document.createElement("template");
    template.innerHTML = data;
    showTable(byId("region-table"), template.content);
  });

  // One picture loads at a time, and the newest waits. So a slow phone shows fewer pictures, and none that is half loaded.
  let loading = false;
  let waiting = null;
  let fresh = null;
  addEventListener("again", () => loading && fresh.removeAttribute("src")); // a picture asked for on the dead connection would never arrive

  async function showTable(place, content) {
    if (loading) {
      waiting = content;
      return;
    }
    const image = content.querySelector("img");
    const shown = place.querySelector("img");
    if (image && shown && image.getAttribute("src") === shown.getAttribute("src")) image.replaceWith(shown);
    else if (image && !(await loaded(image))) content = null;
    if (content) place.replaceChildren(content);
    const next = waiting;
    waiting = null;
    if (next) showTable(place, next);
  }

  async function loaded(image) {
    fresh = new Image(image.width, image.height);
    fresh.alt = "";
    loading = true;
    try {
      fresh.src = image.getAttribute("src");
      await fresh.decode();
      image.replaceWith(fresh);
      return true;
    } catch {
      return false; // the table no longer stores this picture; the next update has a newer one
    } finally {
      loading = false;
    }
  }

  // --- requests --------------------------------------------------------------------------------------------------
  const OPEN = "details[open]:not(.question, .summary, .taken-up)"; // open details, except those that stay until somebody answers or closes them
  const said = byId("said");
  let forgetting = 0;

  new MutationObserver(() => {
    clearTimeout(forgetting);
    if (said.textContent) forgetting = setTimeout(() => said.replaceChildren(), 4000);
  }).observe(said, { childList: true, characterData: true, subtree: true });
  addEventListener("htmx:before:request", (event) => {
    if (event.target.matches("form")) document.querySelector(OPEN)?.removeAttribute("open");
  });
  addEventListener("htmx:error", (event) => {
    if (event.target.matches?.("form")) said.textContent = said.dataset.lost;
  });

  addEventListener("click", (event) => {
    event.target.closest(".shuts")?.closest("details").removeAttribute("open");
    for (const open of document.querySelectorAll(OPEN)) {
      if (!open.contains(event.target)) open.removeAttribute("open");
    }
  });
  addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector(OPEN);
    if (!open) return;
    open.removeAttribute("open");
    open.querySelector("summary").focus();
  });
})();
