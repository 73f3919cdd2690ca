// The server writes VERSION and FILES above this line.
// Keeps the page's own files, so that it opens at once, and takes pictures that are shared with it.

const SHELL = `shell-${VERSION}`;
const SHARED = "shared";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => names.filter((name) => name !== SHELL && name !== SHARED))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === "/share") {
    event.respondWith(takeShared(request));
  } else if (request.method === "GET" && url.pathname === "/" && !url.searchParams.has("key")) {
    event.respondWith(fetch(request).catch(() => caches.match("/")));
  } else if (request.method === "GET" && FILES.includes(url.pathname)) {
    event.respondWith(
      caches.open(SHELL).then((cache) => cache.match(url.pathname)).then((kept) => kept ?? fetch(request)),
    );
  }
});

// The picture waits on the phone, for the page alone, which takes it away at once.
async function takeShared(request) {
  const picture = (await request.formData()).get("picture");
  if (picture instanceof File) {
    const cache = await caches.open(SHARED);
    const headers = { "Content-Type": picture.type, "X-Name": encodeURIComponent(picture.name) };
    await cache.put("/shared-picture", new Response(picture, { headers }));
  }
  return Response.redirect("/?shared", 303);
}
