// The virtual table, played with a finger, a mouse or keys. The server knows the cards on the table and the next step. This
// script draws them, and tells the server which card goes where.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const root = byId("touch");
  const felt = byId("felt"); // the drawing of a crossword
  const laid = byId("laid"); // the list of words, in other games
  const heaps = byId("heaps");
  const hand = byId("hand");
  const hint = byId("hint");
  const said = byId("said");
  const told = root.dataset;
  const GAP = 1.5; // millimetres between the cards of a crossword
  const PATIENCE = 3000; // milliseconds; a later answer counts as lost with the network
  const SLOP = 8; // pixels that a finger may move during a tap
  const SMALL = 40; // millimetres; a narrower piece is a letter block, without a corner letter, and without a mark if it is blank
  const ROOM = [3, 2]; // free places shown around a crossword, beside it and above
  const NEAR = 11; // minimum number of board squares across the screen that keeps a square large enough for a finger
  const NEXT = { to: "next" };
  let table = null;
  let drawn = "";
  let lying = "";
  let aim = NEXT; // where the next card goes: next, before, after or instead of `card`, table (a place), exposed
  let down = false; // true if the crossword's word goes down
  let drag = null;

  // --- drawing ---------------------------------------------------------------------------------------------------
  const named = (letter) => (letter === "?" ? told.master : letter);
  const face = (letter) => (letter === "?" ? "★" : letter);
  const find = (name) => root.querySelector(`[data-card="${name}"]`);
  const lies = (name) => table.cards.find((one) => one.card === name);
  const fresh = () => table.cards.filter((one) => one.fresh && one.card.startsWith("table"));

  function button(card, label, more = "") {
    const made = document.createElement("button");
    made.type = "button";
    made.className = `face${card.letter ? "" : " back"}${more}`;
    made.dataset.card = card.card;
    made.disabled = !table.may || !hand;
    made.textContent = card.letter ? face(card.letter) : "";
    made.setAttribute("aria-label", label);
    return made;
  }

  function make(kind, attributes, text) {
    const element = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function word(names) {
    const row = document.createElement("li");
    const cards = names.map(lies);
    row.className = cards.every((card) => card.fresh) ? "word new" : "word";
    row.append(...cards.map((card) => button(card, `${named(card.letter)}, ${told.onTable}`, card.fresh ? " fresh" : "")));
    return row;
  }

  function heap(card) {
    const place = document.createElement("div");
    const what = document.createElement("span");
    const open = card.mine && hand && table.discarded && !table.drawn;
    const does = !open ? "" : card.fresh ? told.back : card.letter ? told.take : told.draw;
    const label = card.letter ? (card.fresh ? told.own : told.exposed) : told.stock;
    what.textContent = does || label;
    place.className = `heap${does ? " open" : ""}`;
    place.append(button(card, `${label}${card.letter ? `: ${named(card.letter)}` : ""}${does ? `. ${does}` : ""}`), what);
    return place;
  }

  function square(card) {
    const [width, height] = table.piece;
    const group = make("g", { class: `lying${card.fresh ? " mine" : ""}`, transform: `translate(${card.x} ${card.y}) rotate(${card.angle})`, "data-card": card.card });
    if (table.may && hand) for (const [name, value] of [["role", "button"], ["tabindex", "0"], ["aria-label", `${named(card.letter)}, ${told.onTable}`]]) group.setAttribute(name, value);
    group.append(make("rect", { x: -width / 2, y: -height / 2, width, height, rx: width / 14 }));
    const blank = height < SMALL && card.letter === "?";
    group.append(make("text", { y: 1, class: height < SMALL ? "block" : "" }, blank ? "" : face(card.letter)));
    return group;
  }

  function show(next) {
    table = next;
    const text = JSON.stringify(next);
    if (text === drawn || drag) return;
    drawn = text;
    const lay = JSON.stringify([next.cards, next.hand, next.may]);
    if (lay !== lying) aim = NEXT; // the card that it named may be another card now
    lying = lay;
    const focused = document.activeElement?.dataset.card;
    const words = table.cards.filter((card) => card.card.startsWith("table"));
    const piles = table.cards.filter((card) => card.card === "stock" || card.card === "exposed" || (card.card === "under" && table.discarded && !table.drawn));
    if (felt) frame(words);
    if (felt) byId("lying").replaceChildren(...words.map(square));
    if (laid) laid.replaceChildren(...table.rows.map(word));
    if (laid && !words.length) laid.append(Object.assign(document.createElement("li"), { className: "empty", textContent: told.none }));
    heaps?.replaceChildren(...piles.map(heap));
    hand?.replaceChildren(...table.hand.map((card) => button(card, `${named(card.letter)}, ${told.inHand}`)));
    if (!fresh().length) down = false;
    mark();
    if (focused) find(focused)?.focus({ preventScroll: true });
  }

  // Show the crossword with some free places around it. Of a board show only a part, so that a finger can hit a square.
  function frame(words) {
    const [, , least] = pitch();
    const board = table.squares;
    const sides = [0, 1].map((axis) => {
      const whole = board ? [board.x, board.y][axis] : 0;
      const middle = board ? whole + (board.side * board.rows.length) / 2 : [table.width, table.height][axis] / 2;
      const at = words.length ? words.map((card) => [card.x, card.y][axis]) : [middle];
      const room = (board ? 3.5 : ROOM[axis] + 0.5) * pitch()[axis];
      let [from, to] = [Math.min(...at) - room, Math.max(...at) + room];
      const more = Math.max(0, least - (to - from)) / 2;
      [from, to] = [from - more, to + more];
      if (!board) return [from, to];
      const end = whole + board.side * board.rows.length;
      if (from < whole) [from, to] = [whole, Math.min(end, to + whole - from)];
      if (to > end) [from, to] = [Math.max(whole, from - (to - end)), end];
      return [from, to];
    });
    const [x, y] = sides;
    felt.setAttribute("viewBox", [x[0], y[0], x[1] - x[0], y[1] - y[0]].map((one) => one.toFixed(0)).join(" "));
  }

  // Mark where the next card goes, and show the buttons that may be used now.
  function mark() {
    const last = fresh().at(-1)?.card;
    for (const card of root.querySelectorAll("[data-card]")) {
      const name = card.dataset.card;
      card.classList.toggle("before", aim.to === "before" && name === aim.card);
      card.classList.toggle("after", (aim.to === "after" && name === aim.card) || (laid && aim === NEXT && table.may && !table.exchanging && name === last));
      card.classList.toggle("instead", aim.to === "instead" && name === aim.card);
    }
    const card = aim.card && lies(aim.card);
    hint.textContent = (told[aim.to === "exposed" ? "discard" : aim.to === "table" ? "spot" : aim.to] ?? table.hint).replace("{card}", card ? named(card.letter) : "");
    hint.classList.toggle("mine", table.may);
    if (!hand) return;
    const may = table.may;
    const moved = fresh().length || table.discarded || table.exchanging;
    const shown = {
      before: card && laid, instead: card && laid && !card.fresh, after: card && laid,
      hand: card?.fresh,
      down: felt && !down && fresh().length, across: felt && down && fresh().length,
      discard: heaps && aim.to !== "exposed" && !card && !moved,
      all: moved && !table.drawn && !card,
      cancel: aim !== NEXT,
    };
    for (const one of root.querySelectorAll("[data-do]")) {
      one.hidden = !may || !shown[one.dataset.do];
      if (laid && one.closest(".sides")) one.setAttribute("aria-pressed", String(one.dataset.do === aim.to));
    }
    if (felt) spot();
  }

  function aimed(next) {
    aim = next;
    mark();
  }

  // --- the places of a crossword -----------------------------------------------------------------------------------------
  function pitch() {
    const side = table.squares?.side;
    return side ? [side, side, NEAR * side] : [table.piece[0] + GAP, table.piece[1] + GAP, 0];
  }

  // Return the next free place from a card in the given direction.
  function following(card, [right, below]) {
    const [width, height] = pitch();
    let at = place(card.x, card.y);
    const turn = (at.angle * Math.PI) / 180;
    const step = [right * width * Math.cos(turn) - below * height * Math.sin(turn), right * width * Math.sin(turn) + below * height * Math.cos(turn)];
    const taken = () => table.cards.some((one) => one.card.startsWith("table") && Math.hypot(one.x - at.x, one.y - at.y) < width / 2);
    while (taken()) at = place(at.x + step[0], at.y + step[1]);
    return at;
  }

  // Return the centre of the place that contains a point. The places line up with the board, or with the first card.
  function place(x, y) {
    const [width, height] = pitch();
    const first = table.cards.find((card) => card.card.startsWith("table"));
    const board = table.squares;
    const turn = ((board?.angle ?? first?.angle ?? 0) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const half = board ? board.side / 2 : 0;
    const origin = board ? [board.x + half * cos - half * sin, board.y + half * sin + half * cos] : first ? [first.x, first.y] : [x, y];
    const [dx, dy] = [x - origin[0], y - origin[1]];
    const [across, along] = [Math.round((dx * cos + dy * sin) / width) * width, Math.round((dy * cos - dx * sin) / height) * height];
    return { x: Math.round(10 * (origin[0] + across * cos - along * sin)) / 10, y: Math.round(10 * (origin[1] + across * sin + along * cos)) / 10, angle: (turn * 180) / Math.PI };
  }

  function spot() {
    const marker = byId("spot");
    marker.setAttribute("visibility", aim.to === "table" ? "visible" : "hidden");
    if (aim.to !== "table") return;
    const [width, height] = table.piece;
    for (const [name, value] of Object.entries({ x: -width / 2, y: -height / 2, width, height, transform: `translate(${aim.x} ${aim.y}) rotate(${aim.angle})` })) marker.setAttribute(name, value);
  }

  // --- taps ---------------------------------------------------------------------------------------------------------
  const fromHand = (name) => send(aim === NEXT ? { card: name, to: "next", down } : { card: name, to: aim.to, beside: aim.card ?? "", x: aim.x ?? 0, y: aim.y ?? 0 });

  function tapped(name) {
    if (name.startsWith("hand")) return fromHand(name);
    const card = lies(name);
    if (!name.startsWith("table")) {
      if (card.mine && table.discarded && !table.drawn) return send({ card: name, to: "hand" });
      return table.drawn || table.discarded || fresh().length ? undefined : aimed({ to: "exposed" });
    }
    if (aim.card === name) return aimed(NEXT);
    if (laid || card.fresh) return aimed({ to: laid ? "after" : "next", card: name });
    const across = following(card, [1, 0]);
    const again = aim.to === "table" && aim.x === across.x && aim.y === across.y;
    aimed({ to: "table", ...(again ? following(card, [0, 1]) : across) });
  }

  function chosen(what) {
    if (what === "down" || what === "across") {
      down = what === "down";
      return mark();
    }
    if (what === "cancel") return aimed(NEXT);
    if (what === "discard") return aimed({ to: "exposed" });
    if (what === "all") return send({ card: "all", to: "hand" });
    if (what === "hand") return send({ card: aim.card, to: "hand" });
    aimed({ to: what, card: aim.card });
  }

  let sent = 0;
  async function send(move) {
    aim = NEXT;
    sent += 1;
    try {
      const answer = await fetch("/play-here/move", { method: "POST", headers: { "Content-Type": "application/json", "X-CSRF-Token": told.token }, body: JSON.stringify(move), signal: AbortSignal.timeout(PATIENCE) });
      const body = await answer.json();
      if (answer.ok) show(body);
      else said.textContent = body.error;
    } catch {
      said.textContent = said.dataset.lost;
    }
    drawn = "";
    if (table) show(table);
  }

  function millimetres(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(felt.getScreenCTM().inverse());
    return place(at.x, at.y);
  }

  // --- dragging -----------------------------------------------------------------------------------------------------
  root.addEventListener("pointerdown", (event) => {
    const card = event.target.closest("[data-card]");
    if (!card || !table?.may || !hand || event.button) return;
    const name = card.dataset.card;
    if (!name.startsWith("hand") && !lies(name)?.mine) return;
    drag = { name, from: event, card, ghost: null, id: event.pointerId };
  });

  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY) < SLOP) return;
    drag.ghost ||= lifted();
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  });

  function lifted() {
    const card = [...table.hand, ...table.cards].find((one) => one.card === drag.name);
    const ghost = document.createElement("span");
    ghost.className = card.letter ? "face ghost" : "face back ghost";
    ghost.textContent = card.letter ? face(card.letter) : "";
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
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (hand.contains(under)) return name.startsWith("hand") ? undefined : send({ card: name, to: "hand" });
    if (heaps?.contains(under)) return send({ card: name, to: "exposed" });
    if (felt?.contains(under)) return send({ card: name, to: "table", ...only(millimetres(event)) });
    if (laid?.parentElement.contains(under)) dropped(name, under.closest("[data-card]"), event);
  }

  const only = ({ x, y }) => ({ x, y });

  function dropped(name, on, event) {
    if (!on) return send({ card: name, to: name.startsWith("hand") ? "next" : "word" });
    const box = on.getBoundingClientRect();
    send({ card: name, to: event.clientX < box.left + box.width / 2 ? "before" : "after", beside: on.dataset.card });
  }

  addEventListener("pointerup", released);
  addEventListener("pointercancel", released);

  let suppressed = false; // true for the click that ends a drag
  root.addEventListener("click", (event) => {
    if (suppressed || !table?.may || !hand) return;
    const does = event.target.closest("[data-do]")?.dataset.do;
    const name = event.target.closest("[data-card]")?.dataset.card;
    if (does) chosen(does);
    else if (name) tapped(name);
    else if (felt?.contains(event.target)) aimed({ to: "table", ...millimetres(event) });
  });

  // --- keys: cards are buttons; in a crossword an arrow key chooses the place beside the focused card -------------------------
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return table && aimed(NEXT);
    const name = event.target.closest("g[data-card]")?.dataset.card;
    if (!name || !table?.may || !hand) return;
    const card = lies(name);
    const arrow = ARROWS[event.key];
    if (event.key === "Enter" || event.key === " ") tapped(name);
    else if (arrow) aimed({ to: "table", ...following(card, arrow) });
    else return;
    event.preventDefault();
  });

  // --- the table's state --------------------------------------------------------------------------------------------------
  let looking = 0;
  async function look() {
    clearTimeout(looking);
    if (!document.hidden) {
      try {
        const before = sent;
        const answer = await fetch("/play-here/table", { signal: AbortSignal.timeout(PATIENCE) });
        const lies = answer.ok && (await answer.json());
        if (lies && before === sent) show(lies); // otherwise the answer is older than the last move
      } catch {
        // unreachable: the next request may succeed
      }
    }
    clearTimeout(looking);
    looking = setTimeout(look, 700);
  }
  byId("live").addEventListener("state", look); // show the table after a ruling at once
  look();
})();
