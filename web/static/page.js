// The live page: ring the bell, count the timer down, and remember which summaries and praise this phone has shown.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  byId("live").addEventListener("state", ({ detail }) => show(JSON.parse(detail.data)));

  // --- the bell ------------------------------------------------------------------------------------------------
  const bell = byId("bell");
  const sound = byId("sound");
  let rings = Number(bell.dataset.rings); // when the page was rendered; the bell may ring before the first update
  let hiding = 0;
  let audio = null;

  function hear(state) {
    if (state.rings > rings) ring(state.reason);
    rings = state.rings;
  }

  function ring(reason) {
    const title = document.createElement("b");
    title.textContent = bell.dataset.title;
    const text = document.createElement("span");
    text.append(title, reason || "");
    bell.replaceChildren(byId("bell-icon").content.cloneNode(true), text);
    bell.classList.remove("rung");
    void bell.offsetWidth; // restart the swing
    bell.classList.add("rung");
    clearTimeout(hiding);
    hiding = setTimeout(() => bell.classList.remove("rung"), 7000);
    if (sound.getAttribute("aria-pressed") === "true") strike();
  }

  // The sound of a desk bell: inharmonic partials, of which the high ones fade first.
  function strike() {
    if (!audio || audio.state !== "running") return;
    const now = audio.currentTime;
    for (const [ratio, level, seconds] of [[1, 0.22, 1.8], [2.76, 0.13, 1.1], [5.4, 0.07, 0.6], [8.93, 0.03, 0.3]]) {
      const tone = new OscillatorNode(audio, { frequency: 1180 * ratio });
      const gain = new GainNode(audio, { gain: level });
      gain.gain.setValueAtTime(level, now);
      gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
      tone.connect(gain).connect(audio.destination);
      tone.start(now);
      tone.stop(now + seconds);
    }
  }

  async function listen(on) {
    sound.setAttribute("aria-pressed", String(on));
    remember(on);
    if (!on) return;
    audio ||= new AudioContext();
    await audio.resume();
  }

  function remember(on) {
    try {
      localStorage.setItem("bell", on ? "on" : "off");
    } catch {
      // private windows may store nothing; the button still works
    }
  }

  function remembered(name) {
    try {
      return localStorage.getItem(name) === "on";
    } catch {
      return false;
    }
  }

  if ("AudioContext" in window) {
    sound.hidden = false;
    sound.addEventListener("click", async () => {
      const on = sound.getAttribute("aria-pressed") !== "true";
      await listen(on);
      if (on) strike();
    });
    if (remembered("bell")) {
      sound.setAttribute("aria-pressed", "true"); // browsers allow sound only after the first tap
      addEventListener("pointerdown", () => sound.getAttribute("aria-pressed") === "true" && listen(true), { once: true });
    }
  }

  // Load the script for speech and vibration only if somebody has switched one of them on, on /more.
  if (remembered("voice") || remembered("buzz")) {
    const script = document.createElement("script");
    script.src = document.currentScript.src.replace("page.js", "voice.js");
    document.head.append(script);
  }

  // --- the timer -----------------------------------------------------------------------------------------------
  let timer = null;
  let readAt = 0;

  function tick() {
    const face = byId("clock");
    if (!face || !timer) return;
    const run = timer.running ? ((performance.now() - readAt) / 1000) * timer.pace : 0;
    const left = Math.max(0, Math.ceil(timer.left - run)); // 0:00 only when the time is over, as on the table's display
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (face.textContent !== text) face.textContent = text;
  }
  setInterval(tick, 500);

  function show(state) {
    hear(state.bell);
    timer = state.timer;
    readAt = performance.now() - state.age * 1000;
    tick();
  }

  // --- the summary of a hand, which stays closed on this phone; and praise, animated once ---------------------------
  const kept = {}; // for private windows, which may store nothing
  const recall = (name) => {
    try {
      return localStorage.getItem(name) || kept[name];
    } catch {
      return kept[name];
    }
  };
  const keep = (name, value) => {
    kept[name] = value;
    try {
      localStorage.setItem(name, value);
    } catch {
      // a private window: `kept` has the value
    }
  };

  function greet() {
    const hand = document.querySelector(".summary");
    if (hand && recall("hidden") === hand.id) hand.open = false;
    const cheer = document.querySelector(".praise");
    if (!cheer || recall("cheered") === cheer.id) return;
    keep("cheered", cheer.id);
    cheer.classList.add("fresh");
  }
  for (const name of ["summary", "praise"]) new MutationObserver(greet).observe(byId(`region-${name}`), { childList: true });
  greet();
  addEventListener("click", (event) => {
    const hand = event.target.closest(".summary > summary")?.parentElement;
    if (hand) keep("hidden", hand.open ? hand.id : ""); // this tap closes it
  });

  // Only a secure origin has service workers: the table's own screen, or a proxy with a certificate.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
})();
