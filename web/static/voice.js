// What a phone does of its own when the table has ruled or asks it something: it reads the ruling aloud, and it
// vibrates. Both are off until somebody switches them on, on /more, for that phone alone.
"use strict";
(() => {
  const root = document.documentElement;
  const mine = root.dataset.mine?.split(" ").filter(Boolean) ?? []; // a phone without a seat is asked nothing
  const switches = document.querySelectorAll("[role=switch][data-keep]");

  const can = { voice: "speechSynthesis" in window, buzz: "vibrate" in navigator };
  const chosen = new Map(); // for as long as the page is open, where the browser keeps nothing

  function on(name) {
    if (chosen.has(name)) return chosen.get(name);
    try {
      return localStorage.getItem(name) === "on";
    } catch {
      return false;
    }
  }

  function keep(name, wanted) {
    chosen.set(name, wanted);
    try {
      localStorage.setItem(name, wanted ? "on" : "off");
    } catch {
      // private windows may keep nothing; the switch holds until the page is left
    }
  }

  // Browsers let a page speak and vibrate only after somebody has touched it, and some complain of an earlier try.
  const touched = () => navigator.userActivation?.hasBeenActive ?? true;

  // --- aloud -----------------------------------------------------------------------------------------------------
  // A word in capitals (with its Master, CaT) would be spelt out by many voices; a single letter should be.
  const PLAYED = /\p{L}*\p{Lu}\p{L}*\p{Lu}\p{L}*/gu;
  let utterance = null; // held here: an utterance that nothing refers to may be let go of in the middle of a word

  function say(text) {
    if (!can.voice || !on("voice") || !touched()) return;
    utterance = new SpeechSynthesisUtterance(text.replace(PLAYED, (word) => word.toLowerCase()));
    utterance.lang = root.lang;
    speechSynthesis.cancel(); // the newest ruling is the one that counts
    speechSynthesis.speak(utterance);
  }

  // --- felt ------------------------------------------------------------------------------------------------------
  const PATTERNS = { illegal: [180], challenge: [60, 60, 60], question: [60, 80, 60] }; // ms on, off, on: told apart by hand, over in a third of a second
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function buzz(pattern) {
    if (can.buzz && on("buzz") && !still.matches && touched()) navigator.vibrate(pattern);
  }

  // --- what is new -------------------------------------------------------------------------------------------------
  function ruling() {
    const shown = document.querySelector("#region-ruling .ruled:not(.none)");
    if (!shown) return null;
    const text = (part) => shown.querySelector(part)?.textContent ?? "";
    const pattern = shown.matches("[data-settled]") ? PATTERNS.challenge : shown.matches(".illegal") ? PATTERNS.illegal : null;
    return { event: shown.dataset.event, told: `${text(".verdict b")}. ${text(".sentence")}`, pattern };
  }

  // Asked of this phone's players, or of whoever knows.
  function question() {
    const ours = (one) => mine.length && (one.dataset.player === "None" || mine.includes(one.dataset.player));
    return [...document.querySelectorAll(".question")].find(ours)?.querySelector("[name=question]")?.value ?? "";
  }

  let last = JSON.stringify(ruling());
  let open = question();

  function look() {
    const now = ruling();
    const asked = question();
    if (now && JSON.stringify(now) !== last) {
      say(now.told);
      if (now.pattern) buzz(now.pattern);
    }
    if (asked && asked !== open) buzz(PATTERNS.question);
    last = JSON.stringify(now);
    open = asked;
  }
  addEventListener("htmx:after:swap", look);

  // --- the switches ------------------------------------------------------------------------------------------------
  for (const one of switches) {
    const name = one.dataset.keep;
    one.hidden = !can[name];
    one.setAttribute("aria-checked", String(on(name)));
    one.addEventListener("click", () => {
      keep(name, !on(name));
      one.setAttribute("aria-checked", String(on(name)));
      if (name === "buzz") buzz(PATTERNS.illegal);
      else if (on(name)) say(one.dataset.sample);
      else speechSynthesis.cancel();
    });
  }
  const part = document.getElementById("this-phone");
  if (part) part.hidden = ![...switches].some((one) => !one.hidden);
})();
