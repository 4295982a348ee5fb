// A tap on a card in the picture opens the form that corrects its reading.
"use strict";
(() => {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".touchable a");
    const item = link && document.getElementById(link.getAttribute("href").slice(1));
    if (!item) return;
    event.preventDefault();
    for (const open of document.querySelectorAll(".looked details[open]")) open.removeAttribute("open");
    item.querySelector("details").setAttribute("open", "");
    item.scrollIntoView({ block: "center" });
    item.querySelector("summary").focus({ preventScroll: true });
  });
  const said = document.getElementById("said");
  new MutationObserver(() => said.textContent && setTimeout(() => said.replaceChildren(), 4000)).observe(said, { childList: true });
  document.addEventListener("htmx:after:request", (event) => event.target.matches?.(".looked form") && document.querySelector(".looked details[open]")?.removeAttribute("open"));
})();
