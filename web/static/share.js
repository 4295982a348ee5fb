// Share the picture of a match with the phone's own share sheet.
"use strict";
(() => {
  const button = document.getElementById("share");
  const { picture, name, title } = button.dataset;
  const empty = new File([""], name, { type: "image/png" });
  if (!navigator.canShare || !navigator.canShare({ files: [empty] })) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const loaded = await fetch(picture);
    const file = new File([await loaded.blob()], name, { type: "image/png" });
    // A person who closes the share sheet has changed their mind. This is no fault.
    await navigator.share({ files: [file], title }).catch(() => {});
  });
})();
