// The shell: script, style and typefaces are kept on the phone. The truth is not: pages, scores and pictures always
// come from the table, and when it does not answer the page says so.
"use strict";
const SHELL = "shell-{{ stamp }}";
const FILES = [
  "/offline",
  "/static/page.css?v={{ stamp }}",
  "/static/live.css?v={{ stamp }}",
  "/static/sheet.css?v={{ stamp }}",
  "/static/line.js?v={{ stamp }}",
  "/static/page.js?v={{ stamp }}",
  "/static/countdown_ring.js?v={{ stamp }}",
  "/static/voice.js?v={{ stamp }}",
  "/static/offline.js?v={{ stamp }}",
  "/static/vendor/htmx-sse-4.0.1.min.js",
  "/static/icon.svg?v={{ stamp }}",
  "/static/fonts/table-sans.woff2",
  "/static/fonts/table-sans-bold.woff2",
];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== SHELL);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/offline")));
  else if (new URL(request.url).pathname.startsWith("/static/")) event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
});
