// Send a photograph as soon as it is taken. If it is large or no JPEG, make a smaller JPEG of it first.
"use strict";
(() => {
  const LONGEST = 4032;
  const BYTES = 8e6;
  const photo = document.getElementById("photo");
  const send = document.getElementById("send");
  send.hidden = true;

  // Return a JPEG of the picture, at most `LONGEST` pixels a side. Fail if the browser can't read the file.
  async function smaller(file) {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const brush = canvas.getContext("2d");
    brush.fillStyle = "white";
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    const parcel = new DataTransfer();
    parcel.items.add(new File([blob], "photo.jpg", { type: "image/jpeg" }));
    return parcel.files;
  }

  photo.addEventListener("change", async () => {
    if (!photo.files.length) return;
    document.getElementById("shutter").textContent = photo.dataset.sending;
    const file = photo.files[0];
    if (file.size > BYTES || file.type !== "image/jpeg") {
      try {
        photo.files = await smaller(file);
      } catch {
        // Send the file itself. The table reads more formats, and reports what is wrong.
      }
    }
    photo.form.requestSubmit(send);
  });
})();
