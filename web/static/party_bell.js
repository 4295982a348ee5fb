// Ring the bell on every phone at the same moment, by the hub's clock.
"use strict";
(() => {
  const live = document.getElementById("live");
  let ahead = null; // seconds by which the hub's clock is ahead of this phone's
  let next = null;
  let waiting = 0;

  async function ask() {
    const asked = performance.now();
    const { shows } = await (await fetch("/api/clock", { cache: "no-store" })).json();
    const heard = performance.now();
    if (ahead !== null && heard - asked > 200) return; // too slow: the time may be wrong by half of the delay
    ahead = shows - (asked + heard) / 2000;
    wait();
  }

  function wait() {
    clearTimeout(waiting);
    if (next && ahead !== null) waiting = setTimeout(ring, (next.at - ahead) * 1000 - performance.now());
  }

  function ring() {
    const data = JSON.stringify({ age: 0, bell: next, timer: { left: next.left, running: next.left > 0, pace: 1 } });
    live.dispatchEvent(new CustomEvent("state", { detail: { data } }));
  }

  live.addEventListener("state", ({ detail }) => {
    next = JSON.parse(detail.data).next;
    wait();
  });
  ask().catch(() => {});
  setInterval(() => ask().catch(() => {}), 60000 + 30000 * Math.random());
})();
