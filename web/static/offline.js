// The table is unreachable: try again every second, and at once when the network is back.
"use strict";
(() => {
  async function look() {
    try {
      const answer = await fetch("/api/state", { method: "HEAD", cache: "no-store" });
      if (answer.ok) location.reload();
    } catch {
      // still unreachable
    }
  }
  setInterval(look, 1000);
  addEventListener("online", look);
})();
