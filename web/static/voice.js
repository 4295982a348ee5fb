// Read rulings aloud, and vibrate at a ruling or a question. Both are off until somebody switches them on for this phone,
// on /more.
"use strict";
(() => {
  const root = document.documentElement;
  const mine = root.dataset.mine?.split(" ").filter(Boolean) ?? []; // the phone's seats; a phone without a seat gets no question
  const switches = document.querySelectorAll("[role=switch][data-keep]");

  const can = { voice: "speechSynthesis" in window, buzz: "vibrate" in navigator };
  const chosen = new Map(); // while the page is open, for browsers that store nothing

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
      // private windows may store nothing; the switch holds while the page is open
    }
  }

  // Browsers let a page speak and vibrate only after somebody has touched it. Some report an earlier try as an error.
  const touched = () => navigator.userActivation?.hasBeenActive ?? true;

  // --- speech -----------------------------------------------------------------------------------------------------
  // Many voices spell out a word in capitals (or CaT, with a Master). Single letters should be spelt out, words not.
  const PLAYED = /\p{L}*\p{Lu}\p{L}*\p{Lu}\p{L}*/gu;
  let utterance = null; // kept, because a browser may discard an utterance without a reference in the middle of a word

  function say(text) {
    if (!can.voice || !on("voice") || !touched()) return;
    utterance = new SpeechSynthesisUtterance(text.replace(PLAYED, (word) => word.toLowerCase()));
    utterance.lang = root.lang;
    speechSynthesis.cancel(); // only the newest ruling is read to its end
    speechSynthesis.speak(utterance);
  }

  // --- vibration ------------------------------------------------------------------------------------------------------
  const PATTERNS = { illegal: [180], challenge: [60, 60, 60], question: [60, 80, 60] }; // milliseconds on, off, on
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function buzz(pattern) {
    if (can.buzz && on("buzz") && !still.matches && touched()) navigator.vibrate(pattern);
  }

  // --- new rulings and questions -------------------------------------------------------------------------------------------------
  function ruling() {
    const shown = document.querySelector("#region-ruling .ruled:not(.none)");
    if (!shown) return null;
    const text = (part) => shown.querySelector(part)?.textContent ?? "";
    const pattern = shown.matches("[data-settled]") ? PATTERNS.challenge : shown.matches(".illegal") ? PATTERNS.illegal : null;
    return { event: shown.dataset.event, told: `${text(".verdict b")}. ${text(".sentence")}`, pattern };
  }

  // Return the id of the first question for this phone's players, or for anybody.
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
