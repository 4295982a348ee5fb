// The set-up: add players by tapping their names, go on with one tap, and show only the options of the chosen game.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const form = byId("set-up");
  const chips = byId("chips");
  const rows = [...document.querySelectorAll("#rows li")];
  const fields = rows.map((row) => row.querySelector("input"));
  const games = [...document.querySelectorAll('[name="game"]')];
  const edges = [...document.querySelectorAll(".edges .line")];
  const KEPT = "set-up";
  const names = () => fields.map((field) => field.value.trim());
  const players = () => names().filter(Boolean);

  // Restore the choices after a visit to the page that learns a deck.
  function restore() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
      sessionStorage.removeItem(KEPT);
      if (!kept || document.querySelector('[role="alert"]')) return;
      fields.forEach((field, n) => (field.value = kept.players[n] ?? ""));
      const game = games.find((one) => one.value === kept.game);
      if (game) game.checked = true;
    } catch {
      // private windows may store nothing
    }
  }
  function keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ players: names(), game: games.find((one) => one.checked)?.value }));
    } catch {
      // people have to choose again
    }
  }

  function show() {
    const game = games.find((one) => one.checked);
    const taken = names();
    const many = players().length;
    const used = taken.findLastIndex(Boolean) + 1;
    rows.forEach((row, n) => (row.hidden = n >= Math.max(used + 1, chips.children.length ? 1 : 3)));
    edges.forEach((edge, n) => (edge.hidden = !taken[n]));
    edges.forEach((edge, n) => (edge.querySelector("label").textContent = taken[n]));
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(taken.includes(chip.dataset.name)));
    for (const one of games) one.parentElement.classList.toggle("unfit", many > 0 && (many < one.dataset.least || many > one.dataset.most));
    for (const part of document.querySelectorAll("[data-games]")) part.hidden = !part.dataset.games.split(" ").includes(game?.value);
    const pack = document.querySelector('[name="pack"]:checked');
    if (pack?.closest("[hidden]")) document.querySelector('[name="pack"]').checked = true;
    byId("chosen").hidden = false;
    byId("chosen-who").textContent = players().join(", ");
    byId("chosen-game").textContent = game?.dataset.title ?? "";
    byId("chosen-picture").replaceChildren(...(game ? [game.parentElement.querySelector("svg").cloneNode(true)] : []));
    for (const link of document.querySelectorAll('[href^="/setup/cards.pdf"]')) {
      const address = new URL(link.href);
      address.searchParams.set("game", game?.value ?? "");
      link.href = address;
    }
  }

  // When somebody leaves, move the later names up, so that the order around the table stays the same.
  function toggle(name) {
    const taken = players();
    const left = taken.includes(name) ? taken.filter((other) => other !== name) : [...taken, name];
    fields.forEach((field, n) => (field.value = left[n] ?? ""));
    show();
    if (players().length) amiss("who");
  }

  // Show each fault at its own step, before the match begins. Only the table knows which names look alike.
  async function refusal() {
    const query = new URLSearchParams(players().map((name) => ["player", name]));
    try {
      const answer = await fetch(`/setup/names?${query}`);
      return answer.ok ? await answer.text() : "";
    } catch {
      return ""; // the table reports the fault when the match begins
    }
  }
  async function amiss(step) {
    const told = byId(`wrong-${step}`);
    const game = games.find((one) => one.checked);
    const fault = await {
      who: () => (players().length === 0 ? told.dataset.none : refusal()),
      game: () => (game?.parentElement.classList.contains("unfit") ? told.dataset.unfit : ""),
    }[step]();
    told.textContent = fault;
    told.hidden = !fault;
    if (fault) told.scrollIntoView({ block: "nearest" });
    return Boolean(fault);
  }
  async function onward(from, to) {
    if (!(await amiss(from))) location.hash = to;
  }

  restore();
  chips.hidden = chips.children.length === 0;
  chips.addEventListener("click", (event) => event.target.dataset.name && toggle(event.target.dataset.name));
  form.addEventListener("input", (event) => {
    show();
    const told = event.target.closest(".step")?.querySelector("[id^=wrong-]");
    if (told) told.hidden = true;
  });
  form.addEventListener("change", (event) => fields.includes(event.target) && players().length && amiss("who"));
  // The return key goes to the next name, and from the last name to the games. A tap on a game or on cards goes on.
  form.addEventListener("keydown", (event) => {
    const place = fields.indexOf(event.target);
    if (event.key !== "Enter" || place < 0) return;
    event.preventDefault();
    if (fields[place].value.trim() && place + 1 < fields.length) fields[place + 1].focus();
    else onward("who", "game");
  });
  form.addEventListener("click", (event) => {
    const next = event.target.closest(".onward a.main");
    if (next?.closest("#who, #game")) {
      event.preventDefault();
      onward(next.closest(".step").id, next.hash);
    }
    if (event.detail === 0) return; // a key changes the choice and stays at this step
    if (event.target.name === "game") onward("game", "cards");
    if (event.target.name === "pack") location.hash = "go";
  });
  addEventListener("pagehide", keep);
  form.addEventListener("submit", () => removeEventListener("pagehide", keep));
  show();
})();
