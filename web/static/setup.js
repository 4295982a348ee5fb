// Set-up with a thumb: tap the names that play, and see only what the chosen game has.
"use strict";
(() => {
  const chips = document.getElementById("chips");
  const rows = [...document.querySelectorAll("#rows li")];
  const fields = rows.map((row) => row.querySelector("input"));
  const games = [...document.querySelectorAll('[name="game"]')];
  const names = () => fields.map((field) => field.value.trim());

  function show() {
    const { least, most, packs, board, modes } = games.find((game) => game.checked)?.dataset ?? { least: 1, most: 10, packs: "", board: "0", modes: "1" };
    const taken = names();
    const used = taken.findLastIndex(Boolean) + 1;
    rows.forEach((row, n) => (row.hidden = n >= Math.max(used, Math.min(Number(most), Math.max(Number(least), used + 1)))));
    rows.forEach((row, n) => row.classList.toggle("over", n >= Number(most) && taken[n] !== ""));
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(taken.includes(chip.dataset.name)));
    const known = packs.split(" ");
    for (const option of document.getElementById("pack").options) option.hidden = option.disabled = option.value !== "" && !known.includes(option.value);
    document.querySelector(".packs").hidden = known.length < 2;
    document.querySelector(".boards").hidden = board !== "1";
    document.querySelector(".modes").hidden = modes !== "1";
  }

  // Seats close up when somebody leaves, so that the order around the table stays what it was.
  function toggle(name) {
    const taken = names().filter(Boolean);
    const left = taken.includes(name) ? taken.filter((other) => other !== name) : [...taken, name];
    fields.forEach((field, n) => (field.value = left[n] ?? ""));
    show();
  }

  chips.hidden = chips.children.length === 0;
  chips.addEventListener("click", (event) => event.target.dataset.name && toggle(event.target.dataset.name));
  for (const control of [...games, ...fields]) control.addEventListener("input", show);
  show();
})();
