// The virtual table under a finger, a mouse or the keys. The server knows what lies there; this draws it, lets cards be
// dragged, or picked up with a tap and laid with another, and tells the server where each was let go of.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const root = byId("touch");
  const felt = byId("felt");
  const lie = byId("lying");
  const hand = byId("hand");
  const places = byId("places");
  const hint = byId("hint");
  const said = byId("said");
  const told = root.dataset;
  const GAP = 1.5; // millimetres between cards that lie side by side
  const PATIENCE = 3000; // milliseconds: an answer that takes longer was lost with the network
  const SLOP = 8; // pixels a finger may tremble and still tap
  const SMALL = 40; // millimetres: a letter block, which has no index in its corner, and no mark when it is a blank
  const EDGE = 36; // pixels from the felt's edge within which dragging scrolls it
  let table = null;
  let drawn = "";
  let picked = null; // the card in somebody's fingers after a tap, by its name
  let drag = null;

  // --- drawing ---------------------------------------------------------------------------------------------------
  const named = (letter) => (letter === "?" ? told.master : letter);
  const face = (letter) => (letter === "?" ? "★" : letter);

  function make(kind, attributes, text) {
    const element = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  // The letter in a card's corner is drawn from here: as a text of the card its name would be read as TT.
  const corner = (letter) => `corner-${letter.codePointAt(0)}`;

  function corners(cards) {
    const letters = new Set(cards.map((card) => card.letter).filter(Boolean));
    const drawn = make("defs", {});
    drawn.append(...[...letters].map((letter) => make("text", { id: corner(letter) }, face(letter))));
    return drawn;
  }

  function lying(card) {
    const [width, height] = table.piece;
    const label = card.letter ? `${named(card.letter)}, ${card.card === "exposed" ? told.exposed : told.onTable}` : told.stock;
    const group = make("g", { class: `lying${card.mine ? " mine" : ""}${card.letter ? "" : " down"}`, transform: `translate(${card.x} ${card.y}) rotate(${card.angle})`, "data-card": card.card });
    if (table.may) for (const [name, value] of [["role", "button"], ["tabindex", "0"], ["aria-label", label]]) group.setAttribute(name, value);
    group.append(make("rect", { x: -width / 2, y: -height / 2, width, height, rx: width / 14 }));
    if (card.letter && height < SMALL) group.append(make("text", { y: 0.5, class: "block" }, card.letter === "?" ? "" : card.letter));
    else if (card.letter) group.append(make("text", { y: 2 }, face(card.letter)), make("use", { href: `#${corner(card.letter)}`, x: -width / 2 + 8, y: -height / 2 + 10 }));
    return group;
  }

  function held(card) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "face";
    button.dataset.card = card.card;
    button.disabled = !card.mine;
    button.textContent = face(card.letter);
    button.setAttribute("aria-label", `${named(card.letter)}, ${told.inHand}`);
    return button;
  }

  // A card that is as it was stays the very element it was, whatever its number is now: a finger that comes down on
  // it while others move takes it up all the same.
  function renew(parent, cards, made, first = []) {
    const before = [...parent.children];
    const elements = cards.map((card) => {
      const shown = JSON.stringify([card.card.replace(/\d+$/, ""), { ...card, card: "" }, table.may, table.piece]);
      const at = before.findIndex((element) => element.shown === shown);
      const element = at < 0 ? made(card) : before.splice(at, 1)[0];
      element.dataset.card = card.card;
      return Object.assign(element, { shown });
    });
    parent.replaceChildren(...first, ...elements);
  }

  function show(next) {
    table = next;
    const text = JSON.stringify(next);
    if (text === drawn || drag) return;
    drawn = text;
    const focused = document.activeElement?.dataset.card;
    renew(lie, table.cards, lying, [corners(table.cards)]);
    if (hand) renew(hand, table.hand, held);
    if (!find(picked)) pick(null);
    mark();
    if (focused) find(focused)?.focus({ preventScroll: true });
    hint.textContent = hand ? (table.may ? hint.dataset.may : hint.dataset.wait) : "";
    frame();
  }

  // Once there are words the felt is moved to them, and after that by fingers alone.
  let framed = false;

  function frame() {
    const words = table.cards.filter((card) => card.card.startsWith("table"));
    if (framed || !words.length) return;
    framed = true;
    const middle = words.reduce((sum, card) => sum + card.x, 0) / words.length;
    const view = felt.viewBox.baseVal;
    const box = felt.parentElement;
    box.scrollLeft = ((middle - view.x) / view.width) * box.scrollWidth - box.clientWidth / 2;
  }

  const find = (name) => (name ? root.querySelector(`[data-card="${name}"]`) : null);

  // --- what is in the fingers ---------------------------------------------------------------------------------------
  function pick(name) {
    picked = name;
    mark();
    const card = [...(table?.hand ?? []), ...(table?.cards ?? [])].find((one) => one.card === name);
    if (card) hint.textContent = told.picked.replace("{card}", card.letter ? named(card.letter) : told.stock);
    if (!places) return;
    places.hidden = !card;
    places.querySelector('[data-to="hand"]').hidden = Boolean(name?.startsWith("hand"));
    places.querySelector('[data-to="word"]').hidden = Boolean(table?.crossing && table.cards.some((one) => one.card.startsWith("table")));
  }

  function mark() {
    for (const card of root.querySelectorAll("[data-card]")) card.classList.toggle("picked", card.dataset.card === picked);
  }

  // A tap takes a card up; the next one says where it goes: beside a card, on the felt, or by a button.
  function tapped(name, x, y) {
    const card = table.cards.find((one) => one.card === name);
    if (name === "stock" && card?.mine) return send({ card: name, to: "hand" });
    if (!picked || picked === name) return pick(picked === name ? null : name && find(name) && (card ? card.mine : true) ? name : null);
    if (!card) return name ? pick(name) : send({ card: picked, to: "table", x, y });
    if (!name.startsWith("table")) return send({ card: picked, to: "exposed" });
    beside(card, x === undefined ? [1, 0] : ahead(card, x, y));
  }

  // On which side of the card, as it is read, a point lies: [-1, 0] before it, [1, 0] behind it; in a crossword also
  // [0, -1] above and [0, 1] below.
  function ahead(card, x, y) {
    const turn = (card.angle * Math.PI) / 180;
    const right = (x - card.x) * Math.cos(turn) + (y - card.y) * Math.sin(turn);
    const down = (y - card.y) * Math.cos(turn) - (x - card.x) * Math.sin(turn);
    if (table.crossing && Math.abs(down) / table.piece[1] > Math.abs(right) / table.piece[0]) return [0, Math.sign(down)];
    return [right < 0 ? -1 : 1, 0];
  }

  // Words are pushed apart where a card is let go of between two of theirs; a crossword's places are fixed.
  function beside(card, [right, down]) {
    const turn = (card.angle * Math.PI) / 180;
    const near = table.crossing ? 1 : 0.75;
    const [across, along] = [right * near * (table.piece[0] + GAP), down * near * (table.piece[1] + GAP)];
    send({ card: picked, to: "table", x: card.x + across * Math.cos(turn) - along * Math.sin(turn), y: card.y + across * Math.sin(turn) + along * Math.cos(turn) });
  }

  async function send(move) {
    pick(null);
    try {
      const answer = await fetch("/touch/move", { method: "POST", headers: { "Content-Type": "application/json", "X-CSRF-Token": told.token }, body: JSON.stringify(move), signal: AbortSignal.timeout(PATIENCE) });
      const body = await answer.json();
      if (answer.ok) show(body);
      else say(body.error);
    } catch {
      say(told.lost);
    }
    drawn = "";
    if (table) show(table);
  }

  let forgetting = 0;
  function say(text) {
    said.textContent = text;
    clearTimeout(forgetting);
    forgetting = setTimeout(() => said.replaceChildren(), 4000);
  }
  new MutationObserver(() => {
    clearTimeout(forgetting);
    if (said.textContent) forgetting = setTimeout(() => said.replaceChildren(), 4000);
  }).observe(said, { childList: true });

  // --- fingers and mice ---------------------------------------------------------------------------------------------
  function millimetres(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(felt.getScreenCTM().inverse());
    return { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10 };
  }

  const over = (element, event) => {
    const box = element?.getBoundingClientRect();
    return box && event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  };

  root.addEventListener("pointerdown", (event) => {
    const card = event.target.closest("[data-card]");
    if (!card || !table?.may || !hand || event.button) return;
    const mine = card.closest("#hand") || card.classList.contains("mine");
    drag = { name: card.dataset.card, from: event, mine, card, ghost: null, id: event.pointerId };
  });

  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY) < SLOP) return;
    if (!drag.mine) return;
    drag.ghost ||= lifted();
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
    const box = felt.parentElement.getBoundingClientRect();
    if (over(felt.parentElement, event)) {
      if (event.clientX < box.left + EDGE) felt.parentElement.scrollLeft -= 8;
      if (event.clientX > box.right - EDGE) felt.parentElement.scrollLeft += 8;
    }
  });

  function lifted() {
    const ghost = document.createElement("span");
    const card = [...table.hand, ...table.cards].find((one) => one.card === drag.name);
    ghost.className = card.letter ? "face ghost" : "face back ghost";
    ghost.textContent = face(card.letter);
    const scale = felt.getScreenCTM().a;
    ghost.style.width = `${table.piece[0] * scale}px`;
    ghost.style.height = `${table.piece[1] * scale}px`;
    document.body.append(ghost);
    drag.card.classList.add("away");
    return ghost;
  }

  function released(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const { name, ghost, card } = drag;
    drag = null;
    ghost?.remove();
    card.classList.remove("away");
    if (!ghost || event.type === "pointercancel") return;
    suppressed = true;
    setTimeout(() => (suppressed = false));
    if (over(hand, event)) {
      if (!name.startsWith("hand")) send({ card: name, to: "hand" });
    } else if (over(felt.parentElement, event)) dropped(name, millimetres(event));
  }

  function dropped(name, at) {
    const near = ([x, y]) => Math.abs(at.x - x) < 45 && Math.abs(at.y - y) < 60;
    if (table.exposed && near(table.exposed)) send({ card: name, to: "exposed" });
    else send({ card: name, to: "table", ...at });
  }

  addEventListener("pointerup", released);
  addEventListener("pointercancel", released);

  let suppressed = false; // the click that ends a drag is none
  root.addEventListener("click", (event) => {
    if (suppressed || !table?.may || !hand) return;
    const place = event.target.closest("[data-to]");
    if (place) return place.dataset.to ? send({ card: picked, to: place.dataset.to }) : pick(null);
    const name = event.target.closest("[data-card]")?.dataset.card;
    const at = felt.contains(event.target) ? millimetres(event) : {};
    if (name || (picked && felt.contains(event.target))) tapped(name, at.x, at.y);
  });

  // --- keys: Enter takes up and lays behind a card, the arrows lay before or behind it, Escape puts it back ---------------
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return pick(null);
    const name = event.target.closest("g[data-card]")?.dataset.card;
    if (!name || !table?.may || !hand) return;
    const card = table.cards.find((one) => one.card === name);
    if (event.key === "Enter" || event.key === " ") tapped(name);
    else if (picked && picked !== name && name.startsWith("table") && ARROWS[event.key]) beside(card, table.crossing ? ARROWS[event.key] : [Math.sign(ARROWS[event.key][0] + ARROWS[event.key][1]), 0]);
    else return;
    event.preventDefault();
  });

  // The camera's picture comes by itself, since it must have loaded before it is shown.
  let loading = false;
  let fresh = null;
  addEventListener("again", () => loading && fresh.removeAttribute("src")); // it would never come
  byId("live").addEventListener("picture", async ({ detail }) => {
    const template = document.createElement("template");
    template.innerHTML = detail.data;
    const image = template.content.querySelector("img");
    if (loading || !image) return;
    loading = true;
    fresh = new Image(image.width, image.height);
    fresh.alt = "";
    try {
      fresh.src = image.getAttribute("src");
      await fresh.decode();
      image.replaceWith(fresh);
      byId("region-table").replaceChildren(template.content);
    } catch {
      // no longer kept: the next update brings a newer one
    } finally {
      loading = false;
    }
  });

  // --- what lies there --------------------------------------------------------------------------------------------------
  async function look() {
    if (!document.hidden) {
      try {
        const answer = await fetch("/touch/table", { signal: AbortSignal.timeout(PATIENCE) });
        if (answer.ok) show(await answer.json());
      } catch {
        // out of reach: the next look may find it
      }
    }
    setTimeout(look, 700);
  }
  felt.parentElement.scrollLeft = (felt.parentElement.scrollWidth - felt.parentElement.clientWidth) / 2;
  look();
})();
