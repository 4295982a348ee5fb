// Animate the ring around the proposal, the countdown that ends the turn, from the time left that the server sent.
"use strict";
(() => {
  let readAt = performance.now();
  let ends = 0;

  function count() {
    const ring = document.getElementById("ring");
    const end = ring ? readAt + Number(ring.dataset.left) * 1000 : 0;
    if (Math.abs(end - ends) < 50 && (!ring || ring.getAnimations().length)) return;
    ends = end;
    if (!ring) return;
    for (const running of ring.getAnimations()) running.cancel();
    const left = Math.max(0, end - performance.now());
    const now = { strokeDasharray: `${left / 1000 / (Number(ring.dataset.whole) || 1)} 1` };
    ring.animate([now, { strokeDasharray: "0 1" }], { duration: left, fill: "forwards" });
  }

  document.getElementById("live").addEventListener("state", (event) => {
    readAt = performance.now() - JSON.parse(event.detail.data).age * 1000;
    count();
  });
  const shown = { childList: true, attributes: true, subtree: true };
  new MutationObserver(count).observe(document.getElementById("region-proposal"), shown);
})();
