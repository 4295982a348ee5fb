// The photograph goes off as soon as it is taken.
"use strict";
(() => {
  const form = document.getElementById("snap");
  const photo = document.getElementById("photo");
  const send = document.getElementById("send");
  send.hidden = true;
  photo.addEventListener("change", () => {
    if (!photo.files.length) return;
    document.getElementById("shutter").textContent = form.dataset.sending;
    form.requestSubmit();
  });
})();
